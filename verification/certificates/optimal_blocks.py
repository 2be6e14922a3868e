"""The blocks of a solved game graph, with the ranks that show why its values are values.

`optimal_ranks` states the conditions.  Components that every choice leads out of join to
blocks of condition A; every other component is a block of condition B or C.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from flint import fmpq

from montmort.exact.decisions.components import strong_components
from montmort.exact.decisions.optimal import Optimal
from montmort.exact.decisions.policy import Component, Term
from montmort.exact.decisions.solution import Solution, ranked
from montmort.games.errors import BadInput

Ranks = Mapping[int, int]  # by node


class RankedBlock(NamedTuple):
    """A block: its condition, ranks, and under condition C the delays."""

    condition: str
    ranks: Ranks
    delays: Ranks


class Blocks:
    """The blocks of an optimal solution, sinks first."""

    def __init__(self, best: Optimal, found: Solution) -> None:
        graph = best.scoring.graph
        self._graph = graph
        self._bounds, self._targets = graph.bounds.tolist(), graph.targets.tolist()
        self._rewards = [fmpq(r.numerator, r.denominator) for r in best.scoring.rewards]
        self._values, self._taken = found.values, best.taken
        seats = graph.seats.tolist()
        self._signs = {node: best.signs[seats[node]] for node in best.taken}

    def __iter__(self) -> Iterator[RankedBlock]:
        """Yield the blocks; BadInput if the strategy does not lead out of one."""
        order, begins = strong_components(self._graph.bounds, self._graph.targets)
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
        taken = {node: component.taken(node, {**self._taken}) for node in component.nodes}
        ranks = ranked(replace(component, terms=taken), all_choices=False)
        if len(ranks) < len(component.nodes):
            raise BadInput(
                "no certificate: the strategy leads out of every cycle on its own way, but not "
                "from situations that it avoids; pass views that show the whole state"
            )
        sign = next(iter(component.signs.values()))
        inside = [
            sign * term.constant
            for own in component.terms.values()
            for term in own
            if term.target >= 0
        ]
        if min(inside) >= 0 and all(sign * self._values[node] >= 0 for node in component.nodes):
            return RankedBlock("B", ranks, {})
        return RankedBlock("C", ranks, ranked(_paying(component), all_choices=True))


_ONE = fmpq(1)


def _paying(component: Component) -> Component:
    """Return the component in which an edge with a reward leaves."""
    terms = {
        node: [
            Term(t.number, t.weight, t.constant, -1 if t.constant else t.target, t.factor)
            for t in own
        ]
        for node, own in component.terms.items()
    }
    return replace(component, terms=terms)
