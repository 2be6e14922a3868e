"""The exact law of an experiment: every path of every step, equal states merged.

`explore` walks each step of an experiment once from every reachable state, and
returns a `Walk`: the states, numbered, and their moves in arrays (`moves`).  From
it follow the joint law of the Outcome where the game has a longest play
(`longest_play`), and means, variances and the laws of single fields where it has
none (`absorbing_system`, `total_gain`).
"""

import enum
import math
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, Generic, TypeVar, cast

import numpy as np

from montmort.display import InNotebooks, Summary
from montmort.exact.absorbing_system import (
    AbsorbingSystem,
    merged,
)
from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.chains.markov import MarkovChain
from montmort.exact.endless_play import Endless, check_gains, closed_classes, stopped, way_to
from montmort.exact.graphs import find_cycle, topological_order
from montmort.exact.law import Law
from montmort.exact.longest_play import NoLongestPlay, Totals, law_of_sums, law_of_totals
from montmort.exact.moves import END, Moves, MovesView, Size
from montmort.exact.total_gain import total_chances
from montmort.games.errors import BadChain, BadInput, UnknownName
from montmort.games.experiment import Experiment, add_gain
from montmort.games.validation import (
    check_fraction,
    check_integer,
    check_text,
    check_type,
    quote,
)

State = TypeVar("State", bound=Hashable)
Outcome = TypeVar("Outcome", bound=tuple[Any, ...])

