"""Kernels of five-card draw: plays of a given hand, and games of two players.

A card is its word in the table of hands (`montmort.games.five_card_draw.ranking`) with its
number in the bits above: so cards can be sorted, and the sum of five is a hand.

Cards are drawn from the end of a deck (`montmort.montecarlo.kernels.draw`), and only those
that a play uses: of the first `left` cards, `drawn` are moved to the positions before
`left`.  In a game the order of the deck is then, from the end: the first player's five
cards, the second's, the cards that the first draws, the cards that the second draws.
`final_hands` reads such a deck, and is checked against the reference rules.

A function that has the table as an argument and is not inlined costs a third more time,
because the whole table is copied for each call.  So the loops call `value` directly.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.games.five_card_draw.ranking import ALMOST_FIVE, FIVE, RANK_BITS, SUIT_BITS, Table
from montmort.montecarlo.kernels.compile import compiled, step
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Stream, Words, load_stream, store_stream, uniform

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SMART, MONTECARLO, RANDOM = range(3)
AT_ONCE = 2**14  # results recorded before they are counted
NUMBER = 40  # the bits of a card from this one on are its number
CHOOSE = np.array([[comb(card, j) for j in range(1, 6)] for card in range(52)])


class Players(NamedTuple):
    """The kinds of both players, SMART, MONTECARLO or RANDOM, and the data that they use.

    A choice is a set of positions in a sorted hand: `choices` are all of them, small sets
    first; `discards` holds the best choice for every hand, where the hand
    c_0 < ... < c_4 has the number C(c_0, 1) + ... + C(c_4, 5).
    """

    kinds: tuple[int, int]
    choices: Bytes
    discards: Bytes
    runs: int


@compiled
def value(hand: int, order: Table) -> int:
    """Return the class of a hand, which is given as the sum of its cards."""
    of_one_suit = (hand + ALMOST_FIVE) & FIVE
    place = np.uint64(hand & order.rank_mask)
    if of_one_suit == 0:
        of_ranks: int = order.plain[place]
        return of_ranks
    suit = 0
    while (of_one_suit >> RANK_BITS + SUIT_BITS * (suit + 1)) != 0:
        suit += 1
    of_suit: int = order.flush[suit, place]
    return of_suit


@compiled
def compare(ours: int, theirs: int) -> int:
    """Return 0 for a win, 1 for a tie, 2 for a loss, by the classes of hands."""
    return 1 + (ours < theirs) - (ours > theirs)


@step
def play_hand(
    deck: Ints, held: int, drawn: int, order: Table, results: Bytes, stream: Stream
) -> Stream:
    """Write the results of the next plays of the `held` cards with `drawn` cards added."""
    for play in range(results.size):
        # both hands in one loop: two loops take twice as long
        total, stream = draw_cards(deck, deck.size, drawn + 5, stream)
        own = 0
        for place in range(deck.size - drawn, deck.size):
            own += deck[place]
        results[play] = compare(value(held + own, order), value(total - own, order))
    return stream


@compiled
def play_hands(
    words: Words, deck: Ints, held: int, drawn: int, order: Table, results: Bytes
) -> None:
    """Write the results of the next plays of a stream."""
    store_stream(words, play_hand(deck, held, drawn, order, results, load_stream(words)))


@compiled
def sort_hand(deck: Ints, first: int) -> None:
    """Sort the five cards from position `first` on by nine exchanges without a branch."""
    a, b, c, d, e = deck[first], deck[first + 1], deck[first + 2], deck[first + 3], deck[first + 4]
    a, d = min(a, d), max(a, d)
    b, e = min(b, e), max(b, e)
    a, c = min(a, c), max(a, c)
    b, d = min(b, d), max(b, d)
    a, b = min(a, b), max(a, b)
    c, e = min(c, e), max(c, e)
    b, c = min(b, c), max(b, c)
    d, e = min(d, e), max(d, e)
    c, d = min(c, d), max(c, d)
    deck[first], deck[first + 1], deck[first + 2], deck[first + 3], deck[first + 4] = a, b, c, d, e


@step
def hand_number(deck: Ints, first: int) -> int:
    """Return the number of the sorted hand at position `first`."""
    total = 0
    for j in range(5):
        total += CHOOSE[deck[first + j] >> NUMBER, j]
    return total


@step
def split_hand(deck: Ints, first: int, away: int) -> tuple[int, int]:
    """Return the sum of the cards that a hand keeps and the number of discarded cards."""
    held = discarded = 0
    for j in range(5):
        gone = (away >> j) & 1
        discarded += gone
        held += (1 - gone) * deck[first + j]
    return held, discarded


@step
def best_choice(
    deck: Ints, first: int, players: Players, order: Table, stream: Stream
) -> tuple[int, Stream]:
    """Play each choice `runs` times; return the first of those that won most often."""
    unseen = np.empty(deck.size - 5, np.int64)
    for place in range(unseen.size):
        unseen[place] = deck[place if place < first else place + 5]
    results = np.empty(min(players.runs, AT_ONCE), np.uint8)
    best, most = 0, -1
    for away in players.choices:
        held, drawn = split_hand(deck, first, away)
        won = 0
        for sofar in range(0, players.runs, AT_ONCE):
            part = results[: players.runs - sofar]
            stream = play_hand(unseen, held, drawn, order, part, stream)
            won += np.sum(part == 0)
        if won > most:
            best, most = away, won
    return best, stream


@compiled
def final_hands(deck: Ints, away: int, other_away: int) -> tuple[int, int]:
    """Return both final hands after the deal and the draws."""
    second = deck.size - 10
    own, drawn = split_hand(deck, second + 5, away)
    other, other_drawn = split_hand(deck, second, other_away)
    for place in range(second - drawn, second):
        own += deck[place]
    for place in range(second - drawn - other_drawn, second - drawn):
        other += deck[place]
    return own, other


@compiled
def play_games(words: Words, deck: Ints, players: Players, order: Table, results: Bytes) -> None:
    """Write the results of the next games of a stream."""
    stream = load_stream(words)
    discards = np.empty(2, np.uint8)
    for play in range(results.size):
        _, stream = draw_cards(deck, deck.size, 10, stream)
        to_draw = 0
        for seat in range(2):
            first = deck.size - 5 * (seat + 1)
            sort_hand(deck, first)
            if players.kinds[seat] == MONTECARLO:
                away, stream = best_choice(deck, first, players, order, stream)
            elif players.kinds[seat] == RANDOM:
                chance, stream = uniform(stream)
                away = players.choices[int(chance * players.choices.size)]
            else:
                away = players.discards[hand_number(deck, first)]
            discards[seat] = away
            to_draw += split_hand(deck, first, away)[1]
        _, stream = draw_cards(deck, deck.size - 10, to_draw, stream)
        own, other = final_hands(deck, discards[0], discards[1])
        results[play] = compare(value(own, order), value(other, order))
    store_stream(words, stream)
