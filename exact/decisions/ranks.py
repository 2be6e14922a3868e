"""Policies of a component of a game graph: which lead out of it, and which are best.

A policy takes one edge at every decision node (`policy`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from flint import fmpq

from montmort.exact.decisions.policy import Component, Policy, evaluate


def improved(component: Component, policy: Policy, last: int = -1) -> dict[int, fmpq]:
    """Improve a policy until no choice is better than the one taken; return its values.

    The nodes of one side answer fully before those with the sign `last` are improved, so no
    policy comes twice.
    """
    while True:
        values = evaluate(component, policy)
        if not any(_improve(component, policy, values, sign) for sign in (-last, last)):
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


def ranked(component: Component, every: Collection[int] = ()) -> dict[int, int]:
    """Return the ranks of the nodes from which play leads out of the component.

    The rank of a node is one more than the lowest among its targets, 0 outside.  At decisions
    of a side in `every`, 1 or -1, it is one more than the highest: every choice has to lead out.
    """
    waiting = {
        node: len(component.terms[node]) if component.signs.get(node) in every else 1
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


def policy_by(component: Component, ranks: Mapping[int, int]) -> Policy:
    """Return the policy that takes the edges to the lowest ranks."""
    return {
        node: min(
            component.terms[node],
            key=lambda term: ranks.get(term.target, len(ranks)) if term.target >= 0 else -1,
        ).number
        for node in component.signs
    }


def at_rest(
    component: Component, allowed: Mapping[int, Sequence[int]], nodes: Collection[int]
) -> set[int]:
    """Return the greatest set of these nodes that allowed edges leave only with the component."""
    inside, terms = {*nodes}, restricted(component, allowed).terms
    targets = {node: {t.target for t in terms[node]} - {-1} for node in inside}
    while left := {node for node in inside if not targets[node] <= inside}:
        inside -= left
    return inside


def part_of(component: Component, nodes: Collection[int]) -> Component:
    """Return the part of a component with these nodes; edges to the others lead out."""
    terms = {
        node: [t if t.target in nodes else t.to(-1) for t in component.terms[node]]
        for node in component.nodes
        if node in nodes
    }
    signs = {node: sign for node, sign in component.signs.items() if node in nodes}
    return Component([*terms], terms, signs)


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
        leaving = ranked(restricted(component, allowed), every=[1, -1])
        yield sign, [node for node in component.nodes if node not in leaving]
