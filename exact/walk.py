"""The exact law of an experiment: every path of every step, equal states merged.

`explore` walks each step of an experiment once from every reachable state, and
returns a `Walk`: for each state the exact law of (next state, gain).  From it
follow the joint law of the Outcome where the game has a longest play,

    P(s, total) = sum P(r, total - gain) P(r -> s, gain)    in topological order,

and the labelled chain with its gains where it has none.
"""

import enum
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from flint import fmpq

from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.law import Law
from montmort.exact.linalg.system import fraction
from montmort.exact.paths import PATHS, MergedResults, Walker, Watch
from montmort.exact.total_gain import total_chances
from montmort.games.chance import Chance
from montmort.games.errors import BadChain, BadInput, TooLarge, UnknownName
from montmort.games.experiment import Experiment, add_gain
from montmort.games.table import Table, check_table
from montmort.games.validation import (
    check_function,
    check_integer,
    check_mapping,
    check_type,
    quote,
)

if TYPE_CHECKING:
    from montmort.exact.chains.transitions import ScaledRow

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])
Target = TypeVar("Target", bound=Hashable)

STATES = 500_000  # default limit: about a gigabyte of laws
LONGEST_LAW = 10**9  # outcomes of a law
BATCH = 1000  # states explored between two calls of watch


def explore(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    *,
    table: Table | None = None,
    limit: int = PATHS,
    states: int = STATES,
    watch: Watch | None = None,
) -> "Walk[State, Outcome]":
    """Walk every path of every step from every state reached; at most `limit` paths in all.

    TooLarge as well when more than `states` states are reached.  `watch(share, paths)`
    is called from time to time with the share of the states found so far that have been
    explored, which may fall again, and the number of paths walked.

    >>> from montmort.games import treize
    >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
    >>> walk.expected("points") - 1
    Fraction(1, 3)
    """
    check_type("experiment", experiment, Experiment, "an Experiment")
    check_integer("states", states, 1)
    if table is not None:
        check_table(table)
    if watch is not None:
        check_function("watch", watch, "share", "paths")
    experiment = experiment.under(rules)
    walker = Walker(limit)
    start = walker.law(lambda chance: experiment.start(rules, chance))
    if None in start.weights:
        raise BadInput(f"{experiment.name}: start() must return a state, not None")
    steps: dict[State, Law[tuple[State | None, Outcome]]] = {}
    known, waiting = set(start), list(start)
    for state in waiting:  # grows during the loop: breadth-first
        steps[state] = walker.law(partial(_step, experiment, rules, table, state))
        for move in steps[state]:
            experiment.check_move(move)
            after = move[0]
            if after is not None and after not in known:
                known.add(after)
                waiting.append(after)
        if len(waiting) > states:
            raise TooLarge(
                f"{experiment.name}: more than {states:,} states; take a smaller game, make "
                "equivalent states compare equal (without counters that the rules do not use), "
                "or raise states="
            )
        if watch is not None and not len(steps) % BATCH:
            watch(Fraction(len(steps), len(waiting)), walker.walked)
    return Walk(experiment=experiment, start=start, steps=steps)


def _step(
    experiment: Experiment[Any, State, Outcome],
    rules: object,
    table: Table | None,
    state: State,
    chance: Chance,
) -> tuple[State | None, Outcome]:
    players = experiment.players(rules, chance) if table is None else table
    return experiment.step(rules, state, chance, players)


@dataclass(frozen=True)
class _End:
    """An end of the game, with the last value of a field."""

    value: Hashable


