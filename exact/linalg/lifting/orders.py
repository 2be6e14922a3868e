"""Orders of the unknowns of a sparse matrix in which few entries lead backward.

An entry A_ij leads backward if i comes after j.  Depth-first search finds an order,
sifting improves it (Rudell 1993): each unknown moves to the place, between two of its
neighbours, where fewest of its entries lead backward.
"""

import math
from bisect import bisect, bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
ROUNDS = 2  # later ones change little


def forward_order(matrix: "csr_array") -> Ints:
    """Return an order with few backward entries: the given one, its reverse, or depth-first.

    >>> from scipy.sparse import csr_array
    >>> forward_order(csr_array([[2, 0, 0], [-1, 2, 0], [-1, -1, 2]])).tolist()
    [2, 1, 0]
    """
    given = np.arange(matrix.shape[0])

    def number(order: Ints) -> int:
        return len(backward_entries(matrix, order)[0])

    order = min(given, given[::-1], key=number)
    if 2 * number(order) <= len(given):
        return order
    return min(order, depth_first_order(matrix), key=number)


def backward_entries(matrix: "csr_array", order: Ints) -> tuple[Ints, Ints]:
    """Return the rows and columns of the entries that lead backward in the order.

    >>> from scipy.sparse import csr_array
    >>> matrix = csr_array([[2, -1], [-1, 2]])
    >>> [part.tolist() for part in backward_entries(matrix, np.array([1, 0]))]
    [[0], [1]]
    """
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


def sifted(matrix: "csr_array", order: Ints) -> Ints:
    """Return the order with fewer backward entries, if sifting finds such places.

    >>> from scipy.sparse import csr_array
    >>> sifted(csr_array([[2, 0, 0], [-1, 2, 0], [0, -1, 2]]), np.array([0, 1, 2])).tolist()
    [2, 1, 0]
    """
    before, after = neighbours(matrix)
    for _ in range(ROUNDS):
        touched = np.zeros(len(order), dtype=bool)
        touched[np.concatenate(backward_entries(matrix, order))] = True
        numbers = np.empty(len(order))
        numbers[order] = np.arange(len(order))
        places: list[float] = numbers.tolist()
        for k in order[touched[order]].tolist():  # the others have no backward entry
            places[k] = _best_place(
                places[k], sorted(map(places.__getitem__, before[k])), [places[j] for j in after[k]]
            )
        order = np.argsort(places, kind="stable")
    return order


def neighbours(matrix: "csr_array") -> tuple[list[list[int]], list[list[int]]]:
    """Return, for every unknown, those with an entry that leads to it, and those it leads to.

    >>> from scipy.sparse import csr_array
    >>> neighbours(csr_array([[2, -1], [0, 2]]))
    ([[], [0]], [[1], []])
    """
    targets = matrix.indices.tolist()
    after = [
        [j for j in targets[first:last] if j != i]
        for i, (first, last) in enumerate(pairwise(matrix.indptr.tolist()))
    ]
    before: list[list[int]] = [[] for _ in after]
    for i, row in enumerate(after):
        for j in row:
            before[j].append(i)
    return before, after


def _best_place(here: float, before: list[float], after: list[float]) -> float:
    """Return the place with fewest neighbours on the wrong side, the nearest of equals.

    `before` are the sorted places of the neighbours that should come before it, `after`
    those of the others.

    >>> _best_place(5.0, [1.0, 2.0], [3.0, 4.0])
    2.5
    """
    after.sort()
    after.append(math.inf)
    fewest = len(before) - bisect_left(before, here) + bisect(after, here)
    best = None  # stays here
    for passed, place in enumerate(after):  # just before this one
        wrong = passed + len(before) - bisect_left(before, place)
        nearer = best is not None and abs(place - here) < abs(best - here)
        if wrong < fewest or (wrong == fewest and nearer):
            fewest, best = wrong, place
    if best is None:
        return here
    left = max(
        [*before[: bisect_left(before, best)], *after[: bisect_left(after, best)]], default=best - 2
    )
    return (left + min(best, left + 2)) / 2
