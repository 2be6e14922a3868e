"""Liars' Poker as people get it wrong: one mistake per simulator, each planted on purpose.

Independent of montmort's kernels: the deck is shuffled as a row of cards, and
ranks, suits and windows are counted in loops.
"""

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.liars_poker import Deal, Rules
from montmort.montecarlo.outcomes import Records, Rng
from montmort.montecarlo.simulator import Simulator
from tests.verification.planted.simulator import planted

(
    NONE,
    JOKER_NOT_IN_STRAIGHTS,
    ONE_RANK_FULL_HOUSE,
    JOKER_USED_TWICE,
    WITH_REPLACEMENT,
    ACE_ONLY_HIGH,
    ROUND_THE_CORNER,
    FLUSH_OF_EXACTLY_FIVE,
    STRAIGHT_AND_FLUSH,
    BEST_HAND_ALONE,
    LAST_CARD_STAYS,
    SWAPS_WITH_ANY_PLACE,
    FIVE_OF_NATURALS,
) = range(13)

Cards = npt.NDArray[np.int64]


@numba.njit(nogil=True, cache=True)
def _shuffle(rng: Rng, deck: Cards, cards: int, bug: int) -> None:
    """Bring so many random cards to the front of the deck."""
    for place in range(cards):
        left = deck.size - place
        if bug == LAST_CARD_STAYS:
            left -= 1
        other = place + int(rng.random() * left)
        if bug == SWAPS_WITH_ANY_PLACE:
            other = int(rng.random() * deck.size)
        if bug == WITH_REPLACEMENT:
            deck[place] = int(rng.random() * deck.size)
        else:
            deck[place], deck[other] = deck[other], deck[place]


@numba.njit(nogil=True, cache=True)
def _most_in_window(held: Cards, bug: int) -> int:
    """Return the most ranks held of a straight's five."""
    best = 0
    for low in range(0 if bug == ACE_ONLY_HIGH else -1, 12 if bug == ROUND_THE_CORNER else 9):
        count = 0
        for rank in range(low, low + 5):
            count += held[rank % 13] > 0
        best = max(best, count)
    return best


@numba.njit(nogil=True, cache=True)
def _two_ranks(ranks: Cards, jokers: int, first: int, second: int, bug: int) -> bool:
    for some in range(13):
        for other in range(13):
            a, b = max(0, first - ranks[some]), max(0, second - ranks[other])
            if some == other and bug != ONE_RANK_FULL_HOUSE:
                continue
            if (max(a, b) if bug == JOKER_USED_TWICE else a + b) <= jokers:
                return True
    return False


@numba.njit(nogil=True, cache=True)
def _play(rng: Rng, cards: int, jokers: int, bug: int, out: Records) -> None:
    deck = np.arange(52 + jokers)
    held = np.empty((4, 13), np.int64)
    for row in range(len(out)):
        if bug in (WITH_REPLACEMENT, SWAPS_WITH_ANY_PLACE, LAST_CARD_STAYS):
            deck[:] = np.arange(deck.size)
        _shuffle(rng, deck, cards, bug)
        held[:] = 0
        wild = 0
        for card in deck[:cards]:
            if card < 52:
                held[card // 13, card % 13] = 1
            else:
                wild += 1
        ranks, suits = held.sum(axis=0), held.sum(axis=1)
        most = ranks.max()
        flush = suits.max() + wild >= 5
        if bug == FLUSH_OF_EXACTLY_FIVE:
            flush = suits.max() + wild == 5
        straight_flush = False
        for suit in range(4):
            straight_flush |= _most_in_window(held[suit], bug) + wild >= 5
        helps = 0 if bug == JOKER_NOT_IN_STRAIGHTS else wild
        straight = _most_in_window(ranks, bug) + helps >= 5
        if bug == STRAIGHT_AND_FLUSH:
            straight_flush = straight and flush
        out[row, 0] = 1
        out[row, 1] = most + wild >= 2
        out[row, 2] = _two_ranks(ranks, wild, 2, 2, NONE if bug == ONE_RANK_FULL_HOUSE else bug)
        out[row, 3] = most + wild >= 3
        out[row, 4] = flush
        out[row, 5] = straight
        out[row, 6] = _two_ranks(ranks, wild, 3, 2, bug)
        out[row, 7] = most + wild >= 4
        out[row, 8] = straight_flush
        out[row, 9] = most + (0 if bug == FIVE_OF_NATURALS else wild) >= 5
        if bug == BEST_HAND_ALONE:
            best = 9
            while not out[row, best]:
                best -= 1
            out[row, :best] = 0


def buggy(bug: int, rules: Rules) -> Simulator:
    """Return a simulator of the usual deck with the bug."""

    def play(rng: Rng, out: Records) -> None:
        _play(rng, rules.cards, rules.jokers, bug, out)

    return planted("liars-poker", rules, "deal", Deal._fields, play)
