"""Absorbing Markov chains with labelled states, rational or with symbols.

    P = | Q R |      N = (I - Q)^-1 = I + Q + Q^2 + …
        | 0 I |

Q moves among the transient states, R from these into the absorbing ones.
N[s, t] is the expected number of visits to t from s, the start included;
N r is the expected total reward, N R are the absorption probabilities.  Every row
must sum to exactly 1 and every transient state must reach absorption: then I - Q
is nonsingular and all answers are rational (Kemeny & Snell 1960, chapter 3).

With T the total reward from a state and T' the part after the first step,
T = r + T', so that E T^2 = r^2 + 2 r E T' + E T'^2, which gives

    E T^2 = N (2 r ∘ N r - r^2).

The chance of absorption in exactly k steps is e_s Q^(k-1) R 1, hence the pgf

    F_s(z) = z e_s (I - z Q)^-1 R 1,

a polynomial over det(I - z Q), whose degree is at most the number of states.

No matrix is inverted to get one column: rows are scaled to integers and the
system is solved (`montmort.exact.linalg.integer_systems`); questions about one
start use only the states reachable from it, or solve the transposed system for
one row of N.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, overload

from montmort.exact.chains.lazy_values import Answer, Entry, as_exact, label_entries
from montmort.exact.chains.transitions import Kind, State, Transitions, abbreviate, reachable
from montmort.exact.formatting import short
from montmort.exact.law import Law
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.system import Column, clear_denominators
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import (
    RationalFunction,
    Value,
    from_sympy,
    is_expression,
)
from montmort.exact.rational_functions.systems import pgf_of_counts
from montmort.exact.rational_functions.systems import solve as solve_with_symbols
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.extras import sympy
from montmort.games.validation import check_function, check_integer, check_type, quote, quote_number

if TYPE_CHECKING:
    from sympy import Expr, Symbol
    from sympy.logic.boolalg import Boolean

Reward = Value | Mapping[State, Value] | Callable[[State], Value]
Answers = Mapping[State, Answer]

ALL: Any = object()  # the default start; None may be a state
MOST_BITS = 2 * 10**10  # limit for all integers of an answer: some gigabytes
PGF_STATES = 1000  # limit for a determinant: half a minute


@dataclass(frozen=True, repr=False)
class AbsorbingChain(Transitions[State]):
    """A chain that ends; build it with `AbsorbingChain.from_rows` or another `from_…` method.

    A state with probability 1 to itself is absorbing; every other state must reach
    an absorbing one, else BadChain (a ValueError) names a state that does not.

    >>> half = Fraction(1, 2)
    >>> coin = AbsorbingChain.from_rows({"toss": {"toss": half, "done": half}, "done": {"done": 1}})
    >>> coin.expected(start="toss")
    Fraction(2, 1)
    """

    def __post_init__(self) -> None:
        """Raise BadChain unless every state reaches an absorbing one."""
        super().__post_init__()
        ending = self.ancestors(self._ends)
        if len(ending) < len(self.states):
            endless = [state for i, state in enumerate(self.states) if i not in ending]
            closed = next(found for found in self.classes if found.kind is Kind.RECURRENT)
            raise BadChain(
                f"state {abbreviate(endless)} never ends: no absorbing state is reachable from the "
                f"closed class {abbreviate(closed.states, shown=5)}; make one of these absorbing"
            )

    @cached_property
    def conditions(self) -> "Boolean":
        """The condition that no chance is negative, and none 0 that has to lead to an end.

        >>> import sympy
        >>> p = sympy.Symbol("p")
        >>> AbsorbingChain.from_rows({0: {0: p, 1: 1 - p}, 1: {1: 1}}).conditions
        (0 <= p) & (p < 1)
        """
        from montmort.exact.parameters.end_points import never_zero  # only now: it loads sympy

        entries = {w for row in self.weights for w in row.values() if not isinstance(w, int)}
        rows = {place: self.weights[place] for place in self._moving}
        return all_positive(never_zero(entries, rows, self._ends), not_negative=entries)

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        """The places of the absorbing states."""
        return tuple(i for i, row in enumerate(self.weights) if row.keys() == {i})

    @cached_property
    def _moving(self) -> tuple[int, ...]:
        """The places of the transient states: the unknowns of every system, in this order."""
        ends = set(self._ends)
        return tuple(i for i in range(len(self.states)) if i not in ends)

    @property
    def transient(self) -> tuple[State, ...]:
        """The transient states, in the order of the rows.

        >>> AbsorbingChain.from_rows({"a": {"b": 1}, "b": {"b": 1}}).transient
        ('a',)
        """
        return tuple(self.states[i] for i in self._moving)

    @property
    def absorbing(self) -> tuple[State, ...]:
        """The absorbing states, in the order of the rows.

        >>> AbsorbingChain.from_rows({"a": {"b": 1}, "b": {"b": 1}}).absorbing
        ('b',)
        """
        return tuple(self.states[i] for i in self._ends)

    def fundamental_matrix(self) -> dict[State, Answers[State]]:
        """Return N[s][t], expected visits to t from s, over the transient states.

        >>> half = Fraction(1, 2)
        >>> rows = {0: {0: 1}, 1: {0: half, 2: half}, 2: {1: half, 3: half}, 3: {3: 1}}
        >>> AbsorbingChain.from_rows(rows).fundamental_matrix()[1]
        {1: Fraction(4, 3), 2: Fraction(2, 3)}
        """
        size = len(self._moving)
        units = [Column([int(i == j) for i in range(size)], 1) for j in range(size)]
        return self._by_state(self._solve_all(units), self.transient)

    def visits(self, *, start: State) -> Answers[State]:
        """Return the row N[start]: expected visits to every transient state from `start`.

        >>> rows = {"a": {"a": Fraction(1, 2), "b": Fraction(1, 2)}, "b": {"b": 1}}
        >>> AbsorbingChain.from_rows(rows).visits(start="a")
        {'a': Fraction(2, 1)}
        """
        return label_entries(self.transient, self._visits_from(start))

    @overload
    def expected(self, reward: Reward[State] = 1, *, discount: Value = 1) -> Answers[State]: ...
    @overload
    def expected(
        self, reward: Reward[State] = 1, *, start: State, discount: Value = 1
    ) -> Answer: ...
    def expected(
        self, reward: Reward[State] = 1, *, start: State = ALL, discount: Value = 1
    ) -> Answer | Answers[State]:
        """Return N·r, the expected total reward, for `start` or for every transient state.

        The reward (a number, a mapping or a function of the state) counts at
        every visit to a transient state, time 0 included; reward 1 gives the
        expected number of steps.  With a `discount` d the reward after k steps
        counts d^k times, and N is (I - d Q)^-1.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> chain = AbsorbingChain.from_rows(rows)
        >>> chain.expected({"toss": 5}), chain.expected(start="toss", discount=Fraction(1, 2))
        ({'toss': Fraction(10, 1)}, Fraction(4, 3))
        """
        places = self._places_for(start)
        rewards = self._rewards(reward, places)
        column = self._solve([rewards], places, discount=_check_discount(discount))[0]
        return self._answer(column, places, start)

    @overload
    def second_moment(self, reward: Reward[State] = 1) -> Answers[State]: ...
    @overload
    def second_moment(self, reward: Reward[State] = 1, *, start: State) -> Answer: ...
    def second_moment(
        self, reward: Reward[State] = 1, *, start: State = ALL
    ) -> Answer | Answers[State]:
        """Return E T^2 of the total reward T, for `start` or for every transient state.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).second_moment(start="toss")
        Fraction(6, 1)
        """
        places = self._places_for(start)
        return self._answer(self._moments(reward, places)[1], places, start)

    @overload
    def variance(self, reward: Reward[State] = 1) -> Answers[State]: ...
    @overload
    def variance(self, reward: Reward[State] = 1, *, start: State) -> Answer: ...
    def variance(self, reward: Reward[State] = 1, *, start: State = ALL) -> Answer | Answers[State]:
        """Return Var T of the total reward T, for `start` or for every transient state.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).variance(start="toss")
        Fraction(2, 1)
        """
        places = self._places_for(start)
        first, second = self._moments(reward, places)
        square = first.denominator**2
        numerators = [
            square * s - second.denominator * f**2
            for f, s in zip(first.numerators, second.numerators, strict=True)
        ]
        return self._answer(Column(numerators, square * second.denominator), places, start)

    def _moments(self, reward: Reward[State], places: Sequence[int]) -> tuple[Column, Column]:
        """Return E T = N r and E T^2 = N (2 r ∘ N r - r^2)."""
        r = self._rewards(reward, places)
        first = self._solve([r], places)[0]
        side = [
            n * (2 * m * r.denominator - n * first.denominator)
            for n, m in zip(r.numerators, first.numerators, strict=True)
        ]
        return first, self._solve([Column(side, first.denominator * r.denominator**2)], places)[0]

    @overload
    def absorption(self) -> dict[State, Answers[State]]: ...
    @overload
    def absorption(self, *, start: State) -> Answers[State]: ...
    def absorption(self, *, start: State = ALL) -> Answers[State] | dict[State, Answers[State]]:
        """Return the chance of ending in each absorbing state, for `start` or for every state.

        >>> third, rest = Fraction(1, 3), Fraction(2, 3)
        >>> rows = {"a": {"b": third, "c": rest}, "b": {"b": 1}, "c": {"c": 1}}
        >>> AbsorbingChain.from_rows(rows).absorption(start="a")
        {'b': Fraction(1, 3), 'c': Fraction(2, 3)}
        """
        exits, total = self._exits
        if start is ALL:
            sides = [Column([row.get(end, 0) for row in exits], total) for end in self._ends]
            return self._by_state(self._solve_all(sides), self.absorbing)
        if self._place(start) in self._ends:
            ended = Column([int(end == start) for end in self.absorbing], 1)
            return label_entries(self.absorbing, ended)
        visits = self._visits_from(start)
        sums: dict[int, Entry] = dict.fromkeys(self._ends, 0)
        for visit, row in zip(visits.numerators, exits, strict=True):
            for end, weight in row.items():
                sums[end] += visit * weight
        return label_entries(self.absorbing, Column([*sums.values()], visits.denominator * total))

    def steps_law(self, start: State, horizon: int) -> Law[int]:
        """Return the law of the number of steps to absorption, 0 to horizon, the rest its tail.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).steps_law("toss", 2)
        Law(weights={1: 2, 2: 1}, total=4, horizon=2)
        """
        check_integer("horizon", horizon, 0)
        if self._place(start) in self._ends:
            return Law(weights={0: 1})
        common, bits = self._common, self._common.bit_length()
        if horizon**2 * bits > MOST_BITS:
            raise TooLarge(
                f"the law up to {short(horizon)} steps needs as many integers of up to that many "
                f"times {bits} bits; ask for a shorter horizon"
            )
        ended = self._absorption_counts(start, horizon)
        weights = {k: w * common ** (horizon - k) for k, w in enumerate(ended, 1)}
        return Law(weights=weights, total=common**horizon, horizon=horizon)

    @cached_property
    def _common(self) -> int:
        """L, the least common multiple of the totals."""
        return math.lcm(*self.totals)

    def _absorption_counts(self, start: State, horizon: int) -> list[int]:
        """Return the integers L^k P(absorbed in exactly k steps) for k = 1 … horizon."""
        if self.is_symbolic:
            raise BadInput(
                "the law of the number of steps needs numbers for the symbols; "
                "see at() and steps_pgf()"
            )
        ends, ended = set(self._ends), []
        here = {self._place(start): 1}
        for _ in range(horizon):
            after: dict[int, int] = {}
            for i, chance in here.items():
                scaled = chance * (self._common // self.totals[i])
                for j, weight in self.weights[i].items():
                    after[j] = after.get(j, 0) + scaled * weight
            ended.append(sum(after.pop(end, 0) for end in ends & after.keys()))
            here = after
        return ended

    def steps_pgf(self, start: State, z: "Symbol | None" = None) -> "Expr":
        """Return the pgf of the number of steps, sum P(k steps) z^k, as a rational function.

        `z` is a sympy symbol (default z).

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).steps_pgf("toss")
        z/(2 - z)
        """
        z = sympy.Symbol("z") if z is None else z
        check_type("z", z, sympy.Symbol, "a sympy Symbol")
        if z in self.symbols:
            raise BadInput(
                f"{z} is a symbol of the chain already; name another, as in z=Symbol('s')"
            )
        if self._place(start) in self._ends:
            return sympy.Integer(1)
        if not self.is_symbolic:
            return self._numeric_pgf(start, z)
        exits, total = self._exits
        leaving = Column([sum(row.values()) for row in exits], total)
        place = self._moving.index(self._place(start))
        column = self._solve([leaving], self._moving, discount=from_sympy(z))[0]
        entry: Entry = column.numerators[place]
        return (from_sympy(z) * entry / int(column.denominator)).to_sympy()

    def _numeric_pgf(self, start: State, z: "Symbol") -> "Expr":
        """Return the pgf of a chain without symbols."""
        states = self._reachable_from(self._place(start))
        if len(states) > PGF_STATES:
            raise TooLarge(
                f"the pgf of {len(states):,} states, more than {PGF_STATES:,}; ask for steps_law"
            )
        common, ended = self._common, self._absorption_counts(start, len(states))
        matrix = [
            [self.weights[i].get(j, 0) * (common // self.totals[i]) for j in states] for i in states
        ]
        return pgf_of_counts(matrix, ended, common, z)

    def _reachable_from(self, place: int) -> Sequence[int]:
        """Return the transient places reachable from `place`, in the order of the rows.

        Moves out of this set lead to absorbing states only.
        """
        ends = set(self._ends)
        found = reachable([place], lambda i: self.weights[i].keys() - ends)
        return self._moving if len(found) == len(self._moving) else sorted(found)

    def _places_for(self, start: State) -> Sequence[int]:
        """Return the places whose equations answer a question about `start`, or about all."""
        if start is ALL:
            return self._moving
        place = self._place(start)
        return () if place in self._ends else self._reachable_from(place)

    @cached_property
    def _exits(self) -> tuple[list[dict[int, Entry]], int]:
        """R of the transient rows as ({end: weight} for each, total of all)."""
        ends = set(self._ends)
        total = math.lcm(*(self.totals[i] for i in self._moving))
        return [
            {j: w * (total // self.totals[i]) for j, w in self.weights[i].items() if j in ends}
            for i in self._moving
        ], total

    def _visits_from(self, start: State) -> Column:
        """Return e_start N, from the transposed system; zeros for an absorbing start."""
        place, places = self._place(start), self._places_for(start)
        unit = Column([int(i == place) for i in places], 1)
        visits = self._solve([unit], places, transposed=True)[0]
        found = dict(zip(places, visits.numerators, strict=True))
        return Column([found.get(i, 0) for i in self._moving], visits.denominator)

    def _rewards(self, reward: Reward[State], places: Sequence[int]) -> Column:
        """Return the rewards of transient places over one denominator."""
        states = [self.states[i] for i in places]
        if isinstance(reward, Mapping):
            for state in reward:
                self._place(state)
            rewards = [_exact_reward(reward.get(s, 0), f" of state {s!r}") for s in states]
        elif callable(reward) and not is_expression(reward):
            check_function("reward", reward, "state")
            rewards = [_exact_reward(reward(s), f" of state {s!r}") for s in states]
        else:
            rewards = [_exact_reward(reward)] * len(states)
        if _any_symbols(rewards):
            return Column(rewards, 1)
        return Column(*clear_denominators(rewards))

    def _solve(
        self,
        sides: Sequence[Column],
        places: Sequence[int],
        *,
        discount: Entry = 1,
        transposed: bool = False,
    ) -> list[Column]:
        """Return x with (I - dQ) x = side for every side, or x (I - dQ) = side.

        Q and the sides are those of the `places`, which no move leaves.
        Rows are scaled: A = S (I - dQ) with the integers S.  So A x = S side,
        and in x (I - dQ) = x S^-1 A the solution z of z A = side gives x = z S.
        """
        everywhere = places is self._moving and discount == 1
        scales, rows = self._system if everywhere else self._scaled_system(places, discount)
        before, after = scales, [1] * len(scales)
        if transposed:
            before, after, rows = after, scales, _transpose(rows)
        symbolic = self.is_symbolic or isinstance(discount, RationalFunction)
        symbolic |= any(_any_symbols(side.numerators) for side in sides)
        columns = [[s * n for s, n in zip(before, side.numerators, strict=True)] for side in sides]
        solve_system = _solve_with_symbols if symbolic else solve
        return [
            Column(
                [s * n for s, n in zip(after, column.numerators, strict=True)],
                column.denominator * side.denominator,
            )
            for column, side in zip(solve_system(rows, columns), sides, strict=True)
        ]

    @cached_property
    def _system(self) -> tuple[list[int], list[dict[int, Entry]]]:
        return self._scaled_system(self._moving, 1)

    def _scaled_system(
        self, places: Sequence[int], discount: Entry
    ) -> tuple[list[int], list[dict[int, Entry]]]:
        """Return S and the rows of S (I - dQ) over the places."""
        unknown = {place: index for index, place in enumerate(places)}
        minus, below = -discount, 1
        if isinstance(discount, Fraction):
            minus, below = -discount.numerator, discount.denominator
        scales, rows = [], []
        for index, place in enumerate(places):
            row = {unknown[j]: minus * w for j, w in self.weights[place].items() if j in unknown}
            row[index] = row.get(index, 0) + below * self.totals[place]
            scales.append(below * self.totals[place])
            rows.append(row)
        return scales, rows

    def _solve_all(self, sides: Sequence[Column]) -> list[Column]:
        """Solve for many sides, unless the first solution shows that all would not fit."""
        entries = len(sides) * len(self._moving)
        if entries <= 10**6 or self.is_symbolic:
            return self._solve(sides, self._moving)
        first = self._solve(sides[:1], self._moving)
        bits = int(first[0].denominator).bit_length()
        if entries * bits > MOST_BITS:
            raise TooLarge(
                f"{len(sides):,} fractions of about {bits:,} bits for each of "
                f"{len(self._moving):,} states do not fit into memory; ask for one start="
            )
        return first + self._solve(sides[1:], self._moving)

    def _by_state(
        self, columns: Sequence[Column], labels: Sequence[State]
    ) -> dict[State, Answers[State]]:
        """Return {state: {label of the column: entry}}."""
        common = math.lcm(*(int(column.denominator) for column in columns))
        scaled = [
            [n * (common // column.denominator) for n in column.numerators] for column in columns
        ]
        return {
            state: label_entries(labels, Column([entries[index] for entries in scaled], common))
            for index, state in enumerate(self.transient)
        }

    def _answer(
        self, column: Column, places: Sequence[int], start: State
    ) -> Answer | Answers[State]:
        """Return the entry of `start`, 0 for an absorbing one, or all entries by state."""
        if start is ALL:
            return label_entries(self.transient, column)
        if not places:
            return Fraction(0)
        entry = column.numerators[places.index(self._place(start))]
        return label_entries([start], Column([entry], column.denominator))[start]


def _any_symbols(values: Sequence[object]) -> bool:
    return RationalFunction in {*map(type, values)}


def _solve_with_symbols(
    rows: Sequence[Mapping[int, Entry]], columns: Sequence[Sequence[Entry]]
) -> list[Column]:
    columns_of_elements: list[Any] = solve_with_symbols(rows, columns)
    return [Column(values, 1) for values in columns_of_elements]


def _transpose(rows: Sequence[Mapping[int, Entry]]) -> list[dict[int, Entry]]:
    columns: list[dict[int, Entry]] = [{} for _ in rows]
    for i, row in enumerate(rows):
        for j, entry in row.items():
            columns[j][i] = entry
    return columns


def _exact_reward(reward: Value, of_state: str = "") -> Entry:
    exact = as_exact(reward)
    if exact is None:
        raise BadInput(f"the reward {quote(reward)}{of_state} is not exact; use Fraction")
    return exact


def _check_discount(discount: Value) -> Entry:
    exact = as_exact(discount)
    if exact is None or (isinstance(exact, int | Fraction) and not 0 <= exact <= 1):
        raise BadInput(
            f"discount={quote_number(discount)} must be exact and in [0, 1]; use Fraction"
        )
    return exact
