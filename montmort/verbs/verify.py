"""`montmort verify GAME`: judge the simulation by the exact truth."""

import argparse
import dataclasses
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import fixed_point
from montmort.exit_codes import exit_code
from montmort.games.errors import BadInput, SimulatorFailed
from montmort.options.flags import add_outputs, add_run, margin
from montmort.options.optimal_flags import has_strategy
from montmort.options.run_flags import (
    Watched,
    add_cluster,
    add_interpreted,
    add_length,
    add_save,
    cluster_asked,
    length_of,
    say_how,
)
from montmort.options.symbol_flags import put_numbers
from montmort.options.verify_flags import (
    add_own,
    add_question,
    margins_asked,
    question,
    subject_of,
)
from montmort.output.files import check_writable, write_csv, write_whole
from montmort.output.formatting import fields_text
from montmort.output.heading import print_heading
from montmort.output.json_document import print_document
from montmort.output.verdicts import answer_of
from montmort.verification.game import DEALS
from montmort.verification.verdicts.decision import Decision

if TYPE_CHECKING:
    from rich.table import Table

    from montmort.montecarlo.run_files.resume import SavedRun
    from montmort.montecarlo.simulator import Simulator
    from montmort.verification.comparison.result import Crosscheck
    from montmort.verification.verdicts.result import Verdict


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort verify`."""
    add_own(parser)
    add_run(parser)
    add_cluster(parser)
    add_interpreted(parser)
    add_save(parser)
    add_length(parser)
    parser.add_argument(
        "--margin",
        metavar="[FIELD=]D",
        type=margin,
        action="append",
        default=[],
        help="deviation to rule out, for all fields or for one, in its own unit",
    )
    add_outputs(
        parser, csv="of the verdicts, a line for each field", plot="the verdicts, field by field"
    )
    add_question(parser, argv)


def run(options: argparse.Namespace) -> int:
    """Print the verdicts: 0 all CONSISTENT, 1 INCONSISTENT or INVALID, 3 INCONCLUSIVE."""
    check_writable(options.csv, options.plot, options.save)
    if options.grid:
        from montmort.verbs.verify_grid import judge_grid

        return judge_grid(options)
    put_numbers(options)
    result, has_heading = _judged(options)
    if result.interrupted:
        print("interrupted; these are the verdicts so far", file=sys.stderr)
    say_how(result.how)
    for note in result.notes:
        print(note, file=sys.stderr)
    _write_files(options, result)
    if options.json:
        _print_json(result)
    else:
        if not has_heading:
            _print_heading(options, result, result.rules, result.against)
        _print(options, result)
        if result.difference is not None:
            _tell_difference(options, result)
    if result.failure:
        raise SimulatorFailed(f"these are the verdicts before it failed: {result.failure}")
    return _exit_code(result)


def _judged(options: argparse.Namespace) -> "tuple[Crosscheck, bool]":
    """Return what is asked, played and judged, with bars on stderr; whether it has a heading."""
    plays, most = length_of(options)
    asked = question(options)  # which may set the workers
    what = subject_of(options)
    has_heading = _is_surely_played(options, asked) and not options.json
    if has_heading:  # before the exact laws, which may take long
        print_heading(options.game.title, _subtitle(options, asked["rules"], asked["against"]))
    from montmort.output.progress import plays_bar, walk_bar
    from montmort.verification.crosschecks import crosscheck

    with (
        walk_bar(f"solving {what}", "steps") as solving,
        plays_bar(f"playing {what}", plays) as show,
        cluster_asked(options) as executor,
        ExitStack() as until,
    ):
        watched = Watched(show, plays, most, until)

        def began(run: "SavedRun") -> None:
            nonlocal has_heading
            watched.began(run)
            # a program or a user's rules may fail at once, and then print nothing
            if run.simulator.compiled and not options.json and not has_heading:
                has_heading = True
                _print_heading(options, run.simulator, asked.get("rules"), asked.get("against"))

        result = crosscheck(
            **asked,
            compiled=options.compiled,
            workers=options.workers,
            executor=executor,
            seed=options.seed,
            save=options.save,
            plays=plays,
            most=most,
            **margins_asked(options),
            began=began,
            watch=watched.looked,
            solving=solving,
        )
    if not result.verdicts:
        raise BadInput(f"{what}: no exact truth of {options.experiment} is known")
    return result, has_heading


def _exit_code(result: "Crosscheck") -> int:
    if result.interrupted:
        return 130
    return exit_code(result.decision)


def _print_json(result: "Crosscheck") -> None:
    print_document(
        game=result.game,
        rules=result.rules,
        seconds=result.seconds,
        seed=result.seed,
        answers={verdict.field: answer_of(verdict) for verdict in result.verdicts},
        experiment=result.experiment,
        how=result.how,
        against=None if result.against is None else dataclasses.asdict(result.against),
        failure=result.failure,
        interrupted=result.interrupted,
        unjudged=list(result.unjudged),
        unprinted=list(result.unprinted),
        chance={verdict.field: answer_of(verdict) for verdict in result.chance},
        dependence={verdict.field: answer_of(verdict) for verdict in result.dependence},
        **_difference_of(result),
    )


def _difference_of(result: "Crosscheck") -> dict[str, Any]:
    if result.difference is None:
        return {}
    found = result.difference
    return {
        "difference": {
            "line": found.line,
            "source": found.source,
            "picks": found.picks,
            "printed": found.printed,
            "by_rules": found.by_rules,
        }
    }


def _write_files(options: argparse.Namespace, result: "Crosscheck") -> None:
    if options.csv:
        answers = {verdict.field: answer_of(verdict) for verdict in result.verdicts}
        for row in answers.values():
            row["deviations"] = " ".join(
                f"{each['value']}:{each['observed']}/{each['expected']:.1f}"
                for each in row["deviations"]
            )
        header = ["field", *next(iter(answers.values()))]
        write_csv(options.csv, header, ([name, *row.values()] for name, row in answers.items()))
    if options.plot:
        from montmort.verification.plots.crosscheck import crosscheck_figure
        from montmort.verification.plots.laws import rendered

        write_whole(options.plot, rendered(crosscheck_figure(result), options.plot.suffix[1:]))


def _print_heading(
    options: argparse.Namespace, what: "Simulator | Crosscheck", rules: object, against: object
) -> None:
    """Print what is played, and by which rules it is judged if by others."""
    title = what.game if options.game is None else options.game.title
    strategy = what.experiment if has_strategy(options) else ""
    print_heading(title, _subtitle(options, rules, against, strategy))


def _subtitle(
    options: argparse.Namespace, rules: object, against: object, strategy: str = ""
) -> str:
    """Return the rules, the strategy if one is played, and the rules that judge if others."""
    played = "; ".join(filter(None, [fields_text(rules, options.experiment), strategy]))
    is_other = against is not None and against != rules
    return played + (f"; judged by {fields_text(against, options.experiment)}" if is_other else "")


def _is_surely_played(options: argparse.Namespace, asked: Mapping[str, Any]) -> bool:
    """Return whether a shipped game is played, and no margin, run file or cluster may be wrong."""
    is_shipped = "game" in asked and options.command is None and "simulator" in asked
    is_shipped = is_shipped and asked["simulator"] is None
    return is_shipped and not (options.margin or options.save or options.dask)


def _print(options: argparse.Namespace, result: "Crosscheck") -> None:
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    shown = (*result.verdicts, *result.alarms)
    console.print(_table(shown))
    for verdict in shown:
        console.print(str(verdict), markup=False)
    for sentence in _besides(result):
        console.print(sentence, markup=False)
    for sentence in _not_judged(options, result):
        console.print(sentence, style="yellow", markup=False)
    seed = "" if result.seed is None else f"seed {result.seed}; "
    console.print(f"[dim]{seed}{result.seconds:.1f} s[/dim]")


def _not_judged(options: argparse.Namespace, result: "Crosscheck") -> Iterator[str]:
    """Yield what was not judged, and the flag that would judge it."""
    if result.unjudged:
        yield f"not judged, no exact truth is known: {', '.join(result.unjudged)}"
    if result.unprinted:
        known = ", ".join(verdict.field for verdict in result.verdicts)
        yield f"not judged, not printed: {', '.join(result.unprinted)}; judged: {known}"
    is_foreign = options.command is not None or options.outcomes is not None
    dealing = None if options.game is None else options.game.rulebook.dealing
    if is_foreign and dealing is not None and options.experiment != DEALS:
        yield f"not judged, the deal: --experiment {DEALS} judges it"


def _besides(result: "Crosscheck") -> Iterator[str]:
    """Yield what was found about the rules, chance and dependence, in a sentence each."""
    from montmort.verification.external.cells import CELLS

    plays = f"{result.tally.plays if result.tally else 0:,} plays"
    if result.chance:
        rules = "differ" if result.difference else f"agree in all {plays}"
        decision = Decision.worst(verdict.decision for verdict in result.chance)
        margin = f"({float(max(v.margin for v in result.chance)):.4g} of a cell of {CELLS})"
        yield (
            f"replayed: the rules {rules}; chance {decision}"
            f"{margin * (decision is Decision.CONSISTENT)}"
        )
    found = [verdict.field for verdict in result.alarms if verdict in result.dependence]
    if found:
        yield f"plays depend on each other: {', '.join(found)}"
    elif result.dependence and result.decision not in (Decision.INCONSISTENT, Decision.INVALID):
        lags = f"{result.dependence[0].field} to {result.dependence[-2].field}"
        yield f"no dependence found in {plays}: {lags}, {result.dependence[-1].field}"


def _tell_difference(options: argparse.Namespace, result: "Crosscheck") -> None:
    """Print the first differing play, pick by pick."""
    from montmort.play.replay_story import story

    assert result.difference is not None
    print(f"\nThe first play that differs, {result.difference}")
    rules = result.rules if result.against is None else result.against
    played = options.game.played(rules, options.experiment)
    for line in story(options.game.rulebook, played, rules, result.difference.picks):
        print(f"  {line}")
    print(f"  printed:      {result.difference.printed}")
    print(f"  by the rules: {result.difference.by_rules}")


def _table(verdicts: "Sequence[Verdict]") -> "Table":
    """Return a line per field."""
    from rich.markup import escape
    from rich.table import Table

    table = Table("field", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("verdict", no_wrap=True)
    for heading in ("exact", "estimate", "interval", "log10 e"):
        table.add_column(heading)
    colours = {"CONSISTENT": "green", "INCONCLUSIVE": "yellow"}
    for verdict in verdicts:
        low, high = verdict.interval
        colour = colours.get(verdict.decision.value, "red")
        table.add_row(
            escape(verdict.field),
            f"[{colour}]{verdict.label}[/{colour}]",
            fixed_point(verdict.exact, 5),
            "-" if verdict.estimate is None else f"{verdict.estimate:.5f}",
            f"{low:.5f}…{high:.5f}",
            f"{verdict.log10_e:.2f}",
        )
    return table
