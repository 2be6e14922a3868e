"""Components of a game graph in which plays may go on for ever: what that is worth.

A play that never ends counts for what was gained on the way.  So where nothing more is gained
it is worth 0 to stay, and where gains of one sign go on for ever the total has no bound.  The
functions here turn a component into one that plays leave:

*   One side decides.  It can stay surely, and gain nothing, in the greatest set of nodes with
    an edge into the set, without reward, at its own nodes and such edges alone elsewhere.  At its
    nodes there, staying is one more choice, of worth 0.
*   Two sides decide, and all that can be gained has the sign s.  The side that wants s gets
    something, with a chance above 0 and whatever the other does, from the nodes that are
    attracted to a gain.  Everywhere else the other side holds the value at 0.  From the attracted
    nodes plays lead out under the policy of attraction.  If this side is improved last, each time
    after the other has answered fully, that remains so: a class of nodes that plays would stay in
    without a gain has equal values, hence none of its choices was changed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from flint import fmpq

from montmort.exact.decisions.policy import Component, Policy, Term, evaluate
from montmort.exact.decisions.ranks import part_of, policy_by, ranked, restricted

STAY = -1  # the number of the choice to stay for ever
_ZERO, _ONE = fmpq(0), fmpq(1)


class Boundless(NamedTuple):
    """From these nodes the total grows without bound, in favour of the side of this sign.

    It does so by the edges `taken` of this side, whatever is taken elsewhere.
    """

    nodes: Collection[int]
    sign: int
    taken: Policy


def gains_nothing(component: Component) -> bool:
    """Return whether no play leaves the component, or gains anything in it."""
    return is_closed(component) and not _signs_of_gains(component)


def is_closed(component: Component) -> bool:
    """Return whether no play leaves the component, whatever is chosen."""
    return all(term.target >= 0 for own in component.terms.values() for term in own)


def sign_of_gains(component: Component) -> int:
    """Return 1 or -1 where all that is gained has this sign, else 0."""
    found = _signs_of_gains(component)
    return found.pop() if len(found) == 1 else 0


def _signs_of_gains(component: Component) -> set[int]:
    gains = (term.constant for own in component.terms.values() for term in own)
    return {1 if gain > 0 else -1 for gain in gains if gain}


def drift(component: Component) -> fmpq:
    """Return what chance gains on average from one visit of the first node to the next."""
    first = component.nodes[0]
    terms = {
        node: [t.to(-1) if t.target == first else t for t in own]
        for node, own in component.terms.items()
    }
    return evaluate(replace(component, terms=terms), {})[first]


def resting(component: Component) -> dict[int, list[int]]:
    """Return the nodes at which the side that decides can stay surely, with the edges to do so.

    Only the edges of its own nodes are listed.
    """
    inside = {*component.nodes}
    while True:
        edges = {
            node: [t.number for t in component.terms[node] if t.target in inside and not t.constant]
            for node in inside
        }
        left = {
            node
            for node, own in edges.items()
            if len(own) < (1 if node in component.signs else len(component.terms[node]))
        }
        if not left:
            return {node: own for node, own in edges.items() if node in component.signs}
        inside -= left


def with_rest(component: Component, nodes: Collection[int]) -> Component:
    """Return the component in which staying for ever is a choice of worth 0 at these nodes."""
    stay = Term(STAY, 1, _ZERO, -1, _ONE)
    terms = {n: [*own, stay] if n in nodes else own for n, own in component.terms.items()}
    return replace(component, terms=terms)


def attracted(component: Component, sign: int) -> dict[int, int]:
    """Return the ranks of the nodes from which the side of this sign gets to a gain.

    The other side cannot prevent that this has a chance above 0.
    """

    def aimed(node: int, term: Term) -> Term:
        on = term.target if term.target >= 0 else node  # to itself: leads to no gain
        target = -1 if term.constant else on
        return term.to(target)

    terms = {node: [aimed(node, t) for t in own] for node, own in component.terms.items()}
    return ranked(replace(component, terms=terms), every=[-sign])


def attraction(component: Component, ranks: Mapping[int, int], sign: int) -> Policy:
    """Return the edges by which a side comes to a gain, by the ranks of `attracted`."""
    return {
        node: min(
            component.terms[node],
            key=lambda term: -1 if term.constant else ranks.get(term.target, len(ranks)),
        ).number
        for node, own in component.signs.items()
        if own == sign
    }


def policy_of_attraction(
    component: Component, ranks: Mapping[int, int], sign: int
) -> Policy | Boundless:
    """Return a policy that leads out: attraction at the nodes of one side, the other's best exit.

    Boundless where that side can keep the play from ending, and gains for ever by it.
    """
    policy = attraction(component, ranks, sign)
    answers = restricted(component, {node: [edge] for node, edge in policy.items()})
    leaving = ranked(answers)
    if stuck := [node for node in component.nodes if node not in leaving]:
        return Boundless(stuck, sign, policy)
    return policy_by(answers, leaving)


def gaining(component: Component, policy: Policy, sign: int) -> Boundless:
    """Return that one side gains for ever: under its policy where plays stay, elsewhere to there.

    The policy was improved from one that leaves the component.  So every class of nodes in which
    plays now stay has a node whose choice was changed, and gains on average.
    """
    leaving = ranked(restricted(component, {node: [edge] for node, edge in policy.items()}))
    inner = {n: [t for t in own if t.target >= 0] for n, own in component.terms.items()}
    onward = part_of(replace(component, terms=inner), leaving)
    return Boundless(component.nodes, sign, policy | policy_by(onward, ranked(onward)))


def stay_on(
    component: Component,
    policy: Policy,
    rest: Mapping[int, Sequence[int]],
    values: Sequence[fmpq] | Mapping[int, fmpq],
) -> Policy:
    """Return the choices of a policy with rest where it stays for ever: edges among resting nodes.

    All these nodes are worth 0, and so are those to which chance leads from them.
    """
    waiting = [node for node, edge in policy.items() if edge == STAY]
    chosen: Policy = {}
    met = {*waiting}
    while waiting:
        node = waiting.pop()
        if values[node]:
            raise ArithmeticError("a node at which a play rests must be worth 0")
        if node in component.signs:
            chosen[node] = rest[node][0]
        for term in component.terms[node]:
            if chosen.get(node, term.number) == term.number and term.target not in met:
                met.add(term.target)
                waiting.append(term.target)
    return chosen
