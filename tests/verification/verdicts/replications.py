"""How often does the judge err?  Many runs from a known law, each looked at many times.

All looks of many runs are weighed at once, by the formulas of
`montmort.verification.verdicts.e_values` written a second time, with gamma functions.  This
batch only proposes: every run that comes within a tenth (of a natural
logarithm) of a level is shown to the product's own Judge look by look, and
the Judge's decision is what counts.  The batch is compared with the product's
functions on a sample of looks of every part; they differ by less than 1e-4,
so no run that is not shown to the Judge can have reached the level.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.special import gammaln, logsumexp
from scipy.stats import beta, t

from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import (
    BETS,
    STRENGTHS,
    check_law,
    confidence_sequence,
    law_evidence,
    mean_evidence,
    one_sided_bounds,
)
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity
from tests.verification.verdicts.rational_evidence import Law, mean_of

Floats = npt.NDArray[np.float64]
Bounds = Callable[..., tuple[float, float]]
Cumulative = npt.NDArray[np.int64]  # plays so far: run, look, outcome

PAYOFFS: dict[str, Law] = {
    "skewed": {
        0: Fraction(9, 10),
        1: Fraction(9, 100),
        7: Fraction(9, 1000),
        250: Fraction(1, 1000),
    },
    "rare": {0: Fraction(999, 1000), 1: Fraction(1, 1000)},
    "symmetric": {-1: Fraction(2, 5), 0: Fraction(1, 5), 1: Fraction(2, 5)},
    "two-point": {-1: Fraction(3, 4), 3: Fraction(1, 4)},
}
SLACK, AGREED = 0.1, 1e-4
AT_ONCE = 200  # runs in memory


@dataclass(frozen=True, kw_only=True)
class Rate:
    """So many errors in so many runs."""

    errors: int
    runs: int

    @property
    def bound(self) -> float:
        """The upper 99 % bound of the chance of an error (Clopper and Pearson 1934).

        >>> round(Rate(errors=0, runs=100).bound, 4)  # 1 - 0.01^(1/100)
        0.045
        """
        if self.errors == self.runs:
            return 1.0
        return float(beta.ppf(0.99, self.errors + 1, self.runs - self.errors))


@dataclass(frozen=True, kw_only=True)
class Replications:
    """`runs` runs of a payoff, `looks` looks each, at levels alpha.

    A run is long enough to certify `delta` three times over: a twentieth of the
    standard deviation, or half the way to the nearer end of the range.
    """

    law: Law
    runs: int
    looks: int = 300
    seed: int = 1939

    @property
    def mean(self) -> Fraction:
        return mean_of(self.law)

    @property
    def span(self) -> dict[str, int]:
        return {"low": min(self.law), "high": max(self.law)}

    @cached_property
    def delta(self) -> Fraction:
        low, high = self.span.values()
        sd = Fraction(math.sqrt(check_law(self.law)[1]))
        return min(sd / 20, (self.mean - low) / 2, (high - self.mean) / 2)

    @property
    def block(self) -> int:
        """Plays between two looks."""
        return math.ceil(3 * 25 * check_law(self.law)[1] / self.delta**2 / self.looks)

    def parts(self) -> Iterator["Part"]:
        """Yield all runs, some at a time."""
        chances = [float(p) for p in self.law.values()]
        for number, start in enumerate(range(0, self.runs, AT_ONCE)):
            rng = np.random.default_rng([self.seed, number])
            shape = min(AT_ONCE, self.runs - start), self.looks
            counts = rng.multinomial(self.block, chances, size=shape).cumsum(axis=1)
            yield Part(whole=self, counts=counts)

    def quantity(self, *, off: Fraction = Fraction(0)) -> Quantity:
        """Return the claim: the true law, or a wrong mean without a law."""
        mean, variance = self.mean + off, None if off else check_law(self.law)[1]
        law = None if off else self.law
        return Quantity(field="x", mean=mean, variance=variance, law=law, **self.span)

    def histogram(self, look: Cumulative) -> Mapping[int, int]:
        return dict(zip(self.law, look.tolist(), strict=True))


@dataclass(frozen=True, kw_only=True)
class Part:
    """Some runs, and the logarithms of the e-values at all their looks (run, look)."""

    whole: Replications
    counts: Cumulative

    def __post_init__(self) -> None:
        self.check(run=0, look=self.whole.looks // 3)
        self.check(run=len(self.counts) - 1, look=self.whole.looks - 1)

    @cached_property
    def above(self) -> Floats:
        """Log E+ at the true mean."""
        return log_wealth(self.counts, self.whole.law, min(self.whole.law))

    @cached_property
    def below(self) -> Floats:
        """Log E- at the true mean."""
        return log_wealth(self.counts, self.whole.law, max(self.whole.law))

    @cached_property
    def joint(self) -> Floats:
        """Log E of the true law."""
        return log_mixture(self.counts, self.whole.law)

    @property
    def judged(self) -> Floats:
        """Log of the e-value by which the judge rejects."""
        mean = np.logaddexp(self.above, self.below) - math.log(2)
        return np.logaddexp(mean, self.joint) - math.log(2)

    def check(self, *, run: int, look: int) -> None:
        """Raise unless the batch agrees with the product's functions."""
        seen = self.whole.histogram(self.counts[run, look])
        mean = mean_evidence(seen, reference=self.whole.mean, **self.whole.span)
        product = mean.log_above, mean.log_below, law_evidence(seen, self.whole.law)
        batch = [logs[run, look] for logs in (self.above, self.below, self.joint)]
        if not np.allclose(product, batch, rtol=0, atol=AGREED):
            raise ArithmeticError(f"{seen}: the batch has {batch}, the product {product}")

    def near(self, logs: Floats, level: float) -> Iterator[Cumulative]:
        """Yield the runs whose largest value comes near 1/level."""
        yield from self.counts[logs.max(axis=1) >= -math.log(level) - SLACK]


