"""The judge of two simulators: do they agree, where no exact value is known?

For every quantity, with alpha_R and alpha_A the levels and K the number of quantities:

INVALID       a value lies outside the range that was given, or is no member of the enum;
INCONSISTENT  the e-value against 'both have one law' reached K/alpha_R.  It is the average of
              the law's and the mean's, and the mean's is the average of both directions;
CONSISTENT    (delta) both 'the means differ by delta or more, the first being larger' and its
              mirror image were rejected at level alpha_A;
INCONCLUSIVE  otherwise.

Whatever the stopping rule,

    P(ever INCONSISTENT | one law)                          <= alpha_R,
    P(ever CONSISTENT | the means differ by delta or more)  <= alpha_A.

**The base.**  An e-process of a mean needs a range.  The range of a truth value and of a member
of an enum is 0 to 1.  Where none is given, low and high are the ends of the exact law where
it is known, else the smallest and the largest value in the first look, the base; then
min(max(X, low), high) is judged.  The default margin, the
larger of sd/100 and (high - low)/10^4, has its sd from the base too.  So the plays of the
base are not counted: what follows is independent of range and margin.  The law's evidence
judges all values, also those beyond the range.
"""

import enum
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from montmort.exact.formatting import decimals
from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.experiment import words_of
from montmort.montecarlo.outcomes import as_integer
from montmort.montecarlo.tally import Tally
from montmort.verification.two_samples.law_difference import (
    Disagreement,
    LawDifference,
    disagreements,
)
from montmort.verification.two_samples.looks import since
from montmort.verification.two_samples.mean_difference import (
    MOST_VALUES,
    Coarse,
    difference_bounds,
    log_difference,
)
from montmort.verification.two_samples.result import DifferenceVerdict
from montmort.verification.verdicts.case import Case, Cases, Evidence
from montmort.verification.verdicts.decision import Decision, Levels
from montmort.verification.verdicts.e_values import BETS, Histogram, log_average
from montmort.verification.verdicts.quantities import cell

MOST_DISAGREEMENTS = 5  # values that a verdict names

Counts = Mapping[int, int]
Range = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A quantity: a field of numbers, or one `value` of an enum's field, with its range if known.

    `declared` are the integers of the members of the enum.  A value outside `range` is INVALID;
    one outside `usual`, the range of the exact law, counts as its nearest end.
    """

    name: str
    field: str
    value: int | None = None
    declared: frozenset[int] = frozenset()
    range: Range | None = None
    usual: Range | None = None

    def counts(self, tally: Tally) -> Counts:
        """Return the quantity's histogram; InvalidCounts for an undeclared or outlying value."""
        counts = tally.histogram(self.field)
        if self.value is not None:
            if strange := counts.keys() - self.declared:
                raise InvalidCounts(f"{self.field} gave {min(strange)}, not a declared outcome")
            return cell(counts, self.value)
        if self.range is not None:
            low, high = self.range
            for value in counts:
                if not low <= value <= high:
                    raise InvalidCounts(f"value {decimals(value)} lies outside [{low}, {high}]")
        return counts


def compared_of(
    fields: Iterable[str],
    kinds: Mapping[str, type],
    ranges: Mapping[str, Range],
    usual: Mapping[str, Range] | None = None,
) -> list[Compared]:
    """Return the quantities of the fields; BadInput for a range of a field that has its own.

    `usual` are the ranges of the exact laws, where these are known.

    >>> [part.range for part in compared_of(["won", "turns"], {"won": bool}, {})]
    [(0, 1), None]
    """
    compared = []
    for name in fields:
        kind = kinds.get(name, int)
        if name in ranges and kind is not int:
            raise BadInput(f"{name} has a range of its own; leave out that range")
        if not issubclass(kind, enum.Enum):
            own = (0, 1) if kind is bool else ranges.get(name)
            exact_range = None if own or usual is None else usual.get(name)
            compared.append(Compared(name=name, field=name, range=own, usual=exact_range))
            continue
        values = {word: as_integer(name, member) for member, word in words_of(kind).items()}
        declared = frozenset(values.values())
        compared += [
            Compared(name=f"{name}={word}", field=name, value=v, declared=declared, range=(0, 1))
            for word, v in values.items()
        ]
    return compared


