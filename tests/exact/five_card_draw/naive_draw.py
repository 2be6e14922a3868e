"""Five-card draw by brute force: every draw against every hand of the opponent.

It shares nothing with the solver except the ranking of `montmort.games.five_card_draw.ranking`.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations

import numba
import numpy as np
import numpy.typing as npt

from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw.ranking import value

Counts = tuple[int, int, int]  # wins, ties, deals


@cache
def value_of(cards: int, ranking: str, pack: Pack) -> int:
    return value(cards, ranking, pack)


def count_draw(hand: Sequence[int], away: Sequence[int], ranking: str, pack: Pack) -> Counts:
    """Return the wins, ties and deals of a hand that discards `away`."""
    unseen = [card for card in range(pack.size) if card not in hand]
    keep = sum(1 << card for card in hand if card not in away)
    wins = ties = deals = 0
    for draw in combinations(unseen, len(away)):
        own = value_of(keep + sum(1 << card for card in draw), ranking, pack)
        rest = [card for card in unseen if card not in draw]
        for other in combinations(rest, 5):
            theirs = value_of(sum(1 << card for card in other), ranking, pack)
            wins, ties, deals = wins + (own > theirs), ties + (own == theirs), deals + 1
    return wins, ties, deals


@cache
def count_all_draws(ranking: str, pack: Pack) -> npt.NDArray[np.int64]:
    """Return [wins, ties] of all hands, with axes (hand, discard as a mask of its cards, 2).

    Hands are in colexicographic order.  For every set of cards that the player
    sees (the hand and the cards drawn), the hands of all other cards are counted by
    value once.  The counts are then used for every way to split the set into
    hand, discard and draw.
    """
    hands = sorted(sum(1 << card for card in hand) for hand in combinations(range(pack.size), 5))
    values, numbers = np.zeros((2, 1 << pack.size), np.int32)
    values[hands] = [value_of(hand, ranking, pack) for hand in hands]
    numbers[hands] = range(len(hands))
    found = np.zeros((math.comb(pack.size, 5), 32, 2), np.int64)
    for draw in range(min(5, pack.size - 10) + 1):
        seen = np.array([*combinations(range(pack.size), 5 + draw)])
        fives = np.array([*combinations(range(5 + draw), 5)])
        others = np.array([*combinations(range(pack.size - 5 - draw), 5)])
        keep_sets = np.array([*combinations(range(5), 5 - draw)], np.int64)
        _count(pack.size, seen, fives, others, keep_sets, values, numbers, found)
    return found


@numba.njit
def _count(size, seen, fives, others, keep_sets, values, numbers, found):  # type: ignore[no-untyped-def]
    bits, rest = np.empty(10, np.int64), np.empty(size, np.int64)
    tally = np.empty(values.max() + 1, np.int64)
    below = np.empty_like(tally)
    for row in range(len(seen)):
        everything, left = 0, 0
        for i in range(seen.shape[1]):
            bits[i] = 1 << seen[row, i]
            everything |= bits[i]
        for card in range(size):
            if not everything >> card & 1:
                rest[left] = 1 << card
                left += 1
        tally[:] = 0
        for i in range(len(others)):
            other = 0
            for j in range(5):
                other |= rest[others[i, j]]
            tally[values[other]] += 1
        total = 0
        for v in range(tally.size):
            below[v] = total
            total += tally[v]
        for i in range(len(fives)):
            hand = 0
            for j in range(5):
                hand |= bits[fives[i, j]]
            for k in range(len(keep_sets)):
                keep, discard = 0, 31
                for j in range(keep_sets.shape[1]):
                    keep |= bits[fives[i, keep_sets[k, j]]]
                    discard ^= 1 << keep_sets[k, j]
                own = values[everything ^ hand | keep]
                found[numbers[hand], discard, 0] += below[own]
                found[numbers[hand], discard, 1] += tally[own]
