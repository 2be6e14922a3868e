"""An independent reference for every solver: Gauss-Jordan elimination over Fractions."""

from collections.abc import Sequence
from fractions import Fraction

Matrix = Sequence[Sequence[Fraction | int]]


def gauss_jordan(matrix: Matrix, right: Matrix) -> list[list[Fraction]]:
    """Return X with matrix · X = right, shapes (n, n), (n, m) -> (n, m).

    ZeroDivisionError if the matrix is singular.
    """
    size = len(matrix)
    rows = [[Fraction(entry) for entry in (*row, *b)] for row, b in zip(matrix, right, strict=True)]
    for j in range(size):
        if (pivot := next((i for i in range(j, size) if rows[i][j]), None)) is None:
            raise ZeroDivisionError
        rows[j], rows[pivot] = rows[pivot], rows[j]
        rows[j] = [entry / rows[j][j] for entry in rows[j]]
        for i in range(size):
            if i != j:
                rows[i] = [a - rows[i][j] * b for a, b in zip(rows[i], rows[j], strict=True)]
    return [row[size:] for row in rows]
