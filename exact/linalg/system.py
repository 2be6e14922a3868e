"""Linear systems A X = B in integers: the shape of an answer, and its proof.

The answer to each column b of B is a vector of integers P over one denominator
D.  However P and D were found, floats included, A·P == D·b in integers with
D > 0 proves that P / D solves the system; where A is nonsingular there is no
other solution.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from flint import fmpq, fmpz, fmpz_mat

Integer = int | fmpz
Row = Mapping[int, Integer]  # {column: entry}
Rows = Sequence[Row]
RightSide = Sequence[Integer]
ANSWER_BITS = 6 * 10**9  # limit for one column, 750 megabytes; lifting takes four times that


class Column(NamedTuple):
    """One column of X: x[i] = numerators[i] / denominator > 0, not always in lowest terms."""

    numerators: Sequence[Integer]
    denominator: Integer


Solver = Callable[[Rows, Sequence[RightSide]], list[Column]]

# Fractions made without a second search for a common divisor; the first in Python >= 3.12
_coprime: Callable[[int, int], Fraction] = getattr(Fraction, "_from_coprime_ints", None) or partial(
    Fraction, _normalize=False
)


def fraction(numerator: Integer, denominator: Integer) -> Fraction:
    """Return the fraction in lowest terms; flint finds the common divisor.

    >>> fraction(fmpz(6), fmpz(4))
    Fraction(3, 2)
    """
    return as_fraction(fmpq(numerator, denominator))


def as_fraction(number: fmpq) -> Fraction:
    """Return flint's fraction, which is in lowest terms, as Python's.

    >>> as_fraction(fmpq(2, 4))
    Fraction(1, 2)
    """
    return _coprime(int(number.p), int(number.q))


def as_flint(number: Fraction | int) -> fmpq:
    """Return the number as flint's fraction.

    >>> as_flint(Fraction(1, 2))
    1/2
    """
    return fmpq(number.numerator, number.denominator)


def clear_denominators(numbers: Sequence[Fraction | int]) -> tuple[list[int], int]:
    """Return the numerators over the least common denominator, and this denominator.

    >>> clear_denominators([Fraction(1, 2), Fraction(2, 3)])
    ([3, 4], 6)
    """
    common = math.lcm(*(number.denominator for number in numbers))
    return [number.numerator * (common // number.denominator) for number in numbers], common


def is_solution(rows: Rows, right: RightSide, answer: Column) -> bool:
    """Return whether A·P == D·b holds in every row, in integers.

    >>> is_solution([{0: 2, 1: 1}, {1: 3}], [1, 1], Column([fmpz(2), fmpz(2)], fmpz(6)))
    True
    >>> is_solution([{0: 2, 1: 1}, {1: 3}], [1, 1], Column([fmpz(2), fmpz(3)], fmpz(6)))
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


def _full_product(rows: Rows, P: Sequence[Integer]) -> Iterable[fmpz]:
    """Return A·P, computed by flint."""
    size = len(rows)
    matrix = fmpz_mat([[row.get(j, 0) for j in range(size)] for row in rows])
    return (matrix * fmpz_mat(size, 1, P)).entries()


def is_full(rows: Rows) -> bool:
    """Return whether at least an eighth of the entries are nonzero.

    >>> is_full([{0: 1}, {1: 1}]), is_full([{k: 1} for k in range(9)])
    (True, False)
    """
    return 8 * sum(map(len, rows)) > len(rows) ** 2


def verify(rows: Rows, columns: Sequence[RightSide], answers: list[Column]) -> list[Column]:
    """Return the answers if each one solves its column, else raise ArithmeticError.

    >>> verify([{0: 2}], [[1]], [Column([1], 2)])
    [Column(numerators=[1], denominator=2)]
    """
    if not all(is_solution(rows, *pair) for pair in zip(columns, answers, strict=True)):
        raise ArithmeticError("an answer does not satisfy its system: not returned")
    return answers
