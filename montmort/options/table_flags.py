"""Tables: the same question of every size of a game, exact or played, as paper, CSV and picture.

A game that has tables tells them in `verification/<game>.py`:

    every_size(rules) -> {size: Rules}      what each row is played by
    COLUMNS, rows(rules, table)             the CSV file, the chance in the last column
    table_figure(table) -> Figure           the picture

and its solver has `table(rules) -> {size: {field: chance}}`.  A row is played as the
first experiment, or as the room's own

    simulator(rules) -> Simulator           what is played
    finished(rules, means) -> table         the table of the means of its fields
"""

import argparse
import functools
import operator
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from types import ModuleType
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import fixed_point
from montmort.games.errors import BadInput
from montmort.options.run_flags import cluster_asked
from montmort.output.files import write_csv, write_whole
from montmort.output.formatting import fields_text, plain, spoken
from montmort.verification import registry

if TYPE_CHECKING:
    from montmort.montecarlo.tally import Tally

PLACES = 20  # decimals in CSV: a spreadsheet takes 1/17 for a date


def room_asked(options: argparse.Namespace) -> ModuleType | None:
    """Return the room with the game's tables if `--table` was given."""
    return registry.GAMES[options.game].tables() if getattr(options, "table", False) else None


def columns_too(name: str | None, usual: str) -> str:
    """Return the columns of CSV for the help: the usual ones, and those of the game's tables."""
    room = None if name is None else registry.GAMES[name].tables()
    return usual if room is None else f"{usual}; with --table {','.join(room.COLUMNS)}"


def write_table(
    options: argparse.Namespace,
    room: ModuleType,
    rules: Any,
    table: Mapping[int, Mapping[str, Fraction]],
) -> None:
    """Write the table to the files asked for."""
    if options.csv:
        cells = ((*keys, _short(chance)) for *keys, chance in room.rows(rules, table))
        write_csv(options.csv, room.COLUMNS, cells)
    if options.plot:
        from montmort.verification.plots.laws import rendered

        write_whole(options.plot, rendered(room.table_figure(table), options.plot.suffix[1:]))


def _short(chance: Fraction) -> str:
    """Return so many decimals, without zeros at the end.

    >>> _short(Fraction(1, 4)), _short(Fraction(0)), _short(Fraction(1, 17))
    ('0.25', '0', '0.05882352941176470588')
    """
    return fixed_point(chance, PLACES).rstrip("0").rstrip(".")


def simulate_table(options: argparse.Namespace, room: ModuleType, rules: Any, seed: int) -> int:
    """Play every row, `--plays` each, and print them; 130 if interrupted, with the rows done."""
    _check_playable(options)
    each = room.every_size(rules)
    print(f"seed {seed}", file=sys.stderr)  # noqa: T201
    started = time.perf_counter()
    tallies = _play_rows(options, room, each, seed)
    seconds = time.perf_counter() - started
    interrupted = len(tallies) < len(each)
    if interrupted:
        print("interrupted; these are the rows that were finished", file=sys.stderr)  # noqa: T201
    table = {
        size: {name: tally.mean(name) for name in tally.fields} for size, tally in tallies.items()
    }
    if hasattr(room, "finished"):
        table = room.finished(rules, table)
    if table:
        write_table(options, room, rules, table)
    if options.json:
        from montmort.output.json_document import print_document

        print_document(
            game=options.game,
            rules=rules,
            answers={str(size): plain(dict(tally.histograms)) for size, tally in tallies.items()},
            seconds=seconds,
            seed=seed,
            experiment=options.experiment,
            plays=options.plays,
            interrupted=interrupted,
        )
    elif table:
        _print(options, rules, table, seconds)
    return 130 if interrupted else 0


def _check_playable(options: argparse.Namespace) -> None:
    first = registry.GAMES[options.game].first_experiment
    if options.experiment != first:
        raise BadInput(f"--table plays the experiment {first}, not {options.experiment}; "
                       "leave one of the two flags out")  # fmt: skip
    if options.records:
        raise BadInput("--records writes plays of one size, --table plays them all; "
                       "leave one of the two flags out")  # fmt: skip


def _play_rows(
    options: argparse.Namespace, room: ModuleType, each: Mapping[int, Any], seed: int
) -> "dict[int, Tally]":
    """Return the tallies of the rows that were finished, each of independent plays."""
    from montmort.montecarlo.runs.run import play_blocks
    from montmort.output.progress import plays_bar

    game = registry.GAMES[options.game]
    tallies: dict[int, Tally] = {}
    total = options.plays * len(each)
    with (
        cluster_asked(options) as executor,
        plays_bar(f"playing {game.name}", total) as show,
        suppress(KeyboardInterrupt),
    ):
        asked = {"plays": options.plays, "executor": executor, "workers": options.workers}
        for size, rules in each.items():
            own = getattr(room, "simulator", None)
            simulator = game.simulator(rules, options.experiment) if own is None else own(rules)
            blocks = play_blocks(simulator, seed=seed, **asked)
            tallies[size] = functools.reduce(operator.add, (block.tally for block in blocks))
            show(options.plays * len(tallies))
    return tallies


def _print(
    options: argparse.Namespace,
    rules: Any,
    table: Mapping[int, Mapping[str, Fraction]],
    seconds: float,
) -> None:
    from rich.console import Console

    console = Console(soft_wrap=True, highlight=False)
    title, words = registry.GAMES[options.game].title, fields_text(rules, options.experiment)
    console.print(f"[bold]{title}[/bold], {words}; {options.plays:,} plays in each row")
    console.print(grid([{"": str(size), **row} for size, row in table.items()]))
    console.print(f"[dim]{seconds:.2f} s; the counts: --json[/dim]")


def grid(rows: Sequence[Mapping[str, Any]]) -> Any:
    """Return a table with a column for each key of the rows."""
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for key, value in rows[0].items():
        table.add_column(key.replace("_", " "), min_width=8 if is_number(value) else None)
    for row in rows:
        table.add_row(
            *(fixed_point(v, 6) if isinstance(v, Fraction) else spoken(v) for v in row.values())
        )
    return table


def is_number(value: Any) -> bool:
    """Return whether it is an exact number, truth values apart."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
