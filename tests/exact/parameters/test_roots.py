"""Real roots: built from chosen ones, counted by Sturm's theorem, ordered and refined."""

import json
from fractions import Fraction
from itertools import pairwise
from math import isqrt

import pytest
import sympy
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.parameters import roots
from montmort.exact.parameters.roots import Root, coefficients_of, real_roots, sign
from montmort.games.errors import BadInput

X = sympy.Symbol("x")
small = st.integers(-9, 9)
fractions = st.fractions(-4, 4, max_denominator=9)
multiplicities = st.integers(1, 3)


@st.composite
def surds(draw: st.DrawFn) -> tuple[int, ...]:
    """The coefficients of (x - a)² - c, irreducible with two real roots."""
    a, c = draw(fractions), draw(st.integers(2, 40).filter(lambda n: isqrt(n) ** 2 != n))
    whole = a.denominator**2
    return tuple(int(v * whole) for v in (a * a - c, -2 * a, Fraction(1)))


def primitive(coefficients: tuple[int, ...]) -> tuple[int, ...]:
    polynomial = fmpz_poly(list(coefficients))
    return coefficients_of(polynomial // polynomial.content())


@given(
    st.dictionaries(fractions, multiplicities, max_size=3),
    st.dictionaries(surds(), multiplicities, max_size=2),
    st.integers(-3, 3).filter(bool),
    st.booleans(),
)
def test_the_chosen_roots_are_found_with_their_multiplicities(
    rational: dict[Fraction, int], quadratic: dict[tuple[int, ...], int], factor: int, extra: bool
) -> None:
    polynomial = fmpz_poly([factor]) * (fmpz_poly([1, 1, 1]) if extra else 1)  # no real root
    wanted: dict[Root, int] = {}
    for root, power in rational.items():
        polynomial *= fmpz_poly([-root.numerator, root.denominator]) ** power
        wanted[Root((-root.numerator, root.denominator))] = power
    for coefficients, power in quadratic.items():
        polynomial *= fmpz_poly(list(coefficients)) ** power
        for index in (0, 1):
            key = Root(primitive(coefficients), index)
            wanted[key] = wanted.get(key, 0) + power
    found = real_roots(polynomial)
    assert dict(found) == wanted
    bounds = [root.interval(Fraction(1, 10**12)) for root, _ in found]
    assert all(b < c for (_, b), (c, _) in pairwise(bounds))
    for root, _ in found:
        assert sign(polynomial, root) == 0
        assert root.exact is None or root.exact in rational


@given(st.lists(st.integers(-30, 30), min_size=2, max_size=12).filter(lambda c: any(c[1:])))
def test_as_many_real_roots_as_sturm_counts_by_either_method(coefficients: list[int]) -> None:
    polynomial = fmpz_poly(coefficients)
    found = real_roots(polynomial)
    assert len(found) == sympy.Poly(coefficients[::-1], X).sqf_part().count_roots()
    for factor, _ in polynomial.factor()[1]:
        if factor.degree() > 1:
            balls = roots._by_balls(factor)
            assert len(balls) == len(roots._by_continued_fractions(factor))
            for root, (low, high) in zip(
                [r for r, _ in real_roots(factor)],
                roots._by_continued_fractions(factor),
                strict=True,
            ):
                assert low < root < high


@given(surds(), st.sampled_from([0, 1]), fractions, st.integers(1, 400))
def test_a_surd_is_refined_and_ordered_as_its_square_says(
    coefficients: tuple[int, ...], index: int, x: Fraction, bits: int
) -> None:
    root = Root(primitive(coefficients), index)
    low, high = root.interval(Fraction(1, 2**bits))
    assert high - low <= Fraction(1, 2**bits)
    c, b, a = (Fraction(v) for v in root.coefficients)
    centre, square = -b / (2 * a), (b * b - 4 * a * c) / (4 * a * a)

    def is_below(y: Fraction) -> bool:  # y < centre ± sqrt(square)
        side = y - centre
        return side < 0 or side**2 < square if index else side < 0 and side**2 > square

    assert is_below(low)
    assert not is_below(high)
    assert (x < root) == is_below(x)
    assert (root < x) != is_below(x)
    assert root != x


def test_two_roots_nearer_than_a_double_can_separate() -> None:
    """Mignotte: x^30 - 2(10^9·x - 1)^2 has two real roots 10^-144 apart."""
    polynomial = fmpz_poly([0, 1]) ** 30 - 2 * fmpz_poly([-1, 10**9]) ** 2
    found = [root for root, _ in real_roots(polynomial)]
    assert len(found) == 4
    assert found[1] < Fraction(1, 10**9) < found[2]
    assert found[2].interval(Fraction(1, 10**200))[0] - found[1].interval(Fraction(1, 10**200))[
        1
    ] < Fraction(1, 10**140)


def test_huge_coefficients_and_roots_far_apart() -> None:
    polynomial = fmpz_poly([-(10**600), 0, 0, 7]) * fmpz_poly([-1, 0, 0, 10**601])
    small_root, large_root = (root for root, _ in real_roots(polynomial))
    assert 0 < small_root < Fraction(1, 10**200) < 10**199 < large_root
    assert str(small_root).startswith("0.000")
    assert json.dumps(large_root.to_json())
    wide = Root((-(10**5000) - 1, 0, 10**5000), 1)
    assert "CRootOf" in wide.to_json()["root"]
    assert str(wide) == "1.0000000000 to 1.0000000001"


def test_degree_300_of_the_ruin_of_counters() -> None:
    x = fmpz_poly([0, 1])
    q = 1 - x
    polynomial = 2 * x**299 * (x - q) - (x**300 - q**300)
    found = [root for root, _ in real_roots(polynomial) if 0 < root < 1]
    assert [str(root) for root in found] == ["1/2", "0.6666666666 to 0.6666666667"]
    low, high = found[1].interval(Fraction(1, 10**100))
    assert sign(polynomial, low) * sign(polynomial, high) < 0


@given(st.lists(small, min_size=1, max_size=6), surds(), st.sampled_from([0, 1]))
def test_the_sign_of_a_polynomial_at_a_surd(
    polynomial: list[int], coefficients: tuple[int, ...], index: int
) -> None:
    """Modulo x² = ux + v the polynomial is s·x + t, and -t/s is on one side of the root."""
    root = Root(primitive(coefficients), index)
    c, b, a = (Fraction(v) for v in root.coefficients)
    s, t = Fraction(0), Fraction(0)
    for coefficient in reversed(polynomial):
        s, t = t - s * b / a, coefficient - s * c / a
    expected = (root > -t / s) - (root < -t / s) if s else (t > 0) - (t < 0)
    assert sign(fmpz_poly(polynomial), root) == (expected if s >= 0 else -expected)


def test_a_root_reads_as_text_as_float_and_back() -> None:
    golden = Root((-1, -1, 1), 1)
    assert str(golden) == "1/2 + sqrt(5)/2"
    assert float(golden) == (1 + 5**0.5) / 2
    assert eval(repr(golden)) == golden
    assert sympy.sympify(golden.to_json()["root"]) == golden.expression
    cubic = Root((-1, 1, 0, 1))
    assert cubic.expression == sympy.CRootOf(X**3 + X - 1, 0)
    assert sympy.sympify(cubic.to_json()["root"]) == cubic.expression
    assert str(Root((3, 4))) == "-3/4"
    assert Root((-1, 2)).to_json() == {"exact": "1/2"}
    assert Root((2, 0, 0, 1)).short_text == "-1.259921049..."
    assert str(Root((2, 0, 0, 1))) == "-1.259921050 to -1.259921049"


def test_a_rational_root_is_a_fraction_in_comparisons_and_sets() -> None:
    half = Root((-1, 2))
    assert half == Fraction(1, 2) == half.simplest
    assert {half, Fraction(1, 2)} == {half}
    assert half < Root((-1, 0, 2), 1) < 1 < sympy.oo
    assert half > -sympy.oo
    with pytest.raises(TypeError):
        assert half < 0.75


@pytest.mark.parametrize(
    ("coefficients", "index"),
    [
        ((1,), 0),
        ((-1, 0, 1), 0),
        ((2, 4), 0),
        ((1, -2), 0),
        ((1, 2, 1), 0),
        ([-2, 0, 1], 0),
        ((-2.0, 0, 1), 0),
        ((-2, 0, 1), 2),
        ((-2, 0, 1), -1),
        ((1, 0, 1), 0),
    ],
)
def test_bad_roots_are_refused(coefficients: tuple[int, ...], index: int) -> None:
    with pytest.raises(BadInput):
        Root(coefficients, index)


@pytest.mark.parametrize("width", [0, -1, 0.5, True])
def test_bad_widths_are_refused(width: Fraction) -> None:
    with pytest.raises(BadInput, match="width"):
        Root((-2, 0, 1), 1).interval(width)


def test_every_number_is_a_root_of_0() -> None:
    with pytest.raises(BadInput, match="polynomial 0"):
        real_roots(fmpz_poly())
    assert real_roots(fmpz_poly([5])) == []
