"""The total of many independent plays: the chances that it is below, at and above a bound.

A play X takes finitely many values, multiples of a unit above the lowest: X = low + unit K with
P(K = i) = w_i / W and w_0 > 0.  The total of n plays is n low + unit T, and P(T = k) = c_k / W^n
with the coefficients of q = p^n for p(z) = sum w_i z^i.  No more than those up to the bound are
needed.  Where those above the bound are fewer, -X is taken instead of X.

Where the fraction can be printed, all is in integers.  Since p q' = n p' q,

    c_0 = w_0^n,     k w_0 c_k = sum over i > 0 of (i n - (k - i)) w_i c_(k-i),

so each c_j that is not 0 adds to the c_(j+i) above it: a product for each value of X.  Totals that
do not occur cost nothing, so the unit may be fine where values and plays are few.

Otherwise the integers are rounded down: p(z) / W is written in units of 2^-b, and (p / W)^n found
by squaring, where each product is divided by 2^b.  If a and b are missing from two laws, at most
a + b is missing from their product, and each coefficient that is rounded loses less than a unit.
So a bound for all that is lost is known, and the true chances lie above those found by no more
than this.  Coefficients above the bound are cut off: no K is below 0.  Those of unlikely totals are
rounded to 0, which leaves about 25 standard deviations.
"""

import math
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any, NamedTuple

from flint import fmpz, fmpz_poly

from montmort.exact.formatting import fixed_point
from montmort.exact.law import Law
from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_fraction, check_integer, check_type

MOST_PLAYS = 10**15
MOST_BITS = 2**16  # of W^n: some 20,000 digits of a fraction that is printed
MOST_WORK = 2**36  # bits multiplied for it: about a second
MOST_STEPS = 3 * 10**6  # with numbers of few bits: a few seconds
MOST_COEFFICIENTS = 2**20  # of a law that is rounded: some seconds and 300 megabytes
BITS = 96  # of chances that are rounded, besides those of the number of plays
PLACES = 24  # decimals of the ends of an interval

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
        """The products to compute at most: one for each total that occurs and value of a play."""
        values = len(self.weights)
        ways = math.comb(self.plays + values - 1, values - 1)  # to share the plays among them
        return min(self.terms, ways) * values

    @property
    def bits(self) -> int:
        return self.plays * self.whole.bit_length()


@dataclass(frozen=True)
class _Rounded:
    """A law of totals: z^first times a polynomial in units of 2^-b, each chance rounded down.

    The true chances of the totals up to a bound are higher, by `lost` units in all at most.
    """

    first: int
    chances: fmpz_poly
    lost: int


def standing(law: Law[Any], plays: int, bound: int | Fraction = 0) -> Standing:
    """Return the chances that the total of so many independent plays is below, at, above a bound.

    Where the fractions are too long or take too long: intervals of less than 10^-20.  TooLarge
    where the likely totals are spread over more than 2^20 multiples of the unit of all values.
    What is in the tail of a law lies above its horizon: this gives wider intervals where it may
    lead to a total at the bound or below.

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


def _exact(lattice: _Lattice) -> Standing:
    below = at = fmpz(0)
    for total, coefficient in _coefficients(lattice):
        if total < lattice.bound:
            below += coefficient
        else:
            at = coefficient
    whole = fmpz(lattice.whole) ** lattice.plays
    parts = (below, at, whole - below - at)
    return Standing(*(Fraction(int(part), int(whole)) for part in parts))


def _coefficients(lattice: _Lattice) -> Iterator[tuple[int, fmpz]]:
    """Yield k and c_k up to the bound, k ascending, where c_k is not 0."""
    plays, terms = lattice.plays, lattice.terms
    (_, first), *others = sorted((i, fmpz(weight)) for i, weight in lattice.weights.items())
    sums = {0: first**plays}  # k w_0 c_k for each k of the heap, but c_0 for 0
    heap = [0] if terms else []
    while heap:
        k = heappop(heap)
        coefficient = sums.pop(k) // (k * first or 1)
        if not coefficient:
            continue
        yield k, coefficient
        for i, weight in others:
            above = k + i
            if above >= terms:
                break
            if above not in sums:
                sums[above] = fmpz(0)
                heappush(heap, above)
            sums[above] += (i * plays - k) * weight * coefficient


def _enclosed(lattice: _Lattice) -> Standing:
    """Return intervals; TooLarge where the law of the total has too many coefficients."""
    bits = BITS + lattice.plays.bit_length()
    power = _power(lattice, bits)
    coefficients = power.chances.coeffs()
    number = max(math.ceil(lattice.bound) - power.first, 0)  # of totals below the bound
    below, at = (int(sum(part)) for part in (coefficients[:number], coefficients[number:]))
    above = 2**bits - below - at - power.lost
    return Standing(*(_bounds(part, power.lost, bits) for part in (below, at, above)))


def _power(lattice: _Lattice, bits: int) -> _Rounded:
    """Return the law of the total up to the bound, in units of 2^-bits.

    A product has less than 2^22 coefficients, so that the law of k plays loses less than 2^23
    units more than those it is made of.  Of this n/k times as much is lost in the law of n plays:
    for k = 1, 2, 4, ... less than 2^24 n units, that is, 2^-72.
    """
    length = min(lattice.terms, max(lattice.weights) + 1)
    _check_length(length, lattice.plays)
    chances = [(lattice.weights.get(i, 0) << bits) // lattice.whole for i in range(length)]
    power = play = _Rounded(0, fmpz_poly(chances), len(lattice.weights))
    for bit in f"{lattice.plays:b}"[1:]:
        power = _sum(power, power, lattice.terms, bits)
        if bit == "1":
            power = _sum(power, play, lattice.terms, bits)
        _check_length(power.chances.length(), lattice.plays)
    return power


def _sum(one: _Rounded, other: _Rounded, terms: int, bits: int) -> _Rounded:
    """Return the law of the sum of two independent totals, for totals below `terms`."""
    product = one.chances * other.chances
    first, lost = one.first + other.first, one.lost + other.lost + product.length()
    chances = (product // 2**bits).coeffs()[: max(terms - first, 0)]
    zeros = next((k for k, chance in enumerate(chances) if chance), 0)
    return _Rounded(first + zeros, fmpz_poly(chances[zeros:]), lost)


def _check_length(length: int, plays: int) -> None:
    if length > MOST_COEFFICIENTS:
        raise TooLarge(
            f"the totals of {plays:,} plays are spread over more than {MOST_COEFFICIENTS:,} "
            "multiples of the unit that all gains share; take fewer plays"
        )


def _bounds(units: int, lost: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return decimal fractions below and above a chance, within 0 and 1.

    It is from `units` to `units + lost` times 2^-bits.
    """
    scale = 10**PLACES
    low, high = units * scale >> bits, -(-(units + lost) * scale >> bits)
    return Fraction(max(low, 0), scale), Fraction(min(high, scale), scale)
