"""`montmort verify [GAME] --versus WHAT`: two simulators, compared with each other."""

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from montmort.exit_codes import exit_code
from montmort.games.errors import BadInput, SimulatorFailed, UnknownName
from montmort.options.flags import A_GAME, rules_of
from montmort.options.optimal_flags import has_strategy
from montmort.options.run_flags import (
    announce_kernel,
    cluster_asked,
    say_held,
    say_how,
    send_file_to_cluster,
)
from montmort.options.symbol_flags import put_numbers
from montmort.options.verify_flags import OURS, Flags, check_plays_to_come, run_asked, supplied
from montmort.output.comparisons import comparison_document, rows_of, show_comparison
from montmort.output.files import beside_answer, write_csv, write_whole
from montmort.output.json_document import write_document
from montmort.output.junit import junit_of
from montmort.output.page import print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import note, say_interrupted
from montmort.verification.words_of_values import fields_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.verification.two_samples.judge import PairJudge
    from montmort.verification.two_samples.result import Comparison


OTHERS = ("exact", "against", "replays", "with_picks")  # flags of another question


def judge_versus(options: Flags, began: str) -> int:
    """Print the verdicts; the exit codes are those of `verify`."""
    options = put_numbers(options)
    result = _compared(options)
    for how in dict.fromkeys(result.how):
        say_how(how)
    for sentence in result.notes:
        note(sentence)
    code = 130 if result.interrupted else exit_code(result.decision)
    options.ending.code = 2 if result.failure else code
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


def _compared(options: Flags) -> "Comparison":
    """Return the comparison, with bars on stderr."""
    settings = run_asked(options)
    asked = _comparison(options)
    from montmort.output.progress import plays_bar, walk_bar
    from montmort.verification.by_name import compare

    what = "two simulators" if options.game is None else options.game.name
    with (
        walk_bar(f"solving {what}", "steps") as solving,
        plays_bar(f"playing {what}", options.plays) as show,
        cluster_asked(options.dask) as executor,
        ExitStack() as until,
    ):
        settings |= {"executor": executor, "solving": solving}
        held = 0

        def began(seed: int, runs: "Mapping[int, SavedRun]") -> None:
            nonlocal held
            note(f"seed {seed}")
            for run in runs.values():
                say_held(run)
                announce_kernel(run, until)
            held = min(run.held.plays for run in runs.values())

        def looked(sofar: int, judge: "PairJudge") -> None:
            predicted = min(max(judge.plays_to_decide, sofar), settings["most"])
            show(sofar, predicted if options.plays is None else options.plays, held)

        return compare(
            **asked,
            **settings,
            began=began,
            watch=looked,
        )


def _write_files(options: Flags, result: "Comparison") -> None:
    if options.csv:
        write_csv(options.csv, *rows_of(result))
    if options.plot:
        from montmort.verification.two_samples.figure import comparison_figure

        source = f"{result.first} and {result.second}"
        write_picture(options, comparison_figure(result), None, source=source, seed=result.seed)


def _check_versus(options: Flags) -> None:
    """Raise BadInput if a flag stands beside --versus that does not go with it."""
    options.refuse(*OTHERS, because="does not go with --versus, which knows no truth; leave it out")
    options.refuse("grid", because="does not go with --versus; leave one of them out")
    if has_strategy(options):
        raise BadInput("an optimal strategy is verified by its exact law; leave --versus out")
    if options.command is not None and options.outcomes is not None:
        raise BadInput("--command and --outcomes are both the first simulator; give one of them")
    sides = (options.command, options.outcomes), (_program(options), _file(options))
    programs = [program for program, _ in sides if program is not None]
    files = [file for _, file in sides if file is not None]
    if not programs and not files and options.column is not None:
        raise BadInput("--column is about a program or a file; give one of them")
    check_plays_to_come(
        options,
        program="programs play" if programs else "",
        files="those of two files" if len(files) == 2 else "",
    )


def _comparison(options: Flags) -> dict[str, Any]:
    """Return the two sides and the game as arguments of `compare`."""
    _check_versus(options)
    from montmort.verification.two_samples.sides import LOOK_EVERY

    file = _file(options)
    block = 0 if file is None and options.outcomes is None else LOOK_EVERY
    first = supplied(options, options.command, options.outcomes, block)
    second = supplied(options, _program(options), file, block)
    ranges = dict(options.range)
    if len(ranges) < len(options.range):
        raise BadInput("--range is given twice for one field; give one of them")
    if options.game is None:
        if first is None or second is None:
            raise BadInput(
                f"our own simulator plays a GAME: {A_GAME}; without one give --command or "
                "--outcomes, and --versus with a command or a file"
            )
        return {"first": first, "second": second, "ranges": ranges}
    rules = rules_of(options)
    if first is None or second is None:
        send_file_to_cluster(options)
    return {
        "first": rules if first is None else first,
        "second": _reading(options) if second is None else second,
        "game": options.game,
        "rules": rules,
        "experiment": options.experiment,
        "ranges": ranges,
    }


def _reading(options: Flags) -> object:
    """Return the Rules by which our simulator plays as the second one."""
    return rules_of(options, None if options.versus == OURS else options.versus)


def _program(options: Flags) -> str | None:
    what = str(options.versus)
    return what if "{seed}" in what else None


def _file(options: Flags) -> str | None:
    """Return the file that --versus names; UnknownName if it names nothing at all."""
    what = str(options.versus)
    readings = () if options.game is None else tuple(options.game.rulebook.readings)
    if "{seed}" in what or what in (OURS, *readings):
        return None
    if what == "-" or os.path.exists(what):
        return what
    known = f"; {options.game.name} has the readings {', '.join(readings)}" if readings else ""
    raise UnknownName(
        f"--versus {what!r} is no file, no command with {{seed}}, no reading of the game "
        f"and not {OURS}{known}"
    )
