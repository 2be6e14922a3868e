"""The value of every node of a game graph, exactly, and the best choices.

Components are taken one after the other, sinks first.  A node that cannot come back to
itself has the best, or the mean, of what its edges are worth.  In a component with cycles
a policy is improved until no choice is better than the one taken, compared in fractions;
floats only propose the policy to begin with.  Fixed points of these equations need not be
values.  They are if one of these conditions holds for every component:

A.  Every choice leads with positive chance, through nodes of ever lower rank, out of the
    component.  Then every play leaves it, and the equations have one solution.
B.  One seat decides; its policy leads out; and with it maximising, no reward inside and no
    value is negative: staying for ever gains no more than the value.
C.  One seat decides; its policy leads out; and with it maximising, no reward inside is
    positive, and nobody can stay for ever without paying.

With a discount below 1 there is one solution in any case.  Otherwise the problem is refused.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from flint import fmpq

from montmort.exact.decisions.components import strong_components
from montmort.exact.decisions.float_values import float_values
from montmort.exact.decisions.game_graph import CHANCE, END, NOTHING, GameGraph
from montmort.exact.decisions.objective import Number
from montmort.exact.decisions.policy import Component, Improper, Policy, Term, as_flint, evaluate
from montmort.games.errors import BadChain, BadInput

Values = list[fmpq]
_ONE = fmpq(1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution:
    """The values of all nodes, the best edges of every decision node, and the one that is taken.

    `conditions` are the letters of the conditions that were used (see above), `components`
    the number of components with cycles.
    """

    values: Sequence[fmpq]
    best: Mapping[int, tuple[int, ...]]
    taken: Mapping[int, int]
    conditions: frozenset[str]
    components: int
    worth: Callable[[int], fmpq]  # of an edge


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
        self._rewards = _all_flint(rewards)
        self._factor = fmpq(1) if discount is None else as_flint(discount)
        self._discounted = discount is not None
        self._steps = (graph.gained != NOTHING).tolist() if self._discounted else None
        self._signs, self._graph = signs, graph
        self.values: Values = [fmpq(0)] * len(self._seats)
        self.best: dict[int, tuple[int, ...]] = {}
        self.taken: dict[int, int] = {}
        self._conditions: set[str] = set()
        self._floats: list[float] = []

    def solve(self) -> Solution:
        """Return the values and best choices; BadInput or BadChain if there are none."""
        graph = self._graph
        order, begins = strong_components(graph.bounds, graph.targets)
        nodes, cuts = order.tolist(), begins.tolist()
        if len(cuts) <= len(nodes) or (graph.targets == graph.sources).any():
            rewards, discount = [*map(_float, self._rewards)], _float(self._factor)
            rough = float_values(graph, order, begins, rewards, self._signs, discount)
            self._floats = rough.tolist()
        cyclic = 0
        for begin, end in pairwise(cuts):
            if end == begin + 1 and not self._loops(nodes[begin]):
                self._solve_node(nodes[begin])
            else:
                cyclic += 1
                self._solve_component(nodes[begin:end])
        return Solution(
            values=self.values,
            best=self.best,
            taken=self.taken,
            conditions=frozenset(self._conditions),
            components=cyclic,
            worth=self.worth,
        )

    def _edges(self, node: int) -> range:
        return range(self._bounds[node], self._bounds[node + 1])

    def _loops(self, node: int) -> bool:
        return any(self._targets[e] == node for e in self._edges(node))

    def worth(self, e: int) -> fmpq:
        """Return the value of an edge: what it adds, and the value of its target."""
        target, reward = self._targets[e], self._rewards[e]
        if target == END:
            return reward
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
        worths = [self.worth(e) for e in self._edges(node)]
        best = max(worths) if sign > 0 else min(worths)
        first = self._bounds[node]
        self.best[node] = tuple(first + i for i, worth in enumerate(worths) if worth == best)
        self.taken[node] = self.best[node][0]
        return best

    def _solve_component(self, nodes: Sequence[int]) -> None:
        """Set the values of a component with a cycle, whose other targets have theirs."""
        component = self._component(nodes)
        proper = self._discounted or len(ranked(component, all_choices=True)) == len(nodes)
        component = replace(component, proper=proper)
        policy = self._proposal(component)
        try:
            values = improved(component, policy)
        except Improper:
            raise BadInput(
                f"a better choice at {self._text(nodes[0])} keeps the play from ending, and gains "
                "for ever: there is no best value; let every choice lead on"
            ) from None
        for node in nodes:
            self.values[node] = values[node]
        self._take_best(component)
        self._conditions.add(
            "discount" if self._discounted else "A" if proper else self._condition(component)
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
            node: max(component.terms[node], key=lambda term: sign * self._rough(term)).number
            for node, sign in component.signs.items()
        }
        if component.proper:
            return proposed
        leaving = self._leaving(component)
        try:
            evaluate(component, proposed)
        except Improper:
            return leaving
        return proposed

    def _rough(self, term: Term) -> float:
        """Return the worth of an edge in floats."""
        rest = self._floats[term.target] * _float(term.factor) if term.target >= 0 else 0.0
        return _float(term.constant) + rest

    def _leaving(self, component: Component) -> Policy:
        """Return the policy that leaves the component by the fewest nodes."""
        ranks = ranked(component, all_choices=False)
        if len(ranks) < len(component.nodes) and not self._discounted:
            state = self._text(next(node for node in component.nodes if node not in ranks))
            raise BadChain(f"a play that reaches {state} never ends, whatever is chosen")
        return {
            node: min(
                component.terms[node],
                key=lambda term: ranks.get(term.target, 0) if term.target >= 0 else -1,
            ).number
            for node in component.signs
        }

    def _text(self, node: int) -> str:
        known = int(self._graph.known[node])
        return "a state" if known < 0 else str(self._graph.information[known].view)

    def _take_best(self, component: Component) -> None:
        """Note the best edges; where plays might stay for ever, take those that lead out."""
        for node, sign in component.signs.items():
            self._choose(node, sign)
        if component.proper:
            return
        allowed = {
            node: [t for t in component.terms[node] if t.number in self.best[node]]
            if node in component.signs
            else component.terms[node]
            for node in component.nodes
        }
        ranks = ranked(replace(component, terms=allowed), all_choices=False)
        for node in component.signs:
            self.taken[node] = next(
                term.number
                for term in allowed[node]
                if term.target < 0 or ranks.get(term.target, ranks[node]) < ranks[node]
            )

    def _condition(self, component: Component) -> str:
        """Return B or C, whichever holds; BadInput if neither does."""
        signs = {*component.signs.values()}
        if len(signs) > 1:
            raise BadInput(
                "two seats with opposite interests can keep a play from ending, so its value is "
                "not settled; let every choice lead on, or give one of them a strategy by others="
            )
        sign = signs.pop()
        inside = [
            sign * term.constant
            for node in component.nodes
            for term in component.terms[node]
            if term.target >= 0
        ]
        if min(inside) >= 0 and all(sign * self.values[node] >= 0 for node in component.nodes):
            return "B"
        if max(inside) <= 0 and not idle(component):
            return "C"
        node = next(iter(component.signs))
        seat = self._seats[node]
        raise BadInput(
            f"seat {seat} can put off the end for ever (see {self._text(node)}) and would gain by "
            "it or lose nothing, so there is no best strategy among those that end; let every "
            "choice lead on, or let waiting cost something"
        )


def improved(component: Component, policy: Policy) -> dict[int, fmpq]:
    """Improve a policy until no choice is better than the one taken; return its values.

    The maximising nodes answer fully before the minimising ones are improved, so no policy
    comes twice.
    """
    while True:
        values = evaluate(component, policy)
        if not (_improve(component, policy, values, 1) or _improve(component, policy, values, -1)):
            return values


def _improve(component: Component, policy: Policy, values: Mapping[int, fmpq], sign: int) -> bool:
    """Take better choices at the nodes with this sign; return whether there were any."""
    found = False
    for node, own in component.signs.items():
        if own != sign:
            continue
        worths = {t.number: component.worth(t, values) for t in component.terms[node]}
        best = (max if sign > 0 else min)(worths, key=worths.__getitem__)
        if worths[best] != worths[policy[node]]:
            policy[node] = best
            found = True
    return found


def ranked(component: Component, *, all_choices: bool) -> dict[int, int]:
    """Return the ranks of the nodes from which play leads out of the component.

    The rank of a chance node is one more than the lowest among its targets, 0 outside.  At a
    decision node it is one more than the highest of `all_choices`, or than the lowest.
    """
    waiting = {
        node: len(component.terms[node]) if all_choices and node in component.signs else 1
        for node in component.nodes
    }
    before: dict[int, list[int]] = {node: [] for node in component.nodes}
    level: dict[int, None] = {}
    for node in component.nodes:
        for term in component.terms[node]:
            if term.target >= 0:
                before[term.target].append(node)
            else:
                waiting[node] -= 1
                if waiting[node] <= 0:
                    level[node] = None
    ranks: dict[int, int] = {}
    rank = 0
    current = [*level]
    while current:
        for node in current:
            ranks[node] = rank
        rank += 1
        after: dict[int, None] = {}
        for node in current:
            for source in before[node]:
                if source in ranks:
                    continue
                waiting[source] -= 1
                if waiting[source] <= 0:
                    after[source] = None
        current = [*after]
    return ranks


def idle(component: Component) -> bool:
    """Return whether the deciding seat can stay in the component for ever without a reward."""
    staying = {*component.nodes}
    while True:
        leaving = set()
        for node in staying:
            free = [t.target in staying and not t.constant for t in component.terms[node]]
            if not (any(free) if node in component.signs else all(free)):
                leaving.add(node)
        if not leaving:
            return bool(staying)
        staying -= leaving


def _all_flint(rewards: Sequence[Number]) -> list[fmpq]:
    known: dict[Number, fmpq] = {}
    for reward in rewards:
        if reward not in known:
            known[reward] = as_flint(reward)
    return [known[reward] for reward in rewards]


def _float(number: fmpq) -> float:
    try:
        return int(number.p) / int(number.q)
    except OverflowError:
        return math.copysign(math.inf, int(number.p))
