"""The equilibrium of a hand of Persian Monarchs in closed form.

In the notation of `montmort.exact.persian_monarchs.best_response`, D_j(x) never decreases as j
increases.  So a best dealer accepts a raise by x with the S(x) highest cards,
0 <= S(x) <= n; if S(x) is not an integer, the last of them accepts with a chance.  To a
non-dealer with u = n-1-i cards above their own card, a raise then has a value which is
the largest of three linear functions of S(x),

    V_i(x) = (n-1) + max(-(2+x) S(x),  -(2+x) u,  x (S(x) - u - 1) - (2+x) u):

all accepting cards are above the own card, or the own card may be the last of them, or
some are below.  The dealer should choose the S with the least sum_i max_x V_i(x).

This is (2+x) S(x) = K for all x, for an integer K.  Then a bluff of any size has the
value n-1 - K for every card.  Compared with V_i(0), whose sum is 0, a card gains 2u - K
by a bluff and x (K/(x+2) - 2u - 1) by a value raise, so

    n (n-1) value = min_K sum_u max(0, 2u - K, max_x x (K/(x+2) - 2u - 1)).

The best x is the largest with (x+1) (x+2) (2u+1) <= 2K.  The sum is convex in K, and
its slope changes at integers only.  Take the K where the slope changes sign.  Cards
whose best choice changes there play with chance t as just above K, and otherwise as
just below K, with t such that the slopes cancel:

    cards that bluff = sum over x of x/(x+2) times the cards that value-raise by x.

The sizes of bluffs are in proportion to the terms of this sum.  Then for every x,
x times the value raises is (2+x) times the bluffs.  So the slopes of the linear
functions in use cancel, and none of them exceeds its V_i(x).  Therefore no other S earns
the dealer more against these raises, and no raise earns the non-dealer more against
this S.
"""

import math
from bisect import bisect_left
from fractions import Fraction
from typing import NamedTuple

Rows = tuple[tuple[Fraction, ...], ...]


class Balance(NamedTuple):
    """K, and the chance t to play as just above K, for cards whose best choice changes at K."""

    cards: int
    max_raise: int
    K: int
    t: Fraction

    @classmethod
    def of(cls, cards: int, max_raise: int) -> "Balance":
        """Return the K at which the slope of the sum changes sign, and the t that cancels it.

        >>> Balance.of(52, 10).K
        88
        """
        K = bisect_left(range(2 * cards), True, key=lambda K: _slope(cards, max_raise, 2 * K) >= 0)
        below, above = (_slope(cards, max_raise, twice) for twice in (2 * K - 1, 2 * K))
        return cls(cards, max_raise, K, below / (below - above))

    def value(self) -> Fraction:
        """Return the sum of the gains compared with V_i(0), over the number of deals."""
        total = Fraction(0)
        for above in range(self.cards):
            x = plan(above, 2 * self.K, self.max_raise)
            bluff = 2 * above - self.K
            total += bluff if x is None else x * (Fraction(self.K, x + 2) - 2 * above - 1)
        return total / (self.cards * (self.cards - 1))

    def raises(self) -> Rows:
        """Return r_i(x), from the lowest card up."""
        bluff = self._bluffs()
        rows = []
        for above in reversed(range(self.cards)):
            row = [Fraction(0)] * (self.max_raise + 1)
            for x, chance in self._plans(above):
                for raised, part in enumerate(bluff) if x is None else [(x, Fraction(1))]:
                    row[raised] += chance * part
            rows.append(tuple(row))
        return tuple(rows)

    def accepts(self) -> Rows:
        """Return a_j(x) for x = 1 to max_raise, from the lowest card up.

        >>> [[str(chance) for chance in row] for row in Balance.of(3, 1).accepts()]  # S = 4/3
        [['0'], ['1/3'], ['1']]
        """
        zero, one = Fraction(0), Fraction(1)
        most = [Fraction(self.K, x + 2) for x in range(1, self.max_raise + 1)]
        return tuple(
            tuple(min(max(S - above, zero), one) for S in most)
            for above in reversed(range(self.cards))
        )

    def _bluffs(self) -> list[Fraction]:
        """Return the chances of x = 0 to max_raise in a bluff; all are 0 if no card raises."""
        terms = [Fraction(0)] * (self.max_raise + 1)
        for above in range(self.cards):
            for x, chance in self._plans(above):
                if x is not None:
                    terms[x] += chance * Fraction(x, x + 2)
        total = sum(terms) or 1
        return [term / total for term in terms]

    def _plans(self, above: int) -> list[tuple[int | None, Fraction]]:
        sides = ((2 * self.K, self.t), (2 * self.K - 1, 1 - self.t))
        return [(plan(above, twice, self.max_raise), chance) for twice, chance in sides]


def plan(above: int, twice: int, max_raise: int) -> int | None:
    """Return the value raise with u = `above` higher cards; 0 for no raise, None for a bluff.

    An even `twice` means just above K = twice/2, an odd one just below K = (twice+1)/2.

    >>> plan(0, 12, 3), plan(0, 11, 3), plan(2, 8, 3), plan(2, 7, 3)
    (2, 1, 0, None)
    """
    if 4 * above > twice:
        return None
    root = math.isqrt(4 * (twice // (2 * above + 1)) + 1)  # (x+1)(x+2) <= q is 2x+3 <= root
    return min(max_raise, max(0, (root - 3) // 2))


def _slope(cards: int, max_raise: int, twice: int) -> Fraction:
    """Return the slope of the sum just above or below K, as in `plan`; it increases with K."""
    plans = [plan(above, twice, max_raise) for above in range(cards)]
    return sum((Fraction(-1) if x is None else Fraction(x, x + 2) for x in plans), Fraction(0))
