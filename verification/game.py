"""The record of a game: its rulebook, and what is known beyond it.

Every entry has a default that is derived from the rules alone: the laws by
walking every path of the reference rules, the simulator by interpreting them.
A game overrides a default where it knows something better.  Entries are
functions that load what they need when they are called, so that a list of
games costs nothing.
"""

import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from montmort.display import short_repr
from montmort.exact.solver import Answers, Solver
from montmort.games.errors import BadInput, MontmortError, NoPlayer, UnknownName
from montmort.games.rulebook import NoRules, Rulebook
from montmort.games.validation import check_text, check_type, public_name
from montmort.verification.aim import Aim
from montmort.verification.certificates.certification import Certification

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from sympy import Symbol

    from montmort.exact.paths import Watch
    from montmort.games.experiment import Experiment
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.certificates.document import Document
    from montmort.verification.claims import Claim
    from montmort.verification.direct_solution import DirectSolution
    from montmort.verification.optimal_play import OptimalPlay
    from montmort.verification.outcome_laws import FieldLaw, OutcomeLaws
    from montmort.verification.reports.from_rules import Solved
    from montmort.verification.reports.settled import Settled
    from montmort.verification.verdicts.quantities import Known

R = TypeVar("R")
Table = Mapping[int, Mapping[str, Fraction]]
Cells = Sequence[Any]
Record = tuple[Sequence[str], Iterable[Cells]]  # a file: its columns and lines

DEALS = "cards"  # the experiment that is one deal, in games that declare their dealing


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
class PlantedBug:
    """A bug that was planted into the usual game: in how many `plays` it was found at most."""

    description: str
    plays: int


