"""The tree of a step whose equal situations were merged, from the graph of its situations.

Every situation is a node.  Where situations recur there is no longest path, and one node takes
their place, with an edge to each result: its chance is the mean number of visits of the result.
"""

from collections.abc import Callable, Sequence
from typing import Any

from flint import fmpq

from montmort.exact.fixed_points import mean_visits
from montmort.exact.graph.game_graph import NOTHING
from montmort.exact.graph.step_trees import Edge, GraphBuilder
from montmort.exact.graphs import cannot_end, edges_of, topological_order
from montmort.exact.linalg.system import as_fraction, clear_denominators
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.rational_functions.weights import Weights
from montmort.exact.situations.graph import Endless, Graph

MOST_RECURRING = 20_000  # situations of a play without a longest path


def merged_tree(
    graph: Graph, ends: Sequence[Edge], builder: GraphBuilder, symbols: Weights | None = None
) -> Edge:
    """Return the edge to the tree of an explored graph, whose result ~k has the edge ends[k].

    Unmerged if a play may never end.

    >>> graph = Graph(lambda chance: sum(chance.pick([1] * 6) for _ in range(30)))
    >>> graph.explore()
    >>> builder = GraphBuilder()
    >>> ends = [(builder.state(total), NOTHING) for total in graph.results]
    >>> merged_tree(graph, ends, builder), len(graph.moves), builder.size
    ((-2206, 0), 2205, 2205)
    """
    targets = [[to for to in moves if to is not None] for moves in graph.moves]
    edges = edges_of(targets)
    order = topological_order(*edges)
    if order is None:
        if len(graph.moves) > MOST_RECURRING or len(cannot_end(*edges)):
            raise Endless("a play may never end")
        if symbols is None:
            chances = [as_fraction(chance) for chance in _chances(graph, fmpq)]
            return builder.pick(zip(ends, clear_denominators(chances)[0], strict=True))
        symbols.recurs = True
        return builder.pick(zip(ends, _chances(graph, from_sympy), strict=True))
    reached: list[Edge] = [(0, NOTHING)] * len(graph.moves)

    def edge_to(target: int) -> Edge:
        return reached[target] if target >= 0 else ends[~target]

    for number in reversed(order[0].tolist()):
        moves = zip(graph.moves[number], graph.weights[number], strict=True)
        reached[number] = builder.pick((edge_to(to), w) for to, w in moves if to is not None)
    return edge_to(graph.first)


def _chances(graph: Graph, as_element: Callable[[Any], Any]) -> list[Any]:
    """Return the chance of each result of a play in which situations recur."""
    none, results = as_element(0), [~k for k in range(len(graph.results))]
    rows: dict[int, dict[int, Any]] = {number: {} for number in range(len(graph.moves))}
    for row, weights, moves in zip(rows.values(), graph.weights, graph.moves, strict=True):
        total = as_element(sum(weights))
        for weight, target in zip(weights, moves, strict=True):
            if target is not None:
                row[target] = row.get(target, none) + weight / total
    visits = mean_visits(rows | {result: {} for result in results}, {graph.first: as_element(1)})
    chances = [visits[result] for result in results]
    if sum(chances, none) != 1:
        raise ArithmeticError("the chances of all results do not sum to 1")
    return chances
