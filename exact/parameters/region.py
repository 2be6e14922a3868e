"""Rational functions of a symbol, and the region of its values where conditions hold.

An expression is read into two coprime polynomials over the integers.  So values are in lowest
terms: p²/p is p, and has no pole at 0.

A condition is a boolean combination of comparisons of rational functions of one symbol.  The
real roots of all their numerators and denominators divide the line into points and open
intervals.  On each of these no comparison changes, so one sample decides (the one-dimensional
case of Collins' cylindrical algebraic decomposition).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any

from flint import fmpz_mpoly, fmpz_poly

from montmort.exact.formatting import whole
from montmort.exact.parameters.point_values import Value, value_at
from montmort.exact.parameters.roots import Point, Root, read_root, real_roots, sign
from montmort.exact.rational_functions.field import (
    RationalFunction,
    from_sympy,
    symbols_of,
)
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import quote

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.core.relational import Relational
    from sympy.logic.boolalg import Boolean

End = Any  # Fraction, Root, or sympy's oo or -oo
Conditions = Any  # a sympy condition or set, a Region, a pair of numbers, or None


@dataclass(frozen=True, eq=False)
class Quotient:
    """A rational function of one symbol in lowest terms."""

    numerator: fmpz_poly
    denominator: fmpz_poly

    def sign(self, point: Point) -> int | None:
        """Return the sign of the value at the point, None at a pole."""
        below = sign(self.denominator, point)
        return sign(self.numerator, point) * below if below else None

    def value(self, point: Point) -> Value:
        """Return the value at a point that is no pole."""
        return value_at(self.numerator, self.denominator, point)

    @property
    def zeros(self) -> list[Root]:
        """The real zeros in ascending order; none if the function is 0."""
        return [root for root, _ in real_roots(self.numerator)] if self.numerator else []

    @property
    def poles(self) -> list[Root]:
        """The real poles in ascending order."""
        return [root for root, _ in real_roots(self.denominator)]

    @property
    def derivative(self) -> "Quotient":
        """The derivative in lowest terms: (n'd - nd')/d²."""
        n, d = self.numerator, self.denominator
        top, bottom = n.derivative() * d - n * d.derivative(), d * d
        common = top.gcd(bottom)
        return Quotient(top // common, bottom // common)


@dataclass(frozen=True, kw_only=True)
class Interval:
    """An interval of values of a symbol, or a single point where both ends are equal."""

    low: End
    high: End
    low_closed: bool
    high_closed: bool

    @classmethod
    def point(cls, point: Root) -> "Interval":
        """Return the interval of a single point."""
        end = point.simplest
        return cls(low=end, high=end, low_closed=True, high_closed=True)

    def ends(self) -> list[tuple[End, bool]]:
        """Return both ends, and whether they belong to the interval."""
        return [(self.low, self.low_closed), (self.high, self.high_closed)]

    @property
    def is_point(self) -> bool:
        """Whether the interval is a single point."""
        return bool(self.low == self.high)

    @property
    def sample(self) -> Point:
        """The point itself, or a Fraction between the ends."""
        return self.low if self.is_point else rational_between(self.low, self.high)

    def __contains__(self, point: Point) -> bool:
        root = as_root(point)
        low, high = root.order(self.low), root.order(self.high)
        assert low is not None
        assert high is not None
        above = low >= 0 if self.low_closed else low > 0
        return above and (high <= 0 if self.high_closed else high < 0)

    def cells(self, points: Sequence[Root]) -> Iterator["Interval"]:
        """Divide the interval at the points: open intervals, and points between and at the ends."""
        if self.is_point:
            yield self
            return
        ends = [self.low, *(r.simplest for r in points if self._is_inside(r)), self.high]
        if self.low_closed:
            yield Interval.point(as_root(self.low))
        for low, high in pairwise(ends):
            yield Interval(low=low, high=high, low_closed=False, high_closed=False)
            if high != self.high:
                yield Interval.point(as_root(high))
        if self.high_closed:
            yield Interval.point(as_root(self.high))

    def _is_inside(self, root: Root) -> bool:
        return root.order(self.low) == 1 and root.order(self.high) == -1

    def text(self, name: str) -> str:
        """Return the interval as a condition on the symbol of that name.

        >>> half = Fraction(1, 2)
        >>> Interval(low=Fraction(0), high=half, low_closed=True, high_closed=False).text("p")
        '0 <= p < 1/2'
        """
        if self.is_point:
            return f"{name} = {end_text(self.low)}"
        low = "<=" if self.low_closed else "<"
        high = "<=" if self.high_closed else "<"
        if self.low == -sympy.oo:
            return (
                f"{name} {high} {end_text(self.high)}" if self.high != sympy.oo else f"every {name}"
            )
        if self.high == sympy.oo:
            return f"{name} {low.replace('<', '>')} {end_text(self.low)}"
        return f"{end_text(self.low)} {low} {name} {high} {end_text(self.high)}"

    def to_json(self) -> dict[str, Any]:
        """Return the ends and whether each belongs to the interval."""
        ends = {"low": end_json(self.low), "high": end_json(self.high)}
        return {**ends, "low_closed": self.low_closed, "high_closed": self.high_closed}


@dataclass(frozen=True)
class Region:
    """The values of a symbol where conditions hold: disjoint intervals in ascending order."""

    symbol: "Symbol"
    intervals: tuple[Interval, ...]

    def __contains__(self, point: Point) -> bool:
        return any(point in interval for interval in self.intervals)

    def cells(self, points: Sequence[Root]) -> Iterator[Interval]:
        """Divide the region at the points, which are in ascending order."""
        for interval in self.intervals:
            yield from interval.cells(points)

    def __str__(self) -> str:
        if not self.intervals:
            return f"no {self.symbol}"
        return " or ".join(interval.text(str(self.symbol)) for interval in self.intervals)

    def to_json(self) -> dict[str, Any]:
        """Return the symbol and the intervals."""
        return {"symbol": str(self.symbol), "intervals": [i.to_json() for i in self.intervals]}


def region_of(symbol: "Symbol", conditions: Conditions = None) -> Region:
    """Return the region of a symbol where the conditions and its own assumptions hold.

    `conditions` is a sympy condition or set of real numbers, two numbers as the ends of a closed
    interval, a Region, or None for all real values.  BadInput unless the conditions compare
    rational functions of the symbol, or the symbol with a real radical or a `CRootOf`.

    >>> p = sympy.Symbol("p")
    >>> str(region_of(p, (0 < p) & (p < 1))), str(region_of(p, p**2 > 2)), str(region_of(p, (0, 1)))
    ('0 < p < 1', 'p < -sqrt(2) or p > sqrt(2)', '0 <= p <= 1')
    """
    check_symbol(symbol)
    if isinstance(conditions, Region):
        if conditions.symbol != symbol:
            raise BadInput(f"the region is one of {conditions.symbol}, not of {symbol}")
        return conditions
    condition = _assumed(symbol) & _as_condition(symbol, conditions)
    comparisons = {c: _read_comparison(c, symbol) for c in condition.atoms(sympy.Rel)}
    points = sorted({root for atom in comparisons.values() for root in atom.points})
    line = Interval(low=-sympy.oo, high=sympy.oo, low_closed=False, high_closed=False)
    cells = []
    for cell in line.cells(points):
        sample = cell.sample
        holds = {c: sympy.S(atom.holds(sample)) for c, atom in comparisons.items()}
        truth = condition.xreplace(holds)
        if truth not in (sympy.true, sympy.false):
            raise BadInput(
                f"the condition {quote(truth)} is no comparison of {symbol} with numbers"
            )
        if truth:
            cells.append(cell)
    return Region(symbol, tuple(join_cells(cells)))


def join_cells(cells: Iterable[Interval]) -> list[Interval]:
    """Join cells in ascending order where one ends at the point with which the next begins."""
    found: list[Interval] = []
    for cell in cells:
        if found and found[-1].high == cell.low and found[-1].high_closed != cell.low_closed:
            last = found.pop()
            cell = Interval(
                low=last.low,
                high=cell.high,
                low_closed=last.low_closed,
                high_closed=cell.high_closed,
            )
        found.append(cell)
    return found


def read_quotient(value: object, symbol: "Symbol", name: str = "value") -> Quotient:
    """Return a rational function of the symbol; BadInput, in one sentence, if it is none.

    >>> p = sympy.Symbol("p")
    >>> read_quotient(p / 2 - 1 / p, p).numerator
    x^2 + (-2)
    """
    check_symbol(symbol)
    element = read_element(value, [symbol], name)
    return quotient_of(element)


def quotient_of(element: RationalFunction) -> Quotient:
    """Return a rational function of at most one symbol as a quotient of dense polynomials.

    >>> quotient_of(from_sympy(sympy.Symbol("p") ** 2 - 2)).numerator
    x^2 + (-2)
    """
    return Quotient(_dense(element.above), _dense(element.below))


def read_element(value: object, symbols: "Sequence[Symbol]", name: str) -> RationalFunction:
    """Return the value as a rational function; BadInput if it has other symbols, or is none."""
    expression = as_expression(value, name)
    others = symbols_of(expression).difference(symbols)
    if others:
        raise BadInput(f"{name} has {_other_symbols(others, symbols)}")
    try:
        return from_sympy(expression)
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def as_expression(value: object, name: str = "value") -> "Expr":
    """Return an int, a Fraction or an expression as an expression; BadInput for all else."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | sympy.Expr):
        raise BadInput(
            f"{name}={quote(value)} must be an integer, a Fraction or a sympy expression, "
            "rational in its symbols"
        )
    return sympy.sympify(value)


