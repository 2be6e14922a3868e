"""Rational functions of symbols with rational coefficients: the field Q(p, q, …).

An element is a quotient of two polynomials with integer coefficients in lowest terms,
the leading coefficient of the denominator positive: equal elements have equal
polynomials, so a test for zero is decidable.  The arithmetic is that of python-flint;
sympy stands at the edge: expressions come in by `from_sympy` and leave by `to_sympy`.
"""

import numbers
import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeGuard, Union

from flint import Ordering, fmpq, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from montmort.display import short_line
from montmort.exact.linalg.system import fraction
from montmort.exact.rational_functions.products import product_of
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import quote

if TYPE_CHECKING:
    from sympy import Expr, Symbol

Number = Union[int, Fraction, "RationalFunction"]
Value = Union[int, Fraction, "Expr"]

DEGREE = 10_000  # of the largest power that is computed
MOST_EXPONENT = 100 * DEGREE  # of a number
PRIME = sys.hash_info.modulus


class Ring:
    """The polynomials with integer coefficients in some symbols, in the order of their names."""

    def __init__(self, symbols: "tuple[Symbol, ...]") -> None:
        self.symbols = symbols
        self.names = tuple(f"x{place}" for place in range(len(symbols)))
        self.context = fmpz_mpoly_ctx.get(self.names, Ordering.lex)
        self.one = self.constant(1)

    def constant(self, value: int | fmpz) -> fmpz_mpoly:
        """Return a polynomial without symbols."""
        return self.context.constant(int(value))

    def number(self, value: int | Fraction) -> "RationalFunction":
        """Return a number as an element."""
        above, below = self.constant(value.numerator), self.constant(value.denominator)
        return RationalFunction(self, above, below)

    def symbol(self, symbol: "Symbol") -> "RationalFunction":
        """Return a symbol as an element."""
        return RationalFunction(self, self.context.gen(self.symbols.index(symbol)), self.one)

    def moved(self, polynomial: fmpz_mpoly, source: "Ring") -> fmpz_mpoly:
        """Return a polynomial of a smaller ring in this one."""
        places: dict[str | int, str | int] = {
            source.names[i]: self.names[self.symbols.index(s)] for i, s in source.places()
        }
        return polynomial.project_to_context(self.context, places)

    def places(self) -> "Iterable[tuple[int, Symbol]]":
        """Return the symbols with their numbers."""
        return enumerate(self.symbols)


@lru_cache(maxsize=256)
def _ring(symbols: "frozenset[Symbol]") -> Ring:
    names = sorted(symbol.name for symbol in symbols)
    for first, second in pairwise(names):
        if first == second:
            raise BadInput(
                f"two symbols are called {first} but differ in their assumptions; use one of them"
            )
    for symbol in symbols:
        if symbol.is_real is False or not symbol.is_commutative:
            raise BadInput(f"the symbol {symbol} is not a real number")
    return Ring(tuple(sorted(symbols, key=lambda symbol: str(symbol.name))))


def ring_of(symbols: "Iterable[Symbol]") -> Ring:
    """Return the ring of these symbols.

    >>> import sympy
    >>> p, q = sympy.symbols("p q")
    >>> ring_of([q, p]) is ring_of([p, q])
    True
    """
    return _ring(frozenset(symbols))


