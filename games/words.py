"""The words of a game for the members of its enums."""

import enum
from typing import Any


def words_of(kind: type[enum.Enum] | Any) -> dict[enum.Enum, str]:
    """Return the word of every member: its name in lower case, where all of these differ.

    >>> list(words_of(enum.Enum("Case", "a A")).values())
    ['a', 'A']
    """
    names = {member: member.name.lower() for member in kind}
    if len({*names.values()}) < len(names):
        return {member: member.name for member in kind}
    return names
