"""Graphs in arrays: strong components, topological order, and what can be reached.

Nodes have the numbers 0, 1, …  The edges of node n lead to the nodes

    targets[bounds[n]], …, targets[bounds[n + 1] - 1],

as in `moves` and in `graph.game_graph`.  A target below 0 is no node but an end.

Each search is one function on integers.  Small graphs are searched in plain Python, on lists,
large ones in machine code, on arrays; the result is the same.
"""

import sys
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise

import numpy as np
import numpy.typing as npt

from montmort.games.extras import is_installed

Ints = npt.NDArray[np.int64]
Edges = tuple[Ints, Ints]  # bounds and targets
Numbers = list[int]  # or an array

LARGE = 100_000  # nodes and edges, above which machine code saves time if numba is loaded
VERY_LARGE = 2_000_000  # if not: plain Python searches so many while numba is loaded, .6 s


def edges_of(successors: Sequence[Collection[int]]) -> Edges:
    """Return the bounds and targets of the edges from node i to successors[i].

    >>> [each.tolist() for each in edges_of([[1, 2], [], [0]])]
    [[0, 2, 2, 3], [1, 2, 0]]
    """
    bounds = np.array([*accumulate(map(len, successors), initial=0)], dtype=np.int64)
    count = int(bounds[-1])
    return bounds, np.fromiter(chain.from_iterable(successors), dtype=np.int64, count=count)


def edges_between(sources: Ints, targets: Ints, size: int) -> Edges:
    """Return the bounds and targets of edges in any order, between `size` nodes.

    >>> edges = edges_between(np.array([2, 0, 0]), np.array([0, 1, 2]), 3)
    >>> [each.tolist() for each in edges]
    [[0, 2, 2, 3], [1, 2, 0]]
    """
    order = np.argsort(sources, kind="stable")
    return np.searchsorted(sources[order], np.arange(size + 1)), targets[order]


def sources_of(bounds: Ints) -> Ints:
    """Return the node in which each edge starts.

    >>> sources_of(np.array([0, 2, 2, 3])).tolist()
    [0, 0, 2]
    """
    return np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))


def strong_components(bounds: Ints, targets: Ints) -> tuple[Ints, Ints]:
    """Return the nodes ordered by strong component, and where each component begins.

    All nodes of a strong component reach each other.  A component comes after all others that
    can be reached from it.  The second array has one entry more than there are components: the
    number of nodes.

    Tarjan's algorithm (1972): a depth-first search, in which `lowest` of a node is the earliest
    node still without a component that it leads to.  A node that leads to none before itself
    closes a component.

    >>> nodes, begins = strong_components(np.array([0, 1, 2, 4]), np.array([1, 0, -1, 0]))
    >>> nodes.tolist(), begins.tolist()
    ([1, 0, 2], [0, 2, 3])
    """
    size = len(bounds) - 1
    order, begins = np.zeros(size, dtype=np.int64), np.zeros(size + 1, dtype=np.int64)
    count = _run(_order_components, bounds, targets, order, begins, scratch=4)
    return order, begins[: count + 1]


def _order_components(
    bounds: Numbers,
    targets: Numbers,
    order: Numbers,
    begins: Numbers,
    found: Numbers,
    lowest: Numbers,
    edge: Numbers,
    path: Numbers,
) -> int:
    """Fill in the order and where components begin; return the number of components.

    The `path` of the search has depth + 1 nodes; `edge` is the next one of each.  The nodes are
    numbered from 1 on as they are `found`; those in a component get a number beyond all others.
    Those without a component wait at the end of `order`, the last one first.
    """
    size = len(found)
    count = done = waiting = 0
    for first in range(size):
        depth = -1 if found[first] else 0
        path[0] = first
        while depth >= 0:
            node = path[depth]
            if not found[node]:
                waiting += 1
                order[size - waiting] = node
                found[node] = lowest[node] = done + waiting
                edge[node] = bounds[node]
            at, low = edge[node], lowest[node]
            for target in targets[at : bounds[node + 1]]:
                at += 1
                if target < 0:
                    continue
                if not found[target]:
                    edge[node], lowest[node] = at, low
                    depth += 1
                    path[depth] = target
                    break
                if found[target] < low:
                    low = found[target]
            else:
                depth -= 1
                if depth >= 0 and low < lowest[path[depth]]:
                    lowest[path[depth]] = low
                if low == found[node]:
                    while found[node] <= size:
                        member = order[size - waiting]
                        waiting -= 1
                        found[member] = size + 1
                        order[done] = member
                        done += 1
                    count += 1
                    begins[count] = done
    return count


def components_of(successors: Sequence[Collection[int]]) -> list[list[int]]:
    """Return the strong components of the graph of `edges_of`, each in ascending order.

    >>> components_of([[1, 2], [0], [2], [1]])
    [[2], [0, 1], [3]]
    """
    nodes, begins = (each.tolist() for each in strong_components(*edges_of(successors)))
    return [sorted(nodes[begin:end]) for begin, end in pairwise(begins)]


