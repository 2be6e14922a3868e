"""`montmort verify GAME`: judge the simulation by the exact truth."""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from games.errors import BadInput
from montmort.document import print_document
from montmort.durable import Watched, add_length, add_save, length_of
from montmort.fields import given_fields
from montmort.files import check_writable, write_csv, write_whole
from montmort.flags import add_game, add_outputs, add_run, game_in, margin, rules_of
from montmort.show import decimal, fields_text, whole
from verification import registry

if TYPE_CHECKING:
    from verification.comparison import Crosscheck
    from verification.verdict import Verdict


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort verify`."""
    add_game(parser, argv)
    if (name := game_in(argv)) is not None:
        parser.add_argument(
            "--against",
            choices=list(registry.GAMES[name].rulebook().READINGS),
            help="judge by the truth of this reading instead",
        )
    add_run(parser)
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
    add_outputs(parser, csv="a line per field", plot="the verdicts, field by field")


def run(options: argparse.Namespace) -> int:
    """Print the verdicts: 0 all CONSISTENT, 1 INCONSISTENT or INVALID, 3 INCONCLUSIVE."""
    check_writable(options.csv, options.plot, options.save)
    plays, most = length_of(options)
    from montmort.progress import plays_bar, walk_bar
    from verification.comparison import crosscheck

    rules = rules_of(options)
    against = _against(options, rules)
    margins = {field: value for field, value in options.margin if field is not None}
    with (
        walk_bar(f"solving {options.game}", "steps") as solving,
        plays_bar(f"playing {options.game}", plays) as show,
    ):
        watched = Watched(show, plays, most)
        result = crosscheck(
            options.game,
            rules,
            against=against,
            experiment=options.experiment,
            seed=options.seed,
            save=options.save,
            plays=plays,
            most=most,
            workers=options.workers,
            margins=margins,
            margin=next((value for field, value in options.margin if field is None), None),
            began=watched.began,
            watch=watched.looked,
            solving=solving,
        )
    if not result.verdicts:
        raise BadInput(f"{options.game}: no exact truth of {options.experiment} is known")
    if result.interrupted:
        print("interrupted; these are the verdicts so far", file=sys.stderr)  # noqa: T201
    _write_files(options, result)
    if options.json:
        _print_json(result)
    else:
        _print(result)
    return _exit_code(result)


def _against(options: argparse.Namespace, rules: Any) -> Any:
    """Return the rules that judge; BadInput if a flag makes them those that are played."""
    if options.against is None:
        return rules
    against = rules_of(options, reading=options.against)
    presets = [vars(preset) for preset in registry.GAMES[options.game].rulebook().READINGS.values()]
    given = given_fields(options, type(rules))
    told = [name for name in given if any(p[name] != presets[0][name] for p in presets)]
    if against == rules and told:
        raise BadInput(
            f"{told[0]}={given[told[0]]} makes the reading {options.against} what is played; "
            "with --against say by --reading what is played, and leave that flag out"
        )
    return against


def _exit_code(result: "Crosscheck") -> int:
    if result.interrupted:
        return 130
    codes = {"CONSISTENT": 0, "INCONSISTENT": 1, "INVALID": 1, "INCONCLUSIVE": 3}
    return codes[result.decision.value]


def _answer(verdict: "Verdict") -> dict[str, Any]:
    """Return a verdict in JSON's terms."""
    low, high = verdict.interval
    return {
        "exact": whole(verdict.exact),
        "estimate": verdict.estimate,
        "interval": [low, high],
        "margin": float(verdict.margin),
        "horizon": verdict.horizon,
        "log10_e": verdict.log10_e,
        "verdict": verdict.decision.value,
        "plays": verdict.plays,
        "deviation_ruled_out": verdict.deviation_ruled_out,
        "plays_to_decide": verdict.plays_to_decide,
        "reason": verdict.reason,
    }


def _print_json(result: "Crosscheck") -> None:
    print_document(
        game=result.game,
        rules=result.rules,
        seconds=result.seconds,
        seed=result.seed,
        answers={verdict.field: _answer(verdict) for verdict in result.verdicts},
        experiment=result.experiment,
        against=dataclasses.asdict(result.against),
        interrupted=result.interrupted,
        unjudged=list(result.unjudged),
    )


def _write_files(options: argparse.Namespace, result: "Crosscheck") -> None:
    if options.csv:
        answers = {verdict.field: _answer(verdict) for verdict in result.verdicts}
        header = ["field", *next(iter(answers.values()))]
        write_csv(options.csv, header, ([name, *row.values()] for name, row in answers.items()))
    if options.plot and result.tally is not None:
        from verification.displays import crosscheck_figure
        from verification.figures import rendered

        write_whole(options.plot, rendered(crosscheck_figure(result), options.plot.suffix[1:]))


def _print(result: "Crosscheck") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, soft_wrap=True)
    title = registry.GAMES[result.game].title
    played, judge = (fields_text(r, result.experiment) for r in (result.rules, result.against))
    against = "" if result.against == result.rules else f"; judged by {judge}"
    console.print(f"[bold]{title}[/bold], {played}{against}")
    table = Table("field", box=None, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column("verdict", no_wrap=True)
    for heading in ("exact", "estimate", "interval", "log10 e"):
        table.add_column(heading)
    colours = {"CONSISTENT": "green", "INCONCLUSIVE": "yellow"}
    for verdict in result.verdicts:
        low, high = verdict.interval
        colour = colours.get(verdict.decision.value, "red")
        table.add_row(
            verdict.field,
            f"[{colour}]{verdict.label}[/{colour}]",
            decimal(verdict.exact, 5),
            "-" if verdict.estimate is None else f"{verdict.estimate:.5f}",
            f"{low:.5f}…{high:.5f}",
            f"{verdict.log10_e:.2f}",
        )
    console.print(table)
    for verdict in result.verdicts:
        console.print(str(verdict))
    for name in result.unjudged:
        console.print(f"{name}: no exact truth is known, not judged")
    console.print(f"[dim]seed {result.seed}; {result.seconds:.1f} s[/dim]")
