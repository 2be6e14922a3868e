"""A game's own part of its report, and the commands that print its numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.games.rulebook import Rulebook
from montmort.verification.reports.commands import command
from montmort.verification.reports.document import Section, Text
from montmort.verification.reports.numbers import Number
from montmort.verification.reports.template import fill_in


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


@dataclass(frozen=True, kw_only=True)
class Argument:
    """A game's own part of its report, from verification/<game>/report.

    `about` says in a sentence what is found. `headline` is the line of the index, in a few
    words and numbers. `sections` go from the problem to the checks. `experiments` are those
    to be played, with the margins of their fields. `commands` print the exact numbers.
    """

    about: str
    headline: Text
    sections: tuple[Section, ...]
    experiments: Mapping[str, Mapping[str, Fraction]]
    commands: tuple[str, ...] = ()
    certified: Any = None  # rules of a smaller deck, where the usual one has no certificate
    abstract: Text = ()  # what is found, in sentences; by default the headline
    uncertified: Text = ()  # which numbers no certificate holds
    references: tuple[str, ...] = ()


def argument_from(
    template: Path,
    provenance: Provenance,
    values: Mapping[str, object],
    *,
    experiments: Mapping[str, Mapping[str, Fraction]],
    commands: tuple[str, ...] = (),
    certified: Any = None,
    references: tuple[str, ...] = (),
) -> Argument:
    """Return the argument that a template makes of these values.

    The template's front matter gives `about` and `headline`, and may give the `abstract` and
    what is `uncertified`. It knows the rules as `rules`, and
    the methods of the provenance as `number`, `certified` and `command`.
    """
    known = {
        "rules": provenance.rules,
        "number": provenance.number,
        "certified": provenance.certified,
        "command": provenance.command,
    }
    prose = fill_in(template, known | dict(values))
    return Argument(
        about=prose.words("about"),
        headline=prose.facts["headline"],
        sections=prose.sections,
        experiments=experiments,
        commands=commands,
        certified=certified,
        abstract=prose.facts.get("abstract", ()),
        uncertified=prose.facts.get("uncertified", ()),
        references=references,
    )