@dataclass(frozen=True, kw_only=True)
class Walk(Generic[State, Outcome]):
    """All states of an experiment: `steps[state]` is the law of (next state or None, gain)."""

    experiment: Experiment[Any, State, Outcome]
    start: Law[State]
    steps: Mapping[State, Law[tuple[State | None, Outcome]]]

    def __post_init__(self) -> None:
        check_type("experiment", self.experiment, Experiment, "an Experiment")
        check_type("start", self.start, Law, "a Law of states")
        check_mapping("steps", self.steps, "{state: Law}")

    def law(self) -> Law[Outcome]:
        """Return the joint law of the Outcome; BadChain if the game has no longest play.

        >>> from typing import NamedTuple
        >>> class Toss(NamedTuple):
        ...     heads: int
        >>> def two_coins(chance):
        ...     return Toss(chance.pick([1, 1]) + chance.pick([1, 1]))
        >>> explore(Experiment.of_play(two_coins, Toss), None).law()[Toss(heads=1)]
        Fraction(1, 2)
        """
        ended: MergedResults[Outcome] = MergedResults()
        arriving: defaultdict[State, MergedResults[Outcome | None]] = defaultdict(MergedResults)
        for state, weight in self.start.weights.items():
            arriving[state].add([(None, weight, self.start.total)])
        for state in self._topological_order():
            totals, denominator = arriving.pop(state).lowest_terms()
            law = self.steps[state]
            for (after, gain), weight in law.weights.items():
                (ended if after is None else arriving[after]).add(
                    (add_gain(total, gain), before * weight, denominator * law.total)
                    for total, before in totals.items()
                )
        weights, denominator = ended.lowest_terms()
        if sum(weights.values()) != denominator:
            raise ArithmeticError("the chances of all plays do not sum to 1")
        return Law(weights=weights, total=denominator)

    def _topological_order(self) -> list[State]:
        """Return the states, each before those that it leads to."""
        moves = {state: [t for t, _ in law if t is not None] for state, law in self.steps.items()}
        try:
            backwards = list(TopologicalSorter(moves).static_order())
        except CycleError as error:
            around = " -> ".join(map(str, reversed(error.args[1][:8])))
            raise BadChain(
                f"{self.experiment.name}: no longest play ({around}), so no finite joint law; "
                "ask chain(), expected(field) or field_law(field, horizon)"
            ) from None
        return backwards[::-1]

    def chain(self) -> AbsorbingChain[State | None]:
        """Return the chain of the states; None, the end of the game, is absorbing.

        >>> from montmort.games import treize
        >>> rules = treize.Rules(ranks=2, suits=1)
        >>> explore(treize.EXPERIMENTS["game"], rules).chain().rows[0]
        {1: Fraction(1, 2), None: Fraction(1, 2)}
        """
        return self._whole_chain

    @cached_property
    def _whole_chain(self) -> AbsorbingChain[State | None]:
        return self._chain(lambda after, _: after, [None])

    def _chain(
        self, target_of: Callable[[State | None, Outcome], State | Target], ends: Iterable[Target]
    ) -> AbsorbingChain[State | Target]:
        """Return the chain of the states; each move leads to `target_of(next state, gain)`."""
        rows: dict[State | Target, ScaledRow[State | Target]] = {}
        for state, law in self.steps.items():
            row: dict[State | Target, int] = {}
            for move, weight in law.weights.items():
                target = target_of(*move)
                row[target] = row.get(target, 0) + weight
            if row.keys() == {state}:
                raise BadChain(f"{self.experiment.name}: a play that reaches {state!r} never ends")
            rows[state] = row, law.total
        rows |= {end: ({end: 1}, 1) for end in ends}
        return AbsorbingChain.from_weights(rows)

    def expected(self, field: str) -> Fraction:
        """Return the mean of an integer field of the Outcome.

        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).expected("passes")
        Fraction(2, 1)
        """
        return self.start.expected(self.chain().expected(self._gains(field)).__getitem__)

    def variance(self, field: str) -> Fraction:
        """Return the variance of an integer field of the Outcome.

        With T = g + T', g the gain of the first move and T' that of the rest,
        E T^2 = E g^2 + 2 E g T' + E T'^2: the second moment is an expected total as well.

        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).variance("passes")
        Fraction(2, 1)
        """
        chain = self.chain()
        means = {**chain.expected(self._gains(field)), None: Fraction(0)}
        squares: dict[State | None, Fraction] = {
            state: law.expected(
                lambda move: (g := getattr(move[1], field)) * (g + 2 * means[move[0]])
            )
            for state, law in self.steps.items()
        }
        second = chain.expected(squares)
        mean = self.start.expected(means.__getitem__)
        return self.start.expected(second.__getitem__) - mean**2

    def _gains(self, field: str) -> dict[State | None, Fraction]:
        """Return the mean gain of the step from each state."""
        self._check_field(field)
        return {
            state: law.expected(lambda move: self._gain(move, field))
            for state, law in self.steps.items()
        }

    def last_law(self, field: str) -> Law[Any]:
        """Return the law of a truth value or an enum, taken from the last step.

        >>> from typing import NamedTuple
        >>> class Duel(NamedTuple):
        ...     first_wins: bool
        >>> def shoot(rules, shooter, chance, table):
        ...     hit = chance.pick([5, 1])
        ...     return (None if hit else 1 - shooter), Duel(shooter == 0)
        >>> duel = Experiment(name="duel", outcome=Duel, start=lambda *_: 0, step=shoot)
        >>> explore(duel, None).last_law("first_wins")[True]
        Fraction(6, 11)
        """
        self._check_field(field)
        for law in self.steps.values():
            for _, gain in law:
                value = getattr(gain, field)
                if not isinstance(value, bool | enum.Enum):
                    raise BadInput(
                        f"{field}: only a truth value or an enum is taken from the last step; "
                        f"not {value!r}"
                    )

        def target_of(after: State | None, gain: Outcome) -> State | _End:
            return _End(getattr(gain, field)) if after is None else after

        moves = (move for law in self.steps.values() for move in law)
        ends = {_End(getattr(gain, field)) for after, gain in moves if after is None}
        chain = self._chain(target_of, ends)
        absorbed = [(chain.absorption(start=s), self.start[s]) for s in self.start]
        return Law.of(
            {end.value: sum((c[end] * p for c, p in absorbed), Fraction(0)) for end in ends}
        )

    def field_law(self, field: str, horizon: int) -> Law[int]:
        """Return the law of an integer field >= 0 from 0 to horizon, the rest its tail.

        >>> from montmort.games import treize
        >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
        >>> walk.field_law("passes", 2)
        Law(weights={1: 2, 2: 1}, total=4, horizon=2)
        """
        self._check_field(field)
        check_integer("horizon", horizon, 0, LONGEST_LAW)
        chances = dict(enumerate(islice(self.field_chances(field), horizon + 1)))
        return Law.of(chances, horizon=horizon)

    def field_chances(self, field: str) -> Iterator[Fraction]:
        """Yield P(field = 0), P(field = 1), … of an integer field >= 0, endlessly.

        >>> from montmort.games import treize
        >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
        >>> chances = walk.field_chances("passes")
        >>> [str(next(chances)) for _ in range(3)]
        ['0', '1/2', '1/4']
        """
        self._check_field(field)
        moves = self._moves(field)
        self.chain()  # a play that never ends has no law
        place = {state: index for index, state in enumerate(self.steps)}
        for numerators, denominator in total_chances(moves):
            mean = sum(weight * numerators[place[s]] for s, weight in self.start.weights.items())
            quotient = fmpq(mean) / (denominator * self.start.total)
            yield fraction(quotient.p, quotient.q)

    def _moves(self, field: str) -> list[dict[tuple[int | None, int], int]]:
        """Return the weights of (number of the next state or None, gain), state by state."""
        place: dict[State | None, int | None] = {s: i for i, s in enumerate(self.steps)}
        place[None] = None
        rows = []
        for law in self.steps.values():
            row: dict[tuple[int | None, int], int] = {}
            for move, weight in law.weights.items():
                gain = self._gain(move, field)
                if gain < 0:
                    raise BadInput(f"{field}: field_law needs gains >= 0; this step has {gain}")
                key = place[move[0]], gain
                row[key] = row.get(key, 0) + weight
            rows.append(row)
        return rows

    def _gain(self, move: tuple[State | None, Outcome], field: str) -> int:
        gain = getattr(move[1], field)
        if not isinstance(gain, int) or isinstance(gain, bool):
            raise BadInput(f"{field}: only integers can be summed; this step has {gain!r}")
        return gain

    def _check_field(self, field: str) -> None:
        if not isinstance(field, str) or field not in self.experiment.fields:
            raise UnknownName(
                f"no field {quote(field)} in the outcome of {self.experiment.name}; "
                f"it has {', '.join(self.experiment.fields)}"
            )
