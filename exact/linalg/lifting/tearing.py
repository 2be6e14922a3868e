"""Systems that are triangular except for a few unknowns, by tearing (Kron 1963), in floats.

Entries lead forward or backward in an order of the unknowns (`orders`).  Let the core
C contain an end of every entry that leads backward (`cores`).  The entries among the
rest R are then triangular, and

    S   = A_CC - A_CR A_RR^-1 A_RC
    x_C = S^-1 (b_C - A_CR A_RR^-1 b_R),    x_R = A_RR^-1 (b_R - A_RC x_C).

S^-1 is full: its products read memory in order, whereas the factors of an
expander (a race with snakes and ladders anywhere), with their fill-in, take ten
times as long for as many entries.  Where an order of little fill-in exists, as on
a path or a board, factors are better.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.exact.linalg.lifting.cores import shrunk, vertex_cover
from montmort.exact.linalg.lifting.float_inverse import invert
from montmort.exact.linalg.lifting.orders import backward_entries, forward_order, sifted
from montmort.exact.thresholds import CORE_SEARCHED_FROM
from montmort.games.extras import scipy

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MEMORY = 5 * 10**7  # floats
PATTERNS = 8  # whose orders are found again
HUB = 8  # times the usual number of entries make a hub


def tear(matrix: "csr_array") -> "TornMatrix | None":
    """Return the decomposition of a matrix by tearing, or None where factors are better.

    >>> from scipy.sparse import csr_array
    >>> cycle = tear(csr_array([[2.0, -1, 0, 0], [0, 2, -1, 0], [0, 0, 2, -1], [-1, 0, 0, 2]]))
    >>> cycle.solve(np.array([1.0, 1, 1, 1])).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    places = (matrix.indptr.astype(np.int64), matrix.indices.astype(np.int64))
    found = _order_and_core(*(numbers.tobytes() for numbers in places))
    if found is None:
        return None
    order, core = found
    inner = np.zeros(matrix.shape[0], dtype=bool)
    inner[core] = True
    return TornMatrix(matrix.astype(np.float64), order[~inner[order]], np.flatnonzero(inner))


@lru_cache(PATTERNS)
def _order_and_core(ends: bytes, places: bytes) -> tuple[Ints, list[int]] | None:
    """Return an order and a core of the matrices with entries at these places, None if too large.

    Systems of one walk often have one pattern, for means of several fields and for chances.
    """
    indptr, indices = np.frombuffer(ends, np.int64), np.frombuffer(places, np.int64)
    size = len(indptr) - 1
    matrix = scipy.sparse.csr_array((np.ones(len(indices)), indices, indptr), shape=(size, size))
    if _mutual(matrix) > size:  # too large a core
        return None
    order = forward_order(matrix)
    core = vertex_cover(size, *backward_entries(matrix, order))
    if len(core) > CORE_SEARCHED_FROM:
        order = sifted(matrix, order)
        core = vertex_cover(size, *backward_entries(matrix, order))
        order, core = shrunk(matrix, order, core)
    if size * len(core) > MEMORY or 3 * len(core) ** 2 > size * bandwidth(matrix):
        return None
    return order, core


def _mutual(matrix: "csr_array") -> int:
    """Return how many entries off the diagonal have a symmetric counterpart."""
    there = (np.ones(matrix.nnz), matrix.indices.copy(), matrix.indptr.copy())
    pattern = scipy.sparse.csr_array(there, shape=matrix.shape)
    return int(pattern.multiply(pattern.T).sum() - pattern.diagonal().sum())


def bandwidth(matrix: "csr_array") -> int:
    """Return about the bandwidth in a good order: without hubs, plus the number of hubs.

    >>> from scipy.sparse import csr_array
    >>> bandwidth(csr_array([[1, 0, 1], [0, 1, 1], [1, 1, 1]]))
    1
    """
    degrees = np.diff(matrix.indptr) + np.bincount(matrix.indices, minlength=matrix.shape[0])
    usual = np.flatnonzero(degrees <= HUB * degrees.mean())
    part = matrix[usual][:, usual].tocoo()
    place = np.empty(len(usual), dtype=np.int64)
    place[scipy.sparse.csgraph.reverse_cuthill_mckee(part.tocsr())] = np.arange(len(usual))
    far = np.abs(place[part.row] - place[part.col]).max(initial=0)
    return int(far) + len(degrees) - len(usual)


class TornMatrix:
    """A matrix divided into a triangle over `rest`, in its order, and the core."""

    def __init__(self, matrix: "csr_array", rest: Ints, core: Ints) -> None:
        self.rest, self.core = rest, core
        self.into, self.out = matrix[rest][:, core], matrix[core][:, rest]
        triangle = matrix[rest][:, rest]
        options = {"diag_pivot_thresh": 0.0, "options": {"SymmetricMode": True}}
        self.triangle = scipy.sparse.linalg.splu(triangle.tocsc(), "NATURAL", **options)
        reduced = self.out @ _solve_triangle(triangle, self.into.toarray())
        self.inverse, bits = invert(matrix[core][:, core].toarray() - reduced)
        self.bits = bits + float(np.log2(np.abs(triangle.diagonal())).sum())

    def solve(self, right: Floats) -> Floats:
        """Return about A^-1 b."""
        above = right[self.rest]
        core = self.inverse(right[self.core] - self.out @ self.triangle.solve(above))
        x = np.empty(len(right))
        x[self.core] = core
        x[self.rest] = self.triangle.solve(above - self.into @ core)
        return x


def _solve_triangle(triangle: "csr_array", right: Floats) -> Floats:
    """Return T^-1 B for an upper triangular T, overwriting B, row by row from below."""
    triangle.sort_indices()
    ends, places, entries = triangle.indptr.tolist(), triangle.indices, triangle.data
    for i in reversed(range(len(ends) - 1)):
        first, last = ends[i], ends[i + 1]
        row = right[i]
        if last - first > 1:
            row -= entries[first + 1 : last] @ right[places[first + 1 : last]]
        row /= entries[first]
    return right
