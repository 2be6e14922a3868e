"""Markov chains in general: stationary laws, hitting times and return times.

A closed class of communicating states has one stationary law pi = pi P.  Stop
the chain when it returns to a state r of the class: with Q the moves between the
other states and q the row of moves from r to these,

    q (I - Q)^-1 [s] = expected visits to s between two visits to r = pi[s] / pi[r],

and 1 / pi[r] is the expected return time (Kemeny & Snell 1960, chapter 4).
Hitting times of a set of states are those of absorption in the chain in which
these states are made absorbing.
"""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from montmort.exact.chains.absorbing import ALL, AbsorbingChain, Answers
from montmort.exact.chains.lazy_values import Answer
from montmort.exact.chains.transitions import (
    Class,
    Kind,
    ScaledRow,
    State,
    Transitions,
    abbreviate,
)
from montmort.exact.law import Law
from montmort.exact.rational_functions.field import from_sympy, is_expression
from montmort.games.errors import BadChain, BadInput


@dataclass(frozen=True, repr=False)
class MarkovChain(Transitions[State]):
    """A chain with any classes; build it with `MarkovChain.from_rows` or another `from_…` method.

    >>> weather = MarkovChain.from_rows({
    ...     "rain": {"rain": Fraction(1, 2), "sun": Fraction(1, 2)},
    ...     "sun": {"rain": Fraction(1, 4), "sun": Fraction(3, 4)},
    ... })
    >>> weather.stationary()
    Law(weights={'rain': 1, 'sun': 2}, total=3)
    >>> weather.return_time("rain"), weather.hitting_times("sun")["rain"]
    (Fraction(3, 1), Fraction(2, 1))
    """

    def stationary(self, state: State = ALL) -> Law[State] | Answers[State]:
        """Return the stationary law of the closed class of `state`, or of the only closed class.

        With symbols it is a mapping of the states to expressions.

        >>> half = Fraction(1, 2)
        >>> MarkovChain.from_rows({0: {1: 1}, 1: {0: half, 1: half}}).stationary()
        Law(weights={0: 1, 1: 2}, total=3)
        """
        shares = self._visits_between_returns(self._closed_class(state).states)
        whole = sum(shares.values())
        if is_expression(whole):
            below = from_sympy(whole)
            return {s: (from_sympy(share) / below).to_sympy() for s, share in shares.items()}
        return Law.of({s: share / whole for s, share in shares.items()})

    def return_time(self, state: State) -> Answer:
        """Return the expected number of steps until the chain is in `state` again.

        BadChain for a transient state: with positive chance it is never seen again.

        >>> MarkovChain.from_rows({0: {1: 1}, 1: {0: 1}}).return_time(0)
        Fraction(2, 1)
        """
        return 1 / self.stationary(state)[state]

    def hitting_times(self, *targets: State) -> Answers[State]:
        """Return the expected steps until a target is reached, from every other state.

        BadChain names a state from which no target can be reached.

        >>> MarkovChain.from_rows({0: {1: 1}, 1: {2: 1}, 2: {0: 1}}).hitting_times(2)
        {0: Fraction(2, 1), 1: Fraction(1, 1)}
        """
        return self.stopped_at(*targets).expected()

    def hitting_chances(self, *targets: State) -> Answers[State]:
        """Return the chance of ever reaching a target, from every state.

        >>> third = Fraction(1, 3)
        >>> rows = {0: {0: third, 1: third, 2: third}, 1: {1: 1}, 2: {3: 1}, 3: {2: 1}}
        >>> MarkovChain.from_rows(rows).hitting_chances(1)
        {0: Fraction(1, 2), 1: Fraction(1, 1), 2: Fraction(0, 1), 3: Fraction(0, 1)}
        """
        aims = set(map(self._place, targets))
        lost = set(range(len(self.states))) - self.ancestors(aims)
        stopped = self._with_absorbing(aims | lost)
        names = {self.states[i] for i in aims}
        entering = {s: sum(row.get(t, 0) for t in names) for s, row in self.rows.items()}
        known = {self.states[i]: Fraction(i in aims) for i in aims | lost}
        chances = {**stopped.expected(entering), **known}
        return {state: chances[state] for state in self.states}

    def stopped_at(self, *targets: State) -> AbsorbingChain[State]:
        """Return the chain stopped when it first reaches a target; BadChain if it may never do so.

        >>> half = Fraction(1, 2)
        >>> walk = MarkovChain.from_rows({0: {1: 1}, 1: {0: half, 2: half}, 2: {1: 1}})
        >>> walk.stopped_at(2).expected(start=0)
        Fraction(4, 1)
        """
        aims = set(map(self._place, targets))
        if lost := set(range(len(self.states))) - self.ancestors(aims):
            names = abbreviate([self.states[i] for i in sorted(lost)])
            raise BadChain(f"state {names} never reaches a target; see hitting_chances")
        return self._with_absorbing(aims)

    def _with_absorbing(self, places: Collection[int]) -> AbsorbingChain[State]:
        totals = tuple(1 if i in places else total for i, total in enumerate(self.totals))
        rows = tuple({i: 1} if i in places else row for i, row in enumerate(self.weights))
        return AbsorbingChain(self.states, totals, rows)

    def _closed_class(self, state: State) -> Class[State]:
        closed = [found for found in self.classes if found.kind is not Kind.TRANSIENT]
        if state is ALL:
            if not closed:
                raise BadInput("a chain without states has no stationary law")
            if len(closed) > 1:
                firsts = abbreviate([found.states[0] for found in closed], shown=3)
                raise BadInput(f"there are {len(closed)} closed classes; name a state: {firsts}")
            return closed[0]
        self._place(state)
        for found in closed:
            if state in found.states:
                return found
        raise BadChain(f"state {state!r} is transient: with positive chance it is never seen again")

    def _visits_between_returns(self, members: tuple[State, ...]) -> dict[State, Answer]:
        """Return the expected visits to each member from one visit to the first until the next."""
        first, *others = members
        departure: Any = object()  # the first state at the start, so that a return to it absorbs
        rows = {s: self._labelled_row(s) for s in members}
        between = {s: rows[s] for s in others} | {first: ({first: 1}, 1), departure: rows[first]}
        visits = AbsorbingChain.from_weights(between).visits(start=departure)
        return {s: visits[departure if s == first else s] for s in members}

    def _labelled_row(self, state: State) -> ScaledRow[Any]:
        place = self.number[state]
        weights = {self.states[j]: weight for j, weight in self.weights[place].items()}
        return weights, self.totals[place]
