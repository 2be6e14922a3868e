"""Long enumerations at the command line: flags for workers and for the run file."""

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.solver import Answers
from montmort.games.errors import BadInput
from montmort.options.flags import add_workers
from montmort.options.run_flags import add_cluster, add_save, cluster_asked
from montmort.output.streams import note
from montmort.verification.game import DEALS, Game

if TYPE_CHECKING:
    from montmort.exact.enumeration import Parts
    from montmort.montecarlo.run_files.resume import SavedRun

FLAGS = ("save", "workers", "dask")


def add_parts(parser: argparse.ArgumentParser) -> None:
    """Add the flags of an enumeration that is counted in parts."""
    add_workers(parser, "parts counted")
    add_cluster(parser)
    add_save(parser)


def answers(options: argparse.Namespace, rules: object, question: object) -> Answers:
    """Return the exact answers; where they rest on an enumeration, counted in parts."""
    game: Game[Any] = options.game
    enumeration = game.solve(options.experiment).enumeration
    asked = [name for name in FLAGS if vars(options).get(name) is not None]
    if enumeration is not None and (asked or not enumeration.only_on_request):
        parts = None if options.experiment == DEALS else enumeration.parts(rules, question)
        if parts is not None:
            return _answers_of_parts(options, parts)
        if asked:
            raise BadInput(f"--{asked[0]} is for {enumeration.counts}")
    from montmort.output.progress import walk_bar

    with walk_bar(f"solving {game.name}", "steps") as watch:
        return game.answers(rules, question, options.experiment, watch)


def _answers_of_parts(options: argparse.Namespace, parts: "Parts") -> dict[str, object]:
    from montmort.output.progress import walk_bar
    from montmort.verification.enumeration import count_parts, run_of

    run = run_of(options.game.name, parts, options.save)
    _say_held(run, parts)
    with (
        cluster_asked(options) as executor,
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
