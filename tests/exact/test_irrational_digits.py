"""Decimals of irrational numbers, against integers and published digits."""

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.irrational_digits import normal_quantile, rounded, rounded_root
from montmort.games.errors import BadInput


@given(square=st.fractions(min_value=0, max_value=10**6), places=st.integers(0, 12))
def test_a_root_is_rounded_to_the_nearest_decimal(square: Fraction, places: int) -> None:
    root, half = Fraction(rounded_root(square, places)), Fraction(1, 2 * 10**places)
    assert max(root - half, Fraction(0)) ** 2 <= square <= (root + half) ** 2


@given(eighths=st.integers(0, 800))
def test_roots_of_squares_are_themselves(eighths: int) -> None:
    root = Fraction(eighths, 8)
    assert Fraction(rounded_root(root**2, 3)) == root
    assert Fraction(rounded_root(root**2, 3, sign=-1)) == -root


@pytest.mark.parametrize("percent", [1, 50, 90, 95, 99])
def test_quantiles_of_the_normal_law(percent: int) -> None:
    with mpmath.workdps(60):
        z = mpmath.sqrt(2) * mpmath.erfinv(mpmath.mpf(percent) / 100)
        wanted = mpmath.nstr(z, 40)
    level = Fraction(percent, 100)
    digits = rounded(lambda: normal_quantile(level), 30)
    assert abs(Fraction(digits) - Fraction(wanted)) <= Fraction(1, 2 * 10**30) + Fraction(1, 10**38)
    assert math.erf(float(digits) / math.sqrt(2)) == pytest.approx(percent / 100)


@pytest.mark.parametrize("level", [Fraction(0), Fraction(1), Fraction(2)])
def test_a_level_lies_between_0_and_1(level: Fraction) -> None:
    with pytest.raises(BadInput, match="between 0 and 1"):
        normal_quantile(level)


def test_a_negative_square_has_no_root() -> None:
    with pytest.raises(BadInput, match="square="):
        rounded_root(Fraction(-1), 3)
