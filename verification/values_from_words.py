"""Values of a game read from words: of flags, of files, of claims."""

import argparse
import enum
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import number
from montmort.games.validation import meant

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


def read_fields(kind: type, written: Mapping[str, object]) -> dict[str, object]:
    """Return the values of fields written by `words_of_values.settings`; the names are not checked.

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
    return reader_of(hint)(",".join(map(str, value)) if isinstance(value, list) else str(value))


def without_none(hint: object) -> object:
    """Return the type itself of a type or None."""
    if typing.get_origin(hint) in {types.UnionType, typing.Union}:
        kinds = [kind for kind in typing.get_args(hint) if kind is not types.NoneType]
        return kinds[0] if len(kinds) == 1 else hint
    return hint


def reader_of(hint: object) -> Callable[[str], object]:
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
    return reader if kind is hint else or_none(reader)


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


def or_none(reader: Callable[[str], object], none: object = None) -> Callable[[str], object]:
    """Return a reader for which the word `none` is the value of nothing."""

    def read(text: str) -> object:
        return none if text == "none" else reader(text)

    read.__name__ = reader.__name__
    return read


def no_choice(word: str, names: Iterable[str]) -> str:
    """Return a sentence on a word that is none of the names.

    >>> no_choice("publshed", ["usual", "published"])
    "'publshed' is none of usual, published; did you mean published?"
    """
    allowed = [*names]
    return f"{word!r} is none of {', '.join(allowed)}{meant(word, allowed)}"
