"""Systems that are triangular except for a few unknowns, by tearing (Kron 1963), in floats.

Entries lead forward or backward in an order of the unknowns (`orders`).  Let the core
C contain an end of every entry that leads backward.  The entries among the
rest R are then triangular, and

    S   = A_CC - A_CR A_RR^-1 A_RC
    x_C = S^-1 (b_C - A_CR A_RR^-1 b_R),    x_R = A_RR^-1 (b_R - A_RC x_C).

S^-1 is full: its products read memory in order, whereas the factors of an
expander (a race with snakes and ladders anywhere), with their fill-in, take ten
times as long for as many entries.  Where an order of little fill-in exists, as on
a path or a board, factors are better.

A core is a vertex cover of the entries that lead backward in an order, of least size as
long as there are leaves to pick (Karp & Sipser 1981).  It shrinks while the rest, which
has no cycle, moves: an unknown returns to the rest where all that lead to it come before
all that it leads to.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.exact.linalg.lifting.float_inverse import invert
from montmort.exact.linalg.lifting.orders import backward_entries, forward_order, neighbours, sifted
from montmort.exact.thresholds import CORE_SEARCHED_FROM
from montmort.games.extras import scipy

if TYPE_CHECKING:
    from scipy.sparse import csr_array


Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MEMORY = 5 * 10**7  # floats
PATTERNS = 8  # whose orders are found again
HUB = 8  # times the usual number of entries make a hub
ROUNDS = 4  # of shrinking; later ones find little


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


def vertex_cover(size: int, ones: Ints, others: Ints) -> list[int]:
    """Return few of the numbers below `size`, at least one of every pair.

    >>> vertex_cover(5, np.array([0, 0, 0, 3]), np.array([1, 2, 3, 4]))
    [0, 3]
    """
    near: list[set[int]] = [set() for _ in range(size)]
    for one, other in zip(ones.tolist(), others.tolist(), strict=True):
        near[one].add(other)
        near[other].add(one)
    chosen: list[int] = []
    leaves = [k for k in range(size) if len(near[k]) == 1]
    rest = sorted((k for k in range(size) if near[k]), key=lambda k: len(near[k]))
    while leaves or rest:
        k = leaves.pop() if leaves else rest.pop()
        if not near[k]:
            continue
        if len(near[k]) == 1:
            (k,) = near[k]
        chosen.append(k)
        for other in near[k]:
            near[other].discard(k)
            if len(near[other]) == 1:
                leaves.append(other)
        near[k].clear()
    return sorted(chosen)


def shrunk(matrix: "csr_array", order: Ints, core: list[int]) -> tuple[Ints, list[int]]:
    """Return an order and a part of the core that is a core of that order.

    >>> from scipy.sparse import csr_array
    >>> path = csr_array([[2, -1, 0], [0, 2, -1], [0, 0, 2]])
    >>> order, core = shrunk(path, np.array([0, 2, 1]), [1])
    >>> order.tolist(), core
    ([0, 1, 2], [])
    """
    before, after = neighbours(matrix)
    inner = set(core)
    rest = [k for k in order.tolist() if k not in inner]
    for number in range(ROUNDS):
        rest, core = _returned(rest, core, before, after)
        rest = _early(rest[::-1], after)[::-1] if number % 2 else _early(rest, before)
    return np.array([*rest, *core], dtype=np.int64), sorted(core)


def _returned(
    rest: list[int], core: list[int], before: list[list[int]], after: list[list[int]]
) -> tuple[list[int], list[int]]:
    """Return the rest and the core after all unknowns that can return have returned."""
    places = {k: float(place) for place, k in enumerate(rest)}
    stay = []
    for k in core:
        low = max((places[j] for j in before[k] if j in places), default=-1.0)
        high = min((places[j] for j in after[k] if j in places), default=float(len(rest)))
        middle = (low + high) / 2
        if low < middle < high:
            places[k] = middle
        else:
            stay.append(k)
    return sorted(places, key=places.__getitem__), stay


def _early(rest: list[int], before: list[list[int]]) -> list[int]:
    """Return the unknowns by the length of the longest path that leads to them."""
    lengths: dict[int, int] = {}
    for k in rest:
        lengths[k] = max((lengths[j] + 1 for j in before[k] if j in lengths), default=0)
    return sorted(rest, key=lengths.__getitem__)
