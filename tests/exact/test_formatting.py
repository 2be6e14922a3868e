"""Exact numbers as text."""

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from montmort.exact.formatting import decimals, fixed_point

NUMBERS = st.builds(lambda f, k: f * Fraction(10) ** k, st.fractions(), st.integers(-30, 30))


@given(NUMBERS)
def test_decimals_are_close_and_say_whether_they_end(number: Fraction) -> None:
    text = decimals(number)
    shown = Fraction(text.replace(",", "").replace("...", ""))
    assert abs(shown - number) <= max(Fraction(1, 10**6), abs(number) / 10**5)
    assert ("..." in text) == (shown != number)


@given(NUMBERS, st.integers(1, 12))
def test_decimals_are_cut_off_toward_zero(number: Fraction, places: int) -> None:
    text = decimals(number, places, separator="").replace("...", "")
    exponent = int(text.partition("e")[2] or 0)
    assert 0 <= abs(number) - abs(Fraction(text)) < Fraction(10) ** (exponent - places)


@given(NUMBERS, st.integers(0, 12))
@example(Fraction(-5, 1000), 2)
def test_fixed_point_is_rounded_half_away_from_zero_or_cut_off(
    number: Fraction, places: int
) -> None:
    unit = Fraction(1, 10**places)
    rounded = abs(Fraction(fixed_point(number, places)))
    assert -unit / 2 <= abs(number) - rounded < unit / 2
    cut_off = abs(Fraction(fixed_point(number, places, truncated=True)))
    assert 0 <= abs(number) - cut_off < unit