class RationalFunction:
    """An element of the field, in lowest terms; build it with `from_sympy` or from others.

    >>> import sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> (p**2 - 1) / (2 * p - 2)
    (p + 1)/2
    """

    __slots__ = ("above", "below", "ring")

    def __init__(self, ring: Ring, above: fmpz_mpoly, below: fmpz_mpoly) -> None:
        self.ring, self.above, self.below = ring, above, below

    @property
    def symbols(self) -> "frozenset[Symbol]":
        """The symbols that occur."""
        used = zip(self.above.degrees(), self.below.degrees(), self.ring.symbols, strict=True)
        return frozenset(symbol for top, bottom, symbol in used if top > 0 or bottom > 0)

    @property
    def number(self) -> Fraction | None:
        """The value of an element without symbols, else None."""
        if not (self.above.is_constant() and self.below.is_constant()):
            return None
        return fraction(_constant(self.above), _constant(self.below))

    def __bool__(self) -> bool:
        return not self.above.is_zero()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, int | Fraction | RationalFunction):
            return NotImplemented
        a, b = _together(self, other)
        return bool(a.above == b.above and a.below == b.below)

    def __hash__(self) -> int:
        """Return the value at a fixed point modulo a prime: the same in every ring."""
        number = self.number
        if number is not None:
            return hash(number)
        point = [hash(symbol.name) % PRIME for symbol in self.ring.symbols]
        above, below = _modulo_prime(self.above, point), _modulo_prime(self.below, point)
        return above * pow(below, -1, PRIME) % PRIME if below else above

    def __add__(self, other: Number) -> "RationalFunction":
        if not isinstance(other, int | Fraction | RationalFunction):
            return NotImplemented
        a, b = _together(self, other)
        if a.below.is_one() and b.below.is_one():
            return RationalFunction(a.ring, a.above + b.above, a.below)
        common = a.below.gcd(b.below)
        rest = b.below // common
        above = a.above * rest + b.above * (a.below // common)
        return _lowest(a.ring, above, a.below * rest)

    __radd__ = __add__

    def __neg__(self) -> "RationalFunction":
        return RationalFunction(self.ring, -self.above, self.below)

    def __sub__(self, other: Number) -> "RationalFunction":
        if not isinstance(other, int | Fraction | RationalFunction):
            return NotImplemented
        return self + -other

    def __rsub__(self, other: Number) -> "RationalFunction":
        return -self + other

    def __mul__(self, other: Number) -> "RationalFunction":
        if not isinstance(other, int | Fraction | RationalFunction):
            return NotImplemented
        a, b = _together(self, other)
        if a.below.is_one() and b.below.is_one():
            return RationalFunction(a.ring, a.above * b.above, a.below)
        left, right = a.above.gcd(b.below), b.above.gcd(a.below)
        if not a.above or not b.above:
            return RationalFunction(a.ring, a.ring.constant(0), a.ring.one)
        above = (a.above // left) * (b.above // right)
        return RationalFunction(a.ring, above, (a.below // right) * (b.below // left))

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> "RationalFunction":
        if not isinstance(other, int | Fraction | RationalFunction):
            return NotImplemented
        return self * _together(self, other)[1].inverse()

    def __rtruediv__(self, other: int | Fraction) -> "RationalFunction":
        return self.inverse() * other

    def inverse(self) -> "RationalFunction":
        """Return 1 / self; ZeroDivisionError for 0."""
        if not self:
            raise ZeroDivisionError("division by a rational function that is 0 everywhere")
        return _positive(self.ring, self.below, self.above)

    def __pow__(self, exponent: int) -> "RationalFunction":
        if exponent < 0:
            return self.inverse() ** -exponent
        degree = exponent * int(max(self.above.total_degree(), self.below.total_degree()))
        if degree > DEGREE or exponent > MOST_EXPONENT:
            raise TooLarge(f"a power of degree {max(degree, exponent):,} exceeds {DEGREE:,}")
        return RationalFunction(self.ring, self.above**exponent, self.below**exponent)

    def __str__(self) -> str:
        return str(self.to_sympy())

    def __repr__(self) -> str:
        return short_line(str(self))

    def derivative(self, symbol: "Symbol") -> "RationalFunction":
        """Return the derivative with respect to a symbol.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> from_sympy(1 / p).derivative(p)
        -1/p**2
        """
        if symbol not in self.ring.symbols:
            return self.ring.number(0)
        place = self.ring.symbols.index(symbol)
        top, bottom = self.above.derivative(place), self.below.derivative(place)
        return _lowest(self.ring, top * self.below - self.above * bottom, self.below**2)

    def at(self, values: "Mapping[Symbol, Number]") -> "Fraction | RationalFunction":
        """Return the value with numbers or elements in place of symbols, all at once.

        A Fraction where no symbol is left; ZeroDivisionError where the denominator is 0.

        >>> import sympy
        >>> p, q = sympy.symbols("p q")
        >>> from_sympy(p / q).at({p: 1, q: 3}), from_sympy(p / q).at({p: 1})
        (Fraction(1, 3), 1/q)
        """
        given = {s: value for s, value in values.items() if s in self.ring.symbols}
        if len(given) == len(self.ring.symbols):
            chosen = [given[s] for s in self.ring.symbols]
            numbers = [n for n in chosen if not isinstance(n, RationalFunction)]
            if len(numbers) == len(chosen):
                return self._at_numbers([fmpq(n.numerator, n.denominator) for n in numbers])
        elements = [
            given[s] + _ring(frozenset()).number(0) if s in given else self.ring.symbol(s)
            for s in self.ring.symbols
        ]
        quotient = _substituted(self.above, elements) / _substituted(self.below, elements)
        number = quotient.number
        return quotient if number is None else number

    def _at_numbers(self, values: Sequence[fmpq]) -> Fraction:
        above, below = _evaluated(self.above, values), _evaluated(self.below, values)
        return fraction(above.p * below.q, above.q * below.p)

    def to_sympy(self) -> "Expr":
        """Return the element as a factored expression.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> from_sympy((1 - p) / (4 - 2 * p)).to_sympy()
        (1 - p)/(2*(2 - p))
        """
        return product_of(self.above, self.below, self.ring.symbols)


def _modulo_prime(polynomial: fmpz_mpoly, point: Sequence[int]) -> int:
    total = 0
    for exponents, coefficient in polynomial.to_dict().items():
        term = int(coefficient) % PRIME
        for value, exponent in zip(point, exponents, strict=True):
            term = term * pow(value, int(exponent), PRIME) % PRIME
        total += term
    return total % PRIME


def _constant(polynomial: fmpz_mpoly) -> fmpz:
    return polynomial.leading_coefficient() if polynomial else fmpz(0)


def _together(a: RationalFunction, b: Number) -> tuple[RationalFunction, RationalFunction]:
    """Return both in one ring."""
    if not isinstance(b, RationalFunction):
        return a, a.ring.number(b)
    if a.ring is b.ring:
        return a, b
    ring = ring_of({*a.ring.symbols, *b.ring.symbols})
    return in_ring(a, ring), in_ring(b, ring)


def in_ring(value: Number, ring: Ring) -> RationalFunction:
    """Return a number or an element in a ring that has all its symbols."""
    if not isinstance(value, RationalFunction):
        return ring.number(value)
    if value.ring is ring:
        return value
    above, below = ring.moved(value.above, value.ring), ring.moved(value.below, value.ring)
    return RationalFunction(ring, above, below)


def _lowest(ring: Ring, above: fmpz_mpoly, below: fmpz_mpoly) -> RationalFunction:
    common = above.gcd(below)
    if not common.is_one():
        above, below = above // common, below // common
    return _positive(ring, above, below)


def _positive(ring: Ring, above: fmpz_mpoly, below: fmpz_mpoly) -> RationalFunction:
    if below.leading_coefficient() < 0:
        above, below = -above, -below
    return RationalFunction(ring, above, below)


def quotient(ring: Ring, above: fmpz_mpoly, below: fmpz_mpoly) -> RationalFunction:
    """Return above / below in lowest terms; ZeroDivisionError if `below` is 0.

    >>> import sympy
    >>> ring = ring_of([sympy.Symbol("p")])
    >>> quotient(ring, ring.constant(2), ring.constant(-4))
    -1/2
    """
    if not below:
        raise ZeroDivisionError("division by a polynomial that is 0")
    return _lowest(ring, above, below)


def _evaluated(polynomial: fmpz_mpoly, values: Sequence[fmpq]) -> fmpq:
    """Return sum c · prod value^exponent over the terms, in numbers."""
    total = fmpq(0)
    for exponents, coefficient in polynomial.to_dict().items():
        term = fmpq(coefficient)
        for value, exponent in zip(values, exponents, strict=True):
            term *= value ** int(exponent)
        total += term
    return total


def _substituted(polynomial: fmpz_mpoly, values: Sequence[RationalFunction]) -> RationalFunction:
    """Return sum c · prod value^exponent over the terms, in elements."""
    total = _ring(frozenset()).number(0)
    for exponents, coefficient in polynomial.to_dict().items():
        term: Number = int(coefficient)
        for value, exponent in zip(values, exponents, strict=True):
            term = term * value ** int(exponent)
        total += term
    return total


def is_expression(value: object) -> "TypeGuard[Expr]":
    """Return whether the value is a sympy expression, without importing sympy.

    >>> import sympy
    >>> is_expression(sympy.Symbol("p")), is_expression(2)
    (True, False)
    """
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Expr)


def from_sympy(value: "Value | RationalFunction") -> RationalFunction:
    """Return a number or a rational expression as an element; BadInput for any other.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> from_sympy((p**2 - p) / (p - 1))
    p
    >>> from_sympy(sympy.sqrt(p))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: sqrt(p) is no rational function of its symbols with rational ...
    """
    if isinstance(value, RationalFunction):
        return value
    if not is_expression(value):
        if not isinstance(value, numbers.Rational):
            raise BadInput(f"{quote(value)} is no exact number; use an integer or a Fraction")
        return ring_of(()).number(Fraction(int(value.numerator), int(value.denominator)))
    try:
        return _read(value, ring_of(symbols_of(value)))
    except ZeroDivisionError:
        raise BadInput(f"{value}: its denominator is 0 for all values of the symbols") from None
    except _Unread:
        raise BadInput(
            f"{value} is no rational function of its symbols with rational coefficients; "
            "use Rational instead of floats and roots"
        ) from None


def symbols_of(expression: "Expr") -> "set[Symbol]":
    """Return the symbols of an expression, however deep it is.

    >>> import sympy
    >>> sorted(map(str, symbols_of(sympy.Symbol("p") / sympy.Symbol("q"))))
    ['p', 'q']
    """
    seen, stack = set(), [expression]
    while stack:
        node = stack.pop()
        stack += [part for part in node.args if part not in seen]
        seen.add(node)
    return {node for node in seen if node.is_Symbol}


class _Unread(Exception):
    """A part of an expression is not rational."""


def _read(expression: "Expr", ring: Ring) -> RationalFunction:
    """Return an expression as an element; no recursion, since Horner's forms are deep."""
    known: dict[Any, RationalFunction] = {symbol: ring.symbol(symbol) for symbol in ring.symbols}
    stack = [expression]
    while stack:
        node = stack[-1]
        parts = node.args[:1] if node.is_Pow else node.args if node.is_Add or node.is_Mul else ()
        missing = [part for part in parts if part not in known]
        if node not in known and not missing:
            known[node] = _combined(node, [known[part] for part in parts], ring)
        if node in known:
            stack.pop()
        else:
            stack += missing
    return known[expression]


def _combined(node: "Expr", parts: Sequence[RationalFunction], ring: Ring) -> RationalFunction:
    """Return a number, sum, product or power of parts that are known."""
    if node.is_Rational:
        return ring.number(Fraction(int(node.p), int(node.q)))
    if node.is_Add:
        return reduce(RationalFunction.__add__, parts)
    if node.is_Mul:
        return reduce(RationalFunction.__mul__, parts)
    if node.is_Pow and node.exp.is_Integer:
        return parts[0] ** int(node.exp)
    raise _Unread


def total(values: Iterable[Number]) -> RationalFunction:
    """Return the sum of numbers and elements as an element.

    >>> total([1, Fraction(1, 2)])
    3/2
    """
    found = _ring(frozenset()).number(0)
    for value in values:
        found = found + value
    return found


def to_value(value: Number) -> "Fraction | Expr":
    """Return a number as a Fraction, an element with symbols as an expression.

    >>> import sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> to_value(p - p + 1), to_value(2 * p)
    (Fraction(1, 1), 2*p)
    """
    if isinstance(value, RationalFunction):
        number = value.number
        return value.to_sympy() if number is None else number
    return Fraction(value)
