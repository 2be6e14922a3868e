"""The equilibrium of one hand of Persian Monarchs, for every pack and every limit of raises.

In the letters of `exact.monarchs_response`: D_j(x) rises with j, so a best dealer
accepts a raise by x with his S(x) best cards, S(x) from 0 to n, the last of them
by chance if it is no integer.  With u = n-1-i cards above his own a raise is
then worth to the non-dealer the largest of three straight lines in S(x),

    V_i(x) = (n-1) + max(-(2+x) S(x),  -(2+x) u,  -(2+x) u + x (S(x) - u - 1)):

he bluffs, he holds the dealer's last card, he has many of the dealer's below him.
So the value is the least, over S, of sum_i max_x V_i(x): a linear program.

Its solution is (2+x) S(x) = K for all x, by an integer K: bluffs are then worth
-K to any card, whatever their size.  Beyond V_i(0), whose sum is 0, a card gains
2u - K by a bluff and x (K/(x+2) - 2u - 1) by a raise on its merits, so that

    n (n-1) value = min_K sum_u max(0, 2u - K, max_x x (K/(x+2) - 2u - 1)).

The best x is the largest with (x+1) (x+2) (2u+1) <= 2K.  The sum is convex in K,
with breaks at integers only; at the K where its slope turns, cards at a break do
with chance t what is best just above K and otherwise what is best just below,
t such that the slopes cancel:

    cards that bluff = sum_x x/(x+2) · cards that raise by x on their merits.

Bluffs are spread over the x as the terms of this sum.  Then for every x the lines
in use have slopes that cancel, x · raises = (2+x) · bluffs, so no other S(x) is
better for the dealer, and no raise is better for the non-dealer.

Nothing is returned before best responses to both strategies have given the value.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from exact.monarchs_response import Tables
from exact.monarchs_response import best_response as best_response
from exact.monarchs_response import best_response_value as best_response_value
from exact.writing import short, whole
from games.integers import check_integer
from games.monarchs_strategies import ByRank, Strategy

FORMULA = "closed form"

Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True, kw_only=True)
class HandEquilibrium:
    """A hand's value to the non-dealer, and a strategy of both roles that proves it.

    raises[k][x] is the chance of a raise by x = 0 … max_raise with card k of
    0 … cards - 1, accepts[k][x-1] the chance that the dealer with card k accepts x >= 1.

    >>> print(solve_hand(4, 1))
    A hand with 4 cards and raises up to 1 is worth 1/12 to the non-dealer (closed form)
    """

    cards: int
    max_raise: int
    value: Fraction
    raises: Rows
    accepts: Rows
    method: str

    def __str__(self) -> str:
        return (
            f"A hand with {self.cards} cards and raises up to {self.max_raise} is worth "
            f"{short(self.value)} to the non-dealer ({self.method})"
        )

    @property
    def strategy(self) -> ByRank:
        """The player who plays it, at the table or in a simulation."""
        return ByRank(raises=self.raises, accepts_by=self.accepts)

    def certificate(self) -> dict[str, object]:
        """Return value and strategies in writing; whoever finds both best responses has proved it.

        >>> solve_hand(2, 1).certificate()["raises"]
        [['1', '0'], ['1', '0']]
        """
        return {
            "cards": str(self.cards),
            "max_raise": str(self.max_raise),
            "value": whole(self.value),
            "raises": [[whole(chance) for chance in row] for row in self.raises],
            "accepts": [[whole(chance) for chance in row] for row in self.accepts],
        }


class Exploitability(NamedTuple):
    """What a strategy loses, in each role, against best responses beyond the equilibrium."""

    non_dealer: Fraction
    dealer: Fraction


def exploitability(strategy: Strategy, cards: int = 52, max_raise: int = 10) -> Exploitability:
    """Return what best responses gain by the strategy beyond the value, 0 or more.

    >>> from games.monarchs_strategies import Random
    >>> print(*exploitability(Random(), 2, 1))  # the value is 0
    1/4 1/2
    """
    value = solve_hand(cards, max_raise).value
    tables = Tables.of(strategy, cards, max_raise)
    return Exploitability(value - tables.least(), tables.most() - value)


def solve_hand(cards: int = 52, max_raise: int = 10) -> HandEquilibrium:
    """Return the equilibrium of a hand with a full pack, proved by both best responses.

    >>> [str(solve_hand(cards, 1).value) for cards in (2, 4, 6, 10)]
    ['0', '1/12', '4/45', '1/10']
    """
    check_integer("cards", cards, 2)
    check_integer("max_raise", max_raise, 1)
    return proved(Balance.of(cards, max_raise).equilibrium())


def proved(found: HandEquilibrium) -> HandEquilibrium:
    """Return it if best responses to both strategies give its value, else ArithmeticError."""
    tables = Tables.of(found.strategy, found.cards, found.max_raise)
    if not tables.least() == found.value == tables.most():
        raise ArithmeticError(
            f"best responses give {short(tables.least())} and {short(tables.most())}, "
            f"not {short(found.value)}: not returned"
        )
    return found


class Balance(NamedTuple):
    """K, and the chance t with which cards at a break play as if K were a little larger."""

    cards: int
    max_raise: int
    K: int
    t: Fraction

    @classmethod
    def of(cls, cards: int, max_raise: int) -> "Balance":
        """Return the K at which the slope of the sum turns, and the t that cancels it.

        >>> Balance.of(52, 10).K
        88
        """
        K = bisect_left(range(2 * cards), True, key=lambda K: _slope(cards, max_raise, 2 * K) >= 0)
        below, above = (_slope(cards, max_raise, twice) for twice in (2 * K - 1, 2 * K))
        return cls(cards, max_raise, K, below / (below - above))

    def equilibrium(self) -> HandEquilibrium:
        """Return both strategies and the value, unproved."""
        return HandEquilibrium(
            cards=self.cards,
            max_raise=self.max_raise,
            value=self.value(),
            raises=self.raises(),
            accepts=accepts_best(self.cards, [self.K / Fraction(x + 2) for x in self._sizes]),
            method=FORMULA,
        )

    def value(self) -> Fraction:
        """Return the sum of what cards gain beyond V_i(0), over all deals."""
        total = Fraction(0)
        for above in range(self.cards):
            x = plan(above, 2 * self.K, self.max_raise)
            bluff = 2 * above - self.K
            total += bluff if x is None else x * (Fraction(self.K, x + 2) - 2 * above - 1)
        return total / (self.cards * (self.cards - 1))

    def raises(self) -> Rows:
        """Return r_i(x), card by card from the lowest."""
        bluff = self._bluffs()
        rows = []
        for above in reversed(range(self.cards)):
            row = [Fraction(0)] * (self.max_raise + 1)
            for x, chance in self._plans(above):
                for raised, part in enumerate(bluff) if x is None else [(x, Fraction(1))]:
                    row[raised] += chance * part
            rows.append(tuple(row))
        return tuple(rows)

    def _bluffs(self) -> list[Fraction]:
        """Return the law of x = 0, 1, … in a bluff; zeros where nobody raises."""
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

    @property
    def _sizes(self) -> range:
        return range(1, self.max_raise + 1)


def plan(above: int, twice: int, max_raise: int) -> int | None:
    """Return the raise on its merits with u = `above` cards higher, 0 for none, None to bluff.

    K is twice/2: just above it for an even number, just below it for the odd one before.

    >>> plan(0, 12, 3), plan(0, 11, 3), plan(2, 8, 3), plan(2, 7, 3)
    (2, 1, 0, None)
    """
    if 4 * above > twice:
        return None
    root = math.isqrt(4 * (twice // (2 * above + 1)) + 1)  # (x+1)(x+2) <= q is 2x+3 <= root
    return min(max_raise, max(0, (root - 3) // 2))


def _slope(cards: int, max_raise: int, twice: int) -> Fraction:
    """Return the slope of the sum beside K = twice/2, which rises with K."""
    plans = [plan(above, twice, max_raise) for above in range(cards)]
    return sum((Fraction(-1) if x is None else Fraction(x, x + 2) for x in plans), Fraction(0))


def accepts_best(cards: int, most: Sequence[Fraction]) -> Rows:
    """Return a_j(x) of the dealer who accepts x with his most[x-1] best cards, S(x).

    >>> [[str(chance) for chance in row] for row in accepts_best(3, [Fraction(3, 2)])]
    [['0'], ['1/2'], ['1']]
    """
    one = Fraction(1)
    return tuple(
        tuple(min(max(S - above, 0 * one), one) for S in most) for above in reversed(range(cards))
    )
