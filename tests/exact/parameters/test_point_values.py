"""Values of rational functions at algebraic points, enclosed and ordered exactly."""

from fractions import Fraction

import pytest
import sympy
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.parameters.point_values import PointValue, order_values, value_at
from montmort.exact.parameters.roots import Root, real_roots

ROOT = Root((-2, 0, 1), 1)
ONE = fmpz_poly([1])
polynomials = st.lists(st.integers(-5, 5), min_size=1, max_size=4)


def in_surds(polynomial: list[int]) -> sympy.Expr:
    return sympy.expand(sum(c * sympy.sqrt(2) ** i for i, c in enumerate(polynomial)))


@given(polynomials, polynomials.filter(lambda c: in_surds(c) != 0))
def test_the_value_at_the_root_of_2_is_what_radicals_give(
    top: list[int], bottom: list[int]
) -> None:
    value = value_at(fmpz_poly(top), fmpz_poly(bottom), ROOT)
    wanted = sympy.radsimp(in_surds(top) / in_surds(bottom))
    if isinstance(value, Fraction):
        assert wanted == sympy.Rational(value.numerator, value.denominator)
        return
    assert not wanted.is_Rational
    low, high = value.interval(Fraction(1, 10**30))
    assert high - low <= Fraction(1, 10**30)
    assert low < value.root() < high
    assert value.root().expression == sympy.expand(wanted)
    assert order_values(value, low) == 1
    assert order_values(high, value) == 1


@given(
    st.lists(st.integers(-6, 6), min_size=2, max_size=5), st.lists(st.integers(-6, 6), max_size=6)
)
def test_mirrored_points_have_equal_values(in_u: list[int], function: list[int]) -> None:
    """Both polynomials are in u = x(1 - x), so x and 1 - x are roots with the same value."""
    x = fmpz_poly([0, 1])
    u = x * (1 - x)
    polynomial = sum((c * u**i for i, c in enumerate(in_u)), fmpz_poly())
    if polynomial.degree() < 1:
        return
    top = sum((c * u**i for i, c in enumerate(function)), fmpz_poly())
    roots = [root for root, _ in real_roots(polynomial)]
    values = [value_at(top, u * u + 1, root.simplest) for root in roots]
    for a, b in zip(values, reversed(values), strict=True):
        assert order_values(a, b) == 0


def test_near_values_differ_and_equal_ones_are_equal() -> None:
    near = value_at(fmpz_poly([1, 10**200]), fmpz_poly([10**200]), ROOT)
    same = value_at(fmpz_poly([0, 1]), ONE, ROOT)
    assert order_values(near, same) == 1
    assert order_values(same, near) == -1
    other = value_at(fmpz_poly([4, 1]), ONE, Root((14, 8, 1), 1))  # -4 + sqrt(2), plus 4
    assert order_values(same, other) == 0
    assert order_values(same, value_at(fmpz_poly([0, -1]), ONE, ROOT)) == 1
    conjugate = value_at(fmpz_poly([0, -1]), ONE, Root((-2, 0, 1), 0))
    assert order_values(same, conjugate) == 0


def test_two_conjugates_nearer_than_the_first_enclosures() -> None:
    """Mignotte: two roots of x^30 - 2(10^9·x - 1)^2 are 10^-144 apart."""
    polynomial = fmpz_poly([0, 1]) ** 30 - 2 * fmpz_poly([-1, 10**9]) ** 2
    _, low, high, _ = (
        value_at(fmpz_poly([1, 2]), ONE, root.simplest) for root, _ in real_roots(polynomial)
    )
    assert order_values(low, high) == -1
    assert order_values(high, low) == 1


def test_infinity_is_beyond_all_values() -> None:
    value = value_at(fmpz_poly([0, 1]), ONE, ROOT)
    assert isinstance(value, PointValue)
    assert order_values(value, sympy.oo) == order_values(-sympy.oo, value) == -1
    assert order_values(sympy.oo, sympy.oo) == 0
    assert order_values(sympy.oo, Fraction(3)) == 1
    assert float(value) == 2**0.5


def test_a_pole_has_no_value() -> None:
    with pytest.raises(ZeroDivisionError):
        value_at(ONE, fmpz_poly([-2, 0, 1]), ROOT)


def test_the_json_reads_back() -> None:
    value = value_at(fmpz_poly([1, 1]), fmpz_poly([3, 0, 0, 1]), Root((-1, 1, 0, 1)))
    assert isinstance(value, PointValue)
    text = value.to_json()
    at = sympy.sympify(text["at"])
    low, high = map(sympy.sympify, text["interval"])
    assert low < sympy.sympify(text["value_of"]).subs(sympy.Symbol("x"), at).evalf(40) < high
