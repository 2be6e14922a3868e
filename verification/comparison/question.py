"""The question of a crosscheck: which simulator is compared with which exact laws.

Both come from a built-in game, from the user's own play, or are supplied by the user.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, partial
from os import PathLike
from types import ModuleType
from typing import Any, Protocol

from montmort.display import short_repr
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.rational_functions.conditions import read_values
from montmort.games.errors import BadInput, NoPlayer, TooLarge
from montmort.games.experiment import Experiment, has_players
from montmort.games.rulebook import Rulebook
from montmort.games.validation import public_name, quote
from montmort.montecarlo.external.outcome_parser import Deriver, Fields
from montmort.montecarlo.external.program import Program
from montmort.montecarlo.simulator import Simulator, simulator_of
from montmort.verification.comparison.supplied_laws import Exact, kinds_of, supplied_laws
from montmort.verification.dependence.reach import Reach
from montmort.verification.dependence.repetitions import Repetitions
from montmort.verification.dependence.successive_plays import (
    DEPENDENCE,
    dependence_laws,
    dependence_of,
    repetitions_of,
)
from montmort.verification.own_games.from_play import (
    Play,
    check_repeats,
    experiment_of,
    laws_of,
    name_of,
    rules_of,
    with_any_players,
)
from montmort.verification.own_games.point import experiment_at, rules_at
from montmort.verification.own_simulators.outcome_file import OutcomeFile, Recorded, outcomes
from montmort.verification.own_simulators.python_function import simulator_from
from montmort.verification.own_simulators.replays import (
    RULES,
    ReplayedExperiment,
    chance_laws,
    chance_margins,
)
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.quantities import AnyLaw, Known
from montmort.verification.verdicts.result import Verdict

PlayRecord = str | PathLike[str] | OutcomeFile | Program | Callable[..., object]
Simulated = Simulator | Program | OutcomeFile | Callable[..., object]

# what is judged besides the fields of an outcome
DERIVED_LAWS: Mapping[str, AnyLaw] = chance_laws() | dependence_laws()


@dataclass(frozen=True)
class Replayed:
    """Plays with their picks, which the rules play again."""

    record: OutcomeFile | Program | Callable[..., object]


class KnownGame(Protocol):
    """What a comparison needs of a game: its rules, its exact laws and its simulator."""

    @property
    def rulebook(self) -> Rulebook[Any]:
        """The rules."""
        ...

    @property
    def module(self) -> ModuleType | None:
        """The user's file that holds the game; None for a built-in game."""
        ...

    def at(self, values: Mapping[Any, Any]) -> "KnownGame":
        """Return the game with numbers for symbols."""
        ...

    def aim_in(self, experiment: str) -> object | None:
        """Return what is wanted in an experiment; None if nothing is known to be decided in it."""
        ...

    def truth(self, rules: Any, experiment: str, watch: Watch | None = None) -> Mapping[str, Known]:
        """Return what is known exactly of an experiment, by field."""
        ...

    def played(
        self, rules: Any, experiment: str, watch: Watch | None = None
    ) -> Experiment[Any, Any, Any]:
        """Return an experiment with its players."""
        ...

    def simulator(self, rules: Any, experiment: str, watch: Watch | None = None) -> Simulator:
        """Return the simulator of an experiment."""
        ...


