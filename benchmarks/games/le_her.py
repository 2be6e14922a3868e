"""Le Her with fixed strategies: Paul changes a 7 or less, Pierre an 8 or less."""

from typing import NamedTuple

from montmort import Chance, Deck

RANKS, SUITS = 13, 4
KING = RANKS - 1  # ranks count from 0
PAUL_CHANGES = 7  # the highest card that Paul changes, with the ace as 1
PIERRE_CHANGES = 8


class Deal(NamedTuple):
    """Outcome: whether Paul wins."""

    paul_wins: bool


def play(chance: Chance) -> Deal:
    paul, deck = Deck.of(ranks=RANKS, suits=SUITS).draw(chance)
    pierre, deck = deck.draw(chance)
    changed = False
    if paul + 1 <= PAUL_CHANGES and pierre != KING:
        paul, pierre = pierre, paul
        changed = True
    # After a change Pierre knows both cards: he draws if he is behind.
    draws = pierre < paul if changed else pierre + 1 <= PIERRE_CHANGES
    if draws:
        card, deck = deck.draw(chance)
        if card != KING:
            pierre = card
    return Deal(paul > pierre)
