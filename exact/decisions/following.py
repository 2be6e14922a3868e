"""What happens when every seat follows a strategy: a walk of chance alone, and its visits."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from montmort.exact.graph.game_graph import CHANCE, END, NOTHING, GameGraph
from montmort.exact.linalg.rational_systems import solve_sparse
from montmort.exact.linalg.system import as_flint
from montmort.exact.moves import MovesBuilder
from montmort.exact.walk import Walk
from montmort.games.experiment import Experiment

Taken = Mapping[int, int]  # the edge taken, by decision node
Law = tuple[dict[tuple[int, int], int], int]  # weights of (target, gain), and their sum


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
        laws: dict[int, Law] = {}
        gains = self.graph.gains
        for node in builder.states:  # grows during the loop
            weights, _ = self._step(node, laws)
            builder.add_row(
                ((None if target == END else target, gains[gain]), weight)
                for (target, gain), weight in weights.items()
            )
        return Walk(experiment=experiment, moves=builder.moves(), way="by a strategy")

    def _step(self, first: int, laws: dict[int, Law]) -> Law:
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

    def _mixed(self, node: int, laws: Mapping[int, Law]) -> Law:
        edges = self._own(node)
        if len(edges) == 1 and self._gained[edges[0]] == NOTHING:
            return laws[self._targets[edges[0]]]
        parts: list[tuple[int, Law]] = []
        for e in edges:
            target, gain = self._targets[e], self._gained[e]
            own: Law = ({(target, gain): 1}, 1)
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
        self.endless = fmpq(0)
        factor = fmpq(1) if discount is None else as_flint(discount)
        order, begins = self.graph.components
        visits = [fmpq(0)] * len(self.nodes)
        visits[0] = fmpq(1)
        ordered, cuts = order.tolist(), begins.tolist()
        for place in reversed(range(len(cuts) - 1)):
            self._visit_block(ordered[cuts[place] : cuts[place + 1]], visits, factor)
        return dict(zip(self.nodes, visits, strict=True))

    def _chances(self, node: int, factor: fmpq) -> list[tuple[int, fmpq]]:
        """Return the next nodes with their chances, times the factor where a step ends."""
        edges = self._own(node)
        total = sum(self._weights[e] for e in edges)
        chances = [fmpq(self._weights[e], total) for e in edges]
        return [
            (self._targets[e], chance if self._gained[e] == NOTHING else chance * factor)
            for e, chance in zip(edges, chances, strict=True)
        ]

    def _visit_block(self, block: Sequence[int], visits: list[fmpq], factor: fmpq) -> None:
        """Turn what comes into a component from outside into visits, and hand it on."""
        inside = {node: place for place, node in enumerate(block)}
        chances = {node: self._chances(node, factor) for node in block}
        targets = [target for own in chances.values() for target, _ in own]
        if factor == 1 and inside.keys() >= {*targets}:
            self.endless += sum((visits[node] for node in block), fmpq(0))
            return
        if not inside.keys().isdisjoint(targets):
            rows: list[dict[int, fmpq]] = [{place: fmpq(1)} for place in range(len(block))]
            for node, place in inside.items():
                for target, chance in chances[node]:
                    if target in inside:
                        row = rows[inside[target]]
                        row[place] = row.get(place, fmpq(0)) - chance
            (found,) = solve_sparse(rows, [[visits[node] for node in block]])
            for place, node in enumerate(block):
                visits[node] = found[place]
        for node in block:
            for target, chance in chances[node]:
                if target != END and target not in inside:
                    visits[target] += visits[node] * chance
