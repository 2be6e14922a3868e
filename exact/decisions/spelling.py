"""Views and choices in the words of the rules, as JSON's terms and as text.

| of the rules | in JSON | as text |
|---|---|---|
| a member of an enum | its name in lower case | the same |
| True, an integer, a string | `true`, a number, a string | the same |
| a Fraction | "n/d" | the same |
| a NamedTuple, a dataclass | an object, {field: value} | `total 3, sixes 1` |
| a tuple, a list, a set | a list | `(3, 1)` |
"""

import dataclasses
import enum
import json
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import digits, whole
from montmort.games.experiment import words_of
from montmort.games.sameness import identity


def fields_of(value: object) -> dict[str, Any] | None:
    """Return the fields of a NamedTuple or a dataclass, None for anything else."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def spelled(value: object) -> Any:
    """Return a view or a choice in JSON's terms.

    >>> spelled((True, 3, Fraction(1, 2), enum.Enum("Move", "STAND_PAT").STAND_PAT))
    [True, 3, '1/2', 'stand_pat']
    """
    if isinstance(value, enum.Enum):
        return words_of(type(value))[value]
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else digits(value)  # what every reader of JSON keeps
    if isinstance(value, Fraction):
        return whole(value)
    if (fields := fields_of(value)) is not None:
        return {name: spelled(part) for name, part in fields.items()}
    if isinstance(value, Mapping):
        return {words(key): spelled(part) for key, part in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(spelled, value), key=_json)
    if isinstance(value, Sequence):
        return [spelled(part) for part in value]
    return str(value)


def words(value: object) -> str:
    """Return a view or a choice as text.

    >>> words((True, 3, (1, ""))), words("hold"), words(())
    ('(true, 3, (1, ""))', 'hold', '()')
    """
    return _text(spelled(value))


def _text(plain: Any) -> str:
    if isinstance(plain, dict):
        parts = (f"{name.replace('_', ' ')} {_inner(part)}" for name, part in plain.items())
        return ", ".join(parts) or "nothing"
    if isinstance(plain, list):
        return f"({', '.join(map(_inner, plain))})"
    if plain is None or isinstance(plain, bool):
        return str(plain).lower()
    return str(plain) or '""'


def _inner(plain: Any) -> str:
    return f"({_text(plain)})" if isinstance(plain, dict) and plain else _text(plain)


def spelled_apart(values: Sequence[Hashable]) -> list[Any]:
    """Return the views as `spelled`, and with their classes where two that differ look alike.

    >>> spelled_apart([(1, 2), "12"]), spelled_apart([Fraction(1, 2), "1/2"])
    ([[1, 2], '12'], ['Fraction(1, 2)', "'1/2'"])
    """
    plain = [spelled(value) for value in values]
    shown: dict[str, set[Hashable]] = {}
    for text, value in zip(map(json.dumps, plain), values, strict=True):
        shown.setdefault(text, set()).add(identity(value))
    return [
        repr(value) if len(shown[json.dumps(text)]) > 1 else text
        for text, value in zip(plain, values, strict=True)
    ]


def words_apart(values: Sequence[Hashable]) -> list[str]:
    """Return the views as text, and with their classes where two that differ look alike.

    >>> words_apart([1, True]), words_apart(["hold", "roll"])
    (['1', 'true'], ['hold', 'roll'])
    """
    return [*map(_text, spelled_apart(values))]


def names_of(choices: Sequence[Hashable]) -> list[str]:
    """Return a different text for each choice: a word as it is, anything else as JSON.

    >>> names_of(["hold", "roll"]), names_of([3, (1, 2)]), names_of([3, "3"])
    (['hold', 'roll'], ['3', '[1,2]'], ['3', "'3'"])
    """
    names = [_json(spelled(choice)) for choice in choices]
    return names if len({*names}) == len(names) else [*map(repr, choices)]


def _json(plain: Any) -> str:
    """Return a text as it is, anything else as JSON."""
    return plain if isinstance(plain, str) else json.dumps(plain, separators=(",", ":"))
