"""Brute force for small game graphs: every pure strategy, and the matrix of their values."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from montmort.exact.graph.game_graph import CHANCE, END, GameGraph, Information

Plan = Mapping[Information, int]  # the number of the choice


def informations(graph: GameGraph, seat: int) -> list[Information]:
    return [known for known in graph.information if known.seat == seat]


def plans(graph: GameGraph, seat: int) -> Iterator[Plan]:
    known = informations(graph, seat)
    for choices in product(*(range(len(each.choices)) for each in known)):
        yield dict(zip(known, choices, strict=True))


def number_of_plans(graph: GameGraph, seat: int) -> int:
    number = 1
    for known in informations(graph, seat):
        number *= len(known.choices)
    return number


def expected(
    graph: GameGraph,
    rewards: Sequence[Any],
    laws: Mapping[Information, Sequence[Fraction | int]],
    start: int | None = None,
) -> Fraction:
    """The expected sum of the rewards from a node on if every seat follows these laws."""

    def value(node: int) -> Fraction:
        edges = graph.edges(node)
        if graph.seats[node] == CHANCE:
            law = [Fraction(int(graph.weights[edge])) for edge in edges]
        else:
            law = [Fraction(p) for p in laws[graph.information[graph.known[node]]]]
        total = Fraction(0)
        for edge, weight in zip(edges, law, strict=True):
            if weight:
                target = int(graph.targets[edge])
                after = Fraction(0) if target == END else value(target)
                total += weight * (rewards[edge] + after)
        return total / sum(law)

    return value(graph.root if start is None else start)


def laws_of(*chosen: Plan) -> dict[Information, list[int]]:
    return {
        known: [int(c == choice) for c in range(len(known.choices))]
        for plan in chosen
        for known, choice in plan.items()
    }


def matrix(graph: GameGraph, rewards: Sequence[Any], maximiser: int) -> list[list[Fraction]]:
    """The expected sum for every pair of pure strategies; a row for each of the maximiser's."""
    return [
        [expected(graph, rewards, laws_of(mine, yours)) for yours in plans(graph, 1 - maximiser)]
        for mine in plans(graph, maximiser)
    ]


def by_backward_induction(graph: GameGraph, rewards: Sequence[Any], maximiser: int) -> Fraction:
    """The value if both seats see everything."""

    def value(node: int) -> Fraction:
        edges = graph.edges(node)
        targets = [int(graph.targets[edge]) for edge in edges]
        after = [
            rewards[edge] + (Fraction(0) if target == END else value(target))
            for edge, target in zip(edges, targets, strict=True)
        ]
        if graph.seats[node] == maximiser:
            return Fraction(max(after))
        if graph.seats[node] != CHANCE:
            return Fraction(min(after))
        weights = [int(graph.weights[edge]) for edge in edges]
        return sum((w * v for w, v in zip(weights, after, strict=True)), Fraction(0)) / sum(weights)

    return value(graph.root)
