"""Planted bugs are found, each within the plays and in the category listed beside it.

Seeds are fixed, so a run repeats itself; blocks of 2^10 plays give many looks.
"""

from fractions import Fraction

import pytest

from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.made_hands import CATEGORIES
from montmort.verification import Crosscheck, Decision, crosscheck
from tests.verification.liars_poker import buggy_liars_poker as bugs

TEN_OF_54 = Rules(cards=10, jokers=2)
PUBLISHED = Rules(cards=10, jokers=2, published=True)


def at_fault(result: Crosscheck) -> set[str]:
    wrong = (Decision.INCONSISTENT, Decision.INVALID)
    return {verdict.field for verdict in result.verdicts if verdict.decision in wrong}


@pytest.mark.parametrize(
    ("bug", "plays", "category"),
    [
        pytest.param(bugs.JOKER_NOT_IN_STRAIGHTS, 2_000, "straight", id="joker not in straights"),
        pytest.param(bugs.ONE_RANK_FULL_HOUSE, 4_000, "full_house", id="full house of one rank"),
        pytest.param(bugs.JOKER_USED_TWICE, 4_000, "full_house", id="joker in both parts"),
        pytest.param(bugs.WITH_REPLACEMENT, 2_000, "two_pair", id="cards put back"),
        pytest.param(bugs.ACE_ONLY_HIGH, 40_000, "straight", id="ace not low in straights"),
        pytest.param(bugs.ROUND_THE_CORNER, 16_000, "straight", id="straights over the ace"),
        pytest.param(bugs.FLUSH_OF_EXACTLY_FIVE, 8_000, "flush", id="six are no flush"),
        pytest.param(bugs.STRAIGHT_AND_FLUSH, 2_000, "straight_flush", id="straight and flush"),
        pytest.param(bugs.LAST_CARD_STAYS, 2_000, "three_of_a_kind", id="last card never drawn"),
        pytest.param(bugs.SWAPS_WITH_ANY_PLACE, 32_000, "flush", id="naive shuffle"),
        pytest.param(bugs.FIVE_OF_NATURALS, 8_000, "five_of_a_kind", id="joker not in five"),
    ],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_bug_is_found_within_so_many_plays(
    bug: int, plays: int, category: str, seed: int
) -> None:
    buggy = bugs.buggy(bug, TEN_OF_54)
    result = crosscheck("liars-poker", TEN_OF_54, simulator=buggy, plays=plays, seed=seed)
    assert result.decision is Decision.INCONSISTENT
    assert category in at_fault(result)


def test_the_best_hand_alone_is_invalid_where_a_category_is_certain() -> None:
    buggy = bugs.buggy(bugs.BEST_HAND_ALONE, TEN_OF_54)
    result = crosscheck("liars-poker", TEN_OF_54, simulator=buggy, plays=1_000, seed=1)
    assert result.decision is Decision.INVALID
    assert {"high_card", "pair", "two_pair", "straight"} <= at_fault(result)


def test_five_of_a_kind_from_a_deck_without_jokers_is_invalid() -> None:
    result = crosscheck("liars-poker", TEN_OF_54, against=Rules(cards=10), plays=10_000, seed=1)
    decisions = {verdict.field: verdict.decision for verdict in result.verdicts}
    assert decisions["five_of_a_kind"] is Decision.INVALID
    assert decisions["high_card"] is Decision.CONSISTENT


@pytest.mark.slow
def test_the_same_code_without_a_bug_passes() -> None:
    buggy = bugs.buggy(bugs.NONE, TEN_OF_54)
    result = crosscheck("liars-poker", TEN_OF_54, simulator=buggy, plays=2**19, seed=1)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [
        Rules(cards=10),
        TEN_OF_54,
        Rules(cards=10, published=True),
        PUBLISHED,
        Rules(cards=5, jokers=2),
        Rules(cards=40, jokers=2),
        Rules(cards=12, jokers=2, hand="Kc Qc *", call="king high club straight flush"),
    ],
    ids=str,
)
def test_the_kernels_agree_with_the_exact_values_in_every_field(rules: Rules) -> None:
    result = crosscheck("liars-poker", rules, seed=1713)
    fields = (*CATEGORIES, *(["call"] if rules.call else []))
    # a chance below 10^-7 needs more plays than a run waits for: see Judge
    rare = {v.field for v in result.verdicts if 0 < min(v.exact, 1 - v.exact) < Fraction(1, 10**7)}
    assert {v.field: v.decision for v in result.verdicts} == {
        name: Decision.INCONCLUSIVE if name in rare else Decision.CONSISTENT for name in fields
    }


def test_the_published_program_judged_by_the_usual_rules() -> None:
    result = crosscheck("liars-poker", PUBLISHED, against=TEN_OF_54, seed=1713)
    assert result.decision is Decision.INCONSISTENT
    # flushes alone, where both jokers are wild, and the highest card are as they should be
    assert at_fault(result) == set(CATEGORIES) - {"high_card", "flush"}


def test_without_jokers_the_published_program_errs_in_three_categories() -> None:
    result = crosscheck(
        "liars-poker", Rules(cards=10, published=True), against=Rules(cards=10), seed=1713
    )
    assert at_fault(result) == {"two_pair", "full_house", "straight_flush"}
