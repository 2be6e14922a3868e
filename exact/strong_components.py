"""Strong components of a graph: sets of nodes from each of which all others can be reached.

Tarjan's algorithm (1972): a depth-first search, in which `lowest` of a node is the earliest
node still without a component that it leads to.  A node that leads to none before itself
closes a component.  `montmort.exact.graph.components` does the same in compiled code,
for graphs of millions of nodes.
"""

import itertools
from collections.abc import Iterable, Iterator, Sequence


def strong_components(successors: Sequence[Iterable[int]]) -> list[list[int]]:
    """Return the components of the nodes 0, 1, …, each in ascending order.

    `successors[i]` are the nodes that an edge leads to from i.  A component stands after
    all others that can be reached from it.

    >>> strong_components([[1, 2], [0], [2], [1]])
    [[2], [0, 1], [3]]
    """
    found = [0] * len(successors)  # when the search came to a node, from 1 on
    lowest, placed = found.copy(), [False] * len(successors)
    waiting: list[int] = []  # nodes without a component, in the order in which they were found
    components: list[list[int]] = []
    clock = itertools.count(1)

    def enter(node: int) -> tuple[int, Iterator[int]]:
        found[node] = lowest[node] = next(clock)
        waiting.append(node)
        return node, iter(successors[node])

    def close(node: int) -> None:
        members = []
        while not placed[node]:
            members.append(waiting.pop())
            placed[members[-1]] = True
        components.append(sorted(members))

    for first in range(len(successors)):
        path = [] if found[first] else [enter(first)]
        while path:
            node, edges = path[-1]
            for target in edges:
                if not found[target]:
                    path.append(enter(target))
                    break
                if not placed[target]:
                    lowest[node] = min(lowest[node], found[target])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    lowest[before] = min(lowest[before], lowest[node])
                if lowest[node] == found[node]:
                    close(node)
    return components