@dataclass(frozen=True, kw_only=True)
class Game(Generic[R]):
    """A game: its rulebook, and what is known beyond it, each with a default.

    solver          exact answers; by default the reference rules, walked
    known_laws      (rules, experiment, given, watch) -> the laws of its fields, where the game
                    knows them without a walk of its rules
    simulation      (rules, experiment, watch) -> Simulator; by default the reference
                    rules, interpreted
    aim             what is wanted in the first experiment of a game with decisions; it is
                    answered, simulated and verified under the strategy that is best for it;
                    by default what the rulebook says that the first player wants
    optimal         (rules, aim, watch) -> the optimal play that a solver of the game's own
                    finds, None for an aim left to the walk; by default the walk finds all
    named_strategy  rules -> {"value", "strategy"} in JSON's terms, of the strategy that the Rules
                    of a game with `known_laws` name; they stand beside the laws of a play
    claims          published claims, with what decides them
    certification   the certificate of the answer, with its checker; by default the chain
                    of the reference rules, walked
    certifications  certificates of other answers, by the name that `certify --of` gives them
    proof           (rules, experiment, aim) -> a proof for Coq from the rules, None where there is
                    none; by default one from the rows of the certificate
    settled         (game, rules, watch) -> what is stated and proved of the game in its report,
                    with checks; None where nothing is known for these rules
    states_laws     whether that states the rules and the laws as well; by default it stands in
                    the report beside the laws of the reference rules, walked
    reported        the experiments whose laws are in that report; by default all but the deal
    exact_figure    (rules, question, answers) -> the picture of exact answers, None
                    where the laws are the picture
    played_figure   (rules, events) -> the picture of a play, None if there is none
    table           the same question for every size
    source_records  records as the source keeps them
    hardest_bugs    by experiment, the planted bug that needs the most plays to be found, as
                    docs/error_rates.md lists them; where default margins are shown before
    module          the user's file from which the game was loaded
    """

    rulebook: Rulebook[R]
    solver: Callable[[], Solver[R]] | None = None
    known_laws: "Callable[[R, str, str, Watch | None], OutcomeLaws] | None" = None
    simulation: "Callable[[R, str, Watch | None], Simulator] | None" = None
    aim: "Aim | None" = None
    optimal: "Callable[[R, Aim, Watch | None], DirectSolution | None] | None" = None
    named_strategy: Callable[[R], Answers] | None = None
    claims: "Callable[[], tuple[Claim, ...]]" = tuple
    certification: Callable[[], Certification[R]] | None = None
    certifications: Mapping[str, Callable[[], Certification[R]]] = field(default_factory=dict)
    proof: "Callable[[R, str, Aim | None], str | None] | None" = None
    settled: "Callable[[Game[R], R, Watch | None], Settled | None] | None" = None
    states_laws: bool = False
    reported: tuple[str, ...] = ()
    exact_figure: "Callable[[R, Any, Answers], Figure | None] | None" = None
    played_figure: "Callable[[R, Sequence[Any]], Figure | None] | None" = None
    table: Callable[[], SizeTable[R]] | None = None
    source_records: SourceRecords[R] | None = None
    hardest_bugs: Mapping[str, PlantedBug] = field(default_factory=dict)
    module: ModuleType | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_type("rulebook", self.rulebook, Rulebook, "a Rulebook")
        if self.aim is None and self.rulebook.wants:
            object.__setattr__(self, "aim", Aim(self.rulebook.wants))

    @property
    def name(self) -> str:
        """The name on the command line."""
        return self.rulebook.name

    @property
    def title(self) -> str:
        """The name for people."""
        return self.rulebook.title

    def at(self, values: "Mapping[Symbol, Any]") -> "Game[R]":
        """Return the game with numbers for symbols in its experiments and readings."""
        from montmort.verification.own_games.point import experiment_at, point_text, rules_at

        if not values:
            return self
        book = self.rulebook
        experiments = {name: experiment_at(one, values) for name, one in book.experiments.items()}
        readings = {name: rules_at(rules, values) for name, rules in book.readings.items()}
        point = sorted(f"{symbol}={number}" for symbol, number in values.items())
        rulebook = replace(
            book,
            experiments=experiments,
            readings=readings,
            title=f"{book.title} at {point_text(values)}",
            flags=(*book.flags, "--at", shlex.quote(",".join(point))),
        )
        return replace(self, rulebook=rulebook)

    def check(self, rules: object, experiment: str) -> None:
        """Raise BadInput or UnknownName unless these are Rules and an experiment of the game."""
        self.rulebook.experiment(experiment)
        kind = self.rulebook.rules
        if kind is not NoRules:
            check_type("rules", rules, kind, f"{public_name(kind)}(…)")

    def truth(
        self, rules: R, experiment: str, watch: "Watch | None" = None
    ) -> "Mapping[str, Known]":
        """Return what is known exactly of an experiment, by field."""
        self.check(rules, experiment)
        if self.solver is None and self._is_deal(experiment) and self.rulebook.dealing is not None:
            from montmort.exact.dealt_cards import laws_of

            return laws_of(self.rulebook.dealing(rules))
        return self.solve(experiment).truth(rules, experiment, watch)

    def walks_rules(self, experiment: str) -> bool:
        """Return whether the exact laws of an experiment come from walking its rules."""
        check_text(experiment=experiment)
        return self.solver is None and not self._is_deal(experiment)

    def aim_in(self, experiment: str) -> "Aim | None":
        """Return what is wanted in an experiment; None if nothing is known to be decided in it."""
        check_text(experiment=experiment)
        if self.aim is None or experiment != self.rulebook.first_experiment:
            return None
        return self.aim

    def optimal_play(
        self, rules: R, experiment: str, aim: "Aim", watch: "Watch | None" = None
    ) -> "OptimalPlay":
        """Return optimal play of an experiment for an aim; the latest one is remembered."""
        from montmort.verification.optimal_play import Problem

        self.check(rules, experiment)
        is_first = experiment == self.rulebook.first_experiment
        problem = Problem.of(self.rulebook.experiment(experiment), rules, aim)
        return problem.solve_once(watch, self.optimal if is_first else None)

    def laws(
        self,
        rules: R,
        experiment: str,
        given: str = "",
        watch: "Watch | None" = None,
        *,
        may_be_endless: bool = False,
    ) -> "OutcomeLaws":
        """Return the exact laws of the rules, walked; where there is an aim, of optimal play.

        BadChain for a game that may never end, unless it `may_be_endless`.
        """
        from montmort.verification.outcome_laws import outcome_laws

        self.check(rules, experiment)
        if self.known_laws is not None:
            return self.known_laws(rules, experiment, given, watch)
        aim = self.aim_in(experiment)
        if aim is None:
            chosen = self.rulebook.experiment(experiment)
            return outcome_laws(chosen, rules, given, watch, may_be_endless=may_be_endless)
        return self.optimal_play(rules, experiment, aim, watch).outcome_laws(given)

    def strategy_answers(self, rules: R, experiment: str, watch: "Watch | None" = None) -> Answers:
        """Return what is answered about decisions in JSON's terms: the value, and the strategy.

        It is that of optimal play where there is an aim, or the one that the Rules name.
        """
        aim = self.aim_in(experiment)
        if aim is not None:
            return self.optimal_play(rules, experiment, aim, watch).answers()
        if self.named_strategy is None or experiment != self.rulebook.first_experiment:
            return {}
        return self.named_strategy(rules)

    def field_laws(
        self, rules: R, experiment: str, watch: "Watch | None" = None
    ) -> "Mapping[str, FieldLaw]":
        """Return what is known of each field; where there is an aim, under optimal play."""
        from montmort.verification.outcome_laws import field_law_of

        if self.walks_rules(experiment):
            return self.laws(rules, experiment, "", watch).fields
        moments = self.solve(experiment).moments(rules, experiment)
        return {
            name: field_law_of(law, moments.get(name))
            for name, law in self.truth(rules, experiment, watch).items()
        }

    def _is_deal(self, experiment: str) -> bool:
        return experiment == DEALS and self.rulebook.dealing is not None

    def solve(self, experiment: str) -> Solver[R]:
        """Return the solver; that of the reference rules answers for one experiment."""
        check_text(experiment=experiment)
        if self.solver is None:
            aim = self.aim_in(experiment)
            if aim is None and self.known_laws is None:
                return solver_of_rules(self.rulebook, experiment)
            return self._solver_of_laws(experiment, aim)
        return self.solver()

    def _solver_of_laws(self, experiment: str, aim: "Aim | None") -> Solver[R]:
        """Return the solver that answers for optimal play, or by the laws that are known."""

        def truth(rules: R, experiment: str, watch: "Watch | None") -> "Mapping[str, Known]":
            if aim is None:
                return self.laws(rules, experiment, "", watch).laws
            return self.optimal_play(rules, experiment, aim, watch).laws()

        def answers(rules: R, question: Given, watch: "Watch | None") -> Answers:
            return self.laws(rules, experiment, question.given, watch).answers()

        return Solver(truth=truth, answers=answers, question=Given)

    def answers(
        self, rules: R, question: Any, experiment: str, watch: "Watch | None" = None
    ) -> Answers:
        """Return the exact answers to a question; of a deal, the laws of its cards."""
        self.check(rules, experiment)
        solver = self.solve(experiment)
        check_type("question", question, solver.question, f"a {solver.question.__name__}(…)")
        dealing = self.rulebook.dealing if self._is_deal(experiment) else None
        if dealing is None:
            return solver.answers(rules, question, watch)
        from montmort.exact.dealt_cards import answers_of

        if question != solver.question():
            raise BadInput(
                f"{question} is not about the cards dealt; leave out what it asks, or the "
                f"experiment {DEALS}"
            )
        return answers_of(dealing(rules))

    def certify_other(self, what: str) -> Certification[R]:
        """Return how another answer of the game is certified; UnknownName if there is none."""
        check_text(what=what)
        if what not in self.certifications:
            others = [f"--of {name}" for name in self.certifications]
            raise UnknownName(
                f"{self.name} has no certificate of {what!r}; "
                f"{' or '.join(['leave --of out', *others])}"
            )
        return self.certifications[what]()

    def certify(self, experiment: str | None = None) -> Certification[R]:
        """Return how the answers are certified; by default the chain of the walk is listed.

        The certificate of a game with an aim is of its first experiment.
        """
        first = self.rulebook.first_experiment
        check_text(experiment=first if experiment is None else experiment)
        is_first = experiment in (None, first)
        if self.certification is not None and (is_first or self.aim is None):
            return self.certification()
        return certification_of_rules(self.rulebook, experiment or first)

    @property
    def reported_experiments(self) -> tuple[str, ...]:
        """The experiments that the laws in a report are about.

        By default these are all but the deal alone, which is checked by `montmort verify`.
        """
        all_names = self.rulebook.experiments
        return self.reported or tuple(name for name in all_names if not self._is_deal(name))

    def report_statements(self, rules: R, watch: "Watch | None" = None) -> "Settled":
        """Return what a report states of the game; by default its laws, by a walk of the rules."""
        if self.states_laws and (stated := self.settle(rules, watch)) is not None:
            return stated
        from montmort.verification.reports.from_rules import settled_by_rules
        from montmort.verification.reports.provenance import Provenance

        solved = [self._solved(rules, name, watch) for name in self.reported_experiments]
        try:
            stated = self.settle(rules, watch)
        except MontmortError:  # as of the laws, whose section says why they are not known
            stated = None
        provenance = Provenance(self.rulebook, rules)
        return settled_by_rules(provenance, solved, stated, shares_rules=self.shares_rules)

    def _solved(self, rules: R, experiment: str, watch: "Watch | None") -> "Solved":
        """Return an experiment with its laws and its optimal play, as far as they are known."""
        from montmort.verification.reports.from_rules import Solved

        aim, play = self.aim_in(experiment), None
        try:
            play = None if aim is None else self.optimal_play(rules, experiment, aim, watch)
            return Solved(experiment, self.laws(rules, experiment, "", watch), play=play)
        except NoPlayer:  # there is nothing to report
            raise
        except MontmortError as error:
            return Solved(experiment, None, str(error), play)

    @property
    def shares_rules(self) -> bool:
        """Whether solver and simulator both follow the reference rules."""
        return self.solver is None and self.simulation is None

    def settle(self, rules: R, watch: "Watch | None" = None) -> "Settled | None":
        """Return what is stated and proved of the game, with its checks; None if nothing is."""
        return None if self.settled is None else self.settled(self, rules, watch)

    def played(
        self, rules: R, experiment: str, watch: "Watch | None" = None
    ) -> "Experiment[R, Any, Any]":
        """Return an experiment with its players, who play at best where there is an aim."""
        self.check(rules, experiment)
        aim = self.aim_in(experiment)
        if aim is None:
            return self.rulebook.experiment(experiment)
        return self.optimal_play(rules, experiment, aim, watch).experiment

    def simulator(self, rules: R, experiment: str, watch: "Watch | None" = None) -> "Simulator":
        """Return the simulator of an experiment."""
        self.check(rules, experiment)
        if self.simulation is not None:
            return self.simulation(rules, experiment, watch)
        aim = self.aim_in(experiment)
        if aim is not None:
            return self.optimal_play(rules, experiment, aim, watch).simulator(self.name)
        return self.rules_simulator(rules, experiment, watch)

    def rules_simulator(
        self, rules: R, experiment: str, watch: "Watch | None" = None
    ) -> "Simulator":
        """Return the simulator that plays by the reference rules."""
        self.check(rules, experiment)
        aim = self.aim_in(experiment)
        if aim is not None:
            optimal = self.optimal_play(rules, experiment, aim, watch)
            return optimal.simulator(self.name, by_rules=True)
        from montmort.montecarlo.simulator import simulator_of

        return simulator_of(self.rulebook.experiment(experiment), rules, game=self.name)


