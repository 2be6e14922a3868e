"""Real algebraic numbers: the real roots of polynomials over Q, isolated and compared exactly.

A real algebraic number is an irreducible polynomial over the integers and the number of the
root among its real roots, counted from the least.  Two of them are equal if and only if both
parts are.  The real roots of a polynomial are isolated, and their number is proved, by flint
(complex roots in balls) or, for high degrees, by sympy (continued fractions: Vincent, Akritas
& Strzebonski).  Each isolating interval is checked for a change of sign, and so is each
narrower one that Newton's method proposes:

    P(a)·P(b) < 0 within an isolating interval  =>  the root lies between a and b.

The sign of another polynomial Q at the root is 0 if and only if P divides Q; otherwise ball
arithmetic decides it as soon as the interval is narrow enough.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce, total_ordering
from itertools import count, pairwise
from math import floor, gcd
from typing import TYPE_CHECKING, Any, Union

from flint import arb, ctx, fmpq, fmpz_poly

from montmort.exact.formatting import fixed_point, short, whole
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import quote, quote_number

if TYPE_CHECKING:
    from sympy import Expr, Poly

Coefficients = tuple[int, ...]  # of 1, x, x², …
Bounds = tuple[Fraction, Fraction]
Point = Union[Fraction, "Root"]  # a Fraction if rational

BALLS = 100  # highest degree for which flint isolates all complex roots
DIGITS = 10  # significant digits of an interval that is shown


class Enclosed(ABC):
    """A real number that is known by intervals as narrow as asked."""

    @abstractmethod
    def enclosure(self, bits: int) -> Bounds:
        """Return a, b with b - a <= 2^-bits and a <= number <= b."""

    def interval(self, width: Fraction | int) -> Bounds:
        """Return a, b with b - a <= width and a <= number <= b.

        Both ends of a Root's interval differ from it unless it is rational, and no other root
        of its polynomial lies between them; a rational root is both ends.

        >>> low, high = Root((-2, 0, 1), 1).interval(Fraction(1, 100))
        >>> low**2 < 2 < high**2, high - low <= Fraction(1, 100)
        (True, True)
        """
        return self.enclosure(bits_of(width))

    def shown_interval(self) -> str:
        """Return an interval of `DIGITS` significant digits around an irrational number.

        >>> Root((-2, 0, 0, 1)).shown_interval()
        '1.259921049 to 1.259921050'
        """
        low, places = self._leading_digits()
        return " to ".join(fixed_point(Fraction(end, 10**places), places) for end in (low, low + 1))

    def _leading_digits(self) -> tuple[int, int]:
        """Return n, k with n < 10^k·number < n + 1 and at least `DIGITS` digits in n."""
        for places in count():
            bits = 64 * (1 + places // 16)
            low, high = (floor(end * 10**places) for end in self.enclosure(bits))
            if abs(low) >= 10 ** (DIGITS - 1):
                break
        while low != high:  # a decimal with so many digits lies between the bounds
            bits *= 2
            low, high = (floor(end * 10**places) for end in self.enclosure(bits))
        return low, places

    def __float__(self) -> float:
        enclosures = map(self.enclosure, doubling(64))
        return next(float(a) for a, b in enclosures if float(a) == float(b))


@total_ordering
@dataclass(frozen=True, eq=False)
class Root(Enclosed):
    """A real root of an irreducible polynomial with coprime integer coefficients.

    `coefficients` are those of 1, x, x², …; the last is positive.  `index` counts the real
    roots from 0, the least.  Roots compare exactly with each other and with Fractions.

    >>> golden = Root((-1, -1, 1), 1)
    >>> str(golden), Fraction(8, 5) < golden < Fraction(5, 3), golden == Root((-1, -1, 1), 0)
    ('1/2 + sqrt(5)/2', True, False)
    """

    coefficients: Coefficients
    index: int = 0

    def __post_init__(self) -> None:
        """Raise BadInput unless the polynomial is irreducible and has that many real roots."""
        _check_polynomial(self.coefficients)
        roots = len(_isolate(self.coefficients))
        if type(self.index) is not int or not 0 <= self.index < roots:
            raise BadInput(
                f"index={quote(self.index)} must number one of the polynomial's {roots} real roots"
            )

    @property
    def exact(self) -> Fraction | None:
        """The root as a Fraction, None if it is irrational.

        >>> Root((-1, 2)).exact, Root((-2, 0, 1), 1).exact
        (Fraction(1, 2), None)
        """
        if len(self.coefficients) > 2:
            return None
        return Fraction(-self.coefficients[0], self.coefficients[1])

    @property
    def simplest(self) -> Point:
        """The root as a Fraction if it is rational, else the root itself."""
        exact = self.exact
        return self if exact is None else exact

    @property
    def polynomial(self) -> "Poly":
        """The irreducible polynomial, in x.

        >>> Root((-2, 0, 1), 1).polynomial.as_expr()
        x**2 - 2
        """
        return sympy_polynomial(self.coefficients)

    @property
    def expression(self) -> "Expr":
        """The root in sympy: a fraction, a square root, or a `CRootOf`.

        >>> Root((-2, 0, 9), 0).expression, Root((-2, 0, 0, 1)).expression
        (-sqrt(2)/3, CRootOf(x**3 - 2, 0))
        """
        exact = self.exact
        if exact is not None:
            return sympy.Rational(exact.numerator, exact.denominator)
        if len(self.coefficients) > 3:
            return sympy.CRootOf(self.polynomial, self.index)
        c, b, a = self.coefficients
        root = sympy.sqrt(b * b - 4 * a * c)
        return sympy.expand((-b + (root if self.index else -root)) / (2 * sympy.Integer(a)))

    def enclosure(self, bits: int) -> Bounds:
        """Return an isolating interval of width 2^-bits or less."""
        return _refine(self.coefficients, self.index, max(bits, 0))

    def order(self, other: object) -> int | None:
        """Return -1, 0 or 1 for root <, ==, > other; None if it is no exact number.

        >>> Root((-2, 0, 1), 1).order(Fraction(3, 2)), Root((-1, 2)).order(Fraction(1, 2))
        (-1, 0)
        """
        other = other.simplest if isinstance(other, Root) else other
        if isinstance(other, Root):
            exact = self.exact
            return _order(self, other) if exact is None else -other._order_fraction(exact)
        if isinstance(other, int | Fraction):
            return self._order_fraction(Fraction(other))
        if other in (sympy.oo, -sympy.oo):
            return -1 if other == sympy.oo else 1
        return None

    def _order_fraction(self, other: Fraction) -> int:
        exact = self.exact
        if exact is not None:
            return (exact > other) - (exact < other)
        low, high = self.enclosure(0)
        if other <= low or other >= high:
            return 1 if other <= low else -1
        polynomial = fmpz_poly([*self.coefficients])
        return -1 if sign(polynomial, other) == sign(polynomial, high) else 1

    def __eq__(self, other: object) -> bool:
        order = self.order(other)
        return NotImplemented if order is None else order == 0

    def __lt__(self, other: object) -> bool:
        order = self.order(other)
        return NotImplemented if order is None else order < 0

    def __hash__(self) -> int:
        exact = self.exact
        return hash((self.coefficients, self.index) if exact is None else exact)

    def __str__(self) -> str:
        exact = self.exact
        if exact is not None:
            return short(exact)
        return str(self.expression) if self._is_short_radical else self.shown_interval()

    @property
    def _is_short_radical(self) -> bool:
        return len(self.coefficients) == 3 and max(map(abs, self.coefficients)) < 10**6

    @property
    def short_text(self) -> str:
        """The root as `str` writes it, but cut off instead of an interval.

        >>> Root((-2, 0, 0, 1)).short_text, Root((-2, 0, 1), 1).short_text
        ('1.259921049...', 'sqrt(2)')
        """
        if self.exact is not None or self._is_short_radical:
            return str(self)
        low, places = self._leading_digits()
        return f"{fixed_point(Fraction(low + (low < 0), 10**places), places)}..."

    def to_json(self) -> dict[str, Any]:
        """Return the root as text that sympy parses, with an interval of width 2^-64 or less.

        >>> Root((-2, 0, 0, 1)).to_json()["root"]
        'CRootOf(1*x**3 - 2, 0)'
        """
        exact = self.exact
        if exact is not None:
            return {"exact": whole(exact)}
        text = f"CRootOf({polynomial_text(self.coefficients)}, {self.index})"
        if self._is_short_radical:
            text = str(self.expression)
        return {"root": text, "interval": [whole(end) for end in self.enclosure(64)]}


def real_roots(polynomial: fmpz_poly) -> list[tuple[Root, int]]:
    """Return the distinct real roots in ascending order, with their multiplicities.

    BadInput for the polynomial 0, of which every number is a root.

    >>> [(str(r), m) for r, m in real_roots(fmpz_poly([0, 0, -2, 0, 1]))]
    [('-sqrt(2)', 1), ('0', 2), ('sqrt(2)', 1)]
    """
    if polynomial.is_zero():
        raise BadInput("every number is a root of the polynomial 0")
    found = []
    for factor, multiplicity in polynomial.factor()[1]:
        positive = factor if factor.leading_coefficient() > 0 else -factor
        coefficients = coefficients_of(positive)
        roots = range(len(_isolate(coefficients)))
        found += [(Root(coefficients, index), multiplicity) for index in roots]
    return sorted(found)


def read_root(number: "Expr") -> Root:
    """Return a sympy number in real radicals, or a `CRootOf`, as a Root; BadInput for others.

    sympy finds the minimal polynomial, and a ball around the number shows which root it is.

    >>> read_root(-sympy.sqrt(2) / 2)
    Root(coefficients=(-1, 0, 2), index=0)
    """
    if isinstance(number, sympy.CRootOf) and number.is_real:
        return Root(tuple(int(c) for c in number.poly.all_coeffs()[::-1]), int(number.index))
    for bits in doubling(64):
        with ctx.workprec(bits):
            near = _radical(number)
        if near is None:
            break
        polynomial = sympy.minimal_polynomial(number, sympy.Symbol("x"), polys=True)
        roots = real_roots(fmpz_poly([int(c) for c in polynomial.all_coeffs()[::-1]]))
        low, high = to_fraction(near.lower().fmpq()), to_fraction(near.upper().fmpq())
        found = [root for root, _ in roots if low <= root <= high]
        if len(found) == 1:
            return found[0]
        if not found:
            break
    raise BadInput(f"{quote(number)} is no real number in radicals, and no CRootOf")


def _radical(number: "Expr") -> arb | None:
    """Return a ball around a number in real radicals, None for any other expression."""
    if number.is_Rational:
        return arb(fmpq(int(number.p), int(number.q)))
    if not (number.is_Add or number.is_Mul or (number.is_Pow and number.exp.is_Rational)):
        return None
    parts = [near for part in number.args if (near := _radical(part)) is not None]
    if len(parts) < len(number.args):
        return None
    if number.is_Pow:
        base, power = parts
        return base**power if base > 0 else None
    return reduce(arb.__add__ if number.is_Add else arb.__mul__, parts)


def sign(polynomial: fmpz_poly, point: Point) -> int:
    """Return the sign of the polynomial at the point: -1, 0 or 1.

    >>> sign(fmpz_poly([-3, 2]), Root((-2, 0, 1), 1)), sign(fmpz_poly([-3, 2]), Fraction(3, 2))
    (-1, 0)
    """
    exact = point.exact if isinstance(point, Root) else point
    if isinstance(point, Root) and exact is None:
        if polynomial.gcd(fmpz_poly([*point.coefficients])).degree() > 0:
            return 0
        for bits in doubling(64):
            low, high = point.enclosure(bits)
            found = _ball_sign(polynomial, low, high, 2 * bits)
            if found:
                return found
    assert exact is not None
    for precision in (64, 256, 1024):
        found = _ball_sign(polynomial, exact, exact, precision)
        if found:
            return found
    value = polynomial(fmpq(exact.numerator, exact.denominator))
    return int(value > 0) - int(value < 0)


def is_monotone(polynomial: fmpz_poly, low: Fraction, high: Fraction) -> bool:
    """Whether ball arithmetic shows that the derivative has no zero from `low` to `high`.

    >>> is_monotone(fmpz_poly([0, 0, 1]), Fraction(1), Fraction(2))
    True
    """
    precision = 2 * bits_of(high - low)
    return _ball_sign(polynomial.derivative(), low, high, precision) != 0


def bits_of(width: Fraction | int) -> int:
    """Return the least k >= 0 with 2^-k <= width; BadInput unless the width is positive.

    >>> bits_of(Fraction(1, 5)), bits_of(7)
    (3, 0)
    """
    if isinstance(width, bool) or not isinstance(width, int | Fraction) or width <= 0:
        raise BadInput(f"width={quote_number(width)} must be a positive Fraction or integer")
    width = Fraction(width)
    return (-(-width.denominator // width.numerator) - 1).bit_length()


def coefficients_of(polynomial: fmpz_poly) -> Coefficients:
    """Return the coefficients of 1, x, x², ….

    >>> coefficients_of(fmpz_poly([1, 0, 2]))
    (1, 0, 2)
    """
    return tuple(int(c) for c in polynomial.coeffs())


@lru_cache(maxsize=4096)
def _isolate(coefficients: Coefficients) -> tuple[Bounds, ...]:
    """Return isolating intervals of the real roots of an irreducible polynomial, ascending."""
    if len(coefficients) == 2:
        exact = Fraction(-coefficients[0], coefficients[1])
        return ((exact, exact),)
    polynomial = fmpz_poly([*coefficients])
    for method in (_by_balls, _by_continued_fractions):
        found = method(polynomial)
        changes = all(sign(polynomial, a) * sign(polynomial, b) < 0 for a, b in found)
        if changes and not any(b > c for (_, b), (c, _) in pairwise(found)):
            return tuple(found)
    raise ArithmeticError("the isolating intervals are not proved: not returned")


def _by_balls(polynomial: fmpz_poly) -> list[Bounds]:
    """Return balls around the real roots: fast for high coefficients, slow for high degrees."""
    if polynomial.degree() > BALLS:
        return _by_continued_fractions(polynomial)
    roots: list[Any] = polynomial.complex_roots()  # pairs of a root and its multiplicity, 1
    balls = [root.real for root, _ in roots if root.imag == 0]
    return sorted((to_fraction(x.lower().fmpq()), to_fraction(x.upper().fmpq())) for x in balls)


def _by_continued_fractions(polynomial: fmpz_poly) -> list[Bounds]:
    found = sympy_polynomial(coefficients_of(polynomial)).intervals(sqf=True)
    return sorted((Fraction(int(a.p), int(a.q)), Fraction(int(b.p), int(b.q))) for a, b in found)


def _check_polynomial(coefficients: Coefficients) -> None:
    is_tuple = isinstance(coefficients, tuple) and all(type(c) is int for c in coefficients)
    if not is_tuple or not _is_irreducible(coefficients):
        raise BadInput(
            f"coefficients={quote(coefficients)} must be the coprime integer coefficients of an "
            "irreducible polynomial, the last positive; real_roots gives the roots of any other"
        )


@lru_cache(maxsize=4096)
def _is_irreducible(coefficients: Coefficients) -> bool:
    """Whether the polynomial is irreducible over the integers, its last coefficient positive."""
    if len(coefficients) < 2 or coefficients[-1] <= 0 or gcd(*coefficients) > 1:
        return False
    factors = fmpz_poly([*coefficients]).factor()[1]
    return len(factors) == 1 and factors[0][1] == 1


@lru_cache(maxsize=16384)
def _refine(coefficients: Coefficients, index: int, bits: int) -> Bounds:
    """Return an isolating interval of width 2^-bits or less.

    Newton's method proposes a much narrower interval, which is taken if the sign changes in
    it; otherwise the interval is halved.  So the number of correct digits doubles in the end.
    """
    start = _isolate(coefficients)[index]
    low, high = _refine(coefficients, index, bits // 2) if bits > 64 else start
    polynomial, width, gain = fmpz_poly([*coefficients]), Fraction(1, 2**bits), 4
    right = sign(polynomial, high)
    while high - low > width:
        middle = (low + high) / 2
        size = max((high - low) / 2**gain, width)
        grid = 2 ** (bits_of(size) + 2)
        guess = _newton_step(polynomial, middle, grid.bit_length())
        a, b = (Fraction(guess + shift, grid) for shift in (-2, 2))
        if low <= a and b <= high and -sign(polynomial, a) == sign(polynomial, b) == right:
            low, high, gain = a, b, 2 * gain
            continue
        gain = max(gain // 2, 2)
        low, high = (low, middle) if sign(polynomial, middle) == right else (middle, high)
    return low, high


def _newton_step(polynomial: fmpz_poly, x: Fraction, bits: int) -> int:
    """Return about 2^(bits - 1)·(x - P(x)/P'(x)), a proposal without proof."""
    with ctx.workprec(2 * bits + polynomial.height_bits() + 64):
        start = ball(x, x)
        step = start - polynomial(start) / polynomial.derivative()(start)
        scaled = step.mid() * 2 ** (bits - 1)
        return int(to_fraction(scaled.mid().fmpq())) if scaled.is_finite() else 0


def _order(a: Root, b: Root) -> int:
    """Return -1, 0 or 1 for a <, ==, > b, two irrational roots."""
    if a.coefficients == b.coefficients:
        return (a.index > b.index) - (a.index < b.index)
    for bits in doubling(8):
        (low, high), (least, most) = a.enclosure(bits), b.enclosure(bits)
        if high <= least or most <= low:
            return -1 if high <= least else 1
    raise AssertionError


def polynomial_text(coefficients: Coefficients) -> str:
    """Return a polynomial in x as text that sympy parses, with integers of any length.

    >>> polynomial_text((-2, 0, 0, 3))
    '3*x**3 - 2'
    """
    terms = [
        whole(c) + (f"*x**{i}" if i > 1 else "*x" * i) for i, c in enumerate(coefficients) if c
    ]
    return " + ".join(reversed(terms)).replace("+ -", "- ") or "0"


def sympy_polynomial(coefficients: Coefficients) -> "Poly":
    """Return the polynomial with these coefficients, in x.

    >>> sympy_polynomial((-2, 0, 1)).as_expr()
    x**2 - 2
    """
    return sympy.Poly.from_list(coefficients[::-1], sympy.Symbol("x"), domain=sympy.ZZ)


def doubling(start: int) -> Iterator[int]:
    """Yield start, 2·start, 4·start, …: numbers of bits to try in turn.

    >>> next(doubling(64))
    64
    """
    return (start << k for k in count())


def ball(low: Fraction, high: Fraction) -> arb:
    """Return a ball of the present precision that holds all numbers from `low` to `high`.

    >>> 0 in ball(Fraction(-1), Fraction(1, 2)), 1 in ball(Fraction(-1), Fraction(1, 2))
    (True, False)
    """
    a, b = (arb(fmpq(end.numerator, end.denominator)) for end in (low, high))
    return a if low == high else a.union(b)


def _ball_sign(polynomial: fmpz_poly, low: Fraction, high: Fraction, precision: int) -> int:
    """Return the sign of the polynomial from `low` to `high`; 0 if the ball does not show it."""
    with ctx.workprec(precision + polynomial.height_bits()):
        value = polynomial(ball(low, high))
        return int(value > 0) - int(value < 0)


def to_fraction(number: fmpq) -> Fraction:
    """Return flint's fraction as Python's.

    >>> to_fraction(fmpq(1, 2))
    Fraction(1, 2)
    """
    return Fraction(int(number.p), int(number.q))
