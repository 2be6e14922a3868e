"""The chances of every discard of every hand of five-card draw, and the best discards.

Each of the five cards of a hand is in the player's final hand ("own"), in the
opponent's ("theirs"), or anywhere: 3^5 states, with counts H from
`montmort.exact.five_card_draw.pair_counts`.  A card that the player keeps is in own, and a
discarded card is in neither hand.  So by inclusion and exclusion a card contributes

    not discarded: H(own),    discarded: H(anywhere) - H(own) - H(theirs).

Doing this card by card turns the 3^5 counts into those of the 2^5 discards, once for
wins and once for wins or ties.

The best discard has the largest chance to win.  Equal discards are ordered by their
chance to tie, then by the fewest cards drawn, then by the order of the hand.  A draw
of d cards has C(N-5, d) C(N-5-d, 5) deals; counts are compared over a common total.
"""

import math

import numpy as np

from montmort.exact.enumeration import Rows
from montmort.exact.five_card_draw import kernel
from montmort.exact.five_card_draw.hands_below import Ints
from montmort.exact.five_card_draw.kernel import OWN, THEIRS
from montmort.exact.five_card_draw.pair_counts import Counted, Deck, Watch, count_pairs

HANDS = 1 << 14  # whose counts are in memory at a time


def best_choices(deck: Deck, watch: Watch = lambda _: None) -> dict[str, Ints]:
    """Return the arrays `discards` and `sums` of a `Solution` in `best_discards`.

    `watch` counts each hand `deck.rounds` times.

    >>> from montmort.games.cards.pack import Pack
    >>> deck = Deck(ranking="standard", pack=Pack(ranks=5, suits=2))
    >>> best_choices(deck)["sums"][0, :, 0].sum(0).tolist()  # hands, wins and ties standing pat
    [252, 110, 32]
    """
    counted = count_pairs(deck, watch)
    most = min(5, deck.pack.size - 10)
    discards = np.zeros((most + 1, len(deck.sets[5])), np.uint8)
    sums = np.zeros((most + 1, deck.table.types.max() + 1, 6, 3), np.int64)
    types, weights = deck.table.types[deck.values], images(deck)
    changes = deck.changes if deck.suits_alike else deck.changes[:1]
    rows = representatives(deck)
    for these in np.split(rows, range(HANDS, rows.size, HANDS)):
        hands = deck.sets[5][these]
        counts = counts_of(deck, counted, hands)
        optima = _optima(deck, counts, most)
        kernel.add_up(counts, optima, types[these], weights[these], sums)
        kernel.spread(hands, optima, changes, discards)
        watch(int(weights[these].sum()))
    return {"discards": discards, "sums": sums}


def images(deck: Deck) -> Ints:
    """Return for each hand the number of its images under changes of suits.

    It is 0 if another image represents the hand, and 1 if suits cannot be exchanged.

    >>> from montmort.games.cards.pack import Pack
    >>> images(Deck(ranking="standard", pack=Pack(ranks=5, suits=2)))[:3].tolist()
    [2, 2, 2]
    """
    return deck.weights[5] if deck.suits_alike else np.ones(len(deck.sets[5]), np.int32)


def representatives(deck: Deck) -> Ints:
    """Return the numbers of the hands that represent all, in colexicographic order.

    >>> from montmort.games.cards.pack import Pack
    >>> len(representatives(Deck(ranking="standard", pack=Pack(ranks=5, suits=2))))  # C(10,5) / 2
    126
    """
    return np.flatnonzero(images(deck))


def evaluate(deck: Deck, counted: Counted, these: Ints, most: int) -> Rows:
    """Return a row for each of these hands, with its best discard of at most `most` cards.

    A row has the number of images, the type, and the cards drawn, wins and ties of the
    best discard.

    >>> from montmort.games.cards.pack import Pack
    >>> deck = Deck(ranking="standard", pack=Pack(ranks=5, suits=2))
    >>> evaluate(deck, count_pairs(deck), [0], 0).tolist()  # two straight flushes, which tie
    [[2, 8, 0, 0, 1]]
    """
    counts = counts_of(deck, counted, deck.sets[5][these])
    optima = _optima(deck, counts, most)[:, most]
    discards = np.bitwise_count((optima & -optima) - 1)  # the lowest of the set
    drawn, best = kernel.SIZE[discards], counts[np.arange(len(these)), discards]
    types = deck.table.types[deck.values[these]]
    return np.column_stack((images(deck)[these], types, drawn, best)).astype(np.int64)


def counts_of(deck: Deck, counted: Counted, hands: Ints) -> Ints:
    """Return the numbers of wins and ties; the axes are (hand, discard, wins or ties).

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
    """Return the best discards as sets of masks; the axes are (hand, cards that may be drawn)."""
    unseen, drawn = deck.pack.size - 5, range(most + 1)
    deals = [math.comb(unseen, d) * math.comb(unseen - d, 5) for d in drawn]
    whole = math.lcm(*deals)
    optima = np.empty((len(counts), most + 1), np.int64)
    kernel.choose(counts, np.array(deals), np.array([whole // d for d in deals]), optima)
    if (optima < 0).any():
        raise ArithmeticError("a number of wins or ties is negative or exceeds the number of deals")
    return optima
