"""What every game's report has: plays with their verdicts, claims, the certificate, commands.

The text is in the template `sections.md`; here are the values it needs.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.games.errors import MontmortError
from montmort.verification.claims import Claim, Finding
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import Code, Figure, Inline, Section, Text
from montmort.verification.reports.figures import forest, law_over_histogram
from montmort.verification.reports.numbers import decimals
from montmort.verification.reports.template import fill_in
from montmort.verification.verdicts.decision import Levels
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck

TEMPLATE = Path(__file__).with_name("sections.md")


@dataclass(frozen=True)
class Played:
    """An experiment with the command that plays it again, or the reason why it was not played."""

    experiment: str
    command: str = ""
    result: "Crosscheck | None" = None
    reason: str = ""

    @property
    def plays(self) -> int:
        """The number of plays."""
        tally = self.result and self.result.tally
        return tally.plays if tally else 0

    @property
    def confidence(self) -> str:
        """The level of the confidence sequences."""
        return f"{1 - self._verdicts[0].levels.accept:g}"

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """The cells of the table of verdicts."""
        return list(map(_cells, self._verdicts))

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The forest of intervals, and the laws over the histograms."""
        if self.result is None:
            return ()
        return (forest(self.result), *law_over_histogram(self.result))

    @property
    def _verdicts(self) -> tuple[Verdict, ...]:
        return self.result.verdicts if self.result else ()


def _cells(verdict: Verdict) -> tuple[str, ...]:
    shown = dict(verdict.rows())
    low, high = verdict.interval
    return (
        shown["field"],
        decimals(verdict.exact, 6),
        shown["estimate"],
        f"{low:.6g} to {high:.6g}",
        f"{float(verdict.margin):.2g}",
        f"{verdict.log10_e:.2f}" if math.isfinite(verdict.log10_e) else "∞",
        verdict.label,
    )


@dataclass(frozen=True)
class Certified:
    """The certificate of a game under some rules, or the error that says why there is none.

    `flags` are those by which `montmort certify` writes it.
    """

    provenance: Provenance
    certificate: Mapping[str, Any] | MontmortError
    has_coq: bool
    flags: tuple[str, ...] = ()

    @property
    def exists(self) -> bool:
        """Whether there is a certificate."""
        return not isinstance(self.certificate, MontmortError)

    def command(self, *more: str) -> str:
        """Return the command that writes it."""
        return self.provenance.command("certify", *self.flags, *more)


def evidence(
    played: Sequence[Played],
    findings: Sequence[tuple[Claim, Finding]],
    certified: Certified,
    *,
    version: str,
    commands: Sequence[str],
    shares_rules: bool = False,
) -> tuple[Section, ...]:
    """Return the sections that follow the game's argument, whose `commands` are given.

    `shares_rules` where solver and simulator both follow the reference rules.
    """
    levels, game = Levels(), certified.provenance.rulebook.name
    again = [one.command for one in played if one.result is not None]
    standings = Counter(finding.standing.value for _, finding in findings)
    values = {
        "levels": {"reject": _exact(levels.reject), "accept": _exact(levels.accept)},
        "played": played,
        "shares_rules": shares_rules,
        "game": game,
        "findings": findings,
        "standings": [f"{number} {standing}" for standing, number in standings.items()],
        "see": _see,
        "certified": certified,
        "version": version,
        "commands": list(dict.fromkeys([*commands, *again, f"montmort claims {game}"])),
    }
    return fill_in(TEMPLATE, values).sections


def _exact(level: float) -> Fraction:
    return Fraction(repr(level))


def _see(finding: Finding) -> Text:
    """Return what shows the numbers of a finding, its commands as code."""
    parts: list[Inline] = []
    for line in finding.how.splitlines():
        parts += [", "] if parts else []
        parts.append(Code(line) if line.startswith(("montmort", "python")) else line)
    return tuple(parts)
