"""Outcomes as integers: how fields are represented, recorded and counted, and their words.

Histograms hold integers.  Where a field has truth values or members of an enum, its words,
`win` for 2 or `true` for 1, are in the simulator, in tallies and in run files.
"""

import enum
import hashlib
import typing
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.experiment import words_of
from montmort.games.validation import quote

Records = npt.NDArray[np.int64]
Rng = np.random.Generator
Counts = dict[str, dict[int, int]]

RECORDS_AT_ONCE = 2**16  # plays in memory while records are counted
TABLE = 2**16  # values in a smaller range are counted in a table
Words: TypeAlias = Mapping[str, Mapping[int, str]]  # by field
TRUTH: Mapping[int, str] = {0: "false", 1: "true"}


def as_integer(name: str, value: object) -> int:
    """Return the integer that represents an outcome's `value` in histograms.

    >>> as_integer("won", True), as_integer("points", np.int64(7)), as_integer("x", Fraction(6, 2))
    (1, 7, 3)
    """
    if isinstance(value, int | np.integer | np.bool_):
        return int(value)
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    if isinstance(value, enum.Enum):
        return as_integer(name, value.value) if isinstance(value.value, int) else _position(value)
    raise InvalidCounts(
        f"field {name} gave {quote(value)}; an outcome is an integer (count in the smallest unit), "
        "a bool, a member of an enum, or a NamedTuple of these"
    )


def seed_text(rng: Rng) -> str:
    """Return a seed that follows from the state of a Generator, of which nothing is drawn.

    >>> first, second = np.random.default_rng(1), np.random.default_rng(1)
    >>> seed_text(first) == seed_text(second), first.random() == second.random()
    (True, True)
    """
    return hashlib.sha256(repr(rng.bit_generator.state).encode()).hexdigest()


class FieldKinds:
    """Checks that every field of the plays is of one kind: numbers, truth values or one enum.

    Histograms hold integers: a field that is True in one play and 1 in another would be
    counted as one value.
    """

    def __init__(self, name: str, fields: Sequence[str]) -> None:
        self._name, self._fields = name, fields
        self._examples: dict[str, tuple[type, object]] = {}  # by field: its kind and a value
        self._seen: set[tuple[type, ...]] = set()

    @property
    def kinds(self) -> dict[str, type]:
        """The types of the fields of truth values or of one enum in the plays so far."""
        return {name: kind for name, (kind, _) in self._examples.items() if kind is not int}

    def check(self, outcome: tuple[object, ...]) -> None:
        """Raise BadInput if a field is of another kind than in an earlier play.

        >>> kinds = FieldKinds("toss", ["won"])
        >>> kinds.check((True,))
        >>> kinds.kinds
        {'won': <class 'bool'>}
        >>> kinds.check((1,))
        Traceback (most recent call last):
        ...
        montmort.games.errors.BadInput: toss: won is True in one play and 1 in another: keep to ...
        """
        if (types := tuple(map(type, outcome))) in self._seen:
            return
        for field, value in zip(self._fields, outcome, strict=True):
            before, example = self._examples.setdefault(field, (_kind(value), value))
            if before is not _kind(value):
                raise BadInput(
                    f"{self._name}: {field} is {quote(example)} in one play and {quote(value)} "
                    "in another: keep to one kind"
                )
        self._seen.add(types)


def _kind(value: object) -> type:
    if isinstance(value, bool | np.bool_):
        return bool
    return type(value) if isinstance(value, enum.Enum) else int


def _position(member: enum.Enum) -> int:
    return list(type(member)).index(member)


def value_counts(values: Records) -> dict[int, int]:
    """Return {value: count} of an integer array, values ascending.

    Values close together are counted in a table, which is much faster than sorting.

    >>> value_counts(np.array([3, -1, 3])), value_counts(np.array([0, 10**9]))
    ({-1: 1, 3: 2}, {0: 1, 1000000000: 1})
    """
    least = int(values.min(initial=0))
    if int(values.max(initial=0)) - least < TABLE:
        table = np.bincount(values - least)
        found = np.flatnonzero(table)
        return dict(zip((found + least).tolist(), table[found].tolist(), strict=True))
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def declared_kinds(outcome: Any) -> dict[str, type]:
    """Return the types of the fields that have words, as the annotations of an Outcome give them.

    >>> from montmort.games.war import Game
    >>> declared_kinds(Game)
    {'finished': <class 'bool'>}
    """
    try:
        hints = typing.get_type_hints(outcome)
    except (NameError, TypeError):  # names that cannot be resolved here
        hints = {}
    return {name: kind for name, kind in hints.items() if has_words(kind)}


def has_words(kind: object) -> typing.TypeGuard[type]:
    """Return whether the values of this type have words: truth values and enums."""
    return isinstance(kind, type) and (kind is bool or issubclass(kind, enum.Enum))


def words_of_kinds(kinds: Mapping[str, type]) -> dict[str, Mapping[int, str]]:
    """Return, by field, the words of the integers that represent its values in a histogram.

    >>> words_of_kinds({"won": bool})
    {'won': {0: 'false', 1: 'true'}}
    """
    return {name: _words(name, kind) for name, kind in kinds.items()}


def _words(name: str, kind: type) -> Mapping[int, str]:
    if issubclass(kind, enum.Enum):
        return {as_integer(name, member): text for member, text in words_of(kind).items()}
    return TRUTH
