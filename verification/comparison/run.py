"""The crosscheck: a simulator's histograms against exact laws, field by field.

The looks are the prefixes of the blocks in the order of their numbers, in
whatever order the blocks finish.  The run ends at the first look at which every
field is decided, or after the number of plays asked for.  So the verdicts are
the same for any number of workers.
"""

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from fractions import Fraction
from functools import partial
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from montmort.exact.formatting import decimals
from montmort.exact.paths import Watch as Solving
from montmort.games.errors import BadInput, InvalidCounts, RulesDiffer
from montmort.games.validation import check_choice, check_function, check_integer, quote
from montmort.montecarlo.rules_play import Way
from montmort.montecarlo.run_files.resume import SavedRun, saved_run
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.looks import Ending, History, looks_of, show_looks
from montmort.verification.comparison.question import (
    KnownGame,
    PlayRecord,
    Simulated,
    question_of,
)
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.comparison.source import Source
from montmort.verification.comparison.supplied_laws import Exact
from montmort.verification.comparison.wrong_values import NewPlays, new_plays, place_wrong_values
from montmort.verification.dependence.repetitions import Repetitions
from montmort.verification.dependence.successive_plays import DEPENDENCE
from montmort.verification.own_games.from_play import Play
from montmort.verification.own_simulators.outcome_file import Recorded
from montmort.verification.own_simulators.replays import CHANCE, RULES
from montmort.verification.verdicts.decision import LONGEST_RUN, Decision, Levels
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import (
    JudgedQuantity,
    histograms_of,
    margins_of,
    quantities_of,
)

if TYPE_CHECKING:
    from sympy import Symbol

    from montmort.montecarlo.simulator import Simulator

OTHERS = {*CHANCE, *DEPENDENCE}  # judged besides the fields
MOST_PLAYS = 1_000_000_000  # when no number of plays is given
SUSPICIOUS = math.log(10)  # an e-value above 10 is looked into after all fields are decided
PATIENCE = 10  # times the plays after which they were decided
Until = Literal["decided", "all"]
Began = Callable[[SavedRun], None]
Watch = Callable[[int, Judge], None]


class RunOptions(TypedDict, total=False):
    """What `crosscheck` and `compare` both take: how a run is made, and what judges it."""

    experiment: str | None
    plays: int | None
    most: int
    seed: int | None
    save: str | PathLike[str] | None
    margin: Fraction | float | None
    margins: Mapping[str, Fraction | float] | None
    levels: Levels | None
    executor: AnyExecutor | None
    workers: int | None
    compiled: Way
    solving: Solving | None


class Options(RunOptions, total=False):
    """The keyword arguments of `crosscheck`."""

    play: Play | None
    exact: Exact | None
    simulator: Simulated | None
    replays: PlayRecord | None
    against: object
    at: "Mapping[Symbol, Fraction] | None"
    until: Until
    began: Began | None
    watch: Watch | None


