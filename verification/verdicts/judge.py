"""The judge: does a simulator agree with a value that is known exactly?

Four decisions; the first that applies is taken:

INVALID       the counts themselves are wrong: a value outside its range or
              not among the declared outcomes, a count that fell, fields whose
              numbers of plays differ;
INCONSISTENT  the e-value against 'the deviation is at most tau' reached
              K/alpha_R at some look, K the number of quantities judged;
CONSISTENT    (delta) both 'mean >= m + delta' and 'mean <= m - delta' were
              rejected at level alpha_A: a deviation of delta or more is ruled out;
INCONCLUSIVE  otherwise.  A pass must be earned: too little data is no pass.

Whatever the stopping rule (Ville 1939),

    P(ever INCONSISTENT | all deviations within tau)  <= alpha_R,
    P(ever CONSISTENT | a deviation of delta or more) <= alpha_A.

A `Judge` looks at the histograms of all plays so far, once per block and in
the order of the blocks, and keeps running maxima of the e-values of
`montmort.verification.verdicts.e_values`.  The same looks give the same verdicts.
"""

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput
from montmort.games.validation import check_items, check_mapping, check_number, check_type, quote
from montmort.verification.verdicts.case import Case, Cases, Evidence
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import (
    BETS,
    Histogram,
    LawBets,
    confidence_sequence,
    log_above,
    log_average,
    log_below,
    one_sided_bounds,
)
from montmort.verification.verdicts.quantities import Quantity, fold
from montmort.verification.verdicts.result import Deviation, Verdict, deviations

MOST_DEVIATIONS = 5  # outcomes that a verdict names

_COST_OF_BETS = 6.2  # nats; found by simulation, for the mean and the law together
_POWER_90 = 1.2816  # the 90 % point of the normal law


