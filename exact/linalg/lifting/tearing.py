"""Systems that are triangular except for a few unknowns, by tearing (Kron 1963), in floats.

Entries lead forward or backward in an order of the unknowns.  Let the core C
contain an end of every entry that leads backward: a vertex cover, of least size
as long as there are leaves to pick (Karp & Sipser 1981).  The entries among the
rest R are then triangular, and

    S   = A_CC - A_CR A_RR^-1 A_RC
    x_C = S^-1 (b_C - A_CR A_RR^-1 b_R),    x_R = A_RR^-1 (b_R - A_RC x_C).

S^-1 is full: its products read memory in order, whereas the factors of an
expander (a race with snakes and ladders anywhere), with their fill-in, take ten
times as long for as many entries.  Where an order of little fill-in exists, as on
a path or a board, factors are better.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.exact.linalg.lifting.float_inverse import invert

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MEMORY = 5 * 10**7  # floats
HUB = 8  # times the usual number of entries make a hub


def tear(matrix: "csr_array") -> "TornMatrix | None":
    """Return the decomposition of a matrix by tearing, or None where factors are better.

    >>> from scipy.sparse import csr_array
    >>> cycle = tear(csr_array([[2.0, -1, 0, 0], [0, 2, -1, 0], [0, 0, 2, -1], [-1, 0, 0, 2]]))
    >>> cycle.solve(np.array([1.0, 1, 1, 1])).tolist()
    [1.0, 1.0, 1.0, 1.0]
    """
    size = matrix.shape[0]
    if _mutual(matrix) > size:  # too large a core
        return None
    order = forward_order(matrix)
    backward = _backward(matrix, order)
    core = vertex_cover(size, *backward)
    if size * len(core) > MEMORY or 3 * len(core) ** 2 > size * bandwidth(matrix):
        return None
    inner = np.zeros(size, dtype=bool)
    inner[core] = True
    return TornMatrix(matrix.astype(np.float64), order[~inner[order]], np.flatnonzero(inner))


def forward_order(matrix: "csr_array") -> Ints:
    """Return an order with few backward entries: the given one, its reverse, or depth-first.

    >>> from scipy.sparse import csr_array
    >>> forward_order(csr_array([[2, 0, 0], [-1, 2, 0], [-1, -1, 2]])).tolist()
    [2, 1, 0]
    """
    given = np.arange(matrix.shape[0])

    def backward_entries(order: Ints) -> int:
        return len(_backward(matrix, order)[0])

    order = min(given, given[::-1], key=backward_entries)
    if 2 * backward_entries(order) <= len(given):
        return order
    return min(order, depth_first_order(matrix), key=backward_entries)


def _mutual(matrix: "csr_array") -> int:
    """Return how many entries off the diagonal have a symmetric counterpart."""
    from scipy.sparse import csr_array

    there = (np.ones(matrix.nnz), matrix.indices.copy(), matrix.indptr.copy())
    pattern = csr_array(there, shape=matrix.shape)
    return int(pattern.multiply(pattern.T).sum() - pattern.diagonal().sum())


def _backward(matrix: "csr_array", order: Ints) -> tuple[Ints, Ints]:
    """Return the rows and columns of the entries that lead backward in the order."""
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    rows = np.repeat(np.arange(len(order)), np.diff(matrix.indptr))
    backward = place[rows] > place[matrix.indices]
    return rows[backward], matrix.indices[backward]


def depth_first_order(matrix: "csr_array") -> Ints:
    """Return the unknowns in reverse postorder of a depth-first search.

    Only entries that close a cycle lead backward in this order (Tarjan 1972).

    >>> from scipy.sparse import csr_array
    >>> depth_first_order(csr_array([[1, 0, 1], [1, 1, 0], [0, 0, 1]])).tolist()
    [1, 0, 2]
    """
    ends, targets = matrix.indptr.tolist(), matrix.indices.tolist()
    waiting = [iter(targets[first:last]) for first, last in pairwise(ends)]
    seen, finished = [False] * len(waiting), []
    for start in range(len(waiting)):
        path = [] if seen[start] else [start]
        seen[start] = True
        while path:
            fresh = next((k for k in waiting[path[-1]] if not seen[k]), None)
            if fresh is None:
                finished.append(path.pop())
            else:
                seen[fresh] = True
                path.append(fresh)
    return np.array(finished[::-1], dtype=np.int64)


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


def bandwidth(matrix: "csr_array") -> int:
    """Return about the bandwidth in a good order: without hubs, plus the number of hubs.

    >>> from scipy.sparse import csr_array
    >>> bandwidth(csr_array([[1, 0, 1], [0, 1, 1], [1, 1, 1]]))
    1
    """
    from scipy.sparse.csgraph import reverse_cuthill_mckee

    degrees = np.diff(matrix.indptr) + np.bincount(matrix.indices, minlength=matrix.shape[0])
    usual = np.flatnonzero(degrees <= HUB * degrees.mean())
    part = matrix[usual][:, usual].tocoo()
    place = np.empty(len(usual), dtype=np.int64)
    place[reverse_cuthill_mckee(part.tocsr())] = np.arange(len(usual))
    far = np.abs(place[part.row] - place[part.col]).max(initial=0)
    return int(far) + len(degrees) - len(usual)


class TornMatrix:
    """A matrix divided into a triangle over `rest`, in its order, and the core."""

    def __init__(self, matrix: "csr_array", rest: Ints, core: Ints) -> None:
        from scipy.sparse.linalg import splu

        self.rest, self.core = rest, core
        self.into, self.out = matrix[rest][:, core], matrix[core][:, rest]
        triangle = matrix[rest][:, rest]
        options = {"SymmetricMode": True}
        self.triangle = splu(triangle.tocsc(), "NATURAL", diag_pivot_thresh=0.0, options=options)
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
