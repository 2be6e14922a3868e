"""The number of five-card hands below a value, after some cards have been taken away.

There are c_r cards of rank r, and suit u has the set L_u of ranks.  A set X of cards
is taken: x_r of rank r, and the ranks X_u of suit u.  Among the other cards there are

    below(v, X) =   sum_(m < v) prod_r C(c_r - x_r, m_r)
                  + sum_u sum_(R in L_u - X_u) [R in suit u < v] - [R in several < v]

hands with a value below v.  The first sum is over hands with m_r cards of rank r, all
valued as if they had several suits.  The second sum corrects the hands of one suit
with the five ranks R.  With hands in order of value both are partial sums: the first
of a row for each multiset x, the second of a row for each suit and X_u.  If k cards
of a rank are left and one more is taken, the new row follows from the old one by

    C(k - 1, m) = C(k, m) (k - m) / k.
"""

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

from montmort.games.cards.pack import Pack, members
from montmort.games.five_card_draw.ranking import (
    ALMOST_FIVE,
    FIVE,
    RANK_BITS,
    SUIT_BITS,
    Table,
    table,
)

Ints = npt.NDArray[np.integer]
PARTS = 12  # divisible by k = 1, 2, 3 and 4 cards of a rank


class Taken(NamedTuple):
    """All sets of a number of cards: the sum of the words of each set, and its rows of sums."""

    words: Ints
    by_ranks: Ints
    by_suit: tuple[Ints, ...]


class Sums(NamedTuple):
    """Partial sums in rows: rows[row, start[v]] is the sum over all values below v."""

    start: Ints
    rows: Ints

    @classmethod
    def of(cls, values: Ints, terms: Ints, classes: int) -> Self:
        """Return the partial sums of terms[row, i] with the ascending values[i]."""
        rows = np.zeros((len(terms), values.size + 1), np.int32)
        np.cumsum(terms, axis=1, out=rows[:, 1:])
        return cls(np.searchsorted(values, np.arange(classes + 1)), rows)

    def total(self, row: Ints, value: Ints) -> int:
        """Return the total over all pairs (row, value) of the sum below the value."""
        place = row * self.rows.shape[1] + self.start[value]
        return int(self.rows.ravel()[place].sum(dtype=np.int64))


class Left:
    """A set of cards, up to `most` of which are taken; hands are counted among the others."""

    def __init__(self, cards: int, most: int, ranking: str, pack: Pack) -> None:
        self.pack, self.most, self.table = pack, most, table(ranking, pack)
        self.held, self.values = _hands(ranking, pack)
        self.counts = pack.rank_counts(cards)
        self.cards = np.array(sorted(members(cards), key=lambda card: card % pack.ranks))
        self.of_suits = [self._of_suit(suit, lane) for suit, lane in enumerate(pack.lanes(cards))]

    def taken(self, size: int) -> Taken:
        """Return all sets of `size` cards."""
        places = subsets(self.cards.size, size)  # among the cards, whose ranks ascend
        ranks = self.cards % self.pack.ranks
        words, cards, by_ranks = np.zeros((3, len(places)), np.int64)
        for j, place in enumerate(places.T):
            words += self.table.keys[self.cards][place]
            cards += (1 << self.cards)[place]
            by_ranks += _CHOOSE[ranks + j, j + 1][place]
        lanes = (cards >> suit * self.pack.ranks for suit in range(self.pack.suits))
        all_ranks = (1 << self.pack.ranks) - 1
        rows = zip(self.of_suits, lanes, strict=True)
        return Taken(words, by_ranks, tuple(row[lane & all_ranks] for (row, _), lane in rows))

    def of_ranks(self) -> Iterator[Sums]:
        """Yield the first sum for 0 to `most` cards taken, with a row per multiset of ranks."""
        ways = np.ones((1, self.values.size), np.int16)
        for held, count in zip(self.held, self.counts, strict=True):
            ways *= _CHOOSE[count].astype(np.int16)[held]
        yield self._sums(self.values, ways)
        for size in range(1, self.most + 1):
            ways = np.concatenate([self._one_more(ways, size, r) for r in range(self.pack.ranks)])
            yield self._sums(self.values, ways)

    def _one_more(self, ways: Ints, size: int, rank: int) -> Ints:
        """Return the rows of `size` cards with highest rank `rank`."""
        before = multisets(self.pack.ranks, size - 1)[: math.comb(rank + size - 1, size - 1)]
        left = np.maximum(0, self.counts[rank] - (before == rank).sum(1))
        rows: Ints = ways[: len(before)] * _SHARE[:, self.held[rank]][left] // np.int16(PARTS)
        return rows

    def _of_suit(self, suit: int, lane: int) -> tuple[Ints, Sums]:
        """Return the rows of all sets X_u, and the part of the second sum for a suit."""
        fives = subsets(self.pack.ranks, 5)
        places = self.table.keys[fives].sum(1) & self.table.rank_mask
        values = np.concatenate((self.table.flush[suit, places], self.table.plain[places]))
        order = np.argsort(values, kind="stable")
        taken = _masks(self.pack.ranks, self.most)
        taken = taken[taken & ~lane == 0]
        rows = np.zeros(1 << self.pack.ranks, np.int64)
        rows[taken] = np.arange(taken.size)
        ranks = _bits(fives)
        fits = ((lane ^ taken)[:, None] & ranks == ranks).astype(np.int8)
        return rows, self._sums(values[order], np.concatenate((fits, -fits), axis=1)[:, order])

    def _sums(self, values: Ints, terms: Ints) -> Sums:
        return Sums.of(values, terms, self.table.types.size)


