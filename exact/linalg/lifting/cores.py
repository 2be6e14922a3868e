"""Few unknowns, the core, without which the entries of a sparse matrix lead forward only.

A core is a vertex cover of the entries that lead backward in an order, of least size as
long as there are leaves to pick (Karp & Sipser 1981).  It shrinks while the rest, which
has no cycle, moves: an unknown returns to the rest where all that lead to it come before
all that it leads to.
"""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from montmort.exact.linalg.lifting.orders import neighbours

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Ints = npt.NDArray[np.int64]
ROUNDS = 4  # of shrinking; later ones find little


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
