"""Cards are dealt until the hand holds two pairs."""

from typing import NamedTuple

from montmort import Chance, Deck

RANKS, SUITS = 13, 4


class Deal(NamedTuple):
    """Outcome: the cards dealt, and the ranks of which the hand holds three."""

    cards: int
    threes: int


def pairs(hand: list[int]) -> int:
    return sum(1 for count in hand if count >= 2)


def play(chance: Chance) -> Deal:
    deck = Deck.of(ranks=RANKS, suits=SUITS)
    hand = [0] * RANKS
    while pairs(hand) < 2:
        rank, deck = deck.draw(chance)
        hand[rank] += 1
    return Deal(sum(hand), sum(1 for count in hand if count == 3))
