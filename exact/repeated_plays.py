"""The total of many independent plays: the chances that it is below, at and above a bound.

A play X takes finitely many values, multiples of a unit above the lowest: X = low + unit K with
P(K = i) = w_i / W and w_0 > 0.  The total of n plays is n low + unit T, and P(T = k) = c_k / W^n
with the coefficients of q = p^n for p(z) = sum w_i z^i.  Since p q' = n p' q,

    c_0 = w_0^n,     k w_0 c_k = sum over i > 0 of (i (n + 1) - k) w_i c_(k-i),

so a coefficient costs one multiplication for each value of X, and no more than the coefficients
up to the bound are computed.  Where those above the bound are fewer, -X is taken instead of X.

Of few values on a fine lattice these are more than the ways to share n plays among the values,
each with a multinomial chance: then the ways are enumerated.  Both are done in integers where the
fraction can be printed.  Beyond that the chances are found by `exact.fourier_inversion`, whose cost
hardly grows with n; where the lattice is too fine for it, in balls, intervals of Arb with a
midpoint and a proved radius.  The result is an interval that holds the true value.
"""

import math
import operator
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from typing import Any, NamedTuple

from flint import arb, ctx, fmpz

from montmort.exact.formatting import fixed_point
from montmort.exact.fourier_inversion import inverted
from montmort.exact.law import Law
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_fraction, check_integer, check_type

MOST_PLAYS = 10**15
MOST_BITS = 2**16  # of W^n: some 20,000 digits of a fraction that is printed
MOST_WORK = 2**36  # bits multiplied for it: about a second
MOST_STEPS = 3 * 10**6  # with numbers of few bits: a few seconds
FEW_STEPS = 20_000  # are faster than cosines
BITS = 160  # of balls
PLACES = 24  # decimals of the ends of an interval
WIDEST = Fraction(1, 10**20)  # of an interval

Chance = Fraction | tuple[Fraction, Fraction]  # exact, or between two bounds


class Standing(NamedTuple):
    """The chances that a total is below, at and above a bound, each exact or between two bounds."""

    below: Chance
    at: Chance
    above: Chance


@dataclass(frozen=True)
class _Lattice:
    """The weights w_i of a play and W, and how many coefficients lie up to the bound."""

    weights: Mapping[int, int]
    whole: int
    plays: int
    bound: Fraction  # of T

    @classmethod
    def of(cls, law: Law[Any], plays: int, bound: Fraction) -> "_Lattice":
        low = min(law)
        unit = _unit([value - low for value in law]) or Fraction(1)
        weights = {int((value - low) / unit): weight for value, weight in law.weights.items()}
        return cls(weights, law.total, plays, (bound - plays * low) / unit)

    @property
    def terms(self) -> int:
        """The number of coefficients up to the bound."""
        last = min(math.floor(self.bound), self.plays * max(self.weights))
        return max(last + 1, 0)

    @property
    def steps(self) -> int:
        """The products to compute, by the shorter of the two ways."""
        return min(self.terms * len(self.weights), self.ways)

    @property
    def ways(self) -> int:
        """The number of ways to share the plays among the values."""
        return math.comb(self.plays + len(self.weights) - 1, len(self.weights) - 1)

    @property
    def bits(self) -> int:
        return self.plays * self.whole.bit_length()


def standing(law: Law[Any], plays: int, bound: int | Fraction = 0) -> Standing:
    """Return the chances that the total of so many independent plays is below, at, above a bound.

    TooLarge where even intervals would take too long.  What is in the tail of a law lies above
    its horizon: this gives intervals where it may lead to a total at the bound or below.

    Two tosses for a unit each:

    >>> standing(Law(weights={-1: 1, 1: 1}), 2)
    Standing(below=Fraction(1, 4), at=Fraction(1, 2), above=Fraction(1, 4))
    >>> low, high = standing(Law(weights={-1: 1, 1: 1}), 10**5).at  # about sqrt(2/(pi 10^5))
    >>> round(float(low), 7), high - low <= Fraction(1, 10**20)
    (0.0025231, True)
    """
    _check(law, plays, bound)
    lattice = _Lattice.of(law, plays, Fraction(bound))
    if law.tail:
        return _with_tail(_standing(lattice), law, plays, Fraction(bound))
    mirrored = _Lattice.of(law.map(operator.neg), plays, -Fraction(bound))
    if mirrored.terms < lattice.terms:
        return Standing(*reversed(_standing(mirrored)))
    return _standing(lattice)


def rounded_chance(chance: Chance, places: int) -> str:
    """Return the decimals of a chance; of an interval, as many as all numbers in it share.

    >>> rounded_chance(Fraction(2, 3), 4), rounded_chance((Fraction(4, 10), Fraction(41, 100)), 4)
    ('0.6667', '0.4')
    >>> rounded_chance((Fraction(1, 3), Fraction(2, 3)), 4)
    '0.33 to 0.67'
    """
    low, high = _ends(chance)
    for fewer in range(places, 0, -1):
        if (text := fixed_point(low, fewer)) == fixed_point(high, fewer):
            return text
    return f"{math.floor(100 * low) / 100:.2f} to {math.ceil(100 * high) / 100:.2f}"


def _check(law: object, plays: object, bound: object) -> None:
    check_type("law", law, Law, "a Law")
    assert isinstance(law, Law)
    check_integer("plays", plays, 1, MOST_PLAYS)
    check_fraction("bound", bound)
    for value in law:
        check_fraction("a value of the law", value)
    if not len(law):
        raise BadInput("a total needs a law with an outcome")