class Judge(Cases["_LawEvidence"]):
    """Judges quantities look by look.

    `margins` (delta) and `tolerances` (tau) are by field, in the field's unit; the
    default of a margin is the quantity's `default_margin`, of a tolerance 0.  Where the
    mean is enclosed, a verdict holds for every mean in the interval: its `error` adds to the
    tolerance, and is taken from the margin when it is tested.

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
        check_items("quantities", quantities, "Quantities")
        listed = tuple(quantities)
        for quantity in listed:
            check_type("a quantity", quantity, Quantity, "a Quantity")
        margins = {} if margins is None else margins
        tolerances = {} if tolerances is None else tolerances
        check_mapping("margins", margins, "{field: Fraction}")
        check_mapping("tolerances", tolerances, "{field: Fraction}")
        if levels is not None:
            check_type("levels", levels, Levels, "montmort.verification.Levels(…), or None")
        names = [quantity.field for quantity in listed]
        if not names or len(set(names)) < len(names):
            raise BadInput(f"a judge needs one or more quantities of different names, not {names}")
        for name in {**margins, **tolerances}:
            if name not in names:
                raise BadInput(f"no field {name!r} is judged; there are {', '.join(names)}")
        bets: dict[int, LawBets] = {}
        super().__init__(
            [
                _LawEvidence(
                    quantity,
                    margin=margins.get(quantity.field),
                    tolerance=tolerances.get(quantity.field, Fraction(0)),
                    levels=levels or Levels(),
                    bets=bets,
                )
                for quantity in listed
            ]
        )

    def look(self, histograms: Mapping[str, Mapping[int, int]]) -> None:
        """Judge by the histograms of all plays so far: blocks 0 to b, for b = 0, 1, 2 ..."""
        check_mapping("histograms", histograms, "{field: {value: count}}")
        missing = [name for name in self._cases if name not in histograms]
        if missing:
            raise BadInput(f"no histogram of {', '.join(missing)} at this look; give all fields")
        seen = {}
        for name, case in self._cases.items():
            try:
                histogram = case.evidence.folded(histograms[name])
            except BadInput as error:
                case.declare_invalid(str(error))
                continue
            case.declare_invalid(case.evidence.complaint(histogram))
            if not case.fault:
                seen[name] = histogram
        if len({histogram.total for histogram in seen.values()}) > 1:
            totals = ", ".join(f"{name} {each.total:,}" for name, each in seen.items())
            for name in self._cases:
                self.invalid(name, f"the fields disagree on the number of plays: {totals}")
            return
        for name, histogram in seen.items():
            case = self._cases[name]
            case.evidence.seen = histogram
            if histogram.total:
                case.update()

    def invalid(self, field: str, reason: str) -> None:
        """Declare a field INVALID for a reason found elsewhere; the first reason stays."""
        if not isinstance(field, str) or field not in self._cases:
            raise BadInput(f"no field {quote(field)} is judged; there are {', '.join(self._cases)}")
        self._cases[field].declare_invalid(reason)

    def place(self, field: str, place: str, before: Mapping[int, int]) -> None:
        """Say where the wrong value of an INVALID field was seen; `before` are the plays before."""
        case = self._cases[field]
        case.fault = f"{place}: {case.fault}"
        case.evidence.seen = case.evidence.folded(before)

    def weigh(self, field: str, log_e: float, found: str) -> None:
        """Take in an e-process about a field that is not computed from its histogram.

        `log_e` is the logarithm of its running maximum, `found` says what it is evidence of.
        """
        if not isinstance(field, str) or field not in self._cases:
            raise BadInput(f"no field {quote(field)} is judged; there are {', '.join(self._cases)}")
        self._cases[field].weigh(log_e, found)

    @property
    def faulted(self) -> bool:
        """Whether a field is INCONSISTENT or INVALID, and stays so."""
        wrong = Decision.INCONSISTENT, Decision.INVALID
        return any(case.decision in wrong for case in self._cases.values())

    @property
    def log_suspicion(self) -> float:
        """The log of the largest e-value of the last look, against the truth of any field."""
        return max(case.log_e_now for case in self._cases.values())

    def check_margins(self, most: int, fields: Iterable[str]) -> None:
        """Raise BadInput if a margin that was given for a field needs more than `most` plays."""
        self._check_margins(most, fields)

    def give_up(self, most: int) -> Mapping[str, int]:
        """Do not wait for fields whose default margin needs more than `most` plays.

        They may still become INCONSISTENT.  Return the plays that they need.
        """
        found = {}
        for name, case in self._cases.items():
            if not case.evidence.has_own_margin and case.plays_to_decide > most:
                case.is_waited_for, case.is_hopeless = False, True
                found[name] = case.plays_to_decide
        return found

    def leave_open(self, fields: Iterable[str]) -> None:
        """Do not wait for these fields: the run may end before they are decided."""
        for name in fields:
            self._cases[name].is_waited_for = False

    def verdicts(self) -> tuple[Verdict, ...]:
        """Return the current verdicts, in the order of the quantities."""
        return tuple(case.evidence.verdict(case) for case in self._cases.values())


class _LawEvidence(Evidence):
    """All plays so far against the exact value of one quantity, and its law where it is known."""

    def __init__(
        self,
        quantity: Quantity,
        *,
        margin: Fraction | None,
        tolerance: Fraction,
        levels: Levels,
        bets: dict[int, LawBets],
    ) -> None:
        self.name, self.quantity, self.levels = quantity.field, quantity, levels
        if margin is not None:
            check_number(f"the margin of {self.name}", margin)
        check_number(f"the tolerance of {self.name}", tolerance)
        self.has_own_margin = margin is not None
        self.margin: Fraction = quantity.default_margin() if margin is None else Fraction(margin)
        self.tolerance = Fraction(tolerance) + Fraction(quantity.error)
        self._check_margin()
        self.off = self.margin - Fraction(quantity.error)  # at least, where the margin is reached
        self.seen = Histogram({})
        known = quantity.law if self.tolerance == 0 and not quantity.constant else None
        if known is not None and id(known) not in bets:
            bets[id(known)] = LawBets(known)  # shared by all fields with this law
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

    def folded(self, counts: Mapping[int, int]) -> Histogram:
        """Return the histogram of min(value, horizon)."""
        return Histogram(fold(counts, self.quantity.horizon))

    def complaint(self, seen: Histogram) -> str:
        """Return what is impossible about the folded histogram of all plays so far, if anything."""
        for value in seen.outcomes:
            if complaint := self.quantity.complaint(value):
                return complaint
        for value, plays in self.seen.counts.items():
            if seen.counts.get(value, 0) < plays:
                return f"plays that gave {value} have vanished: a look must include all before it"
        return ""

    @property
    def plays(self) -> int:
        return self.seen.total

    def log_e(self) -> float:
        """Return the e-value against 'deviation <= tolerance'."""
        if self.quantity.constant:
            return 0.0
        m, span = self.quantity.mean, self._span
        log_e = log_average(
            log_above(self.seen, reference=m + self.tolerance, **span),
            log_below(self.seen, reference=m - self.tolerance, **span),
        )
        return log_e if self.law is None else log_average(log_e, self.law.log_evidence(self.seen))

    def log_e_low(self) -> float:
        """Return the e-value against 'mean <= m - margin'."""
        if self.quantity.constant:
            return math.inf  # the only value was seen
        return log_above(self.seen, reference=self.quantity.mean - self.off, **self._span)

    def log_e_high(self) -> float:
        """Return the e-value against 'mean >= m + margin'."""
        if self.quantity.constant:
            return math.inf
        return log_below(self.seen, reference=self.quantity.mean + self.off, **self._span)

    @property
    def _span(self) -> dict[str, int]:
        return {"low": self.quantity.low, "high": self.quantity.high}

    def verdict(self, case: "Case[_LawEvidence]") -> Verdict:
        q, seen = self.quantity, self.seen
        return Verdict(
            decision=case.decision,
            field=q.field,
            exact=q.mean,
            sd=q.sd,
            horizon=q.horizon,
            estimate=float(seen.mean) if seen.total else None,
            plays=seen.total,
            interval=confidence_sequence(seen, **self._span, alpha=self.levels.accept),
            deviation_ruled_out=self._ruled_out(case.decision),
            margin=self.margin,
            tolerance=self.tolerance,
            log10_e=case.log10_e,
            z=self._z(),
            detectable=self._detectable(case.rejecting),
            plays_to_decide=case.plays_to_decide,
            levels=self.levels,
            reason=self._reason(case),
            deviations=self._deviations(case.decision),
            finer_margin=self._finer_margin,
            finer_plays=0 if self._finer_margin is None else self._planned(self._finer_margin),
            counts=seen.counts,
            **self._span,
        )

    def _deviations(self, decision: Decision) -> tuple[Deviation, ...]:
        """Return the outcomes that carry the evidence."""
        law = self.quantity.law
        if decision is not Decision.INCONSISTENT or law is None:
            return ()
        return deviations(self.seen.counts, law, MOST_DEVIATIONS)

    def _ruled_out(self, decision: Decision) -> float:
        q = self.quantity
        lower, upper = one_sided_bounds(self.seen, **self._span, alpha=self.levels.accept)
        deviation = max(upper - float(q.mean), float(q.mean) - lower) + float(q.error)
        earned = decision is Decision.CONSISTENT and not q.constant
        return min(deviation, float(self.margin)) if earned else deviation

    def _z(self) -> float | None:
        if not self.seen.total or self.quantity.constant or self.quantity.variance is None:
            return None
        off = float(self.seen.mean - self.quantity.mean)
        return off / self.quantity.sd * math.sqrt(self.seen.total)

    def _detectable(self, rejecting: float) -> float | None:
        if self.quantity.constant or self.seen.total < self.quantity.plays_to_be_normal():
            return None
        # a mean that is off by x standard errors gives about x^2/2 nats, less what bets cost
        errors = math.sqrt(2 * (rejecting + _COST_OF_BETS)) + _POWER_90
        return self.quantity.sd * errors / math.sqrt(self.seen.total)

    @property
    def planned(self) -> int:
        return self._planned(self.margin)

    def _planned(self, margin: Fraction) -> int:
        """Return some 25 (sd/delta)^2, or what the largest bet needs if sd is far below delta.

        Without a single hit E-(m + delta) grows by a factor of at most
        1 + delta/(b - m - delta)/2 per play, and must reach J/alpha_A; so E+.
        """
        q = self.quantity
        if q.constant:
            return 1
        reach = max(q.high - q.mean, q.mean - q.low) - margin
        stakes = Fraction(2 * math.log(len(BETS) / self.levels.accept))
        certify = Fraction(self.levels.to_certify)
        return max(1, math.ceil(max(certify * q.spread / margin, stakes * reach) / margin))

    @property
    def _finer_margin(self) -> Fraction | None:
        """A margin that finds a simulator without the rare values that matter, if this is wider."""
        shift = self.quantity.shift_without_rare
        return None if self.quantity.constant or self.margin < shift else shift / 2

    def _passed_anyway(self) -> str:
        """Return what the margin is too wide for, if anything."""
        q, finer = self.quantity, self._finer_margin
        if finer is None:
            return ""
        if q.high - q.low == 1:
            what = f"an event that {'never' if 2 * q.mean < 1 else 'always'} happens"
        else:
            what = "a simulator without the rare values that matter"
        plays = decimals(self._planned(finer))
        return f": so wide a margin passes {what}; {float(finer):.4g} needs about {plays} plays"

    def _reason(self, case: "Case[_LawEvidence]") -> str:
        margin, accept = f"{float(self.margin):.4g}", self.levels.accept
        match case.decision:
            case Decision.INVALID:
                return case.fault
            case Decision.INCONSISTENT if math.isinf(case.log_e):
                return "an outcome was seen whose chance is 0 under the exact law"
            case Decision.INCONSISTENT:
                told = case.rejected("it")
                return f"{case.found}; {told}" if case.found else told
            case Decision.CONSISTENT if self.quantity.constant:
                return "every play gave the only possible value"
            case Decision.CONSISTENT:
                return (
                    f"a deviation of {margin} or more is rejected at level {accept:g}, "
                    f"nothing is claimed below it{self._passed_anyway()}"
                )
            case _:
                needed = f"about {decimals(case.plays_to_decide)} plays in all should decide"
                return f"{needed}, too many to wait for" if case.is_hopeless else needed
