"""Sets of unseen cards, counted by the number of jokers that they need for a goal.

A goal is a poker hand or a call.  For every set S of the unseen natural cards, together
with the player's own cards, either some number of jokers is needed for the goal, or
the goal cannot be reached.  `Needs` holds the generating functions

    D_d(x) = sum over the sets S that need exactly d jokers of x^|S|.

Goals about disjoint sets of cards are combined in two ways:

    all of them      needs add up: D_d is the sum of the products over d_1 + d_2 + ... = d;
    the nearest one  the least need exceeds d if every need does: sum_(e > d) D_e is the
                     product of the same sums, including sets that cannot reach the goal.

With a own jokers and K unseen jokers, the deals of m cards that reach the goal are

    [x^m] sum_i C(K, i) x^i sum_(d <= a + i) D_d(x).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from itertools import pairwise

from flint import fmpz_poly

from montmort.display import short_repr

ZERO, ONE = fmpz_poly([]), fmpz_poly([1])
MOST = 5  # no hand of five cards needs more jokers


def any_of(cards: int) -> fmpz_poly:
    """Return (1 + x)^cards, which counts all sets of `cards` cards by size.

    >>> any_of(2)
    x^2 + 2*x + 1
    """
    return fmpz_poly([1, 1]) ** cards


@dataclass(frozen=True, kw_only=True)
class Needs:
    """`exactly[d]` counts the sets of `unseen` cards that need d = 0 to 5 jokers."""

    unseen: int
    exactly: tuple[fmpz_poly, ...]

    __repr__ = short_repr

    def beyond(self, jokers: int) -> fmpz_poly:
        """Return the sets that need more than `jokers` jokers, or cannot reach the goal."""
        return any_of(self.unseen) - sum(self.exactly[: jokers + 1], ZERO)

    def among(self, cards: int) -> "Needs":
        """Return the same needs with `cards` further unseen cards that do not matter."""
        others = any_of(cards)
        return Needs(
            unseen=self.unseen + cards, exactly=tuple(sets * others for sets in self.exactly)
        )

    def deals(self, jokers: int, own: int, most: int) -> fmpz_poly:
        """Return the deals of m <= `most` cards that reach the goal, as coefficients of x^m.

        There are `jokers` unseen jokers and `own` jokers in the player's hand.

        >>> one_card = part(number=1, unseen=2)
        >>> one_card.deals(jokers=1, own=0, most=3)  # 3 cards, 3 pairs of cards, all three
        x^3 + 3*x^2 + 3*x
        """
        jokered = (
            sets * _jokers_from(jokers, max(0, needed - own), most)
            for needed, sets in enumerate(self.exactly)
        )
        return fmpz_poly(sum(jokered, ZERO).coeffs()[: most + 1])


@cache
def _jokers_from(jokers: int, least: int, most: int) -> fmpz_poly:
    """Return sum_i C(jokers, i) x^i over `least` <= i <= `most`."""
    return fmpz_poly([math.comb(jokers, i) * (i >= least) for i in range(min(jokers, most) + 1)])


@cache
def part(*, number: int, unseen: int, held: int = 0, wild: bool = True) -> Needs:
    """Return the needs of `number` cards of a set with `held` own and `unseen` unseen cards.

    Without `wild` no joker may replace a missing card.

    >>> part(number=2, unseen=3, held=1).exactly[:2]
    (x^3 + 3*x^2 + 3*x, 1)
    """
    exactly = [ZERO] * (MOST + 1)
    for cards in range(unseen + 1):
        missing = max(0, number - held - cards)
        if wild or not missing:
            exactly[missing] += fmpz_poly([0] * cards + [math.comb(unseen, cards)])
    return Needs(unseen=unseen, exactly=tuple(exactly))


def together(goals: Iterable[Needs]) -> Needs:
    """Return the needs of all goals at once; the needs must not exceed 5 in total.

    >>> together([part(number=1, unseen=1), part(number=1, unseen=1)]).exactly[:3]
    (x^2, 2*x, 1)
    """
    return reduce(_both, goals)


def _both(one: Needs, other: Needs) -> Needs:
    exactly = [ZERO] * (MOST + 1)
    for first, sets in enumerate(one.exactly):
        for second, others in enumerate(other.exactly[: MOST + 1 - first]):
            exactly[first + second] += sets * others
    return Needs(unseen=one.unseen + other.unseen, exactly=tuple(exactly))


def nearest(goals: Iterable[Needs]) -> Needs:
    """Return the needs of the goal that needs fewest jokers.

    >>> nearest([part(number=1, unseen=1), part(number=1, unseen=1)]).exactly[:2]
    (x^2 + 2*x, 1)
    """
    goals = list(goals)
    unseen = sum(goal.unseen for goal in goals)
    above = [any_of(unseen)]
    above += [math.prod((goal.beyond(d) for goal in goals), start=ONE) for d in range(MOST + 1)]
    return Needs(unseen=unseen, exactly=tuple(a - b for a, b in pairwise(above)))
