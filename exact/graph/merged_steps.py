"""The tree of a step whose equal situations were merged, from the graph of its situations.

Every situation is a node.  Where situations recur there is no longest path, and a node for
each result takes their place: with the weights w(s, t) of the branches from situation s to t
and W(s) their sum, the expected numbers of visits W(s) y(s) solve the linear system

    W(t) y(t) - sum y(s) w(s, t) = [t is the first],

and a result r has the chance sum y(s) w(s, r).
"""

from collections.abc import Sequence
from typing import Any

from flint import fmpq

from montmort.exact.graph.game_graph import NOTHING
from montmort.exact.graph.step_trees import Edge, GraphBuilder
from montmort.exact.graphs import cannot_end, edges_of, topological_order
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.system import as_fraction, clear_denominators
from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.rational_functions.systems import solve as solve_with_symbols
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
            return builder.pick(zip(ends, _recurring(graph), strict=True))
        symbols.recurs = True
        return builder.pick(zip(ends, _recurring_with_symbols(graph), strict=True))
    reached: list[Edge] = [(0, NOTHING)] * len(graph.moves)

    def edge_to(target: int) -> Edge:
        return reached[target] if target >= 0 else ends[~target]

    for number in reversed(order[0].tolist()):
        moves = zip(graph.moves[number], graph.weights[number], strict=True)
        reached[number] = builder.pick((edge_to(to), w) for to, w in moves if to is not None)
    return edge_to(graph.first)


def _recurring(graph: Graph) -> list[int]:
    """Return integer weights of the results of a play in which situations recur."""
    rows, start = _visits(graph, [sum(weights) for weights in graph.weights])
    (visits,) = solve(rows, [start])
    shares = [fmpq(visit) / visits.denominator for visit in visits.numerators]
    chances = _chances(graph, shares, fmpq(0))
    if sum(chances, fmpq(0)) != 1:
        raise ArithmeticError("the chances of all results do not sum to 1")
    return clear_denominators([*map(as_fraction, chances)])[0]


def _recurring_with_symbols(graph: Graph) -> list[Any]:
    """Return the chances of the results of a play in which situations recur."""
    none = from_sympy(0)
    rows, start = _visits(graph, [sum(weights, none) for weights in graph.weights])
    (shares,) = solve_with_symbols(rows, [start])
    return _chances(graph, shares, none)


def _visits(graph: Graph, totals: Sequence[Any]) -> tuple[list[dict[int, Any]], list[int]]:
    """Return rows and right side of the system that y solves, in which W(s) is totals[s]."""
    rows = [{number: total} for number, total in enumerate(totals)]
    for number, (weights, moves) in enumerate(zip(graph.weights, graph.moves, strict=True)):
        for weight, target in zip(weights, moves, strict=True):
            if target is not None and target >= 0:
                rows[target][number] = rows[target].get(number, 0) - weight
    return rows, [int(number == graph.first) for number in range(len(rows))]


def _chances(graph: Graph, shares: Sequence[Any], none: Any) -> list[Any]:
    """Return the chance of each result, from y(s) and the chance `none` of no way at all."""
    chances = [none] * len(graph.results)
    for share, weights, moves in zip(shares, graph.weights, graph.moves, strict=True):
        for weight, target in zip(weights, moves, strict=True):
            if target is not None and target < 0:
                chances[~target] += share * weight
    return chances
