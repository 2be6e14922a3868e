"""A dataclass is a group of flags: what a verb is asked, the Rules of a game, a question about it.

    @dataclass(frozen=True, kw_only=True)
    class Length:
        plays: int | None = flag("independent plays, neither more nor fewer")
        until_decided: Literal["decided", "all"] | None = flag("when to stop", names=["--until"])

A field `max_plays` is the flag `--max-plays`.  Its type says how a value is read, its metadata
what the type does not say: by `flag` here, by `rule` for Rules (`montmort.games.rule_set`).  A
flag that is absent leaves the field at its default; one of a sequence may be given several times.

The class `Flags` of a verb has the flags of that verb alone, and the groups that it shares with
other verbs as bases; `run` gets an instance.  Help lists its own flags first, then those of the
bases as they are written; a field of a base keeps its place if the class declares it again.
`TITLE` in a group is the heading of its flags.
"""

import argparse
import dataclasses
import inspect
import typing
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.options.completion import complete_with
from montmort.verification.values_from_words import or_none, reader_of, without_none
from montmort.verification.words_of_values import spoken

if TYPE_CHECKING:
    from montmort.verification.game import Game

Field = dataclasses.Field[Any]


def flag(
    about: str | None,
    *,
    default: Any = None,
    names: Sequence[str] = (),
    read: Callable[[str], object] | None = None,
    one_of: str = "",
    has: "Callable[[Game[Any]], bool] | None" = None,
    adapt: "Callable[[argparse.Action, Game[Any]], None] | None" = None,
    **settings: Any,
) -> Any:
    """Return a field of a verb that is a flag; `about` is its help, `settings` are argparse's.

    `names` are the flags as they are typed, if the name of the field is not enough; `read` reads a
    value.  Of the flags with the same word `one_of` only one can be given.  A flag with `has` is
    one of those games of which that is true; `adapt` changes the flag for a game.  A field with
    `nargs` takes words that have no flag before them.
    """
    metadata = {
        "help": about,
        "names": names,
        "read": read,
        "one_of": one_of,
        "has": has,
        "adapt": adapt,
        "settings": settings,
    }
    return dataclasses.field(default=default, metadata=metadata)


def flags_in(kind: type) -> Iterator[tuple[Field, type]]:
    """Yield the fields of a verb's class that are flags, and with each the class that lists it."""
    fields = {field.name: field for field in dataclasses.fields(kind)}
    inherited = {name for base in kind.__bases__ for name in inspect.get_annotations(base)}
    for group in (kind, *kind.__bases__):
        for name in inspect.get_annotations(group):
            is_listed = group is not kind or name not in inherited
            if is_listed and name in fields and "settings" in fields[name].metadata:
                yield fields[name], group


def add_flags(parser: argparse.ArgumentParser, kind: type, game: "Game[Any] | None" = None) -> None:
    """Add the flags of a verb's class that do not depend on a game; for a game those that do."""
    hints = typing.get_type_hints(kind)
    containers: dict[str, Any] = {"": parser}
    for field, group in flags_in(kind):
        if _is_added(field.metadata["has"], game):
            title, one_of = vars(group).get("TITLE", ""), field.metadata["one_of"]
            if title not in containers:
                containers[title] = parser.add_argument_group(title)
            if one_of and one_of not in containers:
                containers[one_of] = containers[title].add_mutually_exclusive_group()
            container = containers[one_of or title]
            settings = _settings(field, hints[field.name])
            if "nargs" in settings:
                container.add_argument(field.name, **settings)
            else:
                container.add_argument(*names_of(field), dest=field.name, **settings)


def names_of(field: Field) -> Sequence[str]:
    """Return a flag of a verb as it is typed, the long name last."""
    return field.metadata["names"] or [flag_of(field.name)]


def _is_added(has: "Callable[[Game[Any]], bool] | None", game: "Game[Any] | None") -> bool:
    return has is None if game is None else has is not None and has(game)


def _settings(field: Field, hint: Any) -> dict[str, Any]:
    """Return argparse's settings for a flag of a verb."""
    about = field.metadata
    settings = {"help": about["help"], "default": field.default, **about["settings"]}
    if typing.get_origin(hint) is Sequence:
        (hint,) = typing.get_args(hint)
        if "nargs" not in settings:
            settings |= {"action": "append", "default": None if "required" in settings else []}
    kind, read = without_none(hint), about["read"]
    if kind is bool:
        return {"action": "store_true", **settings}
    if "const" in settings:
        return {"action": "store_const", **settings}
    if read is None and typing.get_origin(kind) is typing.Literal:
        return {"choices": list(typing.get_args(kind)), **settings}
    if read is None and kind is not str:
        read = Path if kind is Path else reader_of(kind)
    return {"type": read, "metavar": _METAVARS.get(kind), **settings}


def give_way(parser: argparse.ArgumentParser, kind: type) -> None:
    """Take away --until, which asks for the default, if a field of the Rules has its name."""
    is_taken = "until" in {field.name for field in _settable(kind)}
    for action in [each for each in parser._actions if is_taken and each.dest == "until_decided"]:
        for flag in action.option_strings:
            del parser._option_string_actions[flag]
        parser._actions.remove(action)
        for group in parser._action_groups:
            group._group_actions = [each for each in group._group_actions if each is not action]


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


def _help_of(field: Field) -> str:
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


def _settable(kind: type) -> list[Field]:
    return [field for field in dataclasses.fields(kind) if field.init]


def _how_to_read(field: Field, hint: Any) -> dict[str, Any]:
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
_METAVARS: dict[object, str] = {
    int: "N",
    str: "TEXT",
    Fraction: "X",
    Path: "FILE",
    tuple[int, ...]: "N,N,…",
}
