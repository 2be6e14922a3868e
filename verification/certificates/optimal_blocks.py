"""The blocks of a solved game graph, with the ranks that show why its values are values.

`optimal_ranks` states the conditions.  Strongly connected components that every choice leads out
of join to blocks of condition A; every other component is a block of condition B.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from flint import fmpq

from montmort.exact.decisions.optimal import Optimal
from montmort.exact.decisions.policy import Component, Term
from montmort.exact.decisions.solution import Solution, ranked
from montmort.games.errors import BadInput
from montmort.verification.certificates.optimal_ranks import SIDES

Ranks = Mapping[int, int]  # by node


class RankedBlock(NamedTuple):
    """A block: its condition, ranks, and under condition B those by side."""

    condition: str
    ranks: Ranks
    sides: Mapping[str, Ranks]


class Blocks:
    """The blocks of an optimal solution, sinks first."""

    def __init__(self, best: Optimal, found: Solution) -> None:
        graph = best.scoring.graph
        self._graph = graph
        self._bounds, self._targets = graph.bounds.tolist(), graph.targets.tolist()
        self._rewards = [fmpq(r.numerator, r.denominator) for r in best.scoring.rewards]
        self._values, self._best, self._taken = found.values, found.best, best.taken
        seats = graph.seats.tolist()
        self._signs = {node: best.signs[seats[node]] for node in best.taken}

    def __iter__(self) -> Iterator[RankedBlock]:
        """Yield the blocks; BadInput if the strategy does not lead out of one."""
        order, begins = self._graph.components
        nodes, cuts = order.tolist(), begins.tolist()
        leading: list[int] = []  # nodes of components that meet condition A
        for begin, end in pairwise(cuts):
            own = nodes[begin:end]
            component = self._component(own)
            if len(ranked(component, all_choices=True)) == len(own):
                leading += own
                continue
            if leading:
                yield self._leading_block(leading)
                leading = []
            yield self._staying_block(component)
        if leading:
            yield self._leading_block(leading)

    def _component(self, nodes: Collection[int]) -> Component:
        """Return the nodes with their edges; a target outside is -1."""
        inside = {*nodes}
        terms = {
            node: [
                Term(e, 1, self._rewards[e], to if (to := self._targets[e]) in inside else -1, _ONE)
                for e in range(self._bounds[node], self._bounds[node + 1])
            ]
            for node in nodes
        }
        signs = {node: self._signs[node] for node in nodes if node in self._signs}
        return Component([*nodes], terms, signs)

    def _leading_block(self, nodes: Sequence[int]) -> RankedBlock:
        return RankedBlock("A", ranked(self._component(nodes), all_choices=True), {})

    def _staying_block(self, component: Component) -> RankedBlock:
        """Return the block of a component in which a side could stay."""
        taken = {node: [self._taken[node]] for node in component.signs}
        ranks = ranked(_restricted(component, taken), all_choices=False)
        sides = {
            name: self._ranks_of_side(component, side)
            for name, side in SIDES.items()
            if side in component.signs.values()
        }
        gains = any(
            SIDES[name] * self._values[node] < 0
            for name, own in sides.items()
            for node in component.nodes
            if node not in own
        )
        if gains or len(ranks) < len(component.nodes):
            raise BadInput(
                "no certificate: the strategy is a best one, but not in situations that it avoids; "
                "pass views that show the whole state"
            )
        return RankedBlock("B", ranks, sides)

    def _ranks_of_side(self, component: Component, side: int) -> Ranks:
        """Return the ranks of the nodes that a side leaves by any best choices."""
        allowed = {
            node: self._best[node] if own == side else [self._taken[node]]
            for node, own in component.signs.items()
        }
        return ranked(_restricted(component, allowed), all_choices=True)


_ONE = fmpq(1)


def _restricted(component: Component, edges: Mapping[int, Sequence[int]]) -> Component:
    """Return the component in which decisions have these edges alone."""
    terms = {
        node: [term for term in own if node not in edges or term.number in edges[node]]
        for node, own in component.terms.items()
    }
    return replace(component, terms=terms)