class PairJudge(Cases["_PairEvidence"]):
    """Judges the quantities of two simulators look by look.

    A look are the tallies of all plays of each so far.

    >>> from montmort.montecarlo.tally import Tally
    >>> def coin(heads, plays):
    ...     counts = {"heads": {0: plays - heads, 1: heads}}
    ...     return Tally(experiment="c0", plays=plays, histograms=counts)
    >>> judge = PairJudge([Compared(name="heads", field="heads")],
    ...                   margins={"heads": Fraction(1, 10)})
    >>> judge.look(coin(50, 100), coin(55, 100))
    >>> judge.look(coin(5050, 10100), coin(5100, 10100))
    >>> judge.verdicts()[0].label
    'CONSISTENT(0.1)'
    """

    def __init__(
        self,
        parts: Sequence[Compared],
        *,
        margins: Mapping[str, Fraction],
        levels: Levels | None = None,
    ) -> None:
        levels = levels or Levels()
        super().__init__([_PairEvidence(part, margins.get(part.name), levels) for part in parts])

    def look(self, first: Tally, second: Tally) -> None:
        """Judge by all plays so far."""
        for case in self._cases.values():
            if case.fault:
                continue
            try:
                counts = case.evidence.read(first, second)
            except InvalidCounts as error:
                case.declare_invalid(str(error))
                continue
            if case.evidence.take(counts):
                case.update()

    def check_margins(self, most: int) -> None:
        """Raise BadInput if a margin that was given needs more than `most` plays of each.

        The base must have been seen, whose variance says how many plays are needed.
        """
        self._check_margins(most, self._cases)

    def invalid(self, reason: str) -> None:
        """Declare all quantities INVALID for a reason found elsewhere; the first reason stays."""
        for case in self._cases.values():
            case.declare_invalid(reason)

    @property
    def is_invalid(self) -> bool:
        """Whether a quantity is INVALID."""
        return any(case.fault for case in self._cases.values())

    def verdicts(self) -> tuple[DifferenceVerdict, ...]:
        """Return the current verdicts, in the order of the quantities."""
        return tuple(case.evidence.verdict(case) for case in self._cases.values())


