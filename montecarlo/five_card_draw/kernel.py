"""Five-card draw by the table of hands: plays of a given hand, and games of two players.

A card is its word in the table of hands (`montmort.games.five_card_draw.ranking`) with its
number above: so cards are in order, and the sum of five is a hand.

Cards are drawn from the end of a deck (`montmort.montecarlo.kernels.draw`), and only those that
a play looks at: of the first `left` cards, `drawn` come to the places before
`left`.  In a game the deck then lies so, from the end: the first player's five
cards, the second's, what the first draws, what the second draws.  `finals` reads
a deck that lies so, and is checked against the referee.

A function that is handed the table and not inlined costs a third: all of it is
copied for each call.  So the loops hold the calls of `value` themselves.
"""

from math import comb
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.games.five_card_draw.ranking import ALMOST_FIVE, FIVE, RANK_BITS, SUIT_BITS, Table
from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Stream, Words, laid_down, taken_up, uniform

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]

SMART, MONTECARLO, RANDOM = range(3)
AT_ONCE = 2**14  # results written down before they are counted
NUMBER = 40  # the bits of a card from here on are its number
CHOOSE = np.array([[comb(card, j) for j in range(1, 6)] for card in range(52)])


class Players(NamedTuple):
    """Who sits on the seats, SMART, MONTECARLO or RANDOM, and what they go by.

    A choice is a set of places in a hand, the cards in order: `choices` are all
    of them, the smaller first; `discards` the best for every hand, of which the
    hand c_0 < … < c_4 is number C(c_0, 1) + … + C(c_4, 5).
    """

    kinds: tuple[int, int]
    choices: Bytes
    discards: Bytes
    runs: int


@compiled
def value(hand: int, order: Table) -> int:
    """Return the class of a hand, the sum of its cards."""
    of_one_suit = (hand + ALMOST_FIVE) & FIVE
    place = np.uint64(hand & order.rank_mask)
    if of_one_suit == 0:
        return order.plain[place]  # type: ignore[no-any-return]
    suit = 0
    while (of_one_suit >> RANK_BITS + SUIT_BITS * (suit + 1)) != 0:
        suit += 1
    return order.flush[suit, place]  # type: ignore[no-any-return]


@compiled
def compared(ours: int, theirs: int) -> int:
    """Return 0 for a win, 1 for a tie, 2 for a loss, by the classes of hands."""
    return 1 + (ours < theirs) - (ours > theirs)


@compiled
def play_hand(
    deck: Ints, held: int, drawn: int, order: Table, results: Bytes, stream: Stream
) -> Stream:
    """Write the results of the next plays of cards held, `drawn` to be added."""
    for play in range(results.size):
        # all at once, for two loops cost twice
        total, stream = draw_cards(deck, deck.size, drawn + 5, stream)
        own = 0
        for place in range(deck.size - drawn, deck.size):
            own += deck[place]
        results[play] = compared(value(held + own, order), value(total - own, order))
    return stream


@compiled
def play_hands(
    words: Words, deck: Ints, held: int, drawn: int, order: Table, results: Bytes
) -> None:
    """Write the results of the next plays of a stream."""
    laid_down(words, play_hand(deck, held, drawn, order, results, taken_up(words)))


@compiled
def lie_in_order(deck: Ints, first: int) -> None:
    """Sort the five cards from place `first` on by nine exchanges, none of them a branch."""
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


@compiled
def number(deck: Ints, first: int) -> int:
    """Return the number of a hand that lies in order from place `first` on."""
    total = 0
    for j in range(5):
        total += CHOOSE[deck[first + j] >> NUMBER, j]
    return total


@compiled
def kept(deck: Ints, first: int, away: int) -> tuple[int, int]:
    """Return the sum of the cards that a hand keeps, and how many it discards."""
    held = discarded = 0
    for j in range(5):
        gone = (away >> j) & 1
        discarded += gone
        held += (1 - gone) * deck[first + j]
    return held, discarded


@compiled
def most_wins(
    deck: Ints, first: int, players: Players, order: Table, stream: Stream
) -> tuple[int, Stream]:
    """Return the first choice that has won most often, each played `runs` times."""
    unseen = np.empty(deck.size - 5, np.int64)
    for place in range(unseen.size):
        unseen[place] = deck[place if place < first else place + 5]
    results = np.empty(min(players.runs, AT_ONCE), np.uint8)
    best, most = 0, -1
    for away in players.choices:
        held, drawn = kept(deck, first, away)
        won = 0
        for sofar in range(0, players.runs, AT_ONCE):
            part = results[: players.runs - sofar]
            stream = play_hand(unseen, held, drawn, order, part, stream)
            won += np.sum(part == 0)
        if won > most:
            best, most = away, won
    return best, stream


@compiled
def finals(deck: Ints, away: int, other_away: int) -> tuple[int, int]:
    """Return the final hands, the deck dealt and drawn from."""
    second = deck.size - 10
    own, drawn = kept(deck, second + 5, away)
    other, other_drawn = kept(deck, second, other_away)
    for place in range(second - drawn, second):
        own += deck[place]
    for place in range(second - drawn - other_drawn, second - drawn):
        other += deck[place]
    return own, other


@compiled
def play_games(words: Words, deck: Ints, players: Players, order: Table, results: Bytes) -> None:
    """Write the results of the next games of a stream."""
    stream = taken_up(words)
    said = np.empty(2, np.uint8)
    for play in range(results.size):
        _, stream = draw_cards(deck, deck.size, 10, stream)
        to_draw = 0
        for seat in range(2):
            first = deck.size - 5 * (seat + 1)
            lie_in_order(deck, first)
            if players.kinds[seat] == MONTECARLO:
                away, stream = most_wins(deck, first, players, order, stream)
            elif players.kinds[seat] == RANDOM:
                chance, stream = uniform(stream)
                away = players.choices[int(chance * players.choices.size)]
            else:
                away = players.discards[number(deck, first)]
            said[seat] = away
            to_draw += kept(deck, first, away)[1]
        _, stream = draw_cards(deck, deck.size - 10, to_draw, stream)
        own, other = finals(deck, said[0], said[1])
        results[play] = compared(value(own, order), value(other, order))
    laid_down(words, stream)
