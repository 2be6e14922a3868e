"""Questions about a symbol: chosen roots, direct evaluation, dense grids, textbook formulas."""

import json
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Rational, oo, sqrt

from montmort.exact.parameters.point_values import order_values
from montmort.exact.parameters.questions import (
    crossings,
    extremum,
    fair,
    sensitivity,
    sign_table,
)
from montmort.exact.parameters.region import as_root, read_quotient, region_of
from montmort.games.errors import BadInput

p, q, r = sympy.symbols("p q r")
HALF = Fraction(1, 2)
HALF_ = Rational(1, 2)  # for expressions
OPEN = (p > 0) & (p < 1)
fractions = st.fractions(-1, 2, max_denominator=6)
SIGNS = {1: "+", 0: "0", -1: "-"}


def rational(x: Fraction | int) -> sympy.Rational:
    return Rational(Fraction(x).numerator, Fraction(x).denominator)


@st.composite
def functions(draw: st.DrawFn) -> Any:
    """A factored function: chosen zeros and poles with their powers, one pair of surds perhaps."""
    value = rational(draw(st.sampled_from([-2, 1, Fraction(1, 3)])))
    for x in draw(st.lists(fractions, max_size=3)):
        value *= (p - rational(x)) ** draw(st.sampled_from([1, 1, 2, 3, -1, -2]))
    return value * draw(st.sampled_from([1, 2 * p**2 - 1, p**2 + 1, 1 / (2 * p**2 - 1)]))


@st.composite
def regions(draw: st.DrawFn) -> Any:
    low, high = draw(fractions), draw(fractions)
    ends = [p > rational(low), p >= rational(low)], [p < rational(high), p <= rational(high)]
    both = draw(st.sampled_from(ends[0])) & draw(st.sampled_from(ends[1]))
    return draw(st.sampled_from([None, both, both | (p > 3), both | sympy.Eq(p, 5)]))


@lru_cache
def coefficients(value: Any) -> list[list[Fraction]]:
    """Numerator and denominator in lowest terms, by sympy."""
    parts = sympy.fraction(sympy.cancel(value))
    return [[Fraction(int(c.p), int(c.q)) for c in sympy.Poly(e, p).all_coeffs()] for e in parts]


def at(value: Any, x: Fraction) -> Fraction | None:
    """The value at x in lowest terms, by Horner's scheme; None at a pole."""
    top, bottom = (reduce(lambda a, c: a * x + c, part) for part in coefficients(value))
    return top / bottom if bottom else None


grid = [Fraction(n, 60) for n in range(-65, 130, 5)] + [Fraction(5), Fraction(7, 2), Fraction(100)]


@given(functions(), regions())
def test_the_sign_table_is_direct_evaluation_and_fair_its_zeros(
    value: Any, conditions: Any
) -> None:
    region, table = region_of(p, conditions), sign_table(value, p, conditions)
    roots = fair(value, p, conditions).roots
    for x in grid:
        rows = [row for row in table.rows if x in row.interval]
        assert len(rows) == (x in region)
        number = at(value, x)
        for row in rows:
            sign = "undefined" if number is None else SIGNS[(number > 0) - (number < 0)]
            assert row.sign == sign
        assert (x in roots) == (number == 0 and x in region)
    zeros = [row.interval.low for row in table.rows if row.sign == "0"]
    assert zeros == list(roots)
    assert all(
        a.sign != b.sign for a, b in pairwise(table.rows) if a.interval.high == b.interval.low
    )


@given(functions(), regions())
def test_no_value_on_a_grid_is_beyond_the_extremes(value: Any, conditions: Any) -> None:
    region, function = region_of(p, conditions), read_quotient(value, p)
    values = [at(value, x) for x in grid if x in region]
    try:
        answer = extremum(value, p, conditions)
    except BadInput:
        assert all(number is None for number in values)
        return
    for extreme, direction in ((answer.maximum, 1), (answer.minimum, -1)):
        for number in values:
            if number is not None:
                order = direction * order_values(number, extreme.value)
                assert order <= 0 if extreme.attained else order < 0
        for point in extreme.points:
            if point in (oo, -oo):
                continue
            if extreme.attained:
                assert point in region
            if extreme.value in (oo, -oo):
                assert function.sign(point) is None
            else:
                assert order_values(function.value(point), extreme.value) == 0
                near = any(as_root(point) in (i.low, i.high) for i in region.intervals)
                assert point in region or near


