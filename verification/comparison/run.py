"""The crosscheck: a simulator's histograms against exact laws, field by field.

The looks are the prefixes of blocks 0, 1, 2, … in the order of their numbers,
whatever order they finish in, and the run ends at the first look at which
every field is decided, or after the plays that were asked for.  So the
verdicts are the same for any number of workers.
"""

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from fractions import Fraction
from os import PathLike
from typing import Any

from montmort.exact.paths import Watch as Solving
from montmort.games.errors import BadInput, InvalidCounts, SimulatorFailed, TooLarge, WorkersLost
from montmort.montecarlo.run_files.resume import SavedRun, saved_run
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.runs.prefix import Prefix
from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.question import Exact, Simulated, question_of
from montmort.verification.external.outcome_file import Recorded
from montmort.verification.external.own_game import Play
from montmort.verification.verdicts.judge import Decision, Judge, Levels, Verdict
from montmort.verification.verdicts.look_history import History
from montmort.verification.verdicts.quantities import (
    Judged,
    Known,
    all_judged,
    histograms_of,
    margins_of,
)

MOST_PLAYS = 1_000_000_000  # when no number of plays is given
Began = Callable[[SavedRun], None]
Watch = Callable[[int, Judge], None]


@dataclass(frozen=True, kw_only=True)
class Crosscheck:
    """The verdicts on all fields of an experiment, with what they were reached from.

    `rules` were played and judged by the exact truth of `against`, or by laws
    that were handed in; `laws`, or moments, are those judged by, `unjudged` the
    fields whose truth is not known; `interrupted` runs hold what was counted until then,
    and so do those whose simulator failed half way or whose workers were lost, which
    `failure` tells, and files that became too large.
    A file of outcomes has no `seed`; `notes` say what of a simulator from
    another hand was not judged.
    `looks` are cumulative tallies on the way to the last, `tally`, spread over the plays.
    """

    game: str
    rules: Any
    against: Any
    experiment: str
    seed: int | None
    verdicts: tuple[Verdict, ...]
    unjudged: tuple[str, ...]
    looks: tuple[Tally, ...] = field(repr=False)
    laws: Mapping[str, Known] = field(repr=False)
    interrupted: bool = False
    failure: str = ""
    notes: tuple[str, ...] = ()
    seconds: float

    @property
    def tally(self) -> Tally | None:
        """All that was judged; None if the run ended before the first look."""
        return self.looks[-1] if self.looks else None

    @property
    def decision(self) -> Decision:
        """The worst of the fields' decisions."""
        return Decision.worst(verdict.decision for verdict in self.verdicts)

    def __str__(self) -> str:
        return "\n".join(map(str, self.verdicts))

    def _repr_html_(self) -> str:
        from montmort.verification.plots.crosscheck import crosscheck_html

        return crosscheck_html(self)


