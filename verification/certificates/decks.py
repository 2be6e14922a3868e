"""Decks of ranks and suits, and the number of their orders."""

import math
from collections.abc import Sequence

from montmort.verification.certificates.check import MOST_CARDS, Unreadable, fields, integer


def read_deck(rules: object, least: int = 1) -> tuple[int, int]:
    """Return the ranks, `least` or more, and the suits of rules that have no other field."""
    ranks, suits = fields("rules", rules, "ranks", "suits")
    deck = integer("ranks", ranks, least, MOST_CARDS), integer("suits", suits, 1, MOST_CARDS)
    if math.prod(deck) > MOST_CARDS:
        raise Unreadable(f"a deck has more than {MOST_CARDS} cards")
    return deck


def arrangements(left: Sequence[int]) -> int:
    """Return the number of orders of cards, left[rank] of each rank."""
    return math.factorial(sum(left)) // math.prod(map(math.factorial, left))
