"""What happens when every seat follows a strategy: a walk of chance alone, and its visits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpq

from montmort.exact.fixed_points import Element, mean_visits
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING, GameGraph
from montmort.exact.linalg.system import as_flint
from montmort.exact.moves import MovesBuilder
from montmort.exact.walk import Walk
from montmort.games.experiment import Experiment

Taken = Mapping[int, int]  # the edge taken, by decision node
Weighed = tuple[dict[tuple[int, int], int], int]  # weights of (target, gain), and their sum


class Following:
    """The part of a graph to which plays come if every decision node takes one edge.

    `graph` has chance nodes alone.  Node n of it is nodes[n] of the whole graph, edge e is
    edges[e] of the whole graph; the root is node 0.
    """

    def __init__(self, graph: GameGraph, taken: Taken) -> None:
        bounds, targets = graph.bounds.tolist(), graph.targets.tolist()
        numbers = {graph.root: 0}
        self.nodes = [graph.root]
        self.edges: list[int] = []
        begins, to = [0], []
        for node in self.nodes:  # grows during the loop
            own = (taken[node],) if node in taken else range(bounds[node], bounds[node + 1])
            for e in own:
                target = targets[e]
                if target != END and target not in numbers:
                    numbers[target] = len(self.nodes)
                    self.nodes.append(target)
                to.append(END if target == END else numbers[target])
            self.edges += own
            begins.append(len(to))
        nothing = np.full(len(self.nodes), CHANCE)
        self.graph = replace(
            graph,
            seats=nothing,
            known=nothing,
            bounds=np.array(begins),
            targets=np.array(to),
            weights=graph.weights[self.edges],
            gained=graph.gained[self.edges],
            root=0,
            found=(),
            roots=(),
        )
        self._bounds, self._targets, self._gained = begins, to, self.graph.gained.tolist()
        self._weights = self.graph.weights.tolist()
        self.endless = fmpq(0)

    def _own(self, node: int) -> range:
        return range(self._bounds[node], self._bounds[node + 1])

    def walk(self, experiment: Experiment[Any, Any, Any]) -> Walk[int, Any]:
        """Return the walk whose states are the nodes at which steps begin."""
        builder = MovesBuilder[int, Any]([(0, 1)])
        laws: dict[int, Weighed] = {}
        gains = self.graph.gains
        for node in builder.states:  # grows during the loop
            weights, _ = self._step(node, laws)
            builder.add_row(
                ((None if target == END else target, gains[gain]), weight)
                for (target, gain), weight in weights.items()
            )
        return Walk(experiment=experiment, moves=builder.moves(), way="by a strategy")

    def _step(self, first: int, laws: dict[int, Weighed]) -> Weighed:
        """Return the law of (target, gain) of the rest of the step from a node."""
        waiting = [first]
        while waiting:
            node = waiting[-1]
            if node in laws:
                waiting.pop()
                continue
            inner = [self._targets[e] for e in self._own(node) if self._gained[e] == NOTHING]
            missing = [target for target in inner if target not in laws]
            if missing:
                waiting.extend(missing)
            else:
                laws[node] = self._mixed(node, laws)
                waiting.pop()
        return laws[first]

    def _mixed(self, node: int, laws: Mapping[int, Weighed]) -> Weighed:
        edges = self._own(node)
        if len(edges) == 1 and self._gained[edges[0]] == NOTHING:
            return laws[self._targets[edges[0]]]
        parts: list[tuple[int, Weighed]] = []
        for e in edges:
            target, gain = self._targets[e], self._gained[e]
            own: Weighed = ({(target, gain): 1}, 1)
            parts.append((self._weights[e], laws[target] if gain == NOTHING else own))
        total = math.lcm(*(below for _, (_, below) in parts))
        mixed: dict[tuple[int, int], int] = {}
        for weight, (shares, below) in parts:
            factor = weight * (total // below)
            for key, share in shares.items():
                mixed[key] = mixed.get(key, 0) + factor * share
        common = math.gcd(*mixed.values())
        whole = total * sum(weight for weight, _ in parts)
        return {key: share // common for key, share in mixed.items()}, whole // common

    def visits(self, discount: Fraction | None = None) -> dict[int, fmpq]:
        """Return how often, on average, a play comes to the nodes of the whole graph.

        With a discount d a visit after n steps counts d^n times.  In a part that plays never
        leave, only the first visits are counted; their chance is then `endless`.
        """
        factor = fmpq(1) if discount is None else as_flint(discount)
        rows = node_chances(self.graph, edge_chances(self.graph, {}, fmpq(1)), factor)
        never_left = self._never_left() if factor == 1 else []
        rows |= {node: {} for node in never_left}
        found = mean_visits(rows, {0: fmpq(1)})
        self.endless = sum((found[node] for node in never_left), fmpq(0))
        return dict(zip(self.nodes, found.values(), strict=True))

    def _never_left(self) -> list[int]:
        """Return the nodes of the components that no edge leaves."""
        order, begins = (each.tolist() for each in self.graph.components)
        found = []
        for begin, end in pairwise(begins):
            block = {*order[begin:end]}
            if all(self._targets[e] in block for node in block for e in self._own(node)):
                found += order[begin:end]
        return found


def edge_chances(graph: GameGraph, taken: Taken, one: Element) -> list[dict[int, Element]]:
    """Return the chances of the edges that can be taken from each node, in the field of `one`."""
    bounds, weights = graph.bounds.tolist(), graph.weights.tolist()
    chances = []
    for node, (begin, end) in enumerate(pairwise(bounds)):
        edges = (taken[node],) if node in taken else range(begin, end)
        whole = sum(weights[e] for e in edges)
        chances.append({e: one * weights[e] / whole for e in edges})
    return chances


def node_chances(
    graph: GameGraph, edges: Sequence[Mapping[int, Element]], factor: Element
) -> dict[int, dict[int, Element]]:
    """Return the chances of the nodes after each node, times the factor where a step ends."""
    targets, gained = graph.targets.tolist(), graph.gained.tolist()
    rows: dict[int, dict[int, Element]] = {}
    for node, chances in enumerate(edges):
        row = rows[node] = {}
        for e, chance in chances.items():
            share = chance if gained[e] == NOTHING else chance * factor
            row[targets[e]] = row[targets[e]] + share if targets[e] in row else share
    return rows
