"""The command lines that print the numbers of a report."""

import dataclasses
import enum
import shlex
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import whole
from montmort.games.rulebook import Rulebook


def command(verb: str, rulebook: Rulebook[Any], rules: object, *more: str) -> str:
    """Return `montmort VERB GAME` with the flags that give these rules, and more flags.

    >>> from montmort.games.treize import RULEBOOK, Rules
    >>> command("exact", RULEBOOK, Rules(ranks=5), "--opponents 3")
    'montmort exact treize --ranks 5 --opponents 3'
    """
    flags = [*rulebook.flags, *_shortest(rulebook.readings, rules)]
    return " ".join(["montmort", verb, rulebook.name, *flags, *more])


def _shortest(readings: Mapping[str, object], rules: object) -> list[str]:
    """Return the fewest flags: a reading of the rules, and the fields that differ from it."""
    usual = next(iter(readings))
    ways = []
    for name, preset in readings.items():
        named = [] if name == usual else ["--reading", name]
        ways.append(
            named
            + [
                flag
                for field, value in _changed(preset, rules).items()
                for flag in _flag(field, value)
            ]
        )
    return min(ways, key=len)


def _changed(preset: Any, rules: Any) -> dict[str, Any]:
    fields = [field.name for field in dataclasses.fields(rules) if field.init]
    values = {name: getattr(rules, name) for name in fields}
    return {name: value for name, value in values.items() if value != getattr(preset, name)}


def _flag(name: str, value: object) -> list[str]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [flag, shlex.quote(word_of_rule(value))]


def word_of_rule(value: object) -> str:
    """Return a value as the command line reads it.

    >>> word_of_rule(Fraction(1, 2)), word_of_rule((3, 2)), word_of_rule(None)
    ('1/2', '3,2', 'none')
    """
    if isinstance(value, enum.Enum) and not isinstance(value, str | int):
        return value.name.lower().replace("_", "-")
    if isinstance(value, tuple):
        return ",".join(map(word_of_rule, value))
    if isinstance(value, int | Fraction):
        return whole(value)
    return "none" if value is None else str(value)
