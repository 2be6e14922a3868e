"""Verdicts: does a simulator agree with a value that is known exactly?

Four answers, the first that applies:

INVALID       the counts themselves are wrong: a value outside its range or
              off the declared outcomes, a count that fell, fields whose
              numbers of plays differ;
INCONSISTENT  the e-value against 'the deviation is at most tau' reached
              K/alpha_R at some look, K the number of quantities judged;
CONSISTENT    (delta) both 'mean >= m + delta' and 'mean <= m - delta' were
              rejected at level alpha_A: a deviation of delta or more is ruled out;
INCONCLUSIVE  else.  Silence is no pass.

Whatever the stopping rule (Ville 1939),

    P(ever INCONSISTENT | all deviations within tau)  <= alpha_R,
    P(ever CONSISTENT | a deviation of delta or more) <= alpha_A.

A `Judge` is shown, once per block and in the order of the blocks, the
histograms of all plays so far, and keeps running maxima of the e-values of
`montmort.verification.verdicts.e_values`.  The same looks give the same verdicts.
"""

import dataclasses
import enum
import html
import math
import operator
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, SupportsIndex

import numpy as np

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput
from montmort.verification.verdicts.e_values import (
    BETS,
    Histogram,
    LawBets,
    check_law,
    confidence_sequence,
    log_above,
    log_average,
    log_below,
    one_sided_bounds,
)

# plays needed, in units of (sd / deviation)^2
_TO_CERTIFY = 25
_TO_DETECT_LOG10 = (1.3, 6.0, 7.0)  # log10(K / alpha_R) ...
_TO_DETECT = (24.0, 51.0, 61.0)  # ... and what detects with 90 % power


class Decision(enum.StrEnum):
    """What is known about a quantity."""

    CONSISTENT = "CONSISTENT"
    INCONSISTENT = "INCONSISTENT"
    INCONCLUSIVE = "INCONCLUSIVE"
    INVALID = "INVALID"

    @classmethod
    def worst(cls, decisions: "Iterable[Decision]") -> "Decision":
        """Return what is known of all together; of nothing nothing is known.

        >>> print(Decision.worst([Decision.CONSISTENT, Decision.INCONSISTENT]), Decision.worst([]))
        INCONSISTENT INCONCLUSIVE
        """
        found = {*decisions}
        order = (cls.INVALID, cls.INCONSISTENT, cls.INCONCLUSIVE, cls.CONSISTENT)
        return next((one for one in order if one in found), cls.INCONCLUSIVE)


@dataclass(frozen=True, kw_only=True)
class Levels:
    """Error rates: `reject` alpha_R of INCONSISTENT, `accept` alpha_A of CONSISTENT."""

    reject: float = 1e-6
    accept: float = 0.01

    def __post_init__(self) -> None:
        for name, level in (("reject", self.reject), ("accept", self.accept)):
            if not 0 < level < 1:
                raise BadInput(f"level {name}={level} must lie strictly between 0 and 1")


@dataclass(frozen=True, kw_only=True, repr=False)
class Quantity:
    """What is known exactly about one field of an outcome, X.

    `mean` and `variance` of X (None if it is not known), its bounds `low` and
    `high` and, where known, its `law`.  An unbounded X is judged as
    min(X, horizon): all these are then those of min(X, horizon), and the counts
    are folded by the judge.
    `allowed` are the declared outcomes, if they are not the whole range.
    A value of an enum is a quantity of its own with the outcomes 0 and 1,
    say `result=win`; `cell` makes its histogram.

    >>> die = Quantity(field="eyes", mean=Fraction(7, 2), variance=Fraction(35, 12), low=1, high=6)
    >>> round(float(die.default_margin()), 5)
    0.01708
    """

    field: str
    mean: Fraction
    variance: Fraction | None
    low: int
    high: int
    law: Mapping[int, Fraction] | None = dataclasses.field(default=None, hash=False)
    horizon: int | None = None
    allowed: frozenset[int] | None = None

    def __post_init__(self) -> None:
        if not self.low <= self.mean <= self.high:
            raise BadInput(
                f"the mean of {self.field}, {decimals(self.mean)}, "
                f"must lie in its range [{self.low}, {self.high}]"
            )
        if not 0 <= self.spread <= self._widest:
            raise BadInput(
                f"the variance of {self.field}, {decimals(self.spread)}, must lie "
                f"between 0 and (mean - low) * (high - mean)"
            )
        if self.law is not None and check_law(self.law) != (self.mean, self.variance):
            raise BadInput(f"mean and variance of {self.field} must be those of its law")

        if self.constant and self.mean.denominator != 1:
            raise BadInput(f"{self.field} has variance 0: its mean must be an integer")

    def __repr__(self) -> str:
        return _rebuild(self)

    @property
    def _widest(self) -> Fraction:
        """The largest variance that mean and range allow (Bhatia and Davis 2000)."""
        return (self.mean - self.low) * (self.high - self.mean)

    @property
    def spread(self) -> Fraction:
        """The variance; where it is not known, the largest that mean and range allow."""
        return self._widest if self.variance is None else self.variance

    @property
    def constant(self) -> bool:
        """Whether there is nothing random: the variance is 0."""
        return self.spread == 0

    @property
    def sd(self) -> float:
        """The standard deviation in the unit of the field, or the largest possible one."""
        return _root(self.spread)

    def default_margin(self) -> Fraction:
        """Return the larger of sd/100 and (high - low)/10^4."""
        return max(Fraction(self.sd) / 100, Fraction(self.high - self.low, 10**4))


