"""Rules of War misread are found where they can be; where they cannot, that is proved exactly.

Wrong referees are walked through every deal, so that `==` says what a mistake changes.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from montmort.exact.from_rules import explore
from montmort.exact.war.answers import truth
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.games.table import Table
from montmort.games.war import READINGS, Game, Rules, State, start, step
from montmort.games.war.events import Short
from montmort.games.war.turn import Hand, turn
from montmort.montecarlo.simulator import simulator_of
from montmort.montecarlo.war.simulator import simulator
from montmort.verification import Decision, crosscheck

SIX = Rules(ranks=3, suits=2, face_down=1)
TWELVE = Rules(ranks=3, suits=4, face_down=1)
PUBLISHED = replace(READINGS["published"], ranks=3, suits=4, face_down=1, turn_limit=40)
SHUFFLED = Rules(ranks=2, suits=4, face_down=0, pick_up="random")
FOUND = (Decision.INCONSISTENT, Decision.INVALID)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("rules", "misread"),
    [
        (TWELVE, {"pick_up": "loser-first"}),
        (TWELVE, {"pick_up": "first-player-first"}),
        (TWELVE, {"pick_up": "random"}),
        (TWELVE, {"shortfall": "last-card"}),
        (TWELVE, {"shortfall": "second-takes"}),
        (TWELVE, {"deuce_beats_ace": "always"}),
        (TWELVE, {"face_down": 2}),
        (PUBLISHED, {"pick_up": "winner-first"}),
        (PUBLISHED, {"shortfall": "lose"}),
        (PUBLISHED, {"deuce_beats_ace": "never"}),
        (PUBLISHED, {"deuce_beats_ace": "always"}),
        (PUBLISHED, {"turn_limit": 41}),
        (SHUFFLED, {"pick_up": "first-player-first"}),
        (SHUFFLED, {"face_down": 1}),
    ],
    ids=str,
)
def test_one_rule_misread_is_found(rules: Rules, misread: dict[str, Any], seed: int) -> None:
    played = simulator(replace(rules, **misread))
    judged = crosscheck(simulator=played, exact=truth(rules), plays=20_000, seed=seed)
    assert judged.decision in FOUND


class Ear:
    """A table that hears whether a war could not be completed."""

    def __init__(self, table: Table) -> None:
        self.table, self.short = table, False

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        raise AssertionError("nobody decides anything in War")

    def tell(self, event: Any, /) -> None:
        self.short |= isinstance(event, Short)
        self.table.tell(event)


def who_is_short_wins(
    rules: Rules, state: State, chance: Chance, table: Table
) -> tuple[State | None, Game]:
    """Play a turn; who cannot complete a war takes all."""
    ear = Ear(table)
    after, gain = step(rules, state, chance, ear)
    return after, gain._replace(winner=-gain.winner) if ear.short else gain


def cut(rules: Rules, state: State, chance: Chance, table: Table) -> tuple[State | None, Game]:
    """Play a turn, up to the limit; captured cards are cut, not shuffled."""

    def once(cards: Hand) -> Hand:
        place = chance.pick([1] * len(cards))
        return cards[place:] + cards[:place]

    hands, winner, wars = after = turn(rules, state.hands, once, table)
    turns = state.turns + (rules.turn_limit is not None)
    left = after.over or turns == rules.turn_limit
    gain = Game(winner if after.over else 0, 1, wars, after.over)
    return None if left else State(hands, turns), gain


def wrong(step: Callable[..., Any]) -> Experiment[Rules, State, Game]:
    return Experiment(name="game", outcome=Game, start=start, step=step)


@pytest.mark.parametrize("pick_up", ["winner-first", "loser-first"])
def test_the_wrong_winner_of_a_shortfall_hides_where_the_players_are_alike(pick_up: Any) -> None:
    rules = replace(SIX, pick_up=pick_up)
    law = explore(wrong(who_is_short_wins), rules).law()
    assert law == explore(wrong(step), rules).law()  # not even all fields together show it


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_the_wrong_winner_of_a_shortfall_is_found_where_they_are_not(seed: int) -> None:
    rules = replace(SIX, pick_up="first-player-first")
    played = simulator_of(wrong(who_is_short_wins), rules, game="war", plays_per_block=256)
    judged = crosscheck(simulator=played, exact=truth(rules), plays=1_100, seed=seed, workers=1)
    assert judged.decision in FOUND


@pytest.mark.slow
def test_a_cut_hides_in_six_cards_but_not_in_eight() -> None:
    six = replace(SIX, pick_up="random", turn_limit=12)
    assert explore(wrong(cut), six).law() == explore(wrong(step), six).law()
    eight = replace(SHUFFLED, turn_limit=6)
    assert explore(wrong(cut), eight).law() != explore(wrong(step), eight).law()
