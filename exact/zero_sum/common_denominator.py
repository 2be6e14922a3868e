"""Fractions over one denominator: sums of them are then sums of integers."""

import math
from collections.abc import Sequence
from fractions import Fraction


def cleared(fractions: Sequence[Fraction]) -> tuple[list[int], int]:
    """Return the fractions as integers over one denominator.

    >>> cleared([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    scale = math.lcm(*(fraction.denominator for fraction in fractions))
    return [fraction.numerator * (scale // fraction.denominator) for fraction in fractions], scale
