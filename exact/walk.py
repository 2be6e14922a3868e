"""The referee under exhaustive chance: every path of every step, equal states merged.

`every_path` runs a function of chance once for each sequence of picks that
can happen, like an odometer: the last pick moves on first.  A path has the
chance prod weights[i] / sum(weights) of its picks.

`explore` does so for the steps of an experiment, once from every state that
can be reached, and gives a `Walk`: for each state the exact law of (next
state, gain).  From it follow the joint law of the Outcome where the game has
a longest play, and the labelled chain with its gains where it has none.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, TypeVar

from exact.chain import AbsorbingChain
from exact.law import Law
from exact.dense import solve
from games.chance import Chance, check_weights
from games.errors import BadChain, BadInput, TooLarge
from games.experiment import Experiment, add_gain
from games.table import SilentTable, Table

Result = TypeVar("Result", bound=Hashable)
State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

PATHS = 10_000_000  # default limit: some minutes of walking


class _Odometer:
    """A Chance that takes one path, and then the next one."""

    def __init__(self) -> None:
        self._picks: list[int] = []
        self._weights: list[Sequence[int]] = []
        self._depth = 0

    def pick(self, weights: Sequence[int], /) -> int:
        if self._depth == len(self._picks):
            check_weights(weights)
            self._weights.append(tuple(weights))
            self._picks.append(_next_possible(weights, -1))
        elif tuple(weights) != self._weights[self._depth]:
            raise BadInput("the rules do not repeat themselves: draw everything from `chance`")
        self._depth += 1
        return self._picks[self._depth - 1]

    def chance(self) -> tuple[int, int]:
        """Return numerator and denominator of the path's chance, not in lowest terms."""
        if self._depth < len(self._picks):
            raise BadInput("the rules do not repeat themselves: draw everything from `chance`")
        pairs = zip(self._picks, self._weights, strict=True)
        return (
            math.prod(weights[pick] for pick, weights in pairs),
            math.prod(map(sum, self._weights)),
        )

    def advance(self) -> bool:
        """Move to the next path; False if that was the last."""
        self._depth = 0
        while self._picks:
            following = _next_possible(self._weights[-1], self._picks[-1])
            if following < len(self._weights[-1]):
                self._picks[-1] = following
                return True
            self._picks.pop()
            self._weights.pop()
        return False


def _next_possible(weights: Sequence[int], index: int) -> int:
    """Return the first index behind `index` with a weight, or len(weights)."""
    index += 1
    while index < len(weights) and not weights[index]:
        index += 1
    return index


def every_path(
    function: Callable[[Chance], Result], *, limit: int = PATHS
) -> Iterator[tuple[Result, int, int]]:
    """Yield (result, numerator, denominator) of every path of `function(chance)`.

    TooLarge when there are more than `limit` paths.

    >>> from games.chance import coin
    >>> list(every_path(lambda chance: coin(chance, Fraction(1, 3))))
    [(False, 2, 3), (True, 1, 3)]
    """
    odometer = _Odometer()
    for _ in range(limit):
        result = function(odometer)
        yield result, *odometer.chance()
        if not odometer.advance():
            return
    raise TooLarge(f"more than {limit:,} paths to walk; take a smaller game or raise limit=")