def check_symbol(symbol: object) -> None:
    """Raise BadInput unless it is a sympy Symbol that can take real values.

    >>> check_symbol("p")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: 'p' must be a sympy Symbol, such as sympy.Symbol('p')
    """
    if not isinstance(symbol, sympy.Symbol):
        raise BadInput(f"{quote(symbol)} must be a sympy Symbol, such as sympy.Symbol('p')")
    kind = "an integer" if symbol.is_integer else "not real"
    if symbol.is_integer or symbol.is_extended_real is False:
        raise BadInput(f"the symbol {symbol} is declared {kind}; the question is about real values")


def as_root(point: Point) -> Root:
    """Return the point as a Root.

    >>> as_root(Fraction(1, 2))
    Root(coefficients=(-1, 2), index=0)
    """
    return point if isinstance(point, Root) else Root((-point.numerator, point.denominator))


def rational_between(low: End, high: End) -> Fraction:
    """Return a Fraction between two ends, low < high.

    >>> rational_between(Fraction(0), Fraction(1)), rational_between(-sympy.oo, Fraction(0))
    (Fraction(1, 2), Fraction(-1, 1))
    """
    if high == sympy.oo:
        return (
            Fraction(0) if low == -sympy.oo else Fraction(floor(as_root(low).enclosure(0)[1]) + 1)
        )
    if low == -sympy.oo:
        return Fraction(floor(as_root(high).enclosure(0)[0]) - 1)
    bits = 0
    while (a := as_root(low).enclosure(bits)[1]) >= (b := as_root(high).enclosure(bits)[0]):
        bits = 2 * bits + 1
    return (a + b) / 2