def crosscheck(
    game: str | None = None,
    rules: Any = None,
    *,
    play: Play | None = None,
    exact: Exact | None = None,
    simulator: Simulated | None = None,
    against: Any = None,
    experiment: str | None = None,
    plays: int | None = None,
    most: int = MOST_PLAYS,
    seed: int | None = None,
    save: str | PathLike[str] | None = None,
    margin: Fraction | float | None = None,
    margins: Mapping[str, Fraction | float] | None = None,
    levels: Levels | None = None,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    began: Began | None = None,
    watch: Watch | None = None,
    solving: Solving | None = None,
) -> Crosscheck:
    """Play a game and judge every field whose exact truth is known.

    The game is one of the house, `game` under `rules`, or `play`: a function
    `play(chance)` of your own that returns an integer, a bool, a member of an
    enum or a NamedTuple of these, or an `Experiment` of start and step under
    `rules`.  The truth of your own is every path of these rules walked, and
    they are played as they are told, so a verdict tests the machine, not your
    reading of the rules; for that, hand in one of

    `exact`, the true Law of the outcome, or a mapping {field: Law}, with
    `montmort.exact.moments.Moments` where no more than mean, variance and range is known;
    `simulator`, a function (rng) -> outcome or (n, rng) -> mapping of outcome
    to count that draws from a numpy Generator, a `montmort.montecarlo.Simulator`, a
    program in any language (`montmort.montecarlo.program`), or a file of outcomes
    (`montmort.verification.outcomes`).  An outcome that is one number is the game's
    first field.  Both together need neither game nor play.

    >>> def high(chance):
    ...     return chance.pick([1] * 6) + 1 >= 5
    >>> print(crosscheck(play=high, plays=10**4, margin=0.05, seed=1))  # doctest: +ELLIPSIS
    CONSISTENT(0.05): value, 0.33... in 10,000 plays; exact 0.333333...; a deviation of ...

    `against` judges by the truth of other rules (default: the same).  `plays`
    fixes the length of the run; without it the run ends when every field is
    decided, at the latest after `most` plays.  `margin` is for all fields,
    `margins` for single ones, each in its own unit; a float stands for the
    binary fraction that it is.

    `save` names a run file: every finished block is appended to it, and blocks
    that it holds are not played again, so a run that was killed and is started
    once more ends with the verdicts of an undisturbed one.  Without `seed` the
    run in the file goes on.  `began(run)` is called before the first play, with
    its seed and what the file holds, `watch(plays, judge)` after every look,
    `solving(share, steps)` while an exact truth that takes long is found.
    `executor` and `workers` play it, as `montmort.montecarlo.play_blocks` says.
    A KeyboardInterrupt ends the run and keeps what was counted, and so does an
    error of the simulator or the loss of who plays, unless nothing was counted
    yet: then it is raised, SimulatorFailed with the simulator's own error as its
    cause, or WorkersLost.
    """
    started = time.perf_counter()
    if levels is not None and not isinstance(levels, Levels):
        raise BadInput(f"{levels=} must be montmort.verification.Levels(…), or None")
    asked = question_of(game, rules, play=play, exact=exact, simulator=simulator,
                        against=against, experiment=experiment, solving=solving)  # fmt: skip
    judged = all_judged(asked.laws)
    names = [part.quantity.field for part in judged]
    judge = Judge(
        [part.quantity for part in judged],
        margins=margins_of(names, margin, margins),
        levels=levels,
    )
    if isinstance(asked.simulator, Recorded):
        _check_unsaved(asked.simulator, save)
        seed, looks, enough = None, asked.simulator.looks(plays), _refused
    else:
        run = saved_run(asked.simulator, seed=seed, save=save)
        seed, length = run.seed, most if plays is None else plays
        enough = _never if plays is not None else _decided
        if began is not None:
            began(run)
        looks = _looks(run.blocks(plays=length, executor=executor, workers=workers))
    with closing(looks):
        history, interrupted, failure = _judge_looks(judge, judged, looks, watch, enough)
    return Crosscheck(
        game=asked.game,
        rules=asked.rules,
        against=asked.against,
        experiment=asked.simulator.experiment,
        seed=seed,
        verdicts=asked.described(judge.verdicts()),
        unjudged=tuple(name for name in asked.simulator.fields if name not in asked.laws),
        looks=history.looks,
        laws=asked.laws,
        interrupted=interrupted,
        failure=failure,
        notes=tuple(asked.notes),
        seconds=time.perf_counter() - started,
    )


def _judge_looks(
    judge: Judge,
    judged: Sequence[Judged],
    looks: Iterator[Tally],
    watch: Watch | None,
    enough: Callable[[Judge], bool],
) -> tuple[History, bool, str]:
    """Show the judge every look until there are enough; return what is kept of them.

    And if the run was interrupted, and why it failed.
    """
    history = History()
    try:
        for tally in looks:
            history.add(tally)
            judge.look(histograms_of(judged, tally))
            if watch is not None:
                watch(tally.plays, judge)
            if enough(judge):
                break
    except KeyboardInterrupt:
        return history, True, ""
    except InvalidCounts as error:
        for part in judged:
            judge.invalid(part.quantity.field, str(error))
    except (SimulatorFailed, TooLarge, WorkersLost) as error:
        if not history.looks:
            raise
        return history, False, str(error)
    return history, False, ""


def _never(judge: Judge) -> bool:  # noqa: ARG001
    return False


def _decided(judge: Judge) -> bool:
    return judge.decided


def _refused(judge: Judge) -> bool:
    """Return whether a file need not be read on: what is not true in it stays so."""
    return Decision.INVALID in judge.decisions.values()


def _check_unsaved(recorded: Recorded, save: str | PathLike[str] | None) -> None:
    if save is not None:
        raise BadInput(
            f"{recorded.label} is a record of plays already, {save=} has nothing to keep: "
            "leave it out"
        )


def _looks(blocks: Generator[Block, None, None]) -> Generator[Tally, None, None]:
    """Yield the tally of every unbroken prefix, each once, in the order of the blocks."""
    prefix = Prefix()
    with closing(blocks):
        for block in blocks:
            yield from prefix.add(block)
