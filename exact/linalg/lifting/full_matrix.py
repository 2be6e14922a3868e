"""A full matrix of long integers as a divisor, in doubles that hold integers exactly.

    A = sum 2^(16 k) A_k,    the entries of the limbs A_k at most 2^15 or so.

While the row sums of |A_k|, times the largest digit, stay below 2^53, one product
of doubles gives all A_k d exactly, at the speed of the memory.  The remainder is
stored in limbs of the same places; two rounds of carries bring them back to 22
bits.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt
from flint import fmpz

from montmort.exact.linalg.lifting.float_inverse import IllConditioned, MatrixProduct, invert
from montmort.exact.linalg.lifting.long_division import SLACK, Remainder, digits
from montmort.exact.linalg.system import Rows

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
LIMB = 16  # bits
EXACT = 2.0**53 - 2.0**40  # limit of sums of products; the rest is for a limb and a digit of b
MEMORY = 2**30  # bytes


class FullMatrix:
    """A square matrix in limbs, with its inverse in floats."""

    def __init__(self, rows: Rows) -> None:
        size = len(rows)
        whole = digits([int(row.get(j, 0)) for row in rows for j in range(size)], LIMB)
        if whole.nbytes > MEMORY:
            raise IllConditioned(f"{whole.nbytes} bytes of limbs, more than {MEMORY}")
        limbs = whole[::-1].astype(np.float64)
        _carry(limbs)
        self.size, self.count = size, len(limbs)
        stacked = limbs.reshape(self.count * size, size)
        self.limbs = MatrixProduct(stacked)
        self.floats = np.tensordot(self.places(self.count), limbs, 1).reshape(size, size)
        self.inverse, bits = invert(self.floats)
        self.bits = max(bits + self._unit, 0.0)  # about log2 |det A|; no denominator exceeds it
        self.widest = float(np.abs(stacked).sum(axis=1).max())

    def places(self, count: int) -> Floats:
        """Return the values of so many limbs, in units of the limb above the last one of A."""
        return np.ldexp(np.ones(count), LIMB * (np.arange(count) - self.count))

    @property
    def widths(self) -> tuple[int, ...]:
        """Possible bits of a digit, as many as floats can hold and the products allow."""
        return tuple(width for width in (32, 24, 16) if self.widest * 2.0 ** (width - 1) < EXACT)

    @cached_property
    def limits(self) -> Floats:
        """The largest valid remainder of each row: a few rows of |A|."""
        return np.asarray(SLACK * np.abs(self.floats).sum(axis=1))

    @property
    def bound(self) -> float:
        """A bound of log2 |det A|: the product of the sums of |A| by rows, or by columns."""
        entries = np.abs(self.floats)
        return min(float(np.log2(entries.sum(axis=axis)).sum()) for axis in (0, 1)) + self._unit

    @property
    def _unit(self) -> int:
        """Log2 of the determinant of the unit of `floats`."""
        return LIMB * self.count * self.size

    def lump(self, right: list[int]) -> tuple[Self, Sequence[int], Sequence[int]]:
        """Return the matrix itself: no states of a full matrix are taken to be equivalent."""
        return self, range(len(right)), range(len(right))

    def remainder(self, width: int) -> Remainder:
        """Return the remainder 0 of a division into digits of `width` bits."""
        return _LimbRemainder(self, width)

    @property
    def core(self) -> Ints:
        """Unknowns from which the others follow: all."""
        return np.arange(self.size)

    def completed(self, P: list[fmpz], _D: fmpz, _right: list[int]) -> list[fmpz]:
        """Return D x of all unknowns."""
        return P


class _LimbRemainder:
    """A remainder in as many limbs as A has, and one for overflow."""

    def __init__(self, divisor: FullMatrix, width: int) -> None:
        self.divisor, self.width = divisor, width
        count = divisor.count + 1
        self.rest, self.places = np.zeros((count, divisor.size)), divisor.places(count)
        self.value = np.zeros(divisor.size)
        self.shift = np.zeros((count, count))  # multiplies by 2^width
        for limb in range(count):
            place = min(limb + width // LIMB, count - 1)
            self.shift[place, limb] = 2.0 ** (LIMB * (limb - place) + width)

    def divide(self, known: Ints | int) -> Floats:
        """Return the next digit d of every x; the new remainder is 2^width e + known - A d."""
        divisor = self.divisor
        digit = np.rint(divisor.inverse(self.value * 2.0**self.width + known * self.places[0]))
        if not np.abs(digit).max() * divisor.widest < EXACT:
            raise IllConditioned(f"digits of {self.width} bits overflow")
        self.rest = self.shift @ self.rest
        self.rest[0] += known
        self.rest[:-1] -= divisor.limbs(digit).reshape(divisor.count, -1)
        _carry(self.rest)
        _carry(self.rest)
        self.value = self.places @ self.rest
        if not (np.abs(self.value) <= divisor.limits).all():
            raise IllConditioned(f"digits of {self.width} bits leave too large a remainder")
        return np.asarray(digit)


def _carry(limbs: Floats) -> None:
    """Carry what exceeds 2^15 into the next limb, in place, in all limbs at once."""
    excess = np.rint(limbs[:-1] * 2.0**-LIMB)
    limbs[:-1] -= excess * 2.0**LIMB
    limbs[1:] += excess
