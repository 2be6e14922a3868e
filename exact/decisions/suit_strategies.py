"""Strategies for card games without a trump: tables that do not tell the suits apart.

Hands that are equal but for a permutation of the suits have one key, so a table has an entry for
each class of hands.  What it says about the cards of a hand it says by their places: the suits
are ordered by their sets of ranks, equal sets as the suits are, and cards within a suit by rank.
"""

from montmort.games.cards.pack import Pack

Key = tuple[int, ...]


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
