"""What every game's report has: plays with their verdicts, claims, the certificate, commands.

The text is in the template `sections.md`; here are the values it needs.
"""

import enum
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.games.errors import MontmortError
from montmort.montecarlo.outcomes import as_integer
from montmort.verification.claims import Claim, Finding
from montmort.verification.outcome_laws import word
from montmort.verification.plots.laws import words_of
from montmort.verification.reports.document import EVIDENCE, Code, Figure, Inline, Section, Text
from montmort.verification.reports.figures import FEW, forest, law_over_histogram
from montmort.verification.reports.numbers import decimals, listed
from montmort.verification.reports.provenance import Provenance
from montmort.verification.reports.template import fill_in
from montmort.verification.verdicts.decision import Levels
from montmort.verification.verdicts.quantities import AnyLaw
from montmort.verification.verdicts.result import Verdict

if TYPE_CHECKING:
    from montmort.verification.comparison.result import Crosscheck

TEMPLATE = Path(__file__).with_name("sections.md")
COMPARED = 2  # intervals that need no picture beside their table
LONG = re.compile(r"\d{25,}")  # digits in what a checker states
_COUNT = re.compile(r"(?<![\w./,…-])(?<!seed )\d{4,}(?![\w./…]|, \d)")
METHODS = (
    "J. Ville, Étude critique de la notion de collectif, Gauthier-Villars, Paris 1939: a super"
    "martingale that begins with 1 and is never negative ever reaches 1/α with chance at most α.",
    "I. Waudby-Smith and A. Ramdas, Estimating means of bounded random variables by betting, "
    "Journal of the Royal Statistical Society, Series B, 2024: the bets, and confidence sequences.",
)


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
        """The forest of more than two intervals, and the laws over the histograms."""
        if self.result is None:
            return ()
        compared = (forest(self.result),) if len(self._verdicts) > COMPARED else ()
        return (*compared, *law_over_histogram(self.result))

    @property
    def has_horizon(self) -> bool:
        """Whether a number without a largest value was judged."""
        return any(verdict.horizon is not None for verdict in self._verdicts)

    @property
    def few(self) -> list[str]:
        """Sentences about the fields of a few values, which need no picture."""
        result = self.result
        if result is None or result.tally is None:
            return []
        laws = {name: result.laws.get(name) for name in result.tally.fields}
        return [
            _frequencies(name, law, result.tally.histogram(name))
            for name, law in laws.items()
            if isinstance(law, Law) and 1 < len(law) <= FEW and not _is_judged_by_mean(law)
        ] + [
            _seen(name, law, result.tally.histogram(name))
            for name, law in laws.items()
            if isinstance(law, Moments) and len(result.tally.histogram(name)) <= FEW
        ]

    @property
    def _verdicts(self) -> tuple[Verdict, ...]:
        return self.result.verdicts if self.result else ()


def _is_judged_by_mean(law: AnyLaw) -> bool:
    """Return whether the table of verdicts has the chances: of true, or of each word."""
    return bool(law.tail) or any(isinstance(value, bool | enum.Enum) for value in law)


def _frequencies(name: str, law: AnyLaw, counts: Mapping[int, int]) -> str:
    """Return the chances and frequencies of a field of a few values in words."""
    plays = sum(counts.values())
    seen = {value: counts.get(as_integer(name, value), 0) / plays for value in sorted(law)}
    parts = [
        f"{word(value)} has chance {decimals(law[value], 6)}, seen in {share:.6f} of the plays"
        for value, share in seen.items()
    ]
    return f"{words_of(name)}: {'; '.join(parts)}."


def _seen(name: str, moments: Moments, counts: Mapping[int, int]) -> str:
    """Return the frequencies of a field of two values, of which the exact mean is known."""
    plays = sum(counts.values())
    parts = [f"{value} in {count / plays:.6f} of the plays" for value, count in counts.items()]
    return f"{words_of(name)}: {listed(parts)}; the exact mean is {decimals(moments.mean, 6)}."


def _cells(verdict: Verdict) -> tuple[str, ...]:
    columns = dict(verdict.rows())
    exact, estimate = decimals(verdict.exact, 6), columns["estimate"]
    low, high = (f"{end:.6g}" for end in verdict.interval)
    if "×" in exact:  # a row has one style of numerals
        estimate, low, high = map(_with_power, (estimate, low, high))
    return (
        words_of(columns["field"]).replace("=", ": "),
        exact,
        estimate,
        f"{low} to {high}",
        f"{float(verdict.margin):.2g}",
        f"{verdict.log10_e:.2f}" if math.isfinite(verdict.log10_e) else "∞",
        str(verdict.decision),
    )


def _with_power(decimal: str) -> str:
    """Return a decimal with as many digits and a power of ten; 0 and words stay.

    >>> _with_power("0.0000529"), _with_power("-1.07554e-04"), _with_power("0"), _with_power("-")
    ('5.29e-05', '-1.07554e-04', '0', '-')
    """
    digits = decimal.lstrip("-0.").replace(".", "")
    return f"{float(decimal):.{len(digits) - 1}e}" if digits.isdigit() else decimal


