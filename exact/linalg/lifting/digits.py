"""Digits of long integers in whole bytes, at most six, one numpy row per place."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from flint import fmpz

Ints = npt.NDArray[np.int64]


def digits(numbers: Sequence[int], width: int) -> Ints:
    """Return the digits of `width` = 8 to 48 bits; the leading row comes first and is signed.

    >>> digits([-1, 2**16 + 5], 16)
    array([[   -1,     1],
           [65535,     5]])
    """
    size, length = width // 8, max((b.bit_length() for b in numbers), default=0) // width + 1
    whole = b"".join(b.to_bytes(length * size, "big", signed=True) for b in numbers)
    parts = np.frombuffer(whole, dtype=np.uint8).reshape(len(numbers), length, size)
    found = np.zeros((length, len(numbers)), dtype=np.int64)
    for place in range(size):
        found = (found << 8) + parts[:, :, place].T
    found[0] -= (found[0] >> width - 1) << width
    return found


def integers(rows: Sequence[Ints], width: int) -> list[fmpz]:
    """Return the integers of these digits; those below the first row are 0 to 2^width - 1.

    >>> integers([np.array([-1, 1]), np.array([65535, 5])], 16)
    [-1, 65541]
    """
    return [number for part in _blocks(rows) for number in _block_integers(part, width)]


def carry(rows: Sequence[Ints], width: int) -> None:
    """Carry, in place, until every digit below the first row is 0 to 2^width - 1.

    >>> rows = [np.array([0, 1]), np.array([-1, 2**16 + 5])]
    >>> carry(rows, 16)
    >>> rows
    [array([-1,  2]), array([65535,     5])]
    """
    for row, above in zip(rows[:0:-1], rows[-2::-1], strict=True):
        excess = row >> width
        row -= excess << width
        above += excess


def _blocks(rows: Sequence[Ints], states: int = 512) -> list[list[Ints]]:
    """Return the rows cut into blocks of few states, whose digits fit into a cache."""
    return [[row[k : k + states] for row in rows] for k in range(0, len(rows[0]), states)]


def _block_integers(rows: Sequence[Ints], width: int) -> list[fmpz]:
    size, states = width // 8, len(rows[0])
    top = rows[0].astype(">i8").view(np.uint8).reshape(states, 8)
    low = np.array(rows[1:], dtype=np.int64).reshape(-1, states).T.astype(">i8", order="C")
    used = low.view(np.uint8).reshape(states, -1, 8)[:, :, 8 - size :].reshape(states, -1)
    whole, length = np.hstack([top, used]).tobytes(), 8 + used.shape[1]
    return [
        fmpz(int.from_bytes(whole[k : k + length], "big", signed=True))
        for k in range(0, len(whole), length)
    ]
