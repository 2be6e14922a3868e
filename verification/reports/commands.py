"""The command lines that print the numbers of a report."""

import dataclasses
import enum
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from montmort.exact.formatting import whole
from montmort.verification.registry import GAMES
from montmort.verification.reports.numbers import Number


@dataclass(frozen=True)
class Provenance:
    """A game and its rules, from which numbers and commands get the command line that shows them.

    >>> from montmort.games.treize import Rules
    >>> print(Provenance("treize", Rules()).number("half", Fraction(1, 2), "--points 3").how)
    montmort exact treize --points 3
    """

    game: str
    rules: Any

    def number(self, name: str, value: Fraction | int, *flags: str) -> Number:
        """Return a value that `montmort exact` prints under these flags."""
        return Number(name, value, self.command("exact", *flags))

    def certified(self, name: str, value: Fraction | int) -> Number:
        """Return a value that the certificate holds."""
        return Number(name, value, self.command("certify"))

    def command(self, verb: str, *flags: str) -> str:
        """Return the command line of a verb for the game under its rules."""
        return command(verb, self.game, self.rules, *flags)


def command(verb: str, game: str, rules: Any, *more: str) -> str:
    """Return `montmort VERB GAME` with the flags that give these rules, and more flags.

    >>> from montmort.games.treize import Rules
    >>> command("exact", "treize", Rules(ranks=5), "--opponents 3")
    'montmort exact treize --ranks 5 --opponents 3'
    """
    return " ".join(
        ["montmort", verb, game, *_shortest(GAMES[game].rulebook.readings, rules), *more]
    )


def _shortest(readings: Mapping[str, Any], rules: Any) -> list[str]:
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


def _flag(name: str, value: Any) -> list[str]:
    flag = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return [flag if value else f"--no-{flag[2:]}"]
    return [flag, shlex.quote(_word(value))]


def _word(value: Any) -> str:
    """Return a value as the command line reads it.

    >>> _word(Fraction(1, 2)), _word((3, 2)), _word(None)
    ('1/2', '3,2', 'none')
    """
    if isinstance(value, enum.Enum) and not isinstance(value, str | int):
        return value.name.lower().replace("_", "-")
    if isinstance(value, tuple):
        return ",".join(map(_word, value))
    if isinstance(value, int | Fraction):
        return whole(value)
    return "none" if value is None else str(value)
