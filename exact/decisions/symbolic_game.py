"""A game graph with a symbol p: its numeric graph at a point, its values as functions of p.

A policy takes one edge at every decision node.  Its values are rational functions of p,

    V(n) = sum over the edges of n of chance · (reward + factor · V(target)),

in which a decision node has the taken edge alone.  With Q(e) the worth of an edge e from n,

    advantage(e) = Q(e) - V(n).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq

from montmort.exact.decisions.agreement import consistent
from montmort.exact.decisions.following import edge_chances, node_chances
from montmort.exact.decisions.objective import Number, Scoring, as_number, converted
from montmort.exact.decisions.policy import Component, Term
from montmort.exact.decisions.solution import Solver
from montmort.exact.fixed_points import mean_totals
from montmort.exact.graph.game_graph import (
    CHANCE,
    END,
    NOTHING,
    GameGraph,
    Information,
    Weight,
)
from montmort.exact.graphs import cannot_end, edges_of
from montmort.exact.linalg.system import as_fraction, clear_denominators
from montmort.exact.moves import fitting
from montmort.exact.parameters.end_points import all_end
from montmort.exact.parameters.region import Quotient, quotient_of
from montmort.exact.parameters.roots import Point
from montmort.exact.rational_functions.field import (
    RationalFunction,
    from_sympy,
    is_expression,
    total,
)
from montmort.exact.symbolic.law import substituted
from montmort.games.errors import BadChain, BadInput
from montmort.games.sameness import Numbering

if TYPE_CHECKING:
    from sympy import Symbol

Element = RationalFunction


def as_element(value: object, problem: str) -> RationalFunction:
    """Return a number or an expression as a rational function; BadInput for anything else.

    >>> import sympy
    >>> as_element(sympy.Symbol("p") / 2, "").at({sympy.Symbol("p"): 3})
    Fraction(3, 2)
    """
    return from_sympy(value if is_expression(value) else as_number(value, problem))


@dataclass(frozen=True, kw_only=True, eq=False)
class Functions:
    """The values of all nodes under a policy, what the choices are worth, and their advantages."""

    values: Mapping[int, Element]
    worths: Mapping[int, Element]  # by edge of a decision node
    advantages: Mapping[int, Quotient]  # of the same edges

    def is_best(self, e: int, point: Point | None) -> bool:
        """Return whether an edge has the advantage 0, at a point or, without one, everywhere."""
        advantage = self.advantages[e]
        return advantage.sign(point) == 0 if point is not None else not advantage.numerator


@dataclass(frozen=True, kw_only=True, eq=False)
class SymbolicGame:
    """The graph, its rewards, who maximises (sign 1) and who minimises, and the discount."""

    scoring: Scoring[Element]
    signs: Mapping[int, int]
    symbol: "Symbol"
    discount: Fraction | None

    @property
    def graph(self) -> GameGraph:
        """The graph, whose weights may be rational functions."""
        return self.scoring.graph

    @cached_property
    def nodes(self) -> list[int]:
        """The decision nodes."""
        return np.flatnonzero(self.graph.seats != CHANCE).tolist()

    @cached_property
    def groups(self) -> list[list[int]]:
        """The decision nodes at which a seat knows the same, in the order in which it was met."""
        groups = self.graph.by_information(self.nodes)
        return [groups[number] for number in sorted(groups)]

    def information(self, nodes: Sequence[int]) -> Information:
        """Return what a seat knows at these nodes."""
        return self.graph.information[int(self.graph.known[nodes[0]])]

    @cached_property
    def has_cycles(self) -> bool:
        """Whether a play can come back to a node."""
        graph = self.graph
        cuts = graph.components[1]
        return bool(len(cuts) <= len(graph.seats) or (graph.targets == graph.sources).any())

    def cyclic_components(self) -> list[Component]:
        """Return the components with cycles: their edges alone, without weights and rewards."""
        graph, targets = self.graph, self.graph.targets.tolist()
        order, cuts = (each.tolist() for each in graph.components)
        found = []
        for begin, end in pairwise(cuts):
            nodes = order[begin:end]
            inside = {*nodes}
            ends = {e: targets[e] if targets[e] in inside else -1 for e in self._edges(nodes)}
            if any(target >= 0 for target in ends.values()):
                terms = {
                    node: [Term(e, 1, fmpq(0), ends[e], fmpq(1)) for e in graph.edges(node)]
                    for node in nodes
                }
                seats = {node: int(graph.seats[node]) for node in nodes}
                signs = {n: self.signs[seat] for n, seat in seats.items() if seat != CHANCE}
                found.append(Component(nodes, terms, signs))
        return found

    def _edges(self, nodes: Sequence[int]) -> Iterator[int]:
        return (e for node in nodes for e in self.graph.edges(node))

    def at(self, value: Fraction) -> Scoring[Number]:
        """Return the numeric graph at a point of the region, with the same nodes and edges."""
        graph, point = self.graph, {self.symbol: value}
        bounds, weights = graph.bounds.tolist(), []
        for begin, end in pairwise(bounds):
            numbers = [_number(weight, point) for weight in graph.weights[begin:end].tolist()]
            weights += clear_denominators(numbers)[0]
        rewards = converted(self.scoring.rewards, lambda reward: _number(reward, point))
        numeric = replace(
            graph,
            weights=fitting(weights, bounds),
            gains=[substituted(gain, point) for gain in graph.gains],
            information=[
                Information(each.seat, *(substituted(part, point) for part in each[1:]))
                for each in graph.information
            ],
        )
        return Scoring(numeric, rewards, self.scoring.summed)

    def holds_at(self, taken: Mapping[int, int], value: Fraction) -> bool:
        """Return whether the functions of a policy have the best value where weights may be 0."""
        graph, scored = self.graph, self.at(value)
        weights = scored.graph.weights.tolist()
        rows = {
            node: {
                int(graph.targets[e]): weights[e]
                for e in ([taken[node]] if node in taken else graph.edges(node))
                if weights[e]
            }
            for node in range(len(graph.seats))
        }
        if not all_end(rows, [END], {}):
            return False
        own = self.functions(taken).values[graph.root]
        there = without_impossible(scored)
        try:
            found = Solver(there.graph, there.rewards, self.signs, self.discount).solve()
            consistent(there, found)
        except (BadInput, BadChain):
            return False
        best = as_fraction(found.values[there.graph.root])
        return quotient_of(own).value(value) == best

    def functions(self, taken: Mapping[int, int]) -> Functions:
        """Return the functions of a policy under which every play ends, or goes on for nothing."""
        graph, rewards = self.graph, self.scoring.rewards
        factor = from_sympy(1 if self.discount is None else self.discount)
        shares = edge_chances(graph, taken, from_sympy(1))
        gains = {
            node: total(share * rewards[e] for e, share in own.items())
            for node, own in enumerate(shares)
        }
        rows = node_chances(graph, shares, factor)
        if factor == 1:
            leads_on = [[END] if gains[node] else [*row] for node, row in rows.items()]
            rows |= {node: {} for node in cannot_end(*edges_of(leads_on)).tolist()}
        values = mean_totals(rows, gains) | {END: from_sympy(0)}
        targets, gained = graph.targets.tolist(), graph.gained.tolist()
        worths: dict[int, Element] = {}
        advantages: dict[int, Quotient] = {}
        for node in self.nodes:
            for e in graph.edges(node):
                after = values[targets[e]]
                worths[e] = rewards[e] + (after if gained[e] == NOTHING else factor * after)
                advantages[e] = quotient_of(worths[e] - values[node])
        return Functions(values=values, worths=worths, advantages=advantages)


def _number(value: Weight, point: "Mapping[Symbol, Fraction]") -> int | Fraction:
    found = value.at(point) if isinstance(value, RationalFunction) else value
    assert not isinstance(found, RationalFunction)
    return found


def _merged(graph: GameGraph) -> GameGraph:
    gains = Numbering[Any]()
    gain_numbers = [gains.number(gain) for gain in graph.gains]
    known = dict.fromkeys(graph.information)
    known_numbers = {each: number for number, each in enumerate(known)}
    renumbered = [known_numbers[each] for each in graph.information]
    return replace(
        graph,
        gains=gains.values,
        gained=np.array(gain_numbers)[graph.gained],
        information=[*known],
        known=np.array([*renumbered, CHANCE])[graph.known],  # CHANCE, -1, is the last
    )


def without_impossible(scored: Scoring[Number]) -> Scoring[Number]:
    """Return the part of a numeric graph to which plays can come: no edges of weight 0.

    Gains and views that are equal at the point become one.
    """
    graph = _merged(scored.graph)
    part, edges = graph.part(graph.root, without=np.flatnonzero(graph.weights == 0).tolist())
    return replace(scored, graph=part, rewards=[scored.rewards[e] for e in edges])
