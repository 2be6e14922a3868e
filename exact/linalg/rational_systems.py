"""Rational linear systems A X = B, scaled to integers for `integer_systems`.

Rows are multiplied by the denominators of A alone: those of B, often far longer,
become one scale for all rows.
"""

import math
from collections.abc import Sequence
from fractions import Fraction

from montmort.exact.linalg import integer_systems
from montmort.exact.linalg.system import fraction

Matrix = Sequence[Sequence[Fraction | int]]


def solve(coefficients: Matrix, right: Matrix) -> list[list[Fraction]]:
    """Return X with coefficients · X == right; shapes (n, n), (n, m) -> (n, m).

    ZeroDivisionError if the matrix is singular.

    >>> solve([[2, 1], [1, 3]], [[1], [Fraction(1, 2)]])
    [[Fraction(1, 2)], [Fraction(0, 1)]]
    """
    scale = math.lcm(*(entry.denominator for side in right for entry in side))
    rows, sides = [], []
    for row, side in zip(coefficients, right, strict=True):
        factor = math.lcm(*(entry.denominator for entry in row))
        rows.append({j: _times(entry, factor) for j, entry in enumerate(row) if entry})
        sides.append([factor * _times(entry, scale) for entry in side])
    columns = integer_systems.solve(rows, list(zip(*sides, strict=True)))
    return [
        [fraction(column.numerators[i], column.denominator * scale) for column in columns]
        for i in range(len(rows))
    ]


def _times(entry: Fraction | int, multiple: int) -> int:
    """Return entry · multiple, where multiple is a multiple of the entry's denominator."""
    return entry.numerator * (multiple // entry.denominator)
