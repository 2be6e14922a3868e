"""`montmort games`: the games, their rules and experiments."""

import argparse
import time
from collections.abc import Sequence
from typing import Any

from montmort.output.formatting import settings
from montmort.output.json_document import print_document
from montmort.verification.game import Game
from montmort.verification.registry import all_games


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:  # noqa: ARG001
    """Add the flags of `montmort games`."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(options: argparse.Namespace) -> int:
    """Print the table of games."""
    started = time.perf_counter()
    rows = [_row(game) for game in all_games().values()]
    if options.json:
        print_document(
            game=None,
            rules=None,
            answers={"games": rows},
            seconds=time.perf_counter() - started,
        )
        return 0
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "rules", "readings", "experiments: outcome", "source", box=box.SIMPLE)
    for row in rows:
        usual = ", ".join(f"{name}={value}" for name, value in row["rules"].items())
        experiments = "\n".join(
            f"{name}: {', '.join(fields)}" for name, fields in row["experiments"].items()
        )
        table.add_row(row["game"], usual, ", ".join(row["readings"]), experiments, row["source"])
    Console().print(table)
    return 0


def _row(game: Game[Any]) -> dict[str, Any]:
    book = game.rulebook
    return {
        "game": game.name,
        "title": game.title,
        "rules": settings(book.usual),
        "readings": list(book.readings),
        "experiments": {name: list(e.fields) for name, e in book.experiments.items()},
        "source": book.source,
    }