@dataclass(frozen=True)
class Checked:
    """What the checker says of a certificate, or the reason why it was not run.

    `first` is the first line of its answer, `statements` are the others with their evidence.
    `with_rules` is the command that was run if the checker walked the rules, `rules_sha256` their
    hash; `unwalked` is why it did not.
    """

    first: str = ""
    statements: tuple[tuple[str, str], ...] = ()
    reason: str = ""
    with_rules: str = ""
    rules_sha256: str = ""
    unwalked: str = ""


@dataclass(frozen=True)
class Certified:
    """The certificate of a game under some rules, or the error that says why there is none.

    `flags` are those by which `montmort certify` writes it, `coq` the theorems proved for Coq.
    """

    provenance: Provenance
    certificate: Mapping[str, Any] | MontmortError
    flags: tuple[str, ...] = ()
    coq: tuple[str, ...] = ()
    is_smaller: bool = False  # than the game of the report
    is_walked: bool = False  # from the reference rules
    checked: Checked = Checked()

    @property
    def first(self) -> str:
        """The first line of the checker's answer: the headline, and on what it rests."""
        return self.checked.first

    @property
    def headline(self) -> str:
        """The first line; of a field that is true or false the chance of true, as in the text."""
        field, is_false, _ = self.first.partition("=false is ")
        for _, words in self.statements:
            name, is_true, chance = words.partition("=true is ")
            if is_false and is_true and field.endswith(f": {name}"):
                return f"{field}{is_true}{chance}"
        return self.first

    @property
    def reason(self) -> str:
        """Why the checker was not run."""
        return str(self.certificate) if not self.exists else self.checked.reason

    @property
    def statements(self) -> tuple[tuple[str, str], ...]:
        """What the checker states, each with its evidence."""
        return self.checked.statements

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
    other_certified: Mapping[str, Certified],
    version: str,
    commands: Sequence[str],
    dated: str = "",
    uncertified: Text = (),
    references: Sequence[str] = (),
    shares_rules: bool = False,
) -> tuple[Section, ...]:
    """Return the sections that follow the game's argument, whose `commands` are given.

    `shares_rules` where solver and simulator both follow the reference rules.
    """
    levels, game = Levels(), certified.provenance.rulebook.name
    again = [one.command for one in played if one.result is not None]
    listed_claims = [f"montmort claims {game}"] if findings else []
    standings = Counter(finding.standing.value for _, finding in findings)
    stem = game.replace(".py:", "_").removesuffix(".py")  # of the files
    values = {
        "levels": {"reject": _exact(levels.reject), "accept": _exact(levels.accept)},
        "played": played,
        "shares_rules": shares_rules,
        "game": game,
        "stem": stem,
        "module": re.sub(r"\W", "_", stem),  # as coqc reads it
        "findings": findings,
        "standings": [f"{number} {standing}" for standing, number in standings.items()],
        "see": _see,
        "in_words": in_words,
        "certified": certified,
        "other_certified": other_certified,
        "version": version,
        "evidence": EVIDENCE,
        "dated": dated,
        "uncertified": uncertified,
        "references": list(dict.fromkeys([*_sources(findings), *references, *METHODS])),
        "draws": any(
            ", seed " in words
            for one in (certified, *other_certified.values())
            for _, words in one.statements
        ),
        "horizons": any(one.has_horizon for one in played),
        "commands": list(dict.fromkeys([*commands, *again, *listed_claims])),
    }
    return fill_in(TEMPLATE, values).sections


def _sources(findings: Sequence[tuple[Claim, Finding]]) -> list[str]:
    """Return the sources of the claims, as sentences."""
    sources = [claim.source.rstrip(".") for claim, _ in findings if claim.source]
    return [f"{source[0].upper()}{source[1:]}." for source in sources]


def in_words(statement: str) -> str:
    """Return what a checker states as words: fields without marks, counts in groups of three.

    >>> in_words("2 in play: two_pair 0.0000; no two entries of `information` are the same")
    '2 in play: two pair 0.0000; no two entries of information are the same'
    >>> in_words("134459 classes, of boxes ones,twos; 1 states; " + "7" * 30)
    '134,459 classes, of boxes ones, twos; 1 state; 777777…7777'
    >>> in_words("the chance of winner=banker in 1829 hands")
    'the chance of winner: banker in 1,829 hands'
    >>> in_words("3 random hands, seed 831814")
    '3 random hands, seed 831814'
    """
    words = re.sub(r"(?<=[a-z])_(?=[a-z])", " ", statement).replace("`", "")
    words = re.sub(r"(?<=[a-z]),(?=[a-z])", ", ", words)
    words = re.sub(r"(?<=[a-z])=(?=[a-z])", ": ", words)
    words = re.sub(r"\b1 (state|move|block|choice|decision|node)s\b", r"1 \1", words)
    words = LONG.sub(lambda match: f"{match[0][:6]}…{match[0][-4:]}", words)
    return _COUNT.sub(lambda match: f"{int(match[0]):,}", words)


def _exact(level: float) -> Fraction:
    return Fraction(repr(level))


def _see(finding: Finding) -> Text:
    """Return what shows the numbers of a finding, its commands as code."""
    parts: list[Inline] = []
    for line in finding.how.splitlines():
        parts += [", "] if parts else []
        parts.append(Code(line) if line.startswith(("montmort", "python")) else line)
    return tuple(parts)