def law_of(function: Callable[[Chance], Result], *, limit: int = PATHS) -> Law[Result]:
    """Return the exact law of a one-shot `function(chance)` with hashable results.

    >>> def two_dice(chance):
    ...     return chance.pick([1] * 6) + chance.pick([1] * 6) + 2
    >>> law_of(two_dice)[7]
    Fraction(1, 6)
    """
    by_denominator: dict[int, dict[Result, int]] = {}
    for result, numerator, denominator in every_path(function, limit=limit):
        weights = by_denominator.setdefault(denominator, {})
        weights[result] = weights.get(result, 0) + numerator
    total = math.lcm(*by_denominator)
    merged: dict[Result, int] = {}
    for denominator, weights in by_denominator.items():
        for result, weight in weights.items():
            merged[result] = merged.get(result, 0) + weight * (total // denominator)
    if sum(merged.values()) != total:
        raise ArithmeticError("the chances of all paths do not sum to 1")
    return Law(weights=merged, total=total)


def explore(
    experiment: Experiment[Any, State, Outcome],
    rules: Any,
    *,
    table: Table | None = None,
    limit: int = PATHS,
) -> "Walk[State, Outcome]":
    """Walk every path of every step from every state reached; at most `limit` paths a step.

    >>> from games import treize
    >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
    >>> walk.expected("points") - 1
    Fraction(1, 3)
    """
    quiet = SilentTable() if table is None else table
    start = law_of(lambda chance: experiment.start(rules, chance), limit=limit)
    steps: dict[State, Law[tuple[State | None, Outcome]]] = {}
    waiting = list(start)
    while waiting:
        state = waiting.pop()
        if state in steps:
            continue
        steps[state] = _step_law(experiment, rules, state, quiet, limit)
        waiting += [after for after, _ in steps[state] if after is not None]
    return Walk(experiment=experiment, start=start, steps=steps)


def _step_law(
    experiment: Experiment[Any, State, Outcome],
    rules: Any,
    state: State,
    table: Table,
    limit: int,
) -> Law[tuple[State | None, Outcome]]:
    return law_of(lambda chance: experiment.step(rules, state, chance, table), limit=limit)


@dataclass(frozen=True, kw_only=True)
class Walk(Generic[State, Outcome]):
    """All states of an experiment: `steps[state]` is the law of (next state or None, gain)."""

    experiment: Experiment[Any, State, Outcome]
    start: Law[State]
    steps: Mapping[State, Law[tuple[State | None, Outcome]]]

    def law(self) -> Law[Outcome]:
        """Return the joint law of the Outcome; BadChain if the game has no longest play."""
        totals: dict[State | None, dict[Outcome | None, Fraction]] = {
            state: {None: chance} for state, chance in self.start.chances().items()
        }
        for state in self._in_order():
            for (after, gain), chance in self.steps[state].chances().items():
                reached = totals.setdefault(after, {})
                for total, before in totals[state].items():
                    grown = add_gain(total, gain)
                    reached[grown] = reached.get(grown, Fraction(0)) + before * chance
            del totals[state]
        return Law.of({total: p for total, p in totals[None].items() if total is not None})

    def _in_order(self) -> list[State]:
        import networkx as nx

        moves = nx.DiGraph()
        moves.add_nodes_from(self.steps)
        moves.add_edges_from(
            (s, t) for s, law in self.steps.items() for t, _ in law if t is not None
        )
        if not nx.is_directed_acyclic_graph(moves):
            raise BadChain(
                f"{self.experiment.name}: the game has no longest play, so no finite joint law; "
                "ask chain(), expected(field) or field_law(field, horizon)"
            )
        return list(nx.topological_sort(moves))

    def chain(self) -> AbsorbingChain[State | None]:
        """Return the chain of the states; None, the end of the game, absorbs.

        >>> from games import treize
        >>> rules = treize.Rules(ranks=2, suits=1)
        >>> explore(treize.EXPERIMENTS["game"], rules).chain().rows
        {0: {1: Fraction(1, 2), None: Fraction(1, 2)}, 1: {None: Fraction(1, 2), 0: Fraction(1, 2)}}
        """
        rows: dict[State | None, Mapping[State | None, Fraction]] = {
            state: law.map(lambda move: move[0]).chances() for state, law in self.steps.items()
        }
        return AbsorbingChain.from_rows({**rows, None: {None: Fraction(1)}})

    def expected(self, field: str) -> Fraction:
        """Return the mean of an integer field of the Outcome."""
        gains = {
            state: law.expected(lambda move: self._gain(move, field))
            for state, law in self.steps.items()
        }
        totals = self.chain().expected(gains)
        return sum((chance * totals[s] for s, chance in self.start.chances().items()), Fraction(0))

    def field_law(self, field: str, horizon: int) -> Law[int]:
        """Return the law of an integer field >= 0 over 0 … horizon, the rest its tail.

        With p_k(s) the chance of a total of k from state s,

            p_k(s) = sum P(s -> t, gain g) p_(k-g)(t),

        one linear system per k if some step leads on without a gain.
        """
        states = list(self.steps)
        moves = {state: self._moves(state, field) for state in states}
        idle = [
            [Fraction(s == t) - moves[s].get((t, 0), Fraction(0)) for t in states] for s in states
        ]
        chances: list[dict[State | None, Fraction]] = []
        for total in range(horizon + 1):
            known = [
                [
                    sum(
                        (
                            p * chances[total - gain].get(t, Fraction(0))
                            for (t, gain), p in moves[s].items()
                            if 0 < gain <= total and t is not None
                        ),
                        moves[s].get((None, total), Fraction(0)),
                    )
                ]
                for s in states
            ]
            chances.append({s: x[0] for s, x in zip(states, solve(idle, known), strict=True)})
        start = self.start.chances().items()
        return Law.of(
            {k: sum((p * row[s] for s, p in start), Fraction(0)) for k, row in enumerate(chances)},
            horizon=horizon,
        )

    def _moves(self, state: State, field: str) -> dict[tuple[State | None, int], Fraction]:
        """Return the chances of (next state, gain of the field) from `state`."""
        return self.steps[state].map(lambda move: (move[0], self._gain(move, field))).chances()

    def _gain(self, move: tuple[State | None, Outcome], field: str) -> int:
        gain = getattr(move[1], field)
        if not isinstance(gain, int) or isinstance(gain, bool) or gain < 0:
            raise BadInput(
                f"{field}: only a field of integers >= 0 adds up; this step has {gain!r}"
            )
        return gain
