"""Questions about a value that is a rational function of a symbol.

| question | answer |
|---|---|
| `fair(value, p)` | where is the value 0? |
| `sign_table(value, p)` | where is it positive, where negative: who is favoured? |
| `sensitivity(value, p, q)` | how does it change with each symbol? |
| `extremum(value, p)` | how small and how large does it become, and where? |
| `crossings(a, b, p)` | where does one value overtake another? |

A rational function keeps its sign between two neighbours among its zeros and poles.  All real
zeros and poles are isolated with proof, so one sample between neighbours decides the sign.  An
extremum lies at a zero of the derivative, at an end of the region, or is unbounded at a pole;
the values there are compared exactly.  Values are taken in lowest terms.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal

from montmort.display import short_repr
from montmort.exact.formatting import short
from montmort.exact.parameters.point_values import Number, PointValue, order_values
from montmort.exact.parameters.region import (
    Conditions,
    End,
    Interval,
    Quotient,
    Region,
    as_expression,
    as_root,
    check_symbol,
    end_json,
    end_text,
    join_cells,
    read_element,
    read_quotient,
    region_of,
)
from montmort.exact.parameters.roots import Root
from montmort.exact.rational_functions.field import symbols_of
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import quote

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Sign = Literal["+", "0", "-", "undefined"]
SIGNS: Mapping[int | None, Sign] = {1: "+", 0: "0", -1: "-", None: "undefined"}
JSON = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Fair:
    """The points of a region where a value is 0; `everywhere` if it is 0 for all values."""

    region: Region
    roots: tuple[Root, ...]
    everywhere: bool

    __repr__ = short_repr

    def __str__(self) -> str:
        if self.everywhere:
            return f"fair everywhere: {self.region}"
        if not self.roots:
            return f"never fair: {self.region}"
        return f"fair at {self.region.symbol} = {', '.join(map(str, self.roots))}"

    def to_json(self) -> JSON:
        """Return the region, the roots and `everywhere`, exact numbers as text."""
        return {
            "region": self.region.to_json(),
            "roots": [root.to_json() for root in self.roots],
            "everywhere": self.everywhere,
        }


@dataclass(frozen=True, kw_only=True)
class SignRow:
    """An interval of the region, or a point, and the sign of the value there."""

    interval: Interval
    sign: Sign

    def to_json(self) -> JSON:
        """Return the interval and the sign."""
        return {**self.interval.to_json(), "sign": self.sign}


@dataclass(frozen=True, kw_only=True)
class SignTable:
    """The sign of a value on its region, in ascending order; `sides` are named in the text.

    A positive value favours the first side, a negative one the second.
    """

    region: Region
    rows: tuple[SignRow, ...]
    sides: tuple[str, str]

    __repr__ = short_repr

    def __str__(self) -> str:
        name = str(self.region.symbol)
        favoured = {"+": self.sides[0], "-": self.sides[1], "0": "nobody", "undefined": "no value"}
        lines = [(name, "sign", "favoured")]
        lines += [(row.interval.text(name), row.sign, favoured[row.sign]) for row in self.rows]
        first, second = (max(len(line[i]) for line in lines) for i in (0, 1))
        return "\n".join(f"{a:{first}}  {b:{second}}  {c}" for a, b, c in lines)

    def to_json(self) -> JSON:
        """Return the region, the rows and the names of the two sides."""
        return {
            "region": self.region.to_json(),
            "rows": [row.to_json() for row in self.rows],
            "sides": list(self.sides),
        }


@dataclass(frozen=True, kw_only=True)
class Extreme:
    """The least or greatest value, an exact number or oo or -oo, and where it lies.

    If it is not `attained`, the value only comes near it: at an open end, at infinity, or at a
    pole.  `points` is empty if the value is constant.
    """

    value: Number
    points: tuple[End, ...]
    attained: bool

    def text(self, name: str) -> str:
        """Return the value and where it lies, for a symbol of that name."""
        value = short(self.value) if isinstance(self.value, Fraction) else str(self.value)
        if not self.points:
            return f"{value}, everywhere"
        where = " and ".join(end_text(point) for point in self.points)
        if self.attained:
            return f"{value}, at {name} = {where}"
        verb = "unbounded" if self.value in (sympy.oo, -sympy.oo) else "not attained"
        return f"{value}, {verb} as {name} approaches {where}"

    def to_json(self) -> JSON:
        """Return value, points and `attained`, exact numbers as text."""
        value = self.value.to_json() if isinstance(self.value, PointValue) else end_json(self.value)
        points = [end_json(point) for point in self.points]
        return {"value": value, "points": points, "attained": self.attained}


@dataclass(frozen=True, kw_only=True)
class Extremum:
    """The least and the greatest value on a region."""

    region: Region
    minimum: Extreme
    maximum: Extreme

    __repr__ = short_repr

    def __str__(self) -> str:
        name = str(self.region.symbol)
        return f"minimum {self.minimum.text(name)}\nmaximum {self.maximum.text(name)}"

    def to_json(self) -> JSON:
        """Return region, minimum and maximum."""
        return {
            "region": self.region.to_json(),
            "minimum": self.minimum.to_json(),
            "maximum": self.maximum.to_json(),
        }


@dataclass(frozen=True, kw_only=True)
class Crossing:
    """A point where a - b is 0 or has a pole, and the sign of a - b on its two sides.

    `before` and `after` are None where the region ends at the point.
    """

    point: Root
    before: Sign | None
    after: Sign | None
    is_pole: bool = False

    @property
    def kind(self) -> Literal["crossing", "touching", "end"]:
        """Whether the order changes, is the same on both sides, or the region ends here."""
        if self.before is None or self.after is None:
            return "end"
        return "touching" if self.before == self.after else "crossing"

    def text(self, symbol: "Symbol", names: tuple[str, str]) -> str:
        """Return what happens at the point, with the names of the two values."""
        larger = {"+": names[0], "-": names[1], None: "neither"}
        before, after = larger[self.before], larger[self.after]
        at = f"at {symbol} = {self.point}"
        if self.is_pole:
            return f"{at} the difference has a pole: {before} is larger below, {after} above"
        if self.kind == "crossing":
            return f"{at} {after} overtakes {before}"
        if self.kind == "touching":
            return f"{at} they touch: {before} is larger on both sides"
        if self.before is None and self.after is None:
            return f"{at}, the only point near it, they are equal"
        side, name = ("above", after) if self.before is None else ("below", before)
        return f"{at}, an end of the region, they are equal: {name} is larger {side}"

    def to_json(self) -> JSON:
        """Return the point, the signs on both sides and the kind."""
        return {
            "point": self.point.to_json(),
            "before": self.before,
            "after": self.after,
            "kind": "pole" if self.is_pole else self.kind,
        }


@dataclass(frozen=True, kw_only=True)
class Crossings:
    """Where two values are equal, and which is larger elsewhere; `table` is that of a - b."""

    region: Region
    points: tuple[Crossing, ...]
    table: SignTable

    __repr__ = short_repr

    @property
    def everywhere_equal(self) -> bool:
        """Whether the two values are the same on the whole region."""
        return bool(self.table.rows) and all(row.sign == "0" for row in self.table.rows)

    def __str__(self) -> str:
        symbol, names = self.region.symbol, self.table.sides
        if self.everywhere_equal and not self.points:
            return f"{names[0]} and {names[1]} are equal everywhere: {self.region}"
        if self.points:
            return "\n".join(crossing.text(symbol, names) for crossing in self.points)
        larger = {"+": names[0], "-": names[1]}
        parts = [
            f"{larger[row.sign]} is larger for {row.interval.text(str(symbol))}"
            for row in self.table.rows
            if row.sign in larger
        ]
        return "; ".join(parts) or f"the region is empty: {self.region}"

    def to_json(self) -> JSON:
        """Return the points and the table of a - b."""
        return {"points": [c.to_json() for c in self.points], "table": self.table.to_json()}


def fair(value: object, symbol: "Symbol", conditions: Conditions = None) -> Fair:
    """Return all values of the symbol in the region at which the value is 0.

    For `conditions` see `region_of`.

    >>> p = sympy.Symbol("p")
    >>> print(fair(1 - 2 * p**2, p, (0 < p) & (p < 1)))
    fair at p = sqrt(2)/2
    >>> print(fair(p * (1 - p) + p**2 - p, p, (0, 1)))
    fair everywhere: 0 <= p <= 1
    """
    function, region = read_quotient(value, symbol), region_of(symbol, conditions)
    roots = tuple(root for root in function.zeros if root in region)
    is_zero = function.numerator.is_zero() and bool(region.intervals)
    return Fair(region=region, roots=roots, everywhere=is_zero)


def sign_table(
    value: object,
    symbol: "Symbol",
    conditions: Conditions = None,
    *,
    sides: tuple[str, str] = ("the player", "the opponent"),
) -> SignTable:
    """Return the sign of the value on each part of the region: who is favoured?

    `value` is the mean gain of the first of the two sides.  For `conditions` see `region_of`.

    >>> p = sympy.Symbol("p")
    >>> print(sign_table(2 * p - 1, p, (0, 1)))
    p             sign  favoured
    0 <= p < 1/2  -     the opponent
    p = 1/2       0     nobody
    1/2 < p <= 1  +     the player
    """
    _check_pair("sides", sides)
    function, region = read_quotient(value, symbol), region_of(symbol, conditions)
    return _table(function, region, sides)


def sensitivity(value: object, *symbols: "Symbol") -> "Expr | dict[Symbol, Expr]":
    """Return the derivative by the symbol, in lowest terms; for several symbols, one for each.

    Without symbols: by each symbol of the value.

    >>> p, q = sympy.symbols("p q")
    >>> sensitivity(p / (p + q), p)
    q/(p + q)**2
    >>> sensitivity(p**2 * q, p, q)
    {p: 2*p*q, q: p**2}
    """
    for symbol in symbols:
        check_symbol(symbol)
    own = sorted(symbols_of(as_expression(value)), key=str)
    element = read_element(value, [*own, *symbols], "value")
    found = {symbol: element.derivative(symbol).to_sympy() for symbol in symbols or own}
    return found[symbols[0]] if len(symbols) == 1 else found


def extremum(value: object, symbol: "Symbol", conditions: Conditions = None) -> Extremum:
    """Return the least and the greatest value on the region, exactly.

    For `conditions` see `region_of`.  BadInput if the region is empty or the value is defined
    nowhere on it.

    >>> p = sympy.Symbol("p")
    >>> print(extremum(p * (1 - p), p, (0 < p) & (p < 1)))
    minimum 0, not attained as p approaches 0 and 1
    maximum 1/4, at p = 1/2
    """
    function, region = read_quotient(value, symbol), region_of(symbol, conditions)
    candidates = _candidates(function, region)
    if not candidates:
        why = "the value is nowhere defined" if region.intervals else "the region is empty"
        raise BadInput(f"there is no least or greatest value: {why}, {region}")
    return Extremum(region=region, minimum=_best(candidates, -1), maximum=_best(candidates, 1))


def crossings(
    a: object,
    b: object,
    symbol: "Symbol",
    conditions: Conditions = None,
    *,
    names: tuple[str, str] = ("a", "b"),
) -> Crossings:
    """Return where a overtakes b or b overtakes a, where they touch, and which is larger.

    For `conditions` see `region_of`.

    >>> p = sympy.Symbol("p")
    >>> print(crossings(p, p**2 + p / 2, p, (0, 1)))
    at p = 0, an end of the region, they are equal: a is larger above
    at p = 1/2 b overtakes a
    """
    _check_pair("names", names)
    difference = as_expression(a, "a") - as_expression(b, "b")
    function, region = read_quotient(difference, symbol, "a - b"), region_of(symbol, conditions)
    table = _table(function, region, names)
    found = []
    cells = [(cell, SIGNS[function.sign(cell.sample)]) for cell in region.cells(_marks(function))]
    for i, (cell, own) in enumerate(cells):
        is_pole = own == "undefined"
        if not cell.is_point or not (is_pole or own == "0") or function.numerator.is_zero():
            continue
        before = cells[i - 1][1] if i and cells[i - 1][0].high == cell.low else None
        after = cells[i + 1][1] if cells[i + 1 :] and cells[i + 1][0].low == cell.high else None
        crossing = Crossing(point=as_root(cell.low), before=before, after=after, is_pole=is_pole)
        if not is_pole or crossing.kind == "crossing":
            found.append(crossing)
    return Crossings(region=region, points=tuple(found), table=table)


def _check_pair(name: str, pair: object) -> None:
    """Raise BadInput unless it is a tuple of two texts."""
    if not (isinstance(pair, tuple) and len(pair) == 2 and all(isinstance(x, str) for x in pair)):
        raise BadInput(f"{name}={quote(pair)} must be two names, as in ('a', 'b')")


def _table(function: Quotient, region: Region, sides: tuple[str, str]) -> SignTable:
    cells = [(SIGNS[function.sign(c.sample)], c) for c in region.cells(_marks(function))]
    rows = [
        SignRow(interval=interval, sign=sign)
        for sign, group in groupby(cells, key=lambda pair: pair[0])
        for interval in join_cells(cell for _, cell in group)
    ]
    return SignTable(region=region, rows=tuple(rows), sides=sides)


def _marks(function: Quotient) -> list[Root]:
    """Return the zeros and poles in ascending order."""
    return sorted([*function.zeros, *function.poles])


def _candidates(function: Quotient, region: Region) -> list[Extreme]:
    """Return the values at critical points, ends and poles, among them both extremes.

    A constant value is its only candidate, with no point.
    """
    slope = function.derivative
    if slope.numerator.is_zero() and region.intervals:
        return [Extreme(value=function.value(Fraction(0)), points=(), attained=True)]
    critical = [root for root in slope.zeros if root in region]
    found = [_at(function, root.simplest, attained=True) for root in critical]
    for interval in region.intervals:
        ends = {interval.low: interval.low_closed, interval.high: interval.high_closed}
        for end, is_closed in ends.items():
            if end in (sympy.oo, -sympy.oo):
                found.append(_limit(function, end))
            elif function.sign(end) is not None and as_root(end) not in critical:
                found.append(_at(function, end, attained=is_closed))
    return found + _unbounded(function, region)


def _at(function: Quotient, point: End, *, attained: bool) -> Extreme:
    return Extreme(value=function.value(point), points=(point,), attained=attained)


def _limit(function: Quotient, end: "Expr") -> Extreme:
    """Return the limit of the value at oo or -oo, by the degrees."""
    top, bottom = function.numerator, function.denominator
    rise = top.degree() - bottom.degree()
    if rise > 0:
        is_positive = (top.leading_coefficient() * bottom.leading_coefficient() > 0) ^ (
            end == -sympy.oo and rise % 2 == 1
        )
        return Extreme(value=sympy.oo if is_positive else -sympy.oo, points=(end,), attained=False)
    ratio = Fraction(int(top.leading_coefficient()), int(bottom.leading_coefficient()))
    return Extreme(value=Fraction(0) if rise < 0 else ratio, points=(end,), attained=False)


def _unbounded(function: Quotient, region: Region) -> list[Extreme]:
    """Return oo or -oo for each side of a pole on which the region lies."""
    poles = function.poles
    found = []
    for cell in region.cells(_marks(function)):
        sign = None if cell.is_point else function.sign(cell.sample)
        for pole in poles if sign else []:
            if pole in (cell.low, cell.high):
                value = sympy.oo if sign == 1 else -sympy.oo
                found.append(Extreme(value=value, points=(pole.simplest,), attained=False))
    return found


def _best(candidates: list[Extreme], direction: int) -> Extreme:
    """Return the greatest value for direction 1, the least for -1, with all its points."""
    best = [candidates[0]]
    for candidate in candidates[1:]:
        order = direction * order_values(candidate.value, best[0].value)
        if order >= 0:
            best = [*best, candidate] if order == 0 else [candidate]
    attained = any(extreme.attained for extreme in best)
    points = {p for extreme in best if extreme.attained == attained for p in extreme.points}
    ordered = sorted(points, key=_place)
    return Extreme(value=best[0].value, points=tuple(ordered), attained=attained)


def _place(point: End) -> tuple[int, Root]:
    """Return a key by which -oo, points and oo are sorted."""
    if point in (sympy.oo, -sympy.oo):
        return (1 if point == sympy.oo else -1), as_root(Fraction(0))
    return 0, as_root(point)