@given(functions(), regions(), fractions)
def test_substitution_commutes_with_the_questions(
    value: Any, conditions: Any, shift: Fraction
) -> None:
    """The value at p - shift has everything moved by the shift."""
    move = {p: p - rational(shift)}
    moved = None if conditions is None else conditions.subs(move)
    roots = fair(value, p, conditions).roots
    again = fair(value.subs(move), p, moved).roots
    for root, other in zip(roots, again, strict=True):
        low, high = root.interval(Fraction(1, 10**20))
        assert low + shift <= other <= high + shift
    signs = [row.sign for row in sign_table(value, p, conditions).rows]
    assert [row.sign for row in sign_table(value.subs(move), p, moved).rows] == signs


@given(functions(), functions(), regions())
def test_crossings_are_the_sign_changes_of_the_difference(a: Any, b: Any, conditions: Any) -> None:
    answer = crossings(a, b, p, conditions)
    table = sign_table(a - b, p, conditions)
    assert [(row.interval, row.sign) for row in answer.table.rows] == [
        (row.interval, row.sign) for row in table.rows
    ]
    if sympy.cancel(a - b) == 0:
        assert not answer.points
        return
    zeros = [c.point for c in answer.points if not c.is_pole]
    assert zeros == list(fair(a - b, p, conditions).roots)
    for crossing in answer.points:
        low, high = crossing.point.interval(Fraction(1, 10**40))
        e = Fraction(1, 10**30)  # a zero and a pole may be near each other
        for x, side in ((low - e, crossing.before), (high + e, crossing.after)):
            number = at(a - b, x) if x in region_of(p, conditions) else None
            if number is not None:
                assert side == SIGNS[(number > 0) - (number < 0)]


@given(functions(), functions(), st.fractions(3, 5, max_denominator=5))
@settings(max_examples=12, deadline=None)
def test_substitution_commutes_with_the_derivative(f: Any, g: Any, x: Fraction) -> None:
    value = f + q * g + q**2 / (1 + p * q)
    whole = sensitivity(value, p)
    assert isinstance(whole, sympy.Expr)
    part = sensitivity(value.subs(q, rational(x)), p)
    points = {p: Rational(7, 3), q: rational(x)}
    wanted = sympy.diff(value, p).subs(points)
    assert whole.subs(points) == sympy.sympify(part).subs(points) == wanted
    top, bottom = sympy.fraction(whole)
    assert sympy.gcd(top, bottom).is_number


def test_the_sensitivities_of_the_chance_to_win_a_race() -> None:
    assert sensitivity(p / (p + q), p, q) == {p: q / (p + q) ** 2, q: -p / (p + q) ** 2}
    assert sensitivity(p * q) == {p: q, q: p}
    assert sensitivity(p, r) == 0
    assert sensitivity(Fraction(1, 2)) == {}
    assert sensitivity(p**2 / p, p) == 1


def ruin(start: int, total: int, p: Any = p) -> Any:
    """The chance to reach `total` counters before 0, from `start`."""
    odds = (1 - p) / p
    return (1 - odds**start) / (1 - odds**total)


def test_ruin_of_three_hundred_counters() -> None:
    value = ruin(100, 300)
    even = fair(value - HALF_, p, OPEN)
    (root,) = even.roots
    low, high = root.interval(Fraction(1, 10**50))
    assert 2 * ruin(100, 300, low) < 1 < 2 * ruin(100, 300, high)
    ends = extremum(value, p, OPEN)
    assert (ends.minimum.value, ends.maximum.value) == (0, 1)
    assert not ends.minimum.attained
    assert not ends.maximum.attained
    assert fair(value - Rational(1, 3), p, OPEN).roots == (HALF,)


def test_the_longest_duration_of_play_is_of_a_fair_coin() -> None:
    """De Moivre 1718: from 3 of 6 counters the mean is 9 plays for p = 1/2, and less otherwise."""
    duration = (3 - 6 * ruin(3, 6)) / (1 - 2 * p)
    answer = extremum(duration, p, OPEN)
    assert answer.maximum.value == 9
    assert answer.maximum.points == (HALF,)
    assert answer.maximum.attained
    assert answer.minimum.value == 3
    assert answer.minimum.points == (0, 1)
    assert not answer.minimum.attained


