"""Kernel of Persian Monarchs: deals and scores matches, in integers.

The cards left are a 64-bit set, so a card's rank is the number of bits set
below its own.  A player who estimates the chance to win as a/b raises when
int(u b) < a, by 1 + int(v max_raise), and accepts a raise by x when

    2 a (1 + x) > b x;

u and v are uniform in [0, 1) with 53 bits, so that the error of a chance is less
than b/2**53, and decisions are exact.  Tables hold chances in units of 2**-53.

For a hand, four integers are drawn: two cards, the raise that the non-dealer wants to
make, and the coin of a dealer who tosses one.  A match can also be given these
integers: this part is checked against the reference rules.  It has no branch on
cards: an unpredictable branch takes longer than a hand.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, step
from montmort.montecarlo.kernels.draw import draw_card
from montmort.montecarlo.kernels.sfc64 import Stream, Words, load_stream, store_stream, uniform

Ints = npt.NDArray[np.int64]

COUNTER, NON_COUNTER, RANDOM, TABLE = range(4)
NO_LIMIT, PUBLISHED, STRICT = range(3)
UNIT = 2**53  # chances in tables are counted in 1/UNIT
MOST_CARDS = 64
ALL = np.uint64(2**64 - 1)
ONE = np.uint64(1)


class Setting(NamedTuple):
    """The rules of a play: `hands` hands, the first dealt by seat 1; the kinds of both players.

    `raises[seat, left, rank]` are the cumulative chances of raises by 0, by 1 or
    less, ..., by max_raise - 1 or less; `accepts[seat, left, rank, x - 1]` is the
    chance to accept x.  They are empty if neither player uses a table.
    """

    cards: int
    max_raise: int
    hands: int
    counters: int
    purse: int
    kinds: tuple[int, int]
    raises: Ints
    accepts: Ints


@step
def size(cards: np.uint64) -> int:
    """Return the number of cards in a set: by pairs, fours and bytes, added by a product."""
    cards -= (cards >> ONE) & np.uint64(0x5555555555555555)
    cards = (cards & np.uint64(0x3333333333333333)) + (
        (cards >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    cards = (cards + (cards >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((cards * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@step
def bit(card: int) -> np.uint64:
    """Return the set of one card."""
    return ONE << np.uint64(card)


@compiled
def count_below(card: int, cards: np.uint64) -> int:
    """Return the number of cards in a set that are lower than the card."""
    return size(cards & (bit(card) - ONE))


@compiled
def estimate(kind: int, card: int, pack: np.uint64, left: int, cards: int) -> tuple[int, int]:
    """Return a, b: a/b is the player's estimate of the chance to win, or the chance of a coin."""
    if kind == COUNTER:
        return count_below(card, pack), left - 1
    if kind == NON_COUNTER:
        return card, cards - 1
    return 1, 2


@step
def draw_raise(a: int, b: int, max_raise: int, stream: Stream) -> tuple[int, Stream]:
    """Return a raise with chance a/b, all sizes equally likely, and otherwise 0."""
    chance, stream = uniform(stream)
    by, stream = uniform(stream)
    raises = int(chance * float(b)) < a
    return (int(by * float(max_raise)) + 1) * raises, stream


@step
def draw_tabled(table: Ints, stream: Stream) -> tuple[int, Stream]:
    """Return a raise drawn from a row of cumulative chances."""
    chance, stream = uniform(stream)
    ticket = int(chance * UNIT)
    raised = 0
    for cumulated in table:
        raised += ticket >= cumulated
    return raised, stream


@step
def profit(higher: bool, raised: int, accepts: bool) -> int:
    """Return the non-dealer's gain: 1 if a raise is declined, else 1 + raised or its negative."""
    called = int(accepts | (raised == 0))
    won = int(higher)
    return 1 - called * (1 - won) * 2 + raised * called * (2 * won - 1)


@compiled
def settle(
    kind: int,
    a: int,
    b: int,
    coin: bool,
    higher: bool,
    raised: int,
    own: int,
    other: int,
    purse: int,
) -> int:
    """Return the non-dealer's gain in a hand, with the raise that the non-dealer wants.

    The dealer is of this `kind` and estimates the chance to win as a/b; `own` and
    `other` are the counters of the non-dealer and of the dealer after the ante.
    """
    if purse == STRICT:
        raised *= raised <= own
    accepts = coin if kind >= RANDOM else 2 * a * (1 + raised) > b * raised
    covers = (purse == NO_LIMIT) | (raised <= other)
    return profit(higher, raised, accepts & covers)


@compiled
def play(words: Words, deck: Ints, setting: Setting, given: Ints, gains: Ints) -> None:
    """Write the gain of seat 0 in each of the next matches of a stream into `gains`.

    If `given` is not empty, of shape (hands, 4), nothing is drawn: in hand h the
    non-dealer has the card given[h, 0] and the dealer given[h, 1], the wanted raise is
    given[h, 2] and the coin given[h, 3].
    """
    stream = load_stream(words)
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
                    raised, stream = draw_tabled(
                        raises[raiser, left, count_below(mine, pack)], stream
                    )
                else:
                    a, b = estimate(kinds[raiser], mine, pack, left, cards)
                    raised, stream = draw_raise(a, b, max_raise, stream)
                chance, stream = uniform(stream)
                coin = chance * UNIT < UNIT // 2
                if kinds[caller] == TABLE:
                    accepted = accepts[caller, left, count_below(theirs, pack), max(raised - 1, 0)]
                    coin = chance * UNIT < accepted
            a, b = estimate(kinds[caller], theirs, pack, left, cards)
            own, other = counters - 1 + sign * gain, counters - 1 - sign * gain
            gain += sign * settle(
                kinds[caller], a, b, coin, mine > theirs, raised, own, other, purse
            )
            pack ^= bit(mine) | bit(theirs)
            left -= 2
            if left < 2:
                left, pack = cards, ALL >> np.uint64(MOST_CARDS - cards)
        gains[match] = gain
    store_stream(words, stream)


@compiled
def deal(words: Words, deck: Ints, cards: int, hands: int, plays: int) -> None:
    """Deal the cards of `plays` matches and use none: a lower bound for a kernel's time."""
    stream = load_stream(words)
    for _ in range(plays):
        left = cards
        for _ in range(hands):
            _, stream = draw_card(deck, left, stream)
            _, stream = draw_card(deck, left - 1, stream)
            left = left - 2 if left >= 4 else cards
    store_stream(words, stream)
