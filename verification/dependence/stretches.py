"""Fingerprints of stretches of plays, by which a run finds that one came before.

A stretch is a window of w plays in a row.  If no outcome has a chance above p, two windows of
independent plays without a common play are equal with a chance of at most p^w: given the one,
the other must be this one.  The length w is the smallest with p^w <= exp(-NATS), so the law
decides it: 36 throws of a die, 93 of a coin.

A block has as many windows as plays.  Those are kept whose rolling hash begins with
SAMPLE_BITS zeros, 1 in 256, and the first one.  The choice depends on the content alone, so
the same plays at another place give the same fingerprints.  A fingerprint is a SHA-256, cut to
PRINT_BITS, and joined with the source of the block: blocks from the same seed are equal
without a fault, and have the same source.  As values of a histogram the fingerprints are
saved with the block.  All other plays count as 0.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.exact.law import Law

NATS = 64.0
SAMPLE_BITS = 8
PRINT_BITS = 128
SOURCE_BITS = 64
LONGEST = 4096  # plays of a window: a block of a function

_WORD = 2**64 - 1
_BASE = 0x9E3779B97F4A7C15  # odd, so it has an inverse modulo 2^64
_INVERSE: int = pow(_BASE, -1, 2**64)
_MIX = 0xBF58476D1CE4E5B9
Words = npt.NDArray[np.uint64]


def window_of(law: Law[Any]) -> int | None:
    """Return the plays of a window; None if it would be too long.

    >>> window_of(Law(weights={0: 1, 1: 1})), window_of(Law(weights={0: 999, 1: 1}))
    (93, None)
    """
    most = max(*law.weights.values(), law.total - sum(law.weights.values()))
    if most == law.total:
        return None
    least: float = -math.log1p(-(law.total - most) / law.total)  # log 1/p
    window = math.ceil(NATS / least)
    return window if window <= LONGEST else None


def chance_of_a_pair() -> float:
    """Return a bound of the chance that two windows, or only their fingerprints, are equal."""
    return math.exp(-NATS) + 2.0**-PRINT_BITS


def fingerprints(values: Sequence[int], window: int, source: int) -> dict[int, int]:
    """Return the histogram of the fingerprints of plays in their order.

    A fingerprint is counted again where its window is over: a window is no repetition of one
    with which it overlaps.

    >>> plays = [1, 2, 3, 3] * 2
    >>> found = fingerprints(plays, window=4, source=7)
    >>> sum(found.values()), {source_of(value) for value in found if value}
    (8, {7})
    """
    counts: dict[int, int] = {}
    ends: dict[int, int] = {}
    for start in _starts(values, window):
        text = ",".join(map(str, values[start : start + window]))
        print_ = int.from_bytes(hashlib.sha256(text.encode()).digest()[: PRINT_BITS // 8])
        value = (print_ << SOURCE_BITS) + source
        if start >= ends.get(value, 0):
            counts[value] = counts.get(value, 0) + 1
            ends[value] = start + window
    others = len(values) - sum(counts.values())
    return ({0: others} if others else {}) | counts


def print_of(value: int) -> int:
    """Return the fingerprint without its source."""
    return value >> SOURCE_BITS


def source_of(value: int) -> int:
    """Return the source of a fingerprint."""
    return value & ((1 << SOURCE_BITS) - 1)


def kept(histogram: Mapping[int, int]) -> dict[int, int]:
    """Return the fingerprints of a histogram, and how often each was counted."""
    return {value: count for value, count in histogram.items() if value}


def _starts(values: Sequence[int], window: int) -> list[int]:
    """Return the first places of the windows that are kept."""
    if len(values) < window:
        return []
    hashes = _rolling(values, window)
    chosen = np.flatnonzero(hashes >> np.uint64(64 - SAMPLE_BITS) == 0)
    return [0, *(int(start) for start in chosen if start)]


def _rolling(values: Sequence[int], window: int) -> Words:
    """Return sum of code(x_(t+i)) B^(-i) over i = 0 to w - 1, modulo 2^64, for every start t.

    Differences of cumulative sums of code(x_t) B^(-t), times B^t, give it.
    """
    codes = np.array([value * _MIX & _WORD for value in values], np.uint64)
    codes ^= codes >> np.uint64(29)
    powers = np.cumprod(np.full(len(values), _BASE, np.uint64))
    inverses = np.cumprod(np.full(len(values), _INVERSE, np.uint64))
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(codes * inverses)])
    starts = len(values) - window + 1
    rolling: Words = (sums[window:] - sums[:starts]) * powers[:starts]
    return rolling
