"""The commands that print the numbers of a report."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from montmort.games.rulebook import Rulebook
from montmort.verification.reports.commands import command
from montmort.verification.reports.numbers import Number


@dataclass(frozen=True)
class Provenance:
    """A game and its rules, from which numbers and commands get the command line that shows them.

    >>> from montmort.games.treize import RULEBOOK, Rules
    >>> print(Provenance(RULEBOOK, Rules()).number("half", Fraction(1, 2), "--points 3").how)
    montmort exact treize --points 3
    """

    rulebook: Rulebook[Any]
    rules: Any

    def under(self, rules: Any) -> "Provenance":
        """Return the same game under other rules."""
        return replace(self, rules=rules)

    def number(self, name: str, value: Fraction | int, *flags: str) -> Number:
        """Return a value that `montmort exact` prints under these flags."""
        return Number(name, value, self.command("exact", *flags))

    def certified(self, name: str, value: Fraction | int) -> Number:
        """Return a value that the certificate holds."""
        return Number(name, value, self.command("certify"))

    def command(self, verb: str, *flags: str) -> str:
        """Return the command line of a verb for the game under its rules."""
        return command(verb, self.rulebook, self.rules, *flags)
