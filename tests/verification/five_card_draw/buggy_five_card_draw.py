"""Five-card draw as people get it wrong: one mistake per simulator, each planted on purpose.

Independent of montmort's kernels and of its table of hands: a deck is shuffled
as a row of cards, and hands are counted rank by rank.  The ranking is `standard`.
"""

from functools import partial

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.cards.pack import members
from montmort.games.five_card_draw import Rules
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import Play, planted

(
    NONE,
    OPPONENT_FIRST,  # no mistake: the opponent's hand is dealt first, the draw is from 42 cards
    OPPONENT_TAKEN_OUT,  # one opponent's hand leaves the deck, once for all plays
    DISCARDS_PUT_BACK,
    DISCARDS_TO_OPPONENT,
    CARD_HELD_BY_BOTH,
    LAST_CARD_STAYS,
    WHEEL_MISSED,
    ROUND_THE_CORNER,
    TIE_IS_WIN,
    FLUSH_BEATS_FULL_HOUSE,
    KICKERS_IGNORED,
    PLACES_BACKWARDS,
) = range(13)

Cards = npt.NDArray[np.int64]
TAKEN_OUT = "2h Qh Ah 9s Ks"
HIGH_CARD, PAIR, TWO_PAIR, TRIPLET, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


@numba.njit(nogil=True, cache=True)
def _top(held: Cards, bug: int) -> int:
    """Return the highest card of a straight, -1 if there is none."""
    ranks, top = held.size, -1
    if ranks < 5:
        return top
    for low in range(
        0 if bug == WHEEL_MISSED else -1, ranks if bug == ROUND_THE_CORNER else ranks - 4
    ):
        count = 0
        for rank in range(low, low + 5):
            count += held[rank % ranks]
        if count == 5 and held.max() == 1:
            top = low + 4
    return top


