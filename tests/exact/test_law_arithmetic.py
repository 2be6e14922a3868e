"""Sums of laws, against the slow sum over all pairs, and against icepool (A. Liu)."""

import enum
import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

import icepool
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.games.errors import BadInput, TooLarge

values = st.one_of(
    st.integers(-6, 6),
    st.booleans(),
    st.fractions(-3, 3, max_denominator=4),
    st.sampled_from([10**12, -(10**9), Fraction(1, 10**9)]),
)
laws = (
    st.dictionaries(values, st.integers(0, 9), min_size=1, max_size=5)
    .filter(lambda weights: sum(weights.values()) > 0)
    .map(lambda weights: Law(weights=weights))
)
D6 = Law.of(range(1, 7))
CUT = Law.of({0: Fraction(1, 2)}, horizon=0)


def by_pairs(combine: Callable[..., Any], *independent: Law[Any]) -> dict[Any, Fraction]:
    """Return the chances of `combine(x, y, ...)`, outcome by outcome: slow and obvious."""
    chances: dict[Any, Fraction] = {}
    for outcome in product(*independent):
        chance = reduce(operator.mul, (law[x] for law, x in zip(independent, outcome, strict=True)))
        image = combine(*outcome)
        chances[image] = chances.get(image, Fraction(0)) + chance
    return chances


def icepool_law(die: Any) -> Law[Any]:
    return Law(weights=dict(zip(die.outcomes(), die.quantities(), strict=True)))


@given(laws, laws)
def test_sums_and_differences_of_independent_numbers(one: Law[Any], two: Law[Any]) -> None:
    assert (one + two).chances() == by_pairs(operator.add, one, two)
    assert (one - two).chances() == by_pairs(operator.sub, one, two)
    assert one + two == two + one
    assert list((one + two).weights) == sorted((one + two).weights)


@given(laws, st.integers(0, 4))
def test_copies(law: Law[Any], copies: int) -> None:
    expected = by_pairs(lambda *outcome: sum(outcome), *[law] * copies) if copies else {0: 1}
    assert (copies @ law).chances() == expected
    assert law.repeat(copies) == copies @ law == sum([law] * copies, start=Law.of([0]))


@given(laws, values)
def test_constants(law: Law[Any], constant: Any) -> None:
    assert (law + constant).chances() == by_pairs(lambda x: x + constant, law)
    assert constant + law == law + constant
    assert (law - constant).chances() == by_pairs(lambda x: x - constant, law)
    assert (constant - law).chances() == by_pairs(lambda x: constant - x, law)
    assert -law == 0 - law


@given(laws, st.integers(1, 3))
def test_highest_and_lowest_of_copies(law: Law[Any], copies: int) -> None:
    many = [law] * copies
    assert law.highest(copies).chances() == by_pairs(lambda *outcome: max(outcome), *many)
    assert law.lowest(copies).chances() == by_pairs(lambda *outcome: min(outcome), *many)


@given(laws, laws, laws)
def test_joint_laws_of_independent_outcomes(one: Law[Any], two: Law[Any], three: Law[Any]) -> None:
    joint = one.joint(two, three)
    assert joint.chances() == by_pairs(lambda *outcome: outcome, one, two, three)
    assert joint.map(sum) == one + two + three


@pytest.mark.parametrize("dice", [0, 1, 2, 20, 200])
def test_dice_as_icepool_adds_them(dice: int) -> None:
    theirs = dice @ icepool.d6 if dice else icepool.Die([0])
    assert dice @ D6 == icepool_law(theirs)


def test_unequal_dice_as_icepool_adds_them() -> None:
    loaded = {-2: 3, 0: 1, 5: 4}
    ours = 3 @ Law.of(loaded) + 2 @ D6 - Law.of(range(1, 5))
    assert ours == icepool_law(3 @ icepool.Die(loaded) + 2 @ icepool.d6 - icepool.d4)


@pytest.mark.parametrize("dice", [1, 2, 7])
def test_highest_and_lowest_as_icepool_finds_them(dice: int) -> None:
    pool = icepool.d6.pool(dice)
    assert D6.highest(dice) == icepool_law(pool.highest(1).sum())
    assert D6.lowest(dice) == icepool_law(pool.lowest(1).sum())