def cell(counts: Mapping[int, int], value: int) -> dict[int, int]:
    """Return the two-cell histogram of the event 'the outcome is `value`'.

    >>> cell({0: 5, 1: 3, 2: 2}, 1)
    {0: 7, 1: 3}
    """
    hits = counts.get(value, 0)
    return {0: sum(counts.values()) - hits, 1: hits}


def fold(counts: Mapping[int, int], horizon: int | None = None) -> dict[int, int]:
    """Return the histogram of min(X, horizon); BadInput for what is no histogram.

    >>> fold({0: 5, 3: 2, 9: 1, 12: 4}, horizon=9)
    {0: 5, 3: 2, 9: 5}
    """
    folded: dict[int, int] = {}
    for outcome, number in counts.items():
        value, plays = _integer("value", outcome), _integer("number of plays", number)
        if plays < 0:
            raise BadInput(f"value {decimals(value)} was counted {decimals(plays)} times")
        if horizon is not None:
            value = min(value, horizon)
        if plays:
            folded[value] = folded.get(value, 0) + plays
    return folded


@dataclass(frozen=True, kw_only=True, repr=False)
class Verdict:
    """What the plays say about one quantity; `str` is the sentence, `rows` all of it.

    `exact` and `estimate` are means, `interval` the confidence sequence at
    1 - levels.accept, valid at all looks together; deviations beyond
    `deviation_ruled_out` are rejected at levels.accept; `log10_e` is the
    running maximum of the e-value against 'deviation <= tolerance'; `z` only
    describes; `detectable` is the smallest deviation that this many plays
    would find with 90 % power; `plays_to_decide` a prediction, in all.
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
    counts: Mapping[int, int] = dataclasses.field(default_factory=dict, repr=False, hash=False)

    @property
    def label(self) -> str:
        """The decision; CONSISTENT with the margin that was earned."""
        if self.decision is Decision.CONSISTENT and self.sd > 0:
            return f"{self.decision}({float(self.margin):.4g})"
        return str(self.decision)

    def interval_at(self, level: float) -> tuple[float, float]:
        """Return the confidence sequence at another confidence level, say 0.999."""
        return confidence_sequence(self.counts, low=self.low, high=self.high, alpha=1 - level)

    def rows(self) -> list[tuple[str, str]]:
        """Return all there is to show, as names and texts."""
        lower, upper = self.interval
        return [
            ("verdict", self.label),
            ("field", _judged_as(self.field, self.horizon)),
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
        ]

    def _estimate(self) -> str:
        if self.estimate is None:
            return "-"
        if self.sd == 0:
            return decimals(Fraction(self.estimate))
        places = 1 - math.floor(math.log10(self.sd / math.sqrt(self.plays)))
        return f"{self.estimate:,.{max(0, places)}f}"

    def __repr__(self) -> str:
        return _rebuild(self)

    def __str__(self) -> str:
        name, found = _judged_as(self.field, self.horizon), self._estimate()
        plays = f"{self.plays:,} play{'s' * (self.plays != 1)}"
        seen = f"{found} in {plays}" if self.plays else "no plays"
        return f"{self.label}: {name}, {seen}; exact {decimals(self.exact)}; {self.reason}"

    def _repr_html_(self) -> str:
        lines = (
            f"<tr><th>{html.escape(name)}</th><td>{html.escape(text)}</td></tr>"
            for name, text in self.rows()
        )
        return f"<table>{''.join(lines)}</table>"


class Judge:
    """Judges quantities look by look.

    `margins` (delta) and `tolerances` (tau) are by field, in its own unit; a
    margin that is absent or None is the quantity's default, a tolerance 0.

    >>> coin = Quantity(
    ...     field="heads", mean=Fraction(1, 2), variance=Fraction(1, 4), low=0, high=1
    ... )
    >>> judge = Judge([coin], margins={"heads": Fraction(1, 10)})
    >>> judge.look({"heads": {0: 240, 1: 260}})
    >>> print(*judge.verdicts())
    INCONCLUSIVE: heads, 0.520 in 500 plays; exact 0.5; about 625 plays in all should decide
    >>> judge.look({"heads": {0: 490, 1: 510}})
    >>> print(*judge.verdicts())  # doctest: +ELLIPSIS
    CONSISTENT(0.1): heads, 0.510 in 1,000 plays; exact 0.5; a deviation of 0.1 or more is ...
    """

    def __init__(
        self,
        quantities: Iterable[Quantity],
        *,
        margins: Mapping[str, Fraction | None] | None = None,
        tolerances: Mapping[str, Fraction] | None = None,
        levels: Levels | None = None,
    ) -> None:
        listed = tuple(quantities)
        names = [quantity.field for quantity in listed]
        if not names or len(set(names)) < len(names):
            raise BadInput(f"a judge needs one or more quantities of different names, not {names}")
        for name in {**(margins or {}), **(tolerances or {})}:
            if name not in names:
                raise BadInput(f"no field {name!r} is judged; there are {', '.join(names)}")
        bets: dict[int, LawBets] = {}
        self._cases = {
            quantity.field: _Case(
                quantity,
                margin=(margins or {}).get(quantity.field),
                tolerance=(tolerances or {}).get(quantity.field, Fraction(0)),
                levels=levels or Levels(),
                rivals=len(names),
                bets=bets,
            )
            for quantity in listed
        }

    def look(self, histograms: Mapping[str, Mapping[int, int]]) -> None:
        """Judge by the histograms of all plays so far, blocks 0 ... b; call it for b = 0, 1, ..."""
        missing = [name for name in self._cases if name not in histograms]
        if missing:
            raise BadInput(f"no histogram of {', '.join(missing)} at this look; give all fields")
        read = {name: case.read(histograms[name]) for name, case in self._cases.items()}
        seen = {name: histogram for name, histogram in read.items() if histogram is not None}
        if len({histogram.total for histogram in seen.values()}) > 1:
            totals = ", ".join(f"{name} {each.total:,}" for name, each in seen.items())
            for name in self._cases:
                self.invalid(name, f"the fields disagree on the number of plays: {totals}")
            return
        for name, histogram in seen.items():
            self._cases[name].weigh(histogram)

    def invalid(self, field: str, reason: str) -> None:
        """Declare a field INVALID for a reason seen elsewhere; the first reason stands."""
        if field not in self._cases:
            raise BadInput(f"no field {field!r} is judged; there are {', '.join(self._cases)}")
        self._cases[field].condemn(reason)

    @property
    def decided(self) -> bool:
        """Whether no field is INCONCLUSIVE."""
        return Decision.INCONCLUSIVE not in self.decisions.values()

    @property
    def decisions(self) -> dict[str, Decision]:
        """The decision on every field so far; `verdicts` tells the reasons, and costs more."""
        return {name: case.decision for name, case in self._cases.items()}

    @property
    def plays_to_decide(self) -> int:
        """A prediction of the plays, in all, after which no field is INCONCLUSIVE."""
        open_cases = (c for c in self._cases.values() if c.decision is Decision.INCONCLUSIVE)
        return max((case.plays_to_decide for case in open_cases), default=0)

    def verdicts(self) -> tuple[Verdict, ...]:
        """Return the verdicts as they stand, in the order of the quantities."""
        return tuple(case.verdict() for case in self._cases.values())


class _Case:
    """One quantity, and the running maxima of the evidence about it."""

    def __init__(
        self,
        quantity: Quantity,
        *,
        margin: Fraction | None,
        tolerance: Fraction,
        levels: Levels,
        rivals: int,
        bets: dict[int, LawBets],
    ) -> None:
        self.quantity, self.levels, self.rivals = quantity, levels, rivals
        self.margin = quantity.default_margin() if margin is None else Fraction(margin)
        self.tolerance = Fraction(tolerance)
        self._check_margin()
        self.seen = Histogram({})
        self.fault = ""
        self.log_e = 0.0  # of 'deviation <= tolerance'
        self.log_e_low = 0.0  # of 'mean <= m - margin'
        self.log_e_high = 0.0  # of 'mean >= m + margin'
        known = quantity.law if self.tolerance == 0 and not quantity.constant else None
        if known is not None and id(known) not in bets:
            bets[id(known)] = LawBets(known)  # once for all fields of this law
        self.law = None if known is None else bets[id(known)]

    def _check_margin(self) -> None:
        margin, tolerance, name = self.margin, self.tolerance, self.quantity.field
        if tolerance < 0:
            raise BadInput(f"the tolerance of {name}, {decimals(tolerance)}, must be >= 0")
        span = self.quantity.high - self.quantity.low
        if margin > span and not self.quantity.constant:
            raise BadInput(
                f"the margin of {name}, {decimals(margin)}, exceeds its whole range {span}: "
                "give a smaller margin"
            )
        if margin <= tolerance and not self.quantity.constant:
            raise BadInput(
                f"the margin of {name}, {decimals(margin)}, must exceed its tolerance "
                f"{decimals(tolerance)}: give a larger margin"
            )

    def condemn(self, reason: str) -> None:
        self.fault = self.fault or reason

    def read(self, counts: Mapping[int, int]) -> Histogram | None:
        """Return the folded histogram; None, and the case is INVALID, if it cannot be true."""
        try:
            seen = Histogram(fold(counts, self.quantity.horizon))
        except BadInput as error:
            self.condemn(str(error))
            return None
        self.condemn(self._complaint(seen))
        return None if self.fault else seen

    def _complaint(self, seen: Histogram) -> str:
        q, before, constant = self.quantity, self.seen.counts, self.quantity.constant
        for value in seen.outcomes:
            if not q.low <= value <= q.high:
                return f"value {decimals(value)} lies outside [{q.low}, {q.high}]"
            if q.allowed is not None and value not in q.allowed:
                return f"value {decimals(value)} is none of the declared outcomes"
            if constant and value != q.mean:
                return f"value {decimals(value)} where only {decimals(q.mean)} is possible"
        for value, plays in before.items():
            if seen.counts.get(value, 0) < plays:
                return f"plays that gave {value} have vanished: a look must contain those before it"
        return ""

    def weigh(self, seen: Histogram) -> None:
        """Update the running maxima by the e-values of this look."""
        self.seen = seen
        if self.quantity.constant or not seen.total:
            return
        m, span = self.quantity.mean, {"low": self.quantity.low, "high": self.quantity.high}
        log_e = log_average(
            log_above(seen, reference=m + self.tolerance, **span),
            log_below(seen, reference=m - self.tolerance, **span),
        )
        if self.law is not None:
            log_e = log_average(log_e, self.law.log_evidence(seen))
        self.log_e = max(self.log_e, log_e)
        if self.log_e_low < self._accepting:  # once reached it need not be asked again
            self.log_e_low = log_above(seen, reference=m - self.margin, **span)
        if self.log_e_high < self._accepting:
            self.log_e_high = log_below(seen, reference=m + self.margin, **span)

    @property
    def _accepting(self) -> float:
        return -math.log(self.levels.accept)

    @property
    def _rejecting(self) -> float:
        return math.log(self.rivals / self.levels.reject)

    @property
    def decision(self) -> Decision:
        if self.fault:
            return Decision.INVALID
        if self.log_e >= self._rejecting:
            return Decision.INCONSISTENT
        if self.quantity.constant:
            return Decision.CONSISTENT if self.seen.total else Decision.INCONCLUSIVE
        if min(self.log_e_low, self.log_e_high) >= self._accepting:
            return Decision.CONSISTENT
        return Decision.INCONCLUSIVE

    def verdict(self) -> Verdict:
        q, seen = self.quantity, self.seen
        span = {"low": q.low, "high": q.high}
        return Verdict(
            decision=self.decision,
            field=q.field,
            exact=q.mean,
            sd=q.sd,
            horizon=q.horizon,
            estimate=float(seen.mean) if seen.total else None,
            plays=seen.total,
            interval=confidence_sequence(seen, **span, alpha=self.levels.accept),
            deviation_ruled_out=self._ruled_out(),
            margin=self.margin,
            tolerance=self.tolerance,
            log10_e=self.log_e / math.log(10),
            z=self._z(),
            detectable=self._detectable(),
            plays_to_decide=self.plays_to_decide,
            levels=self.levels,
            reason=self._reason(),
            counts=seen.counts,
            **span,
        )

    def _ruled_out(self) -> float:
        q = self.quantity
        lower, upper = one_sided_bounds(self.seen, low=q.low, high=q.high, alpha=self.levels.accept)
        deviation = max(upper - float(q.mean), float(q.mean) - lower)
        earned = self.decision is Decision.CONSISTENT and not q.constant
        return min(deviation, float(self.margin)) if earned else deviation

    def _z(self) -> float | None:
        if not self.seen.total or self.quantity.constant or self.quantity.variance is None:
            return None
        off = float(self.seen.mean - self.quantity.mean)
        return off / self.quantity.sd * math.sqrt(self.seen.total)

    def _detectable(self) -> float | None:
        if not self.seen.total or self.quantity.constant:
            return None
        needed = np.interp(self._rejecting / math.log(10), _TO_DETECT_LOG10, _TO_DETECT)
        return self.quantity.sd * math.sqrt(float(needed) / self.seen.total)

    @property
    def plays_to_decide(self) -> int:
        """A prediction of the plays in all; overdue, by how far the evidence has come."""
        planned, plays = self._planned(), self.seen.total
        if plays < planned or self.decision is not Decision.INCONCLUSIVE:
            return planned
        accepted = min(self.log_e_low, self.log_e_high) / self._accepting
        share = max(accepted, self.log_e / self._rejecting, 0.1)
        return max(plays + 1, math.ceil(plays / share))

    def _planned(self) -> int:
        """Return 25 (sd/delta)^2, but what the largest bet needs where sd is far below delta.

        Without a single hit E-(m + delta) grows by a factor of at most
        1 + delta/(b - m - delta)/2 per play, and must reach J/alpha_A; so E+.
        """
        q, margin = self.quantity, self.margin
        if q.constant:
            return 1
        room = max(q.high - q.mean, q.mean - q.low) - margin
        stakes = Fraction(2 * math.log(len(BETS) / self.levels.accept))
        return max(1, math.ceil(max(_TO_CERTIFY * q.spread / margin, stakes * room) / margin))

    def _reason(self) -> str:
        margin, accept = f"{float(self.margin):.4g}", self.levels.accept
        match self.decision:
            case Decision.INVALID:
                return self.fault
            case Decision.INCONSISTENT if math.isinf(self.log_e):
                return "an outcome was seen to which the exact law gives chance 0"
            case Decision.INCONSISTENT:
                return (
                    f"the log10 e-value against it, {self.log_e / math.log(10):.2f}, reached "
                    f"{self._rejecting / math.log(10):.2f}, level {self.levels.reject:g} "
                    f"over {self.rivals} judged"
                )
            case Decision.CONSISTENT if self.quantity.constant:
                return "every play gave the only possible value"
            case Decision.CONSISTENT:
                return f"a deviation of {margin} or more is rejected at level {accept:g}"
            case _:
                return f"about {decimals(self.plays_to_decide)} plays in all should decide"


def _judged_as(field: str, horizon: int | None) -> str:
    return field if horizon is None else f"min({field}, {horizon})"


def _integer(what: str, number: SupportsIndex | np.bool_) -> int:
    if type(number) is int:  # as nearly always
        return number
    if isinstance(number, np.bool_):
        return int(number)
    try:
        return operator.index(number)
    except TypeError:
        raise BadInput(f"{what} {number!r} is not an integer") from None


def _root(number: Fraction) -> float:
    """Square root as a float, also where the float of the number itself would be 0."""
    if number == 0:
        return 0.0
    log = math.log(number.numerator) - math.log(number.denominator)
    return math.sqrt(number) if abs(log) < 600 else math.exp(log / 2)


def _rebuild(record: Any) -> str:
    """Return the repr of a dataclass, whose fractions may be too long to print."""
    parts = (
        f"{f.name}={_part(getattr(record, f.name))}" for f in dataclasses.fields(record) if f.repr
    )
    return f"{type(record).__name__}({', '.join(parts)})"


def _part(value: object) -> str:
    if isinstance(value, Fraction) and value.denominator.bit_length() > 1000:
        return f"Fraction({decimals(value)})"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_part(entry)}" for key, entry in value.items()) + "}"
    return repr(value)
