"""Evidence about the difference of two means, from the histograms of two simulators.

Let A and B be independent with values in [low, high], and E+, E- the e-processes of
`montmort.verification.verdicts.e_values`: E+_B(m) tests 'mean of B <= m', E-_A(m) tests
'mean of A >= m'.  The hypothesis is

    mean of A - mean of B >= d.

Under it, with b the unknown mean of B, the mean of A is at least b + d.  So E-_A(b + d) and
E+_B(b) are nonnegative supermartingales of mean <= 1.  The plays of A and B are independent of
each other, so their product is one as well, whatever the order in which A and B play, as long as
it does not depend on outcomes.  The least product

    E(d) = min over b of E-_A(b + d) E+_B(b)

is at most the product at the true b, hence by Ville's inequality P(E(d) ever >= 1/alpha) <= alpha.

**The minimum, rigorously.**  E- never decreases in its reference and E+ never increases
(`confidence_sequence` proves it).  On [l, r] the product is therefore at least

    E-_A(l + d) E+_B(r).

The piece with the least such bound is halved until the bound is close to the product at some b.
What is returned is the bound, never the product: numbers between the points cannot be missed.
For b + d < low the hypothesis 'mean of A >= b + d' is certain; there E-_A(low) <= 1 is used,
which is an e-value too and leaves the product monotone.  If d > high - low the hypothesis is
impossible and E(d) infinite.

**Many values.**  log(1 + l (v - m)) is concave in v.  So where a histogram has many values, a
value between two of the chosen ones, l <= v <= r, is replaced by l and r with the weights
(r - v)/(r - l) and (v - l)/(r - l): the mean remains, and no e-value grows (`Coarse`).

E(d) never decreases in d, so the differences that are not rejected are an interval.
"""

import heapq
import math
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from montmort.verification.verdicts.e_values import Histogram, log_above, log_below

CLOSE = 0.01  # nats between the bound and the minimum, or of the minimum if that is above 1
MOST_HALVINGS = 400
FINE = Fraction(1, 200)  # of its distance from the estimate: how closely an end is found
MOST_VALUES = 300  # of a Coarse histogram


class Coarse(Histogram):
    """A histogram on some of its values, with its mean and with e-values that are not larger.

    Half of the values are evenly spaced by rank, half by value.

    >>> coarse = Coarse(Histogram({0: 10, 1: 8, 4: 6}), most=2)
    >>> coarse.outcomes, coarse.plays.tolist(), coarse.mean
    ((0, 4), [16.0, 8.0], Fraction(4, 3))
    """

    def __init__(self, whole: Histogram, most: int = MOST_VALUES) -> None:
        values = np.array(whole.outcomes, dtype=float)
        by_rank = np.linspace(0, len(values) - 1, most // 2 + 1).round().astype(int)
        spaced = np.linspace(values[0], values[-1], most // 2 + 1)
        by_value = np.minimum(np.searchsorted(values, spaced), len(values) - 1)
        places = np.union1d(by_rank, by_value)
        ends = values[places]
        right = np.clip(np.searchsorted(ends, values), 1, None)
        share = (values - ends[right - 1]) / (ends[right] - ends[right - 1])
        plays = np.bincount(right, whole.plays * share, len(places))
        plays += np.bincount(right - 1, whole.plays * (1 - share), len(places))
        self.counts, self.total, self._mean = whole.counts, whole.total, whole.mean
        self.outcomes = tuple(whole.outcomes[place] for place in places)
        self.plays = plays

    @property
    def mean(self) -> Fraction:
        """The exact average outcome of the whole."""
        return self._mean


class _Point(NamedTuple):
    """A possible mean of B, with log E-_A and log E+_B there."""

    mean: Fraction
    of_first: float
    of_second: float

    @property
    def product(self) -> float:
        return self.of_first + self.of_second


class _Piece(NamedTuple):
    """The means between two points; `bound` is a lower bound of the log of the product."""

    bound: float
    left: _Point
    right: _Point

    @classmethod
    def between(cls, left: _Point, right: _Point) -> "_Piece":
        return cls(left.of_first + right.of_second, left, right)


def log_difference(
    first: Histogram,
    second: Histogram,
    *,
    difference: Fraction,
    low: int,
    high: int,
    floor: float = -math.inf,
    enough: float = math.inf,
) -> float:
    """Return a lower bound of log E against 'mean of first - mean of second >= difference'.

    It is within 1 % of the minimum, or 0.01, unless the minimum is found to be below `floor` or
    the bound to reach `enough`: then the search ends there.

    >>> heads, tails = Histogram({1: 30}), Histogram({0: 30})
    >>> log_difference(heads, tails, difference=Fraction(0), low=0, high=1) < 0
    True
    >>> log_difference(tails, heads, difference=Fraction(0), low=0, high=1) > math.log(100)
    True
    """
    if difference > high - low:
        return math.inf

    def at(mean: Fraction) -> _Point:
        least = max(mean + difference, Fraction(low))
        return _Point(
            mean,
            log_below(first, reference=least, low=low, high=high),
            log_above(second, reference=mean, low=low, high=high),
        )

    top = min(Fraction(high), high - difference)
    likely = (first.mean - difference, second.mean)
    ends = {Fraction(low), top, *(min(max(mean, Fraction(low)), top) for mean in likely)}
    points = [at(mean) for mean in sorted(ends)]
    least = min(point.product for point in points)
    pieces = [_Piece.between(*pair) for pair in pairwise(points)]
    pieces = pieces or [_Piece.between(points[0], points[0])]
    heapq.heapify(pieces)
    for _ in range(MOST_HALVINGS):
        bound, left, right = pieces[0]
        if least < floor or bound >= min(enough, least - CLOSE * max(1.0, least)):
            break
        middle = at((left.mean + right.mean) / 2)
        least = min(least, middle.product)
        heapq.heapreplace(pieces, _Piece.between(left, middle))
        heapq.heappush(pieces, _Piece.between(middle, right))
    return pieces[0].bound


def difference_bounds(
    first: Histogram, second: Histogram, *, low: int, high: int, alpha: float
) -> tuple[float, float]:
    """Return a lower and an upper bound of the difference of the means, each at level alpha.

    Each holds at all looks together with a chance of at least 1 - alpha; both together with
    1 - 2 alpha.

    >>> even = Histogram({0: 500, 1: 500})
    >>> lower, upper = difference_bounds(even, even, low=0, high=1, alpha=0.01)
    >>> round(lower, 2), round(upper, 2)
    (-0.1, 0.1)
    """
    limit = -math.log(alpha)
    return (
        -float(_upper_bound(second, first, low, high, limit)),
        float(_upper_bound(first, second, low, high, limit)),
    )


def _upper_bound(
    first: Histogram, second: Histogram, low: int, high: int, limit: float
) -> Fraction:
    """Return a difference that is rejected, or the largest possible one; not far from the least."""
    rejected = Fraction(high - low)
    if not first.total or not second.total:
        return rejected
    estimate = kept = first.mean - second.mean  # at the means no wealth exceeds 1
    while rejected - kept > FINE * (rejected - estimate):
        middle = (rejected + kept) / 2
        log_e = log_difference(
            first, second, difference=middle, low=low, high=high, floor=limit, enough=limit
        )
        if log_e >= limit:
            rejected = middle
        else:
            kept = middle
    return rejected
