"""Quantities: default margins, folded histograms, and what is refused."""

import enum
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput
from montmort.verification.verdicts.quantities import Quantity, fold
from tests.verification.verdicts.examples import HEADS, quantity


def test_default_margins() -> None:
    assert HEADS.default_margin() == Fraction(1, 200)
    p = Fraction(1, 10**6)
    rare = Quantity(field="rare", mean=p, variance=p * (1 - p), low=0, high=10)
    assert rare.coarse_margin() == Fraction(1, 1000)
    assert rare.default_margin() == p / 2
    tiny = Fraction(1, 10**400)
    assert Quantity(field="t", mean=tiny, variance=tiny**2, low=0, high=1).sd == 0.0
    tiny = Fraction(1, 10**200)
    assert Quantity(field="t", mean=tiny, variance=tiny**2, low=0, high=1).sd == pytest.approx(
        1e-200, rel=1e-12
    )


@given(st.integers(1, 9999), st.integers(-3, 3), st.integers(1, 5))
def test_the_margin_of_an_event_is_at_most_half_its_chance(per: int, low: int, width: int) -> None:
    p = Fraction(per, 10_000)
    event = quantity({low: 1 - p, low + width: p})
    assert event.default_margin() <= min(p, 1 - p) * width / 2
    assert event.shift_without_rare == min(p, 1 - p) * width


def test_a_jackpot_is_rare_and_matters() -> None:
    jackpot = Fraction(1, 40_000)
    paid = quantity({-1: Fraction(1, 2), 1: Fraction(1, 2) - jackpot, 800: jackpot})
    assert paid.shift_without_rare == jackpot * (800 - paid.mean) / (1 - jackpot)
    assert 2 * paid.shift_without_rare < paid.default_margin() == paid.coarse_margin()
    two = {-1: Fraction(1, 2), 1: Fraction(1, 2) - 2 * jackpot, 700: jackpot, 800: jackpot}
    assert quantity(two).shift_without_rare < quantity(two).default_margin()
    die = quantity({eyes: Fraction(1, 6) for eyes in range(1, 7)})
    assert die.shift_without_rare == Fraction(1, 2)  # no ones, or no sixes


@given(st.dictionaries(st.integers(0, 9), st.integers(0, 5)), st.integers(0, 9))
def test_folding_counts_the_minimum(counts: dict[int, int], horizon: int) -> None:
    slow = [min(v, horizon) for v, plays in counts.items() for _ in range(plays)]
    assert fold(counts, horizon) == {v: slow.count(v) for v in slow}


@pytest.mark.parametrize("sign", [1, -1])
def test_values_whose_squares_are_no_floats_are_refused(sign: int) -> None:
    half = Fraction(1, 2)
    with pytest.raises(
        BadInput, match="points has values up to 1e400, and at most 1e150 is judged"
    ):
        quantity({0: half, sign * 10**400: half})
    assert quantity({0: half, sign * 10**150: half}).sd == pytest.approx(5e149)


def test_numpy_and_enum_values_are_integers() -> None:
    class Side(enum.IntEnum):
        TAILS = 0
        HEADS = 1

    assert fold({Side.HEADS: np.int64(3), np.False_: 2}) == {1: 3, 0: 2}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mean": Fraction(2)}, "must lie in its range"),
        ({"variance": Fraction(-1)}, "the variance of f, -1"),
        ({"variance": Fraction(1, 3)}, "the variance of f, 0.333333..."),
        ({"variance": Fraction(0)}, "its mean must be an integer"),
        ({"law": {0: Fraction(1, 3), 1: Fraction(2, 3)}}, "must be those of its law"),
        ({"law": {0: Fraction(1, 3)}}, "sum to exactly 1"),
    ],
)
def test_a_quantity_must_be_possible(change: dict[str, object], message: str) -> None:
    facts = {"field": "f", "mean": Fraction(1, 2), "variance": Fraction(1, 4), "low": 0, "high": 1}
    with pytest.raises(BadInput, match=message):
        Quantity(**{**facts, **change})
