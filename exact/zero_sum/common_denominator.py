"""Fractions over a common denominator: sums of them are then sums of integers."""

import math
from collections.abc import Sequence
from fractions import Fraction


def clear_denominators(fractions: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return the numerators over a common denominator, and this denominator.

    >>> clear_denominators([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    scale = math.lcm(*(fraction.denominator for fraction in fractions))
    return [fraction.numerator * (scale // fraction.denominator) for fraction in fractions], scale
