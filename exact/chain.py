"""Absorbing Markov chains with rational entries and labelled states.

    P = | Q R |      N = (I - Q)^-1 = I + Q + Q^2 + …
        | 0 I |

Q moves among the transient states, R from these into the absorbing ones.
N[s, t] is the expected number of visits to t from s, the start included;
N r the expected total reward, N R the chances of absorption.  Every row must
sum to exactly 1 and every transient state must reach absorption: then I - Q
is nonsingular and all answers are rational (Kemeny & Snell 1960, chapter 3).
"""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, TypeVar, overload

from exact.law import Law
from exact.dense import solve
from games.errors import BadChain, BadInput, UnknownName

State = TypeVar("State", bound=Hashable)
Column = TypeVar("Column", bound=Hashable)
Answer = TypeVar("Answer")
Number = int | Fraction
Reward = Number | Mapping[Any, Number] | Callable[[Any], Number]
Rows = Mapping[State, Mapping[State, Fraction]]


@dataclass(frozen=True)
class AbsorbingChain(Generic[State]):
    """A chain of labelled states; build it with `AbsorbingChain.from_rows`.

    `rows` are those of the transient states, in order; `absorbing` the others.

    >>> half = Fraction(1, 2)
    >>> coin = AbsorbingChain.from_rows({"toss": {"toss": half, "done": half}, "done": {"done": 1}})
    >>> coin.expected(start="toss")
    Fraction(2, 1)
    """

    rows: Rows[State]
    absorbing: tuple[State, ...]

    @classmethod
    def from_rows(cls, rows: Rows[State]) -> "AbsorbingChain[State]":
        """Return the chain {state: {next state: chance}}; a state sure to stay absorbs.

        BadChain (a ValueError) names the state whose row does not sum to 1, is
        no exact probability, never ends, or is missing.
        """
        exact = {state: _exact_row(state, row) for state, row in rows.items()}
        absorbing = tuple(state for state, row in exact.items() if row == {state: 1})
        targets = {target for row in exact.values() for target in row}
        if missing := targets - exact.keys():
            raise BadChain(f"state {_some(missing)} is a target but has no row; add one")
        _check_absorption(exact, absorbing)
        transient = {state: row for state, row in exact.items() if row != {state: 1}}
        return cls(transient, absorbing)

    @cached_property
    def transient(self) -> tuple[State, ...]:
        """The transient states, in the order of the rows."""
        return tuple(self.rows)

    def fundamental_matrix(self) -> dict[State, dict[State, Fraction]]:
        """Return N[s][t], expected visits to t from s, over the transient states.

        >>> half = Fraction(1, 2)
        >>> rows = {0: {0: 1}, 1: {0: half, 2: half}, 2: {1: half, 3: half}, 3: {3: 1}}
        >>> AbsorbingChain.from_rows(rows).fundamental_matrix()[1]
        {1: Fraction(4, 3), 2: Fraction(2, 3)}
        """
        return self._solve({t: {t: Fraction(1)} for t in self.transient})

    @overload
    def expected(self, reward: Reward = 1) -> dict[State, Fraction]: ...
    @overload
    def expected(self, reward: Reward = 1, *, start: State) -> Fraction: ...
    def expected(
        self, reward: Reward = 1, *, start: State | None = None
    ) -> Fraction | dict[State, Fraction]:
        """Return N·r, the expected total reward, for `start` or for every transient state.

        The reward (a number, a mapping or a function of the state) counts at
        every visit to a transient state, time 0 included; reward 1 gives the
        expected number of steps.
        """
        rewards = {state: Fraction(_reward(reward, state)) for state in self.transient}
        column = self._solve({None: rewards})
        totals = {state: column[state][None] for state in self.transient}
        return totals if start is None else self._at(totals, start, Fraction(0))

    @overload
    def absorption(self) -> dict[State, dict[State, Fraction]]: ...
    @overload
    def absorption(self, *, start: State) -> dict[State, Fraction]: ...
    def absorption(
        self, *, start: State | None = None
    ) -> dict[State, Fraction] | dict[State, dict[State, Fraction]]:
        """Return the chance of ending in each absorbing state, for `start` or for every state.

        >>> third, rest = Fraction(1, 3), Fraction(2, 3)
        >>> rows = {"a": {"b": third, "c": rest}, "b": {"b": 1}, "c": {"c": 1}}
        >>> AbsorbingChain.from_rows(rows).absorption(start="a")
        {'b': Fraction(1, 3), 'c': Fraction(2, 3)}
        """
        columns = {
            end: {state: row.get(end, Fraction(0)) for state, row in self.rows.items()}
            for end in self.absorbing
        }
        chances = self._solve(columns)
        absorbed = {end: Fraction(end == start) for end in self.absorbing}
        return chances if start is None else self._at(chances, start, absorbed)

    def steps_law(self, start: State, horizon: int) -> Law[int]:
        """Return the law of the number of steps to absorption, 0 … horizon, the rest its tail.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).steps_law("toss", 2)
        Law(weights={1: 2, 2: 1}, total=4, horizon=2)
        """
        if horizon < 0:
            raise BadInput(f"{horizon=} must be an integer >= 0")
        if start in self.absorbing:
            return Law(weights={0: 1})
        here = self._at({state: {state: Fraction(1)} for state in self.transient}, start, {})
        chances: dict[int, Fraction] = {}
        for steps in range(1, horizon + 1):
            after: dict[State, Fraction] = {}
            for state, chance in here.items():
                for target, probability in self.rows[state].items():
                    after[target] = after.get(target, Fraction(0)) + chance * probability
            chances[steps] = sum(
                (after.pop(end, Fraction(0)) for end in self.absorbing), Fraction(0)
            )
            here = after
        return Law.of(chances, horizon=horizon)

    def _solve(
        self, columns: Mapping[Column, Mapping[State, Fraction]]
    ) -> dict[State, dict[Column, Fraction]]:
        """Return (I - Q)^-1 times the labelled columns, as {state: {column: entry}}."""
        identity_minus_q = [
            [Fraction(state == target) - row.get(target, 0) for target in self.transient]
            for state, row in self.rows.items()
        ]
        right = [
            [column.get(state, Fraction(0)) for column in columns.values()]
            for state in self.transient
        ]
        answers = solve(identity_minus_q, right)
        return {
            state: dict(zip(columns, row, strict=True))
            for state, row in zip(self.transient, answers, strict=True)
        }

    def _at(self, answers: Mapping[State, Answer], start: State, absorbed: Answer) -> Answer:
        if start in answers:
            return answers[start]
        if start in self.absorbing:
            return absorbed
        raise UnknownName(f"no state {start!r} in this chain of {len(self.rows)} transient states")


