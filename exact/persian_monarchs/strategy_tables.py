"""Tables of a strategy of Persian Monarchs, by the rank of the player's card or by the card.

The card c is its rank in the full pack of N; the rank k is that among the n cards left.
In one hand, a strategy that decides by the card is equivalent to one that decides by
the rank.  Given k, the card is c with the chance

    C(c, k) C(N-1-c, n-1-k) / C(N, n)

for every rank of the other card.  So raises and answers are averaged over c.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import (
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
    """A pack with `left` of `cards` cards; raises go up to `max_raise`."""

    left: int
    cards: int
    max_raise: int

    def views(self) -> Iterator[View]:
        """Yield all possible views of a player: every card with every rank that it can have."""
        for rank in range(self.left):
            for card in range(rank, rank + self.cards - self.left + 1):
                yield View(card, rank, *self)

    def card_weight(self, view: View) -> int:
        """Return C(c, k) C(N-1-c, n-1-k), the number of packs in which card c has rank k."""
        below = math.comb(view.card, view.rank)
        return below * math.comb(self.cards - 1 - view.card, self.left - 1 - view.rank)


def goes_by(strategy: Strategy, pack: Pack) -> frozenset[str]:
    """Return whether the strategy can be played by the rank alone, the card alone, or both.

    A caller's own strategy is evaluated with every card at every rank that it can have.

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
    """Return the chances of the raises 0 to m, and the chances to accept 1 to m.

    >>> raises, accepts = play(Random(), View(0, 0, 2, 2, 1))
    >>> [str(chance) for chance in raises], [str(chance) for chance in accepts]
    (['1/2', '1/2'], ['1/2'])
    """
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
    """The choices of a strategy by place, which is a rank or a card.

    The chance of a raise by x = 0 to m is `raises[place][x]` / `raise_total`.  The chance
    to accept a raise by x = 1 to m is `accepts[place][x - 1]` / `accept_total`.
    """

    raises: tuple[tuple[int, ...], ...]
    accepts: tuple[tuple[int, ...], ...]
    raise_total: int
    accept_total: int

    @classmethod
    def of(cls, plays: Sequence[tuple[Sequence[Fraction], Sequence[Fraction]]]) -> "Table":
        """Return the table with these chances to raise and to accept, for each place."""
        raises, raise_total = _over_one([law for law, _ in plays])
        accepts, accept_total = _over_one([chances for _, chances in plays])
        return cls(
            raises=raises, accepts=accepts, raise_total=raise_total, accept_total=accept_total
        )

    def averaged(self, pack: Pack, views: Sequence[View], places: Iterable[int]) -> "Table":
        """Return the table by rank, the mean over the cards; `places` has the row of each view."""
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
    """Return the table by rank, averaged over the card if the strategy decides by the card.

    >>> pack = Pack(left=2, cards=3, max_raise=1)
    >>> table = rank_table(NonCounter(), pack)  # the lower of two of the cards 0 to 2 is 0, 0 or 1
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
    """Return the table by card of a strategy that decides by the card.

    >>> table = card_table(NonCounter(), Pack(left=2, cards=3, max_raise=1))
    >>> [Fraction(row[1], table.raise_total) for row in table.raises]
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)]
    """
    missing = pack.cards - pack.left
    views = (View(card, max(0, card - missing), *pack) for card in range(pack.cards))
    return Table.of([play(strategy, view) for view in views])
