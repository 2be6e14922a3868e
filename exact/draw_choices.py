"""Five-card draw, every hand and every discard: the chances, and the best of them.

The five cards of a hand are each held by own, by theirs, or by neither: 3^5
states with counts H from `exact.draw_pairs`.  A card that is kept is held by own,
a discarded one by neither hand, so that its part of the inclusion and exclusion is

    kept: H(own),    discarded: H(anywhere) - H(own) - H(theirs).

Taking the cards one after the other turns the 3^5 counts into those of the 2^5
discards, once for wins and once for wins or ties.

The best discard wins most; of these ties most; of these draws fewest; of these
is the first in the order of the hand.  Draws of d cards have C(N-5, d) C(N-5-d, 5)
deals; their counts are compared after bringing these to one number.
"""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from exact.draw_kernel import CHOOSE, SIZE, Ints, Pairs, places_of
from exact.draw_pairs import Counted, Deck, Watch, count_pairs, nobody
from exact.kernel import compiled

HANDS = 1 << 14  # of which the counts of all choices are held at a time
ORDER = np.array(
    [sum(1 << i for i in c) for size in range(6) for c in combinations(range(5), size)]
)
RANK = np.argsort(ORDER)  # of a discard among the choices

_HELD = np.arange(3**5)[:, None] // 3 ** np.arange(5) % 3  # by neither 0, by own 1, by theirs 2
_SETS = [(holder == _HELD) @ (1 << np.arange(5)) for holder in (1, 2)]
_OWN, _THEIRS = SIZE[_SETS[0]], SIZE[_SETS[1]]
_STATES = np.column_stack((np.arange(3**5), *_SETS))
FEW = _STATES[(_OWN <= 2) & (_THEIRS <= _OWN)]
THREE, FOUR, FIVE = (_STATES[size == _OWN] for size in (3, 4, 5))
FEWER_OWN = np.column_stack((np.arange(3**5), _HELD * 2 % 3 @ 3 ** np.arange(5)))[_OWN < _THEIRS]


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

    >>> from games.playing_cards import Pack
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
    types = deck.table.types[deck.values]
    changes = deck.changes if deck.suits_alike else deck.changes[:1]
    weights = deck.weights[5] if deck.suits_alike else np.ones(len(types), np.int32)
    rows = np.flatnonzero(weights)
    for these in np.split(rows, range(HANDS, rows.size, HANDS)):
        hands = deck.sets[5][these]
        counts = counts_of(deck, counted, hands)
        optima = _optima(deck, counts, most)
        add_up(counts, optima, types[these], weights[these], best.sums)
        spread(hands, optima, changes, best.discards)
        watch(int(weights[these].sum()))
    return best


def counts_of(deck: Deck, counted: Counted, hands: Ints) -> Ints:
    """Return how often hands win and tie: axes (hand, discard, wins or ties).

    >>> from games.playing_cards import Pack
    >>> deck = Deck(ranking="standard", pack=Pack(ranks=5, suits=2))
    >>> counts_of(deck, count_pairs(deck), deck.sets[5][:1])[0, 0].tolist()  # straight flushes
    [0, 1]
    """
    size = deck.pack.size
    held = zip(_OWN.tolist(), _THEIRS.tolist(), strict=True)
    pairs = [math.comb(size - a - s, 5 - a) * math.comb(size - 5 - s, 5 - s) for a, s in held]
    counts = np.empty((len(hands), 32, 2), np.int64)
    play_choices(hands, *counted, np.array(pairs), deck.start, counts)
    return counts


