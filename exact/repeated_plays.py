"""The total of many independent plays: the chances that it is below, at and above a bound.

A play X takes finitely many values, multiples of a unit above the lowest: X = low + unit K with
P(K = i) = w_i / W and w_0 > 0.  The total of n plays is n low + unit T, and P(T = k) = c_k / W^n
with the coefficients of q = p^n for p(z) = sum w_i z^i.  Since p q' = n p' q,

    c_0 = w_0^n,     k w_0 c_k = sum over i > 0 of (i (n + 1) - k) w_i c_(k-i),

so a coefficient costs one multiplication for each value of X, and no more than the coefficients
up to the bound are computed.  Where those above the bound are fewer, -X is taken instead of X.

They are computed in integers where the fraction can be printed.  Beyond that the same recursion
runs in balls, intervals of Arb with a midpoint and a proved radius; the precision is doubled until
the result is narrow, and is returned as an interval of fractions that holds the true value.
"""

import math
import operator
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, islice
from typing import Any, NamedTuple

from flint import arb, ctx, fmpz

from montmort.exact.formatting import fixed_point
from montmort.exact.law import Law
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_fraction, check_integer, check_type

MOST_BITS = 2**16  # of W^n: some 20,000 digits of a fraction that is printed
MOST_WORK = 2**36  # bits multiplied for it: about a second
MOST_PRODUCTS = 3 * 10**7  # of balls with few bits: about ten seconds
FEWEST_BITS = 128  # of the balls tried first
PLACES = 24  # decimals of the ends of an interval
WIDEST = Fraction(1, 10**20)  # of a ball: else the precision is doubled

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
    def products(self) -> int:
        return self.terms * len(self.weights)

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
    """
    low, high = (chance, chance) if isinstance(chance, Fraction) else chance
    while fixed_point(low, places) != fixed_point(high, places):
        places -= 1
    return fixed_point(low, places)


def _check(law: object, plays: object, bound: object) -> None:
    check_type("law", law, Law, "a Law")
    assert isinstance(law, Law)
    check_integer("plays", plays, 1)
    check_fraction("bound", bound)
    for value in law:
        check_fraction("a value of the law", value)
    if not len(law):
        raise BadInput("a total needs a law with an outcome")


def _with_tail(found: Standing, law: Law[Any], plays: int, bound: Fraction) -> Standing:
    """Return the chances where a play beyond the horizon was counted as a total above the bound."""
    least = (plays - 1) * min(law) + max(law)  # a total with such a play is greater
    if least >= bound:
        return found
    more = min(plays * law.tail, Fraction(1))  # at least the chance of such a play
    more = Fraction(math.ceil(more * 10**PLACES), 10**PLACES)
    below, at, above = (each if isinstance(each, tuple) else (each, each) for each in found)
    return Standing(
        (below[0], min(below[1] + more, Fraction(1))),
        (at[0], min(at[1] + more, Fraction(1))),
        (max(above[0] - more, Fraction(0)), above[1]),
    )


def _unit(values: list[int | Fraction]) -> Fraction:
    """Return the greatest number of which all values are multiples, 0 if all are 0."""
    common = math.lcm(*(Fraction(value).denominator for value in values))
    return Fraction(math.gcd(*(int(value * common) for value in values)), common)


def _standing(lattice: _Lattice) -> Standing:
    if lattice.bits <= MOST_BITS and lattice.products * lattice.bits <= MOST_WORK:
        return _exact(lattice)
    return _enclosed(lattice)


def _coefficients(
    weights: Mapping[int, Any], plays: int, divided: Callable[[Any, Any], Any]
) -> Iterator[Any]:
    """Yield c_0, c_1, ... without end; the weights are integers of flint or balls."""
    first = weights[0]
    others = sorted((i, weight) for i, weight in weights.items() if i)
    recent = deque([first**plays], maxlen=others[-1][0] if others else 1)
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


def _sums(lattice: _Lattice, coefficients: Iterator[Any], zero: Any) -> tuple[Any, Any]:
    """Return the sum of the coefficients below the bound, and the one at the bound."""
    below, at = zero, zero
    for k, coefficient in enumerate(islice(coefficients, lattice.terms)):
        if k == lattice.bound:
            at = coefficient
        else:
            below += coefficient
    return below, at


def _exact(lattice: _Lattice) -> Standing:
    weights = {i: fmpz(weight) for i, weight in lattice.weights.items()}
    below, at = _sums(lattice, _coefficients(weights, lattice.plays, operator.floordiv), fmpz(0))
    total = fmpz(lattice.whole) ** lattice.plays
    parts = (below, at, total - below - at)
    return Standing(*(Fraction(int(part), int(total)) for part in parts))


def _enclosed(lattice: _Lattice) -> Standing:
    bits = FEWEST_BITS
    while lattice.products * bits <= MOST_PRODUCTS * FEWEST_BITS:
        with ctx.workprec(bits):
            weights = {i: arb(weight) / lattice.whole for i, weight in lattice.weights.items()}
            coefficients = _coefficients(weights, lattice.plays, operator.truediv)
            below, at = _sums(lattice, coefficients, arb(0))
            parts = [_bounds(part) for part in (below, at, 1 - below - at)]
        if all(high - low <= WIDEST for low, high in parts):
            return Standing(*parts)
        bits *= 2
    raise TooLarge(
        f"{lattice.plays:,} plays take {lattice.products:,} products of {bits:,} bits, and "
        f"{MOST_PRODUCTS:,} of {FEWEST_BITS} bits are the most; take fewer plays"
    )


def _bounds(ball: arb) -> tuple[Fraction, Fraction]:
    """Return decimal fractions below and above a chance."""
    if not ball.is_finite():
        return Fraction(0), Fraction(1)
    scale = 10**PLACES
    low, high = _fraction(ball.lower()) * scale, _fraction(ball.upper()) * scale
    return (
        max(Fraction(math.floor(low), scale), Fraction(0)),
        min(Fraction(math.ceil(high), scale), Fraction(1)),
    )


def _fraction(exact: arb) -> Fraction:
    mantissa, exponent = (int(part) for part in exact.man_exp())
    return Fraction(mantissa) * Fraction(2) ** exponent