@dataclass(frozen=True)
class Given:
    """The question to the walk of the rules: under which condition on the outcome."""

    given: str = field(default="", metadata={"help": 'condition on the outcome, as "rolls > 3"'})


def solver_of_rules(rulebook: Rulebook[R], experiment: str) -> Solver[R]:
    """Return the solver that walks the reference rules; it answers {field: its law and moments}.

    >>> from montmort.games import treize
    >>> solver = solver_of_rules(treize.RULEBOOK, "game")
    >>> answers = solver.answers(treize.Rules(ranks=2, suits=1), Given(), None)
    >>> answers["points"]["mean"], answers["points"]["law"]["0"]
    (Fraction(4, 3), Fraction(1, 2))
    """
    chosen = rulebook.experiment(experiment)

    def truth(rules: R, experiment: str, watch: "Watch | None") -> "Mapping[str, Known]":
        from montmort.verification.own_games.from_play import laws_of

        return laws_of(rulebook.experiment(experiment), rules, watch)

    def answers(rules: R, question: Given, watch: "Watch | None") -> Answers:
        from montmort.verification.outcome_laws import outcome_laws

        return outcome_laws(chosen, rules, question.given, watch).answers()

    return Solver(truth=truth, answers=answers, question=Given)


def certification_of_rules(rulebook: Rulebook[R], experiment: str) -> Certification[R]:
    """Return the certification by the labelled chain of the walk of the reference rules."""
    from montmort.verification.certificates.outcome_chain import outcome_certificate
    from montmort.verification.certificates.outcome_chain_checker import CHECKER
    from montmort.verification.certificates.rules_asked import Question
    from montmort.verification.certificates.rules_question import question_words

    def certificate(rules: R, watch: "Watch | None") -> "Document":
        from montmort.exact.from_rules import explore

        chosen = rulebook.experiment(experiment)
        walk = explore(chosen, rules, watch=watch)
        words = question_words(rulebook, experiment, rules)
        return outcome_certificate(walk, words, Question(chosen, rules))

    return Certification(certificate=certificate, checker=CHECKER)
