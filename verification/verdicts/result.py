"""The verdict on one quantity: as a sentence, as a table, and as a record."""

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.formatting import decimals
from montmort.games.validation import (
    check_fraction,
    check_integer,
    check_number,
    check_text,
    check_type,
)
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import confidence_sequence


@dataclass(frozen=True, kw_only=True)
class Deviation:
    """An outcome that carries evidence: how often it was seen, and expected.

    >>> print(Deviation(value=6, observed=50, expected=100.0))
    6 seen 50 times, 100.0 expected
    """

    value: int
    observed: int
    expected: float

    @property
    def ratio(self) -> float | None:
        """Observed over expected; None if it could not happen."""
        return self.observed / self.expected if self.expected else None

    def __str__(self) -> str:
        times = "once" if self.observed == 1 else f"{self.observed:,} times"
        return f"{self.value} seen {times}, {self.expected:,.1f} expected"


def deviations(
    counts: Mapping[int, int], law: Mapping[int, Fraction], most: int
) -> tuple[Deviation, ...]:
    """Return the outcomes that carry most of the evidence, the strongest first.

    With c plays seen and e expected an outcome carries c log(c/e) - c + e >= 0: these sum to
    the log of the likelihood ratio of the seen frequencies to the law.

    >>> half = Fraction(1, 2)
    >>> print(*deviations({0: 70, 1: 30}, {0: half, 1: half}, 1))
    1 seen 30 times, 50.0 expected
    """
    plays = sum(counts.values())
    found = []
    for value in {**law, **counts}:
        seen, expected = counts.get(value, 0), plays * float(law.get(value, 0))
        if seen and not expected:
            weight = math.inf
        else:
            weight = expected - seen + (seen * math.log(seen / expected) if seen else 0.0)
        found.append((-weight, value, Deviation(value=value, observed=seen, expected=expected)))
    return tuple(each for weight, _, each in sorted(found)[:most] if weight < 0)


@dataclass(frozen=True, kw_only=True)
class Verdict(InNotebooks):
    """What the plays say about one quantity; `str` is a sentence, `rows` the whole record.

    `exact` and `estimate` are means.  `interval` is the confidence sequence at
    1 - levels.accept, valid at all looks together.  Deviations beyond
    `deviation_ruled_out` are rejected at levels.accept.  `log10_e` is the
    running maximum of the e-value against 'deviation <= tolerance'.  `z` is
    descriptive only.  `detectable` is the smallest deviation of the mean that this many plays
    would find with about 90 % power, None if they are too few for so skewed a law;
    `plays_to_decide` is the predicted total of plays.
    `deviations` are the outcomes that carry the evidence of INCONSISTENT, where the law is known.
    `finer_margin` is one that a simulator without the rare values that matter would not pass,
    and `finer_plays` are about the plays for it; None and 0 if the margin is as fine.
    """

    decision: Decision
    field: str
    exact: Fraction
    sd: float
    low: int
    high: int
    horizon: int | None
    estimate: float | None
    plays: int
    interval: tuple[float, float]
    deviation_ruled_out: float
    margin: Fraction
    tolerance: Fraction
    log10_e: float
    z: float | None
    detectable: float | None
    plays_to_decide: int
    levels: Levels
    reason: str
    deviations: tuple[Deviation, ...] = ()
    finer_margin: Fraction | None = None
    finer_plays: int = 0
    counts: Mapping[int, int] = dataclasses.field(default_factory=dict, repr=False, hash=False)

    __repr__ = short_repr

    def __post_init__(self) -> None:
        check_type("decision", self.decision, Decision, "a Decision")
        check_text(field=self.field, reason=self.reason)
        check_fraction("exact", self.exact)
        check_integer("plays", self.plays, 0, 10**300)
        if self.horizon is not None:
            check_integer("horizon", self.horizon, -(10**300), 10**300)
        check_type("levels", self.levels, Levels, "Levels(…)")
        check_type("deviations", self.deviations, tuple, "a tuple of Deviations")
        for deviation in self.deviations:
            check_type("a deviation", deviation, Deviation, "a Deviation")

    @property
    def label(self) -> str:
        """The decision, for CONSISTENT with the margin that was shown."""
        if self.decision is Decision.CONSISTENT and self.sd > 0:
            return f"{self.decision}({float(self.margin):.4g})"
        return str(self.decision)

    def interval_at(self, level: float) -> tuple[float, float]:
        """Return the confidence sequence at another confidence level, say 0.999."""
        check_number("level", level)
        return confidence_sequence(self.counts, low=self.low, high=self.high, alpha=1 - level)

    def rows(self) -> list[tuple[str, str]]:
        """Return the whole record as pairs of a name and a text."""
        lower, upper = self.interval
        return [
            ("verdict", self.label),
            ("field", self._judged_as()),
            ("exact", decimals(self.exact)),
            ("estimate", self._estimate()),
            ("plays", f"{self.plays:,}"),
            (f"interval at {1 - self.levels.accept:g}", f"[{lower:.8g}, {upper:.8g}]"),
            ("deviation ruled out", f"{self.deviation_ruled_out:.4g}"),
            ("margin", decimals(self.margin)),
            ("tolerance", decimals(self.tolerance)),
            ("log10 e-value", f"{self.log10_e:.3f}"),
            ("z", "-" if self.z is None else f"{self.z:.2f}"),
            ("detectable", "-" if self.detectable is None else f"{self.detectable:.4g}"),
            ("plays to decide", f"{self.plays_to_decide:,}"),
            ("levels", f"reject {self.levels.reject:g}, accept {self.levels.accept:g}"),
            ("reason", self.reason),
            *[("deviates", str(each)) for each in self.deviations],
        ]

    def _judged_as(self) -> str:
        return self.field if self.horizon is None else f"min({self.field}, {self.horizon})"

    def _estimate(self) -> str:
        if self.estimate is None:
            return "-"
        if self.sd == 0:
            return decimals(Fraction(self.estimate))
        places = 1 - math.floor(math.log10(self.sd / math.sqrt(self.plays)))
        return f"{self.estimate:,.{max(0, places)}f}"

    def __str__(self) -> str:
        plays = f"{self.plays:,} play{'s' * (self.plays != 1)}"
        seen = f"{self._estimate()} in {plays}" if self.plays else "no plays"
        exact = decimals(self.exact)
        most = "; ".join(map(str, self.deviations))
        told = f"{self.label}: {self._judged_as()}, {seen}; exact {exact}; {self.reason}"
        return f"{told}; {most}" if most else told

    def _summary(self) -> Summary:
        return Summary(f"{self.label}: {self._judged_as()}", self.rows())
