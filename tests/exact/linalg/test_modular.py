"""Residues and back, against plain integers."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.linalg.modular import is_prime, joined, primes_beyond


@given(st.integers(1, 2**400), st.integers(12, 31))
def test_primes_beyond_a_bound(bound: int, bits: int) -> None:
    if bound.bit_length() > 20 * bits:
        return
    primes = primes_beyond(bound, bits)
    assert math.prod(primes) > bound >= math.prod(primes[:-1])
    assert len(set(primes)) == len(primes)
    assert max(primes) < 2**bits


def test_primes_by_trial_division() -> None:
    for odd in range(9, 20_000, 2):
        assert is_prime(odd) == all(odd % d for d in range(3, math.isqrt(odd) + 1, 2))


@given(st.lists(st.integers(0, 10**60 - 1), min_size=1, max_size=5))
def test_numbers_are_found_again(numbers: list[int]) -> None:
    primes = primes_beyond(10**60, bits=29)
    residues = [np.array([v % p for v in numbers], dtype=np.int64) for p in primes]
    assert joined(residues, primes) == numbers
