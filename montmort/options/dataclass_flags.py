"""Fields of a dataclass as flags: how each type is read from a word."""

import argparse
import dataclasses
import enum
import re
import types
import typing
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import number
from montmort.games.errors import BadInput
from montmort.options.completion import complete_with
from montmort.options.parser import no_choice
from montmort.output.formatting import spoken

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


# Where the Rules have a field of its name, this flag, which asks for the default, gives way.
GIVES_WAY = "until_decided"


def fraction(text: str) -> Fraction:
    """Read an exact number: 0.005, 1/200 or 5e-3, all the same.

    >>> fraction("0.005") == fraction("1/200") == fraction("5e-3")
    True
    """
    try:
        if re.search(r"[eE][+-]?[0-9_]{5,}", text):
            raise ValueError("more digits than anybody waits for")
        return number(text)
    except (ValueError, ZeroDivisionError):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number") from None


def integers(text: str) -> tuple[int, ...]:
    """Read whole numbers between commas; nothing is none of them.

    >>> integers("13,4"), integers("")
    ((13, 4), ())
    """
    return tuple(integer(word) for word in text.split(",") if text)


def give_way(parser: argparse.ArgumentParser, kind: type) -> None:
    """Take away the flag that gives way, if a field of the dataclass `kind` has its name."""
    flags = {f"--{field.name}" for field in _settable(kind)}
    for action in [*parser._actions]:
        if action.dest == GIVES_WAY and flags.intersection(action.option_strings):
            for flag in action.option_strings:
                del parser._option_string_actions[flag]
            parser._actions.remove(action)
            for group in parser._action_groups:
                group._group_actions = [a for a in group._group_actions if a is not action]
            parser.set_defaults(**{GIVES_WAY: None})


def add_fields(parser: argparse._ActionsContainer, kind: type) -> None:
    """Add a flag for every field of the dataclass `kind`; absent flags stay absent."""
    hints = typing.get_type_hints(kind)
    for field in _settable(kind):
        flag = flag_of(field.name)
        taken = {action.dest for action in parser._actions} | {"verb", "run"}
        if field.name in taken or flag in parser._option_string_actions:
            raise BadInput(f"the field {field.name} of {kind.__qualname__} takes a flag's name")
        reading = _how_to_read(field, hints[field.name])
        action = parser.add_argument(
            flag,
            dest=field.name,
            default=argparse.SUPPRESS,
            help=_help_of(field),
            **reading,
        )
        if (words := reading.get("metavar", "")).startswith("{"):
            choices = words[1:-1].split(",")
            complete_with(action, _completer(choices))
            if len(words) > LONGEST_CHOICES:
                action.metavar = "WORD"
                action.help = f"{action.help}: {', '.join(choices)}"


def _completer(words: list[str]) -> Callable[..., list[str]]:
    return lambda **_: words


def flag_of(name: str) -> str:
    """Return the flag of a field.

    >>> flag_of("face_down")
    '--face-down'
    """
    return f"--{name.replace('_', '-')}"


def flags_of(kind: type) -> list[str]:
    """Return the flags of the fields of the dataclass `kind`."""
    return [flag_of(field.name) for field in _settable(kind)]


def _help_of(field: "dataclasses.Field[object]") -> str:
    """Return the help of a flag: what the field means, its bounds and its default."""
    about = str(field.metadata.get("help", field.name.replace("_", " ")))
    if bounds := _bounds(field.metadata.get("least"), field.metadata.get("most")):
        about += f", {bounds}"
    if field.default not in (None, dataclasses.MISSING):
        about += f" ({spoken(field.default)})"
    return about.replace("%", "%%")


def _bounds(least: object, most: object) -> str:
    """Return the bounds of a field in words.

    >>> _bounds(1, None), _bounds(0, 6), _bounds(None, None)
    ('1 or more', '0 to 6', '')
    """
    if most is None:
        return "" if least is None else f"{least} or more"
    return f"at most {most}" if least is None else f"{least} to {most}"


