"""A linear system A X = B in integers, the shape of its answer, and the proof of one.

An answer is integers P over one denominator D for each column b of B.  However
P and D were found, floats included, A·P == D·b in integers with D > 0 proves
that P / D solves the system; where A is nonsingular there is no other answer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from flint import fmpz, fmpz_mat

Row = Mapping[int, int | fmpz]
Rows = Sequence[Row]
Right = Sequence[int | fmpz]
ANSWER = 6 * 10**9  # bits of a column, 750 megabytes; lifting takes four times that


class Column(NamedTuple):
    """One column of X: x[i] = numerators[i] / denominator > 0, in lowest terms or not."""

    numerators: list[fmpz]
    denominator: fmpz


Rung = Callable[[Rows, Sequence[Right]], list[Column]]


def solved(rows: Rows, right: Right, answer: Column) -> bool:
    """Return whether A·P == D·b holds in every row, in integers.

    >>> solved([{0: 2, 1: 1}, {1: 3}], [1, 1], Column([fmpz(2), fmpz(2)], fmpz(6)))
    True
    >>> solved([{0: 2, 1: 1}, {1: 3}], [1, 1], Column([fmpz(2), fmpz(3)], fmpz(6)))
    False
    """
    P, D = answer
    if not D > 0 or not len(P) == len(rows) == len(right):
        return False
    if is_full(rows):
        return all(ap == D * b for ap, b in zip(_full_product(rows, P), right, strict=True))
    for row, b in zip(rows, right, strict=True):
        rest = D * b
        for j, a in row.items():
            rest -= a * P[j]
        if rest:
            return False
    return True


def _full_product(rows: Rows, P: Sequence[fmpz]) -> Iterable[fmpz]:
    """Return A·P, by flint."""
    size = len(rows)
    matrix = fmpz_mat([[row.get(j, 0) for j in range(size)] for row in rows])
    return (matrix * fmpz_mat(size, 1, P)).entries()  # type: ignore[no-any-return]


def is_full(rows: Rows) -> bool:
    """Return whether an eighth of the entries or more are not zero."""
    return 8 * sum(map(len, rows)) > len(rows) ** 2


def proved(rows: Rows, columns: Sequence[Right], answers: list[Column]) -> list[Column]:
    """Return the answers if every one of them solves its column, else raise ArithmeticError."""
    if not all(solved(rows, *pair) for pair in zip(columns, answers, strict=True)):
        raise ArithmeticError("an answer does not satisfy its system: not returned")
    return answers
