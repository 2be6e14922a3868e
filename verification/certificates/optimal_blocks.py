"""The blocks of a solved game graph, with the ranks that show why its values are values.

`optimal_ranks` states the conditions.  Strongly connected components that every choice leads out
of join to blocks of condition A; every other component is a block of condition B, or C if plays
may come to rest in it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from flint import fmpq

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.policy import Component, Term
from montmort.exact.decisions.ranks import at_rest, part_of, ranked, restricted
from montmort.exact.decisions.solution import Solution
from montmort.games.errors import BadInput
from montmort.verification.certificates.optimal_ranks import SIDES

Ranks = Mapping[int, int]  # by node


class RankedBlock(NamedTuple):
    """A block: its condition, ranks, and under conditions B and C those by side."""

    condition: str
    ranks: Ranks
    sides: Mapping[str, Ranks]


class Blocks:
    """The blocks of an optimal solution, sinks first."""

    def __init__(self, best: Optimal, solution: Solution) -> None:
        graph = best.scoring.graph
        self._graph = graph
        self._bounds, self._targets = graph.bounds.tolist(), graph.targets.tolist()
        self._rewards = [fmpq(r.numerator, r.denominator) for r in best.scoring.rewards]
        self._values, self._best, self._taken = solution.values, solution.best, best.taken
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
            if len(ranked(component, BOTH)) == len(own):
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
        return RankedBlock("A", ranked(self._component(nodes), BOTH), {})

    def _staying_block(self, component: Component) -> RankedBlock:
        """Return the block of a component in which a side could stay."""
        taken = {node: [self._taken[node]] for node in component.signs}
        sides = {name: side for name, side in SIDES.items() if side in component.signs.values()}
        for condition in "BC":
            idle = [n for n in component.nodes if condition == "C" and not self._values[n]]
            ranks = _ranks(component, taken, idle)
            by_side = {
                name: self._ranks_of_side(component, side, condition == "C")
                for name, side in sides.items()
            }
            gains = any(
                side * self._values[node] < 0
                for name, side in sides.items()
                for node in component.nodes
                if by_side[name].get(node, -1) < 0
            )
            if not gains and len(ranks) == len(component.nodes):
                return RankedBlock(condition, ranks, by_side)
        raise BadInput(
            "no certificate: the strategy is a best one, but not in situations that it avoids; "
            "pass views that show the whole state"
        )

    def _ranks_of_side(self, component: Component, side: int, may_rest: bool) -> Ranks:
        """Return the ranks of the nodes that a side leaves by any best choices, or rests at."""
        allowed = {
            node: self._best[node] if own == side else [self._taken[node]]
            for node, own in component.signs.items()
        }
        liked = [n for n in component.nodes if may_rest and side * self._values[n] >= 0]
        return _ranks(component, allowed, liked, BOTH)


def _ranks(
    component: Component,
    allowed: Mapping[int, Sequence[int]],
    liked: Collection[int],
    every: Collection[int] = (),
) -> Ranks:
    """Return the ranks by the choices allowed; -1 for nodes, of those liked, to rest at."""
    rest = at_rest(component, allowed, liked)
    moving = part_of(component, {*component.nodes} - rest)
    return ranked(restricted(moving, allowed), every) | dict.fromkeys(rest, -1)


_ONE = fmpq(1)
BOTH = (1, -1)