def test_an_irrational_extreme_in_radicals() -> None:
    answer = extremum(p - p**3, p, (0, 1))
    assert str(answer) == "minimum 0, at p = 0 and 1\nmaximum 2*sqrt(3)/9, at p = sqrt(3)/3"
    low, high = answer.maximum.value.interval(Fraction(1, 10**40))
    assert 27 * low**2 < 4 < 27 * high**2
    assert high - low <= Fraction(1, 10**40)


def test_the_extremes_at_two_mirrored_irrational_points() -> None:
    u = p * (1 - p)
    answer = extremum(7 * u**3 + u**3 / 5 - u / 5 + u**2 * p * (1 - p), p, (0, 1))
    assert len(answer.minimum.points) == 2
    low, high = answer.minimum.points
    assert low.polynomial == high.polynomial
    assert low < HALF < high


@pytest.mark.parametrize(
    ("value", "conditions", "minimum", "maximum"),
    [
        (
            1 / (2 * p - 1),
            (0, 1),
            "-oo, unbounded as p approaches 1/2",
            "oo, unbounded as p approaches 1/2",
        ),
        (1 / (2 * p - 1) ** 2, (0, 1), "1, at p = 0 and 1", "oo, unbounded as p approaches 1/2"),
        (1 / p, OPEN, "1, not attained as p approaches 1", "oo, unbounded as p approaches 0"),
        (p / (1 + p**2), None, "-1/2, at p = -1", "1/2, at p = 1"),
        (p**2 / (1 + p**2), None, "0, at p = 0", "1, not attained as p approaches -oo and oo"),
        (
            -(p**3) / (1 + p**2),
            None,
            "-oo, unbounded as p approaches oo",
            "oo, unbounded as p approaches -oo",
        ),
        (Fraction(3, 2), OPEN, "3/2, everywhere", "3/2, everywhere"),
        (p**2, (HALF, HALF), "1/4, at p = 1/2", "1/4, at p = 1/2"),
        (
            p**2,
            sympy.Ne(p, 0),
            "0, not attained as p approaches 0",
            "oo, unbounded as p approaches -oo and oo",
        ),
        (10**60 * p, (0, 1), "0, at p = 0", "100000…0000 (61 digits), at p = 1"),
    ],
)
def test_extremes_as_they_are_read(value: Any, conditions: Any, minimum: str, maximum: str) -> None:
    answer = extremum(value, p, conditions)
    assert str(answer).splitlines() == [f"minimum {minimum}", f"maximum {maximum}"]


@pytest.mark.parametrize(
    ("value", "conditions", "text"),
    [
        (2 * p - 1, OPEN, "fair at p = 1/2"),
        (1 - 2 * p**2, (0, 1), "fair at p = sqrt(2)/2"),
        (p**3 + p - 1, OPEN, "fair at p = 0.6823278038 to 0.6823278039"),
        (p * (p - 1) ** 2, OPEN, "never fair: 0 < p < 1"),
        (p * (p - 1) ** 2, (0, 1), "fair at p = 0, 1"),
        (p - 2, OPEN, "never fair: 0 < p < 1"),
        (p * (1 - p) - p + p**2, OPEN, "fair everywhere: 0 < p < 1"),
        (0, (1, 0), "never fair: no p"),
        (p, (0, 0), "fair at p = 0"),
        (5, None, "never fair: every p"),
    ],
)
def test_fair_as_it_is_read(value: Any, conditions: Any, text: str) -> None:
    assert str(fair(value, p, conditions)) == text


def test_who_is_favoured() -> None:
    value = (p - HALF_) ** 2 * (p - Rational(1, 4)) / (p - Rational(3, 4))
    assert str(sign_table(value, p, (0, 1), sides=("Ann", "Bob"))).splitlines() == [
        "p              sign       favoured",
        "0 <= p < 1/4   +          Ann",
        "p = 1/4        0          nobody",
        "1/4 < p < 1/2  -          Bob",
        "p = 1/2        0          nobody",
        "1/2 < p < 3/4  -          Bob",
        "p = 3/4        undefined  no value",
        "3/4 < p <= 1   +          Ann",
    ]
    assert sign_table(1, p, (1, 0)).rows == ()


