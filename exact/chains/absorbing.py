"""Absorbing Markov chains with labelled states, rational or with symbols.

    P = | Q R |      N = (I - Q)^-1 = I + Q + Q^2 + …
        | 0 I |

Q moves among the transient states, R from these into the absorbing ones.
N[s, t] is the expected number of visits to t from s, the start included;
N r the expected total reward, N R the chances of absorption.  Every row must
sum to exactly 1 and every transient state must reach absorption: then I - Q
is nonsingular and all answers are rational (Kemeny & Snell 1960, chapter 3).

With T the total reward from a state and T' the rest of it behind the first
step, T = r + T', so that E T^2 = r^2 + 2 r E T' + E T'^2, which gives

    E T^2 = N (2 r ∘ N r - r^2).

The chance of absorption in exactly k steps is e_s Q^(k-1) R 1, hence the pgf

    F_s(z) = z e_s (I - z Q)^-1 R 1,

a polynomial over det(I - z Q), whose degree is at most the number of states.

Nothing is inverted to get one column: rows are cleared to integers and the
system is solved (`exact.linalg.integer_systems`); questions about one start look only at the
states that can be reached from it, or solve the transposed system for one row
of N.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, overload

from montmort.exact.chains.lazy_values import as_exact, labelled
from montmort.exact.chains.transitions import Kind, Number, State, Transitions, some, spread
from montmort.exact.law import Law
from montmort.exact.linalg import symbolic_systems as symbols
from montmort.exact.linalg.integer_systems import Column, solve
from montmort.games.errors import BadChain, BadInput, TooLarge
from montmort.games.validation import check_integer

Reward = Number | Mapping[Any, Number] | Callable[[Any], Number]
Answer = Any  # a Fraction, or an expression where the chain or the reward has symbols
Answers = Mapping[State, Answer]

ALL: Any = object()  # None may be a state
MOST_BITS = 2 * 10**10  # of all integers of an answer: some gigabytes
PGF_STATES = 1000  # whose determinant takes half a minute


@dataclass(frozen=True, repr=False)
class AbsorbingChain(Transitions[State]):
    """A chain that ends; build it with `AbsorbingChain.from_rows` or another `from_…`.

    A state with probability 1 to itself absorbs; every other state must reach
    one of these, else BadChain (a ValueError) names those that never end.

    >>> half = Fraction(1, 2)
    >>> coin = AbsorbingChain.from_rows({"toss": {"toss": half, "done": half}, "done": {"done": 1}})
    >>> coin.expected(start="toss")
    Fraction(2, 1)
    """

    def __post_init__(self) -> None:
        """Raise BadChain unless every state reaches an absorbing one."""
        ending = self.reaching(self._ends)
        if len(ending) < len(self.states):
            raise BadChain(self._endless([i for i in range(len(self.states)) if i not in ending]))

    def _endless(self, places: list[int]) -> str:
        closed = next(found for found in self.classes if found.kind is Kind.RECURRENT)
        return (
            f"state {some([self.states[i] for i in places])} never ends: no absorbing state can be "
            f"reached from the closed class {some(closed.states, shown=5)}; let one of them absorb"
        )

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(i for i, row in enumerate(self.weights) if row.keys() == {i})

    @cached_property
    def _moving(self) -> tuple[int, ...]:
        """The places of the transient states: the unknowns of every system, in this order."""
        ends = set(self._ends)
        return tuple(i for i in range(len(self.states)) if i not in ends)

    @property
    def transient(self) -> tuple[State, ...]:
        """The transient states, in the order of the rows."""
        return tuple(self.states[i] for i in self._moving)

    @property
    def absorbing(self) -> tuple[State, ...]:
        """The absorbing states, in the order of the rows."""
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
        return labelled(self.transient, self._row_of_n(start))

    def expected(
        self, reward: Reward = 1, *, start: State = ALL, discount: Number = 1
    ) -> Answer | Answers[State]:
        """Return N·r, the expected total reward, for `start` or for every transient state.

        The reward (a number, a mapping or a function of the state) counts at
        every visit to a transient state, time 0 included; reward 1 gives the
        expected number of steps.  With a `discount` d the reward after k steps
        counts d^k times, and N is (I - d Q)^-1.
        """
        places = self._asked(start)
        rewards = self._rewards(reward, places)
        column = self._solve([rewards], places, discount=_discount(discount))[0]
        return self._answer(column, places, start)

    def second_moment(self, reward: Reward = 1, *, start: State = ALL) -> Answer | Answers[State]:
        """Return E T^2 of the total reward T, for `start` or for every transient state.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).second_moment(start="toss")
        Fraction(6, 1)
        """
        places = self._asked(start)
        return self._answer(self._second_moments(reward, places)[1], places, start)

    def variance(self, reward: Reward = 1, *, start: State = ALL) -> Answer | Answers[State]:
        """Return Var T of the total reward T, for `start` or for every transient state.

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).variance(start="toss")
        Fraction(2, 1)
        """
        places = self._asked(start)
        first, second = self._second_moments(reward, places)
        square = first.denominator**2
        spread = [
            square * s - second.denominator * f**2
            for f, s in zip(first.numerators, second.numerators, strict=True)
        ]
        return self._answer(Column(spread, square * second.denominator), places, start)

    def _second_moments(self, reward: Reward, places: Sequence[int]) -> tuple[Column, Column]:
        """Return N r and N (2 r ∘ N r - r^2)."""
        r = self._rewards(reward, places)
        first = self._solve([r], places)[0]
        side = [
            n * (2 * m * r.denominator - n * first.denominator)
            for n, m in zip(r.numerators, first.numerators, strict=True)
        ]
        below = first.denominator * r.denominator**2
        return first, self._solve([Column(side, below)], places)[0]

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
            return labelled(self.absorbing, Column([int(e == start) for e in self.absorbing], 1))
        visits = self._row_of_n(start)
        chances = dict.fromkeys(self._ends, 0)
        for visit, row in zip(visits.numerators, exits, strict=True):
            for end, weight in row.items():
                chances[end] += visit * weight
        return labelled(self.absorbing, Column([*chances.values()], visits.denominator * total))

    def steps_law(self, start: State, horizon: int) -> Law[int]:
        """Return the law of the number of steps to absorption, 0 … horizon, the rest its tail.

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
                f"the law up to {horizon} steps may need {horizon:,} integers of as many times "
                f"{bits} bits; ask for a shorter horizon"
            )
        ended = self._endings(start, horizon)
        weights = {k: w * common ** (horizon - k) for k, w in enumerate(ended, 1)}
        return Law(weights=weights, total=common**horizon, horizon=horizon)

    @cached_property
    def _common(self) -> int:
        """L, the least common multiple of the totals."""
        return math.lcm(*self.totals)

    def _endings(self, start: State, horizon: int) -> list[int]:
        """Return the integers L^k P(absorbed in exactly k steps) for k = 1 … horizon."""
        self._check_numbers("the law of the number of steps")
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

    def steps_pgf(self, start: State, z: Any = None) -> Any:
        """Return the pgf of the number of steps, sum P(k steps) z^k, as a rational function.

        `z` is a sympy symbol (default z).

        >>> rows = {"toss": {"toss": Fraction(1, 2), "done": Fraction(1, 2)}, "done": {"done": 1}}
        >>> AbsorbingChain.from_rows(rows).steps_pgf("toss")
        -z/(z - 2)
        """
        import sympy

        z = sympy.Symbol("z") if z is None else z
        if z in self.symbols:
            raise BadInput(
                f"{z} is a symbol of the chain already; name another, as in z=Symbol('s')"
            )
        if self._place(start) in self._ends:
            return sympy.Integer(1)
        if not self.is_symbolic:
            return self._pgf_of_numbers(start, z)
        exits, total = self._exits
        leaving = Column([sum(row.values()) for row in exits], total)
        places = self._moving.index(self._place(start))
        column = self._solve([leaving], self._moving, discount=z)[0]
        return sympy.factor(z * column.numerators[places] / column.denominator)

    def _pgf_of_numbers(self, start: State, z: Any) -> Any:
        """Return the pgf: its denominator det(I - zQ), its numerator from the first chances."""
        import sympy
        from flint import fmpz_mat, fmpz_poly

        states = self._reached(self._place(start))
        if len(states) > PGF_STATES:
            raise TooLarge(
                f"the pgf of {len(states):,} states, more than {PGF_STATES:,}; ask for steps_law"
            )
        common, ended = self._common, self._endings(start, len(states))
        matrix = [
            [self.weights[i].get(j, 0) * (common // self.totals[i]) for j in states] for i in states
        ]
        below = fmpz_poly(fmpz_mat(matrix).charpoly().coeffs()[::-1])  # det(I - x LQ), x = z / L
        series = fmpz_poly([0, *ended]) * below
        above = fmpz_poly(series.coeffs()[: len(states) + 1])
        shared = above.gcd(below)
        x = z / sympy.Integer(common)
        return sympy.factor(_polynomial(above // shared, x) / _polynomial(below // shared, x))

    def _reached(self, place: int) -> Sequence[int]:
        """Return the transient places that can be reached from `place`, in the order of the rows.

        None of them moves outside but into an absorbing state.
        """
        ends = set(self._ends)
        found = spread([place], lambda i: self.weights[i].keys() - ends)
        return self._moving if len(found) == len(self._moving) else sorted(found)

    def _asked(self, start: State) -> Sequence[int]:
        """Return the places that a question about `start`, or about every state, is about."""
        if start is ALL:
            return self._moving
        place = self._place(start)
        return () if place in self._ends else self._reached(place)

    def _check_numbers(self, what: str) -> None:
        if self.is_symbolic:
            raise BadInput(f"{what} needs numbers for the symbols; see at() and steps_pgf()")

    @cached_property
    def _exits(self) -> tuple[list[dict[int, Any]], int]:
        """R of the transient rows as ({end: weight} for each, total of all)."""
        ends = set(self._ends)
        total = math.lcm(*(self.totals[i] for i in self._moving))
        rows = [
            {j: w * (total // self.totals[i]) for j, w in self.weights[i].items() if j in ends}
            for i in self._moving
        ]
        return rows, total

    def _row_of_n(self, start: State) -> Column:
        """Return e_start N, from the transposed system; zeros for an absorbing start."""
        place, places = self._place(start), self._asked(start)
        unit = Column([int(i == place) for i in places], 1)
        visits = self._solve([unit], places, transposed=True)[0]
        found = dict(zip(places, visits.numerators, strict=True))
        return Column([found.get(i, 0) for i in self._moving], visits.denominator)

    def _rewards(self, reward: Reward, places: Sequence[int]) -> Column:
        """Return the rewards of transient places over one denominator."""
        if isinstance(reward, Mapping):
            for state in reward:
                self._place(state)
        if isinstance(reward, Mapping) or (callable(reward) and not symbols.is_expression(reward)):
            rewards = [_reward(reward, self.states[i]) for i in places]
        else:
            rewards = [_exact_reward(reward)] * len(places)
        if symbols.any_expression(rewards):
            return Column(rewards, 1)
        total = math.lcm(*(r.denominator for r in rewards))
        return Column([r.numerator * (total // r.denominator) for r in rewards], total)

    def _solve(
        self,
        sides: Sequence[Column],
        places: Sequence[int],
        *,
        discount: Number = 1,
        transposed: bool = False,
    ) -> list[Column]:
        """Return x with (I - dQ) x = side for every side, or x (I - dQ) = side.

        Q and the sides are those of the `places`, which no move leaves.
        Rows are cleared: A = S (I - dQ) with the integers S.  So A x = S side,
        and in x (I - dQ) = x S^-1 A the solution z of z A = side gives x = z S.
        """
        everywhere = places is self._moving and discount == 1
        scales, rows = self._system if everywhere else self._cleared_system(places, discount)
        before, after = scales, [1] * len(scales)
        if transposed:
            before, after, rows = after, scales, _transposed(rows)
        symbolic = self.is_symbolic or symbols.is_expression(discount)
        symbolic |= any(symbols.any_expression(side.numerators) for side in sides)
        columns = [[s * n for s, n in zip(before, side.numerators, strict=True)] for side in sides]
        solved = symbols.solve(rows, columns) if symbolic else solve(rows, columns)
        return [
            Column(
                [s * n for s, n in zip(after, column.numerators, strict=True)],
                column.denominator * side.denominator,
            )
            for column, side in zip(solved, sides, strict=True)
        ]

    @cached_property
    def _system(self) -> tuple[list[int], list[dict[int, Any]]]:
        return self._cleared_system(self._moving, 1)

    def _cleared_system(
        self, places: Sequence[int], discount: Number
    ) -> tuple[list[int], list[dict[int, Any]]]:
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
        """Solve for many sides, unless the first tells that the answers would not fit."""
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

    def _by_state(self, columns: Sequence[Column], labels: Sequence[Any]) -> dict[State, Any]:
        """Return {state: {label of the column: entry}}."""
        common = math.lcm(*(int(column.denominator) for column in columns))
        scaled = [
            [n * (common // column.denominator) for n in column.numerators] for column in columns
        ]
        return {
            state: labelled(labels, Column([entries[index] for entries in scaled], common))
            for index, state in enumerate(self.transient)
        }

    def _answer(self, column: Column, places: Sequence[int], start: State) -> Any:
        """Return the entry of `start`, 0 for an absorbing one, or all entries by state."""
        if start is ALL:
            return labelled(self.transient, column)
        if not places:
            return Fraction(0)
        entry = column.numerators[places.index(self._place(start))]
        return labelled([start], Column([entry], column.denominator))[start]


def _transposed(rows: Sequence[Mapping[int, Any]]) -> list[dict[int, Any]]:
    turned: list[dict[int, Any]] = [{} for _ in rows]
    for i, row in enumerate(rows):
        for j, entry in row.items():
            turned[j][i] = entry
    return turned


def _polynomial(coefficients: Any, x: Any) -> Any:
    return sum((int(c) * x**k for k, c in enumerate(coefficients.coeffs())), start=0 * x)


def _reward(reward: Reward, state: Any) -> Number:
    given = reward.get(state, 0) if isinstance(reward, Mapping) else reward(state)
    return _exact_reward(given, f" of state {state!r}")


def _exact_reward(reward: Number, whose: str = "") -> Number:
    exact = as_exact(reward)
    if exact is None:
        raise BadInput(f"the reward {reward!r}{whose} is not exact; use Fraction")
    return exact


def _discount(discount: Number) -> Number:
    exact = as_exact(discount)
    if exact is None or (isinstance(exact, int | Fraction) and not 0 <= exact <= 1):
        raise BadInput(f"{discount=!s} must be exact and in [0, 1]; use Fraction")
    return exact
