"""Le Her: Paul may exchange his card with Pierre's, and Pierre then his for one of the deck.

A king is not given away, and a king from the deck changes nothing.  Equal cards are
Pierre's.
"""

from typing import NamedTuple

from montmort import Chance, Deck, Experiment, Table

KING = 12  # ranks count from 0, the ace
CHOICES = ("keep", "exchange")


class Deal(NamedTuple):
    """Outcome: whether Paul wins."""

    paul_wins: bool


def play(chance: Chance, table: Table) -> Deal:
    paul, deck = Deck.of(ranks=13, suits=4).draw(chance)
    pierre, deck = deck.draw(chance)
    known = None
    if table.decide(0, CHOICES, paul) == "exchange":
        if pierre != KING:
            paul, pierre = pierre, paul
        known = paul
    if table.decide(1, CHOICES, (pierre, known)) == "exchange":
        card, deck = deck.draw(chance)
        if card != KING:
            pierre = card
    return Deal(paul > pierre)


LE_HER = Experiment.of_play(play, Deal)
