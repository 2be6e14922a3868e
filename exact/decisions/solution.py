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

Why B: against the policy of the minimising side, let v be the values, s the gains of the
first n steps, and w the value of the node after them, 0 where the play has left.  Then
E s = v - E w - (what worse choices lost).  Worse choices for ever lose without bound.
Without them a play that stays comes for good to nodes of the condition, where w >= 0, so in
the limit E s is at most v.  Endless plays count for what was gained on the way.

With a discount below 1 there is one solution in any case.  Otherwise the problem is refused.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from flint import fmpq

from montmort.display import short_repr
from montmort.exact.decisions.float_values import float_values
from montmort.exact.decisions.game_graph import CHANCE, END, NOTHING, GameGraph, Whole
from montmort.exact.decisions.objective import Number, converted
from montmort.exact.decisions.policy import Component, Improper, Policy, Term, evaluate
from montmort.exact.linalg.system import as_flint
from montmort.games.errors import BadChain, BadInput
from montmort.games.validation import quote

Values = list[fmpq]
_ONE = fmpq(1)


@dataclass(frozen=True, kw_only=True, eq=False)
class Solution:
    """The values of all nodes, the best edges of every decision node, and the one that is taken.

    `conditions` are the conditions that were used: A, B (see above) or discount, `components`
    the number of components with cycles.
    """

    values: Sequence[fmpq]
    best: Mapping[int, tuple[int, ...]]
    taken: Mapping[int, int]
    conditions: frozenset[str]
    components: int
    worth: Callable[[int], fmpq]  # of an edge

    __repr__ = short_repr

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
        self._conditions: set[str] = set()
        self._floats: list[float] = []
        self._float_rewards: list[float] = []

    def solve(self) -> Solution:
        """Return the values and best choices; BadInput or BadChain if there are none."""
        graph = self._graph
        order, begins = graph.components
        nodes, cuts = order.tolist(), begins.tolist()
        if len(cuts) <= len(nodes) or (graph.targets == graph.sources).any():
            self._float_rewards = converted(self._numbers, lambda x: _float(as_flint(x)))
            rough = float_values(graph, self._float_rewards, self._signs, _float(self._factor))
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
            raise self._no_best(component) from None
        for node in nodes:
            self.values[node] = values[node]
        self._take_best(component)
        if not proper:
            self._check_endless(component)
        self._conditions.add("discount" if self._discounted else "A" if proper else "B")

    def _no_best(self, component: Component) -> BadInput:
        """Return the error where better and better choices lead to plays without end."""
        place = self._text(next(iter(component.signs)))
        if len({*component.signs.values()}) > 1:
            return BadInput(
                f"in answer to each other's choices two seats keep the play from ending (see "
                f"{place}), so the value was not found; let every choice lead on"
            )
        return BadInput(
            f"better choices keep the play from ending (see {place}) and gain for ever: there is "
            "no best value; let every choice lead on"
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
        leaving = self._leaving(component)
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
        if known < 0:
            return "a state"
        view = self._graph.information[known].view
        return f"state {quote(view.state)}" if isinstance(view, Whole) else f"view {quote(view)}"

    def _take_best(self, component: Component) -> None:
        """Note the best edges; where plays might stay for ever, take those that lead out."""
        for node, sign in component.signs.items():
            self._choose(node, sign)
        if component.proper:
            return
        best = restricted(component, {node: self.best[node] for node in component.signs})
        ranks = ranked(best, all_choices=False)
        for node in component.signs:
            self.taken[node] = next(
                term.number
                for term in best.terms[node]
                if term.target < 0 or ranks.get(term.target, ranks[node]) < ranks[node]
            )

    def _check_endless(self, component: Component) -> None:
        """Raise BadInput unless condition B holds."""
        for sign, staying in staying_nodes(component, self.best, self.taken):
            if all(sign * self.values[node] >= 0 for node in staying):
                continue
            node = next(node for node in staying if component.signs.get(node) == sign)
            raise BadInput(
                f"seat {self._seats[node]} can put off the end for ever (see {self._text(node)}) "
                "and would gain by it, so there is no best strategy among those that end; let "
                "every choice lead on, or let waiting cost something"
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


def staying_nodes(
    component: Component, best: Mapping[int, Sequence[int]], taken: Mapping[int, int]
) -> Iterator[tuple[int, list[int]]]:
    """Yield, for each side, the nodes from which it can stay in the component for ever.

    It has its best choices only; the other side takes the edges of its policy.
    """
    for sign in {*component.signs.values()}:
        allowed = {
            node: best[node] if own == sign else (taken[node],)
            for node, own in component.signs.items()
        }
        leaving = ranked(restricted(component, allowed), all_choices=True)
        yield sign, [node for node in component.nodes if node not in leaving]


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


def restricted(component: Component, edges: Mapping[int, Sequence[int]]) -> Component:
    """Return the component with some of the edges of its decision nodes."""
    terms = {
        node: [term for term in terms if node not in edges or term.number in edges[node]]
        for node, terms in component.terms.items()
    }
    return replace(component, terms=terms)


def _float(number: fmpq) -> float:
    try:
        return int(number.p) / int(number.q)
    except OverflowError:
        return math.copysign(math.inf, int(number.p))
