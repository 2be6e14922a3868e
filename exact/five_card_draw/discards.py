"""Five-card draw, every hand and every discard: the chances, and the best of them.

The five cards of a hand are each held by own, by theirs, or by neither: 3^5
states with counts H from `exact.five_card_draw.pair_counts`.  A card that is kept is held by own,
a discarded one by neither hand, so that its part of the inclusion and exclusion is

    kept: H(own),    discarded: H(anywhere) - H(own) - H(theirs).

Taking the cards one after the other turns the 3^5 counts into those of the 2^5
discards, once for wins and once for wins or ties.

The best discard wins most; of these ties most; of these draws fewest; of these
is the first in the order of the hand.  Draws of d cards have C(N-5, d) C(N-5-d, 5)
deals; their counts are compared after bringing these to one number.
"""

import math
from typing import NamedTuple

import numpy as np

from montmort.exact.five_card_draw import kernel as kernel
from montmort.exact.five_card_draw.kernel import OWN, THEIRS, Ints
from montmort.exact.five_card_draw.pair_counts import Counted, Deck, Watch, count_pairs, nobody

HANDS = 1 << 14  # of which the counts of all choices are held at a time


class Best(NamedTuple):
    """The best discards of all hands of a deck when at most 0, 1, … cards may be drawn.

    `discards[most, i]` is for the i-th hand in colexicographic order; bit j says
    that its j-th lowest card goes.  `sums[most, type, drawn]` are the hands of a
    type that draw so many cards, their wins and their ties.
    """

    discards: Ints
    sums: Ints


def best_choices(deck: Deck, watch: Watch = nobody) -> Best:
    """Return the best discards of all hands; `watch` hears of every hand, twice or thrice.

    >>> from montmort.games.cards.pack import Pack
    >>> deck = Deck(ranking="standard", pack=Pack(ranks=5, suits=2))
    >>> best_choices(deck).sums[0, :, 0].sum(0).tolist()  # hands, wins and ties standing pat
    [252, 110, 32]
    """
    counted = count_pairs(deck, watch)
    most = min(5, deck.pack.size - 10)
    best = Best(
        discards=np.zeros((most + 1, len(deck.sets[5])), np.uint8),
        sums=np.zeros((most + 1, deck.table.types.max() + 1, 6, 3), np.int64),
    )
    types, weights = deck.table.types[deck.values], images(deck)
    changes = deck.changes if deck.suits_alike else deck.changes[:1]
    rows = standing(deck)
    for these in np.split(rows, range(HANDS, rows.size, HANDS)):
        hands = deck.sets[5][these]
        counts = counts_of(deck, counted, hands)
        optima = _optima(deck, counts, most)
        kernel.add_up(counts, optima, types[these], weights[these], best.sums)
        kernel.spread(hands, optima, changes, best.discards)
        watch(int(weights[these].sum()))
    return best


def images(deck: Deck) -> Ints:
    """Return for how many hands each hand stands, 0 if another stands for it."""
    return deck.weights[5] if deck.suits_alike else np.ones(len(deck.sets[5]), np.int32)


def standing(deck: Deck) -> Ints:
    """Return the hands that stand for all, by their places in colexicographic order."""
    return np.flatnonzero(images(deck))


def judged(deck: Deck, counted: Counted, these: Ints, most: int) -> Ints:
    """Return a row for each of these hands: its images, type, and best discard of at most `most`.

    The discard is told by the cards drawn, its wins and its ties.
    """
    counts = counts_of(deck, counted, deck.sets[5][these])
    optima = _optima(deck, counts, most)[:, most]
    discards = np.bitwise_count((optima & -optima) - 1)  # the lowest of the set
    drawn, best = kernel.SIZE[discards], counts[np.arange(len(these)), discards]
    types = deck.table.types[deck.values[these]]
    return np.column_stack((images(deck)[these], types, drawn, best))


def counts_of(deck: Deck, counted: Counted, hands: Ints) -> Ints:
    """Return how often hands win and tie: axes (hand, discard, wins or ties).

    >>> from montmort.games.cards.pack import Pack
    >>> deck = Deck(ranking="standard", pack=Pack(ranks=5, suits=2))
    >>> counts_of(deck, count_pairs(deck), deck.sets[5][:1])[0, 0].tolist()  # straight flushes
    [0, 1]
    """
    size = deck.pack.size
    held = zip(OWN.tolist(), THEIRS.tolist(), strict=True)
    pairs = [math.comb(size - a - s, 5 - a) * math.comb(size - 5 - s, 5 - s) for a, s in held]
    counts = np.empty((len(hands), 32, 2), np.int64)
    kernel.play_choices(hands, *counted, np.array(pairs), deck.start, counts)
    return counts


def _optima(deck: Deck, counts: Ints, most: int) -> Ints:
    """Return the best discards, axes (hand, cards that may be drawn), as sets of masks."""
    unseen, drawn = deck.pack.size - 5, range(most + 1)
    deals = [math.comb(unseen, d) * math.comb(unseen - d, 5) for d in drawn]
    whole = math.lcm(*deals)
    optima = np.empty((len(counts), most + 1), np.int64)
    kernel.choose(counts, np.array(deals), np.array([whole // d for d in deals]), optima)
    if (optima < 0).any():
        raise ArithmeticError("a hand wins or ties a number of deals that cannot be")
    return optima