LONGEST_LAW = 10**9  # outcomes of a law


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Walk(InNotebooks, Generic[State, Outcome]):
    """All states of an experiment and their moves; `way` says how they were found."""

    experiment: Experiment[Any, State, Outcome]
    moves: Moves[State, Outcome]
    way: str = ""

    def __post_init__(self) -> None:
        check_type("experiment", self.experiment, Experiment, "an Experiment")
        check_type("moves", self.moves, Moves, "the Moves of a walk")
        check_text(way=self.way)

    @property
    def size(self) -> Size:
        """The number of states and of moves."""
        return self.moves.size

    @property
    def how(self) -> str:
        """A sentence on how the states were found, and how many."""
        states, moves = self.size
        size = f"{states:,} state{'s' * (states > 1)}, {moves:,} move{'s' * (moves > 1)}"
        return f"{size}; {self.way}" if self.way else size

    def __repr__(self) -> str:
        return f"<Walk of {self.experiment.name}: {self.how}>"

    def _summary(self) -> Summary:
        states, moves = self.size
        rows = [("states", f"{states:,}"), ("moves", f"{moves:,}")]
        return Summary(f"Walk of {self.experiment.name}", rows)

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same experiment, states and chances, however found.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games.treize import EXPERIMENTS, Rules
        >>> two, again, three = (
        ...     explore(EXPERIMENTS["game"], Rules(ranks=r, suits=1)) for r in (2, 2, 3)
        ... )
        >>> two == again, two == three
        (True, False)
        """
        if not isinstance(other, Walk):
            return NotImplemented
        return self is other or bool(
            self.experiment == other.experiment
            and self.start == other.start
            and self.steps == other.steps
        )

    def __hash__(self) -> int:
        return hash((self.experiment.name, self.size.states))

    @cached_property
    def start(self) -> Law[State]:
        """The law of the first state."""
        return self.moves.start()

    @cached_property
    def steps(self) -> Mapping[State, Law[tuple[State | None, Outcome]]]:
        """The laws of the steps, {state: law of (next state or None, gain)}."""
        return MovesView(self.moves)

    def law(self) -> Law[Outcome]:
        """Return the joint law of the Outcome; BadChain if the game has no longest play.

        >>> from montmort.exact.from_rules import explore
        >>> from typing import NamedTuple
        >>> class Toss(NamedTuple):
        ...     heads: int
        >>> def two_coins(chance):
        ...     return Toss(chance.pick([1, 1]) + chance.pick([1, 1]))
        >>> explore(Experiment.of_play(two_coins, Toss), None).law()[Toss(heads=1)]
        Fraction(1, 2)
        """
        try:
            law = law_of_totals(self.moves, Totals(self.moves.gains, add_gain))
        except NoLongestPlay:
            raise self._no_longest_play(self.moves) from None
        return replace(law, how=self.how)

    @cached_property
    def has_longest_play(self) -> bool:
        """Whether no play can come back to a state.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).has_longest_play
        False
        """
        return topological_order(self.moves.bounds, self.moves.targets) is not None

    def _no_longest_play(self, moves: Moves[State, Any]) -> BadChain:
        cycle = find_cycle(moves.bounds, moves.targets)
        around = " -> ".join(str(moves.states[s]) for s in cycle[:8])
        return BadChain(
            f"{self.experiment.name}: no longest play ({around}), so no finite joint law; "
            "ask chain(), expected(field) or field_law(field, horizon)"
        )

    def chain(self) -> AbsorbingChain[State | None]:
        """Return the chain of the states; None, the end of the game, is absorbing.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> rules = treize.Rules(ranks=2, suits=1)
        >>> explore(treize.EXPERIMENTS["game"], rules).chain().rows[0]
        {1: Fraction(1, 2), None: Fraction(1, 2)}
        """
        return self._chain

    @cached_property
    def _closed(self) -> list[list[int]]:
        """The classes of states that are never left, and from which no play ends."""
        return closed_classes(self.moves)

    @cached_property
    def _ending(self) -> Moves[State, Any]:
        """The moves, with a last gain, None, by which plays end that come into such a class."""
        closed = [state for members in self._closed for state in members]
        return stopped(self.moves, closed) if closed else self.moves

    @cached_property
    def never_ends(self) -> Fraction:
        """The chance that a play never ends.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games.experiment import Nothing
        >>> def toss(rules, state, chance, table):
        ...     return (None if state == "toss" and chance.pick([1, 2]) else "lost"), Nothing()
        >>> game = Experiment(name="toss", outcome=Nothing, start=lambda *_: "toss", step=toss)
        >>> explore(game, None).never_ends
        Fraction(1, 3)
        """
        if not self._closed:
            return Fraction(0)
        last = [False] * len(self.moves.gains) + [True]
        return self._system.chances([last])[0]

    def chain_to_rest(self) -> AbsorbingChain[State | None]:
        """Return the chain in which None, the end, follows where plays never end.

        BadChain if something is gained for ever.
        """
        if not self._closed:
            return self.chain()
        for field in self.experiment.fields:
            if all(type(getattr(gain, field)) in (int, Fraction) for gain in self.moves.gains):
                self.check_total(field)
        states, totals, rows = self._rows()
        closed = {state for members in self._closed for state in members}
        end = {len(states): 1}
        moved = (end if s in closed else row for s, row in enumerate(rows))
        ones = (1 if s in closed else total for s, total in enumerate(totals))
        return AbsorbingChain((*states, None), (*ones, 1), (*moved, end))

    def check_ends(self) -> None:
        """Raise BadChain if a play may be endless."""
        if self._closed:
            way = way_to(self.moves, self._closed[0][0])
            raise BadChain(f"{self.experiment.name}: {way}, never ends")

    @cached_property
    def _chain(self) -> AbsorbingChain[State | None]:
        self.check_ends()
        states, totals, rows = self._rows()
        return AbsorbingChain((*states, None), (*totals, 1), (*rows, {len(states): 1}))

    def _rows(self) -> tuple[tuple[State, ...], tuple[int, ...], tuple[dict[int, int], ...]]:
        """Return states, totals and rows {next state: weight}; the end comes last."""
        bounds, targets, weights = merged(self.moves)
        columns, entries = targets.tolist(), weights.tolist()
        rows = (
            dict(zip(columns[i:j], entries[i:j], strict=True)) for i, j in pairwise(bounds.tolist())
        )
        return tuple(self.moves.states), tuple(self.moves.totals.tolist()), tuple(rows)

    def stationary(self) -> Law[State]:
        """Return the stationary law of the states of a game that never ends.

        >>> from montmort.exact.from_rules import explore
        >>> class Nothing(tuple):
        ...     _fields = ()
        >>> def wander(rules, side, chance, table):
        ...     return (side if chance.pick([1, 2]) else 1 - side), Nothing()
        >>> swing = Experiment(name="swing", outcome=Nothing, start=lambda *_: 0, step=wander)
        >>> explore(swing, None).stationary()
        Law(weights={0: 1, 1: 1}, total=2)
        """
        if (self.moves.targets == END).any():
            raise BadChain(f"{self.experiment.name}: plays end, so there is no stationary law")
        law = MarkovChain(*self._rows()).stationary()
        return cast("Law[State]", law)

    @cached_property
    def _system(self) -> AbsorbingSystem:
        return AbsorbingSystem(self._ending)

    def expected(self, field: str) -> Fraction:
        """Return the mean of a field of numbers of the Outcome, integers or Fractions.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).expected("passes")
        Fraction(2, 1)
        """
        values, unit = self._numbers(field)
        return self._system.mean(values) / unit

    def variance(self, field: str) -> Fraction:
        """Return the variance of a field of numbers of the Outcome.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).variance("passes")
        Fraction(2, 1)
        """
        values, unit = self._numbers(field)
        mean, square = self._system.moments(values)
        return (square - mean**2) / unit**2

    def steps_to_end(self) -> tuple[Fraction, Fraction]:
        """Return mean and variance of the number of steps of a play.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).steps_to_end()
        (Fraction(2, 1), Fraction(2, 1))
        """
        self.check_ends()
        mean, square = self._system.moments([1] * len(self.moves.gains))
        return mean, square - mean**2

    def steps_law(self, horizon: int | None = None) -> Law[int]:
        """Return the law of the number of steps, as `field_law` does that of a field.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1)).steps_law(2)
        Law(weights={1: 2, 2: 1}, total=4, horizon=2)
        """
        self.check_ends()
        return self._law_of_sums([1] * len(self.moves.gains), horizon)

    def check_total(self, field: str) -> None:
        """Raise BadChain if a number may change for ever, so that it has no total."""
        self._numbers(field)

    def quantile(self, field: str, level: Fraction) -> int | Fraction:
        """Return the smallest x with P(field <= x) >= level, of a field of numbers.

        In a game without a longest play the gains must be >= 0, and level < 1.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
        >>> walk.quantile("passes", Fraction(3, 4))
        2
        """
        check_fraction("level", level)
        values, unit = self._numbers(field)
        try:
            return _in_unit(law_of_sums(self._ending, values).quantile(level), unit)
        except NoLongestPlay:
            if not 0 < level < 1:
                raise BadInput(
                    f"level={quote(level)} must be in (0, 1): there is no longest play"
                ) from None
        below = Fraction(0)
        for total, chance in enumerate(self._chances_of_sums(values, field)):
            below += chance
            if below >= level:
                return _in_unit(total, unit)
        raise ArithmeticError("the chances of all totals ended")

    def last_law(self, field: str) -> Law[Any]:
        """Return the law of a truth value or an enum, taken from the last step.

        If plays may be endless, Endless.NEVER_ENDS is an outcome as well.

        >>> from montmort.exact.from_rules import explore
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
        values: list[Any] = [getattr(gain, field) for gain in self.moves.gains]
        for value in values:
            if not isinstance(value, bool | enum.Enum):
                raise BadInput(
                    f"{field}: only a truth value or an enum is taken from the last step; "
                    f"not {quote(value)}"
                )
        values += [Endless.NEVER_ENDS] if self._closed else []
        try:
            return law_of_totals(self._ending, Totals(values, lambda _, value: value))
        except NoLongestPlay:
            return self._absorption(values)

    def _absorption(self, values: list[Any]) -> Law[Any]:
        """Return the law of the value of the last gain; `values` by number of the gain."""
        moves = self._ending
        ended = np.unique(moves.gained[moves.targets == END]).tolist()
        last = list(dict.fromkeys(values[g] for g in ended))
        kinds = [[value == end for value in values] for end in last]
        if len(last) == 2:
            chances = [self._system.split(kinds[0])]
        else:
            chances = self._system.chances(kinds[:-1])
        return Law.of(dict(zip(last, [*chances, 1 - sum(chances, Fraction(0))], strict=True)))

    def field_law(self, field: str, horizon: int | None = None) -> Law[Any]:
        """Return the law of a field of numbers >= 0 from 0 to horizon, the rest its tail.

        Without a horizon the whole law, of any numbers; BadChain without a longest play,
        unless only the last step of a play has a gain.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
        >>> walk.field_law("passes", 2)
        Law(weights={1: 2, 2: 1}, total=4, horizon=2)
        """
        values, unit = self._numbers(field)
        if unit == 1:
            return self._law_of_sums(values, horizon, field)
        law = self._law_of_sums(values, None if horizon is None else horizon * unit, field)
        chances = {_in_unit(total, unit): chance for total, chance in law.chances().items()}
        return Law.of(chances, horizon=horizon)

    def _law_of_sums(
        self, values: list[int], horizon: int | None, field: str = "steps"
    ) -> Law[int]:
        if horizon is None:
            try:
                return law_of_sums(self._ending, values)
            except NoLongestPlay:
                if self._only_at_the_end(values):
                    return self._absorption(values)
                raise self._no_longest_play(self._ending) from None
        check_integer("horizon", horizon, 0, LONGEST_LAW)
        chances = dict(enumerate(islice(self._chances_of_sums(values, field), horizon + 1)))
        return Law.of(chances, horizon=horizon)

    def _only_at_the_end(self, values: list[int]) -> bool:
        """Return whether the gain of every move that does not end the play is 0."""
        moves = self._ending
        going_on = np.unique(moves.gained[moves.targets != END]).tolist()
        return not any(values[gain] for gain in going_on)

    def field_chances(self, field: str) -> Iterator[Fraction]:
        """Yield P(field = 0), P(field = 1), … of an integer field >= 0, endlessly.

        >>> from montmort.exact.from_rules import explore
        >>> from montmort.games import treize
        >>> walk = explore(treize.EXPERIMENTS["game"], treize.Rules(ranks=2, suits=1))
        >>> chances = walk.field_chances("passes")
        >>> [str(next(chances)) for _ in range(3)]
        ['0', '1/2', '1/4']
        """
        values, unit = self._numbers(field)
        if unit != 1:
            raise BadInput(
                f"{field}: field_chances counts integers; take field_law, or {unit} times"
            )
        return self._chances_of_sums(values, field)

    def _chances_of_sums(self, values: list[int], field: str) -> Iterator[Fraction]:
        for value in values:
            if value < 0:
                raise BadInput(f"{field}: field_law needs gains >= 0; this step has {value}")
        return total_chances(self._ending, values)

    def _numbers(self, field: str) -> tuple[list[int], int]:
        """Return the values of a field of numbers by number of the gain, as multiples of 1/unit."""
        self._check_field(field)
        values = [getattr(gain, field) for gain in self.moves.gains]
        for value in values:
            if not isinstance(value, int | Fraction) or isinstance(value, bool | enum.Enum):
                hint = ": write int(…)" if isinstance(value, np.integer) else ""
                raise BadInput(
                    f"{field}: only numbers can be summed; this step has {value!r}{hint}"
                )
        unit = math.lcm(*(value.denominator for value in values))
        numbers = [value.numerator * (unit // value.denominator) for value in values]
        check_gains(field, self.moves, self._closed, numbers)
        return numbers + [0] * bool(self._closed), unit

    def _check_field(self, field: str) -> None:
        if not isinstance(field, str) or field not in self.experiment.fields:
            raise UnknownName(
                f"no field {quote(field)} in the outcome of {self.experiment.name}; "
                f"it has {', '.join(self.experiment.fields)}"
            )


def _in_unit(total: int, unit: int) -> int | Fraction:
    """Return total/unit, an integer where it is one."""
    return Fraction(total, unit) if total % unit else total // unit
