"""Evidence from a histogram: e-processes for a mean and for a law.

c_v is the number of plays that gave outcome v, n their total, [a, b] a true
bound of the outcome.

**Mean.**  A gambler starts with wealth 1 and bets at every play that the mean
lies above m.  The wealth, averaged over sixty sizes of the stake, is

    E+(m) = (1/J) sum_j prod_v (1 + l_j (v - m))^c_v,
    l_j = 0.5 * 2^(-j/2) / (m - a),    j = 0 ... 59,

and E-(m) is its mirror image, with factors 1 - l_j (v - m) and
l_j = 0.5 * 2^(-j/2) / (b - m) (betting e-processes: Waudby-Smith and Ramdas
2024).  If the mean is <= m every factor of E+ has mean <= 1 and is never
negative, so E+ is a nonnegative supermartingale started at 1, and by Ville's
inequality (1939)

    P(E+ ever reaches 1/alpha) <= alpha,

for any number of looks and any stopping rule.

**Law.**  With known chances p_k, the wealth of a gambler who bets as if the
chances themselves were drawn from a Dirichlet law around p (the
Dirichlet-multinomial mixture), averaged over nine strengths of that belief:

    E = (1/9) sum_{S = 10^0 ... 10^8} G(S)/G(S+n)
        * prod_k G(S p_k + c_k)/G(S p_k) / prod_k p_k^c_k,    G the gamma function.

Both depend only on the histogram, not on the order of the plays.  Average first,
then take the running maximum, as `montmort.verification.verdicts.judge` does: a
maximum of e-values is not an e-value.  All logarithms here are natural.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from montmort.exact.formatting import short
from montmort.games.errors import BadInput
from montmort.games.validation import check_fraction, check_integer, quote

Floats = npt.NDArray[np.float64]
Cells = npt.NDArray[np.int64]

BETS: Floats = np.array([0.5 * 2.0 ** (-j / 2) for j in range(60)])
STRENGTHS: Floats = np.array([10.0**power for power in range(9)])

MOST_PLAYS = 10**300  # sums of them are floats
_TINY = 1e-280  # a smaller float loses digits or is 0, so logarithms are used
_HALVINGS = 45  # of the bracket around an end of an interval, down to 3e-14 of its length
_TRIES = 3  # secant steps that may fail to halve the bracket


class Histogram:
    """The outcomes that appeared, in order, with their numbers of plays.

    Every function below takes a mapping or a Histogram.  A Histogram is faster
    if several functions are called for the same look.

    >>> Histogram({True: 2, False: 3, 7: 0}).outcomes
    (0, 1)
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        if counts and min(counts.values()) < 0:
            raise BadInput(f"a number of plays is never negative: {min(counts.values())}")
        # in order, so that no sum depends on the order of a dict
        self.counts = {int(value): int(counts[value]) for value in sorted(counts) if counts[value]}
        self.outcomes = tuple(self.counts)
        if sum(self.counts.values()) > MOST_PLAYS:
            raise BadInput(f"at most {MOST_PLAYS:.0e} plays can be judged: count fewer")
        self.plays = np.array(list(self.counts.values()), dtype=float)
        self.total = sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The exact average outcome; 0 without plays."""
        return Fraction(sum(v * c for v, c in self.counts.items()), self.total or 1)

    def check_range(self, low: int, high: int) -> None:
        """Raise BadInput unless all outcomes lie in [low, high]."""
        if low > high:
            raise BadInput(f"low={quote(low)} must not exceed high={quote(high)}")
        for value in (*self.outcomes[:1], *self.outcomes[-1:]):
            if not low <= value <= high:
                raise BadInput(f"outcome {value} lies outside [{low}, {high}]: widen the range")


Counts = Mapping[int, int] | Histogram


@dataclass(frozen=True, kw_only=True)
class MeanEvidence:
    """Evidence about a mean: `log_above` = log E+, `log_below` = log E-."""

    log_above: float
    log_below: float

    @property
    def log_either(self) -> float:
        """Log of (E+ + E-)/2, the evidence against 'mean = reference'."""
        return log_average(self.log_above, self.log_below)


def log_average(*logs: float) -> float:
    """Return the log of the average of e-values, which are given by their logs.

    >>> round(math.exp(log_average(math.log(1), math.log(3))), 12)
    2.0
    >>> log_average(0.0, math.inf)
    inf
    """
    top = max(logs)
    if math.isinf(top):
        return top
    return top + math.log(math.fsum(math.exp(log - top) for log in logs) / len(logs))


def mean_evidence(counts: Counts, *, reference: Fraction, low: int, high: int) -> MeanEvidence:
    """Return the evidence against 'mean <= reference' and against 'mean >= reference'.

    `counts` maps an outcome to its number of plays; every outcome lies in
    [low, high], else BadInput.  Ten tosses of a coin, all of them 1, are
    evidence for a mean above 1/2:

    >>> ten = mean_evidence({1: 10}, reference=Fraction(1, 2), low=0, high=1)
    >>> round(math.exp(ten.log_above), 3), round(math.exp(ten.log_below), 3)
    (2.58, 0.884)

    At the ends of the range (for E+; E- is the mirror image):
    reference < low: 'mean <= reference' is impossible, E+ is infinite;
    reference = low: E+ is 1 until a value above `low` appears, then infinite;
    reference = high: E+ is given by the formula and is <= 1;
    reference > high: 'mean <= reference' is certain, E+ is 1.
    """
    counts = _histogram(counts)
    return MeanEvidence(
        log_above=log_above(counts, reference=reference, low=low, high=high),
        log_below=log_below(counts, reference=reference, low=low, high=high),
    )


def log_above(counts: Counts, *, reference: Fraction, low: int, high: int) -> float:
    """Return log E+, the evidence against 'mean <= reference'.

    >>> log_above({0: 7}, reference=Fraction(-1, 2), low=0, high=1)
    inf
    """
    counts = _histogram(counts)
    counts.check_range(low, high)
    return _log_wealth(counts, end=low, sign=1, reference=reference, width=high - low)


def log_below(counts: Counts, *, reference: Fraction, low: int, high: int) -> float:
    """Return log E-, the evidence against 'mean >= reference'.

    >>> log_below({0: 7}, reference=Fraction(1, 2), low=0, high=1) > 0
    True
    """
    counts = _histogram(counts)
    counts.check_range(low, high)
    return _log_wealth(counts, end=high, sign=-1, reference=reference, width=high - low)


class LawBets:
    """The bets against a known law: `law` maps an outcome to its exact chance.

    Build it once per law and call `log_evidence` at every look.  The chances must
    sum to exactly 1, else BadInput.

    >>> coin = LawBets({0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> coin.log_evidence({}), coin.log_evidence({2: 1})
    (0.0, inf)

    With x_k = S p_k, N = S + n and Stirling's log G(z) =
    (z - 1/2) log z - z + log(2 pi)/2 + mu(z), the logarithm of one strength is

        sum_k p_k N h(t_k) + sum_k r(x_k, c_k) - r(S, n),
        t_k = (c_k - n p_k) / (p_k N),    h(t) = (1+t) log(1+t) - t >= 0,
        r(x, c) = mu(x+c) - mu(x) - log(1 + c/x) / 2.

    The gamma functions themselves are as large as n log n and would cancel:
    here every term is of the size of the answer, whose error stays below
    1e-7 up to 1e13 plays.
    """

    def __init__(self, law: Mapping[int, Fraction]) -> None:
        check_law(law)
        chances = {value: chance for value, chance in sorted(law.items()) if chance > 0}
        self._cell = {value: cell for cell, value in enumerate(chances)}
        self._chance = np.array([float(chance) for chance in chances.values()] + [1.0])
        self._log_chance = np.array([_log(chance) for chance in chances.values()] + [0.0])
        # a row for each S; the last column is S itself, for the total n
        self._belief = STRENGTHS[:, None] * self._chance
        self._log_belief = np.log(STRENGTHS[:, None]) + self._log_chance
        self._mu = _mu(self._belief, self._log_belief)

    def log_evidence(self, counts: Counts) -> float:
        """Return log E, infinite if an outcome of chance 0 has appeared."""
        seen = _histogram(counts)
        if not self._cell.keys() >= set(seen.outcomes):
            return math.inf
        if not seen.total:
            return 0.0
        cells = np.array([*map(self._cell.__getitem__, seen.outcomes), len(self._cell)])
        plays = np.append(seen.plays, float(seen.total))
        log_after = np.log(self._belief[:, cells] + plays)
        divergence = self._divergence(cells, plays, log_after)
        return _log_mean(divergence + self._rest(cells, plays, log_after))

    def _divergence(self, cells: Cells, plays: Floats, log_after: Floats) -> Floats:
        """sum_k p_k N h(t_k), for every strength; unseen outcomes have t = -n/N."""
        total, whole, log_whole = plays[-1], STRENGTHS + plays[-1], log_after[:, -1:]
        cells, plays, log_after = cells[:-1], plays[:-1], log_after[:, :-1]
        chance = self._chance[cells]
        excess = plays - total * chance
        log_ratio = log_after - self._log_chance[cells] - log_whole  # log(1 + t)
        with np.errstate(all="ignore"):  # a chance below 1e-308 is 0 here; t is far from 0
            near = np.log1p(excess / (chance * whole[:, None]))
        log_ratio = np.where(np.abs(log_ratio) < 1, near, log_ratio)
        seen = (self._belief[:, cells] + plays) * log_ratio - excess
        unseen = np.delete(self._chance[:-1], cells).sum()
        loss = STRENGTHS * np.log1p(-total / whole) + total
        return np.asarray(seen.sum(axis=1) + unseen * loss)

    def _rest(self, cells: Cells, plays: Floats, log_after: Floats) -> Floats:
        """sum_k r(x_k, c_k) - r(S, n), for every strength; r(x, 0) = 0."""
        mu_after = _mu(self._belief[:, cells] + plays, log_after)
        rests = mu_after - self._mu[:, cells] - (log_after - self._log_belief[:, cells]) / 2
        return np.asarray(rests[:, :-1].sum(axis=1) - rests[:, -1])


def law_evidence(counts: Counts, law: Mapping[int, Fraction]) -> float:
    """Return log E against 'the outcomes follow `law`'; for several looks use `LawBets`.

    >>> half = Fraction(1, 2)
    >>> law_evidence({0: 50, 1: 50}, {0: half, 1: half}) < 0
    True
    >>> law_evidence({0: 80, 1: 20}, {0: half, 1: half}) > math.log(1e6)
    True
    """
    return LawBets(law).log_evidence(counts)


def confidence_sequence(
    counts: Counts, *, low: int, high: int, alpha: float
) -> tuple[float, float]:
    """Return the interval of all means m with E+(m) and E-(m) both below 2/alpha.

    By Ville's inequality and the union bound it covers the true mean at
    *all* looks together with probability >= 1 - alpha.

    E+ never increases in m: a factor is 1 + w ((v-a)/(m-a) - 1) with 0 < w <= 1/2,
    which never increases in m for any v, so neither does a mean of products of
    such positive factors.  By reflection E- never decreases.  At the sample mean
    both are <= 1, since log(1+y) <= y.  So the set is an interval around the
    sample mean.  Each end is found in a bracket between the sample mean and
    the end of the range; the outer end of the last bracket is returned.

    >>> confidence_sequence({}, low=0, high=1, alpha=0.01)
    (0.0, 1.0)
    >>> lower, upper = confidence_sequence({0: 500, 1: 500}, low=0, high=1, alpha=0.01)
    >>> round(lower, 3), round(upper, 3)
    (0.434, 0.566)
    """
    _check_level(alpha)
    return _bounds(counts, low=low, high=high, log_limit=math.log(2 / alpha))


def one_sided_bounds(counts: Counts, *, low: int, high: int, alpha: float) -> tuple[float, float]:
    """Return a lower and an upper bound of the mean, *each* valid by itself at level alpha.

    Every m below the first has E+(m) >= 1/alpha, every m above the second
    E-(m) >= 1/alpha.  Together they rule out deviations from a known mean:
    a deviation has one sign, so no correction for two sides is needed.

    >>> lower, upper = one_sided_bounds({0: 500, 1: 500}, low=0, high=1, alpha=0.01)
    >>> round(lower, 3), round(upper, 3)
    (0.437, 0.563)
    """
    _check_level(alpha)
    return _bounds(counts, low=low, high=high, log_limit=-math.log(alpha))


def check_law(law: Mapping[int, Fraction]) -> tuple[Fraction, Fraction]:
    """Return mean and variance of a law; BadInput unless its chances are >= 0 and sum to 1.

    >>> check_law({0: Fraction(3, 4), 4: Fraction(1, 4)})
    (Fraction(1, 1), Fraction(3, 1))
    """
    for outcome, chance in law.items():
        check_integer("an outcome of a law", outcome)
        check_fraction(f"the chance of {outcome}", chance)
    if any(chance < 0 for chance in law.values()):
        raise BadInput("the chances of a law must not be negative: check the weights")
    whole = math.lcm(*(chance.denominator for chance in law.values()))
    weights = {v: p.numerator * (whole // p.denominator) for v, p in law.items()}
    if sum(weights.values()) != whole:
        total = short(Fraction(sum(weights.values()), whole))
        raise BadInput(f"the chances of a law must sum to exactly 1, not {total}")
    mean = Fraction(sum(v * weight for v, weight in weights.items()), whole)
    square = Fraction(sum(v * v * weight for v, weight in weights.items()), whole)
    return mean, square - mean**2


def _histogram(counts: Counts) -> Histogram:
    return counts if isinstance(counts, Histogram) else Histogram(counts)


def _log_wealth(seen: Histogram, *, end: int, sign: int, reference: Fraction, width: int) -> float:
    """Log of the average wealth, with distances measured from one end of the range.

    With x = |v - end| and g = |m - end| the factors are 1 + w_j (x/g - 1),
    w_j = 0.5 * 2^(-j/2): those of E+ from `end` = a with `sign` 1, those of
    E- from `end` = b with `sign` -1.
    """
    top = sign * (reference.numerator - end * reference.denominator)
    bottom = reference.denominator
    if top < 0:
        return math.inf
    if top == 0:
        return 0.0 if seen.outcomes in ((), (end,)) else math.inf
    if top > width * bottom:
        return 0.0
    gap = top / bottom
    log_gap = math.log(top) - math.log(bottom) if gap < _TINY else math.log(gap)
    return _log_product(seen.plays, _log_factors(seen.outcomes, end, sign, gap, log_gap))


@lru_cache(maxsize=32)
def _log_factors(
    outcomes: tuple[int, ...], end: int, sign: int, gap: float, log_gap: float
) -> Floats:
    """log(1 + w_j (x/g - 1)): a row for each outcome, a column for each bet.

    Cached, since the looks of one run have the same references and outcomes.
    """
    away = _distances(outcomes, end, sign)
    if gap >= _TINY:
        return _log_stakes(away, gap)
    with np.errstate(divide="ignore"):  # x/g would overflow; 1 - w is negligible beside it
        far = np.log(BETS) + np.log(away) - log_gap
    return np.where(away > 0, far, np.log1p(-BETS))


def _distances(outcomes: tuple[int, ...], end: int, sign: int) -> Floats:
    return np.array([sign * (value - end) for value in outcomes], dtype=float)[:, None]


def _log_stakes(away: Floats, gap: float) -> Floats:
    return np.asarray(np.log1p(BETS * ((away - gap) / gap)))


def _log_product(plays: Floats, log_factors: Floats) -> float:
    # no matrix product: its last bits depend on the number of threads
    return _log_mean(np.einsum("v,vj->j", plays, log_factors))


def _log_mean(logs: Floats) -> float:
    top = float(logs.max())
    return top + math.log(float(np.exp(logs - top).mean()))


def _bounds(counts: Counts, *, low: int, high: int, log_limit: float) -> tuple[float, float]:
    seen = _histogram(counts)
    seen.check_range(low, high)
    if not seen.total:
        return float(low), float(high)
    lower = low + _smallest_gap(seen, low, 1, log_limit)
    upper = high - _smallest_gap(seen, high, -1, log_limit)
    return max(float(low), lower), min(float(high), upper)


def _smallest_gap(seen: Histogram, end: int, sign: int, log_limit: float) -> float:
    """Return the distance from `end` below which the evidence reaches the limit."""
    away = _distances(seen.outcomes, end, sign)

    def excess(gap: float) -> float:
        return _log_product(seen.plays, _log_stakes(away, gap)) - log_limit

    return _crossing(excess, 0.0, float(sign * (seen.mean - end)))


def _crossing(excess: Callable[[float], float], outer: float, inner: float) -> float:
    """Return the outer end of a bracket around the gap at which `excess` turns negative.

    The Illinois method (Dowell and Jarratt 1971): secant steps, in which the value at
    an end that stayed twice is halved.  The bracket is bisected where the value at an
    end is unknown or three secants have not halved it.  This takes about 16 evaluations
    for a histogram of thousands of outcomes, where bisection takes 45.
    """
    least = (inner - outer) * 2.0**-_HALVINGS
    high = low = math.nan  # the excess at `outer` and at `inner`, once computed
    tries, goal, moved_outer = 0, 0.0, None
    while (width := inner - outer) > least:
        if width <= goal:
            tries, goal = 0, width / 2
        place = inner - width * (low / (low - high))
        if math.isnan(place) or tries == _TRIES:
            place, tries, goal = (outer + inner) / 2, 0, width / 4
        else:  # keep away from the ends, so that both can move
            place = min(max(outer + least / 2, place), inner - least / 2)
        if not outer < place < inner:
            break
        height, tries = excess(place), tries + 1
        if height >= 0:
            outer, high, low = place, height, low / 2 if moved_outer else low
        else:
            inner, low, high = place, height, high / 2 if moved_outer is False else high
        moved_outer = height >= 0
    return outer


def _mu(z: Floats, log_z: Floats) -> Floats:
    """Return log G(z) - (z - 1/2) log z + z - log(2 pi)/2 for z >= 0, given log z.

    Stirling's series from z = 10 on; below, ten steps of
    mu(z) = mu(z+1) + (z + 1/2) log(1 + 1/z) - 1.  Absolute error below 1e-13.
    """
    total = np.zeros_like(z)
    small = z < 10
    if small.any():
        y = z[small]
        first = (y + 0.5) * (np.log1p(y) - log_z[small]) - 1
        later = y + np.arange(1, 10)[:, None]
        total[small] = first + ((later + 0.5) * np.log1p(1 / later) - 1).sum(axis=0)
    inverse = 1 / np.where(small, z + 10, z)
    square = inverse**2
    series = np.zeros_like(z)
    for coefficient in (1 / 1188, 1 / 1680, 1 / 1260, 1 / 360, 1 / 12):
        series = coefficient - square * series
    return np.asarray(total + inverse * series)


def _log(chance: Fraction) -> float:
    if chance > _TINY:
        return math.log(chance)
    return math.log(chance.numerator) - math.log(chance.denominator)


def _check_level(alpha: float) -> None:
    if not 0 < alpha < 1:
        raise BadInput(f"alpha={quote(alpha)} must lie strictly between 0 and 1")
