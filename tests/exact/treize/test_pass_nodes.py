"""Primes and residues, against plain integers."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.treize.pass_nodes import chinese_remainder, primes_beyond


@given(st.integers(1, 2**400), st.integers(12, 31))
def test_primes_beyond_a_bound(bound: int, bits: int) -> None:
    if bound.bit_length() > 20 * bits:
        return
    primes = primes_beyond(bound, bits)
    assert math.prod(primes) > bound >= math.prod(primes[:-1])
    assert len(set(primes)) == len(primes)
    assert max(primes) < 2**bits


def test_primes_by_trial_division() -> None:
    primes = [
        odd for odd in range(9, 2**14, 2) if all(odd % d for d in range(3, math.isqrt(odd) + 1, 2))
    ]
    largest = primes_beyond(math.prod(primes[-599:]), bits=14)
    assert largest == primes[:-601:-1]


@given(st.lists(st.integers(0, 10**60 - 1), min_size=1, max_size=5))
def test_integers_are_recovered_from_their_residues(numbers: list[int]) -> None:
    primes = primes_beyond(10**60, bits=29)
    residues = [np.array([v % p for v in numbers], dtype=np.int64) for p in primes]
    assert chinese_remainder(residues, primes) == numbers
