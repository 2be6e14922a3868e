"""Denominators from binary fractions, compared with the original fractions."""

from fractions import Fraction
from math import lcm

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.linalg.lifting.long_division import GUARD, Reconstruction, denominator


def cut(value: Fraction, bits: int) -> fmpz:
    return fmpz((value.numerator << bits) // value.denominator)


fractions = st.builds(Fraction, st.integers(-(10**40), 10**40), st.integers(1, 10**30))


@given(st.lists(fractions, min_size=1, max_size=3))
def test_enough_bits_give_the_common_denominator(values: list[Fraction]) -> None:
    common = lcm(*(value.denominator for value in values))
    bits = 2 * (common.bit_length() + GUARD + 4)
    assert denominator([cut(value, bits) for value in values], bits) == common


@given(
    st.lists(fractions, min_size=1, max_size=3),
    st.lists(st.integers(1, 400), max_size=5),
    st.data(),
)
def test_fractions_that_become_longer_give_the_same(
    values: list[Fraction], lengths: list[int], data: st.DataObject
) -> None:
    """The last digit may be wrong by one, as in a division."""
    common = lcm(*(value.denominator for value in values))
    enough = 2 * (common.bit_length() + GUARD + 4)
    lattice = Reconstruction(len(values))
    for bits in sorted(lengths):
        off = data.draw(st.integers(-3, 3))
        early = lattice.denominator([cut(value, bits) + off for value in values], bits)
        assert early is None or bits < enough or early == common
    last = max([enough, *lengths])
    assert lattice.denominator([cut(value, last) for value in values], last) == common


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_more_fractions_need_fewer_bits(count: int) -> None:
    """(1 + 1/m) times the bits of D, for numerators without pattern: powers modulo a prime."""
    prime = 2**521 - 1
    values = [Fraction(pow(k + 2, 10**6 + k, prime), prime) for k in range(count)]
    bits = 521 * (count + 1) // count + 2 * GUARD + 10
    assert denominator([cut(value, bits) for value in values], bits) == prime
    fewer = 521 * (count + 1) // count - 10
    assert denominator([cut(value, fewer) for value in values], fewer) is None


def test_a_long_one() -> None:
    """The denominator of a Mersenne prime's reciprocal, 9,941 bits (Gillies 1963)."""
    prime, bits = 2**9941 - 1, 20000
    assert denominator([cut(Fraction(12345, prime), bits)], bits) == prime


@pytest.mark.parametrize("whole", [-7, 0, 7])
def test_integers_have_denominator_one(whole: int) -> None:
    for error in (-3, 0, 3):
        assert denominator([(fmpz(whole) << 100) + error], 100) == 1
