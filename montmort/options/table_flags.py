"""The flag --table: the same question for every size of a game, as text, CSV and picture."""

import argparse
import functools
import operator
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import fixed_point
from montmort.games.errors import BadInput
from montmort.options.flags import GameFlags
from montmort.options.run_flags import cluster_asked
from montmort.output.files import write_csv
from montmort.output.page import page, print_heading
from montmort.output.pictures import write_picture
from montmort.output.streams import note, say_interrupted
from montmort.verification.game import Game, SizeTable, Table
from montmort.verification.words_of_values import fields_text, histograms_text, plain, spoken

if TYPE_CHECKING:
    from montmort.montecarlo.tally import Tally

PLACES = 20  # decimals in CSV: a spreadsheet takes 1/17 for a date


def add_table_columns(flag: argparse.Action, game: Game[Any]) -> None:
    """Say in the help of --csv which columns a table has."""
    if game.table is not None:
        flag.help = f"{flag.help}; with --table {','.join(game.table().columns)}"


def write_table(
    options: GameFlags, size_table: SizeTable[Any], rules: object, table: Table
) -> None:
    """Write the table to the files asked for."""
    if options.csv:
        lines = size_table.rows(rules, table)
        cells = ((*keys, _short(chance)) for *keys, chance in lines)
        write_csv(options.csv, size_table.columns, cells)
    if options.plot:
        write_picture(options, size_table.figure(table), rules)


def _short(chance: Fraction) -> str:
    """Return so many decimals, without zeros at the end.

    >>> _short(Fraction(1, 4)), _short(Fraction(0)), _short(Fraction(1, 17))
    ('0.25', '0', '0.05882352941176470588')
    """
    return fixed_point(chance, PLACES).rstrip("0").rstrip(".")


def simulate_table(options: GameFlags, size_table: SizeTable[Any], rules: object, seed: int) -> int:
    """Play every row, `--plays` each, and print them; 130 if interrupted, with the rows done."""
    _check_playable(options)
    each = size_table.sizes(rules)
    note(f"seed {seed}")
    started = time.perf_counter()
    tallies = _play_rows(options, size_table, each, seed)
    seconds = time.perf_counter() - started
    interrupted = len(tallies) < len(each)
    if interrupted:
        say_interrupted(options, "these are the rows that were finished")
    means = {
        size: {name: tally.mean(name) for name in tally.fields} for size, tally in tallies.items()
    }
    table = size_table.finish(rules, means)
    if table:
        write_table(options, size_table, rules, table)
    if options.json:
        from montmort.output.json_document import print_document

        print_document(
            game=options.game.name,
            rules=rules,
            answers={str(size): plain(histograms_text(tally)) for size, tally in tallies.items()},
            seconds=seconds,
            seed=seed,
            experiment=options.experiment,
            plays=options.plays,
            interrupted=interrupted,
        )
    elif table:
        _print(options, rules, table, seconds)
    return 130 if interrupted else 0


def _check_playable(options: GameFlags) -> None:
    first = options.game.rulebook.first_experiment
    if options.experiment != first:
        raise BadInput(f"--table plays the experiment {first}, not {options.experiment}; "
                       "leave one of the two flags out")  # fmt: skip
    if options.records:
        raise BadInput("--records writes plays of one size, --table plays them all; "
                       "leave one of the two flags out")  # fmt: skip


def _play_rows(
    options: GameFlags, size_table: SizeTable[Any], each: Mapping[int, object], seed: int
) -> "dict[int, Tally]":
    """Return the tallies of the rows that were finished, each of independent plays."""
    from montmort.montecarlo.runs.run import play_blocks
    from montmort.output.progress import plays_bar

    game: Game[Any] = options.game
    tallies: dict[int, Tally] = {}
    total = options.plays * len(each)
    with (
        cluster_asked(options.dask) as executor,
        plays_bar(f"playing {game.name}", total) as show,
        suppress(KeyboardInterrupt),
    ):
        asked = {"plays": options.plays, "executor": executor, "workers": options.workers}
        for size, rules in each.items():
            if size_table.simulator is None:
                simulator = game.simulator(rules, options.experiment)
            else:
                simulator = size_table.simulator(rules)
            blocks = play_blocks(simulator, seed=seed, **asked)
            tallies[size] = functools.reduce(operator.add, (block.tally for block in blocks))
            show(options.plays * len(tallies))
    return tallies


def _print(
    options: GameFlags,
    rules: object,
    table: Mapping[int, Mapping[str, Fraction]],
    seconds: float,
) -> None:

    console, words = page(), fields_text(rules, options.experiment)
    print_heading(options.game.title, f"{words}; {options.plays:,} plays in each row")
    console.print(grid([{"": str(size), **row} for size, row in table.items()]))
    console.print(f"{seconds:.2f} s; the counts: --json", style="dim")


def grid(rows: Sequence[Mapping[str, object]]) -> object:
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


def is_number(value: object) -> bool:
    """Return whether it is an exact number, truth values apart."""
    return isinstance(value, int | Fraction) and not isinstance(value, bool)
