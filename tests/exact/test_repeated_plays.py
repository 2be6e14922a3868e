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


def test_a_law_has_an_outcome() -> None:
    with pytest.raises(BadInput, match="outcome"):
        standing(Law(weights={}, total=2), 3)


HEADS = Law(weights={k: 2 ** (39 - k) for k in range(40)}, total=2**40)  # before a tail


@pytest.mark.parametrize("plays", [1, 2, 3, 38])
def test_a_tail_beyond_the_bound_leaves_the_chances_exact(plays: int) -> None:
    def chance(heads: int) -> Fraction:  # of so many heads before so many tails
        return Fraction(math.comb(heads + plays - 1, heads), 2 ** (heads + plays))

    below, even = sum(map(chance, range(plays))), chance(plays)
    assert standing(HEADS, plays, plays) == (below, even, 1 - below - even)


@given(
    law=st.dictionaries(st.integers(0, 9), st.integers(1, 6), min_size=1, max_size=4),
    cut=st.integers(0, 8),
    plays=st.integers(1, 4),
    bound=st.integers(-2, 30),
)
def test_a_law_that_is_cut_off_has_intervals_around_those_of_the_whole_law(
    law: dict[int, int], cut: int, plays: int, bound: int
) -> None:
    whole = Law(weights=law)
    weights = {value: weight for value, weight in law.items() if value <= cut}
    if not weights:
        return
    found = standing(Law(weights=weights, total=sum(law.values())), plays, bound)
    for part, chance in zip(found, standing(whole, plays, bound), strict=True):
        low, high = part if isinstance(part, tuple) else (part, part)
        assert isinstance(chance, Fraction)
        assert low <= chance <= high
