"""Classes of hands that are equal but for a permutation of the suits.

The ranks held in each suit are a set of bits; sorted in ascending order, they are the
same for all hands of a class.  The hand whose suits are so sorted represents its class.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.decisions.card_sets import Ints, card_sets
from montmort.games.cards.pack import Pack, members


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
