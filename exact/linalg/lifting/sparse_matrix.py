"""A sparse matrix of 64-bit integers as a divisor: factors in floats, exact remainders.

The remainder stays as small as a row of A, so arithmetic modulo 2^64 is exact
for it, whatever errors the floats made in the digits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt
from flint import fmpz

from montmort.exact.linalg.lifting.float_inverse import IllConditioned
from montmort.exact.linalg.lifting.long_division import SLACK, Remainder
from montmort.exact.linalg.lifting.lumping import classes, quotient
from montmort.exact.linalg.lifting.tearing import TornMatrix, tear
from montmort.exact.linalg.system import Rows
from montmort.games.extras import scipy

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
ROW = 2**57  # limit of the sum of a row's entries, so that 32 times the sum fits


def is_long(rows: Rows) -> bool:
    """Return whether the entries of some row sum to too much for 64 bits.

    >>> is_long([{0: 2**56, 1: -(2**55)}]), is_long([{0: 2**56, 1: -(2**56)}])
    (False, True)
    """
    return any(sum(map(abs, row.values())) >= ROW for row in rows)  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """A sparse matrix in 64-bit integers with its decomposition in floats."""

    matrix: "csr_array"
    widths = (48, 40, 32, 24, 16)  # possible bits of a digit, as many as the floats allow

    @classmethod
    def of(cls, rows: Rows) -> Self:
        """Return the matrix of the rows; IllConditioned if one is too long for 64 bits.

        >>> SparseMatrix.of([{0: 2, 1: -1}, {1: 3}]).matrix.toarray().tolist()
        [[2, -1], [0, 3]]
        """
        if is_long(rows):
            raise IllConditioned(f"a row sums to {ROW} or more")
        ends = np.cumsum([0, *map(len, rows)])
        places = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=ends[-1])
        entries = chain.from_iterable(row.values() for row in rows)
        numbers = np.fromiter(entries, dtype=np.int64, count=ends[-1])
        return cls(scipy.sparse.csr_array((numbers, places, ends), shape=(len(rows), len(rows))))

    @cached_property
    def limits(self) -> Ints:
        """The largest valid remainder of each row: a few rows of |A|."""
        return SLACK * np.asarray(abs(self.matrix).sum(axis=1))

    @cached_property
    def factors(self) -> "TornMatrix | _Factors":
        """A decomposition of A in floats, to solve with."""
        return tear(self.matrix) or _Factors(self.matrix)

    @cached_property
    def bits(self) -> float:
        """About log2 |det A|, which no denominator exceeds."""
        bits = self.factors.bits
        if not np.isfinite(bits):
            raise IllConditioned("the pivots leave the range of floats")
        return max(bits, 0.0)

    @property
    def bound(self) -> float:
        """Hadamard's bound of log2 |det A|, by rows or by columns."""
        squares = self.matrix.astype(np.float64) ** 2
        return min(float(np.log2(squares.sum(axis=axis)).sum()) / 2 for axis in (0, 1))

    def lump(self, right: list[int]) -> tuple["SparseMatrix", Sequence[int], Sequence[int]]:
        """Return the system of classes, the class of every state, and a state of each class."""
        size = len(right)
        numbers = {b: k for k, b in enumerate(dict.fromkeys(right))}
        top = max(max(map(abs, right), default=0).bit_length() - 500, 0)
        guess = self.factors.solve(np.array([float(b >> top) for b in right]))
        if not np.isfinite(guess).all():
            raise IllConditioned("the answer leaves the range of floats")
        found = classes(self.matrix, np.array([numbers[b] for b in right]), guess)
        if found is None:
            return self, range(size), range(size)
        small, first = quotient(self.matrix, found)
        return SparseMatrix(small), found.tolist(), first.tolist()

    def remainder(self, width: int) -> Remainder:
        """Return the remainder 0 of a division into digits of `width` bits."""
        return _Remainder64(self, width)

    @property
    def core(self) -> Ints:
        """Unknowns from which the others follow: the core of a torn matrix, else all."""
        factors = self.factors
        if isinstance(factors, TornMatrix):
            return factors.core
        return np.arange(self.matrix.shape[0])

    def completed(self, P: list[fmpz], D: fmpz, right: list[int]) -> list[fmpz] | None:
        """Return D x of all unknowns from that of the core; None if it would not be whole.

        >>> cycle = SparseMatrix.of([{0: 2, 1: -1}, {1: 2, 2: -1}, {2: 2, 0: -1}])
        >>> cycle.core.tolist(), cycle.completed([fmpz(1)], fmpz(1), [1, 1, 1])
        ([0], [1, 1, 1])
        """
        whole = [fmpz(0)] * len(right)
        for k, value in zip(self.core.tolist(), P, strict=True):
            whole[k] = value
        matrix, factors = self.matrix, self.factors
        parts = (matrix.indptr, matrix.indices, matrix.data)
        ends, places, entries = (part.tolist() for part in parts)
        rest = factors.rest.tolist() if isinstance(factors, TornMatrix) else []
        for i in reversed(rest):  # the entries of its row lead to later ones and to the core
            total, pivot = D * right[i], 0
            for k in range(ends[i], ends[i + 1]):
                if places[k] == i:
                    pivot = entries[k]
                else:
                    total -= entries[k] * whole[places[k]]
            whole[i], left = divmod(total, fmpz(pivot))
            if left:
                return None
        return whole


class _Remainder64:
    """A remainder in 64-bit integers."""

    def __init__(self, system: SparseMatrix, width: int) -> None:
        self.system, self.width = system, width
        self.rest = np.zeros(system.matrix.shape[0], dtype=np.int64)

    def divide(self, known: Ints | int) -> Floats:
        """Return the next digit d of every x; the new remainder is 2^width e + known - A d."""
        guess: Floats = np.rint(self.system.factors.solve(self.rest * 2.0**self.width + known))
        if not np.abs(guess).max() < 2.0**62:
            raise IllConditioned(f"digits of {self.width} bits overflow")
        self.rest = (self.rest << self.width) + known - self.system.matrix @ guess.astype(np.int64)
        if not (np.abs(self.rest) <= self.system.limits).all():
            raise IllConditioned(f"digits of {self.width} bits leave too large a remainder")
        return guess


class _Factors:
    """L and U of A in floats, the diagonal its pivots, in an order of little fill-in."""

    def __init__(self, matrix: "csr_array") -> None:
        options = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
        floats = matrix.astype(np.float64).tocsc()
        try:
            self.factors = scipy.sparse.linalg.splu(floats, "MMD_AT_PLUS_A", **options)
        except RuntimeError:
            raise IllConditioned("a pivot is zero in floats") from None
        self.solve = self.factors.solve

    @property
    def bits(self) -> float:
        """About log2 |det A|."""
        with np.errstate(divide="ignore"):
            return float(np.log2(np.abs(self.factors.U.diagonal())).sum())
