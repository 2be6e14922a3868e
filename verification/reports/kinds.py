"""By which kind of argument the exact answers of an experiment follow, with its numbers.

The theorems and their proofs are in the template `kinds.md`; here are the facts they need.
"""

import enum
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from montmort.exact.decisions.best_play import BestChoice, Optimal
from montmort.exact.decisions.enclosure import Enclosure, Sides
from montmort.exact.decisions.hidden import HiddenSolution
from montmort.exact.decisions.solution import Solution
from montmort.exact.decisions.spelling import fields_of, words, words_apart
from montmort.exact.formatting import places_apart
from montmort.exact.law import Law
from montmort.exact.walk import Walk
from montmort.verification.optimal_play import OptimalPlay
from montmort.verification.outcome_laws import FieldLaw, OutcomeLaws, word
from montmort.verification.plots.chain import columns_of, draw_chain, extent, is_drawable
from montmort.verification.plots.laws import words_of
from montmort.verification.reports.document import Figure, text
from montmort.verification.reports.figures import WIDTH, drawing
from montmort.verification.reports.numbers import PLACES, decimals, listed
from montmort.verification.reports.settled import Check

MOST_IN_A_MATRIX = 6  # states of a chain whose matrix is printed
MOST_SIGNS = 12  # of an entry
MOST_SOLVED = 20_000  # states of a chain whose mean is found a second time: seconds
MOST_PUT_IN = 500  # states of a chain whose solution is put in again
MOST_DECISIONS = 40  # that a table lists
END = "end"
_ENGINE = re.compile(r"^steps (interpreted|compiled), |, compiled$")
_NOT_OF_THE_GAME = ("not compiled", "played by the optimal strategy")


class Kind(enum.StrEnum):
    """A kind of argument; each is a theorem of `kinds.md`."""

    ENUMERATION = "enumeration"
    CHAIN = "chain"
    INDUCTION = "induction"
    POLICY = "policy"
    ENCLOSURE = "enclosure"
    SEQUENCES = "sequences"
    SOLVER = "solver"