def values_of(ranking: Table, words: Ints) -> Ints:
    """Return the values of hands, each given by the sum of its five words.

    >>> standard = table()
    >>> values_of(standard, standard.keys[[[8, 9, 10, 11, 12]]].sum(1)).tolist()  # royal flush
    [7461]
    """
    places = words & ranking.rank_mask
    values: Ints = ranking.plain[places]
    flushes = np.flatnonzero(words + ALMOST_FIVE & FIVE)
    for suit, of_suit in enumerate(ranking.flush):
        cards = words[flushes] >> RANK_BITS + SUIT_BITS * suit & (1 << SUIT_BITS) - 1
        these = flushes[cards == 5]
        values[these] = of_suit[places[these]]
    return values


@cache
def subsets(number: int, size: int) -> Ints:
    """Return all sets of `size` numbers below `number` as rows, in colexicographic order.

    >>> subsets(4, 2).tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
    """
    if size == 0:
        return np.zeros((1, 0), np.int8)
    lower = subsets(number, size - 1)
    below = [math.comb(highest, size - 1) for highest in range(number)]  # sets of lower members
    rows = [lower[:0], *(lower[:sets] for sets in below)]
    return np.column_stack(
        (np.concatenate(rows), np.repeat(np.arange(number, dtype=np.int8), below))
    )


def multisets(number: int, size: int) -> Ints:
    """Return all multisets of `size` numbers below `number` as rows, in the same order.

    >>> multisets(2, 2).tolist()
    [[0, 0], [0, 1], [1, 1]]
    """
    return subsets(max(0, number + size - 1), size) - np.arange(size)


def _masks(ranks: int, most: int) -> Ints:
    """Return all sets of at most `most` ranks, as bits."""
    return np.concatenate([_bits(subsets(ranks, size)) for size in range(most + 1)])


def _bits(sets: Ints) -> Ints:
    bits: Ints = (1 << sets.astype(np.int64)).sum(1)
    return bits


@cache
def _hands(ranking: str, pack: Pack) -> tuple[Ints, Ints]:
    """Return m[rank, hand] for every multiset of five ranks, and the ascending values."""
    words, ranks = table(ranking, pack), multisets(pack.ranks, 5)
    held = (ranks[:, None] == np.arange(pack.ranks)[:, None]).sum(2)
    possible = held.max(1) <= pack.suits
    values = words.plain[words.keys[ranks[possible]].sum(1) & words.rank_mask]
    order = np.argsort(values, kind="stable")
    return np.ascontiguousarray(held[possible][order].T), values[order]


_CHOOSE = np.array([[math.comb(n, k) for k in range(6)] for n in range(64)])
_SHARE = np.array(  # [k, m]: the share of hands left if one of k cards goes, m of them in the hand
    [[max(0, k - m) * PARTS // max(1, k) for m in range(5)] for k in range(5)], np.int16
)
