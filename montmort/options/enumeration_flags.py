"""Long enumerations at the command line: flags for workers and for the run file."""

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.solver import Answers
from montmort.games.errors import BadInput
from montmort.options.flags import GameFlags, workers_flag
from montmort.options.run_flags import cluster_asked, dask_flag, save_flag
from montmort.output.streams import note
from montmort.verification.game import DEALS, Game

if TYPE_CHECKING:
    from montmort.exact.enumeration import Parts
    from montmort.montecarlo.run_files.resume import SavedRun

FLAGS = ("save", "workers", "dask")


def is_counted(game: Game[Any]) -> bool:
    """Return whether answers of the game rest on an enumeration."""
    return game.solve(game.rulebook.first_experiment).enumeration is not None


@dataclass(frozen=True, kw_only=True)
class CountedParts:
    """An enumeration that is counted in parts."""

    workers: int | None = workers_flag("parts counted", has=is_counted)
    dask: str | None = dask_flag(has=is_counted)
    save: Path | None = save_flag(has=is_counted)


def answers_in_parts(options: GameFlags, rules: object, question: object) -> Answers:
    """Return the exact answers; where they rest on an enumeration, counted in parts."""
    game: Game[Any] = options.game
    enumeration = game.solve(options.experiment).enumeration
    asked = [name for name in FLAGS if vars(options)[name] is not None]
    if enumeration is not None and (asked or not enumeration.only_on_request):
        parts = None if options.experiment == DEALS else enumeration.parts(rules, question)
        if parts is not None:
            return _answers_of_parts(options, parts)
        if asked:
            raise BadInput(f"--{asked[0]} is for {enumeration.counts}")
    from montmort.output.progress import walk_bar

    with walk_bar(f"solving {game.name}", "steps") as watch:
        return game.answers(rules, question, options.experiment, watch)


def _answers_of_parts(options: GameFlags, parts: "Parts") -> dict[str, object]:
    from montmort.output.progress import walk_bar
    from montmort.verification.enumeration import count_parts, run_of

    run = run_of(options.game.name, parts, options.save)
    _say_held(run, parts)
    with (
        cluster_asked(options.dask) as executor,
        walk_bar(f"solving {options.game.name}", parts.unit) as show,
    ):

        def watch(cases: int, fresh: bool) -> None:
            if fresh:  # those held would be taken for speed
                show(Fraction(cases, parts.cases), cases)

        try:
            return count_parts(run, parts, executor=executor, workers=options.workers, watch=watch)
        except KeyboardInterrupt:
            if options.save is not None:
                saved = run_of(options.game.name, parts, options.save).held.plays
                of_all = f"{saved:,} of {parts.cases:,} {parts.unit}"
                note(f"{options.save} keeps {of_all}; start again to go on")
            raise


def _say_held(run: "SavedRun", parts: "Parts") -> None:
    if run.held.places:
        note(f"{run.path} holds {run.held.plays:,} of {parts.cases:,} {parts.unit}")
