"""Sparse integer systems A X = B, solved exactly and checked before they are returned."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flint import fmpz, fmpz_mat


class Column(NamedTuple):
    """A vector of fractions: x[i] = numerators[i] / denominator, not in lowest terms."""

    numerators: list[fmpz]
    denominator: fmpz


def solve(
    rows: Sequence[Mapping[int, int]], columns: Sequence[Sequence[int | fmpz]]
) -> list[Column]:
    """Return X with A·X == B, rows[i][j] = A_ij; ZeroDivisionError if A is singular."""
    size = len(rows)
    if not size or not columns:
        return [Column([], fmpz(1)) for _ in columns]
    matrix = fmpz_mat([[row.get(j, 0) for j in range(size)] for row in rows])
    known = fmpz_mat([[column[i] for column in columns] for i in range(size)])
    above, below = matrix.solve(known).numer_denom()
    if matrix * above != below * known:
        raise ArithmeticError("the solution does not satisfy the system: not returned")
    return [Column([above[i, c] for i in range(size)], below) for c in range(len(columns))]
