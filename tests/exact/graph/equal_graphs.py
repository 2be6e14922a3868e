"""The graph of a game, and whether two are equal but for the numbers of their nodes."""

from collections import Counter
from collections.abc import Hashable
from typing import Any

from montmort.exact.graph.exploration import explore_steps
from montmort.exact.graph.game_graph import CHANCE, END, GameGraph
from montmort.games.experiment import Experiment


def graph_of(
    experiment: Experiment[Any, Any, Any], rules: object = None, **named: Any
) -> GameGraph:
    """Return the graph of all picks and decisions; without `others` every seat decides."""
    return explore_steps(experiment, rules, **{"free": frozenset(), **named}).graph()


def same_graphs(one: GameGraph, other: GameGraph) -> bool:
    """Whether the nodes of two graphs can be paired, root with root, with equal edges.

    Nodes get equal colours as long as their seats, information and edges to colours are
    equal; colours are refined until their number stays (Moore's algorithm).
    """
    if one.size != other.size or Counter(one.information) != Counter(other.information):
        return False
    graphs = (one, other)
    colours = [[0] * len(graph.seats) for graph in graphs]
    known = 1
    while True:
        keys: dict[Hashable, int] = {}
        colours = [
            [
                keys.setdefault((before[node], _key(graph, node, before)), len(keys))
                for node in range(len(graph.seats))
            ]
            for graph, before in zip(graphs, colours, strict=True)
        ]
        if len(keys) == known:
            break
        known = len(keys)
    first, second = colours
    return first[one.root] == second[other.root] and Counter(first) == Counter(second)


def _key(graph: GameGraph, node: int, colours: list[int]) -> Hashable:
    """Return what is seen of a node from its edges."""
    edges = [
        (
            END if graph.targets[edge] == END else colours[graph.targets[edge]],
            graph.gains[graph.gained[edge]],
            int(graph.weights[edge]),
        )
        for edge in graph.edges(node)
    ]
    if graph.seats[node] == CHANCE:
        return CHANCE, frozenset(Counter(edges).items())
    known = graph.information[graph.known[node]]
    assert known.seat == graph.seats[node]
    return known, tuple(edges)
