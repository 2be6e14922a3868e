"""Rational linear systems A X = B, solved exactly and checked before they are returned.

Rows are cleared to integers and the system is *solved*, never inverted to get
one column: with 52-digit entries `fmpz_mat.solve` is tens of times faster at
50 unknowns than an inverse.  Every solution is multiplied back in integers,
A (d X) == d B, so what is returned is proved, whatever produced it.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from flint import fmpz_mat

Matrix = Sequence[Sequence[Fraction | int]]


def solve(coefficients: Matrix, right: Matrix) -> list[list[Fraction]]:
    """Return X with coefficients · X == right; shapes (n, n), (n, m) -> (n, m).

    ZeroDivisionError if the matrix is singular.

    >>> solve([[2, 1], [1, 3]], [[1], [Fraction(1, 2)]])
    [[Fraction(1, 2)], [Fraction(0, 1)]]
    """
    size, width = len(coefficients), len(right[0]) if right else 0
    if not size or not width:
        return [[] for _ in range(size)]
    whole, whole_right, scale = _clear(coefficients, right)
    numerators, denominator = whole.solve(whole_right).numer_denom()
    if whole * numerators != denominator * whole_right:
        raise ArithmeticError("the solution does not satisfy the system: not returned")
    common = int(denominator) * scale
    return [[Fraction(int(entry), common) for entry in row] for row in numerators.tolist()]


def _clear(coefficients: Matrix, right: Matrix) -> tuple[fmpz_mat, fmpz_mat, int]:
    """Return integer matrices and a scale with whole · X == whole_right / scale.

    Rows are cleared by the denominators of the coefficients alone: those of
    the right side, often far longer, become one scale for all.
    """
    rows, rights = [], []
    for row, side in zip(coefficients, right, strict=True):
        factor = math.lcm(*(entry.denominator for entry in row))
        rows.append([entry.numerator * (factor // entry.denominator) for entry in row])
        rights.append([factor * Fraction(entry) for entry in side])
    scale = math.lcm(*(entry.denominator for side in rights for entry in side))
    whole_rights = [[e.numerator * (scale // e.denominator) for e in side] for side in rights]
    return fmpz_mat(rows), fmpz_mat(whole_rights), scale
