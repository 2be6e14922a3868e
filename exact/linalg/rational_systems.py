"""Rational linear systems A X = B, scaled to integers for `integer_systems`.

Rows are multiplied by the denominators of A alone: those of B, often far longer,
become one scale for all rows.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from montmort.exact.linalg import integer_systems
from montmort.exact.linalg.system import as_flint, as_fraction

Matrix = Sequence[Sequence[Fraction | int]]


def solve(coefficients: Matrix, right: Matrix) -> list[list[Fraction]]:
    """Return X with coefficients · X == right; shapes (n, n), (n, m) -> (n, m).

    ZeroDivisionError if the matrix is singular.

    >>> solve([[2, 1], [1, 3]], [[1], [Fraction(1, 2)]])
    [[Fraction(1, 2)], [Fraction(0, 1)]]
    """
    rows = [{j: as_flint(x) for j, x in enumerate(row) if x} for row in coefficients]
    sides = [[as_flint(x) for x in side] for side in zip(*right, strict=True)]
    columns = solve_sparse(rows, sides)
    return [[as_fraction(column[i]) for column in columns] for i in range(len(rows))]


def solve_sparse(
    rows: Sequence[Mapping[int, fmpq]], sides: Sequence[Sequence[fmpq]]
) -> list[list[fmpq]]:
    """Return the column x with rows · x == side for each side; a row is {column: entry}.

    ZeroDivisionError if the matrix is singular.

    >>> solve_sparse([{0: fmpq(1, 2)}], [[fmpq(1)], [fmpq(3)]])
    [[2], [6]]
    """
    factors = [math.lcm(*(int(entry.q) for entry in row.values())) for row in rows]
    whole = [
        {j: int((entry * factor).p) for j, entry in row.items()}
        for row, factor in zip(rows, factors, strict=True)
    ]
    scales = [math.lcm(*(int(entry.q) for entry in side)) for side in sides]
    scaled = [
        [int((entry * scale).p) * factor for entry, factor in zip(side, factors, strict=True)]
        for side, scale in zip(sides, scales, strict=True)
    ]
    columns = integer_systems.solve(whole, scaled)
    return [
        [fmpq(int(x)) / (int(column.denominator) * scale) for x in column.numerators]
        for column, scale in zip(columns, scales, strict=True)
    ]