def crosscheck(
    game: KnownGame | None = None,
    rules: object = None,
    *,
    play: Play | None = None,
    exact: Exact | None = None,
    simulator: Simulated | None = None,
    replays: PlayRecord | None = None,
    against: object = None,
    experiment: str | None = None,
    at: "Mapping[Symbol, Fraction] | None" = None,
    plays: int | None = None,
    most: int = MOST_PLAYS,
    until: Until = "decided",
    seed: int | None = None,
    save: str | PathLike[str] | None = None,
    margin: Fraction | float | None = None,
    margins: Mapping[str, Fraction | float] | None = None,
    levels: Levels | None = None,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    compiled: Way = "auto",
    began: Began | None = None,
    watch: Watch | None = None,
    solving: Solving | None = None,
) -> Crosscheck:
    """Play a game and judge every field whose exact law is known.

    The game is a built-in one, `game` under `rules`, or `play`: your own function
    `play(chance)`, which returns an integer, a bool, a member of an enum or a
    NamedTuple of these, or an `Experiment` of start and step under `rules`.
    The exact law of your own game is computed by walking every path of its rules,
    and the same rules are simulated.  So the verdict tests the machinery, not your
    reading of the rules.  To check your reading, supply one of

    `exact`, the true Law of the outcome, or a mapping {field: Law}, with
    `montmort.exact.moments.Moments` where only mean, variance and range are known;
    `simulator`, a function (rng) -> outcome or (n, rng) -> mapping of outcome
    to count that draws from a numpy Generator, a `montmort.montecarlo.Simulator`, a
    program in any language (`montmort.montecarlo.program`), or a file of outcomes
    (`montmort.verification.outcomes`).  An outcome that is one number is the game's
    first field.  With both, neither game nor play is needed;
    `replays`, instead of `simulator`, plays with their picks: a path, what `outcomes` or
    `program` returns, or a function (rng) -> (outcome, picks), with the choices of the players
    as a third where they decide.  The rules play them again, and every outcome must be the same;
    the picks are judged as chance (`montmort.verification.own_simulators.replays`).

    >>> def high(chance):
    ...     return chance.pick([1] * 6) + 1 >= 5
    >>> print(crosscheck(play=high, plays=10**4, margin=0.05, seed=1))  # doctest: +ELLIPSIS
    CONSISTENT(0.05): value, 0.33... in 10,000 plays; exact 0.333333...; a deviation of ...

    `at`, as `{p: Fraction(1, 3)}`, gives numbers to the symbols of rules that have some;
    `crosscheck_grid` judges many points with one error budget.
    `against` judges by the exact laws of other rules (default: `rules`).  `plays`
    fixes the length of the run; without it the run ends when every field is CONSISTENT or
    one is INCONSISTENT or INVALID, with `until="all"` when every field is decided, or after
    `most` plays.  Where all is decided and an e-value exceeds 10 at that look, the run goes
    on until none does, for at most ten times the plays.  `margin` applies to all fields,
    `margins` to single ones, each in its own unit; a float is taken as the binary fraction
    it represents.  BadInput if a margin needs more plays than are made; a field whose
    default margin needs more than 1e9 is not waited for.

    `save` names a run file.  Every finished block is appended to it, and blocks in
    the file are not played again, so a run that was killed and restarted ends with
    the verdicts of an uninterrupted one.  Without `seed` the run in the file is
    continued.  `began(run)` is called before the first play, with the seed and the
    content of the file, `watch(plays, judge)` after every look, and
    `solving(share, steps)` during a long exact computation.
    `executor` and `workers` play the blocks, see `montmort.montecarlo.play_blocks`;
    `compiled` is the way to play reference rules, see `montmort.montecarlo.simulator_of`.
    A KeyboardInterrupt ends the run; what was counted is in the result.  The same
    holds for an error of the simulator and for worker processes that died, unless
    nothing was counted yet: then SimulatorFailed is raised, with the simulator's
    error as its cause, or WorkersLost.
    """
    started = time.perf_counter()
    check_levels_and_hooks(
        levels,
        began=(began, "run"),
        watch=(watch, "plays", "judge"),
        solving=(solving, "share", "steps"),
    )
    asked = question_of(game, rules, play=play, exact=exact, simulator=simulator,
                        against=against, experiment=experiment, replays=replays, at=at,
                        solving=solving)  # fmt: skip
    _check_length(plays, most, until)
    is_recorded = isinstance(asked.simulator, Recorded)
    asked = asked.of_length(most if plays is None and not is_recorded else plays)
    judged = quantities_of(asked.laws)
    names = [part.quantity.field for part in judged]
    judge = Judge(
        [part.quantity for part in judged],
        margins=margins_of(names, margin, margins, apart=asked.margins),
        levels=levels,
    )
    judge.leave_open(name for name in names if name in DEPENDENCE)
    played: Simulator | None = None
    source = Source.of(asked.simulator)  # the files of a program are hashed before they are run
    if isinstance(asked.simulator, Recorded):
        _check_unsaved(asked.simulator, save)
        _check_margins(judge, LONGEST_RUN)
        seed, looks, enough = None, asked.simulator.looks(plays, asked.repetitions), _is_invalid
    else:
        _check_margins(judge, most if plays is None else LONGEST_RUN)
        played = asked.simulator.played(compiled)
        run = saved_run(played, seed=seed, save=save)
        seed, length = run.seed, most if plays is None else plays
        enough = _is_never_enough if plays is not None else _Enough(until)
        if began is not None:
            began(run)
        likely = length if plays is not None else judge.plays_to_decide
        blocks = run.blocks(plays=length, executor=executor, workers=workers, likely=likely)
        looks = looks_of(blocks, asked.repetitions)
    with closing(looks):
        history, ending = _judge_looks(
            judge,
            judged,
            looks,
            watch,
            enough,
            asked.repetitions,
            new_plays(played or asked.simulator, seed),
        )
    described = asked.described(judge.verdicts(), ending.difference is not None)
    verdicts = {verdict.field: verdict for verdict in described}
    chance, dependence = (
        tuple(verdicts.pop(name) for name in names if name in verdicts)
        for names in (CHANCE, DEPENDENCE)
    )
    return Crosscheck(
        game=asked.game,
        rules=asked.rules,
        against=asked.against,
        experiment=asked.simulator.experiment,
        seed=seed,
        verdicts=tuple(verdicts.values()),
        chance=chance,
        dependence=dependence,
        unjudged=tuple(
            name for name in asked.simulator.fields if name not in asked.laws and name not in OTHERS
        ),
        unprinted=asked.unprinted,
        looks=history.looks,
        laws={name: law for name, law in asked.laws.items() if name not in OTHERS},
        interrupted=ending.interrupted,
        failure=ending.failure,
        difference=ending.difference,
        notes=(*asked.notes, *source.changes()),
        how="" if played is None else played.how,
        source=source.finished(),
        seconds=time.perf_counter() - started,
    )