@dataclass(frozen=True, kw_only=True)
class Question:
    """`simulator` plays `rules` and is judged by `laws`, the exact laws of `against`.

    `notes` say which of its fields cannot be judged; reading a file may add to
    them.  `readings` are presets of the Rules that may judge instead.  `unprinted` are the
    fields of the outcome that the simulator does not give.  `repetitions` look for blocks that
    came before.  `reach` says which dependence the run can show.
    """

    game: str
    rules: object
    against: object
    simulator: Simulator | Recorded
    laws: Mapping[str, Known]
    notes: list[str]
    readings: Mapping[str, object] = field(default_factory=dict)
    unprinted: tuple[str, ...] = ()
    repetitions: Repetitions | None = None
    reach: Reach | None = None

    __repr__ = short_repr

    def __post_init__(self) -> None:
        if not self.laws:
            readings = self.readings.items()
            names = [name for name, rules in readings if rules != self.against]
            others = " or ".join(names)
            raise BadInput(
                f"no exact law is known of {', '.join(self.simulator.fields)}, the fields of "
                f"{self.simulator.label}; supply their laws with exact="
                + (f", or judge by another reading, {others}, with against=" if others else "")
            )

    def of_length(self, plays: int | None) -> "Question":
        """Return the question for a run of at most so many plays.

        Dependence that such plays cannot show is left out.
        """
        counted = dependence_of(self.laws, _printed(self.simulator))
        if counted is None:
            return self
        block = self.simulator.plays_per_block
        reach = Reach(law=counted.law, block=block, plays=plays)
        shown = {name for name in self.laws if name in DEPENDENCE and reach.shows(name)}
        is_shown = self.repetitions is not None and self.repetitions.name in shown
        return replace(
            self,
            laws={n: law for n, law in self.laws.items() if n in shown or n not in DEPENDENCE},
            repetitions=self.repetitions if is_shown else None,
            reach=reach,
        )

    @property
    def margins(self) -> Mapping[str, Fraction]:
        """The margins of chance and of dependence."""
        found = chance_margins()
        if self.reach is not None:
            found |= {n: self.reach.margin(n) for n in self.laws if n in DEPENDENCE}
        return found

    def described(self, verdicts: tuple[Verdict, ...], differs: bool) -> tuple[Verdict, ...]:
        """Return the verdicts; for a file without outcomes, with the values of its summary.

        A play that `differs` does not follow from its picks: the rules are others.
        """
        verdicts = tuple(
            _of_the_rules(each, differs) if each.field == RULES else each for each in verdicts
        )
        if self.reach is not None:
            verdicts = tuple(
                self.reach.earned(each) if each.field in DEPENDENCE else each for each in verdicts
            )
        if not isinstance(self.simulator, Recorded) or self.simulator.summary is None:
            return verdicts
        variance = _variance(self.laws[self.simulator.fields[0]])
        return tuple(self.simulator.summary.described(each, variance) for each in verdicts)


def _of_the_rules(verdict: Verdict, differs: bool) -> Verdict:
    """Return the verdict on whether the outcomes follow from the picks."""
    if differs:
        return replace(verdict, decision=Decision.INCONSISTENT)
    if verdict.decision is Decision.CONSISTENT:
        return replace(verdict, reason="every outcome follows from its picks")
    return verdict


def _recorded(replays: object) -> OutcomeFile | Program | Callable[..., object]:
    """Return what gives the plays; a path names a file."""
    if isinstance(replays, str | PathLike):
        return outcomes(str(replays))
    if isinstance(replays, OutcomeFile | Program):
        return replays
    if isinstance(replays, Simulator) or not callable(replays):
        raise BadInput(
            f"replays={quote(replays)} must be a path, a function (rng) -> (outcome, picks), or "
            "what outcomes(…) or program(…) returns"
        )
    return replays


def question_of(
    game: KnownGame | None,
    rules: object,
    *,
    play: Play | None,
    exact: Exact | None,
    simulator: Simulated | None,
    against: object,
    experiment: str | None,
    replays: PlayRecord | None = None,
    at: Mapping[Any, Any] | None = None,
    solving: Watch | None = None,
) -> Question:
    """Return the question; BadInput if it has too few or too many parts."""
    recorded: Simulated | Replayed | None = simulator
    if replays is not None:
        check_one_record({"simulator=": simulator, "replays=": replays})
        if game is None and play is None:
            raise BadInput("replays= are played again by the rules: give game= or play=")
        recorded = Replayed(_recorded(replays))
    if at is not None:
        values = read_values(at)
        game = None if game is None else game.at(values)
        rules, against = rules_at(rules, values), rules_at(against, values)
        if play is not None:
            rules_of(play, rules)  # a function has none: its point is in the experiment's name
            play = experiment_at(experiment_of(play), values)
    if game is not None and play is not None:
        raise BadInput("game= and play= are two games; give one of them")
    check_one_truth(exact, against)
    if experiment is not None and game is None:
        raise BadInput(
            f"experiment={quote(experiment)} selects an experiment of a built-in game; give game="
        )
    if game is not None:
        return _of_known_game(game, rules, against, experiment, exact, recorded, solving)
    if play is not None:
        return _of_own_play(play, rules, against, exact, recorded)
    return _of_supplied_law(rules, exact, simulator)