Figure = Callable[[Part], int]  # counts the errors among the runs of a part


def log_wealth(counts: Cumulative, law: Law, end: int) -> Floats:
    """Log E+ at the law's mean if `end` is its lowest outcome, log E- if its highest."""
    m = mean_of(law)
    factors = np.array([1 + BETS * float((v - m) / (m - end)) for v in law])
    return logsumexp(counts @ np.log(factors), axis=-1) - math.log(len(BETS))


def log_mixture(counts: Cumulative, law: Law) -> Floats:
    """Log E of the law, by gamma functions."""
    chances, plays = np.array([float(p) for p in law.values()]), counts.sum(axis=-1)
    logs = [
        gammaln(strength)
        - gammaln(strength + plays)
        + (gammaln(strength * chances + counts) - gammaln(strength * chances)).sum(axis=-1)
        - counts @ np.log(chances)
        for strength in STRENGTHS
    ]
    return logsumexp(logs, axis=0) - math.log(len(STRENGTHS))


def decided(judge: Judge, asked: Replications, run: Cumulative) -> Decision:
    """Return the decision at the first look at which there is one, as a run that stops then."""
    for look in run:
        judge.look({"x": asked.histogram(look)})
        if judge.decided:
            break
    return judge.verdicts()[0].decision


def ever_inconsistent(asked: Replications, run: Cumulative, level: float) -> bool:
    """Return whether the judge of the true law rejects it at any look."""
    judge = Judge([asked.quantity()], levels=Levels(reject=level))
    for look in run:
        judge.look({"x": asked.histogram(look)})
    return judge.verdicts()[0].decision is Decision.INCONSISTENT


def false_alarms(part: Part, level: float) -> int:
    """Figure 1: how many runs are INCONSISTENT with the law they were drawn from."""
    asked = part.whole
    return sum(ever_inconsistent(asked, run, level) for run in part.near(part.judged, level))


def false_passes(part: Part, level: float, sign: int) -> int:
    """Figure 2: how many runs are CONSISTENT with a mean that is off by exactly delta.

    The claim is m + sign delta, so the one-sided hypothesis that is true has
    the reference m: only runs that come near its level can err.
    """
    asked, near = part.whole, part.above if sign > 0 else part.below
    claimed = asked.quantity(off=sign * asked.delta)
    levels = Levels(accept=level)
    return sum(
        decided(Judge([claimed], margins={"x": asked.delta}, levels=levels), asked, run)
        is Decision.CONSISTENT
        for run in part.near(near, level)
    )


def missed(part: Part, level: float) -> int:
    """Figure 3: in how many runs the interval at 1 - level misses the mean at some look."""
    return _missed(part, np.maximum(part.above, part.below), level / 2, level, confidence_sequence)


def missed_by_a_bound(part: Part, level: float, sign: int) -> int:
    """Figure 3: in how many runs a one-sided bound is beyond the mean at some look.

    The lower bound for sign 1, the upper for -1: what a verdict calls the
    deviation ruled out is the farther of the two.
    """
    return _missed(part, part.above if sign > 0 else part.below, level, level, one_sided_bounds)


def _missed(part: Part, logs: Floats, limit: float, level: float, bounds: Bounds) -> int:
    found = 0
    for run, peaks in zip(part.counts, logs, strict=True):
        near = np.flatnonzero(peaks >= -math.log(limit) - SLACK)
        nearest_first = near[np.argsort(-peaks[near])]
        found += any(not covered(part.whole, run[look], level, bounds) for look in nearest_first)
    return found


def covered(asked: Replications, look: Cumulative, level: float, bounds: Bounds) -> bool:
    low, high = bounds(asked.histogram(look), **asked.span, alpha=level)
    return low <= asked.mean <= high


def t_tests_fired(part: Part, level: float) -> int:
    """Return in how many runs a t-test of the mean rejects at some look, the wrong method."""
    values, plays = np.array([*part.whole.law]), part.counts.sum(axis=-1)
    mean = part.counts @ values / plays
    variance = (part.counts @ values**2 - plays * mean**2) / (plays - 1)
    with np.errstate(divide="ignore", invalid="ignore"):  # all plays alike: sure of itself
        score = np.abs(mean - float(part.whole.mean)) / np.sqrt(np.maximum(variance, 0) / plays)
    return int((score >= t.ppf(1 - level / 2, plays - 1)).any(axis=1).sum())


def rates(asked: Replications, figures: Mapping[str, Figure]) -> dict[str, Rate]:
    """Return the rate of each figure, over all parts."""
    errors: Counter[str] = Counter()
    for part in asked.parts():
        errors.update({name: count(part) for name, count in figures.items()})
    return {name: Rate(errors=errors[name], runs=asked.runs) for name in figures}
