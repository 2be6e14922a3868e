"""The values of a game as words for people, and in JSON's terms for programs."""

import dataclasses
import enum
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from montmort.exact.formatting import digits, whole
from montmort.exact.rational_functions.field import is_expression

if TYPE_CHECKING:
    from montmort.montecarlo.tally import Tally


def fields_text(
    rules: object, experiment: str | None = None, *, without: Collection[str] = ()
) -> str:
    """Return a dataclass's fields as words, without those of other experiments than the one named.

    >>> from montmort.games.treize import Rules
    >>> fields_text(Rules())
    'ranks 13, suits 4'

    A field that some experiments only ask for names them in its metadata.
    """
    fields = {n: v for n, v in (_fields(rules) or {}).items() if n not in without}
    if experiment is not None and dataclasses.is_dataclass(rules):
        owners = {f.name: f.metadata.get("experiments") for f in dataclasses.fields(rules)}
        fields = {n: v for n, v in fields.items() if experiment in (owners[n] or (experiment,))}
    return _pairs(fields)


_WORDLESS: set[object] = {
    object.__str__,
    enum.Enum.__str__,
    int.__repr__,
}  # what types have that say nothing


def spoken(value: object) -> str:
    """Return a value of a game as words; what has a `__str__` of its own speaks for itself.

    >>> from montmort.games.treize import Game
    >>> spoken(Game(points=3, passes=1, cards=30))
    'points 3, passes 1, cards 30'
    >>> spoken((True, None, Fraction(1, 2), enum.Enum("Move", "STAND_PAT").STAND_PAT))
    'yes, none, 1/2, stand pat'
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, enum.Enum) and type(value).__str__ in _WORDLESS:
        return value.name.lower().replace("_", " ")
    if isinstance(value, int | Fraction):
        return whole(value)
    fields = _fields(value) if type(value).__str__ in _WORDLESS else None
    if fields is not None:
        return _pairs(fields)
    if isinstance(value, list | tuple) and type(value).__str__ in _WORDLESS:
        return ", ".join(map(spoken, value)) or "none"
    return "none" if value in (None, "") else str(value)


def _pairs(fields: dict[str, object]) -> str:
    return ", ".join(_pair(name.replace("_", " "), part) for name, part in fields.items())


def _pair(name: str, value: object) -> str:
    """Return a field and its value; `win`, which is a win or a loss, is said by its value.

    >>> _pair("rolls", 3), _pair("win", enum.Enum("Win", "WIN LOSS").LOSS)
    ('rolls 3', 'loss')
    """
    if isinstance(value, enum.Enum) and name in map(spoken, type(value)):
        return spoken(value)
    return f"{name} {spoken(value)}"


def _fields(value: object) -> dict[str, object] | None:
    """Return the fields of a NamedTuple or a dataclass, None for anything else."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return dict(zip(value._fields, value, strict=True))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def settings(rules: object) -> dict[str, object]:
    """Return the fields of Rules in JSON's terms: numbers stay numbers, fractions are strings.

    >>> from montmort.games.treize import Rules
    >>> settings(Rules())
    {'ranks': 13, 'suits': 4}
    """
    return {name: _setting(value) for name, value in (_fields(rules) or {}).items()}


def _setting(value: object) -> object:
    if isinstance(value, tuple):
        return [_setting(part) for part in value]
    is_number = isinstance(value, int) and not isinstance(value, enum.Enum)
    return value if is_number else plain(value)


def cells(answers: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """Yield (answer, index, exact value); what is nested has an index such as 0.3.

    >>> list(cells({"value": Fraction(1, 2), "q": [[1, 2]]}))
    [('value', '', '1/2'), ('q', '0.0', '1'), ('q', '0.1', '2')]
    """
    for name, value in answers.items():
        for index, entry in entries(value):
            yield name, index, str(plain(entry))


def entries(value: object, index: str = "") -> Iterator[tuple[str, object]]:
    """Yield the index of each value in nested lists and mappings, and the value.

    >>> list(entries({"law": [3, 4]}))
    [('law.0', 3), ('law.1', 4)]
    """
    if not isinstance(value, list | tuple | dict):
        yield index, value
        return
    for position, part in value.items() if isinstance(value, dict) else enumerate(value):
        yield from entries(part, f"{index}.{position}" if index else str(position))


def histograms_text(tally: "Tally") -> dict[str, dict[str, int]]:
    """Return the histograms {field: {value: count}} with values as text: `win`, `true`, `3`."""
    return {
        name: {v if isinstance(v, str) else digits(v): count for v, count in counts.items()}
        for name, counts in tally.named.items()
    }


def plain(value: object) -> Any:
    """Return exact values in JSON's terms: fractions and integers as strings, floats as numbers.

    >>> plain({"value": Fraction(1, 3), "q": [(Fraction(2), 0.5)]})
    {'value': '1/3', 'q': [['2', 0.5]]}

    Enums are their names, functions text that sympy reads; NamedTuples and dataclasses are
    mappings of their fields.
    """
    if isinstance(value, enum.Enum):
        return value.name
    if (fields := _fields(value)) is not None:
        return plain(fields)
    if isinstance(value, dict):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, Fraction | int) and not isinstance(value, bool):
        return whole(value)
    return str(value) if is_expression(value) else value
