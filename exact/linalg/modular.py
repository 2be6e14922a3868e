"""Integers computed from their residues modulo primes: the Chinese remainder theorem."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import fmpz

Ints = npt.NDArray[np.int64]


def primes_beyond(bound: int, bits: int) -> list[int]:
    """Return the largest primes below 2^bits (10 to 31 bits) whose product exceeds `bound`.

    >>> primes_beyond(10**6, bits=10)
    [1021, 1019]
    """
    candidate, primes, product = 2**bits - 1, [], 1
    while product <= bound:
        if fmpz(candidate).is_prime():
            primes.append(candidate)
            product *= candidate
        candidate -= 2
    return primes


def chinese_remainder(residues: Sequence[Ints] | Ints, primes: Sequence[int]) -> Any:
    """Return nested lists of the integers 0 <= v < prod(primes) with these residues.

    Garner: v = d_0 + p_0 (d_1 + p_1 (d_2 + …)), the digits found one by one.

    >>> chinese_remainder([np.array([1, 10]), np.array([4, 0])], [11, 13])
    [56, 65]
    """
    digits = [row % p for row, p in zip(residues, primes, strict=True)]
    for k, p in enumerate(primes):
        for earlier, prime in zip(digits[:k], primes[:k], strict=True):
            digits[k] = (digits[k] - earlier) % p * pow(prime, -1, p) % p
    value = digits[-1].astype(object)
    for digit, p in zip(digits[-2::-1], primes[-2::-1], strict=True):
        value = value * p + digit
    return value.tolist()