@dataclass(frozen=True, kw_only=True)
class Shape:
    """What is known of an experiment beyond its laws: the walk of its chain, and optimal play."""

    name: str
    found: OutcomeLaws | None
    play: OptimalPlay | None = None

    @property
    def walk(self) -> Walk[Any, Any] | None:
        """The states and moves, under optimal play where there is an aim."""
        return None if self.found is None else self.found.walk

    @property
    def chance_kind(self) -> Kind:
        """The kind of argument for the laws."""
        if self.walk is None:
            return Kind.SOLVER
        return Kind.ENUMERATION if self.walk.has_longest_play else Kind.CHAIN

    @property
    def decision_kind(self) -> Kind | None:
        """The kind of argument for the best value; None without decisions."""
        if self.play is None:
            return None
        best = self.play.found
        if not isinstance(best, Optimal):
            return Kind.SOLVER
        if isinstance(best.solution, HiddenSolution):
            return Kind.SEQUENCES
        if isinstance(best.solution, Enclosure):
            return Kind.ENCLOSURE
        return Kind.POLICY if best.solution.components else Kind.INDUCTION

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Both kinds, without repetition."""
        laws = (self.chance_kind,) if self.found is not None else ()
        best = () if self.decision_kind is None else (self.decision_kind,)
        return tuple(dict.fromkeys((*best, *laws)))

    @property
    def how(self) -> str:
        """What was walked, in words, without how the machine did it."""
        if self.found is not None:
            return _of_the_game(self.found.how)
        return "" if self.play is None else _of_the_game(self.play.found.how)

    # The chain

    @cached_property
    def rows(self) -> Mapping[str, Mapping[str, Fraction]]:
        """The chances of the moves between named states; empty for a large chain."""
        if self.play is not None or self.walk is None:  # optimal play has numbers for states
            return {}
        if not 1 < self.walk.size.states <= 2 * MOST_IN_A_MATRIX:
            return {}
        names = _names(self.walk)
        rows: dict[str, dict[str, Fraction]] = {}
        for state, law in self.walk.steps.items():
            row = rows.setdefault(names[state], {})
            for (after, _), chance in law.chances().items():
                target = END if after is None else names[after]
                row[target] = row.get(target, Fraction(0)) + chance
        return rows

    @property
    def starts(self) -> Mapping[str, Fraction]:
        """The chances of the first states."""
        if self.walk is None or not self.rows:
            return {}
        names = _names(self.walk)
        return {names[state]: chance for state, chance in self.walk.start.chances().items()}

    @property
    def drawn(self) -> tuple[Figure, ...]:
        """The picture of the chain, if it is small."""
        if not self.rows or not is_drawable(self.rows, self.starts, END):
            return ()
        named = f" A state is named by {self.state_fields}." if self.state_fields else ""
        drawn = f"The chain of {words_of(self.name)}: its states, and the chances of their moves."
        caption = f"{drawn}{named}"
        moves = "; ".join(
            f"from {state} to {', '.join(f'{after} {p}' for after, p in row.items())}"
            for state, row in self.rows.items()
        )
        low, high, wide = extent(self.rows, columns_of(self.rows, self.starts, END))
        height = min(4.0, WIDTH * (high - low) / wide)
        svg = drawing(lambda ax: draw_chain(self.rows, self.starts, END, ax), height=height)
        return (Figure(text(caption), f"A chain: {moves}.", svg),)

    @property
    def states(self) -> list[str]:
        """The names of the states in the order of the matrix; none for a large chain."""
        entries = [p for row in self.rows.values() for p in row.values()]
        is_short = all(len(str(p)) <= MOST_SIGNS for p in entries)
        return list(self.rows) if len(self.rows) <= MOST_IN_A_MATRIX and is_short else []

    @property
    def state_fields(self) -> str:
        """The names of the fields that name a state, in words; empty if it has none."""
        first = None if self.walk is None else next(iter(self.walk.steps), None)
        fields = None if first is None else fields_of(first)
        return listed([words_of(name) for name in fields or ()])

    @property
    def matrix(self) -> list[list[Fraction]]:
        """Q: the chances to go from state to state."""
        return [[self.rows[s].get(t, Fraction(0)) for t in self.states] for s in self.states]

    @property
    def systems(self) -> Iterator[tuple[str, list[Fraction], list[Fraction]]]:
        """Field, expected gain of a step and solution v by state, of the numbers."""
        walk = self.walk
        if walk is None or not self.states:
            return
        for name, law in (self.found.fields if self.found else {}).items():
            if law.law is not None and not _has_numbers(law.law):
                continue
            gains = {s: law.expected(_gain(name)) for s, law in walk.steps.items()}
            values = walk.chain().expected(gains)
            yield name, list(gains.values()), [values[state] for state in walk.steps]

    # Decisions

    @property
    def value(self) -> Fraction | None:
        """The value of optimal play."""
        return None if self.play is None else self.play.found.value

    @property
    def sides(self) -> Sides | None:
        """The bounds of the value, where it is enclosed."""
        return None if self.play is None else self.play.found.enclosure

    @property
    def places(self) -> int:
        """The decimals by which the bounds differ."""
        return PLACES if self.sides is None else places_apart(*self.sides, PLACES)

    @property
    def condition(self) -> str:
        """Which conditions the value of cyclic play rests on: A, B or both."""
        solution = None if self._optimal is None else self._optimal.solution
        return " and ".join(sorted(solution.conditions)) if isinstance(solution, Solution) else ""

    @property
    def nodes(self) -> int:
        """The nodes of the graph of picks and decisions."""
        return 0 if self._optimal is None else self._optimal.size.nodes

    @property
    def components(self) -> int:
        """The components with cycles."""
        solution = None if self._optimal is None else self._optimal.solution
        return solution.components if isinstance(solution, Solution) else 0

    @property
    def opposed(self) -> bool:
        """Whether two seats decide."""
        return self.play is not None and self.play.is_opposed

    @property
    def _optimal(self) -> Optimal | None:
        best = None if self.play is None else self.play.found
        return best if isinstance(best, Optimal) else None

    @property
    def decided(self) -> int:
        """The situations in which a seat decides."""
        return 0 if self.play is None else self.play.found.decided

    @property
    def choices(self) -> list[tuple[str, str, str, str]]:
        """Seat, situation, choice and what each choice is worth; none if there are many."""
        if self.play is None or not 0 < self.decided <= MOST_DECISIONS:
            return []
        decisions = self.play.found.decisions
        views = words_apart([decision.view for decision in decisions])
        return [_cells(decision, view) for decision, view in zip(decisions, views, strict=True)]

    def checks(self) -> Iterator[Check]:
        """Yield values that were found twice, in ways that do not rely on each other."""
        for name, law in (self.found.fields if self.found else {}).items():
            if law.law is None:
                continue
            words_ = words_of(name)
            if not law.law.tail:
                total = sum(law.law.chances().values(), Fraction(0))
                yield Check(f"{self.name}: the chances of {words_} add up to 1", total, Fraction(1))
            if self.walk is not None and _is_summed(law):
                stated = f"{self.name}: the mean of {words_}, by its law and by v = e + Qv"
                if self.walk.size.states <= MOST_SOLVED:
                    yield Check(stated, law.law.mean(), self.walk.expected(name))
            elif self.walk is not None and law.law.tail and law.mean is not None:
                stated = f"{self.name}: the mean of {words_}, by v = e + Qv and put in again"
                if self.walk.size.states <= MOST_PUT_IN:
                    yield Check(stated, law.mean, _put_in(self.walk, name))
        if self.value is not None and self.play is not None and self.found is not None:
            law_ = self.found.fields.get(self.play.aim.text)
            if law_ is not None and law_.mean is not None:
                whose = self.play.whose
                stated = f"{self.name}: the value{whose}, and the mean when the strategy is played"
                yield Check(stated, self.value, law_.mean)


def _of_the_game(how: str) -> str:
    """Return what a solver says of its work, without what is said of its own code.

    >>> _of_the_game("3 states, 8 moves; steps compiled, 442 paths; not compiled: a map (a.py)")
    '3 states, 8 moves; 442 paths'
    >>> _of_the_game("7 states; steps interpreted, 1 path")
    '7 states; 1 path'
    >>> _of_the_game("1 state, 3 moves; 9 paths, compiled")
    '1 state, 3 moves; 9 paths'
    """
    plain = [_ENGINE.sub("", part) for part in how.split("; ")]
    return "; ".join(part for part in plain if part and not part.startswith(_NOT_OF_THE_GAME))


def _has_numbers(law: Law[Any]) -> bool:
    return all(isinstance(x, int | Fraction) and not isinstance(x, bool) for x in law)


def _is_summed(law: FieldLaw) -> bool:
    """Return whether there is a whole law of numbers, which are added over the steps."""
    return law.law is not None and not law.law.tail and _has_numbers(law.law)


def _put_in(walk: Walk[Any, Any], name: str) -> Fraction:
    """Return the mean of e + Qv over the first states, v by the solver of the chain."""
    gains = {s: law.expected(_gain(name)) for s, law in walk.steps.items()}
    values = {**walk.chain().expected(gains), None: Fraction(0)}
    again = {
        s: gains[s] + law.expected(lambda move: values[move[0]]) for s, law in walk.steps.items()
    }
    return walk.start.expected(again.__getitem__)


def _gain(name: str) -> Any:
    return lambda move: getattr(move[1], name)


def _names(walk: Walk[Any, Any]) -> dict[Any, str]:
    """Return short names of the states: the values of their fields."""
    names = {state: _short(state) for state in walk.steps}
    if len({*names.values()} | {END}) <= len(names):  # two are alike
        return {state: str(number) for number, state in enumerate(names)}
    return names


def _short(state: object) -> str:
    fields = fields_of(state)
    parts = [words(part) for part in fields.values()] if fields is not None else [words(state)]
    return ", ".join(parts)


def _cells(decision: BestChoice, view: str) -> tuple[str, str, str, str]:
    named = (
        word(choice) if isinstance(choice, bool) else words(choice) for choice in decision.choices
    )
    names = [words_of(name) for name in named]
    if decision.chances:
        drawn = zip(names, decision.chances, strict=True)
        choice = ", ".join(f"{name}: {chance}" for name, chance in drawn if chance)
    else:
        choice = " or ".join(words_of(words(tie)) for tie in decision.ties)
    worth = zip(names, decision.values, strict=False)
    values = ", ".join(f"{name}: {_worth(value)}" for name, value in worth)
    return str(decision.seat), view, choice, values or "the play never comes here"


def _worth(value: Fraction | Sides) -> str:
    if isinstance(value, Sides):
        return f"{float(value.low):.6g} to {float(value.high):.6g}"
    return str(value) if len(str(value)) <= MOST_SIGNS else decimals(value, 6)