def _with_tail(found: Standing, law: Law[Any], plays: int, bound: Fraction) -> Standing:
    """Return the chances where a play beyond the horizon was counted as a total above the bound.

    A total is at least what it is if all these plays are at the horizon.
    """
    horizon = max(law)
    least = (plays - 1) * min(law) + horizon  # a total with such a play is greater
    if least >= bound:
        return found
    weights = {**law.weights, horizon: law.weights[horizon] + law.total - sum(law.weights.values())}
    lowest = _standing(_Lattice.of(Law(weights=weights), plays, bound))
    (below, _), (at, _) = map(_ends, found[:2])
    most_below, most_at = _ends(lowest.below)[1], _ends(lowest.at)[1]
    return Standing(
        (below, most_below),
        (at, min(most_below + most_at, Fraction(1)) - below),
        (_ends(lowest.above)[0], 1 - below - at),
    )


def _ends(chance: Chance) -> tuple[Fraction, Fraction]:
    return chance if isinstance(chance, tuple) else (chance, chance)


def _unit(values: list[int | Fraction]) -> Fraction:
    """Return the greatest number of which all values are multiples, 0 if all are 0."""
    common = math.lcm(*(Fraction(value).denominator for value in values))
    return Fraction(math.gcd(*(int(value * common) for value in values)), common)


def _standing(lattice: _Lattice) -> Standing:
    steps, bits = lattice.steps, lattice.bits
    if bits <= MOST_BITS and steps * bits <= MOST_WORK and steps <= MOST_STEPS:
        return _exact(lattice)
    return _enclosed(lattice)


def _coefficients(
    weights: Mapping[int, Any], plays: int, divided: Callable[[Any, Any], Any]
) -> Iterator[Any]:
    """Yield c_0, c_1, ... without end; the weights are integers of flint or balls."""
    first = weights[0]
    others = sorted((i, weight) for i, weight in weights.items() if i)
    recent = deque([first**plays], maxlen=min(others[-1][0], sys.maxsize) if others else 1)
    yield recent[0]
    zero = 0 * first
    for k in count(1):
        total = zero
        for i, weight in others:
            if i > len(recent):
                break
            total += (i * (plays + 1) - k) * weight * recent[-i]
        recent.append(divided(total, k * first))
        yield recent[-1]


def _sums(
    lattice: _Lattice, weights: Mapping[int, Any], divided: Callable[[Any, Any], Any]
) -> tuple[Any, Any]:
    """Return the sum of the coefficients below the bound, and the one at the bound."""
    if lattice.ways == lattice.steps:
        terms = _ways(weights, lattice.plays, divided)
    else:
        terms = enumerate(islice(_coefficients(weights, lattice.plays, divided), lattice.terms))
    below = at = 0 * weights[0]
    for total, coefficient in terms:
        if total < lattice.bound:
            below += coefficient
        elif total == lattice.bound:
            at += coefficient
    return below, at


def _ways(
    weights: Mapping[int, Any], plays: int, divided: Callable[[Any, Any], Any]
) -> Iterator[tuple[int, Any]]:
    """Yield the total and the weight of each way to share the plays among the values."""
    *others, (last, weight) = sorted(weights.items())
    powers = [weight**0]
    for _ in range(plays):
        powers.append(powers[-1] * weight)

    def shared(place: int, left: int, total: int, product: Any) -> Iterator[tuple[int, Any]]:
        if place == len(others):
            yield total + last * left, product * powers[left]
            return
        value, weight = others[place]
        for number in range(left + 1):
            yield from shared(place + 1, left - number, total + number * value, product)
            product = divided(product * (weight * (left - number)), number + 1)

    return shared(0, plays, 0, powers[0])


def _exact(lattice: _Lattice) -> Standing:
    weights = {i: fmpz(weight) for i, weight in lattice.weights.items()}
    below, at = _sums(lattice, weights, operator.floordiv)
    total = fmpz(lattice.whole) ** lattice.plays
    parts = (below, at, total - below - at)
    return Standing(*(Fraction(int(part), int(total)) for part in parts))


def _enclosed(lattice: _Lattice) -> Standing:
    """Return intervals that are narrow; TooLarge where they are not found soon."""
    both = (_in_balls, _by_inversion)
    for way in both if lattice.steps <= FEW_STEPS else reversed(both):
        with suppress(TooLarge):
            found = way(lattice)
            if all(high - low <= WIDEST for low, high in map(_ends, found)):
                return found
    raise TooLarge(
        f"{lattice.plays:,} plays need {float(lattice.steps):.3g} products; take fewer plays"
    )


def _by_inversion(lattice: _Lattice) -> Standing:
    return _intervals(*inverted(lattice.weights, lattice.whole, lattice.plays, lattice.bound))


def _in_balls(lattice: _Lattice) -> Standing:
    """Return intervals; those of the recursion are wide where the first weight is small."""
    if lattice.steps > MOST_STEPS:
        raise TooLarge(f"{lattice.steps} products are too many")
    with ctx.workprec(BITS):
        weights = {i: arb(weight) / lattice.whole for i, weight in lattice.weights.items()}
        return _intervals(*_sums(lattice, weights, operator.truediv))


def _intervals(below: arb, at: arb) -> Standing:
    with ctx.workprec(BITS):
        return Standing(*(_bounds(part) for part in (below, at, 1 - below - at)))


def _bounds(ball: arb) -> tuple[Fraction, Fraction]:
    """Return decimal fractions below and above a chance, within 0 and 1."""
    if not ball.is_finite():
        return Fraction(0), Fraction(1)
    scale = 10**PLACES
    low = (ball * scale).lower().floor().unique_fmpz()
    high = (ball * scale).upper().ceil().unique_fmpz()
    return Fraction(max(int(low), 0), scale), Fraction(min(int(high), scale), scale)