def end_text(end: End) -> str:
    """Return an end as people read it, an irrational one cut off after some digits."""
    return str(end) if end in (sympy.oo, -sympy.oo) else as_root(end).short_text


def end_json(end: End) -> Any:
    """Return an end as "n/d", "oo" or "-oo"; an irrational root as its own JSON."""
    if isinstance(end, Root):
        return end.to_json()
    return whole(end) if isinstance(end, Fraction) else str(end)


@dataclass(frozen=True, eq=False)
class _Comparison:
    """The comparison of a rational function with 0, or of the symbol with an algebraic number."""

    relation: type
    difference: Quotient | Root

    @property
    def points(self) -> list[Root]:
        """Where the comparison may change."""
        if isinstance(self.difference, Root):
            return [self.difference]
        return self.difference.zeros + self.difference.poles

    def holds(self, point: Point) -> bool:
        """Whether the comparison holds at the point; it does not at a pole."""
        if isinstance(self.difference, Root):
            found = as_root(point).order(self.difference)
        else:
            found = self.difference.sign(point)
        return found is not None and bool(self.relation(found, 0))


def _read_comparison(relation: "Relational", symbol: "Symbol") -> _Comparison:
    left, right = relation.lhs, relation.rhs
    if right == symbol:
        relation, left, right = relation.reversed, right, left
    if left == symbol and right in (sympy.oo, -sympy.oo):
        at_zero = Quotient(fmpz_poly([-1 if right == sympy.oo else 1]), fmpz_poly([1]))
        return _Comparison(relation.func, at_zero)
    if left == symbol and right.is_number and not right.is_Rational and not right.has(sympy.Float):
        return _Comparison(relation.func, read_root(right))
    if not all(isinstance(side, sympy.Expr) for side in (left, right)):
        raise BadInput(f"the condition {quote(relation)} does not compare numbers")
    return _Comparison(relation.func, read_quotient(left - right, symbol, "the condition"))