def given_fields(options: argparse.Namespace, kind: type) -> dict[str, object]:
    """Return the fields of the dataclass `kind` that were given as flags."""
    names = {field.name for field in _settable(kind)}
    return {name: value for name, value in vars(options).items() if name in names}


def read_fields(kind: type, written: Mapping[str, object]) -> dict[str, object]:
    """Return the values of fields written by `show.settings`; the names are not checked.

    >>> from montmort.games.treize import Rules
    >>> read_fields(Rules, {"ranks": 5})
    {'ranks': 5}
    """
    hints = typing.get_type_hints(kind)
    return {name: _read(hints[name], value) for name, value in written.items()}


def _read(hint: object, value: object) -> object:
    """Return the value of the type; KeyError or ArgumentTypeError if it is none."""
    kind = without_none(hint)
    if (value is None and kind is not hint) or (isinstance(value, bool) and kind is bool):
        return value
    if value is None or isinstance(value, bool):
        raise argparse.ArgumentTypeError(f"{value!r} is no value of {hint}")
    return _reader(hint)(",".join(map(str, value)) if isinstance(value, list) else str(value))


def _settable(kind: type) -> list["dataclasses.Field[object]"]:
    return [field for field in dataclasses.fields(kind) if field.init]


def _how_to_read(field: "dataclasses.Field[object]", hint: Any) -> dict[str, Any]:
    """Return argparse's settings for a value of the type; `none` is an empty default, too."""
    if without_none(hint) is bool:
        return {"action": argparse.BooleanOptionalAction}
    try:
        reader = _reader(hint)
    except KeyError:
        raise BadInput(
            f"{field.name}: a value of {hint} cannot be given as a flag; int, bool, str, Fraction, "
            "Literal, Enum, tuple[int, ...] and any of them or None can"
        ) from None
    if field.default in ("", ()):
        reader = _or_none(reader, field.default)
    return {"type": reader, "metavar": _METAVARS.get(without_none(hint)) or reader.__name__}


LONGEST_CHOICES = 48  # characters of choices that stand in the line of usage
_METAVARS: dict[object, str] = {int: "N", str: "TEXT", Fraction: "X", tuple[int, ...]: "N,N,…"}


def without_none(hint: object) -> object:
    """Return the type itself of a type or None."""
    if typing.get_origin(hint) in {types.UnionType, typing.Union}:
        kinds = [kind for kind in typing.get_args(hint) if kind is not types.NoneType]
        return kinds[0] if len(kinds) == 1 else hint
    return hint


def _reader(hint: object) -> Callable[[str], object]:
    """Return what reads a value of the type from a word; KeyError if there is nothing."""
    kind = without_none(hint)
    readers: dict[Any, Callable[[str], object]] = {
        int: integer,
        str: str,
        Fraction: fraction,
        tuple[int, ...]: integers,
    }
    if typing.get_origin(kind) is typing.Literal:
        reader = _one_of({str(value): value for value in typing.get_args(kind)})
    elif isinstance(kind, type) and issubclass(kind, enum.Enum):
        reader = _one_of({member.name.lower().replace("_", "-"): member for member in kind})
    else:
        reader = readers[kind]
    return reader if kind is hint else _or_none(reader)


def _one_of(choices: dict[str, object]) -> Callable[[str], object]:
    """Return a reader of these words, which upper case and underscores do not change."""
    folded = {_folded(word): value for word, value in choices.items()}

    def read(text: str) -> object:
        if text not in choices and _folded(text) not in folded:
            raise argparse.ArgumentTypeError(no_choice(text, choices))
        return choices.get(text, folded.get(_folded(text)))

    read.__name__ = "{" + ",".join(choices) + "}"
    return read


def _folded(word: str) -> str:
    return word.casefold().replace("_", "-")


def _or_none(reader: Callable[[str], object], none: object = None) -> Callable[[str], object]:
    def read(text: str) -> object:
        return none if text == "none" else reader(text)

    read.__name__ = reader.__name__
    return read
