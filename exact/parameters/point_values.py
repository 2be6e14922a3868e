"""The value of a rational function N/D at a real algebraic number, exactly.

At a root of the irreducible polynomial P the value is rational if and only if the remainders
of N and D modulo P are proportional.  Otherwise it is enclosed as narrowly as asked.

Two values in disjoint intervals differ.  Two equal ones are roots of the same irreducible
polynomial M; that M is monotone on an interval that holds both proves that they are equal.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import ctx, fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from montmort.exact.formatting import whole
from montmort.exact.parameters.roots import (
    Bounds,
    Coefficients,
    Enclosed,
    Point,
    Root,
    ball,
    coefficients_of,
    doubling,
    is_monotone,
    polynomial_text,
    real_roots,
    sign,
    to_fraction,
)
from montmort.games.extras import sympy

Number = Any  # a Value, or sympy's oo or -oo


@dataclass(frozen=True)
class PointValue(Enclosed):
    """The value of numerator/denominator, a rational function, at an irrational root.

    The coefficients are those of 1, x, x², …; the value itself is irrational, and
    `value_at` makes it.

    >>> square = value_at(fmpz_poly([0, 0, 1, 1]), fmpz_poly([1]), Root((-2, 0, 1), 1))
    >>> str(square), square.shown_interval()
    ('2 + 2*sqrt(2)', '4.828427124 to 4.828427125')
    """

    numerator: Coefficients
    denominator: Coefficients
    point: Root

    def enclosure(self, bits: int) -> Bounds:
        """Return bounds of the value that differ by 2^-bits or less."""
        top, bottom = fmpz_poly([*self.numerator]), fmpz_poly([*self.denominator])
        for precision in doubling(bits + 64):
            low, high = self.point.enclosure(precision)
            with ctx.workprec(2 * precision):
                x = ball(low, high)
                value = top(x) / bottom(x)
                if not value.is_finite():
                    continue
                a, b = to_fraction(value.lower().fmpq()), to_fraction(value.upper().fmpq())
            if (b - a) * 2**bits <= 1:
                return a, b
        raise AssertionError

    @cached_property
    def polynomial(self) -> fmpz_poly:
        """The irreducible polynomial of which the value is a root.

        It is the minimal polynomial M of the matrix by which the value multiplies the residues
        modulo P; M(value) = 0 modulo P is checked.  It takes seconds for a P of degree 80.
        """
        modulus = fmpq_poly([*self.point.coefficients])
        _, inverse, _ = fmpq_poly([*self.denominator]).xgcd(modulus)
        value = fmpq_poly([*self.numerator]) * inverse % modulus
        size, rows = modulus.degree(), [value]
        while len(rows) < size:
            rows.append(rows[-1] * fmpq_poly([0, 1]) % modulus)
        minimal = fmpq_mat([[row[j] for j in range(size)] for row in rows]).minpoly()
        zero = fmpq_poly()
        for coefficient in reversed(minimal.coeffs()):
            zero = (zero * value + coefficient) % modulus
        if zero:
            raise ArithmeticError("the minimal polynomial is not proved: not returned")
        return minimal.numer()

    def root(self) -> Root:
        """Return the value as a Root."""
        candidates = [root for root, _ in real_roots(self.polynomial)]
        for bits in doubling(64):
            low, high = self.enclosure(bits)
            candidates = [root for root in candidates if low <= root <= high]
            if len(candidates) == 1:
                return candidates[0]
        raise AssertionError

    def __str__(self) -> str:
        is_short = len(self.point.coefficients) == 3
        return str(self.root()) if is_short else self.shown_interval()

    def to_json(self) -> dict[str, Any]:
        """Return the function, the point, and an interval of width 2^-64 or less."""
        top, bottom = (polynomial_text(part) for part in (self.numerator, self.denominator))
        return {
            "value_of": top if bottom == "1" else f"({top})/({bottom})",
            "at": self.point.to_json()["root"],
            "interval": [whole(end) for end in self.enclosure(64)],
        }


Value = Fraction | PointValue


def value_at(numerator: fmpz_poly, denominator: fmpz_poly, point: Point) -> Value:
    """Return numerator/denominator at the point, a Fraction if it is rational.

    At a root of P the value is the fraction c if and only if P divides
    numerator - c·denominator.  ZeroDivisionError at a pole.

    >>> value_at(fmpz_poly([0, 0, 3]), fmpz_poly([1]), Root((-2, 0, 1), 1))
    Fraction(6, 1)
    """
    if sign(denominator, point) == 0:
        raise ZeroDivisionError("the point is a pole")
    if isinstance(point, Root) and point.exact is None:
        value = PointValue(coefficients_of(numerator), coefficients_of(denominator), point)
        rational = _rational_value(value)
        return value if rational is None else rational
    exact = point.exact if isinstance(point, Root) else point
    assert exact is not None
    x = fmpq(exact.numerator, exact.denominator)
    return to_fraction(numerator(x) / denominator(x))


def order_values(a: Number, b: Number) -> int:
    """Return -1, 0 or 1 for a <, ==, > b, exactly; either may be oo or -oo.

    Intervals decide unless the values are equal, or too near to each other; then their own
    polynomials prove whether they are equal.

    >>> cube = value_at(fmpz_poly([0, 0, 0, 1]), fmpz_poly([1]), Root((-2, 0, 1), 1))
    >>> order_values(cube, Fraction(3)), order_values(cube, cube), order_values(cube, sympy.oo)
    (-1, 0, -1)
    """
    infinite = {sympy.oo: 1, -sympy.oo: -1}
    high, low = infinite.get(a, 0), infinite.get(b, 0)
    if high or low:
        return (high > low) - (high < low)
    if isinstance(a, Fraction):
        return (a > b) - (a < b) if isinstance(b, Fraction) else -order_values(b, a)
    if isinstance(b, Fraction):
        top, bottom = fmpz_poly([*a.numerator]), fmpz_poly([*a.denominator])
        difference = b.denominator * top - b.numerator * bottom
        return sign(difference, a.point) * sign(bottom, a.point)
    if a == b:
        return 0
    bits, order = 64, 0
    while not (order := _order_bounds(a, b, bits)):
        if bits >= 256 and _are_equal(a, b, bits):
            return 0
        bits *= 2
    return order


def _order_bounds(a: PointValue, b: PointValue, bits: int) -> int:
    """Return -1 or 1 if the enclosures are disjoint, else 0."""
    (low, high), (least, most) = a.enclosure(bits), b.enclosure(bits)
    return int(low > most) - int(high < least)


def _are_equal(a: PointValue, b: PointValue, bits: int) -> bool:
    """Whether a and b are proved to be the same root of one polynomial, monotone between them."""
    bounds = [*a.enclosure(bits), *b.enclosure(bits)]
    return a.polynomial == b.polynomial and is_monotone(a.polynomial, min(bounds), max(bounds))


def _rational_value(value: PointValue) -> Fraction | None:
    """Return the ratio of the two remainders modulo P if it is constant, else None."""
    modulus = fmpq_poly([*value.point.coefficients])
    top, bottom = fmpq_poly([*value.numerator]) % modulus, fmpq_poly([*value.denominator]) % modulus
    c = top[bottom.degree()] / bottom.leading_coefficient()
    return to_fraction(c) if top == c * bottom else None
