"""Sets of unseen cards, counted by the jokers they need: what poker hands are made of.

For a goal (a hand, a call) every set S of the unseen natural cards, together
with one's own, needs some number of jokers, or cannot reach it at all.  `Needs`
holds the generating functions

    D_d(x) = sum over the sets S that need exactly d jokers of x^|S|,

and goals about disjoint sets of cards are put together in two ways:

    all of them      D_d = sum over d_1 + d_2 + … = d of the products, needs add up;
    the nearest one  sum_(e > d) D_e = product of the same sums, sets that cannot
                     reach it included: the least need is above d if each is.

With a own jokers and K unseen ones, the deals of m cards that reach the goal are

    [x^m] sum_i C(K, i) x^i sum_(d <= a + i) D_d(x).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from itertools import pairwise

from flint import fmpz_poly

ZERO, ONE = fmpz_poly([]), fmpz_poly([1])
MOST = 5  # jokers that any hand of five needs at most


def any_of(cards: int) -> fmpz_poly:
    """Return (1 + x)^cards: every set of so many cards.

    >>> any_of(2)
    x^2 + 2*x + 1
    """
    return fmpz_poly([1, 1]) ** cards


@dataclass(frozen=True, kw_only=True)
class Needs:
    """`exactly[d]` counts the sets of `unseen` cards that need d = 0 … 5 jokers."""

    unseen: int
    exactly: tuple[fmpz_poly, ...]

    def beyond(self, jokers: int) -> fmpz_poly:
        """Return the sets that need more than so many jokers, or never reach the goal."""
        return any_of(self.unseen) - sum(self.exactly[: jokers + 1], ZERO)

    def among(self, cards: int) -> "Needs":
        """Return the same needs when so many more cards are unseen, which do not matter."""
        others = any_of(cards)
        return Needs(
            unseen=self.unseen + cards, exactly=tuple(sets * others for sets in self.exactly)
        )

    def deals(self, jokers: int, own: int, most: int) -> fmpz_poly:
        """Return the deals of m <= `most` cards that reach the goal, as coefficients of x^m.

        There are so many `jokers` unseen and `own` ones in hand.

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
    """Return the needs of so many cards of a set: some are held, the others unseen.

    Without `wild` no joker stands for what is missing.

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
    """Return the needs of all goals at once; their needs must not exceed 5 in all.

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
    """Return the needs of whichever goal needs least.

    >>> nearest([part(number=1, unseen=1), part(number=1, unseen=1)]).exactly[:2]
    (x^2 + 2*x, 1)
    """
    goals = list(goals)
    unseen = sum(goal.unseen for goal in goals)
    above = [any_of(unseen)]
    above += [math.prod((goal.beyond(d) for goal in goals), start=ONE) for d in range(MOST + 1)]
    return Needs(unseen=unseen, exactly=tuple(a - b for a, b in pairwise(above)))
