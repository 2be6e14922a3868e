"""Decimals of roots and of normal quantiles: rounded, and every one of them right.

Roots of fractions are rounded in integers.  Other numbers are balls of Arb: the precision is
doubled until all numbers in the ball round to the same decimals.
"""

import math
from collections.abc import Callable
from fractions import Fraction

from flint import arb, ctx, fmpq

from montmort.exact.formatting import fixed_point
from montmort.games.errors import BadInput
from montmort.games.validation import check_fraction, check_integer, quote

MOST_BITS = 2**14


def rounded_root(square: Fraction, places: int, *, sign: int = 1) -> str:
    """Return the decimals of sign sqrt(square).

    >>> rounded_root(Fraction(2), 6), rounded_root(Fraction(1, 4), 2, sign=-1)
    ('1.414214', '-0.50')
    """
    check_fraction("square", square, 0)
    check_integer("places", places, 0)
    scaled = 4 * square * 10 ** (2 * places)
    # floor(y + 1/2) = floor((2 y + 1)/2), and floor(2 y) = isqrt(floor(4 y^2))
    units = (math.isqrt(math.floor(scaled)) + 1) // 2
    return fixed_point(Fraction(sign * units, 10**places), places)


def normal_quantile(level: Fraction) -> arb:
    """Return z with P(-z <= Z <= z) = level for a standard normal Z, at flint's precision.

    >>> rounded(lambda: normal_quantile(Fraction(95, 100)), 6)
    '1.959964'
    """
    if not 0 < level < 1:
        raise BadInput(f"level={quote(level)} must be between 0 and 1")
    return arb(2).sqrt() * ball(level).erfinv()


def ball(value: Fraction) -> arb:
    """Return a fraction as a ball."""
    return arb(fmpq(value.numerator, value.denominator))


def rounded(number: Callable[[], arb], places: int) -> str:
    """Return the decimals of `number()`, which is computed at the precision that they need.

    >>> rounded(lambda: arb(2).sqrt() * 10**20, 4)
    '141421356237309504880.1689'
    """
    bits = 64
    while bits <= MOST_BITS:
        with ctx.workprec(bits):
            units = (number() * 10**places + ball(Fraction(1, 2))).floor().unique_fmpz()
        if units is not None:
            return fixed_point(Fraction(int(units), 10**places), places)
        bits *= 2
    raise ArithmeticError(f"{bits} bits do not decide how the number is rounded")
