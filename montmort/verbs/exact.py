"""`montmort exact GAME`: exact answers, as fractions."""

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Any

from montmort.fields import add_fields, given_fields
from montmort.files import check_writable, write_csv, write_whole
from montmort.flags import add_game, add_outputs, game_in, rules_of
from montmort.show import decimal, fields_text, plain, short, whole
from verification import registry


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort exact`."""
    add_game(parser, argv)
    if (name := game_in(argv)) is not None:
        question = registry.GAMES[name].solver().Question
        add_fields(parser.add_argument_group("question"), question)
    add_outputs(parser, csv="answer,index,value", plot="the exact laws")


def run(options: argparse.Namespace) -> int:
    """Print the exact answers."""
    check_writable(options.csv, options.plot)
    solver = registry.GAMES[options.game].solver()
    rules = rules_of(options)
    question = solver.Question(**given_fields(options, solver.Question))
    started = time.process_time()
    answers = solver.answers(rules, question)
    seconds = time.process_time() - started
    if options.csv:
        write_csv(options.csv, ("answer", "index", "value"), _cells(answers))
    if options.plot:
        from verification.figures import fields_figure, rendered

        sheet = fields_figure(solver.truth(rules), {})
        write_whole(options.plot, rendered(sheet, options.plot.suffix[1:]))
    if options.json:
        from montmort.document import print_document

        print_document(
            game=options.game,
            rules=rules,
            answers=plain(answers),
            seconds=seconds,
            experiment=options.experiment,
            seed=None,
        )
    else:
        _print(options.game, rules, answers, seconds)
    return 0


def _cells(answers: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (answer, index, exact value); a matrix has indices like 0.3."""
    for name, value in answers.items():
        for index, entry in _entries(value):
            yield name, index, whole(entry)


def _entries(value: Any, index: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(value, list | tuple):
        yield index, value
        return
    for position, part in enumerate(value):
        yield from _entries(part, f"{index}.{position}" if index else str(position))


def _print(game: str, rules: Any, answers: dict[str, Any], seconds: float) -> None:
    """Print single values as decimals and fractions, lists as decimals; matrices are JSON's."""
    from rich.console import Console
    from rich.table import Table

    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]{registry.GAMES[game].title}[/bold], {fields_text(rules)}")
    single = Table("answer", "decimals", "fraction", box=None, header_style="bold")
    for name, value in answers.items():
        if not isinstance(value, list | tuple):
            single.add_row(name, decimal(value, 16), short(value))
    console.print(single)
    for name, value in answers.items():
        if isinstance(value, list | tuple) and not isinstance(value[0], list | tuple):
            console.print(f"[bold]{name}[/bold]  " + "  ".join(decimal(part, 6) for part in value))
    console.print(
        f"[dim]all exact, {seconds:.2f} s of CPU; whole fractions and matrices: --json[/dim]"
    )