def topological_order(bounds: Ints, targets: Ints) -> tuple[Ints, Ints] | None:
    """Return the nodes, each before those to which it leads, and the level of every node.

    The level of a node is the number of edges of the longest path to it; the nodes are ordered
    by level.  None if there is a cycle, which `find_cycle` names.

    >>> order, levels = topological_order(np.array([0, 2, 3, 3]), np.array([1, 2, 2]))
    >>> order.tolist(), levels.tolist()
    ([0, 1, 2], [0, 1, 2])
    """
    order, levels = _in_order(bounds, targets)
    return (order, levels) if len(order) == len(levels) else None


def find_cycle(bounds: Ints, targets: Ints) -> list[int]:
    """Return the nodes of a cycle, of which there must be one, the first again at the end.

    >>> find_cycle(np.array([0, 1, 2, 4]), np.array([1, 0, -1, 0]))
    [1, 0, 1]
    """
    order, levels = _in_order(bounds, targets)
    left = np.ones(len(levels), dtype=bool)  # on a cycle, or behind one: each follows another
    left[order] = False
    sources, targets = sources_of(bounds)[targets >= 0], targets[targets >= 0]
    inside = left[sources] & left[targets]
    before = dict(zip(targets[inside].tolist(), sources[inside].tolist(), strict=True))
    seen: dict[int, None] = {}
    node = next(iter(before))
    while node not in seen:
        seen[node] = None
        node = before[node]
    backwards = [*seen][[*seen].index(node) + 1 :]  # each follows the next one
    return [node, *reversed(backwards), node]


def _in_order(bounds: Ints, targets: Ints) -> tuple[Ints, Ints]:
    """Return the nodes that are neither on a cycle nor behind one, in order, and all levels."""
    size = len(bounds) - 1
    arriving = np.bincount(targets[targets >= 0], minlength=size)
    order, levels = np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
    count = _run(_place, bounds, targets, arriving, order, levels)
    return order[:count], levels


def _place(
    bounds: Numbers, targets: Numbers, arriving: Numbers, order: Numbers, levels: Numbers
) -> int:
    """Fill in the order and the levels; return the number of nodes placed.

    A node is placed when all edges that are `arriving` at it come from nodes placed before.
    """
    count = done = 0
    for node in range(len(arriving)):
        if not arriving[node]:
            order[count] = node
            count += 1
    while done < count:
        node = order[done]
        done += 1
        for target in targets[bounds[node] : bounds[node + 1]]:
            if target >= 0:
                arriving[target] -= 1
                if not arriving[target]:
                    levels[target] = levels[node] + 1
                    order[count] = target
                    count += 1
    return count


def cannot_end(bounds: Ints, targets: Ints) -> Ints:
    """Return the nodes from which no end, a target below 0, can be reached, in ascending order.

    >>> cannot_end(np.array([0, 1, 2, 4]), np.array([1, 0, -1, 0])).tolist()
    [0, 1]
    """
    sources, inner = sources_of(bounds), targets >= 0
    turned = edges_between(targets[inner], sources[inner], len(bounds) - 1)
    return np.flatnonzero(_nodes_before(*turned, sources[~inner].tolist()) < 0)


def shortest_path(bounds: Ints, targets: Ints, starts: Iterable[int], goal: int) -> list[int]:
    """Return the nodes of a shortest path from a start to a node; none if there is no path.

    >>> shortest_path(np.array([0, 1, 2, 4]), np.array([1, 0, -1, 0]), [2], 1)
    [2, 0, 1]
    """
    before = _nodes_before(bounds, targets, starts).tolist()
    path = [goal] if before[goal] >= 0 else []
    while path and before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return path[::-1]


def _nodes_before(bounds: Ints, targets: Ints, starts: Iterable[int]) -> Ints:
    """Return the node from which each node is found, breadth-first; -1 if it is not found.

    A start is found from itself.
    """
    before, first = np.full(len(bounds) - 1, -1), np.array([*starts], dtype=np.int64)
    _run(_search, bounds, targets, first, before, scratch=1)
    return before


def _search(
    bounds: Numbers, targets: Numbers, starts: Numbers, before: Numbers, order: Numbers
) -> int:
    """Fill in the node before each; return the number of nodes found."""
    count = done = 0
    for start in starts:
        if before[start] < 0:
            before[start] = start
            order[count] = start
            count += 1
    while done < count:
        node = order[done]
        done += 1
        for target in targets[bounds[node] : bounds[node + 1]]:
            if target >= 0 and before[target] < 0:
                before[target] = node
                order[count] = target
                count += 1
    return count


def _run(
    search: Callable[..., int], bounds: Ints, targets: Ints, *filled: Ints, scratch: int = 0
) -> int:
    """Run a search, which fills in these arrays and needs more, of zeros; return its result."""
    size = len(bounds) - 1
    most = LARGE if "numba" in sys.modules else VERY_LARGE
    if size + len(targets) > most and is_installed("numba"):
        more = (np.zeros(size, dtype=np.int64) for _ in range(scratch))
        return _compiled(search)(bounds, targets, *filled, *more)
    lists = [each.tolist() for each in filled]
    result = search(
        bounds.tolist(), targets.tolist(), *lists, *([0] * size for _ in range(scratch))
    )
    for each, found in zip(filled, lists, strict=True):
        each[:] = found
    return result


@cache
def _compiled(search: Callable[..., int]) -> Callable[..., int]:
    from montmort.exact.kernel import compiled  # only now: it loads numba

    return compiled(search)