def check_one_record(given: Mapping[str, object]) -> None:
    """Raise BadInput if two of the plays are given that could be judged; None is not given.

    >>> check_one_record({"simulator=": None, "replays=": "plays.csv"})
    """
    names = [name for name, record in given.items() if record is not None]
    if len(names) > 1:
        raise BadInput(f"{names[0]} and {names[1]} are two records of plays; give one of them")


def check_one_truth(exact: object, against: object) -> None:
    """Raise BadInput if laws are given and other rules as well; None is not given."""
    if exact is not None and against is not None:
        raise BadInput("exact= and against= both say what is true; give one of them")


def _of_known_game(
    game: KnownGame,
    rules: object,
    against: object,
    experiment: str | None,
    exact: Exact | None,
    simulator: "Simulated | Replayed | None",
    solving: Watch | None,
) -> Question:
    book = game.rulebook
    rules = book.usual if rules is None else _checked("rules", rules, book.rules)
    against = rules if against is None else _checked("against", against, book.rules)
    name = book.first_experiment if experiment is None else experiment
    find = partial(game.truth, against, name, solving)
    if simulator is None:
        playing = game.simulator(rules, name, solving)
        known = find() if exact is None else supplied_laws(exact, _printed(playing), playing.fields)
        readings, names = book.readings, playing.fields
        return _question(book.name, rules, against, playing, known, [], readings, names)
    fields = _fields(book, name, rules)
    if isinstance(simulator, Simulator):
        name = simulator.experiment
        find = partial(game.truth, against, name, solving)
    replays = None
    if isinstance(simulator, Replayed):
        asked = book.experiment(name)
        replays = ReplayedExperiment(
            experiment=asked,
            players=partial(game.played, against, name, solving),
            rules=against,
            fields=fields,
            is_decided=has_players(asked) or game.aim_in(name) is not None,
        )

    @cache
    def laws(printed: tuple[str, ...]) -> Mapping[str, Known]:
        if exact is not None:
            return supplied_laws(exact, printed, fields.names)
        return find() if replays is None else replays.laws(find)

    return _of_external(
        simulator,
        fields,
        laws,
        replays,
        game=book.name,
        rules=rules,
        against=against,
        experiment=name,
        readings=book.readings,
    )


def _fields(book: Rulebook[Any], experiment: str, rules: object) -> Fields:
    """Return the fields of an outcome of a built-in game."""
    return Fields.of(book.experiment(experiment).under(rules).outcome)


def _of_own_play(
    play: Play,
    rules: object,
    against: object,
    exact: Exact | None,
    simulator: "Simulated | Replayed | None",
) -> Question:
    own = experiment_of(play)
    rules, other = rules_of(play, rules), rules_of(play, against)
    against = rules if against is None else other
    is_replayed, unknown = isinstance(simulator, Replayed), None
    known: Mapping[str, Known] = {}
    try:
        known = laws_of(own, against) if exact is None else supplied_laws(exact, own.fields)
    except (TooLarge, NoPlayer) as error:
        if not is_replayed:
            raise
        unknown = error
    if isinstance(play, Experiment):  # after the walk, which finds a game that never ends
        check_repeats(with_any_players(own) if isinstance(unknown, NoPlayer) else own, rules)
    if simulator is None:
        playing: Simulator | Recorded = simulator_of(own, rules, game=own.name)
        return _question(own.name, rules, against, playing, known, [])
    outcome = Fields(names=own.fields, kinds={**Fields.of(own.outcome).kinds, **kinds_of(known)})
    replays = None
    if is_replayed:
        replays = ReplayedExperiment(
            experiment=own,
            players=lambda: own,
            rules=against,
            fields=outcome,
            is_decided=has_players(own),
        )

    def found() -> Mapping[str, Known]:
        if unknown is not None:
            raise unknown
        return known

    @cache
    def laws(_printed: tuple[str, ...]) -> Mapping[str, Known]:
        return known if replays is None or exact is not None else replays.laws(found)

    return _of_external(
        simulator, outcome, laws, replays, game=own.name, rules=rules, against=against
    )


def _of_supplied_law(rules: object, exact: Exact | None, simulator: Simulated | None) -> Question:
    if exact is None or simulator is None:
        raise BadInput("nothing to compare: give game= or play=, or exact= with simulator=")
    known = supplied_laws(exact, ("value",), None)
    outcome = Fields(names=tuple(known), kinds=kinds_of(known))
    return _of_external(simulator, outcome, lambda _: known, None, rules=rules, against=rules)