@numba.njit(nogil=True, cache=True)
def _worth(hand: Cards, ranks: int, bug: int) -> int:
    held, suits = np.zeros(ranks, np.int64), np.zeros(4, np.int64)
    for card in hand:
        held[card % ranks] += 1
        suits[card // ranks] += 1
    most = held.max()
    faces = different = 0
    for often in (4, 3, 2, 1):
        for rank in range(ranks - 1, -1, -1):
            different += held[rank] == often
            if held[rank] == often and not (bug == KICKERS_IGNORED and often < most):
                faces = 14 * faces + rank + 1
    if different == 2:
        kind = QUADS if most == 4 else FULL_HOUSE
    elif different == 3:
        kind = TRIPLET if most == 3 else TWO_PAIR
    else:
        kind = PAIR if different == 4 else HIGH_CARD
    top, flush = _top(held, bug), suits.max() == 5
    if flush:
        kind = FULL_HOUSE if bug == FLUSH_BEATS_FULL_HOUSE else FLUSH
        faces += 14**4 * (bug == FLUSH_BEATS_FULL_HOUSE)
    if top >= 0:
        kind, faces = STRAIGHT_FLUSH if flush else STRAIGHT, top
    return kind * 14**6 + faces


@numba.njit(nogil=True, cache=True)
def _result(own: Cards, other: Cards, ranks: int, bug: int) -> int:
    ours, theirs = _worth(own, ranks, bug), _worth(other, ranks, bug)
    if ours == theirs:
        return 0 if bug == TIE_IS_WIN else 1
    return 0 if ours > theirs else 2


@numba.njit(nogil=True, cache=True)
def _shuffle(rng: Rng, deck: Cards, first: int, stop: int, size: int) -> None:
    """Bring random ones of the first `size` cards to the places from `first` on."""
    for place in range(first, stop):
        other = place + int(rng.random() * (size - place))
        deck[place], deck[other] = deck[other], deck[place]


@numba.njit(nogil=True, cache=True)
def _hands(
    rng: Rng, cards: Cards, kept: Cards, drawn: int, ranks: int, bug: int, out: Records
) -> None:
    """Play a hand: `cards` are those not seen, and behind them the `drawn` discards."""
    unseen = cards.size - drawn - (bug == LAST_CARD_STAYS)
    own_of = cards.size if bug == DISCARDS_PUT_BACK else unseen
    other_of = cards.size if bug in (DISCARDS_PUT_BACK, DISCARDS_TO_OPPONENT) else unseen
    deck, own, other = cards.copy(), kept.copy(), kept.copy()
    for row in range(len(out)):
        deck[:] = cards
        first = 5 if bug == OPPONENT_FIRST else 0
        _shuffle(rng, deck, 0, first, unseen)
        _shuffle(rng, deck, first, first + drawn, own_of)
        own[:drawn] = deck[first : first + drawn]
        first = 0 if bug in (OPPONENT_FIRST, CARD_HELD_BY_BOTH) else drawn
        if bug != OPPONENT_FIRST:
            _shuffle(rng, deck, first, first + 5, other_of)
        other[:] = deck[first : first + 5]
        out[row, 0] = _result(own, other, ranks, bug)


@numba.njit(nogil=True, cache=True)
def _number(hand: Cards) -> int:
    """Return the place of an ordered hand in a complete table: C(c_0, 1) + C(c_1, 2) + …."""
    total = 0
    for j in range(5):
        ways = 1
        for i in range(j + 1):
            ways = ways * (hand[j] - i) // (i + 1)
        total += ways
    return total


@numba.njit(nogil=True, cache=True)
def _sort(hand: Cards) -> None:
    for end in range(4, 0, -1):
        for j in range(end):
            if hand[j] > hand[j + 1]:
                hand[j], hand[j + 1] = hand[j + 1], hand[j]


@numba.njit(nogil=True, cache=True)
def _size(places: int) -> int:
    count = 0
    for j in range(5):
        count += places >> j & 1
    return count


@numba.njit(nogil=True, cache=True)
def _games(
    rng: Rng, cards: int, ranks: int, most: int, discards: Cards, bug: int, out: Records
) -> None:
    """Play a smart player against a random one."""
    deck, hands = np.arange(cards), np.empty((2, 5), np.int64)
    for row in range(len(out)):
        _shuffle(rng, deck, 0, 10, cards)
        next_card = 10
        for seat in range(2):
            hand = hands[seat]
            hand[:] = deck[5 * seat : 5 * seat + 5]
            _sort(hand)
            away = discards[_number(hand)]
            while seat == 1:  # any of the sets of at most `most` cards
                away = int(rng.random() * 32)
                if _size(away) <= most:
                    break
            for j in range(5):
                place = 4 - j if bug == PLACES_BACKWARDS else j
                if away >> place & 1:
                    _shuffle(rng, deck, next_card, next_card + 1, cards)
                    hand[j], deck[next_card] = deck[next_card], hand[j]
                    next_card += bug != DISCARDS_PUT_BACK
        out[row, 0] = _result(hands[0], hands[1], ranks, bug)
        for card in range(cards):
            deck[card] = card


def _play_hands(bug: int, rules: Rules, rng: Rng, out: Records) -> None:
    taken_out = rules.pack.read(TAKEN_OUT)[0] if bug == OPPONENT_TAKEN_OUT else 0
    unseen = [c for c in range(rules.pack.size) if not (rules.own | taken_out) >> c & 1]
    away = [*members(rules.discarded)]
    hand = [*away, *members(rules.own ^ rules.discarded)]
    _hands(rng, np.array(unseen + away), np.array(hand), len(away), rules.ranks, bug, out)


def _play_games(bug: int, rules: Rules, discards: Cards, rng: Rng, out: Records) -> None:
    _games(rng, rules.pack.size, rules.ranks, rules.max_draw, discards, bug, out)


def buggy(bug: int, rules: Rules, discards: Cards | None = None) -> Simulator:
    """Return a simulator with the bug: of the given hand, or of games if there are discards."""
    if discards is None:
        play: Play = partial(_play_hands, bug, rules)
    else:
        play = partial(_play_games, bug, rules, discards.astype(np.int64))

    experiment = "hand" if discards is None else "game"
    return planted("five-card-draw", rules, experiment, ("result",), play)
