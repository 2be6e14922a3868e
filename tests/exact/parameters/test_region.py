"""Regions of conditions: each point is inside exactly where the conditions hold."""

import json
from fractions import Fraction
from functools import lru_cache
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import CRootOf, Eq, Ge, Gt, Le, Lt, Ne, Rational, Symbol, oo, sqrt

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.parameters.region import Region, as_root, read_quotient, region_of
from montmort.exact.parameters.roots import Root
from montmort.games.errors import BadInput, TooLarge

p, q = sympy.symbols("p q")
fractions = st.fractions(-4, 4, max_denominator=6)
points = st.lists(st.fractions(-5, 5, max_denominator=12), min_size=1, max_size=10)


def rational(x: Fraction) -> sympy.Rational:
    return Rational(x.numerator, x.denominator)


@st.composite
def comparisons(draw: st.DrawFn) -> Any:
    """A comparison of a product of factors with 0, or of the symbol with a surd."""
    relation = draw(st.sampled_from([Lt, Le, Gt, Ge, Eq, Ne]))
    if draw(st.integers(0, 4)) == 0:
        return relation(p, rational(draw(fractions)) + rational(draw(fractions)) * sqrt(3))
    value = sympy.Integer(draw(st.sampled_from([-2, 1])))
    for x in draw(st.lists(fractions, max_size=3)):
        value *= (p - rational(x)) ** draw(st.sampled_from([1, 1, 2, -1]))
    return relation(value * draw(st.sampled_from([1, p**2 - 2])), 0)


@given(st.lists(comparisons(), min_size=1, max_size=3), st.booleans(), points)
def test_a_point_is_inside_where_the_conditions_hold(
    atoms: list[Any], every: bool, xs: list[Fraction]
) -> None:
    condition = sympy.And(*atoms) if every else sympy.Or(*atoms)
    region = region_of(p, condition)
    known = [end for i in region.intervals for end in (i.low, i.high)]
    xs += [end for end in known if isinstance(end, Fraction)]
    for x in xs:
        truths = [_holds(atom, rational(x)) for atom in atoms]
        assert (x in region) == (all(truths) if every else any(truths))


@lru_cache
def _lowest_terms(value: Any) -> Any:
    return sympy.fraction(sympy.cancel(value))


def _holds(atom: Any, x: Any) -> bool:
    """Whether a comparison with 0 holds at x in lowest terms; it does not at a pole."""
    if not isinstance(atom, sympy.core.relational.Relational):
        return bool(atom)
    top, bottom = _lowest_terms(atom.lhs - atom.rhs)
    below = bottom.subs(p, x)
    return below != 0 and bool(atom.func(top.subs(p, x) / below, 0))


@given(st.lists(comparisons(), min_size=1, max_size=3), points)
def test_the_intervals_are_disjoint_in_order_and_read_back(
    atoms: list[Any], xs: list[Fraction]
) -> None:
    region = region_of(p, sympy.Or(*atoms))
    for before, after in zip(region.intervals, region.intervals[1:], strict=False):
        assert as_root(before.high) <= as_root(after.low)
        assert not (before.high == after.low and (before.high_closed or after.low_closed))
    assert region_of(p, region) is region
    marks = sorted({as_root(x) for x in xs})
    cells = list(region.cells(marks))
    for x in xs:
        assert sum(x in cell for cell in cells) == (x in region)
    for cell in cells:
        assert cell.sample in region
    assert json.loads(json.dumps(region.to_json())) == region.to_json()


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        (None, "every p"),
        (True, "every p"),
        (False, "no p"),
        ((p > 0) & (p < 1), "0 < p < 1"),
        ((p > 0) & (p < oo), "p > 0"),
        ((p < 0) | (p >= 1), "p < 0 or p >= 1"),
        (Ne(p, 0), "p < 0 or p > 0"),
        (Eq(p**2, 4), "p = -2 or p = 2"),
        (1 / p >= -1, "p <= -1 or p > 0"),
        ((p - 1) ** 2 * p >= 0, "p >= 0"),
        ((p - 1) ** 2 <= 0, "p = 1"),
        (p**2 < 2, "-sqrt(2) < p < sqrt(2)"),
        (p <= sqrt(2) / 3, "p <= sqrt(2)/3"),
        (-(2 ** Rational(1, 4)) < p, "p > -1.189207115..."),
        (p < sqrt(2 + sqrt(2)) - 2, "p < -0.1522409349..."),
        (p < 1 / sqrt(3 + sqrt(5)) + sqrt(3) / 7, "p < 0.6844518541..."),
        (p < CRootOf(p**3 + p - 1, 0), "p < 0.6823278038..."),
        (sympy.Interval.Lopen(0, 1), "0 < p <= 1"),
        ((0, Fraction(1, 2)), "0 <= p <= 1/2"),
        ((0, Root((-2, 0, 1), 1)), "0 <= p <= sqrt(2)"),
        ((1, 1), "p = 1"),
        ((1, 0), "no p"),
        (sympy.Xor(p > 0, p > 1), "0 < p <= 1"),
    ],
)
def test_regions_as_they_are_read(conditions: Any, text: str) -> None:
    assert str(region_of(p, conditions)) == text


