"""The chances to be behind, even and ahead after n plays, simulated where no bounds are known.

The gains of n plays are not drawn one by one: how often each gain of the law occurs among n plays
has a multinomial law, so that one draw of it is one total.  Of many totals the shares that are
below, at and above 0 are the estimates.  Their intervals are those of the confidence sequence in
`verification.verdicts.e_values`: each misses the true chance with probability LEVEL / 3 at most, so
all three hold together with probability 1 - LEVEL, however many totals are drawn.

numpy draws with chances in double precision.  For k gains their errors change the law of one play
by at most k^2 2^-54 in total variation, so that of n plays by n times as much; the intervals are
wider by this.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.display import short_repr
from montmort.exact.law import Law
from montmort.games.errors import TooLarge
from montmort.games.validation import check_integer
from montmort.verification.verdicts.e_values import confidence_sequence

Counts = npt.NDArray[np.int64]

SEED = 1
LEVEL = Fraction(1, 100)  # the chance that one of the three intervals is wrong
TOTALS = 2**20  # drawn for a row
MOST_CELLS = 2**25  # numbers drawn for a row, about five seconds
CELLS = 2**20  # held at a time
PLACES = 6  # decimals of the ends of an interval
NAMES = ("behind", "even", "ahead")


@dataclass(frozen=True, kw_only=True)
class SimulatedStanding:
    """How many of the totals of n plays were below, at and above 0."""

    plays: int
    counts: tuple[int, int, int]
    values: int  # gains in the law
    seed: int

    __repr__ = short_repr

    @property
    def totals(self) -> int:
        """The number of totals drawn."""
        return sum(self.counts)

    def interval(self, name: str) -> tuple[Fraction, Fraction]:
        """Return an interval for the chance to be behind, even or ahead.

        >>> tosses = SimulatedStanding(plays=1, counts=(500, 0, 500), values=2, seed=1)
        >>> low, high = tosses.interval("ahead")
        >>> round(float(low), 2), round(float(high), 2)
        (0.43, 0.57)
        """
        count = self.counts[NAMES.index(name)]
        seen = {0: self.totals - count, 1: count}
        low, high = confidence_sequence(seen, low=0, high=1, alpha=float(LEVEL) / len(NAMES))
        wider = self.plays * self.values**2 * 2.0**-54
        scale = 10**PLACES
        return (
            max(Fraction(math.floor((low - wider) * scale), scale), Fraction(0)),
            min(Fraction(math.ceil((high + wider) * scale), scale), Fraction(1)),
        )

    def answers(self) -> dict[str, Any]:
        """Return estimates and intervals by name, and how they were found."""
        chances = {
            name: {"estimate": Fraction(count, self.totals), "interval": self.interval(name)}
            for name, count in reversed([*zip(NAMES, self.counts, strict=True)])
        }
        how = {"totals": self.totals, "seed": self.seed, "confidence": 1 - LEVEL}
        return {"method": "simulated", **chances, **how}


def simulated_standing(law: Law[Any], plays: int, seed: int = SEED) -> SimulatedStanding:
    """Return how many totals of so many plays are below, at and above 0.

    TooLarge for a law with a tail, whose gains are not all known.

    >>> standing = simulated_standing(Law(weights={-1: 1, 1: 3}), 10**6)
    >>> standing.counts == (0, 0, TOTALS)
    True
    """
    check_integer("plays", plays, 1)
    check_integer("seed", seed, 0)
    if law.tail:
        raise TooLarge(
            f"{plays:,} plays cannot be simulated: gains of chance {float(law.tail):.3g} are not "
            "known"
        )
    behind = even = ahead = 0
    units = _units(law)
    rng = np.random.default_rng([seed, plays])
    for counts in _draws(units, plays, rng):
        signs = _signs(counts, [*units], plays)
        behind += int((signs < 0).sum())
        even += int((signs == 0).sum())
        ahead += int((signs > 0).sum())
    return SimulatedStanding(plays=plays, counts=(behind, even, ahead), values=len(law), seed=seed)


def _units(law: Law[Any]) -> dict[int, Fraction]:
    """Return the law in a unit of which all gains are multiples, the likeliest gain first."""
    common = math.lcm(*(Fraction(gain).denominator for gain in law))
    gains = sorted(law, key=lambda gain: -law.weights[gain])
    return {int(gain * common): law[gain] for gain in gains}


def _draws(units: dict[int, Fraction], plays: int, rng: np.random.Generator) -> Iterator[Counts]:
    """Yield how often each gain occurs in so many plays: a row for each total."""
    chances = np.array([float(chance) for chance in units.values()])
    chances /= chances.sum()
    left = min(TOTALS, MOST_CELLS // len(units) or 1)
    while left:
        size = min(left, CELLS // len(units) or 1)
        left -= size
        yield rng.multinomial(plays, chances, size)


def _signs(counts: Counts, units: list[int], plays: int) -> Counts:
    """Return the sign of each total; if it is too large for an integer of numpy, see `_sign`."""
    top = max(map(abs, units)) or 1
    if top * plays < 2**62:
        return np.asarray(np.sign(counts @ np.array(units)))
    totals = counts @ np.array([float(Fraction(unit, top)) for unit in units])
    error = plays * len(units) * 2.0**-50  # of sums of doubles that are at most 1
    signs: Counts = np.sign(totals).astype(np.int64)
    for near in np.flatnonzero(np.abs(totals) <= error):
        signs[near] = _sign(map(int, counts[near]), units)
    return signs


def _sign(counts: Iterable[int], units: list[int]) -> int:
    total = sum(count * unit for count, unit in zip(counts, units, strict=True))
    return (total > 0) - (total < 0)
