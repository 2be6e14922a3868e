"""What is stated and proved of a game in its report, with a check of every statement.

A game's text is a template: the theorems, their proofs, a small case worked out.  Each statement is
checked as well: what its formula gives is compared with what the rules give, exactly.  All
numbers of the text are computed for the rules of the report.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import Section
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.template import fill_in

TEMPLATE = Path(__file__).with_name("settled.md")
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
        return str(value) if len(str(value)) <= LONGEST else decimals(value)
    if isinstance(value, tuple | list):
        words = ", ".join(map(_short, value))
        return words if len(words) <= 2 * LONGEST else f"{len(value)} values"
    return str(value) if len(str(value)) <= 3 * LONGEST else "a long formula"


@dataclass(frozen=True, kw_only=True)
class Settled:
    """A template with its values, and the checks of its statements.

    The front matter of the template may give `about` and `headline` of the report.  `certified`
    are the rules of a smaller game, where this one has no certificate.
    """

    template: Path
    values: Mapping[str, object] = field(default_factory=dict)
    checks: tuple[Check, ...] = ()
    certified: object = None

    def prose(self, provenance: Provenance) -> Prose:
        """Return the sections with their numbers; the rules and `number` are known in them."""
        known = {
            "rules": provenance.rules,
            "number": provenance.number,
            "command": provenance.command,
        }
        return fill_in(self.template, known | dict(self.values))


def checks_section(checks: Sequence[Check]) -> tuple[Section, ...]:
    """Return the section of the checks; none if there are none."""
    return fill_in(TEMPLATE, {"checks": checks}).sections if checks else ()
