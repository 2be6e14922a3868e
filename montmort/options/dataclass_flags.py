"""Fields of a dataclass as flags."""

import argparse
import dataclasses
import typing
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from montmort.games.errors import BadInput
from montmort.options.completion import complete_with
from montmort.verification.values_from_words import or_none, reader_of, without_none
from montmort.verification.words_of_values import spoken

# Where the Rules have a field of its name, this flag, which asks for the default, gives way.
GIVES_WAY = "until_decided"


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


def _settable(kind: type) -> list["dataclasses.Field[object]"]:
    return [field for field in dataclasses.fields(kind) if field.init]


def _how_to_read(field: "dataclasses.Field[object]", hint: Any) -> dict[str, Any]:
    """Return argparse's settings for a value of the type; `none` is an empty default, too."""
    if without_none(hint) is bool:
        return {"action": argparse.BooleanOptionalAction}
    try:
        reader = reader_of(hint)
    except KeyError:
        raise BadInput(
            f"{field.name}: a value of {hint} cannot be given as a flag; int, bool, str, Fraction, "
            "Literal, Enum, tuple[int, ...] and any of them or None can"
        ) from None
    if field.default in ("", ()):
        reader = or_none(reader, field.default)
    return {"type": reader, "metavar": _METAVARS.get(without_none(hint)) or reader.__name__}


LONGEST_CHOICES = 48  # characters of choices that stand in the line of usage
_METAVARS: dict[object, str] = {int: "N", str: "TEXT", Fraction: "X", tuple[int, ...]: "N,N,…"}
