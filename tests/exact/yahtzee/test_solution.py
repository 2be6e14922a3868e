"""The best play of Yahtzee: equal to the rules walked, for small versions of all kinds."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.decisions.optimal import optimal
from montmort.exact.from_rules import explore
from montmort.exact.yahtzee import kernel, solution
from montmort.exact.yahtzee.solution import Solution, solve
from montmort.exact.yahtzee.states import cards_of
from montmort.exact.yahtzee.tables import tables_of
from montmort.exact.yahtzee.turn import BestPlayer, worths
from montmort.games.errors import BadInput, TooLarge
from montmort.games.table import Table
from montmort.games.yahtzee import EXPERIMENTS, LOWER, UPPER, Rules, Turn

GAME = EXPERIMENTS["game"]
SMALL = [
    Rules(dice=2, faces=2, boxes="twos,yahtzee,chance", target=4, throws=2),
    Rules(dice=2, faces=2, boxes="ones,twos,yahtzee,chance", target=5, joker="forced"),
    Rules(dice=3, faces=2, boxes="ones,full-house,yahtzee,large-straight", target=2),
    Rules(dice=3, faces=2, boxes="ones,full-house,yahtzee,twos", target=7, joker="forced"),
    Rules(dice=2, faces=3, boxes="ones,yahtzee,full-house", throws=1, extra=7, bonus=3, target=1),
    Rules(dice=3, faces=3, boxes="threes,three-of-a-kind,yahtzee", throws=2, target=9),
    Rules(dice=4, faces=4, boxes="small-straight,full-house", throws=2),
    Rules(dice=5, faces=5, boxes="large-straight", throws=2),
    Rules(dice=6, faces=2, boxes="full-house,yahtzee,small-straight", throws=1, joker="forced"),
    Rules(dice=1, faces=6, boxes="ones,sixes,yahtzee,chance", target=7, joker="forced"),
    Rules(dice=1, faces=1, boxes="ones,yahtzee", target=0),
    Rules(dice=2, faces=2, boxes="ones,yahtzee,chance", extra=10**6, bonus=10**9, target=1),
]


def check(rules: Rules) -> None:
    """Compare values, moments, every decision and every worth with the walk of the rules."""
    found, walked = solve(rules), optimal(GAME, rules, maximise="score")
    assert found.value == walked.value
    for field, moment in found.moments.items():
        assert moment.mean == walked.walk.expected(field)
        assert moment.variance == walked.walk.variance(field)
    assert found.bonus_chance == walked.walk.last_law("bonus")[True]
    player = BestPlayer(found)
    for each in walked.decisions:
        assert worths(found, each.view) == dict(zip(each.choices, each.values, strict=True))
        assert player.decide(0, each.choices, each.view) == each.choice


@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_small_versions(rules: Rules) -> None:
    check(rules)


@settings(max_examples=15)
@given(
    joker=st.sampled_from(["free", "forced"]),
    dice=st.integers(1, 2),
    faces=st.integers(1, 3),
    throws=st.integers(1, 3),
    boxes=st.lists(st.sampled_from([*UPPER[:3], *LOWER]), min_size=1, max_size=3, unique=True),
    bonus=st.integers(0, 40),
    target=st.integers(0, 8),
    extra=st.integers(0, 100),
)
def test_any_small_version(boxes: list[str], faces: int, **fields: Any) -> None:
    known = {*UPPER[:faces], *LOWER}
    kept = [box for box in boxes if box in known] or ["chance"]
    check(Rules(boxes=",".join(kept), faces=faces, **fields))


def test_one_turn_by_hand() -> None:
    # a coin with 1 and 2, thrown up to three times: 2 unless all three are 1
    found = solve(Rules(dice=1, faces=2, boxes="chance"))
    assert found.value == 2 - Fraction(1, 8)
    assert found.moments["score"].variance == Fraction(1, 8) * Fraction(7, 8)


def test_five_dice_and_one_box_by_hand() -> None:
    # every die is thrown for itself: 7/2 at the end, 17/4 with 4, 5, 6 kept before, and 14/3
    # with 5, 6 kept before that
    assert solve(Rules(boxes="chance")).value == 5 * Fraction(14, 3)


def test_the_strategy_played_is_worth_the_value() -> None:
    rules = Rules(dice=2, faces=3, boxes="threes,yahtzee,chance", target=6, joker="forced")
    found = solve(rules)

    def players(*_: object) -> Table:
        return BestPlayer(found)

    walk = explore(replace(GAME, players=players), rules)
    assert walk.expected("score") == found.value
    assert walk.variance("score") == found.moments["score"].variance


def test_a_strategy_for_other_rules_is_refused() -> None:
    player = BestPlayer(solve(Rules(dice=2, faces=2, throws=2, boxes="chance")))
    with pytest.raises(BadInput, match="is no turn under"):
        player.decide(0, (), Turn(("chance",), 0, False, (1, 2, 2), 1))


@pytest.mark.parametrize(
    "rules",
    [Rules(dice=10, faces=10), Rules(throws=10), Rules(extra=10**12), Rules(target=10**6)],
    ids=str,
)
def test_what_does_not_fit_is_refused(rules: Rules) -> None:
    with pytest.raises(TooLarge):
        solve(rules)


def test_cards_of_the_usual_game() -> None:
    # 2794 sums of sets of upper boxes, 64 sets of lower boxes without the yahtzee, and that
    # open, 0 or 50: Verhoeff's 536,448 with the full cards
    cards = cards_of(Rules())
    assert cards.total + len(cards.layers[0]) == 2794 * 64 * 3 == 536_448


def swapped(rules: Rules, change: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> Solution:
    """Solve with some arrays of the rules changed."""
    solution._LATEST.clear()
    wrong = tables_of(rules)._replace(**change)  # type: ignore[arg-type]
    monkeypatch.setattr(solution, "tables_of", lambda _: wrong)
    return solve(rules)


COINS = Rules(dice=3, faces=2, boxes="ones,three-of-a-kind,full-house,yahtzee", target=6)
FORCED = Rules(
    dice=2, faces=3, throws=1, boxes="ones,twos,chance,yahtzee", target=2, joker="forced"
)
PLANTED: dict[str, tuple[Rules, dict[str, object]]] = {
    "the joker is free": (FORCED, {"forced": False}),
    "a joker scores nothing": (COINS, {"joker": np.full(4, -1)}),
    "an extra yahtzee earns nothing": (COINS, {"extra": 0}),
    "one throw fewer": (COINS, {"throws": 2}),
}


@pytest.mark.parametrize("bug", PLANTED)
def test_planted_bugs_are_found(bug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, change = PLANTED[bug]
    walked = optimal(GAME, rules, maximise="score").value
    try:
        assert solve(rules).value == walked
        assert swapped(rules, change, monkeypatch).value != walked
    finally:
        solution._LATEST.clear()


def test_the_kernel_takes_the_first_of_equal_choices() -> None:
    # ones and twos alike with 1, 2: a throw of two coins with the boxes of equal worth
    rules = Rules(dice=2, faces=2, throws=2, boxes="full-house,small-straight")
    boxes, keeps = solve(rules).decisions(np.array([[3, 0, 0]]))
    assert boxes.tolist() == [[0, 0, 0]]  # all worth nothing: the first box
    assert keeps.tolist() == [[[0, 1, 3]]]  # and all dice are kept


def test_limbs_compare_from_the_top() -> None:
    low, high = np.array([5, 1]), np.array([0, 2])
    assert kernel.is_less(low, high)
    assert not kernel.is_less(high, low)
    assert not kernel.is_less(low, low)
