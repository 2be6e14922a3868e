"""The value of every node of a game graph, exactly, and the best choices.

Components are taken one after the other, sinks first.  A node that cannot come back to
itself has the best, or the mean, of what its edges are worth.  In a component with cycles
a policy is improved until no choice is better than the one taken, compared in fractions;
floats only propose the policy to begin with.  Fixed points of these equations need not be
values.  They are if one of these conditions holds for every component:

A.  Every choice leads with positive chance, through nodes of ever lower rank, out of the
    component.  Then every play leaves it, and the equations have one solution.
B.  The policy leads out in this way.  And where a side can stay in the component for ever,
    with best choices only and against the choices that the other side's policy takes, the
    values are none that it would like to escape: with this side maximising, >= 0.

C.  As B, but the policy may also come to rest: to nodes of value 0 that it never leaves again.

Why B: against the policy of the minimising side, let v be the values, s the gains of the
first n steps, and w the value of the node after them, 0 where the play has left.  Then
E s = v - E w - (what worse choices lost).  Worse choices for ever lose without bound.
Without them a play that stays comes for good to nodes of the condition, where w >= 0, so in
the limit E s is at most v.  Endless plays count for what was gained on the way.  Where the
values of leaving policies do not meet B, staying is worth something (`endless`), and C holds.
Nodes from which the total grows without bound are lost, and so is every node that cannot avoid
them; who loses by them avoids their edges, and the rest is solved without.

With a discount below 1 there is one solution in any case.  Otherwise the problem is refused.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import numpy as np
from flint import fmpq

from montmort.display import short_repr
from montmort.exact.decisions import endless
from montmort.exact.decisions.endless import Boundless
from montmort.exact.decisions.float_values import float_values
from montmort.exact.decisions.objective import Number, converted
from montmort.exact.decisions.policy import Component, Improper, Policy, Term, evaluate
from montmort.exact.decisions.ranks import (
    at_rest,
    improved,
    part_of,
    policy_by,
    ranked,
    restricted,
    staying_nodes,
)
from montmort.exact.graph.game_graph import CHANCE, END, NOTHING, GameGraph, place_of, way_to
from montmort.exact.graphs import strong_components
from montmort.exact.linalg.system import as_flint
from montmort.games.errors import BadChain, BadInput

Values = list[fmpq]
_ONE = fmpq(1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution:
    """The values of all nodes, the best edges of every decision node, and the one that is taken.

    `conditions` are the conditions that were used: A, B, C (see above) or discount, `components`
    the number of components with cycles.  From the nodes `lost` the total has no bound.
    """

    graph: GameGraph
    values: Sequence[fmpq]
    best: Mapping[int, tuple[int, ...]]
    taken: Mapping[int, int]
    conditions: frozenset[str]
    components: int
    worth: Callable[[int], fmpq]  # of an edge
    lost: Mapping[int, int] = field(default_factory=dict)  # the side that gains, by node

    __repr__ = short_repr

    @property
    def may_be_endless(self) -> bool:
        """Whether it matters to the values what a play is worth that never ends."""
        return "C" in self.conditions or bool(self.lost)

    def worths_known(self, nodes: Sequence[int]) -> range:
        """Return the edges of the first of these nodes; none if one of theirs has no bound."""
        bounds, targets = self.graph.bounds, self.graph.targets
        ends = {int(t) for n in nodes for t in targets[bounds[n] : bounds[n + 1]]}
        has_bounds = self.lost.keys().isdisjoint({*nodes, *ends})
        return self.graph.edges(nodes[0]) if has_bounds else range(0)

    def best_at(self, node: int) -> tuple[int, ...]:
        """Return the best edges of a decision node."""
        return self.best[node]


class Solver:
    """Solves a graph; signs[seat] is 1 for a seat that maximises, -1 for one that minimises."""

    def __init__(
        self,
        graph: GameGraph,
        rewards: Sequence[Number],
        signs: Mapping[int, int],
        discount: Fraction | None = None,
    ) -> None:
        self._seats = graph.seats.tolist()
        self._bounds, self._targets = graph.bounds.tolist(), graph.targets.tolist()
        self._weights = graph.weights.tolist()
        self._numbers, self._rewards = rewards, converted(rewards, as_flint)
        self._factor = fmpq(1) if discount is None else as_flint(discount)
        self._discounted = discount is not None
        self._steps = (graph.gained != NOTHING).tolist() if self._discounted else None
        self._signs, self._graph = signs, graph
        self.values: Values = [fmpq(0)] * len(self._seats)
        self.best: dict[int, tuple[int, ...]] = {}
        self.taken: dict[int, int] = {}
        self.lost: dict[int, int] = {}
        self._avoided: set[int] = set()  # edges to lost nodes
        self._conditions: set[str] = set()
        self._floats: list[float] = []
        self._float_rewards: list[float] = []

    def solve(self) -> Solution:
        """Return the values and best choices; BadInput or BadChain if there are none."""
        graph = self._graph
        nodes, cuts = self._components()
        if len(cuts) <= len(nodes) or (graph.targets == graph.sources).any():
            self._float_rewards = converted(self._numbers, lambda x: _float(as_flint(x)))
            rough = float_values(graph, self._float_rewards, self._signs, _float(self._factor))
            self._floats = rough.tolist()
        while isinstance(cyclic := self._solve_components(), Boundless):
            self._lose(cyclic)
        return Solution(
            graph=graph,
            values=self.values,
            best=self.best,
            taken=self.taken,
            conditions=frozenset(self._conditions),
            components=cyclic,
            worth=self.worth,
            lost=self.lost,
        )

    def _components(self) -> tuple[list[int], list[int]]:
        """Return the nodes by component, sinks first, and where each begins; no lost nodes."""
        graph = self._graph
        order, begins = graph.components
        if self.lost:
            lost = np.array([*self.lost])
            cut = np.isin(graph.targets, lost) | np.isin(graph.sources, lost)
            order, begins = strong_components(graph.bounds, np.where(cut, END, graph.targets))
        return order.tolist(), begins.tolist()

    def _solve_components(self) -> int | Boundless:
        """Set all values; return the number of components with cycles, or where there are none."""
        self._conditions.clear()
        nodes, cuts = self._components()
        cyclic = 0
        for begin, end in pairwise(cuts):
            if end > begin + 1 or self._loops(nodes[begin]):
                cyclic += 1
                if boundless := self._solve_component(nodes[begin:end]):
                    return boundless
            elif nodes[begin] not in self.lost:
                self._solve_node(nodes[begin])
        return cyclic

    def _edges(self, node: int) -> Sequence[int]:
        edges = range(self._bounds[node], self._bounds[node + 1])
        return [e for e in edges if e not in self._avoided] if self._avoided else edges

    def _loops(self, node: int) -> bool:
        own = (self._targets[e] == node for e in self._edges(node))
        return node not in self.lost and any(own)

    @cached_property
    def _arriving(self) -> dict[int, list[int]]:
        """The edges to each node."""
        arriving: dict[int, list[int]] = {}
        for e, target in enumerate(self._targets):
            arriving.setdefault(target, []).append(e)
        return arriving

    def _lose(self, found: Boundless) -> None:
        """Note that nodes are lost, and all that cannot avoid them; BadInput for the first node."""
        sources, sign = self._graph.sources, found.sign
        waiting = [*found.nodes]
        self.lost |= dict.fromkeys(waiting, sign)
        self.taken = {n: e for n, e in self.taken.items() if n in self.lost} | found.taken
        for node in waiting:  # grows during the loop
            self.best[node] = (*range(self._bounds[node], self._bounds[node + 1]),)
            if self._seats[node] != CHANCE:
                self.taken.setdefault(node, self.best[node][0])
            for e in self._arriving.get(node, ()):
                source = int(sources[e])
                side = self._signs.get(self._seats[source], 0)
                if side == -sign and source not in self.lost:
                    self._avoided.add(e)
                if side == 0 and self.lost.get(source, sign) != sign:
                    raise BadChain(f"{self._reached(node)}: gains and losses there have no bound")
                if source not in self.lost and (side != -sign or not self._edges(source)):
                    self.lost[source] = sign
                    waiting.append(source)
                    self.taken |= {source: e} if side else {}
        if self._graph.root in self.lost:
            raise self._no_total(found.nodes, sign)

    def _reached(self, node: int) -> str:
        """Return words for a node and the shortest way to it."""
        return f"a play can reach {place_of(self._graph, node)}{way_to(self._graph, node)}"

    def _no_total(self, nodes: Collection[int], sign: int) -> BadChain:
        """Return the error for a game whose best total has no bound, because of these nodes."""
        way = self._reached(next(iter(nodes)))
        does = "gains" if sign > 0 else "loses"
        return BadChain(
            f"the best total does not exist: {way}, from where it {does} for ever, without bound; "
            "let every choice lead on, or take a discount"
        )

    def worth(self, e: int) -> fmpq:
        """Return the value of an edge: what it adds, and the value of its target."""
        target, reward = self._targets[e], self._rewards[e]
        if target == END:
            return reward
        if target in self.lost:
            raise BadInput(f"{self._reached(target)}, from where the total has no bound")
        value: fmpq = self.values[target]
        if self._steps is not None and self._steps[e]:
            value = value * self._factor
        return value + reward if reward else value

    def _solve_node(self, node: int) -> None:
        """Set the value of a node whose targets have theirs."""
        edges = self._edges(node)
        seat = self._seats[node]
        if seat == CHANCE:
            total, worth = 0, fmpq(0)
            for e in edges:
                weight = self._weights[e]
                total += weight
                worth += self.worth(e) * weight
            self.values[node] = worth / total
            return
        self.values[node] = self._choose(node, self._signs[seat])

    def _choose(self, node: int, sign: int) -> fmpq:
        """Note the best edges of a decision node, take the first, and return its worth."""
        worths = {e: self.worth(e) for e in self._edges(node)}
        best = (max if sign > 0 else min)(worths.values())
        self.best[node] = tuple(e for e, worth in worths.items() if worth == best)
        self.taken[node] = self.best[node][0]
        return best

    def _solve_component(self, nodes: Sequence[int]) -> Boundless | None:
        """Set the values of a component with a cycle, whose other targets have theirs.

        Or return from which of its nodes the total has no bound.
        """
        component = self._component(nodes)
        proper = self._discounted or len(ranked(component, [1, -1])) == len(nodes)
        component = replace(component, proper=proper)
        if proper:
            self._take(component, improved(component, self._proposal(component)))
            self._conditions.add("discount" if self._discounted else "A")
            return None
        if endless.gains_nothing(component):
            self._take(component, dict.fromkeys(nodes, fmpq(0)))
            self._conditions.add("C")
            return None
        leaves = self._solve_leaving(component)
        if isinstance(leaves, Boundless):
            return leaves
        self._conditions.add("B" if leaves else "C")
        return None if leaves else self._solve_staying(component)

    def _take(self, component: Component, values: Mapping[int, fmpq]) -> None:
        """Set the values of a component, and note the best edges."""
        for node in component.nodes:
            self.values[node] = values[node]
        for node, sign in component.signs.items():
            self._choose(node, sign)

    def _solve_leaving(self, component: Component) -> bool | Boundless:
        """Set the values of policies that leave a component; return whether B holds for them."""
        if endless.is_closed(component):
            return False
        policy, sides = self._proposal(component), {*component.signs.values()}
        try:
            self._take(component, improved(component, policy))
        except Improper:
            return len(sides) == 1 and endless.gaining(component, policy, sides.pop())
        self._leave(component)
        return not self._stalling(component, self.best)

    def _solve_staying(self, component: Component) -> Boundless | None:
        """Set the values of a component in which it is best to stay for ever, at some nodes."""
        sides = {*component.signs.values()}
        sign = endless.sign_of_gains(component)
        if not sides and not sign:
            sign = int(endless.drift(component) > 0) - int(endless.drift(component) < 0)
        if len(sides) == 2 and sign:
            return self._solve_attracted(component, sign)
        rest = endless.resting(component) if len(sides) == 1 else {}
        if endless.is_closed(component) and not rest and sign:
            return Boundless(component.nodes, sign, {})
        if not rest:
            raise self._no_best(component)
        with_rest = endless.with_rest(component, rest)
        policy = policy_by(with_rest, ranked(with_rest))
        try:
            self._take(component, improved(with_rest, policy))
        except Improper:
            return endless.gaining(with_rest, policy, sides.pop())
        best = {
            node: (*self.best[node], endless.STAY) if node in rest else self.best[node]
            for node in component.signs
        }
        if self._drifting(with_rest, best):
            raise self._no_best(component)
        self.taken |= policy | endless.stay_on(component, policy, rest, self.values)
        return None

    def _solve_attracted(self, component: Component, sign: int) -> Boundless | None:
        """Set the values of a component of two sides, where all gains have one sign."""
        ranks = endless.attracted(component, sign)
        part = part_of(component, ranks)
        if len(ranks) == len(component.nodes) and endless.is_closed(component):
            return Boundless(component.nodes, sign, endless.attraction(component, ranks, sign))
        policy = endless.policy_of_attraction(part, ranks, sign)
        if isinstance(policy, Boundless):
            return policy
        try:
            values = improved(part, policy, last=sign)
        except Improper:
            raise self._no_best(component) from None
        self._take(component, dict.fromkeys(component.nodes, fmpq(0)) | values)
        self._leave(component)
        self.taken |= policy
        return None

    def _no_best(self, component: Component) -> BadInput:
        """Return the error for a component whose values were not found."""
        place = self._reached(next(iter(component.signs or component.nodes)))
        if len({*component.signs.values()}) > 1:
            return BadInput(
                f"{place}; from there two seats can keep the play from ending, in answer to each "
                "other's choices, so the value was not found; let every choice lead on"
            )
        return BadInput(
            f"{place}; from there it can go on for ever with gains and losses, so its total may "
            "not exist; let every choice lead on, or let waiting cost something"
        )

    def _component(self, nodes: Sequence[int]) -> Component:
        """Return the component of these nodes."""
        inside = {*nodes}
        terms = {}
        for node in nodes:
            own = []
            for e in self._edges(node):
                target = self._targets[e]
                factor = self._factor if self._steps is not None and self._steps[e] else _ONE
                if target in inside:
                    own.append(Term(e, self._weights[e], self._rewards[e], target, factor))
                else:
                    own.append(Term(e, self._weights[e], self.worth(e), -1, factor))
            terms[node] = own
        signs = {node: self._signs[self._seats[node]] for node in nodes if self._seats[node] >= 0}
        return Component(nodes, terms, signs)

    def _proposal(self, component: Component) -> Policy:
        """Return a policy under which every play leaves the component, good in floats."""
        proposed = {
            node: max(self._edges(node), key=lambda e: sign * self._rough(e))
            for node, sign in component.signs.items()
        }
        if component.proper:
            return proposed
        leaving = policy_by(component, ranked(component))
        try:
            evaluate(component, proposed)
        except Improper:
            return leaving
        return proposed

    def _rough(self, e: int) -> float:
        """Return the worth of an edge in floats."""
        target, reward = self._targets[e], self._float_rewards[e]
        if target == END:
            return reward
        rest: float = self._floats[target]
        if self._steps is not None and self._steps[e]:
            rest *= _float(self._factor)
        return reward + rest

    def _leave(self, component: Component) -> None:
        """Where plays might stay for ever, take best edges that lead out if there are any."""
        best = restricted(component, {node: self.best[node] for node in component.signs})
        ranks = ranked(best)
        for node in component.signs:
            own = ranks.get(node, 0)
            self.taken[node] = next(
                (
                    t.number
                    for t in best.terms[node]
                    if t.target < 0 or ranks.get(t.target, own) < own
                ),
                self.taken[node],
            )

    def _drifting(self, component: Component, best: Mapping[int, Sequence[int]]) -> bool:
        """Return whether a side that decides alone could stay at nodes that it would like to leave.

        Unlike for B, it may come to rest: to nodes that it does not like to leave, nor can.
        """
        for sign in {*component.signs.values()}:
            liked = [node for node in component.nodes if sign * self.values[node] >= 0]
            rest = part_of(component, {*component.nodes} - at_rest(component, best, liked))
            leaving = ranked(restricted(rest, best), [1, -1])
            if any(sign * self.values[n] < 0 for n in rest.nodes if n not in leaving):
                return True
        return False

    def _stalling(self, component: Component, best: Mapping[int, Sequence[int]]) -> bool:
        """Return whether a side would gain by staying for ever: condition B does not hold."""
        return any(
            sign * self.values[node] < 0
            for sign, staying in staying_nodes(component, best, self.taken)
            for node in staying
        )


def _float(number: fmpq) -> float:
    try:
        return int(number.p) / int(number.q)
    except OverflowError:
        return math.copysign(math.inf, int(number.p))
