"""Integers of several 64-bit limbs, the lowest first, in the rows of an array.

Nothing here wraps around unnoticed: what does not fit into the limbs is reported,
and the enumeration starts again with twice as many.
"""

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled

Limbs = npt.NDArray[np.uint64]
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


@compiled
def multiply(numbers: Limbs, source: int, target: int, factor: int) -> bool:
    """Write numbers[source] * factor into row `target`; False if it does not fit."""
    low, high = np.uint64(factor) & _LOW, np.uint64(factor) >> _HALF
    carry = _ZERO
    for k in range(numbers.shape[1]):
        a = numbers[source, k] & _LOW
        b = numbers[source, k] >> _HALF
        bottom, first, second, top = a * low, a * high, b * low, b * high
        middle = (bottom >> _HALF) + (first & _LOW) + (second & _LOW)
        word = (bottom & _LOW) | ((middle & _LOW) << _HALF)
        top += (first >> _HALF) + (second >> _HALF) + (middle >> _HALF)
        word += carry
        carry = top + (_ONE if word < carry else _ZERO)
        numbers[target, k] = word
    return bool(carry == _ZERO)


@compiled
def add(total: Limbs, at: int, numbers: Limbs, source: int) -> bool:
    """Add numbers[source] to total[at]; False if the sum does not fit."""
    carry = _ZERO
    for k in range(numbers.shape[1]):
        word = total[at, k] + carry
        carry = _ONE if word < carry else _ZERO
        word += numbers[source, k]
        if word < numbers[source, k]:
            carry = _ONE
        total[at, k] = word
    return bool(carry == _ZERO)


@compiled
def remainder(numbers: Limbs, at: int, divisor: int) -> int:
    """Return numbers[at] modulo a divisor below 2^32."""
    small, rest = np.uint64(divisor), _ZERO
    for k in range(numbers.shape[1] - 1, -1, -1):
        rest = ((rest << _HALF) | (numbers[at, k] >> _HALF)) % small
        rest = ((rest << _HALF) | (numbers[at, k] & _LOW)) % small
    return np.int64(rest)  # type: ignore[return-value]


@compiled
def divide(numbers: Limbs, at: int, divisor: int) -> None:
    """Divide numbers[at] by a divisor below 2^32."""
    small, rest = np.uint64(divisor), _ZERO
    for k in range(numbers.shape[1] - 1, -1, -1):
        top = (rest << _HALF) | (numbers[at, k] >> _HALF)
        rest = top % small
        bottom = (rest << _HALF) | (numbers[at, k] & _LOW)
        rest = bottom % small
        numbers[at, k] = ((top // small) << _HALF) | (bottom // small)


def integers(numbers: Limbs) -> list[int]:
    """Return the rows as Python's integers.

    >>> integers(np.array([[3, 0], [1, 2]], np.uint64)) == [3, 2**65 + 1]
    True
    """
    if not numbers[:, 1:].any():
        return numbers[:, 0].tolist()  # type: ignore[no-any-return]
    return [int.from_bytes(row.tobytes(), "little") for row in numbers.astype("<u8")]
