"""The record of a game: its rulebook, and what is known beyond it.

Every entry has a default that is derived from the rules alone: the laws by
walking every path of the reference rules, the simulator by interpreting them.
A game overrides a default where it knows something better.  Entries are
functions that load what they need when they are called, so that a list of
games costs nothing.
"""

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from montmort.games.errors import BadInput
from montmort.games.rulebook import NoRules, Rulebook
from montmort.games.validation import check_type

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from montmort.exact.enumeration import Parts
    from montmort.exact.paths import Watch
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.certificates.check import Checker
    from montmort.verification.certificates.document import Document
    from montmort.verification.claims import Claim
    from montmort.verification.reports.argument import Argument, Provenance
    from montmort.verification.verdicts.quantities import Known

R = TypeVar("R")
Answers = Mapping[str, Any]
Table = Mapping[int, Mapping[str, Fraction]]
Cells = Sequence[Any]
Record = tuple[Sequence[str], Iterable[Cells]]  # a file: its columns and lines

DEALS = "cards"  # the experiment that is one deal, in games that declare their dealing


@dataclass(frozen=True)
class NoQuestion:
    """The question to a solver that has only one answer."""


@dataclass(frozen=True, kw_only=True)
class Enumeration(Generic[R]):
    """A long enumeration on which answers rest, counted in numbered parts.

    `parts(rules, question)` is the enumeration, None where the answers need
    none; `counts` says in words what it counts; `only_on_request` where the
    answers are usually read from a cache and parts are counted if a flag asks.
    """

    parts: "Callable[[R, Any], Parts | None]"
    counts: str
    only_on_request: bool = False


@dataclass(frozen=True, kw_only=True)
class Solver(Generic[R]):
    """The exact answers of a game.

    truth        (rules, experiment, watch) -> {field: Law or Moments}
    question     a dataclass of what may be asked; its fields become flags
    answers      (rules, question, watch) -> {name: exact value}
    enumeration  the enumeration on which answers rest, if there is one
    """

    truth: "Callable[[R, str, Watch | None], Mapping[str, Known]]"
    answers: "Callable[[R, Any, Watch | None], Answers]"
    question: type[Any] = NoQuestion
    enumeration: Enumeration[R] | None = None


@dataclass(frozen=True, kw_only=True)
class Certification(Generic[R]):
    """How an answer is proved to a reader without this package.

    certificate  (rules, watch) -> an independently checkable certificate
    checker      what checks it
    coq          rules -> a proof for Coq, if there is one
    """

    certificate: "Callable[[R, Watch | None], Document]"
    checker: "Checker"
    coq: Callable[[R], str] | None = None


@dataclass(frozen=True, kw_only=True)
class SizeTable(Generic[R]):
    """The same question for every size of a game: the flag --table.

    sizes      the Rules by which each row is played
    columns    the columns of the CSV file, the chance in the last one
    rows       the lines of the CSV file
    figure     the picture of a table
    exact      the exact table {size: {field: chance}}, if there is one
    simulator  what is played for a row, if not the first experiment
    finish     the table made of the means of the fields played
    """

    sizes: Callable[[R], Mapping[int, R]]
    columns: tuple[str, ...]
    rows: Callable[[R, Table], Iterable[Cells]]
    figure: "Callable[[Table], Figure]"
    exact: Callable[[R], Table] | None = None
    simulator: "Callable[[R], Simulator] | None" = None
    finish: Callable[[R, Table], Table] = lambda rules, means: means  # noqa: ARG005


@dataclass(frozen=True, kw_only=True)
class SourceRecords(Generic[R]):
    """Records of single plays as the game's source keeps them.

    `endings` are the endings of the names of an experiment's files, `tables`
    gives (columns, rows) of each file from (rules, seed, plays).
    """

    endings: Mapping[str, tuple[str, ...]]
    tables: Callable[[R, int, int], Iterable[Record]]