def _exact_row(state: State, row: Mapping[State, Number]) -> dict[State, Fraction]:
    """Return the row without its zeros; BadChain unless it is exact and sums to 1."""
    for target, chance in row.items():
        if isinstance(chance, float) or not isinstance(chance, int | Fraction):
            raise BadChain(f"state {state!r}: {chance!r} to {target!r} is not exact; use Fraction")
        if chance < 0:
            raise BadChain(f"state {state!r}: the chance {chance} to {target!r} is negative")
    exact = {target: Fraction(chance) for target, chance in row.items() if chance}
    if (total := sum(exact.values())) != 1:
        raise BadChain(f"state {state!r}: its row sums to {total}, not to 1")
    return exact


def _check_absorption(rows: Rows[State], absorbing: tuple[State, ...]) -> None:
    """Raise BadChain unless every state reaches an absorbing one."""
    import networkx as nx  # a fifth of a second, and no fraction should wait for it

    number = {state: index for index, state in enumerate(rows)}  # any label will do, None too
    backwards = nx.DiGraph(("end", number[state]) for state in absorbing)
    backwards.add_nodes_from(["end", *number.values()])
    backwards.add_edges_from((number[t], number[s]) for s, row in rows.items() for t in row)
    ending = nx.descendants(backwards, "end")
    if endless := {state for state, index in number.items() if index not in ending}:
        raise BadChain(f"state {_some(endless)} never ends: no absorbing state can be reached")


def _some(states: set[State]) -> str:
    """Return one of the states by name, and how many more there are."""
    first = min(states, key=repr)
    return f"{first!r}" + (f" (and {len(states) - 1} more)" if len(states) > 1 else "")


def _reward(reward: Reward, state: Hashable) -> Number:
    if callable(reward):
        reward = reward(state)
    elif isinstance(reward, Mapping):
        reward = reward.get(state, 0)
    if isinstance(reward, int | Fraction):
        return reward
    raise BadInput(f"the reward {reward!r} of state {state!r} is not exact; use Fraction")