@pytest.mark.parametrize(
    ("a", "b", "conditions", "text"),
    [
        (p, 1 - p, OPEN, "at p = 1/2 a overtakes b"),
        (p, p - (p - HALF_) ** 2, OPEN, "at p = 1/2 they touch: a is larger on both sides"),
        (
            p,
            p**2,
            p >= 0,
            "at p = 0, an end of the region, they are equal: a is larger above\n"
            "at p = 1 b overtakes a",
        ),
        (1, p, p <= 1, "at p = 1, an end of the region, they are equal: a is larger below"),
        (p, p, OPEN, "a and b are equal everywhere: 0 < p < 1"),
        (p + 1, p, OPEN, "a is larger for 0 < p < 1"),
        (1, 2, (p < 0) | (p > 1), "b is larger for p < 0; b is larger for p > 1"),
        (
            1 / (2 * p - 1),
            0,
            OPEN,
            "at p = 1/2 the difference has a pole: b is larger below, a above",
        ),
        (1 / (2 * p - 1) ** 2, 0, OPEN, "a is larger for 0 < p < 1/2; a is larger for 1/2 < p < 1"),
        (p, HALF, (HALF, HALF), "at p = 1/2, the only point near it, they are equal"),
        (p, 1, (1, 0), "the region is empty: no p"),
    ],
)
def test_crossings_as_they_are_read(a: Any, b: Any, conditions: Any, text: str) -> None:
    assert str(crossings(a, b, p, conditions)) == text


def test_bold_play_overtakes_where_the_polynomials_cross() -> None:
    """Best of three games against a single one: p²(3 - 2p) > p for p > 1/2."""
    answer = crossings(p**2 * (3 - 2 * p), p, p, OPEN, names=("three games", "one game"))
    assert str(answer) == "at p = 1/2 three games overtakes one game"
    assert [c.point for c in answer.points if not c.is_pole] == [HALF]
    assert not answer.everywhere_equal


@pytest.mark.parametrize(
    "answer",
    [
        fair(p**2 - HALF_, p, OPEN),
        fair(p**3 + p - 1, p),
        sign_table(1 / p, p, p < sqrt(2)),
        extremum(p - p**3, p, (0, 1)),
        extremum(p**2, p),
        crossings(p, p**2, p, (0, 1)),
    ],
)
def test_answers_are_json(answer: Any) -> None:
    assert json.loads(json.dumps(answer.to_json())) == answer.to_json()


def test_roots_in_json_are_read_by_sympy() -> None:
    (root,) = fair(p**3 + p - 1, p).to_json()["roots"]
    low, high = map(sympy.sympify, root["interval"])
    assert low < sympy.sympify(root["root"]) < high
    assert fair(2 * p - 1, p).to_json()["roots"] == [{"exact": "1/2"}]


@pytest.mark.parametrize("conditions", [(1, 0), False])
def test_an_empty_region_has_no_extremes(conditions: Any) -> None:
    with pytest.raises(BadInput, match="the region is empty, no p"):
        extremum(p, p, conditions)


def test_a_value_without_values_has_no_extremes() -> None:
    with pytest.raises(BadInput, match="nowhere defined, p = 0"):
        extremum(1 / p, p, (0, 0))


@pytest.mark.parametrize("question", [fair, sign_table, extremum])
def test_bad_values_and_symbols_are_refused(question: Any) -> None:
    for value, symbol, message in [
        (p * q, p, "another symbol, q"),
        (p / 2 + 0.25, p, "float"),
        (sqrt(p), p, "no rational function"),
        (p, "p", "must be a sympy Symbol"),
        (1 / (p - 1 - (p - 1)), p, "no rational function"),
    ]:
        with pytest.raises(BadInput, match=message):
            question(value, symbol)
    with pytest.raises(BadInput, match=r"b=0\.5"):
        crossings(p, 0.5, p)
    with pytest.raises(BadInput, match="must be a sympy Symbol"):
        sensitivity(p, 1)
