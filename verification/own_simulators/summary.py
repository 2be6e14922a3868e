"""A simulation known only by its mean, sd and number of plays.

These are no evidence.  An e-value is a product over the outcomes of the plays,
which are missing.  The z-score

    z = (mean - exact mean) / (sd / sqrt(n))

describes the mean.  It has an error rate only if the number of plays was fixed
beforehand, if there was one look, and if the number is large compared with 1/p of the
rarest outcome that matters.  And a mean never shows an outcome that the game does
not have.  A mean outside the range of all outcomes is INVALID.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput
from montmort.games.validation import quote
from montmort.montecarlo.external.outcome_parser import DECIMAL
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.result import Verdict

COLUMNS = ("mean", "sd", "n")


@dataclass(frozen=True, kw_only=True)
class Summary:
    """Mean and standard deviation of one field in `n` plays."""

    mean: Fraction
    sd: Fraction
    n: int

    @classmethod
    def of(cls, row: Mapping[str, str]) -> "Summary":
        """Return the summary in the cells under mean, sd and n.

        >>> Summary.of({"mean": "0.5", "sd": "0.5", "n": "1e4"})
        Summary(mean=Fraction(1, 2), sd=Fraction(1, 2), n=10000)
        """
        mean, sd, n = (_number(name, row[name]) for name in COLUMNS)
        if n < 1 or n.denominator != 1:
            raise BadInput(f"n is {row['n']}; a number of plays is an integer >= 1")
        if sd < 0:
            raise BadInput(f"sd is {row['sd']}; a standard deviation is >= 0")
        return cls(mean=mean, sd=sd, n=int(n))

    def z(self, exact: Fraction, variance: Fraction | None) -> float | None:
        """Return the z-score, with the exact variance if it is known; None if that is 0."""
        sd = float(self.sd) if variance is None else math.sqrt(variance)
        return float(self.mean - exact) / sd * math.sqrt(self.n) if sd else None

    def described(self, verdict: Verdict, variance: Fraction | None) -> Verdict:
        """Return the verdict of no plays with this mean as its estimate."""
        z = self.z(verdict.exact, variance)
        if verdict.horizon is None and not verdict.low <= self.mean <= verdict.high:
            decision = Decision.INVALID
            reason = f"the mean {decimals(self.mean)} lies outside [{verdict.low}, {verdict.high}]"
        else:
            decision = Decision.INCONCLUSIVE
            reason = _WHY.format("the mean" if z is None else f"z = {z:.2f}")
        return replace(
            verdict,
            decision=decision,
            estimate=float(self.mean),
            plays=self.n,
            z=z,
            reason=reason,
        )


_WHY = (
    "{} is descriptive only: without the outcomes there is no evidence, since a mean shows neither "
    "impossible outcomes nor missing rare ones, and its error rate would hold for one "
    "look at a number of plays fixed beforehand; give the outcomes, or their counts"
)


def summary_of(name: str, header: Sequence[str], lines: Sequence[str]) -> Summary:
    """Return the summary in the only line below the header of file `name`."""
    rows = [line.split(",") for line in lines]
    if [len(row) for row in rows] != [len(header)]:
        raise BadInput(f"{name}: give one line of {len(header)} cells under {','.join(COLUMNS)}")
    try:
        return Summary.of(dict(zip(header, rows[0], strict=True)))
    except BadInput as error:
        raise BadInput(f"{name}: {error}") from None


def _number(name: str, text: str) -> Fraction:
    if not DECIMAL.fullmatch(text.strip()):
        raise BadInput(f"{name} is {quote(text.strip())}, which is not a number")
    return Fraction(Decimal(text.strip()))
