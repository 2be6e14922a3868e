"""What is stated and proved of a game in its report, with a check of every statement.

A game's text is a template: the theorems, their proofs, a small case worked out.  Each statement is
checked as well: what its formula gives is compared with what the rules give, exactly.  All
numbers of the text are computed for the rules of the report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from montmort.exact.formatting import whole
from montmort.exact.law import Law
from montmort.verification.reports.document import Section
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.template import fill_in

TEMPLATE = Path(__file__).with_name("checks.md")
LONGEST = 24  # characters of a fraction in the table of checks


@dataclass(frozen=True)
class Check:
    """A statement, and two exact values of it: by its own formula, and from the rules.

    >>> Check("a die shows six", Fraction(1, 6), Fraction(1, 6)).holds
    True
    """

    statement: str
    stated: object
    found: object

    @property
    def holds(self) -> bool:
        """Whether both values are equal."""
        return self.stated == self.found

    @property
    def cells(self) -> tuple[str, str, str]:
        """The statement and both values, in short."""
        return self.statement, _short(self.stated), _short(self.found)


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction | int):
        in_full = whole(value)
        return in_full if len(in_full) <= LONGEST else decimals(value)
    if isinstance(value, Law):
        chances = value.chances()
        has_numbers = all(isinstance(key, int | Fraction) for key in chances)
        return _short({key: chances[key] for key in (sorted(chances) if has_numbers else chances)})
    if isinstance(value, Mapping | tuple | list):
        parts = list(value.values()) if isinstance(value, Mapping) else list(value)
        if not parts:
            return "none"
        words = [_short(part) for part in parts]
        if isinstance(value, Mapping):
            words = [f"{key}: {word}" for key, word in zip(value, words, strict=True)]
        is_nested = any(isinstance(part, Law | Mapping | tuple | list) for part in parts)
        in_short = ", ".join(words)
        return f"{len(parts)} values" if is_nested or len(in_short) > 2 * LONGEST else in_short
    return str(value) if len(str(value)) <= 3 * LONGEST else "a long formula"


@dataclass(frozen=True, kw_only=True)
class Settled:
    """What a report states of a game: a template, its values, and the checks of its statements.

    The front matter of the template gives `about`, the subtitle, and `headline`, the line of the
    index; it may give the `abstract`, and which numbers are `uncertified`.  `certified` are the
    rules of a smaller game, where this one has no certificate.

    What follows is left out where the template stands beside the laws of the rules, as in most
    small games: `experiments` are those to be played, with the margins of their fields, `commands`
    print the exact numbers, `references` are works that the text relies on.
    """

    template: Path
    values: Mapping[str, object] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    certified: object = None
    experiments: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    commands: tuple[str, ...] = ()
    references: tuple[str, ...] = ()

    def prose(self, provenance: Provenance) -> Prose:
        """Return the front matter and the sections, with their numbers.

        The template knows the rules as `rules`, the section of the checks as `checks`, and the
        methods of the provenance as `number`, `certified` and `command`.
        """
        context = {
            "rules": provenance.rules,
            "checks": checks_section(self.checks),
            "number": provenance.number,
            "certified": provenance.certified,
            "command": provenance.command,
        }
        return fill_in(self.template, context | dict(self.values))


def checks_section(checks: Sequence[Check]) -> tuple[Section, ...]:
    """Return the section of the checks; none if there are none."""
    return fill_in(TEMPLATE, {"checks": checks}).sections if checks else ()
