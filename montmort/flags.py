"""Flags made of dataclasses: every field of a game's Rules is a flag of the same name."""

import argparse
import dataclasses
import re
import types
import typing
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from verification import registry

_WHOLE = re.compile(  # digits; in groups of three, or with an exponent
    r"[+-]?([0-9]+|[0-9]{1,3}([,_][0-9]{3})+|[0-9]+(\.[0-9]+)?[eE]\+?[0-9]{1,3})"
)


def integer(text: str) -> int:
    """Read a whole number: 52, 4_000_000, 4,000,000 or 4e6.

    >>> integer("4e6"), integer("-3")
    (4000000, -3)
    """
    if not _WHOLE.fullmatch(text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    value = Decimal(text.replace(",", "").replace("_", ""))
    if value.adjusted() > 100 or value != value.to_integral_value():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(value)


def positive(text: str) -> int:
    """Read a whole number of at least 1."""
    value = integer(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be at least 1")
    return value


def fraction(text: str) -> Fraction:
    """Read an exact number: 0.005, 1/200 or 5e-3, all the same.

    >>> fraction("0.005") == fraction("1/200") == fraction("5e-3")
    True
    """
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def add_game(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the game, its reading, its experiment and a flag for every field of its Rules."""
    parser.add_argument(
        "game", choices=list(registry.GAMES), metavar="GAME", help=", ".join(registry.GAMES)
    )
    if (name := game_in(argv)) is None:
        return
    game = registry.GAMES[name].rulebook()
    rules = parser.add_argument_group(f"rules of {name}")
    rules.add_argument(
        "--reading",
        choices=list(game.READINGS),
        default="usual",
        help="preset that the flags below change (usual)",
    )
    add_fields(rules, game.Rules)
    parser.add_argument(
        "--experiment",
        choices=list(game.EXPERIMENTS),
        default=next(iter(game.EXPERIMENTS)),
        help="what one independent play is (%(default)s)",
    )


def game_in(argv: Sequence[str]) -> str | None:
    """Return the game named on the command line, if it is one of ours."""
    return next((word for word in argv if word in registry.GAMES), None)


def rules_of(options: argparse.Namespace, *, reading: str | None = None) -> Any:
    """Return the Rules that the options ask for: the reading, changed by the flags given."""
    preset = registry.GAMES[options.game].rulebook().READINGS[reading or options.reading]
    return dataclasses.replace(preset, **given_fields(options, type(preset)))


def add_fields(parser: argparse._ActionsContainer, kind: type) -> None:
    """Add a flag for every field of the dataclass `kind`; absent flags stay absent."""
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        names = dict.fromkeys([f"--{field.name.replace('_', '-')}", f"--{field.name}"])
        default = "" if field.default is None else f" ({field.default})"
        parser.add_argument(
            *names,
            dest=field.name,
            default=argparse.SUPPRESS,
            metavar="N",
            type=_reader(hints[field.name]),
            help=f"{field.metadata['help']}{default}",
        )


def given_fields(options: argparse.Namespace, kind: type) -> dict[str, Any]:
    """Return the fields of the dataclass `kind` that were given as flags."""
    names = {field.name for field in dataclasses.fields(kind)}
    return {name: value for name, value in vars(options).items() if name in names}


def _reader(hint: Any) -> Callable[[str], Any]:
    """Return what reads a value of the type from a word."""
    if isinstance(hint, types.UnionType):
        hint = next(kind for kind in typing.get_args(hint) if kind is not types.NoneType)
    readers: dict[Any, Callable[[str], Any]] = {int: integer}
    return readers[hint]


def add_run(parser: argparse.ArgumentParser) -> None:
    """Add the flags of a Monte Carlo run."""
    parser.add_argument(
        "--seed", metavar="N", type=natural, help="seed of the run; drawn and printed when absent"
    )
    parser.add_argument(
        "--workers",
        metavar="N",
        type=positive,
        help="blocks played at the same time (all cores); changes no result",
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
