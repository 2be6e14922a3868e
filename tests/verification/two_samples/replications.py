"""How often does the judge of two simulators err, and how many plays does it need?

Many runs of two known laws, each looked at many times.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt
from scipy.stats import chi2, chi2_contingency, ncx2

from montmort.montecarlo.tally import Tally
from montmort.verification.two_samples.judge import Compared, PairJudge
from montmort.verification.two_samples.mean_difference import log_difference
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import Histogram
from tests.verification.verdicts.rational_evidence import Law
from tests.verification.verdicts.replications import PAYOFFS as ONE_SAMPLE

Counts = npt.NDArray[np.int64]

PAYOFFS = {**ONE_SAMPLE, "die": dict.fromkeys(range(1, 7), Fraction(1, 6))}


@dataclass(frozen=True, kw_only=True)
class Pairs:
    """Runs of two laws: blocks of `sizes` plays, `looks` of them."""

    first: Law
    second: Law
    sizes: tuple[int, int] = (100, 100)
    looks: int = 60
    seed: int = 1713

    def run(self, number: int) -> Iterator[tuple[Tally, Tally]]:
        """Yield the tallies at every look."""
        rng = np.random.default_rng([self.seed, number])
        counts = [
            rng.multinomial(size, [float(p) for p in law.values()], size=self.looks).cumsum(axis=0)
            for law, size in zip((self.first, self.second), self.sizes, strict=True)
        ]
        for one, other in zip(*counts, strict=True):
            yield tally(self.first, one), tally(self.second, other)

    @property
    def difference(self) -> Fraction:
        """The true difference of the means."""
        return sum((v * p for v, p in self.first.items()), Fraction(0)) - sum(
            (v * p for v, p in self.second.items()), Fraction(0)
        )

    def judge(self, levels: Levels, margin: Fraction | None, *, has_range: bool) -> PairJudge:
        values = {*self.first, *self.second}
        part = Compared(
            name="x", field="x", range=(min(values), max(values)) if has_range else None
        )
        margins = {} if margin is None else {"x": margin}
        return PairJudge([part], margins=margins, levels=levels)

    def alarms(self, runs: int, level: float) -> int:
        """Return the number of runs in which INCONSISTENT fell; every second has a range."""
        levels = Levels(reject=level)
        return sum(
            Decision.INCONSISTENT
            in self.decisions(number, levels, None, has_range=bool(number % 2))
            for number in range(runs)
        )

    def passes(self, runs: int, level: float) -> int:
        """Return the number of runs in which a difference of exactly the margin was accepted."""
        return sum(self._ever_passes(number, level) for number in range(runs))

    def _ever_passes(self, number: int, level: float) -> bool:
        """Return whether both one-sided hypotheses were rejected, as CONSISTENT requires.

        A judge would call most of these runs INCONSISTENT, which hides it.
        """
        limit, margin = -math.log(level), abs(self.difference)
        values = {*self.first, *self.second}
        span = {"low": min(values), "high": max(values)}
        highest = [-math.inf, -math.inf]
        for looks in self.run(number):
            first, second = (Histogram(each.histogram("x")) for each in looks)
            for at, pair in enumerate(((first, second), (second, first))):
                if highest[at] < limit:
                    log_e = log_difference(*pair, difference=margin, floor=limit, **span)
                    highest[at] = max(highest[at], log_e)
        return min(highest) >= limit

    def decisions(
        self, number: int, levels: Levels, margin: Fraction | None, *, has_range: bool = True
    ) -> Iterator[Decision]:
        """Yield the decision at every look, whatever the one before was."""
        judge = self.judge(levels, margin, has_range=has_range)
        for looks in self.run(number):
            judge.look(*looks)
            yield judge.decisions["x"]

    def plays_until(self, number: int, wanted: Decision, margin: Fraction | None) -> int | None:
        """Return the plays of each until a decision at the usual levels, None without it."""
        judge = PairJudge(
            [Compared(name="x", field="x")], margins={} if margin is None else {"x": margin}
        )
        for first, second in self.run(number):
            judge.look(first, second)
            if judge.decisions["x"] is wanted:
                return first.plays
        return None


def tally(law: Law, counts: Counts) -> Tally:
    """Return the tally of the counts of the values of a law."""
    histogram = {value: int(c) for value, c in zip(law, counts, strict=True) if c}
    return Tally(experiment="c0", plays=int(counts.sum()), histograms={"x": histogram})


def chi_square_fired(pairs: Pairs, number: int, level: float) -> bool:
    """Return whether a chi-square test of two samples has p < level at any look."""
    for first, second in pairs.run(number):
        values = sorted({*first.histogram("x"), *second.histogram("x")})
        table = [
            [each.histogram("x").get(value, 0) for value in values] for each in (first, second)
        ]
        if len(values) > 1 and chi2_contingency(table, correction=False).pvalue < level:
            return True
    return False


def plays_of_chi_square(pairs: Pairs, level: float = 1e-6, power: float = 0.5) -> int:
    """Return the plays of each that a test of a fixed size needs, by the noncentral chi-square."""
    values = {*pairs.first, *pairs.second}
    effect = sum(
        (a - b) ** 2 / (2 * (a + b))
        for a, b in ((float(pairs.first.get(v, 0)), float(pairs.second.get(v, 0))) for v in values)
    )
    freedom = len(values) - 1
    limit = chi2.isf(level, freedom)
    plays = 1.0
    while ncx2.sf(limit, freedom, 2 * plays * effect) < power:
        plays *= 1.01
    return math.ceil(plays)
