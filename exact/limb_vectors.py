"""Vectors of long integers >= 0 and their products with sparse matrices, in int64.

An integer is a sum of limbs l_i 2^(b i), a vector one array of shape (entries, limbs).
Limbs may exceed 2^b: after each product they are carried until all are below 2^(b+1),
which leaves the integers the same.  With limbs below 2^(b+1), digits below 2^b of the
weights, and rows of a matrix that sum to at most L in at most R entries, every sum of
a product is at most

    L 2^(b+1)              where L < 2^b, so that weights have one digit,
    R d 2^b 2^(b+1)        where weights have d digits,

and `Base` takes the largest b for which this is below 2^63.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.thresholds import ONE_DIGIT_UP_TO
from montmort.games.extras import is_installed

Ints = npt.NDArray[np.int64]
Limbs = npt.NDArray[np.int64]  # (entries, limbs)
DIGITS = 8  # limit for the digits of a weight


@dataclass(frozen=True)
class Base:
    """The number b of bits of a limb for matrices with row sums <= L of at most R entries.

    >>> Base.of(6, 6), Base.of(2**40, 100)
    (Base(bits=59, digits=1), Base(bits=26, digits=2))
    """

    bits: int
    digits: int

    @classmethod
    def of(cls, largest_sum: int, longest_row: int) -> "Base | None":
        """Return the base; None where the weights are longer than 8 digits."""
        length = largest_sum.bit_length()
        if length <= ONE_DIGIT_UP_TO:
            return cls(62 - length, 1)
        bits = (62 - (longest_row * DIGITS).bit_length()) // 2
        digits = -(-length // bits)
        return cls(bits, digits) if digits <= DIGITS else None

    def integer(self, limbs: npt.NDArray[np.int64]) -> int:
        """Return the integer with these limbs.

        >>> Base(4, 1).integer(np.array([1, 17]))
        273
        """
        value = 0
        for limb in reversed(limbs.tolist()):
            value = (value << self.bits) + limb
        return value

    def multiplied(self, vector: Limbs, factor: int) -> Limbs:
        """Return the vector times a factor <= L, not carried.

        >>> Base(4, 2).multiplied(np.array([[3]]), 17)
        array([[3, 3]])
        """
        width = vector.shape[1]
        product = np.zeros((len(vector), width + self.digits - 1), dtype=np.int64)
        for place in range(self.digits):
            digit = factor >> self.bits * place & (2**self.bits - 1)
            product[:, place : place + width] += digit * vector
        return product

    def carry(self, vector: Limbs) -> Limbs:
        """Return the same integers with limbs below 2^(b+1).

        >>> Base(4, 1).carry(np.array([[33, 1]]))
        array([[1, 3]])
        """
        mask = 2**self.bits - 1
        while vector.max() >= 2 << self.bits:
            over = vector >> self.bits
            if over[:, -1].any():
                vector = np.pad(vector, ((0, 0), (0, 1)))
                over = np.pad(over, ((0, 0), (0, 1)))
            vector = vector & mask
            vector[:, 1:] += over[:, :-1]
        return vector


class LimbMatrix:
    """A sparse matrix of integers >= 0 within the limits of the base, by digits of its weights.

    >>> matrix = LimbMatrix(Base(4, 1), np.array([0, 0]), np.array([0, 1]), [1, 5], (1, 2))
    >>> matrix.times(np.array([[3, 1], [1, 0]]))
    array([[8, 1]])
    """

    def __init__(
        self, base: Base, rows: Ints, columns: Ints, weights: Sequence[int], shape: tuple[int, int]
    ) -> None:
        left = np.array(weights, dtype=object)
        self._digits: list[Any] = []
        for _ in range(base.digits):
            digit = (left & (2**base.bits - 1)).astype(np.int64)
            self._digits.append(_sparse(digit, rows, columns, shape))
            left = left >> base.bits

    def times(self, vector: Limbs) -> Limbs:
        """Return the product, not carried."""
        width, (first, *others) = vector.shape[1], self._digits
        product: Limbs = first @ vector
        for place, digit in enumerate(others, 1):
            product = np.pad(product, ((0, 0), (0, 1)))
            product[:, place : place + width] += digit @ vector
        return product


def _sparse(entries: Ints, rows: Ints, columns: Ints, shape: tuple[int, int]) -> Any:
    if not is_installed("scipy"):
        return _Entries(entries, rows, columns, shape[0])
    from scipy.sparse import csr_array

    return csr_array((entries, (rows, columns)), shape=shape)


class _Entries(NamedTuple):
    """A sparse matrix that multiplies vectors of limbs, for want of scipy."""

    entries: Ints
    rows: Ints
    columns: Ints
    height: int

    def __matmul__(self, vector: Limbs) -> Limbs:
        product = np.zeros((self.height, vector.shape[1]), dtype=np.int64)
        np.add.at(product, self.rows, self.entries[:, None] * vector[self.columns])
        return product


def added(first: Limbs, second: Limbs) -> Limbs:
    """Return the sum of two vectors of any numbers of limbs, not carried.

    >>> added(np.array([[1]]), np.array([[2, 3]]))
    array([[3, 3]])
    """
    if first.shape[1] < second.shape[1]:
        first, second = second, first
    total = first.copy()
    total[:, : second.shape[1]] += second
    return total