def check_levels_and_hooks(levels: object, **hooks: Sequence[Any]) -> None:
    """Raise BadInput for wrong levels, or a wrong hook: a function, and what it takes."""
    if levels is not None and not isinstance(levels, Levels):
        raise BadInput(f"levels={quote(levels)} must be montmort.verification.Levels(…), or None")
    for name, (function, *takes) in hooks.items():
        if function is not None:
            check_function(name, function, *takes)


def _judge_looks(
    judge: Judge,
    judged: Sequence[JudgedQuantity],
    looks: Iterator[Tally],
    watch: Watch | None,
    enough: Callable[[Judge, int], bool],
    repetitions: Repetitions | None,
    plays_of: Callable[[int, Tally | None, Tally], NewPlays],
) -> tuple[History, Ending]:
    """Show the judge every look until `enough(judge, plays)`.

    Return the looks selected for pictures, and how the run ended.
    """
    history, placed = History(), set[str]()
    before: Tally | None = None

    def show(look: tuple[int, Tally]) -> bool:
        nonlocal before
        number, tally = look
        history.add(tally)
        judge.look(histograms_of(judged, tally))
        place_wrong_values(judge, judged, placed, partial(plays_of, number, before, tally))
        before = tally
        if repetitions is not None:
            judge.weigh(repetitions.name, repetitions.log_e, repetitions.found)
        if watch is not None:
            watch(tally.plays, judge)
        return enough(judge, tally.plays)

    def invalid(error: InvalidCounts) -> None:
        if isinstance(error, RulesDiffer):
            judge.invalid(RULES, str(error))
            return
        for part in [part for part in judged if part.field == error.field] or judged:
            judge.invalid(part.quantity.field, str(error))

    return history, show_looks(enumerate(looks), show, invalid)


def _check_length(plays: int | None, most: int, until: str) -> None:
    check_choice("until", until, ("decided", "all"))
    for name, number in (("plays", plays), ("most", most)):
        if number is not None:
            check_integer(name, number, 1, LONGEST_RUN)


def _check_margins(judge: Judge, most: int) -> None:
    """BadInput if a given margin is hopeless; events that are too rare are not waited for."""
    judge.check_margins(most, (name for name in judge.decisions if name not in OTHERS))
    most = max(most, MOST_PLAYS)
    needed = judge.give_up(most)
    if needed and all(name in needed or name in OTHERS for name in judge.decisions):
        name, plays = min(needed.items(), key=lambda item: item[1])
        raise BadInput(
            f"no field can be decided: by its default margin {name} needs about "
            f"{decimals(plays)} plays, and at most {decimals(most)} will be made: give a margin"
        )


def _is_never_enough(judge: Judge, plays: int) -> bool:  # noqa: ARG001
    return False


class _Enough:
    """Whether a run can end: all is decided, and no e-value is large.

    Both error rates hold for every stopping rule, so also for this one.  A true simulator has
    an e-value above 10 at a given look with a chance of at most 1/10 per field.
    """

    def __init__(self, until: Until) -> None:
        self._until = until
        self._decided: int | None = None  # the plays

    def __call__(self, judge: Judge, plays: int) -> bool:
        if judge.faulted and self._until == "decided":
            return True
        if not judge.decided:
            return False
        self._decided = self._decided or plays
        is_quiet = judge.faulted or judge.log_suspicion < SUSPICIOUS
        return is_quiet or plays >= PATIENCE * self._decided


def _is_invalid(judge: Judge, plays: int) -> bool:  # noqa: ARG001
    """Return whether reading can stop: a field of the file is INVALID and stays so."""
    return Decision.INVALID in judge.decisions.values()


def _check_unsaved(recorded: Recorded, save: str | PathLike[str] | None) -> None:
    if save is not None:
        raise BadInput(
            f"{recorded.label} is already a record of plays, so save={quote(save)} has nothing "
            "to save: leave it out"
        )
