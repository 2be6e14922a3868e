"""One hand of Persian Monarchs: the exact law of the non-dealer's profit.

The ranks of the two cards among the n left are a uniform ordered pair.  Let r_x(k) be
the chance that the non-dealer with the k-th card raises by x, and a_x(k) the chance that
the dealer with the k-th card accepts.  Out of n (n-1), a raise by x is made, is made
with the higher card, and is accepted with the lower or the higher card, with weights

    raised_x = (n-1) sum_k r_x(k)       won_x  = sum_(j < k) r_x(k) a_x(j)
    higher_x = sum_k k r_x(k)           lost_x = sum_(j > k) r_x(k) a_x(j)

The winner of an accepted raise gains 1 + x; a declined raise gains 1.

If one player decides by the card, their chances are averaged over the card
(`montmort.exact.persian_monarchs.strategy_tables`).  If both do, their cards are a uniform pair
of all N cards for every n.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.strategy_tables import (
    CARD,
    RANK,
    Pack,
    Table,
    card_table,
    goes_by,
    rank_table,
)
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import Strategy


class Purses(NamedTuple):
    """The largest raise that the non-dealer can make, and the largest that the dealer can cover."""

    raiser: int
    dealer: int


@dataclass(frozen=True, kw_only=True)
class Duel:
    """One hand between two strategies: weights over `total`, each a tuple over the raises 0 to m.

    `raised` has the weights of each raise, and `higher` those with the higher card in
    the non-dealer's hand.  `won` and `lost` have the weights of raises that the dealer
    accepts while the non-dealer has the higher or the lower card.  A raise by 0 is
    always accepted.

    >>> from montmort.games.persian_monarchs.strategies import Counter
    >>> hand = duel(Counter(), Counter(), Pack(left=2, cards=2, max_raise=1))
    >>> hand.law()  # the higher card raises, and no raise is accepted
    Law(weights={1: 1, -1: 1}, total=2)
    """

    total: int
    raised: tuple[int, ...]
    higher: tuple[int, ...]
    won: tuple[int, ...]
    lost: tuple[int, ...]

    def __post_init__(self) -> None:
        if sum(self.raised) != self.total or any(
            not 0 <= won <= higher <= raised >= higher + lost >= higher
            for raised, higher, won, lost in self._rows()
        ):
            raise ArithmeticError(f"the weights of a hand are impossible: {self!r}")

    def _rows(self) -> Iterator[tuple[int, int, int, int]]:
        return zip(self.raised, self.higher, self.won, self.lost, strict=True)

    @classmethod
    def of(cls, raiser: Table, dealer: Table) -> "Duel":
        """Return the hand of two tables with the same places; all pairs are equally likely."""
        places = len(raiser.raises)
        raised, higher, won, lost = [], [], [], []
        always = [dealer.accept_total] * places
        answers = [always, *zip(*dealer.accepts, strict=True)]
        for raises, accepts in zip(zip(*raiser.raises, strict=True), answers, strict=True):
            below = [0, *accumulate(accepts)]
            raised.append((places - 1) * sum(raises) * dealer.accept_total)
            higher.append(sum(k * r for k, r in enumerate(raises)) * dealer.accept_total)
            won.append(sum(r * below[k] for k, r in enumerate(raises)))
            lost.append(sum(r * (below[-1] - below[k + 1]) for k, r in enumerate(raises)))
        common = math.gcd(*raised, *higher, *won, *lost)
        total = places * (places - 1) * raiser.raise_total * dealer.accept_total
        return cls(
            total=total // common,
            raised=tuple(weight // common for weight in raised),
            higher=tuple(weight // common for weight in higher),
            won=tuple(weight // common for weight in won),
            lost=tuple(weight // common for weight in lost),
        )

    def profits(self, purses: Purses | None = None) -> dict[int, int]:
        """Return the weights of the non-dealer's profits.

        If the non-dealer cannot make a raise, the cards are shown.  A raise that the
        dealer cannot cover is declined.
        """
        weights: dict[int, int] = {1: 0, -1: 0}
        for x, (raised, higher, won, lost) in enumerate(self._rows()):
            if x == 0 or (purses is not None and x > purses.raiser):
                weights[1] += higher
                weights[-1] += raised - higher
            elif purses is not None and x > purses.dealer:
                weights[1] += raised
            else:
                weights[1] += raised - won - lost
                weights[1 + x], weights[-1 - x] = won, lost
        return weights

    def law(self, purses: Purses | None = None) -> Law[int]:
        """Return the law of the non-dealer's profit."""
        return Law(weights=self.profits(purses), total=self.total)

    def mean(self) -> Fraction:
        """Return the non-dealer's expected profit without purses."""
        return self._moment(1)

    def square(self) -> Fraction:
        """Return the mean square of the profit without purses."""
        return self._moment(2)

    def _moment(self, power: int) -> Fraction:
        weights = self.profits()
        return Fraction(sum(profit**power * w for profit, w in weights.items()), self.total)


def duel(raiser: Strategy, dealer: Strategy, pack: Pack) -> Duel:
    """Return the hand of the non-dealer `raiser` and the dealer, over all packs of this size.

    >>> from montmort.games.persian_monarchs.strategies import Random
    >>> duel(Random(), Random(), Pack(left=3, cards=7, max_raise=2)).mean()
    Fraction(1, 4)
    """
    ways = goes_by(raiser, pack), goes_by(dealer, pack)
    if any(RANK in way for way in ways):
        return Duel.of(rank_table(raiser, pack), rank_table(dealer, pack))
    if all(CARD in way for way in ways):
        return Duel.of(card_table(raiser, pack), card_table(dealer, pack))
    raise BadInput(
        f"{raiser!r} against {dealer!r} with {pack.left} of {pack.cards} cards left: no player "
        "decides by the rank alone, and not both by the card alone; take a counter for one"
    )


def mean_profits(
    raises: Sequence[int], accepts: Sequence[int], accept_total: int
) -> tuple[int, int]:
    """Return the non-dealer's mean profits with the lower and the higher card, over both totals.

    Both arguments are rows of tables: `raises` for raises by 0 to m, `accepts` for 1 to m.

    >>> mean_profits([1, 1], [1], 2)  # a raise by 1 has chance 1/2, and is accepted with 1/2
    (-3, 5)
    """
    answered = [*enumerate(zip(raises[1:], accepts, strict=True), 1)]
    asked, shown = accept_total * sum(raises[1:]), accept_total * raises[0]
    lower = asked - shown - sum((2 + x) * made * accepted for x, (made, accepted) in answered)
    higher = asked + shown + sum(x * made * accepted for x, (made, accepted) in answered)
    return lower, higher
