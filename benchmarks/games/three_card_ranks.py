"""Two hands of three cards from 52, compared by ranks: threes, straights, pairs, high cards."""

import enum
from typing import NamedTuple

from montmort import Chance, Deck


class Winner(enum.IntEnum):
    FIRST = 1
    SECOND = 2
    NOBODY = 0


class Showdown(NamedTuple):
    """Outcome: the winner, and the first hand's category."""

    winner: Winner
    category: int


HIGH, PAIR, STRAIGHT, THREE = 0, 1, 2, 3
ACE = 12  # ranks count from 0, the deuce


def value(hand: Deck[int]) -> tuple[int, int, int, int]:
    """Return a hand's category and its ranks in the order in which they are compared."""
    low, middle, high = sorted(hand)
    if low == high:
        return THREE, high, high, high
    if low == middle:
        return PAIR, low, low, high
    if middle == high:
        return PAIR, high, high, low
    if high - low == 2:
        return STRAIGHT, high, middle, low
    if (low, middle, high) == (0, 1, ACE):
        return STRAIGHT, 1, 0, 0  # ace, two, three is the lowest
    return HIGH, high, middle, low


def play(chance: Chance) -> Showdown:
    first, deck = Deck.of(ranks=13, suits=4).deal(chance, 3)
    second, deck = deck.deal(chance, 3)
    mine, other = value(first), value(second)
    if mine == other:
        winner = Winner.NOBODY
    else:
        winner = Winner.FIRST if mine > other else Winner.SECOND
    return Showdown(winner, mine[0])
