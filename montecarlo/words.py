"""The words for the integers of a histogram: `win` for 2, `true` for 1.

Histograms hold integers.  Where a field has truth values or members of an enum, its words
are in the simulator, in tallies and in run files.
"""

import enum
import typing
from collections.abc import Mapping
from typing import Any, TypeAlias

from montmort.games.words import words_of
from montmort.montecarlo.outcomes import as_integer

Words: TypeAlias = Mapping[str, Mapping[int, str]]  # by field
TRUTH: Mapping[int, str] = {0: "false", 1: "true"}


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