def _of_external(
    simulator: "Simulated | Replayed",
    fields: Fields,
    laws: Callable[[tuple[str, ...]], Mapping[str, Known]],
    replays: ReplayedExperiment | None,
    *,
    rules: object,
    against: object,
    game: str = "",
    experiment: str = "",
    readings: Mapping[str, object] | None = None,
) -> Question:
    """Return the question about a simulator of the user's; `laws` follow from what it prints."""
    playing, notes = external_simulator(
        *_with_derived(simulator, fields, replays, laws),
        game=game,
        rules=rules,
        experiment=experiment,
        replays=replays,
    )
    known = laws(_printed(playing))
    notes += [] if replays is None else replays.notes
    name = game or playing.game
    return _question(name, rules, against, playing, known, notes, readings, fields.names)


def _question(
    game: str,
    rules: object,
    against: object,
    simulator: Simulator | Recorded,
    known: Mapping[str, Known],
    notes: list[str],
    readings: Mapping[str, object] | None = None,
    names: Iterable[str] = (),
) -> Question:
    """Return the question; `names` are the fields that a whole outcome has."""
    laws = {name: known[name] for name in simulator.fields if name in known}
    laws |= {name: law for name, law in DERIVED_LAWS.items() if name in simulator.fields}
    return Question(
        game=game,
        rules=rules,
        against=against,
        simulator=simulator,
        laws=laws,
        notes=notes,
        readings=readings or {},
        unprinted=tuple(name for name in names if name not in simulator.fields),
        repetitions=repetitions_of(simulator.fields, known),
    )


def _with_derived(
    simulator: "Simulated | Replayed",
    fields: Fields,
    replays: ReplayedExperiment | None,
    laws: Callable[[tuple[str, ...]], Mapping[str, Known]],
) -> tuple[Simulated, Fields]:
    """Return the simulator, and its fields with what is derived from plays in their order.

    That is their dependence, and where they come with their picks, the agreement with the rules.
    """
    derivers: tuple[Deriver, ...] = (lambda printed, _: dependence_of(laws(printed), printed),)
    if isinstance(simulator, Replayed):
        assert replays is not None
        # the laws depend on the columns, which the replays see first
        derivers, simulator = (replays.derived, *derivers), simulator.record
    return simulator, replace(fields, derivers=derivers)


def _printed(simulator: Simulator | Recorded) -> tuple[str, ...]:
    """Return the fields of the simulator's outcomes."""
    return tuple(name for name in simulator.fields if name not in DERIVED_LAWS)


def external_simulator(
    simulator: Simulated,
    fields: Fields,
    *,
    rules: object,
    game: str = "",
    experiment: str = "",
    replays: ReplayedExperiment | None = None,
) -> tuple[Simulator | Recorded, list[str]]:
    """Return a simulator of `experiment`, and notes on what of its output is not judged.

    The game and the experiment have the simulator's name if they have none.
    """
    if isinstance(simulator, Simulator):
        return simulator, []
    if not isinstance(simulator, Program | OutcomeFile) and not callable(simulator):
        raise BadInput(
            f"simulator={quote(simulator)} must be a Simulator or a function (rng) -> outcome "
            "or (n, rng) -> counts, or what program(…) or outcomes(…) returns"
        )
    name = name_of(simulator) if callable(simulator) else simulator.name
    game, experiment = game or name, experiment or name
    if isinstance(simulator, OutcomeFile):
        recorded = simulator.recorded(game=game, rules=rules, experiment=experiment, fields=fields)
        return recorded, recorded.notes
    if isinstance(simulator, Program):
        layout = simulator.layout(fields)
        playing = simulator.simulator(game=game, rules=rules, experiment=experiment, layout=layout)
        return playing, [*simulator.notes(), *layout.unused(name)]
    playing = simulator_from(
        simulator,
        game=game,
        rules=rules,
        experiment=experiment,
        fields=fields,
        with_picks=replays is not None,
    )
    return playing, []


def _variance(law: Known) -> Fraction | None:
    if isinstance(law, Moments):
        return law.variance
    return None if law.tail else law.variance()


def _checked(name: str, rules: object, kind: type) -> object:
    if not isinstance(rules, kind):
        raise BadInput(f"{name}={quote(rules)} must be {public_name(kind)}(…), or None")
    return rules
