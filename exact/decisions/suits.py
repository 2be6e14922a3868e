"""Classes of hands that are equal but for a permutation of the suits.

The ranks held in each suit are a set of bits; sorted in ascending order, they are the
same for all hands of a class.  The hand whose suits are so sorted represents its class.

Strategies for card games without a trump are tables that do not tell the suits apart: hands of
a class have one key, so a table has an entry for each class of hands.  What it says about the
cards of a hand it says by their places: the suits are ordered by their sets of ranks, equal sets
as the suits are, and cards within a suit by rank.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.decisions.card_sets import Ints, card_sets
from montmort.games.cards.pack import Pack, members

Key = tuple[int, ...]


class Classes(NamedTuple):
    """Classes of hands.

    `rows[i]` is the row of the hand that represents class i, `weights[i]` the number of
    its hands, and `of_hand[row]` the class of a hand.
    """

    rows: Ints
    weights: Ints
    of_hand: Ints

    def __len__(self) -> int:
        return len(self.rows)


@lru_cache(maxsize=2)
def suit_classes(pack: Pack, jokers: int, cards: int) -> Classes:
    """Return the classes of the hands of so many cards; jokers stay where they are.

    >>> len(suit_classes(Pack(), 0, 2))  # pairs, suited and unsuited ranks
    169
    """
    keys = card_sets(pack.size + jokers, cards).keys
    lane = (1 << pack.ranks) - 1
    lanes = np.sort([keys >> suit * pack.ranks & lane for suit in range(pack.suits)], axis=0)
    sorted_keys = keys >> pack.size << pack.size
    for suit, ranks in enumerate(lanes):
        sorted_keys |= ranks << suit * pack.ranks
    rows = np.flatnonzero(sorted_keys == keys)
    of_hand = np.searchsorted(keys[rows], sorted_keys)
    return Classes(rows, np.bincount(of_hand), of_hand)


def single_classes(hands: int) -> Classes:
    """Return the classes of one hand each.

    >>> single_classes(3).weights.tolist()
    [1, 1, 1]
    """
    rows: npt.NDArray[np.int64] = np.arange(hands)
    return Classes(rows, np.ones(hands, np.int64), rows)


def sorted_suits(pack: Pack, hand: int) -> dict[int, int]:
    """Return {card of a hand: card of the hand that represents its class}.

    >>> sorted_suits(Pack(ranks=2, suits=2), 0b0110)  # 3 of clubs, 2 of diamonds
    {1: 3, 2: 0}
    """
    lanes = pack.lanes(hand)
    order = sorted(range(pack.suits), key=lanes.__getitem__)
    moved = {suit: place - suit for place, suit in enumerate(order)}
    return {
        card: card + moved.get(card // pack.ranks, 0) * pack.ranks  # jokers have no suit
        for card in members(hand)
    }


def suit_key(pack: Pack, hand: int) -> Key:
    """Return the sets of ranks that a hand has in each suit, the greatest first.

    >>> pack = Pack(ranks=3, suits=2)
    >>> [suit_key(pack, hand) for hand in (0b001_110, 0b110_001)]
    [(6, 1), (6, 1)]
    """
    return tuple(sorted(pack.lanes(hand), reverse=True))


def cards_at(pack: Pack, hand: int, places: int) -> int:
    """Return the cards of a hand at some places, a set of bits: bit 0 is the first card.

    >>> pack = Pack(ranks=3, suits=2)
    >>> [f"{cards_at(pack, hand, 0b001):06b}" for hand in (0b001_110, 0b110_001)]
    ['001000', '000001']
    """
    found = place = 0
    for lane, suit in sorted((lane, suit) for suit, lane in enumerate(pack.lanes(hand))):
        for rank in range(pack.ranks):
            if lane >> rank & 1:
                if places >> place & 1:
                    found |= 1 << suit * pack.ranks + rank
                place += 1
    return found
