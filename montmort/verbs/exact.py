"""`montmort exact GAME`: exact answers, as fractions."""

import argparse
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import ModuleType
from typing import Any

from montmort.exact.formatting import fixed_point, short
from montmort.options import enumeration_flags as enumeration
from montmort.options.dataclass_flags import add_fields, given_fields
from montmort.options.flags import add_game, add_outputs, game_in, rules_of
from montmort.options.table_flags import columns_too, grid, is_number, room_asked, write_table
from montmort.output.files import check_writable, write_csv, write_whole
from montmort.output.formatting import fields_text, plain, spoken
from montmort.verification import registry

MOST_ROWS = 32  # of a long list that a person sees


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort exact`."""
    add_game(parser, argv)
    if (name := game_in(argv)) is not None:
        question = registry.GAMES[name].solver().Question
        add_fields(parser.add_argument_group("question"), question)
        if hasattr(registry.GAMES[name].solver(), "in_parts"):
            enumeration.add_parts(parser)
    add_outputs(parser, csv=columns_too(name, "answer,index,value"), plot="the exact laws")


def run(options: argparse.Namespace) -> int:
    """Print the exact answers."""
    check_writable(options.csv, options.plot, getattr(options, "save", None))
    solver = registry.GAMES[options.game].solver()
    rules = rules_of(options)
    question = solver.Question(**given_fields(options, solver.Question))
    started = time.process_time()
    answers = enumeration.answers(options, rules, question)
    seconds = time.process_time() - started
    _write_files(options, solver, rules, question, answers)
    if options.json:
        from montmort.output.json_document import print_document

        print_document(
            game=options.game,
            rules=rules,
            answers=plain(answers),
            seconds=seconds,
            experiment=options.experiment,
            seed=None,
        )
    else:
        _print(options.game, fields_text(rules, options.experiment), answers, seconds)
    return 0


def _write_files(
    options: argparse.Namespace,
    solver: ModuleType,
    rules: Any,
    question: Any,
    answers: dict[str, Any],
) -> None:
    if (room := room_asked(options)) is not None:
        write_table(options, room, rules, solver.table(rules))
        return
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), _cells(answers))
    if options.plot:
        from montmort.verification.plots.laws import fields_figure, rendered

        game = registry.GAMES[options.game]
        own = None if options.experiment == "cards" else game.gallery()
        draw = getattr(own, "exact_figure", None)
        sheet = None if draw is None else draw(rules, question, answers)
        if sheet is None:
            sheet = fields_figure(game.truth(rules, options.experiment), {})
        write_whole(options.plot, rendered(sheet, options.plot.suffix[1:]))


def _cells(answers: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (answer, index, exact value); a matrix has indices like 0.3."""
    for name, value in answers.items():
        for index, entry in _entries(value):
            yield name, index, str(plain(entry))


def _entries(value: Any, index: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(value, list | tuple | dict):
        yield index, value
        return
    for position, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield from _entries(part, f"{index}.{position}" if index else str(position))


def _print(game: str, words: str, answers: dict[str, Any], seconds: float) -> None:
    """Print single values as decimals and fractions, lists as decimals; matrices are JSON's."""
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]{registry.GAMES[game].title}[/bold], {words}")
    for sheet in _sheets(answers):
        console.print(sheet)
    console.print(
        f"[dim]all exact, {seconds:.2f} s of CPU; whole fractions and matrices: --json[/dim]"
    )


def _sheets(answers: dict[str, Any]) -> Iterator[Any]:
    """Yield what to print: lists of mappings, and mappings of them, as a row each."""
    from rich.table import Table

    if all(isinstance(value, dict) for value in answers.values()):
        yield grid([{"": name, **row} for name, row in answers.items()])
        return
    single = Table("answer", "decimals", "fraction", box=None, header_style="bold")
    for name, value in answers.items():
        if not isinstance(value, list | tuple):
            entries = [*_entries(value)]
            for part, entry in entries[:MOST_ROWS]:
                single.add_row(f"{name} {part}".strip().replace("_", " "), *_number(entry))
            if len(entries) > MOST_ROWS:
                single.add_row(f"{name} …".replace("_", " "), f"{len(entries) - MOST_ROWS} more")
    if single.row_count:
        yield single
    for name, value in answers.items():
        if isinstance(value, list | tuple) and value:
            yield from _list(name, value)


def _list(name: str, value: Sequence[Any]) -> Iterator[Any]:
    if isinstance(value[0], dict):
        yield f"[bold]{name.replace('_', ' ')}[/bold]"
        yield grid(value[:MOST_ROWS])
        if len(value) > MOST_ROWS:
            yield f"[dim]and {len(value) - MOST_ROWS} more: --json[/dim]"
    elif not isinstance(value[0], list | tuple):
        entries = [fixed_point(v, 6) if isinstance(v, Fraction) else spoken(v) for v in value]
        heading = name.replace("_", " ")
        yield f"[bold]{heading}[/bold]  " + ("  " if is_number(value[0]) else ", ").join(entries)


def _number(value: Any) -> tuple[str, str]:
    """Return decimals and fraction; what is whole, or no number, is written once."""
    if isinstance(value, Fraction):
        return fixed_point(value, 16), short(value)
    return spoken(value), ""
