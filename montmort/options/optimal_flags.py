"""Flags of optimal play: what is wanted, of which seat, and where the strategy goes."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import given_fields
from montmort.options.flags import natural

if TYPE_CHECKING:
    from montmort.verification.optimal_play import Aim


def add_aim(parser: argparse.ArgumentParser) -> None:
    """Add the flags that say what is wanted."""
    about = parser.add_argument_group("optimal play, for games with decisions")
    about.add_argument(
        "--optimal",
        metavar="FIELD",
        help='choose so that this field, or the chance of a condition as "left <= 3", is largest',
    )
    about.add_argument("--minimise", metavar="FIELD", help="choose so that it is smallest")
    about.add_argument(
        "--seat", metavar="N", type=natural, help="the seat that wants it (0); another one opposes"
    )


def add_strategy_file(parser: argparse.ArgumentParser) -> None:
    """Add the flag of the file for the strategy."""
    parser.add_argument(
        "--strategy-csv", metavar="FILE", type=Path, help="write the optimal strategy as CSV"
    )


def aim_of(options: argparse.Namespace) -> "Aim | None":
    """Return what is wanted, None if nothing is; BadInput for flags that do not go together."""
    from montmort.verification.optimal_play import Aim

    largest, smallest = options.optimal, options.minimise
    if largest is not None and smallest is not None:
        raise BadInput("--optimal and --minimise are two aims; give one of them")
    if largest is None and smallest is None:
        for name in ("seat", "strategy_csv"):
            if vars(options).get(name) is not None:
                flag = name.replace("_", "-")
                raise BadInput(f"--{flag} is about optimal play; give it with --optimal FIELD")
        return None
    maximises = smallest is None
    return Aim(largest if maximises else smallest, maximises, options.seat or 0)


def check_alone(options: argparse.Namespace, question: type) -> None:
    """Raise BadInput if flags of other answers stand beside those of optimal play."""
    given = [*given_fields(options, question), *(["csv"] if options.csv else [])]
    given += [name for name in ("save", "workers", "dask") if vars(options).get(name) is not None]
    if given:
        flag = given[0].replace("_", "-")
        hint = ": --strategy-csv writes the strategy" if given[0] == "csv" else ""
        raise BadInput(f"--{flag} does not go with optimal play; leave it out{hint}")
