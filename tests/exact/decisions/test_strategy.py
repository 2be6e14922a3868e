"""Tables that play a strategy: simulated plays, views, events, and rules they were not made for."""

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from montmort import Experiment, explore
from montmort.exact.decisions.optimal import optimal
from montmort.exact.law import Law
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput


class Score(NamedTuple):
    """An outcome."""

    eyes: int
    throws: int


class Thrown(NamedTuple):
    """An event."""

    eyes: int


def throwing(faces: int, left: int, chance: Any, table: Any) -> Any:
    """A die is thrown up to three times; the player may stop before the others."""
    eyes = chance.pick([1] * faces) + 1
    table.tell(Thrown(eyes))
    if table.decide(1, ["watch"], None) != "watch":
        raise AssertionError
    if left == 0 or table.decide(0, ["stop", "throw"], None) == "stop":
        return None, Score(eyes, 1)
    return left - 1, Score(eyes, 1)


GAME = Experiment(name="throwing", outcome=Score, start=lambda *_: 2, step=throwing)


def exactly_seven(outcome: Score) -> bool:
    return outcome.eyes == 7


def plausible(counts: Counter[Any], law: Law[Any], plays: int) -> bool:
    """Return whether all counts are within six standard deviations of their means."""
    if not set(counts) <= set(law):
        return False
    return all(
        (counts[each] - plays * law[each]) ** 2 <= 36 * plays * law[each] * (1 - law[each])
        for each in law
    )


@pytest.mark.parametrize("aim", ["eyes", "throws", exactly_seven])
def test_simulated_plays_have_the_law_of_the_strategy(aim: Any) -> None:
    best = optimal(GAME, 6, maximise=aim)
    chance, plays = RandomChance(1713), 4000
    counts = Counter(best.played.play(6, chance) for _ in range(plays))
    assert plausible(counts, best.walk.law(), plays)
    worst = optimal(GAME, 6, minimise=aim)
    assert not plausible(counts, worst.walk.law(), plays)


def test_rules_without_views_need_played_and_tables_are_for_their_rules() -> None:
    best = optimal(GAME, 6, maximise="eyes")
    with pytest.raises(BadInput, match="the strategy says nothing for seat 0 at None"):
        GAME.play(6, RandomChance(1), best.table)
    few = optimal(GAME, 2, maximise="eyes")
    with pytest.raises(BadInput, match="it was found for other rules"):
        few.played.play(6, ScriptedChance([5]))


class Listener:
    """A Table for seat 1 that sees what the rules show it, and writes down events when asked."""

    def __init__(self) -> None:
        self.events: list[Any] = []
        self.writes = False

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        assert (seat, view) == (1, None)
        return choices[0]

    def tell(self, event: Any, /) -> None:
        if self.writes:
            self.events.append(event)


def test_events_reach_the_table_of_the_others() -> None:
    listener = Listener()
    best = optimal(GAME, 6, maximise="throws", others=listener)
    listener.writes = True
    outcome = best.played.play(6, RandomChance(5))
    assert outcome.throws == len(listener.events) == 3
    assert outcome.eyes == sum(event.eyes for event in listener.events)


def test_choices_before_and_after_picks_of_a_step() -> None:
    """A bet before the coin, and one after it, that may depend on all that happened."""

    def play(chance: Any, table: Any) -> Score:
        first = table.decide(0, [1, 2], None)
        coin = chance.pick([1, 1])
        other = table.decide(1, [0, 1], None)
        second = table.decide(0, [1, 2], None)
        return Score((2 * coin - 1) * first * second + other, 1)

    best = optimal(Experiment.of_play(play, Score), maximise="eyes")
    # Seat 1 takes 0; after heads 2 is best, after tails 1: (2 · f - 1 · f) / 2 with f = 2.
    assert best.value == Fraction(2 * 2 - 2 * 1, 2)
    assert explore(best.played, None).expected("eyes") == best.value
    assert [each.choices for each in best.decisions if each.seat == 1] == [(0, 1)] * 4
