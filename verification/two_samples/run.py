"""Compare two simulators with each other: `compare`.

Both play blocks from seeds of their own, and are looked at in the order of the blocks, so the
verdicts are the same for any number of workers.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from fractions import Fraction
from os import PathLike
from typing import Any

from montmort.exact.paths import Watch as Solving
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import check_mapping, quote
from montmort.montecarlo.rules_play import Way
from montmort.montecarlo.run_files.resume import SavedRun
from montmort.montecarlo.runs.executors import AnyExecutor
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Tally
from montmort.verification.comparison.looks import looks_of, show_looks
from montmort.verification.comparison.question import KnownGame
from montmort.verification.comparison.run import MOST_PLAYS, RunOptions, check_levels_and_hooks
from montmort.verification.comparison.source import Source
from montmort.verification.own_simulators.outcome_file import Recorded
from montmort.verification.two_samples.judge import PairJudge, Range, compared_of
from montmort.verification.two_samples.known_ranges import known_ranges
from montmort.verification.two_samples.looks import (
    Pair,
    SamePlays,
    looks_in_step,
    parts_of_table,
)
from montmort.verification.two_samples.result import Comparison
from montmort.verification.two_samples.saved import SECOND, saved_runs
from montmort.verification.two_samples.sides import LOOK_EVERY, Side, Sides, sides_of
from montmort.verification.verdicts.decision import LONGEST_RUN, Levels
from montmort.verification.verdicts.quantities import margins_of

LIKELY = 500_000  # plays of each, with the default margin

Runs = Mapping[int, SavedRun]  # by side, 0 or 1
Began = Callable[[int, Runs], None]
Watch = Callable[[int, PairJudge], None]


class Options(RunOptions, total=False):
    """The keyword arguments of `compare`."""

    rules: object
    ranges: Mapping[str, Range] | None
    began: Began | None
    watch: Watch | None


def compare(
    first: Side,
    second: Side,
    *,
    game: KnownGame | None = None,
    rules: object = None,
    experiment: str | None = None,
    plays: int | None = None,
    most: int = MOST_PLAYS,
    seed: int | None = None,
    save: str | PathLike[str] | None = None,
    margin: Fraction | float | None = None,
    margins: Mapping[str, Fraction | float] | None = None,
    ranges: Mapping[str, Range] | None = None,
    levels: Levels | None = None,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    compiled: Way = "auto",
    began: Began | None = None,
    watch: Watch | None = None,
    solving: Solving | None = None,
) -> Comparison:
    """Compare two simulators where no exact value is known.

    Each is a function (rng) -> outcome or (n, rng) -> counts, what `program` or `outcomes`
    returns, a Simulator, or, with `game`, the Rules by which our own simulator plays it.
    Without `game` the fields are those that a header names.

    CONSISTENT(margin) means that a difference of the means of `margin` or more is rejected,
    INCONSISTENT that both having one law is rejected; see
    `montmort.verification.two_samples.judge` for the error rates, and for what the first plays
    of both are used for.  `ranges`, as {"turns": (1, 500)}, are bounds that hold for all
    outcomes; without them low and high are those of the built-in game's exact laws, or of the
    first plays, and the mean is that of min(max(X, low), high).  `plays` and `most`
    are plays of each.  The other arguments are those of `crosscheck`.

    >>> def die(rng):
    ...     return int(rng.integers(1, 7))
    >>> def loaded(rng):
    ...     return max(die(rng), int(rng.integers(1, 4)))
    >>> print(compare(die, loaded, seed=1, workers=1).decision)
    INCONSISTENT
    """
    started = time.perf_counter()
    check_levels_and_hooks(
        levels,
        began=(began, "seed", "runs"),
        watch=(watch, "plays", "judge"),
        solving=(solving, "share", "steps"),
    )
    length = checked_count("plays", most if plays is None else plays, least=1)
    sides = sides_of(first, second, game=game, rules=rules, experiment=experiment, solving=solving)
    sources = [Source.of(side) for side in sides.both]
    usual = _usual_ranges(sides, game, ranges, solving)
    judge = _judge_of(sides, margin, margins, ranges, usual, levels)
    playing = {
        at: s.played(compiled) for at, s in enumerate(sides.both) if isinstance(s, Simulator)
    }
    runs = saved_runs(playing, seed, save)
    used = next((run.seed & ~SECOND for run in runs.values()), None)
    if began is not None and used is not None:
        began(used, runs)
    is_open = bool(runs) and plays is None
    with ExitStack() as ends:
        looks = []
        for at, side in enumerate(sides.both):
            if isinstance(side, Recorded):
                looks.append(_looks_at(side, plays))
                continue
            blocks = runs[at].blocks(plays=length, executor=executor, workers=workers,
                                     likely=min(length, LIKELY))  # fmt: skip
            looks.append(ends.enter_context(closing(looks_of(blocks))))
        seen = _judge_looks(
            judge,
            sides,
            looks_in_step(*looks),
            watch,
            most=most if is_open else LONGEST_RUN,
            is_open=is_open,
        )
    return Comparison(
        game=sides.game,
        rules=sides.rules,
        experiment=sides.experiment,
        first=sides.labels[0],
        second=sides.labels[1],
        seed=used,
        verdicts=judge.verdicts(),
        unjudged=sides.unshared,
        kinds=sides.kinds,
        notes=(*sides.notes, *(change for source in sources for change in source.changes())),
        sources=tuple(source.finished() for source in sources),
        how=tuple(simulator.how for simulator in playing.values()),
        seconds=time.perf_counter() - started,
        **seen,
    )


def _usual_ranges(
    sides: Sides,
    game: KnownGame | None,
    ranges: Mapping[str, Range] | None,
    solving: Solving | None,
) -> dict[str, Range]:
    """Return the ranges of a built-in game's laws, if any field needs one.

    The laws of a user's game are found by a walk, which may be too long.
    """
    given = {**sides.kinds, **(ranges if isinstance(ranges, Mapping) else {})}
    if game is None or game.module is not None or given.keys() >= {*sides.fields}:
        return {}
    return known_ranges(game, sides.readings, sides.experiment, solving)


def _judge_of(
    sides: Sides,
    margin: Fraction | float | None,
    margins: Mapping[str, Fraction | float] | None,
    ranges: Mapping[str, Range] | None,
    usual: Mapping[str, Range],
    levels: Levels | None,
) -> PairJudge:
    """Return the judge of the fields that both sides give."""
    ranges = {} if ranges is None else ranges
    check_mapping("ranges", ranges, "{field: (low, high)}")
    for name, ends in ranges.items():
        if name not in sides.fields:
            raise UnknownName(
                f"no field {quote(name)} to give a range; judged: {', '.join(sides.fields)}"
            )
        check_range(name, ends)
    parts = compared_of(sides.fields, sides.kinds, ranges, usual)
    given = margins_of([part.name for part in parts], margin, margins)
    for name, value in given.items():
        if value <= 0:
            raise BadInput(f"the margin of {name}, {value}, must be greater than 0")
    return PairJudge(parts, margins=given, levels=levels)


def check_range(name: str, ends: object) -> None:
    """Raise BadInput unless `ends` are two integers, the lower one first."""
    if (
        not isinstance(ends, tuple)
        or len(ends) != 2
        or any(isinstance(end, bool) or not isinstance(end, int) for end in ends)
        or ends[0] >= ends[1]
    ):
        raise BadInput(
            f"the range of {name}, {quote(ends)}, must be two integers, the lower one first"
        )


def _looks_at(side: Recorded, plays: int | None) -> Iterator[Tally]:
    if side.has_order:
        return side.looks(plays, None)
    return parts_of_table(side.looks(plays, None), LOOK_EVERY)


def _judge_looks(
    judge: PairJudge,
    sides: Sides,
    looks: Iterator[Pair],
    watch: Watch | None,
    most: int,
    is_open: bool,
) -> dict[str, Any]:
    """Show the judge every look until all is decided; return what the result says of the run."""
    seen: dict[str, Any] = {"tallies": None, "base": (0, 0)}
    same = SamePlays(sides.fields)

    def show(look: Pair) -> bool:
        first, second = look
        same.look(first, second)
        judge.look(first, second)
        if seen["tallies"] is None:
            seen["base"] = first.plays, second.plays
            judge.check_margins(most)
        seen["tallies"] = look
        if watch is not None:
            watch(min(first.plays, second.plays), judge)
        return judge.is_invalid or (is_open and judge.decided)

    ending = show_looks(looks, show, lambda error: judge.invalid(str(error)))
    return seen | {"interrupted": ending.interrupted, "failure": ending.failure}
