"""The total of very many independent plays, by Fourier inversion on a lattice, with proved bounds.

A play K takes the values i >= 0 with chance p_i, T is the total of n plays, and

    f(t) = E e^(itK),     P(T = j mod M) = (1/M) sum over k of f(2 pi k/M)^n e^(-2 pi i jk/M).

Three bounds keep the sum short, whatever n is:

* By Chernoff's bound T is in a window of M integers but for a chance of 2 EPSILON, so that within
  the window the law of T mod M is that of T up to this chance.
* |f| changes by at most D = E|K - c| per unit of t, since f(t) e^(-itc) does, c being any number.
  A range of frequencies around t is left out if |f(t)| + D times its radius is so small that its
  terms together are below EPSILON; else it is halved.
* What remains lies near the few places where |f| is close to 1: about a hundred terms.

Every number is a ball of Arb, an interval with a proved radius; what is left out is added to it.
Only the rate of Chernoff's bound is chosen in floating point: the bound holds for each rate.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, ctx, fmpq

from montmort.games.errors import TooLarge

LARGEST = 2**62  # value of a play, in units
BITS = 160  # of the terms that are added
FEW_BITS = 64  # of the frequencies that are looked at
EPSILON = Fraction(1, 10**24)  # the chance that is left out, three times
MOST_VALUES = 5 * 10**5  # frequencies looked at, times the values of a play: a few seconds
SMALL = 1_000  # totals: so many need no narrower window


@dataclass(frozen=True)
class _Window:
    """The integers `first` to `first + size - 1`; the size is odd."""

    first: int
    size: int

    def below(self, bound: Fraction) -> int:
        """Return how many of them are below a bound."""
        return min(max(math.ceil(bound) - self.first, 0), self.size)

    def holds(self, bound: Fraction) -> bool:
        """Return whether the bound is one of them."""
        return bound.denominator == 1 and 0 <= bound - self.first < self.size


def inverted(
    weights: Mapping[int, int], whole: int, plays: int, bound: Fraction
) -> tuple[arb, arb]:
    """Return balls with P(T < bound) and P(T = bound) for p_i = weights[i] / whole.

    If the p_i add up to less than 1, the rest counts as totals above the bound.  TooLarge where
    more than MOST_VALUES cosines are needed, or a value is above LARGEST.

    >>> below, at = inverted({0: 1, 1: 1}, 2, 10**8, Fraction(10**8, 2))
    >>> f"{float(at.mid()):.6g}", float(at.rad()) < 1e-22  # about sqrt(2/(pi 10^8))
    ('7.97885e-05', True)
    """
    if max(weights) > LARGEST:
        raise TooLarge(f"a play of {max(weights):.3g} units is too large for a sum of cosines")
    with ctx.workprec(BITS):
        chances = {value: arb(weight) / whole for value, weight in weights.items()}
        window = _window(chances, plays)
        frequencies = [*_frequencies(chances, plays, window.size)]
        left_out = arb(0, arb(fmpq(3 * EPSILON.numerator, EPSILON.denominator)).upper())
        below, at = _sums(chances, plays, window, bound, frequencies)
        return below + left_out, at + left_out


def _sums(
    chances: Mapping[int, arb], plays: int, window: _Window, bound: Fraction, frequencies: list[int]
) -> tuple[arb, arb]:
    """Return the sums over the frequencies k, -k and 0, for all below the bound and for it."""
    size, number, holds = window.size, window.below(bound), window.holds(bound)
    at_zero = sum(chances.values(), arb(0)) ** plays
    below, at = number * at_zero, int(holds) * at_zero
    middle = 2 * window.first + number - 1  # twice the middle of those below
    for k in frequencies:
        power = _transform(chances, k, size) ** plays
        ratio = arb.sin_pi_fmpq(fmpq(k * number, size)) / arb.sin_pi_fmpq(fmpq(k, size))
        below += 2 * ratio * (power * _turn(-k * middle, size)).real
        if holds:
            at += 2 * (power * _turn(-2 * k * int(bound), size)).real
    return below / size, at / size


def _turn(halves: int, size: int) -> acb:
    """Return e^(pi i halves/size)."""
    sine, cosine = arb.sin_cos_pi_fmpq(fmpq(halves % (2 * size), size))
    return acb(cosine, sine)


def _transform(chances: Mapping[int, arb], k: int, size: int) -> acb:
    """Return f(2 pi k/size)."""
    total = acb(0)
    for value, chance in chances.items():
        total += chance * _turn(2 * value * k, size)
    return total


def _frequencies(chances: Mapping[int, arb], plays: int, size: int) -> Iterator[int]:
    """Yield the frequencies above 0 that matter; all others together are below EPSILON."""
    log_terms = arb(size).log() - arb(fmpq(EPSILON.numerator, EPSILON.denominator)).log()
    with ctx.workprec(FEW_BITS):
        negligible = (-log_terms / plays).exp()
        slope = 2 * arb.pi() / size * _mean_distance(chances)
        looked_at, ranges = 0, [(1, size // 2)]
        while ranges:
            first, last = ranges.pop()
            if first > last:
                continue
            looked_at += len(chances)
            if looked_at > MOST_VALUES:
                raise TooLarge(f"more than {MOST_VALUES:,} cosines are needed")
            middle = (first + last) // 2
            if abs(_transform(chances, middle, size)) + slope * (last - middle) <= negligible:
                continue
            if first == last:
                yield first
            else:
                ranges += [(middle + 1, last), (first, middle)]


def _mean_distance(chances: Mapping[int, arb]) -> arb:
    """Return D = E|K - c| for a median c, up to rounding: the c that makes D least."""
    passed, median = 0.0, 0
    for median in sorted(chances):
        passed += float(chances[median].mid())
        if passed >= 0.5:
            break
    return sum((chance * abs(value - median) for value, chance in chances.items()), arb(0))


def _window(chances: Mapping[int, arb], plays: int) -> _Window:
    """Return a window outside of which T lies with a chance of at most 2 EPSILON."""
    first, last = 0, plays * max(chances)
    if last > SMALL:
        last = min(last, _chernoff(chances, plays, 1))
        first = max(first, _chernoff(chances, plays, -1))
    return _Window(first, last - first + 1 + (last - first) % 2)


def _chernoff(chances: Mapping[int, arb], plays: int, sign: int) -> int:
    """Return u with P(T >= u) <= EPSILON for the sign 1, P(T <= u) <= EPSILON for -1.

    P(sign (T - u) >= 0) <= e^(-rate u sign) (E e^(rate sign K))^n is EPSILON for the u returned.
    """
    rate = arb(_rate(chances, plays, sign))
    log_mean = sum((p * (rate * (sign * i)).exp() for i, p in chances.items()), arb(0)).log()
    log_chance = arb(fmpq(EPSILON.numerator, EPSILON.denominator)).log()
    end = (plays * log_mean - log_chance) / rate
    whole = end.ceil().upper().unique_fmpz()
    if whole is None:
        raise TooLarge(f"the totals of {plays:,} plays are too large for a window")
    return sign * int(whole)


def _rate(chances: Mapping[int, arb], plays: int, sign: int) -> float:
    """Return a rate for which Chernoff's bound is about the least, by trying some."""
    values = {sign * i: float(p.mid()) for i, p in chances.items() if float(p.mid())}
    share = math.fsum(values.values())
    mean = math.fsum(i * p for i, p in values.items()) / share
    deviation = math.sqrt(math.fsum((i - mean) ** 2 * p for i, p in values.items()) / share)
    log_chance = -math.log(EPSILON)

    def excess(rate: float) -> float:  # of the end over n times the mean
        top = max(rate * (i - mean) for i in values)
        scaled = math.fsum(p * math.exp(rate * (i - mean) - top) for i, p in values.items())
        return (plays * (top + math.log(scaled)) + log_chance) / rate

    normal = math.sqrt(2 * log_chance / plays) / (deviation or 1.0)
    return min((normal * 2 ** (j / 4) for j in range(-60, 20)), key=excess)
