"""The total of independent plays, against the enumeration of all of them."""

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from montmort import Law
from montmort.exact import repeated_plays
from montmort.exact.repeated_plays import Standing, standing
from montmort.games.errors import BadInput, TooLarge

WIDEST = Fraction(1, 10**20)  # of an interval
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


def test_intervals_hold_long_fractions_far_above_the_lowest_total() -> None:
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


def test_values_may_be_huge() -> None:
    assert standing(Law(weights={-1: 1, 10**30: 1}), 2).above == Fraction(3, 4)


@pytest.mark.parametrize("plays", [1, 2, 40, 100])
def test_a_fine_lattice_of_few_values_is_enumerated(plays: int) -> None:
    # a tiny gain e decides exactly if the tosses are even: ahead or even of tosses without it
    fine = standing(Law(weights={-1: 1, Fraction(1, 10**12): 1, 1: 1}), plays)
    coarse = standing(Law(weights={-1: 1, 0: 1, 1: 1}), plays)
    tosses = sum(  # of these none is the tiny gain
        (Fraction(math.comb(plays, plays // 2), 3**plays) for _ in range(1 - plays % 2)),
        Fraction(0),
    )
    assert fine == Standing(coarse.below, tosses, coarse.above + coarse.at - tosses)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("law", "plays", "most"),
    [
        ({-1: 1, Fraction(1, 10**6 + 3): 1, 1: 2}, 10**4, 2**20),  # a play has 2 10^6 values
        ({-1: 1, Fraction(1, 10**12): 10**500, 1: 10**500}, 50, 2**20),  # and long fractions
        ({-1: 1, 1: 1}, 10**6, 10**3),  # a standard deviation is 500 units
        ({-1: 10**12, 0: 10**12, 900: 1}, 10**5, 10**3),  # unlikely, and far away
    ],
)
def test_totals_that_are_spread_over_too_many_units_are_refused(
    law: dict[int | Fraction, int], plays: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repeated_plays, "MOST_COEFFICIENTS", most)
    with pytest.raises(TooLarge, match=f"of {plays:,} plays are spread .* take fewer plays"):
        standing(Law(weights=law), plays)


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


def test_a_tail_is_left_out_of_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Law(weights={k: 2 ** (4 - k) for k in range(5)}, total=2**5)  # a tail of 1/32
    whole = standing(cut, 60, 200)
    monkeypatch.setattr(repeated_plays, "MOST_BITS", 0)
    for found, chance in zip(standing(cut, 60, 200), whole, strict=True):
        (low, high), (least, most) = map(repeated_plays._ends, (found, chance))
        assert low <= least <= low + 2 * WIDEST
        assert high - 2 * WIDEST <= most <= high


@given(
    law=st.dictionaries(st.integers(0, 9), st.integers(1, 6), min_size=1, max_size=4),
    cut=st.integers(0, 8),
    plays=st.integers(1, 4),
    bound=st.integers(-2, 30),
)
@example(law={0: 1, 1: 1}, cut=0, plays=1, bound=1)
@example(law={0: 1, 1: 1}, cut=0, plays=3, bound=1)
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


@given(law=LAWS, plays=st.integers(1, 25), bound=VALUES)
@example(law=Law(weights={-1: 1, 0: 1, 1: 1}), plays=256, bound=Fraction(0))
@example(law=Law(weights={-1: 10**9, 800: 1}), plays=300, bound=Fraction(1))
@pytest.mark.parametrize("bits", [4, repeated_plays.BITS])
def test_intervals_hold_the_exact_chances(
    bits: int, law: Law[Fraction], plays: int, bound: Fraction
) -> None:
    whole = standing(law, plays, bound)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeated_plays, "MOST_BITS", 0)
        patch.setattr(repeated_plays, "BITS", bits)  # of 4 bits most are lost by rounding
        found = standing(law, plays, bound)
    for interval, chance in zip(found, whole, strict=True):
        assert isinstance(interval, tuple)
        assert isinstance(chance, Fraction)
        assert interval[0] <= chance <= interval[1]
        assert bits == 4 or interval[1] - interval[0] <= WIDEST


@pytest.mark.parametrize("plays", [10**5, 10**8])
def test_very_many_tosses_are_near_the_normal_law(plays: int) -> None:
    # Berry and Esseen: within 1/sqrt(n); Stirling: even with chance sqrt(2/(pi n)) (1 - 1/(4n))
    below, at, _ = standing(Law(weights={-1: 1, 1: 1}), plays, 2 * math.isqrt(plays))
    assert isinstance(below, tuple)
    assert abs(float(below[0]) - 0.9772498680518208) < 1 / math.sqrt(plays)
    even = standing(Law(weights={-1: 1, 1: 1}), plays).at
    assert isinstance(even, tuple)
    assert float(even[0]) == pytest.approx(
        math.sqrt(2 / math.pi / plays) * (1 - 1 / (4 * plays)), rel=1e-9
    )
    assert isinstance(at, tuple)


def test_a_play_that_is_hardly_ever_another_has_an_interval() -> None:
    # of 10^9 plays none pays with chance (1 - 10^-9)^(10^9), one pays with 1/e as well
    below, at, above = standing(Law(weights={-1: 10**9 - 1, 10**9 - 1: 1}), 10**9)
    for chance in (below, at):
        assert isinstance(chance, tuple)
        assert float(chance[0]) == pytest.approx(math.exp(-1), rel=1e-8)
    assert isinstance(above, tuple)
    assert above[0] + below[0] + at[0] <= 1 <= above[1] + below[1] + at[1]


@pytest.mark.parametrize("horizon", [20, 39])
def test_a_tail_leaves_wide_intervals_only_where_it_decides(horizon: int) -> None:
    weights = {k: 2 ** (39 - k) for k in range(horizon)}
    cut = Law(weights=weights, total=2**40)
    below, _, above = standing(cut, 10**7, 9 * 10**6)  # the mean is 10^7
    assert isinstance(above, tuple)
    assert isinstance(below, tuple)
    assert above[0] > 1 - Fraction(1, 10**20)
    assert below[1] < Fraction(1, 10**20)
