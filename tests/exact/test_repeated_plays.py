"""The total of independent plays, against the enumeration of all of them."""

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import Law
from montmort.exact import repeated_plays
from montmort.exact.repeated_plays import WIDEST, Standing, standing
from montmort.games.errors import BadInput, TooLarge

VALUES = st.fractions(min_value=-5, max_value=9, max_denominator=4)
LAWS = st.dictionaries(VALUES, st.integers(1, 6), min_size=1, max_size=4).map(
    lambda weights: Law(weights=weights)
)


def enumerated(law: Law[Any], plays: int, bound: Fraction) -> list[Fraction]:
    """Return the chances to be below, at and above, from every sequence of plays."""
    found = [Fraction(0)] * 3
    for values in itertools.product(law, repeat=plays):
        total = sum(values)
        chance = math.prod((law[value] for value in values), start=Fraction(1))
        found[(total > bound) - (total < bound) + 1] += chance
    return found


@given(law=LAWS, plays=st.integers(1, 4), bound=VALUES)
def test_the_chances_are_those_of_all_sequences(
    law: Law[Fraction], plays: int, bound: Fraction
) -> None:
    assert list(standing(law, plays, bound)) == enumerated(law, plays, bound)


@given(law=LAWS, plays=st.integers(1, 4), bound=VALUES)
def test_intervals_hold_the_chances_of_all_sequences(
    law: Law[Fraction], plays: int, bound: Fraction
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_plays, "MOST_BITS", 0)
        found = standing(law, plays, bound)
    for interval, chance in zip(found, enumerated(law, plays, bound), strict=True):
        assert isinstance(interval, tuple)
        low, high = interval
        assert low <= chance <= high <= low + 2 * WIDEST


def test_intervals_hold_long_fractions_where_balls_need_many_bits() -> None:
    # from the lower end almost all weight is far away: balls of 128 bits lose all digits
    law = Law(weights={-1: 1, 2: 30, 4: 5, 35: 1})
    whole = standing(law, 700, 1700)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_plays, "MOST_BITS", 0)
        found = standing(law, 700, 1700)
    for interval, chance in zip(found, whole, strict=True):
        assert isinstance(interval, tuple)
        assert isinstance(chance, Fraction)
        assert interval[0] <= chance <= interval[1] <= interval[0] + 2 * WIDEST


@pytest.mark.parametrize("plays", [1, 2, 999, 1000])
def test_tosses_are_binomial(plays: int) -> None:
    heads = [Fraction(math.comb(plays, k), 2**plays) for k in range(plays + 1)]
    even = heads[plays // 2] if plays % 2 == 0 else Fraction(0)
    above = sum(heads[plays // 2 + 1 :])
    toss = Law(weights={-1: 1, 1: 1})
    assert standing(toss, plays) == Standing(1 - even - above, even, above)


def test_a_bound_may_lie_beyond_all_totals() -> None:
    toss = Law(weights={-1: 1, 1: 1})
    assert standing(toss, 2, 3) == (1, 0, 0)
    assert standing(toss, 2, -3) == (0, 0, 1)
    assert standing(Law(weights={Fraction(1, 3): 1}), 5, Fraction(5, 3)) == (0, 1, 0)


def test_too_many_plays_are_refused() -> None:
    law = Law(weights={-1: 1, Fraction(1, 1_009): 1, 1: 2})
    with pytest.raises(TooLarge, match="take fewer plays"):
        standing(law, 10**6)


@pytest.mark.parametrize("plays", [0, -1, True, 2.0])
def test_plays_are_counted_from_one(plays: Any) -> None:
    with pytest.raises(BadInput, match="plays="):
        standing(Law(weights={1: 1}), plays)


def test_a_law_must_be_whole() -> None:
    with pytest.raises(BadInput, match="tail"):
        standing(Law(weights={1: 1}, total=2), 3)
