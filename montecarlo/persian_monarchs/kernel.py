"""Matches of Persian Monarchs dealt and scored, in integers.

The cards left are a 64-bit set, so a card's rank is the number of its bits
below the card.  A player who takes a/b for his chance to win raises when
int(u b) < a, by 1 + int(v max_raise), and accepts a raise by x when

    2 a (1 + x) > b x;

numbers u, v uniform in [0, 1) with 53 bits, so that a chance is off by less
than b/2**53, and no decision is.  Tables hold chances in units of 2**-53.

What is drawn for a hand is two cards, the raise that the non-dealer wishes and
the coin of a dealer who tosses one: four integers.  A match can be handed
these, drawn by somebody else: that is the part which is checked against the
referee.  Nothing in it branches on cards: a branch that cannot be foreseen
costs more than a hand.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.draw import draw_card
from montmort.montecarlo.kernels.sfc64 import Stream, Words, laid_down, taken_up, uniform

Ints = npt.NDArray[np.int64]

COUNTER, NON_COUNTER, RANDOM, TABLE = range(4)
NO_LIMIT, PUBLISHED, STRICT = range(3)
UNIT = 2**53  # chances in tables are counted in 1/UNIT
MOST_CARDS = 64
ALL = np.uint64(2**64 - 1)
ONE = np.uint64(1)


class Setting(NamedTuple):
    """What is played: `hands` hands, the first dealt by seat 1; the kinds of both players.

    `raises[seat, left, rank]` are the cumulated chances of raises by 0, by 1 or
    less, …, by max_raise - 1 or less; `accepts[seat, left, rank, x - 1]` the
    chance to accept x.  They are empty where nobody plays by a table.
    """

    cards: int
    max_raise: int
    hands: int
    counters: int
    purse: int
    kinds: tuple[int, int]
    raises: Ints
    accepts: Ints


@compiled
def size(cards: np.uint64) -> int:
    """Return the number of cards in a set: by pairs, fours and bytes, added by a product."""
    cards -= (cards >> ONE) & np.uint64(0x5555555555555555)
    cards = (cards & np.uint64(0x3333333333333333)) + (
        (cards >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    cards = (cards + (cards >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((cards * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@compiled
def bit(card: int) -> np.uint64:
    """Return the set of one card."""
    return ONE << np.uint64(card)


@compiled
def below(card: int, cards: np.uint64) -> int:
    """Return how many cards of a set are lower than the card."""
    return size(cards & (bit(card) - ONE))


@compiled
def odds(kind: int, card: int, pack: np.uint64, left: int, cards: int) -> tuple[int, int]:
    """Return a, b: a/b is what the player takes for his chance to win; or that of his coin."""
    if kind == COUNTER:
        return below(card, pack), left - 1
    if kind == NON_COUNTER:
        return card, cards - 1
    return 1, 2


@compiled
def wished(a: int, b: int, max_raise: int, stream: Stream) -> tuple[int, Stream]:
    """Return a raise drawn with chance a/b, all sizes alike, and 0 else."""
    chance, stream = uniform(stream)
    by, stream = uniform(stream)
    raises = int(chance * float(b)) < a
    return (int(by * float(max_raise)) + 1) * raises, stream


@compiled
def wished_by(table: Ints, stream: Stream) -> tuple[int, Stream]:
    """Return a raise drawn by a row of cumulated chances."""
    chance, stream = uniform(stream)
    ticket = int(chance * UNIT)
    raised = 0
    for cumulated in table:
        raised += ticket >= cumulated
    return raised, stream


@compiled
def profit(higher: bool, raised: int, accepts: bool) -> int:
    """Return what the non-dealer gains: 1 if a raise is declined, else 1 + raised or its loss."""
    called = int(accepts | (raised == 0))
    won = int(higher)
    return 1 - called * (1 - won) * 2 + raised * called * (2 * won - 1)


@compiled
def settled(
    kind: int, a: int, b: int, coin: bool, higher: bool, raised: int, own: int, his: int, purse: int
) -> int:
    """Return what the non-dealer gains by the raise he wishes.

    The dealer is of a kind and takes a/b for his chance; `own` and `his` are
    the counters of the non-dealer and of the dealer after the ante.
    """
    if purse == STRICT:
        raised *= raised <= own
    accepts = coin if kind >= RANDOM else 2 * a * (1 + raised) > b * raised
    covers = (purse == NO_LIMIT) | (raised <= his)
    return profit(higher, raised, accepts & covers)


@compiled
def play(words: Words, deck: Ints, setting: Setting, given: Ints, gains: Ints) -> None:
    """Write what seat 0 gains in each of the next matches of a stream into `gains`.

    If `given` is not empty, shape (hands, 4), nothing is drawn: hand h has the
    cards given[h, 0] of the non-dealer and given[h, 1] of the dealer, the raise
    wished given[h, 2] and the coin given[h, 3].
    """
    stream = taken_up(words)
    cards, max_raise, hands, counters, purse, kinds, raises, accepts = setting
    for match in range(gains.size):
        left, pack, gain = cards, ALL >> np.uint64(MOST_CARDS - cards), 0
        for hand in range(hands):
            raiser, caller, sign = hand & 1, 1 - (hand & 1), 1 - 2 * (hand & 1)
            if given.size:
                mine, theirs, raised, coin = given[hand]
            else:
                mine, stream = draw_card(deck, left, stream)
                theirs, stream = draw_card(deck, left - 1, stream)
                if kinds[raiser] == TABLE:
                    raised, stream = wished_by(raises[raiser, left, below(mine, pack)], stream)
                else:
                    a, b = odds(kinds[raiser], mine, pack, left, cards)
                    raised, stream = wished(a, b, max_raise, stream)
                chance, stream = uniform(stream)
                coin = chance * UNIT < UNIT // 2
                if kinds[caller] == TABLE:
                    accepted = accepts[caller, left, below(theirs, pack), max(raised - 1, 0)]
                    coin = chance * UNIT < accepted
            a, b = odds(kinds[caller], theirs, pack, left, cards)
            own, his = counters - 1 + sign * gain, counters - 1 - sign * gain
            gain += sign * settled(
                kinds[caller], a, b, coin, mine > theirs, raised, own, his, purse
            )
            pack ^= bit(mine) | bit(theirs)
            left -= 2
            if left < 2:
                left, pack = cards, ALL >> np.uint64(MOST_CARDS - cards)
        gains[match] = gain
    laid_down(words, stream)


@compiled
def deal(words: Words, deck: Ints, cards: int, hands: int, plays: int) -> None:
    """Deal the cards of so many matches and look at none: the floor of what they cost."""
    stream = taken_up(words)
    for _ in range(plays):
        left = cards
        for _ in range(hands):
            _, stream = draw_card(deck, left, stream)
            _, stream = draw_card(deck, left - 1, stream)
            left = left - 2 if left >= 4 else cards
    laid_down(words, stream)