class _PairEvidence(Evidence):
    """All plays so far of both simulators, as evidence about one quantity."""

    plays_named = "plays of each"
    is_quick = False
    most_share = 0.99

    def __init__(self, part: Compared, margin: Fraction | None, levels: Levels) -> None:
        self.name, self.part, self.levels = part.name, part, levels
        self.has_own_margin, self.margin = margin is not None, margin
        self.base: tuple[Counts, Counts] | None = None
        self.seen: tuple[Counts, Counts] = {}, {}  # all plays so far
        self.counted = Histogram({}), Histogram({})  # without the base, and in the range
        self.law = LawDifference()
        self.range: Range = (0, 0)
        self.spread = 0.0  # the variance of a play of A less a play of B, in the base

    def read(self, first: Tally, second: Tally) -> tuple[Counts, Counts]:
        """Return the counts of all plays so far; InvalidCounts if they are impossible."""
        return self.part.counts(first), self.part.counts(second)

    def take(self, seen: tuple[Counts, Counts]) -> bool:
        """Take in all plays so far; return whether any are counted: those of the base are not."""
        self.law.add(*map(since, seen, self.seen))
        self.seen = seen
        if self.base is None:
            self.base = seen
            self._fix_range(seen)
            return False
        self.counted = self._clamped(self.base)
        return True

    def _fix_range(self, base: tuple[Counts, Counts]) -> None:
        """Fix the range and the margin by the plays of the base."""
        values = {*base[0], *base[1]}
        stated = self.part.range or self.part.usual
        if stated is not None and stated[0] < stated[1]:
            self.range = stated
        else:  # wide enough to hold another value than the only one
            self.range = min(values), max(max(values), min(values) + 1)
        variances = [_variance(_clamp(counts, self.range)) for counts in base]
        self.spread = sum(variances)
        span = self.range[1] - self.range[0]
        if self.margin is None:
            sd = math.sqrt(self.spread / 2)
            self.margin = max(Fraction(sd) / 100, Fraction(span, 10**4))
        if self.margin > span:
            raise BadInput(
                f"the margin of {self.part.name}, {decimals(self.margin)}, exceeds its whole "
                f"range {span}: give a smaller margin"
            )

    def _clamped(self, base: tuple[Counts, Counts]) -> tuple[Histogram, Histogram]:
        """Return the histograms that are counted: without the base, and in the range."""
        whole = (Histogram(_clamp(counts, self.range)) for counts in map(since, self.seen, base))
        first, second = (Coarse(w) if len(w.outcomes) > MOST_VALUES else w for w in whole)
        return first, second

    @property
    def plays(self) -> int:
        """The plays so far of the simulator that has fewer, those of the base too."""
        return min(sum(counts.values()) for counts in self.seen)

    def log_e(self) -> float:
        """Return the e-value against 'both have one law'."""
        first, second = self.counted
        no = Fraction(0)
        mean = log_average(
            self._difference(first, second, no, floor=0.0),
            self._difference(second, first, no, floor=0.0),
        )
        return log_average(mean, self.law.log_e)

    def log_e_low(self) -> float:
        """Return the e-value against 'the second mean is larger by the margin or more'."""
        first, second = self.counted
        return self._difference_by_margin(second, first)

    def log_e_high(self) -> float:
        """Return the e-value against 'the first mean is larger by the margin or more'."""
        return self._difference_by_margin(*self.counted)

    def _difference_by_margin(self, one: Histogram, other: Histogram) -> float:
        assert self.margin is not None
        enough = -math.log(self.levels.accept)
        return self._difference(one, other, self.margin, floor=enough, enough=enough)

    def _difference(self, one: Histogram, other: Histogram, by: Fraction, **until: float) -> float:
        low, high = self.range
        return log_difference(one, other, difference=by, low=low, high=high, **until)

    @property
    def planned(self) -> int:
        """The plays of each that the margin needs, with the variance in the base."""
        if self.margin is None:
            return 1
        span = self.range[1] - self.range[0]
        stakes = 2 * math.log(len(BETS) ** 2 / self.levels.accept)
        margin = float(self.margin)
        return math.ceil(max(self.levels.to_certify * self.spread / margin, stakes * span) / margin)

    def verdict(self, case: "Case[_PairEvidence]") -> DifferenceVerdict:
        first, second = self.counted
        low, high = self.range
        has_plays = bool(first.total and second.total)
        lower, upper = self._bounds(first, second, self.levels.accept)
        ruled_out = max(upper, -lower)
        if case.decision is Decision.CONSISTENT and self.margin is not None:
            ruled_out = min(ruled_out, float(self.margin))
        return DifferenceVerdict(
            decision=case.decision,
            field=self.part.name,
            low=low,
            high=high,
            is_clamped=self.part.range is None,
            beyond=self._beyond(),
            estimates=(float(first.mean), float(second.mean)) if has_plays else None,
            plays=(first.total, second.total),
            difference=float(first.mean - second.mean) if has_plays else None,
            interval=self._bounds(first, second, self.levels.accept / 2),
            deviation_ruled_out=ruled_out,
            margin=self.margin,
            log10_e=case.log10_e,
            plays_to_decide=case.plays_to_decide,
            levels=self.levels,
            reason=self._reason(case),
            disagreements=self._disagreements(case.decision),
        )

    def _beyond(self) -> tuple[int, int]:
        """Return how many plays of each lay outside the range."""
        low, high = self.range
        first, second = (
            sum(count for value, count in since(*pair).items() if not low <= value <= high)
            for pair in zip(self.seen, self.base or self.seen, strict=True)
        )
        return first, second

    def _bounds(self, first: Histogram, second: Histogram, alpha: float) -> tuple[float, float]:
        if self.base is None:  # no range yet
            return -math.inf, math.inf
        low, high = self.range
        return difference_bounds(first, second, low=low, high=high, alpha=alpha)

    def _disagreements(self, decision: Decision) -> tuple[Disagreement, ...]:
        if decision is not Decision.INCONSISTENT:
            return ()
        return disagreements(*self.seen, MOST_DISAGREEMENTS)

    def _reason(self, case: "Case[_PairEvidence]") -> str:
        match case.decision:
            case Decision.INVALID:
                return case.fault
            case Decision.INCONSISTENT:
                return case.rejected("one law")
            case Decision.CONSISTENT:
                margin = f"{float(self.margin or 0):.4g}"
                return f"a difference of {margin} or more is rejected at level " + (
                    f"{self.levels.accept:g}"
                )
            case _ if self.seen == (self.base or self.seen):
                return "the first plays only fix ranges and margins, and no others were made"
            case _:
                return f"about {decimals(case.plays_to_decide)} plays of each should decide"


def _clamp(counts: Counts, within: Range) -> dict[int, int]:
    """Return the histogram of min(max(X, low), high).

    >>> _clamp({-3: 1, 2: 4, 9: 1, 12: 2}, (0, 9))
    {0: 1, 2: 4, 9: 3}
    """
    low, high = within
    clamped: dict[int, int] = {}
    for value, count in counts.items():
        at = min(max(value, low), high)
        clamped[at] = clamped.get(at, 0) + count
    return clamped


def _variance(counts: Counts) -> float:
    plays = sum(counts.values())
    mean = sum(value * count for value, count in counts.items()) / plays
    return sum(count * (value - mean) ** 2 for value, count in counts.items()) / plays
