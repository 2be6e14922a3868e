"""Planted bugs are found, each within the plays and in the fields listed beside it.

The exact laws are those of a small deck, or of the full deck's deal.  Seeds are fixed, so a run
repeats itself; blocks of 2^10 plays give many looks.
"""

from dataclasses import replace
from typing import Any

import pytest

from montmort.exact.war.answers import truth
from montmort.games.war import READINGS, Game, Rules
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.war.simulator import simulator
from montmort.verification import Crosscheck, Decision, crosscheck
from tests.verification.war import buggy_war as bugs

TWELVE = Rules(ranks=3, suits=4, face_down=1)
TEN = Rules(ranks=5, suits=2, face_down=1)
PUBLISHED = READINGS["published"]
FAIR = truth(Rules())  # the mean of `winner` alone, by symmetry of the players
DEAL_LAWS = truth(Rules(), "deal")


def judged(played: Simulator, rules: Rules, **asked: Any) -> Crosscheck:
    return crosscheck(simulator=played, exact=truth(rules), **asked)


def at_fault(result: Crosscheck) -> set[str]:
    wrong = (Decision.INCONSISTENT, Decision.INVALID)
    return {verdict.field for verdict in result.verdicts if verdict.decision in wrong}


@pytest.mark.parametrize(
    ("bug", "rules", "plays", "field"),
    [
        pytest.param(bugs.PAIR_BY_PAIR, TWELVE, 1_100, "finished", id="pair by pair, 12 cards"),
        pytest.param(bugs.PAIR_BY_PAIR, TEN, 1_100, "turns", id="pair by pair, 10 cards"),
        pytest.param(bugs.SECOND_FIRST, TWELVE, 1_100, "turns", id="second player's cards first"),
        pytest.param(bugs.FIRST_CARD_STAYS, TWELVE, 6_000, "winner", id="first card stays"),
        pytest.param(bugs.TIE_TO_THE_FIRST, TWELVE, 1_100, "winner", id="tie to the first player"),
        pytest.param(bugs.TOO_FEW_FACE_DOWN, TEN, 1_100, "wars", id="too few cards face down"),
    ],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_bug_is_found_within_so_many_plays(
    bug: int, rules: Rules, plays: int, field: str, seed: int
) -> None:
    result = judged(bugs.buggy(bug, rules), rules, plays=plays, seed=seed)
    assert result.decision in (Decision.INCONSISTENT, Decision.INVALID)
    assert field in at_fault(result)


@pytest.mark.parametrize("rules", [TWELVE, TEN], ids=str)
def test_booty_pair_by_pair_is_as_fair_as_block_by_block(rules: Rules) -> None:
    result = crosscheck(simulator=bugs.buggy(bugs.PAIR_BY_PAIR, rules), exact=FAIR, seed=1)
    assert result.decision is Decision.CONSISTENT  # only the laws show it, as above


@pytest.mark.slow
@pytest.mark.parametrize("rules", [TWELVE, TEN], ids=str)
def test_the_same_code_without_a_bug_passes(rules: Rules) -> None:
    result = judged(bugs.buggy(bugs.NONE, rules), rules, plays=2**19, seed=1)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.parametrize(
    ("bug", "plays", "field"),
    [
        pytest.param(bugs.FIRST_CARD_STAYS, 4_200, "deuces", id="first card stays"),
        pytest.param(bugs.SWAPS_WITH_ANY_PLACE, 4_200, "strength", id="naive shuffle"),
    ],
)
def test_a_bad_shuffle_is_found_in_the_deal(bug: int, plays: int, field: str) -> None:
    result = crosscheck(simulator=bugs.buggy_deal(bug), exact=DEAL_LAWS, plays=plays, seed=1)
    assert result.decision is Decision.INCONSISTENT
    assert field in at_fault(result)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        TWELVE,
        TEN,
        Rules(ranks=4, suits=2, shortfall="last-card"),
        Rules(ranks=4, suits=2, shortfall="last-card", pick_up="first-player-first"),
        Rules(ranks=3, suits=2, face_down=0, pick_up="loser-first"),
        replace(PUBLISHED, ranks=5, suits=2, face_down=1),
        Rules(ranks=3, suits=2, face_down=1, pick_up="first-player-first"),
        Rules(ranks=3, suits=2, face_down=1, pick_up="random"),
        Rules(ranks=2, suits=4, face_down=0, pick_up="random"),  # a cut would show
        Rules(ranks=6, suits=1, pick_up="random"),
    ],
    ids=str,
)
def test_the_kernel_agrees_with_the_truth_of_small_decks(rules: Rules) -> None:
    result = judged(simulator(rules), rules, seed=1713)
    assert result.decision is Decision.CONSISTENT
    if rules.pick_up != "random":  # where the ties of a play are not known
        assert {verdict.field for verdict in result.verdicts} == {*Game._fields}


def test_the_kernel_deals_the_full_deck_by_its_laws() -> None:
    dealt = simulator(Rules(), "deal")
    assert crosscheck(simulator=dealt, exact=DEAL_LAWS, seed=1713).decision is Decision.CONSISTENT


def test_the_published_reading_is_no_fair_game() -> None:
    result = crosscheck(simulator=simulator(PUBLISHED), exact=FAIR, plays=20_000, seed=1713)
    assert result.decision is Decision.INCONSISTENT
    (verdict,) = result.verdicts
    assert verdict.estimate is not None
    assert verdict.estimate < 0  # the second player takes what cannot be fought


@pytest.mark.slow
@pytest.mark.parametrize("order", ["winner-first", "loser-first", "random"])
def test_the_symmetric_orders_are_fair(order: Any) -> None:
    played = simulator(Rules(pick_up=order))
    assert crosscheck(simulator=played, exact=FAIR, seed=1713).decision is Decision.CONSISTENT