def _optima(deck: Deck, counts: Ints, most: int) -> Ints:
    """Return the best discards, axes (hand, cards that may be drawn), as sets of masks."""
    unseen, drawn = deck.pack.size - 5, range(most + 1)
    deals = [math.comb(unseen, d) * math.comb(unseen - d, 5) for d in drawn]
    whole = math.lcm(*deals)
    optima = np.empty((len(counts), most + 1), np.int64)
    choose(counts, np.array(deals), np.array([whole // d for d in deals]), optima)
    if (optima < 0).any():
        raise ArithmeticError("a hand wins or ties a number of deals that cannot be")
    return optima


@compiled
def look_up(matrix: Ints, states: Ints, places: Ints, first: int, found: Ints) -> None:
    """Put H(A, S) of a matrix, whose first row is that of place `first`, into found[state]."""
    for i in range(len(states)):
        found[states[i, 0]] = matrix[places[states[i, 1]] - first, places[states[i, 2]]]


@compiled
def look_up_all(pairs: Pairs, places: Ints, start: Ints, found: Ints) -> None:
    """Put H(A, S) into found[state] for all states with no more cards S than A."""
    look_up(pairs.few, FEW, places, 0, found)
    look_up(pairs.three, THREE, places, start[3], found)
    look_up(pairs.four, FOUR, places, start[4], found)
    look_up(pairs.five, FIVE, places, start[5], found)


@compiled
def exclude(counts: Ints) -> None:
    """Turn the counts of the states into those of the discards, card by card, in place."""
    low, high = 1, 81
    for _ in range(5):
        for i in range(high):
            for j in range(low):
                at = 3 * i * low + j
                anywhere, own, theirs = counts[at], counts[at + low], counts[at + 2 * low]
                counts[2 * i * low + j] = own
                counts[(2 * i + 1) * low + j] = anywhere - own - theirs
        low, high = 2 * low, high // 3


@compiled
def play_choices(
    hands: Ints, wins: Pairs, no_losses: Pairs, pairs: Ints, start: Ints, counts: Ints
) -> None:
    """Count the wins and the ties of all discards of the hands."""
    places = np.empty(32, np.int64)
    won, not_lost = np.empty(243, np.int64), np.empty(243, np.int64)
    for i in range(len(hands)):
        places_of(hands[i], start, places)
        look_up_all(wins, places, start, won)
        look_up_all(no_losses, places, start, not_lost)
        for state, swapped in FEWER_OWN:
            won[state] = pairs[state] - not_lost[swapped]
            not_lost[state] = pairs[state] - won[swapped]
        exclude(won)
        exclude(not_lost)
        counts[i, :, 0] = won[:32]
        counts[i, :, 1] = not_lost[:32] - won[:32]


@compiled
def choose(counts: Ints, deals: Ints, scale: Ints, optima: Ints) -> None:
    """Find the discards of each hand that are best, as a set of masks; -1 for impossible counts."""
    for i in range(len(counts)):
        best, best_win, best_tie = 0, -1, -1
        for discard in ORDER:
            size = SIZE[discard]
            if size >= deals.size:
                break
            wins, ties = counts[i, discard]
            if wins < 0 or ties < 0 or wins + ties > deals[size]:
                best, best_win = -1, 1 << 62
            win, tie = wins * scale[size], ties * scale[size]
            if win > best_win or (win == best_win and tie > best_tie):
                best, best_win, best_tie, fewest = 1 << discard, win, tie, size
            elif win == best_win and tie == best_tie and size == fewest:
                best |= 1 << discard
            optima[i, size] = best


@compiled
def add_up(counts: Ints, optima: Ints, types: Ints, weights: Ints, sums: Ints) -> None:
    """Add the hands, and the wins and ties of the best discard, to sums[most, type, drawn]."""
    for i in range(len(counts)):
        for most in range(optima.shape[1]):
            discard = 0
            while not optima[i, most] >> discard & 1:
                discard += 1
            cell = sums[most, types[i], SIZE[discard]]
            cell[0] += weights[i]
            cell[1] += weights[i] * counts[i, discard, 0]
            cell[2] += weights[i] * counts[i, discard, 1]


@compiled
def spread(hands: Ints, optima: Ints, changes: Ints, discards: Ints) -> None:
    """Enter for all images of the hands the best discard that comes first in their order."""
    moved = np.empty(5, np.int64)
    for i in range(len(hands)):
        for images in changes:
            number = 0
            for j in range(5):
                moved[j] = 0
                for other in hands[i]:
                    moved[j] += images[other] < images[hands[i, j]]
                number += CHOOSE[images[hands[i, j]], moved[j] + 1]
            for most in range(optima.shape[1]):
                if most > 0 and optima[i, most] == optima[i, most - 1]:
                    discards[most, number] = discards[most - 1, number]
                    continue
                first = 32
                for discard in range(32):
                    if optima[i, most] >> discard & 1:
                        image = 0
                        for j in range(5):
                            image |= (discard >> j & 1) << moved[j]
                        first = min(first, RANK[image])
                discards[most, number] = ORDER[first]