def test_a_sum_of_a_thousand_dice_has_the_moments_of_a_thousand_dice() -> None:
    law = 1000 @ D6
    assert len(law) == 5001
    assert (law.mean(), law.variance()) == (3500, Fraction(35000, 12))
    assert law == 300 @ (2 @ D6) + 400 @ D6
    assert law[1000] == law[6000] == Fraction(1, 6**1000)


def test_values_far_apart_and_of_one_kind() -> None:
    law = Law.of({0: 1, 1: 1, 10**15: 2})
    assert (2 @ law)[10**15 + 1] == Fraction(1, 4)
    assert (100 @ Law.of([7])) == Law.of([700])
    assert (3 @ Law.of([0, 10**30]))[2 * 10**30] == Fraction(3, 8)


def test_true_counts_as_one_and_numbered_members_by_their_number() -> None:
    class Points(enum.IntEnum):
        LOSS = 0
        WIN = 3

    assert 2 @ Law.of([True, False]) == Law.of([0, 1, 1, 2])
    assert 2 @ Law.of(Points) == Law.of([0, 3, 3, 6])
    assert D6 + np.int64(2) == np.int64(2) + D6 == Law.of(range(3, 9))


def test_chances_weights_and_equally_likely_outcomes() -> None:
    third = Fraction(1, 3)
    assert (
        Law.of({"a": third, "b": 2 * third}) == Law.of({"a": 1, "b": 2}) == Law.of(["a", "b", "b"])
    )
    assert Law.of({0: 0, 1: 1}) == Law.of([1]) == Law.of(iter([1]))
    assert Law.of({0: 1, 1: 0}).tail == 0
    assert Law.of({0: third}, horizon=0).tail == 2 * third
    assert Law.of([(1, 2), (1, 2), (3, 4)])[1, 2] == 2 * third


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Law.of(["win"]) + D6, "'win' is not a number; map the law to numbers first"),
        (lambda: D6 + "win", "'win' is not a number"),
        (lambda: 2 @ Law.of([(1, 2)]), r"\(1, 2\) is not a number"),
        (lambda: D6 + 0.5, "0.5 is not exact; use a Fraction"),
        (lambda: 2 * D6, "write n @ law"),
        (lambda: D6 * D6, "write n @ law"),
        (lambda: -1 @ D6, "copies=-1 must be an integer >= 0"),
        (lambda: Fraction(1, 2) @ D6, "copies=.* must be an integer >= 0"),
        (lambda: D6.highest(0), "copies=0 must be an integer >= 1"),
        (lambda: Law.of(["a"]).lowest(2), "'a' is not a number"),
        (lambda: D6 + CUT, "a sum needs the whole law"),
        (lambda: CUT.highest(2), "needs the whole law"),
        (lambda: D6.joint(CUT), "needs the whole law"),
        (lambda: D6.joint(6), "must be a Law"),
        (lambda: Law.of("win"), "equally likely outcomes"),
        (lambda: Law.of(6), "equally likely outcomes"),
        (lambda: Law.of([]), "no law"),
        (lambda: Law.of([[1]]), "hashable"),
        (lambda: Law.of({0: Fraction(3, 2), 1: 1}), "the chances sum to 5/2, not to 1"),
        (lambda: Law.of({0: 3, 1: -1}), "no law"),
        (lambda: Law.of({1: Fraction(1, 2), 2: Fraction(1, 3)}), "the chances sum to 5/6, not to"),
        (lambda: Law.of({}), "the chances sum to 0, not to 1"),
        (lambda: Law.of({1: 0, 2: 0}), "the chances sum to 0, not to 1"),
        (lambda: Law.of({5: Fraction(1, 2)}, horizon=2), "outcome 5 lies beyond the horizon 2"),
        (lambda: D6 @ 2, "write n @ law"),
    ],
)  # fmt: skip
def test_what_has_no_sum_is_refused_in_one_sentence(
    wrong: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        wrong()


def test_laws_out_of_reach_are_refused() -> None:
    far = Law.of([2**k for k in range(4000)])
    for wrong in (
        lambda: 10**9 @ D6,
        lambda: D6.highest(10**10),
        lambda: far + far,
        lambda: D6.joint(*[D6] * 9),
    ):
        with pytest.raises(TooLarge, match=r"fewer|first"):
            wrong()
