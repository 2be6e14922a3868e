"""The walk of a game given an event about its outcome.

The event is decided at the end of a play, by the last move and by totals of the
gains, which are followed as part of the state; a total that has reached its bound
stays there, so the states remain finitely many.  With h(s) the chance of the event
from state s, the plays in which it happens are those of the chain with the moves

    P'(s -> t) = P(s -> t) h(t) / h(s)        (Doob's h-transform),

begun in s with the chance P(s) h(s) / P(event).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.law import Law
from montmort.exact.moves import MovesBuilder
from montmort.exact.walk import Walk
from montmort.games.errors import BadInput

Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
Followed = tuple[Any, tuple[int, ...]]  # a state of the game, and the totals so far
Row = dict[tuple[Followed | None, Outcome], int]  # weights of the moves, without other ends
Holds = Callable[[Mapping[str, Any]], bool]


def conditioned(
    walk: Walk[Any, Outcome], bounds: Mapping[str, int], holds: Holds
) -> tuple[Walk[Followed, Outcome], Fraction]:
    """Return the walk given an event, and the event's chance; BadInput if that is 0.

    `bounds` are the integer fields that the event depends on, each with a number from
    which on its total makes no difference.  `holds(values)` says whether the event
    happens, given these totals and the last values of all other fields.

    >>> from typing import NamedTuple
    >>> from montmort.exact.from_rules import explore
    >>> from montmort.games.experiment import Experiment
    >>> class Tosses(NamedTuple):
    ...     tosses: int
    >>> def toss(rules, state, chance, table):
    ...     return (None if chance.pick([1, 1]) else state), Tosses(1)
    >>> until_heads = Experiment(name="toss", outcome=Tosses, start=lambda *_: 0, step=toss)
    >>> walk, chance = conditioned(
    ...     explore(until_heads, None), {"tosses": 2}, lambda values: values["tosses"] > 1
    ... )
    >>> chance, walk.expected("tosses")
    (Fraction(1, 2), Fraction(3, 1))
    """
    first = Law(
        weights={(state, (0,) * len(bounds)): w for state, w in walk.start.weights.items()},
        total=walk.start.total,
    )
    rows: dict[Followed, Row[Outcome]] = {}
    waiting = [*first]
    known = {*waiting}
    for state in waiting:  # grows during the loop: breadth-first
        rows[state] = _row(walk, bounds, holds, state)
        for after, _ in rows[state]:
            if after is not None and after not in known:
                known.add(after)
                waiting.append(after)
    totals = {state: walk.steps[state[0]].total for state in rows}
    chances = _chances_of_event(rows, totals)
    event = first.expected(chances.__getitem__)
    if not event:
        raise BadInput("cannot condition on an event of probability 0")
    steps = {
        state: Law.of(
            {
                move: Fraction(weight, totals[state]) * chances[move[0]] / chances[state]
                for move, weight in row.items()
                if chances[move[0]]
            }
        )
        for state, row in rows.items()
        if chances[state]
    }
    start = {state: first[state] * chances[state] / event for state in first if chances[state]}
    found = MovesBuilder[Followed, Outcome](Law.of(start).weights.items())
    for state in found.states:  # grows during the loop
        found.add_row(steps[state].weights.items())
    return Walk(experiment=walk.experiment, moves=found.moves()), event


def _row(
    walk: Walk[Any, Outcome], bounds: Mapping[str, int], holds: Holds, followed: Followed
) -> Row[Outcome]:
    """Return the moves from a state with its totals, without ends at which the event fails."""
    state, before = followed
    row: Row[Outcome] = {}
    for (after, gain), weight in walk.steps[state].weights.items():
        values = dict(zip(walk.experiment.fields, gain, strict=True))
        for total, (name, bound) in zip(before, bounds.items(), strict=True):
            if values[name] < 0:
                raise BadInput(f"{name}: a condition needs gains >= 0; this step has {gain}")
            values[name] = min(total + values[name], bound)
        if after is not None:
            reached: Followed | None = after, tuple(values[name] for name in bounds)
        elif holds(values):
            reached = None
        else:
            continue
        row[reached, gain] = row.get((reached, gain), 0) + weight
    return row


def _chances_of_event(
    rows: Mapping[Followed, Row[Outcome]], totals: Mapping[Followed, int]
) -> dict[Followed | None, Fraction]:
    """Return the chance of the event from every state; at the end with the event, None, it is 1."""
    chain: dict[object, tuple[dict[object, int], int]] = {
        True: ({True: 1}, 1),
        False: ({False: 1}, 1),
    }
    ends = {}
    for state, row in rows.items():
        ends[state] = Fraction(sum(w for (t, _), w in row.items() if t is None), totals[state])
        merged: dict[object, int] = {}
        for (after, _), weight in row.items():
            target: object = True if after is None else after
            merged[target] = merged.get(target, 0) + weight
        merged[False] = totals[state] - sum(merged.values())
        chain[state] = (
            {target: weight for target, weight in merged.items() if weight},
            totals[state],
        )
    found = AbsorbingChain.from_weights(chain).expected(ends)
    return {**{state: found[state] for state in rows}, None: Fraction(1)}
