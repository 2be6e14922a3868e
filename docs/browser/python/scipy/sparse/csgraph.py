"""Walks in the graph of a sparse matrix."""

import numpy as np

from scipy.sparse import csr_array


def breadth_first_order(
    graph: csr_array,
    start: int,
    return_predecessors: bool = True,
) -> np.ndarray:
    """Return the places that can be reached from `start`, in the order of their distance."""
    if return_predecessors:
        raise TypeError("the page computes no predecessors")
    found, seen = [start], {start}
    for place in found:
        for target, _ in graph.rows[place]:
            if target not in seen:
                seen.add(target)
                found.append(target)
    return np.array(found, np.int64)


def connected_components(graph: csr_array, connection: str = "weak") -> tuple[int, np.ndarray]:
    """Return the number of strong components and that of each place, targets first (Tarjan)."""
    if connection != "strong":
        raise TypeError("the page finds strong components alone")
    size = graph.shape[0]
    number, low, part = [-1] * size, [0] * size, [-1] * size
    stack: list[int] = []
    count = times = 0
    for root in range(size):
        if number[root] >= 0:
            continue
        path = [(root, iter(graph.rows[root]))]
        number[root] = low[root] = times
        times += 1
        stack.append(root)
        while path:
            place, moves = path[-1]
            for target, _ in moves:
                if number[target] < 0:
                    number[target] = low[target] = times
                    times += 1
                    stack.append(target)
                    path.append((target, iter(graph.rows[target])))
                    break
                if part[target] < 0:
                    low[place] = min(low[place], number[target])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    low[above] = min(low[above], low[place])
                if low[place] == number[place]:
                    while part[place] < 0:
                        part[stack.pop()] = count
                    count += 1
    return count, np.array(part, np.int64)