def test_the_conditions_of_a_chain() -> None:
    chain = AbsorbingChain.from_rows(
        {0: {0: 1}, 1: {2: p, 0: 1 - p}, 2: {3: p**2, 1: 1 - p**2}, 3: {3: 1}}
    )
    assert str(region_of(p, chain.conditions)) == "0 <= p <= 1"


def test_what_a_symbol_assumes_is_a_condition() -> None:
    positive = Symbol("p", positive=True)
    assert str(region_of(positive)) == "p > 0"
    assert str(region_of(positive, positive < 1)) == "0 < p < 1"
    assert str(region_of(Symbol("p", nonpositive=True))) == "p <= 0"
    assert str(region_of(Symbol("p", nonzero=True))) == "p < 0 or p > 0"


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        (q < 1, "another symbol, q"),
        ((q < 1) & (p > 0), "another symbol, q"),
        (Symbol("p", positive=True) < 1, "same name with other assumptions"),
        (p < 0.5, "float"),
        ((0.5, 1), "an end of the interval=0.5"),
        ("p < 1", "must be a sympy condition"),
        (p, "no comparison of p with numbers"),
        (sympy.sin(p) < 1, "no rational function"),
        (p < sympy.pi, "pi is no real number in radicals"),
        (p < sympy.log(2), "no real number in radicals"),
        (p < sqrt(2) + sympy.CRootOf(p**3 + p - 1, 0), "no real number in radicals"),
        (Symbol("b") & (p < 1), "another symbol, b"),
        (Region(q, ()), "one of q, not of p"),
    ],
)
def test_other_conditions_are_refused(conditions: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        region_of(p, conditions)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (p / 2 + 0.5, "instead of floats"),
        (0.5, "must be an integer"),
        (True, "must be an integer"),
        ("p", "must be an integer"),
        (p * q, "another symbol, q: give it a value first"),
        (Symbol("p", real=True), "same name"),
        (sympy.sin(p), "no rational function"),
        (sqrt(p), "no rational function"),
        (sqrt(2) * p, "no rational function"),
        (p**p, "no rational function"),
        (2**p, "no rational function"),
        (sympy.exp(p), "no rational function"),
        (sympy.I * p, "no rational function"),
        (1 / ((p - 1) ** 2 - p**2 + 2 * p - 1), "denominator is 0"),
        (sympy.zoo, "no rational function"),
        (sympy.nan, "no rational function"),
    ],
)
def test_other_values_are_refused(value: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_quotient(value, p)


@pytest.mark.parametrize(
    ("symbol", "message"),
    [
        ("p", "must be a sympy Symbol"),
        (p + 1, "must be a sympy Symbol"),
        (Symbol("n", integer=True), "declared an integer"),
        (Symbol("i", imaginary=True), "declared not real"),
    ],
)
def test_other_symbols_are_refused(symbol: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        region_of(symbol)


def test_a_power_of_enormous_degree_is_refused() -> None:
    with pytest.raises(TooLarge, match="100,000"):
        read_quotient((p + 1) ** 100_000, p)


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=5),
    st.lists(st.integers(-9, 9), min_size=1, max_size=4).filter(any),
    fractions,
)
def test_reading_commutes_with_substitution(top: list[int], bottom: list[int], x: Fraction) -> None:
    """Horner's form, nested as deep as the degree, and the value by Fractions."""
    above, below = (
        sum((c * x**i for i, c in enumerate(part)), Fraction(0)) for part in (top, bottom)
    )
    value = sympy.horner(sympy.Poly(top[::-1], p)) / sum(c * p**i for i, c in enumerate(bottom))
    if below:
        assert read_quotient(value, p).value(x) == above / below


def test_a_deeply_nested_value_needs_no_recursion() -> None:
    value = sympy.Integer(1)
    for _ in range(3000):
        value = sympy.Add(sympy.Mul(p, value, evaluate=False), 1, evaluate=False)
    assert read_quotient(value, p).numerator.degree() == 3000
