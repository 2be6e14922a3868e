"""Records of single plays as the game's source keeps them, each table in a file of its own.

A game whose source keeps some tells them in `verification/<game>.py`:

    SOURCE_RECORDS                       {experiment: what the names of its files end in}
    source_records(rules, seed, plays)   of each file (columns, rows)
"""

import argparse
from pathlib import Path
from typing import Any

from montmort.games.errors import BadInput
from montmort.output.files import write_csv
from montmort.verification import registry


def add_source_records(parser: argparse.ArgumentParser, game: str | None) -> None:
    """Add the flag, if the source of the game keeps records."""
    gallery = None if game is None else registry.GAMES[game].gallery()
    if hasattr(gallery, "source_records"):
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
    path = getattr(options, "source_records", None)
    if path is None:
        return []
    kept = _gallery(options).SOURCE_RECORDS
    if options.experiment not in kept:
        raise BadInput(
            f"the source keeps records of {' and '.join(kept)}, not of {options.experiment}; "
            "leave --source-records out, or take another --experiment"
        )
    return _files(path, kept[options.experiment])


def write_source_records(options: argparse.Namespace, rules: Any, seed: int, plays: int) -> None:
    """Write the first so many plays."""
    if files := source_files(options):
        tables = _gallery(options).source_records(rules, seed, plays)
        for path, (columns, rows) in zip(files, tables, strict=True):
            write_csv(path, columns, rows)


def _files(path: Path, endings: tuple[str, ...]) -> list[Path]:
    return [path.with_name(f"{path.stem}{ending}{path.suffix}") for ending in endings]


def _gallery(options: argparse.Namespace) -> Any:
    return registry.GAMES[options.game].gallery()
