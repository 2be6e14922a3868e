"""The flag --source-records: plays as the game's source keeps them, a file for each table."""

import argparse
from pathlib import Path
from typing import Any

from montmort.games.errors import BadInput
from montmort.output.files import write_csv
from montmort.verification.game import Game


def add_source_records(parser: argparse.ArgumentParser, game: Game[Any]) -> None:
    """Add the flag, if the source of the game keeps records."""
    if game.source_records is not None:
        parser.add_argument(
            "--source-records",
            metavar="FILE",
            type=Path,
            help="write the plays as the source does, every table to its own file beside FILE; "
            "ask for few --plays",
        )


def source_files(options: argparse.Namespace) -> list[Path]:
    """Return the files asked for; BadInput if the source keeps none of the experiment.

    >>> [str(path) for path in _files(Path("games.csv"), ("", "-sizes"))]
    ['games.csv', 'games-sizes.csv']
    """
    path = vars(options).get("source_records")
    records = options.game.source_records
    if path is None or records is None:
        return []
    if options.experiment not in records.endings:
        raise BadInput(
            f"the source keeps records of {' and '.join(records.endings)}, not of "
            f"{options.experiment}; leave --source-records out, or take another --experiment"
        )
    return _files(path, records.endings[options.experiment])


def write_source_records(options: argparse.Namespace, rules: object, seed: int, plays: int) -> None:
    """Write the first plays of the run."""
    if files := source_files(options):
        tables = options.game.source_records.tables(rules, seed, plays)
        for path, (columns, rows) in zip(files, tables, strict=True):
            write_csv(path, columns, rows)


def _files(path: Path, endings: tuple[str, ...]) -> list[Path]:
    return [path.with_name(f"{path.stem}{ending}{path.suffix}") for ending in endings]
