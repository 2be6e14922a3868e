"""A hand of Persian Monarchs: its chances between two players.

The ranks of two cards among the n left do not depend on which cards are left.  So where one player
decides by rank, the other's chances can be averaged over the cards that have a rank.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from montmort.verification.certificates.monarchs import Rows, Table, sums_beside, table


def by_rank(name: str, left: int, cards: int, most: int) -> Table:
    """Return the chances of a player by the rank among `left` of the cards."""
    if name != "non-counter" or left == cards:
        return table(name, left, most)
    full = table(name, cards, most)
    return Table(*(averaged(rows, left) for rows in full))


def averaged(rows: Rows, left: int) -> Rows:
    """Return the means of rows by card over the cards that have each rank among `left`.

    Of C(N, n) sets of n cards C(u, p) C(N - 1 - u, n - 1 - p) have card u in place p.
    """
    cards, means = len(rows), []
    for p in range(left):
        ways = [math.comb(u, p) * math.comb(cards - 1 - u, left - 1 - p) for u in range(cards)]
        sums = [
            sum(n * q for n, q in zip(ways, column, strict=True))
            for column in zip(*rows, strict=True)
        ]
        means.append([Fraction(total) / math.comb(cards, left) for total in sums])
    return means


def hand_table(names: Sequence[str], left: int, cards: int, most: int) -> tuple[Table, Table]:
    """Return the chances of both players in a hand, in the same places.

    If both decide by the card, their cards are any two of the pack, whatever was played before.
    """
    if all(name == "non-counter" for name in names):
        left = cards
    first, second = (by_rank(name, left, cards, most) for name in names)
    return first, second


class Hand(NamedTuple):
    """By the raise: the chances that it is made, also with the higher card, and accepted.

    The last two are those of a raise that is accepted and won, and accepted and lost.
    """

    rows: list[tuple[Fraction, Fraction, Fraction, Fraction]]

    @classmethod
    def of(cls, raises: Rows, accepts: Rows) -> "Hand":
        """Return the hand; a raise of 0 is accepted."""
        cards, rows = len(raises), []
        for x, column in enumerate(zip(*raises, strict=True)):
            answers = [row[x - 1] if x else Fraction(1) for row in accepts]
            below, above = zip(*sums_beside(answers), strict=True)
            made, higher, won, lost = (
                sum((r * times for r, times in zip(column, weights, strict=True)), Fraction(0))
                for weights in ([cards - 1] * cards, range(cards), below, above)
            )
            deals = cards * (cards - 1)
            rows.append((made / deals, higher / deals, won / deals, lost / deals))
        return cls(rows)

    def law(self, raiser: float = math.inf, dealer: float = math.inf) -> Mapping[int, Fraction]:
        """Return the law of the non-dealer's profit, given the largest raise made and accepted."""
        law = {1: Fraction(0), -1: Fraction(0)}
        for x, (made, higher, won, lost) in enumerate(self.rows):
            if x == 0 or x > raiser:  # the cards are shown
                law[1] += higher
                law[-1] += made - higher
            elif x > dealer:
                law[1] += made
            else:
                law[1] += made - won - lost
                law[1 + x], law[-1 - x] = won, lost
        return law
