"""Equivalent states: the coarsest lumping of a system that floats suggest.

If all rows of a class have equal right sides and equal sums over every class,
then a solution of the system of classes, repeated in every state of its class,
solves the whole system (Kemeny & Snell 1960, section 6.3).  A walk on a square
board has an eighth of the unknowns.  States with different float solutions are
in different classes; the others are separated by their row sums, until no class
splits.  Sums are compared by hashes of 64 bits: the result is a proposal, and the
caller verifies the whole solution.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.games.extras import scipy

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Floats = npt.NDArray[np.float64]
ROUNDS = 8  # of splitting; more means that the floats saw no symmetry
WORTH = 0.9  # a system with more classes per state is not worth solving
NEAR = 1e-9  # relative distance of floats that may be equal


def classes(matrix: "csr_array", right: Ints, guess: Floats) -> Ints | None:
    """Return the class 0, 1, … of every state, or None if almost all states differ.

    `matrix` has int64 entries, `right` has equal numbers for equal right sides,
    `guess` is an approximate solution.

    >>> from scipy.sparse import csr_array
    >>> path = csr_array([[2, -1, 0], [-1, 2, -1], [0, -1, 2]])
    >>> classes(path, np.array([1, 1, 1]), np.array([1.5, 2, 1.5]))
    array([0, 1, 0])
    """
    rng = np.random.default_rng(0)
    unsigned = matrix.astype(np.uint64)
    found = _numbers(_hashes(rng, _clusters(guess), _numbers(right)))
    for _ in range(ROUNDS):
        count = int(found.max()) + 1
        if count > WORTH * len(found):
            return None
        sums = unsigned @ rng.integers(2**64, size=count, dtype=np.uint64)[found]
        finer = _numbers(sums ^ _hashes(rng, found))
        if int(finer.max()) + 1 == count:
            first = np.unique(finer, return_index=True)[1]
            return np.argsort(np.argsort(first))[finer]  # in the order of their first states
        found = finer
    return None


def quotient(matrix: "csr_array", found: Ints) -> "tuple[csr_array, Ints]":
    """Return the system of classes and a state of each class.

    >>> from scipy.sparse import csr_array
    >>> path = csr_array([[2, -1, 0], [-1, 2, -1], [0, -1, 2]])
    >>> small, first = quotient(path, np.array([0, 1, 0]))
    >>> small.toarray().tolist(), first.tolist()
    ([[2, -1], [-2, 2]], [0, 1])
    """
    first = np.unique(found, return_index=True)[1]
    rows = matrix[first]
    parts = (rows.data, found[rows.indices], rows.indptr)
    small = scipy.sparse.csr_array(parts, shape=(len(first), len(first)))
    small.sum_duplicates()
    return small, first


def _clusters(values: Floats) -> Ints:
    """Return equal numbers for floats that lie near each other."""
    order = np.argsort(values)
    steps = np.diff(values[order]) > NEAR * np.abs(values[order][1:])
    numbers = np.empty(len(values), dtype=np.int64)
    numbers[order] = np.concatenate([[0], np.cumsum(steps)])
    return numbers


def _hashes(rng: np.random.Generator, *numbers: Ints) -> Hashes:
    """Return a hash of each tuple of small numbers."""
    total = np.zeros(len(numbers[0]), dtype=np.uint64)
    for part in numbers:
        total ^= rng.integers(2**64, size=int(part.max()) + 1, dtype=np.uint64)[part]
    return total


def _numbers(values: Ints | Hashes) -> Ints:
    """Return the values as 0, 1, … in their order, the same number for equal values."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)
