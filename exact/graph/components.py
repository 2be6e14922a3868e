"""Strongly connected components of a game graph: all nodes of one reach each other.

Tarjan's algorithm finds them in one depth-first search, each after all components that
can be reached from it: the order in which values are computed.
"""

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled_or_plain

Ints = npt.NDArray[np.int64]


@compiled_or_plain
def number_components(
    bounds: Ints, targets: Ints, component: Ints, order: Ints, work: tuple[Ints, Ints, Ints, Ints]
) -> int:
    """Fill in the component of every node, and the nodes in the order of their components.

    The components are numbered 0, 1, …, sinks first; their number is returned.
    """
    found, lowest, edge, path = work  # found: when the search came to a node; path: nodes open
    count = done = clock = 0
    stack = np.empty(len(component), np.int64)  # nodes without a component, in order of finding
    height = 0
    for first in range(len(component)):
        if found[first]:
            continue
        depth = 0
        path[0] = first
        clock += 1
        found[first] = lowest[first] = clock
        stack[height] = first
        height += 1
        while depth >= 0:
            node = path[depth]
            if edge[node] < bounds[node + 1]:
                target = targets[edge[node]]
                edge[node] += 1
                if target < 0:
                    continue
                if not found[target]:
                    clock += 1
                    found[target] = lowest[target] = clock
                    stack[height] = target
                    height += 1
                    depth += 1
                    path[depth] = target
                elif component[target] < 0:
                    lowest[node] = min(lowest[node], found[target])
                continue
            depth -= 1
            if depth >= 0:
                lowest[path[depth]] = min(lowest[path[depth]], lowest[node])
            if lowest[node] == found[node]:
                while True:
                    height -= 1
                    member = stack[height]
                    component[member] = count
                    order[done] = member
                    done += 1
                    if member == node:
                        break
                count += 1
    return count


def strong_components(bounds: Ints, targets: Ints) -> tuple[Ints, Ints]:
    """Return the nodes ordered by component, sinks first, and where each component begins.

    The second array has one entry more than there are components: the number of nodes.

    >>> nodes, begins = strong_components(np.array([0, 1, 2, 4]), np.array([1, 0, -1, 0]))
    >>> nodes.tolist(), begins.tolist()
    ([1, 0, 2], [0, 2, 3])
    """
    size = len(bounds) - 1
    component, order = np.full(size, -1), np.empty(size, np.int64)
    zeros = np.zeros(size, np.int64)
    work = zeros, zeros.copy(), bounds[:-1].copy(), np.empty(size, np.int64)
    count = number_components(bounds, targets, component, order, work)
    begins = np.searchsorted(component[order], np.arange(count + 1))
    return order, begins
