"""The values of one component of a game graph under a policy, by a linear system.

A policy takes one edge at every decision node of the component.  With x(n) the value of
node n, v the known values of the nodes behind it, and factor 1 or the discount,

    x(n) = sum over the edges of n of chance · (reward + factor · (x or v) of the target).

Nodes are taken in the order in which a depth-first search leaves them.  Only edges back to
a node that the search has not left yet need an unknown; every other value is a number plus
a sum over these few unknowns.  Where they are many, the system goes to `linalg`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq, fmpq_mat

from montmort.exact.fixed_points import mean_totals
from montmort.exact.thresholds import SOLVER_FROM

Policy = dict[int, int]  # the edge taken, by decision node


class Improper(Exception):
    """Under the policy some plays never leave the component."""


class Term:
    """An edge of a component: its weight, its number, and what it adds."""

    __slots__ = ("constant", "factor", "number", "target", "weight")

    def __init__(self, number: int, weight: int, constant: fmpq, target: int, factor: fmpq) -> None:
        self.number, self.weight = number, weight
        self.constant = constant  # reward, and factor times the value of a node behind
        self.target = target  # a node of the component, or -1
        self.factor = factor  # of the target's value

    def to(self, target: int) -> "Term":
        """Return the edge with another target."""
        return Term(self.number, self.weight, self.constant, target, self.factor)


@dataclass(frozen=True)
class Component:
    """A component: the terms of every node, and which nodes decide (1 maximises, -1 minimises)."""

    nodes: Sequence[int]
    terms: Mapping[int, Sequence[Term]]
    signs: Mapping[int, int]  # by decision node
    proper: bool = False  # whether every policy leaves the component, or there is a discount

    def taken(self, node: int, policy: Policy) -> Sequence[Term]:
        """Return the terms of a node under a policy."""
        if node not in self.signs:
            return self.terms[node]
        return [term for term in self.terms[node] if term.number == policy[node]]

    def worth(self, term: Term, values: Mapping[int, fmpq]) -> fmpq:
        """Return the value of an edge."""
        if term.target < 0:
            return term.constant
        return term.constant + term.factor * values[term.target]


def evaluate(component: Component, policy: Policy) -> dict[int, fmpq]:
    """Return the values of the nodes; Improper if plays may stay for ever."""
    taken = {node: component.taken(node, policy) for node in component.nodes}
    if not component.proper:
        _check_proper(component.nodes, taken)
    order, back = _depth_first(component.nodes, taken)
    if len(back) > SOLVER_FROM:
        return _by_solver(component.nodes, taken)
    places = {node: place for place, node in enumerate(back)}
    found: dict[int, list[fmpq]] = {}  # the number, then the factors of the unknowns
    for node in order:
        found[node] = _combined(taken[node], found, places)
    unknowns = _unknowns([found[node] for node in back])
    return {
        node: sum((a * x for a, x in zip(row[1:], unknowns, strict=True) if a), row[0])
        for node, row in found.items()
    }


def _depth_first(
    nodes: Sequence[int], taken: Mapping[int, Sequence[Term]]
) -> tuple[list[int], list[int]]:
    """Return the nodes in the order in which a search leaves them, and targets of back edges."""
    order: list[int] = []
    back: dict[int, None] = {}
    state: dict[int, int] = {}  # 1 under way, 2 left
    for first in nodes:
        if first in state:
            continue
        state[first] = 1
        path = [(first, iter(taken[first]))]
        while path:
            node, terms = path[-1]
            for term in terms:
                target = term.target
                if target < 0 or state.get(target) == 2:
                    continue
                if target in state:
                    back[target] = None
                    continue
                state[target] = 1
                path.append((target, iter(taken[target])))
                break
            else:
                state[node] = 2
                order.append(node)
                path.pop()
    return order, [*back]


def _combined(
    terms: Sequence[Term],
    found: Mapping[int, list[fmpq]],
    places: Mapping[int, int],
) -> list[fmpq]:
    """Return the mean of the terms, as a number and the factors of the unknowns."""
    total = 0
    row = [fmpq(0)] * (1 + len(places))
    for term in terms:
        weight = term.weight
        total += weight
        row[0] += weight * term.constant
        if term.target < 0:
            continue
        factor = weight * term.factor
        if term.target in places:
            row[1 + places[term.target]] += factor
            continue
        for place, value in enumerate(found[term.target]):
            if value:
                row[place] += value if factor == 1 else factor * value
    return [value / total for value in row] if total > 1 else row


def _unknowns(rows: Sequence[Sequence[fmpq]]) -> list[fmpq]:
    """Return x with x = a + B x for the rows (a, B)."""
    size = len(rows)
    if not size:
        return []
    matrix = [[(i == j) - rows[i][1 + j] for j in range(size)] for i in range(size)]
    if size == 1:
        if not matrix[0][0]:
            raise Improper
        return [rows[0][0] / matrix[0][0]]
    try:
        x = fmpq_mat(size, size, [each for row in matrix for each in row]).solve(
            fmpq_mat(size, 1, [row[0] for row in rows])
        )
    except ZeroDivisionError:
        raise Improper from None
    return [x[i, 0] for i in range(size)]


def _by_solver(nodes: Sequence[int], taken: Mapping[int, Sequence[Term]]) -> dict[int, fmpq]:
    """Return the values by linear systems."""
    rows: dict[int, dict[int, fmpq]] = {}
    gains = {}
    for node in nodes:
        total = sum(term.weight for term in taken[node])
        row = rows[node] = {}
        for term in taken[node]:
            if term.target >= 0:
                share = fmpq(term.weight, total) * term.factor
                row[term.target] = row.get(term.target, fmpq(0)) + share
        gains[node] = sum((term.weight * term.constant for term in taken[node]), fmpq(0)) / total
    return mean_totals(rows, gains)


def _check_proper(nodes: Sequence[int], taken: Mapping[int, Sequence[Term]]) -> None:
    """Raise Improper unless every node leads out of the component."""
    leaving = {node for node in nodes if any(term.target < 0 for term in taken[node])}
    before: dict[int, list[int]] = {}
    for node in nodes:
        for term in taken[node]:
            before.setdefault(term.target, []).append(node)
    waiting = [*leaving]
    while waiting:
        for node in before.get(waiting.pop(), ()):
            if node not in leaving:
                leaving.add(node)
                waiting.append(node)
    if len(leaving) < len(nodes):
        raise Improper
