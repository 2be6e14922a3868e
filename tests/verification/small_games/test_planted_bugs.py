"""Other programs for small games: the right ones pass, and planted bugs are found."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest

from montmort.games import baccarat, craps, cribbage_hand, kuhn, le_her, penney, waldegrave
from montmort.verification import Decision, crosscheck
from montmort.verification.registry import GAMES
from tests.verification.small_games import own_cards, own_dice
from tests.verification.small_games.own_dice import Rng

PLAYS = 60_000  # at most
SUBTLE = {("baccarat", "six-draws"), ("baccarat", "no-chart")}  # a chance moves by 1 % or less
MANY_PLAYS = 1_000_000  # for these


class Case(NamedTuple):
    """A game under some rules, another program for it, its bugs, and margins by field.

    The first bug is the easiest to find.
    """

    name: str
    rules: Any
    play: Callable[..., Any]
    bugs: tuple[str, str, str]
    margins: dict[str, float]


CHANCE = (
    Case(
        "craps",
        craps.Rules(),
        own_dice.play_craps,
        ("eleven-loses", "loaded", "eleven-is-a-point"),
        {"win=win": 0.05, "win=tie": 0.05, "win=loss": 0.05, "rolls": 0.2},
    ),
    Case(
        "baccarat",
        baccarat.Rules(decks=1),
        own_dice.play_baccarat,
        ("ties-to-banker", "six-draws", "no-chart"),
        {f"winner={side}": 0.05 for side in ("player", "banker", "tie")},
    ),
    Case(
        "penney",
        penney.Rules(),
        own_dice.play_penney,
        ("other-word", "loaded", "three-at-once"),
        {"first": 0.05, "tosses": 0.2},
    ),
    Case(
        "snakes-and-ladders",
        own_dice.BOARD,
        own_dice.play_snakes,
        ("no-ladder", "bounces", "bumps"),
        {"throws": 0.5, "winner": 0.05},
    ),
    Case(
        "waldegrave",
        waldegrave.Rules(players=4),
        own_dice.play_waldegrave,
        ("no-first-win", "champion-is-better", "loser-is-next"),
        {"winner": 0.1, "games": 0.5},
    ),
    Case(
        "risk",
        own_dice.BATTLE,
        own_dice.play_risk,
        ("ties-to-attacker", "one-die", "nobody-stays"),
        {"attacker_wins": 0.05, "left": 0.1},
    ),
    Case(
        "cribbage-hand",
        cribbage_hand.Rules(),
        own_dice.play_cribbage,
        ("runs-once", "fifteens-of-two", "jack-is-eleven"),
        {"points": 0.25},
    ),
    Case(
        "three-ruin",
        own_dice.RUIN,
        own_dice.play_ruin,
        ("neighbours", "loaded", "two-counters"),
        {"ruined=first": 0.05, "ruined=second": 0.05, "ruined=third": 0.05, "rounds": 0.2},
    ),
)
DECISIONS = (
    Case(
        "shut-the-box",
        own_cards.BOX,
        own_cards.play_box,
        ("two-dice", "loaded", "tiles-counted"),
        {"shut": 0.05, "left": 0.5},
    ),
    Case(
        "first-orchard",
        own_cards.ORCHARD,
        own_cards.play_orchard,
        ("one-step-more", "empty-basket", "bare-tree-is-free"),
        {"won": 0.05, "rounds": 0.2},
    ),
    Case(
        "pig",
        own_cards.PIG,
        own_cards.play_pig,
        ("loaded", "one-keeps-the-dice", "goal-differs"),
        {"first_wins": 0.05},
    ),
    Case(
        "jacks-or-better",
        own_cards.DRAW,
        own_cards.play_draw,
        ("discards-return", "threes-pay", "ace-is-high"),
        {"pays": 0.1},
    ),
    Case(
        "three-card-poker",
        own_cards.ANTE,
        own_cards.play_ante,
        ("dealer-has-own-pack", "flush-is-paid", "ties-lose"),
        {"net": 0.1},
    ),
    Case(
        "le-her",
        le_her.Rules(),
        own_cards.play_le_her,
        ("king-is-given", "king-is-kept", "ties-to-paul"),
        {"paul_wins": 0.05},
    ),
    Case(
        "kuhn",
        kuhn.Rules(),
        own_cards.play_kuhn,
        ("two-packs", "fold-costs-two", "bets-are-free"),
        {"net": 0.1},
    ),
)
CASES = {case.name: case for case in (*CHANCE, *DECISIONS)}


@cache
def truth(name: str) -> Any:
    """Return the exact laws of a game's case, computed once."""
    game, rules = GAMES[name], CASES[name].rules
    return game.truth(rules, game.rulebook.first_experiment)


@cache
def best_choices(name: str) -> dict[tuple[int, Any], Any]:
    """Return the best choice, or {choice: chance}, by seat and view."""
    game, rules = GAMES[name], CASES[name].rules
    assert game.aim is not None
    found = game.optimal_play(rules, game.rulebook.first_experiment, game.aim).found.decisions
    return {
        (each.seat, each.view): (
            dict(zip(each.choices, each.chances, strict=True)) if each.chances else each.choice
        )
        for each in found
    }


def simulator(case: Case, bug: str) -> Callable[[Rng], Any]:
    """Return another program for the game, of one play per call."""
    if case in CHANCE:
        return lambda rng: case.play(rng, bug)
    choices = best_choices(case.name)
    return lambda rng: case.play(rng, bug, own_cards.chooser(choices, rng))


def judged(name: str, bug: str, most: int, margins: dict[str, float]) -> Decision:
    """Return the decision about another program for a game, after so many plays at most."""
    found = crosscheck(
        name,
        CASES[name].rules,
        simulator=simulator(CASES[name], bug),
        exact=truth(name),
        margins=margins,
        most=most,
        seed=1713,
    )
    return found.decision


@pytest.mark.parametrize("name", CASES)
def test_the_right_program_passes(name: str) -> None:
    assert judged(name, "", PLAYS, CASES[name].margins) is Decision.CONSISTENT


@pytest.mark.parametrize("name", CASES)
def test_a_plain_bug_is_found(name: str) -> None:
    assert judged(name, CASES[name].bugs[0], 12_000, {}) is Decision.INCONSISTENT


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "bug"), [(case.name, bug) for case in CASES.values() for bug in case.bugs[1:]]
)
def test_other_bugs_are_found(name: str, bug: str) -> None:
    most = MANY_PLAYS if (name, bug) in SUBTLE else PLAYS
    assert judged(name, bug, most, {}) is Decision.INCONSISTENT
