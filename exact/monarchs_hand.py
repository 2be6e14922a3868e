"""One hand of Persian Monarchs: the exact law of the non-dealer's profit.

The ranks of the two cards among the n left are a uniform ordered pair.  With
r_x(k) the chance that the non-dealer raises by x with the k-th card, a_x(k) that
the dealer accepts it with his k-th, a raise by x is made, made with the higher
card, and accepted by the lower or the higher one, with weights

    raised_x = (n-1) sum_k r_x(k)       won_x  = sum_(j < k) r_x(k) a_x(j)
    higher_x = sum_k k r_x(k)           lost_x = sum_(j > k) r_x(k) a_x(j)

of n (n-1).  Who wins an accepted raise gains 1 + x, a declined one pays 1.

A strategy that goes by the card c, its rank in the full pack of N, is in one
hand as good as one that goes by the rank alone: given the rank k, c has the chance

    C(c, k) C(N-1-c, n-1-k) / C(N, n),

whatever the other rank is, so r_x and a_x are averaged over it.  Two that go by
the card need no n: their cards are a uniform pair of the N.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from exact.law import Law
from games.errors import BadInput
from games.monarchs_strategies import (
    ByPack,
    ByRank,
    Counter,
    NonCounter,
    Random,
    Strategy,
    View,
)

RANK, CARD = "rank", "card"
BOTH = frozenset((RANK, CARD))
_GOES_BY = {
    Counter: frozenset((RANK,)),
    ByRank: frozenset((RANK,)),
    ByPack: frozenset((RANK,)),
    NonCounter: frozenset((CARD,)),
    Random: BOTH,
}


class Pack(NamedTuple):
    """`left` of `cards` cards are in the pack; raises go up to `max_raise`."""

    left: int
    cards: int
    max_raise: int

    def views(self) -> Iterator[View]:
        """Yield what a player may see: every card with every rank that it can have."""
        for rank in range(self.left):
            for card in range(rank, rank + self.cards - self.left + 1):
                yield View(card, rank, *self)

    def card_weight(self, view: View) -> int:
        """Return C(c, k) C(N-1-c, n-1-k): of the C(N, n) packs, those where card c has rank k."""
        below = math.comb(view.card, view.rank)
        return below * math.comb(self.cards - 1 - view.card, self.left - 1 - view.rank)


def goes_by(strategy: Strategy, pack: Pack) -> frozenset[str]:
    """Return by which of rank and card alone the strategy can be played: one, both or none.

    A strategy of one's own is asked with every card at every rank that it can have.

    >>> sorted(goes_by(NonCounter(), Pack(left=4, cards=6, max_raise=2)))
    ['card']
    >>> sorted(goes_by(NonCounter(), Pack(left=6, cards=6, max_raise=2)))
    ['card', 'rank']
    """
    if pack.left == pack.cards:
        return BOTH
    if type(strategy) in _GOES_BY:
        return _GOES_BY[type(strategy)]
    plays = {view: play(strategy, view) for view in pack.views()}
    return frozenset(
        what
        for what in BOTH
        if len({(getattr(view, what), play) for view, play in plays.items()})
        == len({getattr(view, what) for view in plays})
    )


def play(strategy: Strategy, view: View) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
    """Return the law of the raise 0 … m, and the chances to accept 1 … m."""
    weights = strategy.raise_weights(view)
    if len(weights) != view.max_raise + 1 or min(weights) < 0 or not sum(weights):
        raise BadInput(
            f"raise_weights={weights!r} must be {view.max_raise + 1} integers >= 0, "
            "one for each raise from 0 up, one of them > 0"
        )
    law = tuple(Fraction(weight, sum(weights)) for weight in weights)
    return law, tuple(_chance(strategy.accepts(view, x)) for x in range(1, view.max_raise + 1))


def _chance(value: object) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Fraction) or not 0 <= value <= 1:
        raise BadInput(f"accepts returned {value!r}; it must be a chance from 0 to 1, a Fraction")
    return Fraction(value)


@dataclass(frozen=True, kw_only=True)
class Table:
    """How a strategy plays by place, rank or card: integers over one total each.

    `raises[place][x]` of `raise_total` raise by x = 0 … m, `accepts[place][x - 1]` of
    `accept_total` accept a raise by x = 1 … m.
    """

    raises: tuple[tuple[int, ...], ...]
    accepts: tuple[tuple[int, ...], ...]
    raise_total: int
    accept_total: int

    @classmethod
    def of(cls, plays: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]]) -> "Table":
        """Return the table with these chances to raise and to accept, place by place."""
        raises, raise_total = _over_one([law for law, _ in plays])
        accepts, accept_total = _over_one([chances for _, chances in plays])
        return cls(
            raises=raises, accepts=accepts, raise_total=raise_total, accept_total=accept_total
        )

    def averaged(self, pack: Pack, views: Sequence[View], places: Iterable[int]) -> "Table":
        """Return the table by rank, the mean over the cards; each view plays as its place does."""
        raises = [[0] * (pack.max_raise + 1) for _ in range(pack.left)]
        accepts = [[0] * pack.max_raise for _ in range(pack.left)]
        for view, place in zip(views, places, strict=True):
            weight = pack.card_weight(view)
            for sums, row in ((raises, self.raises), (accepts, self.accepts)):
                sums[view.rank] = [
                    total + weight * chance
                    for total, chance in zip(sums[view.rank], row[place], strict=True)
                ]
        packs = math.comb(pack.cards, pack.left)
        return Table(
            raises=tuple(map(tuple, raises)),
            accepts=tuple(map(tuple, accepts)),
            raise_total=packs * self.raise_total,
            accept_total=packs * self.accept_total,
        )


def _over_one(rows: Sequence[Sequence[Fraction]]) -> tuple[tuple[tuple[int, ...], ...], int]:
    total = math.lcm(*(chance.denominator for row in rows for chance in row))
    whole = (tuple(p.numerator * (total // p.denominator) for p in row) for row in rows)
    return tuple(whole), total


def rank_table(strategy: Strategy, pack: Pack) -> Table:
    """Return the table by rank, averaged over the card where the strategy goes by it.

    >>> pack = Pack(left=2, cards=3, max_raise=1)
    >>> table = rank_table(NonCounter(), pack)  # the lower of two cards is 0, 0 or 1 of 0 … 2
    >>> [Fraction(row[1], table.raise_total) for row in table.raises]
    [Fraction(1, 6), Fraction(5, 6)]
    """
    ways = goes_by(strategy, pack)
    if RANK in ways:
        return Table.of([play(strategy, View(k, k, *pack)) for k in range(pack.left)])
    views = [*pack.views()]
    if CARD in ways:
        return card_table(strategy, pack).averaged(pack, views, [view.card for view in views])
    return Table.of([play(strategy, view) for view in views]).averaged(
        pack, views, range(len(views))
    )


def card_table(strategy: Strategy, pack: Pack) -> Table:
    """Return the table of a strategy that goes by the card, of all cards of the full pack."""
    missing = pack.cards - pack.left
    views = (View(card, max(0, card - missing), *pack) for card in range(pack.cards))
    return Table.of([play(strategy, view) for view in views])


class Purses(NamedTuple):
    """What limits a hand: the largest raise the non-dealer can make, the dealer can cover."""

    raiser: int
    dealer: int


@dataclass(frozen=True, kw_only=True)
class Duel:
    """One hand between two strategies; weights of `total`, each a tuple over the raises 0 … m.

    `raised` is how often so much is raised, `higher` with the higher card on the
    non-dealer's side; `won` and `lost` how often the dealer would accept and the
    non-dealer has the higher and the lower card.  A raise of 0 is always accepted.

    >>> hand = duel(Counter(), Counter(), Pack(left=2, cards=2, max_raise=1))
    >>> hand.law()  # the higher card raises, and nobody accepts
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
            raise ArithmeticError(f"no law of a hand: {self!r}")

    def _rows(self) -> Iterator[tuple[int, int, int, int]]:
        return zip(self.raised, self.higher, self.won, self.lost, strict=True)

    @classmethod
    def of(cls, raiser: Table, dealer: Table) -> "Duel":
        """Return the hand of two tables with the same places, all pairs of them equally likely."""
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
            **{
                name: tuple(weight // common for weight in weights)
                for name, weights in zip(
                    ("raised", "higher", "won", "lost"), (raised, higher, won, lost), strict=True
                )
            },
        )

    def profits(self, purses: Purses | None = None) -> dict[int, int]:
        """Return the weights of the non-dealer's profits.

        Of a raise that he cannot make the cards are shown, one that the dealer
        cannot cover is declined.
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
        return self._moment(lambda profit: profit)

    def square(self) -> Fraction:
        """Return the mean square of the profit without purses."""
        return self._moment(lambda profit: profit**2)

    def _moment(self, power: Callable[[int], int]) -> Fraction:
        weights = self.profits()
        return Fraction(sum(power(profit) * w for profit, w in weights.items()), self.total)


def duel(raiser: Strategy, dealer: Strategy, pack: Pack) -> Duel:
    """Return the hand of the non-dealer `raiser` and the dealer, over all packs of so many cards.

    >>> duel(Random(), Random(), Pack(left=3, cards=7, max_raise=2)).mean()
    Fraction(1, 4)
    """
    ways = goes_by(raiser, pack), goes_by(dealer, pack)
    if any(RANK in way for way in ways):
        return Duel.of(rank_table(raiser, pack), rank_table(dealer, pack))
    if all(CARD in way for way in ways):
        return Duel.of(card_table(raiser, pack), card_table(dealer, pack))
    raise BadInput(
        f"{raiser!r} against {dealer!r} with {pack.left} of {pack.cards} cards left: neither goes "
        "by the rank alone, nor both by the card alone; take a counter for one of them"
    )