def _as_condition(symbol: "Symbol", conditions: Conditions) -> "Boolean":
    """Return the conditions as one sympy condition on the symbol."""
    if conditions is None:
        return sympy.true
    if isinstance(conditions, tuple) and len(conditions) == 2:
        low, high = (
            as_expression(
                end.expression if isinstance(end, Root) else end, "an end of the interval"
            )
            for end in conditions
        )
        return sympy.And(low <= symbol, symbol <= high)
    if isinstance(conditions, sympy.Set):
        conditions = conditions.as_relational(symbol)
    condition = sympy.sympify(conditions) if isinstance(conditions, bool) else conditions
    if not isinstance(condition, sympy.logic.boolalg.Boolean):
        raise BadInput(
            f"conditions={quote(conditions)} must be a sympy condition on {symbol}, such as "
            f"(0 < {symbol}) & ({symbol} < 1), or the two ends of a closed interval"
        )
    others = condition.free_symbols - {symbol}
    if others:
        raise BadInput(f"the conditions have {_other_symbols(others, [symbol])}")
    return condition


def _assumed(symbol: "Symbol") -> "Boolean":
    """Return what the symbol's assumptions say about its sign, on a plain symbol's terms."""
    strict = {
        sympy.StrictGreaterThan: symbol.is_extended_positive,
        sympy.StrictLessThan: symbol.is_extended_negative,
    }
    weak = {
        sympy.GreaterThan: symbol.is_extended_nonnegative,
        sympy.LessThan: symbol.is_extended_nonpositive,
        sympy.Unequality: symbol.is_extended_nonzero,
    }
    comparisons = strict if any(strict.values()) else weak  # which follow from the strict ones
    known = [kind(symbol, 0, evaluate=False) for kind, is_known in comparisons.items() if is_known]
    return sympy.And(*known, evaluate=False)


def with_assumptions(conditions: "Boolean", symbols: Iterable["Symbol"]) -> "Boolean":
    """Return conditions with what the symbols' assumptions say, on plain symbols' terms.

    >>> import sympy
    >>> p = sympy.Symbol("p", positive=True)
    >>> with_assumptions(p <= 1, [p])
    (p <= 1) & (p > 0)
    """
    plain = {symbol: sympy.Symbol(symbol.name) for symbol in symbols}
    return sympy.And(*(each.subs(plain) for each in (conditions, *map(_assumed, plain))))


def _other_symbols(others: Iterable["Symbol"], asked: Sequence["Symbol"]) -> str:
    names = ", ".join(sorted(map(str, others)))
    same = any(str(symbol) in names.split(", ") for symbol in asked)
    remark = ", of the same name with other assumptions" if same else ""
    return f"another symbol, {names}{remark}: give it a value first, with at or subs"


def _dense(polynomial: fmpz_mpoly) -> fmpz_poly:
    """Return a polynomial in one symbol, or a number, with all its coefficients."""
    terms = {sum(powers): coefficient for powers, coefficient in polynomial.to_dict().items()}
    return fmpz_poly([terms.get(power, 0) for power in range(max(terms, default=-1) + 1)])
