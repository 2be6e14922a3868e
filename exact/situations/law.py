"""The exact law of a play's result, from the graph of its situations.

With the weights w(s, t) of the branches from situation s to t and W(s) their sum,
the chance that a play comes through t is

    P(t) = [t is the first] + sum P(s) w(s, t) / W(s),

in topological order.  Where situations recur, the play has no longest path and P(t) is
the expected number of visits: y(s) = P(s) / W(s) solves the integer system

    W(t) y(t) - sum y(s) w(s, t) = [t is the first].

Either way a result r has the chance sum y(s) w(s, r).
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

from flint import fmpq

from montmort.exact.graphs import Edges, cannot_end, edges_of, topological_order
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.situations.graph import Endless, Graph

T = TypeVar("T", bound=Any)

MOST_RECURRING = 20_000  # situations of a play without a longest path


def merged_weights(graph: Graph) -> tuple[list[tuple[Hashable, int]], int]:
    """Return (result, integer weight) and the weights' total, from an explored graph.

    >>> graph = Graph(lambda chance: sum(chance.pick([1] * 6) + 1 for _ in range(30)))
    >>> graph.explore()
    >>> weights, total = merged_weights(graph)
    >>> len(graph.moves), dict(weights)[31], total == 6**30
    (2205, 30, True)
    """
    chances = result_chances(graph, _shares(graph), fmpq(0))
    if sum(chances, fmpq(0)) != 1:
        raise ArithmeticError("the chances of all results do not sum to 1")
    total = math.lcm(*(int(chance.q) for chance in chances))
    whole = [int(chance.p) * (total // int(chance.q)) for chance in chances]
    return [*zip(graph.results, whole, strict=True)], total


def result_chances(graph: Graph, shares: Iterable[T], none: T) -> list[T]:
    """Return the chance of each result, from y(s) and the chance `none` of no way at all."""
    chances = [none] * len(graph.results)
    for share, weights, moves in zip(shares, graph.weights, graph.moves, strict=True):
        for weight, target in zip(weights, moves, strict=True):
            if target is not None and target < 0:
                chances[~target] += share * weight
    if graph.first < 0:
        chances[~graph.first] += 1
    return chances


def _shares(graph: Graph) -> list[fmpq]:
    """Return y(s) = P(s) / W(s) for each situation."""
    found = topological_order(*_edges(graph))
    if found is None:
        return _recurring(graph)
    chance = [fmpq(0)] * len(graph.moves)
    shares = [fmpq(0)] * len(graph.moves)
    if graph.first >= 0:
        chance[graph.first] = fmpq(1)
    for number in found[0].tolist():
        weights = graph.weights[number]
        share = shares[number] = chance[number] / sum(weights)
        for weight, target in zip(weights, graph.moves[number], strict=True):
            if target is not None and target >= 0:
                chance[target] += share * weight
    return shares


def _recurring(graph: Graph) -> list[fmpq]:
    """Return y(s) for each situation of a play in which situations recur."""
    if len(graph.moves) > MOST_RECURRING or not always_ends(graph):
        raise Endless("a play may never end")
    rows = visit_rows(graph, [sum(weights) for weights in graph.weights])
    start = [int(number == graph.first) for number in range(len(rows))]
    (visits,) = solve(rows, [start])
    return [fmpq(visit) / visits.denominator for visit in visits.numerators]


def visit_rows(graph: Graph, totals: Sequence[Any]) -> list[dict[int, Any]]:
    """Return the rows of the system that y solves, in which W(s) is totals[s]."""
    rows = [{number: total} for number, total in enumerate(totals)]
    for number, (weights, moves) in enumerate(zip(graph.weights, graph.moves, strict=True)):
        for weight, target in zip(weights, moves, strict=True):
            if target is not None and target >= 0:
                rows[target][number] = rows[target].get(number, 0) - weight
    return rows


def _edges(graph: Graph) -> Edges:
    """Return the edges between the situations, for `exact.graphs`; results are ends."""
    return edges_of([[to for to in moves if to is not None] for moves in graph.moves])


def always_ends(graph: Graph) -> bool:
    """Say whether a result can be reached from every situation."""
    return not len(cannot_end(*_edges(graph)))


def recurs(graph: Graph) -> bool:
    """Say whether a play can come back to a situation."""
    return topological_order(*_edges(graph)) is None