@dataclass(frozen=True, kw_only=True)
class Game(Generic[R]):
    """A game: its rulebook, and what is known beyond it, each with a default.

    solver          exact answers; by default the reference rules, walked
    simulation      (rules, experiment, watch) -> Simulator; by default the reference
                    rules, interpreted
    claims          published claims, with what decides them
    certification   the certificate of the answer, with its checker
    argument        (rules, provenance, watch) -> the game's part of a report
    exact_figure    (rules, question, answers) -> the picture of exact answers, None
                    where the laws are the picture
    played_figure   (rules, events) -> the picture of a play, None if there is none
    table           the same question for every size
    source_records  records as the source keeps them
    module          the user's file from which the game was loaded
    """

    rulebook: Rulebook[R]
    solver: Callable[[], Solver[R]] | None = None
    simulation: "Callable[[R, str, Watch | None], Simulator] | None" = None
    claims: "Callable[[], tuple[Claim, ...]]" = tuple
    certification: Callable[[], Certification[R]] | None = None
    argument: "Callable[[R, Provenance, Watch | None], Argument] | None" = None
    exact_figure: "Callable[[R, Any, Answers], Figure | None] | None" = None
    played_figure: "Callable[[R, Sequence[Any]], Figure | None] | None" = None
    table: Callable[[], SizeTable[R]] | None = None
    source_records: SourceRecords[R] | None = None
    module: ModuleType | None = None

    @property
    def name(self) -> str:
        """The name on the command line."""
        return self.rulebook.name

    @property
    def title(self) -> str:
        """The name for people."""
        return self.rulebook.title

    def check(self, rules: object, experiment: str) -> None:
        """Raise BadInput or UnknownName unless these are Rules and an experiment of the game."""
        self.rulebook.experiment(experiment)
        kind = self.rulebook.rules
        if kind is not NoRules:
            check_type("rules", rules, kind, f"{kind.__module__}.{kind.__name__}(…)")

    def truth(
        self, rules: R, experiment: str, watch: "Watch | None" = None
    ) -> "Mapping[str, Known]":
        """Return what is known exactly of an experiment, by field."""
        self.check(rules, experiment)
        return self.solve(experiment).truth(rules, experiment, watch)

    def solve(self, experiment: str) -> Solver[R]:
        """Return the solver; that of the reference rules answers for one experiment."""
        if self.solver is None:
            return solver_of_rules(self.rulebook, experiment)
        return self.solver()

    def answers(
        self, rules: R, question: Any, experiment: str, watch: "Watch | None" = None
    ) -> Answers:
        """Return the exact answers to a question; of a deal, the laws of its cards."""
        self.check(rules, experiment)
        solver = self.solve(experiment)
        check_type("question", question, solver.question, f"a {solver.question.__name__}(…)")
        if experiment != DEALS or self.rulebook.dealing is None:
            return solver.answers(rules, question, watch)
        from montmort.exact.dealt_cards import answers_of

        if question != solver.question():
            raise BadInput(
                f"{question} is not about the cards dealt; leave out what it asks, or the "
                f"experiment {DEALS}"
            )
        return answers_of(self.rulebook.dealing(rules))

    def certify(self) -> Certification[R]:
        """Return how the answer is certified; BadInput if it is not."""
        if self.certification is None:
            raise BadInput(
                f"there is no certificate of {self.name}; `montmort exact {self.name}` answers "
                "without one"
            )
        return self.certification()

    def simulator(self, rules: R, experiment: str, watch: "Watch | None" = None) -> "Simulator":
        """Return the simulator of an experiment."""
        self.check(rules, experiment)
        if self.simulation is not None:
            return self.simulation(rules, experiment, watch)
        from montmort.montecarlo.simulator import simulator_of

        return simulator_of(self.rulebook.experiment(experiment), rules, game=self.name)


def solver_of_rules(rulebook: Rulebook[R], experiment: str) -> Solver[R]:
    """Return the solver that walks every path of the reference rules.

    >>> from montmort.games import treize
    >>> solver = solver_of_rules(treize.RULEBOOK, "game")
    >>> found = solver.answers(treize.Rules(ranks=2, suits=1), NoQuestion(), None)
    >>> found["points_chances"]["0"]
    Fraction(1, 2)
    """

    def truth(rules: R, experiment: str, watch: "Watch | None") -> "Mapping[str, Known]":
        from montmort.verification.external.own_game import laws_of

        return laws_of(rulebook.experiment(experiment), rules, watch)

    def answers(rules: R, _question: Any, watch: "Watch | None") -> Answers:
        known = truth(rules, experiment, watch)
        return {key: value for name, law in known.items() for key, value in _summary(name, law)}

    return Solver(truth=truth, answers=answers)


def _summary(name: str, known: "Known") -> Iterator[tuple[str, Any]]:
    """Yield mean, variance and chances of a field, as far as they are known."""
    from montmort.exact.moments import Moments

    if isinstance(known, Moments):
        yield f"{name}_mean", known.mean
        yield f"{name}_variance", known.variance
        return
    if known.tail:
        yield f"{name}_tail", known.tail
    elif not any(isinstance(value, enum.Enum) for value in known):
        yield f"{name}_mean", known.mean()
        yield f"{name}_variance", known.variance()
    yield f"{name}_chances", {_word(value): chance for value, chance in known.chances().items()}


def _word(value: Any) -> str:
    return value.name.lower() if isinstance(value, enum.Enum) else str(value).lower()
