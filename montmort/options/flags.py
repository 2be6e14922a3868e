"""Flags that several verbs share: the game with its rules, a run, the outputs."""

import argparse
import dataclasses
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import add_fields, fraction, given_fields, integer
from montmort.verification import registry


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    value = integer(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be at least 1")
    return value


def add_game(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the game, its reading, its experiment and a flag for every field of its Rules."""
    parser.add_argument(
        "game", choices=list(registry.GAMES), metavar="GAME", help=", ".join(registry.GAMES)
    )
    if (name := game_in(argv)) is None:
        return
    add_rules(parser, name, registry.GAMES[name].rulebook())


def add_rules(parser: argparse.ArgumentParser, name: str, book: Any) -> None:
    """Add the reading, the experiment and a flag for every field of the rulebook's Rules."""
    rules = parser.add_argument_group(f"rules of {name}")
    rules.add_argument(
        "--reading",
        choices=list(book.READINGS),
        default=next(iter(book.READINGS)),
        help="preset that the flags below change (%(default)s)",
    )
    parser.add_argument(
        "--experiment",
        choices=list(book.EXPERIMENTS),
        default=next(iter(book.EXPERIMENTS)),
        help="what one independent play is (%(default)s)",
    )
    add_fields(rules, book.Rules)


def game_in(argv: Sequence[str]) -> str | None:
    """Return the game named on the command line, if it is one of ours."""
    return next((word for word in argv if word in registry.GAMES), None)


def rules_of(options: argparse.Namespace) -> Any:
    """Return the Rules that the options ask for: the reading, changed by the flags given."""
    preset = registry.GAMES[options.game].rulebook().READINGS[options.reading]
    return dataclasses.replace(preset, **given_fields(options, type(preset)))


def check_first_experiment(options: argparse.Namespace, why: str) -> None:
    """Raise BadInput, with the reason, if another experiment than the first is asked for."""
    if options.experiment != registry.GAMES[options.game].first_experiment:
        raise BadInput(f"experiment={options.experiment}{why}; leave it out")


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a Monte Carlo run."""
    parser.add_argument(
        "--seed", metavar="N", type=natural, help="seed of the run; drawn and printed when absent"
    )
    add_workers(parser, "blocks played")


def add_workers(parser: argparse.ArgumentParser, work: str) -> None:
    """Add the flag that says how much of the work is done at the same time."""
    parser.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        help=f"{work} at the same time (all cores); changes no result",
    )


def add_outputs(parser: argparse.ArgumentParser, *, csv: str, plot: str) -> None:
    """Add the flags that say where the answer goes."""
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument("--csv", metavar="FILE", type=Path, help=f"write {csv}")
    parser.add_argument("--plot", metavar="FILE", type=picture, help=f"draw {plot}; png, svg, pdf")


def natural(text: str) -> int:
    """Read a whole number of at least 0."""
    value = integer(text)
    if value < 0:
        raise argparse.ArgumentTypeError(f"{text!r} must be at least 0")
    return value


def picture(text: str) -> Path:
    """Read the name of a picture file: .png, .svg or .pdf."""
    path = Path(text)
    if path.suffix not in {".png", ".svg", ".pdf"}:
        raise argparse.ArgumentTypeError(f"{text!r} must end in .png, .svg or .pdf")
    return path


def margin(text: str) -> tuple[str | None, Fraction]:
    """Read a margin, for all fields or for one.

    >>> margin("0.01"), margin("points=1/200")
    ((None, Fraction(1, 100)), ('points', Fraction(1, 200)))
    """
    field, equals, number = text.rpartition("=")
    value = fraction(number)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text!r}: a margin must be greater than 0")
    return (field if equals else None), value
