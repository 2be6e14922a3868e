"""`montmort verify [GAME] --versus WHAT`: two simulators, compared with each other."""

import argparse
from contextlib import ExitStack
from typing import TYPE_CHECKING

from montmort.exit_codes import exit_code
from montmort.games.errors import SimulatorFailed
from montmort.options.run_flags import (
    announce_kernel,
    cluster_asked,
    length_of,
    say_held,
    say_how,
)
from montmort.options.symbol_flags import put_numbers
from montmort.options.verify_flags import run_asked
from montmort.options.versus_flags import comparison
from montmort.output.comparisons import comparison_document, rows_of, show_comparison
from montmort.output.files import beside_answer, write_csv, write_whole
from montmort.output.heading import print_heading
from montmort.output.json_document import write_document
from montmort.output.junit import junit_of
from montmort.output.pictures import write_picture
from montmort.output.streams import note, say_interrupted
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.verification.two_samples.judge import PairJudge
    from montmort.verification.two_samples.result import Comparison


def judge_versus(options: argparse.Namespace, began: str) -> int:
    """Print the verdicts; the exit codes are those of `verify`."""
    put_numbers(options)
    result = _compared(options)
    for how in dict.fromkeys(result.how):
        say_how(how)
    for sentence in result.notes:
        note(sentence)
    code = 130 if result.interrupted else exit_code(result.decision)
    options.reached = 2 if result.failure else code
    if options.junit:
        with beside_answer(options):
            write_whole(options.junit, junit_of({"": result}, options, began))
    with beside_answer(options):
        _write_files(options, result)
    if options.json or options.audit:
        write_document(options, comparison_document(options, result, began))
    if not options.json and options.game is not None:
        print_heading(options.game.title, fields_text(result.rules, result.experiment))
    if result.interrupted:
        say_interrupted(options, "these are the verdicts so far")
    if not options.json:
        show_comparison(result)
    if result.failure:
        raise SimulatorFailed(f"these are the verdicts before it failed: {result.failure}")
    return code


def _compared(options: argparse.Namespace) -> "Comparison":
    """Return the comparison, with bars on stderr."""
    length = length_of(options)
    plays, most = length["plays"], length["most"]
    asked = comparison(options)
    from montmort.output.progress import plays_bar, walk_bar
    from montmort.verification.crosschecks import compare

    what = "two simulators" if options.game is None else options.game.name
    with (
        walk_bar(f"solving {what}", "steps") as solving,
        plays_bar(f"playing {what}", plays) as show,
        cluster_asked(options) as executor,
        ExitStack() as until,
    ):
        held = 0

        def began(seed: int, runs: "Mapping[int, SavedRun]") -> None:
            nonlocal held
            note(f"seed {seed}")
            for run in runs.values():
                say_held(run)
                announce_kernel(run, until)
            held = min(run.held.plays for run in runs.values())

        def looked(sofar: int, judge: "PairJudge") -> None:
            predicted = min(max(judge.plays_to_decide, sofar), most)
            show(sofar, predicted if plays is None else plays, held)

        return compare(
            **asked,
            executor=executor,
            plays=plays,
            most=most,
            **run_asked(options),
            began=began,
            watch=looked,
            solving=solving,
        )


def _write_files(options: argparse.Namespace, result: "Comparison") -> None:
    if options.csv:
        write_csv(options.csv, *rows_of(result))
    if options.plot:
        from montmort.verification.two_samples.figure import comparison_figure

        source = f"{result.first} and {result.second}"
        write_picture(options, comparison_figure(result), None, source=source, seed=result.seed)
