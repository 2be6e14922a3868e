"""Totals and visits of a walk that ends, over a field: fractions or rational functions.

With A(s, t) the chance of a step from s to t, discounted or not, and b given,

    total of s    x(s) = b(s) + sum over t of A(s, t) x(t),    b the mean gain of a step,
    visits of t   n(t) = b(t) + sum over s of n(s) A(s, t),    b the chance of a start.

The states are taken by strong component, those first on which the others depend.  Only states
that depend on each other need a system of equations, and its answer is verified.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeVar

from flint import fmpq

from montmort.exact.graphs import edges_of, strong_components
from montmort.exact.linalg.integer_systems import solve_sparse
from montmort.exact.rational_functions.field import RationalFunction
from montmort.exact.rational_functions.systems import solve as solve_with_symbols

State = TypeVar("State")
Element = TypeVar("Element", fmpq, RationalFunction)


def mean_totals(
    rows: Mapping[State, Mapping[State, Element]], gains: Mapping[State, Element]
) -> dict[State, Element]:
    """Return the mean total of the gains from each state that has a row.

    The gain of a state that is not in `gains` is 0, and so is the total of one without a row.
    ZeroDivisionError if the totals do not follow from the equations.

    >>> third = fmpq(1, 3)
    >>> mean_totals({"toss": {"toss": third}, "first": {"toss": fmpq(1)}}, {"toss": fmpq(1)})
    {'toss': 3/2, 'first': 3/2}
    """
    number = {state: place for place, state in enumerate(rows)}
    inner = [{number[t]: a for t, a in row.items() if t in number} for row in rows.values()]
    zero = 0 * next(iter(gains.values()))
    values: list[Any] = [gains.get(state, zero) for state in rows]
    order, begins = strong_components(*edges_of(inner))
    for begin, end in pairwise(begins.tolist()):
        _solve(order[begin:end].tolist(), inner, values)
    return dict(zip(rows, values, strict=True))


def _solve(component: Sequence[int], rows: Sequence[Mapping[int, Any]], values: list[Any]) -> None:
    """Turn the gains of a component into its totals; those of the components behind are known."""
    place = {state: index for index, state in enumerate(component)}
    for state in component:
        for after, chance in rows[state].items():
            if after not in place:
                values[state] += chance * values[after]
    if len(component) == 1:
        (state,) = component
        if state in rows[state]:
            values[state] /= 1 - rows[state][state]
        return
    zero = 0 * values[component[0]]
    system: list[dict[int, Any]] = []
    for state in component:
        row = {place[t]: -chance for t, chance in rows[state].items() if t in place}
        system.append({**row, place[state]: 1 + row.get(place[state], zero)})
    side = [values[state] for state in component]
    solve: Any = solve_with_symbols if isinstance(side[0], RationalFunction) else solve_sparse
    (found,) = solve(system, [side])
    for state, value in zip(component, found, strict=True):
        values[state] = value


def mean_visits(
    rows: Mapping[State, Mapping[State, Element]], starts: Mapping[State, Element]
) -> dict[State, Element]:
    """Return the mean number of visits of each state that has a row, from chances of starts.

    >>> mean_visits({"toss": {"toss": fmpq(1, 3)}}, {"toss": fmpq(1, 2)})
    {'toss': 3/4}
    """
    before: dict[State, dict[State, Element]] = {state: {} for state in rows}
    for state, row in rows.items():
        for after, chance in row.items():
            if after in before:
                before[after][state] = chance
    return mean_totals(before, starts)
