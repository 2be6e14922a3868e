"""Decks of ranks and suits, and the number of their orders."""

import math
from collections.abc import Sequence

from montmort.verification.certificates.check import (
    MOST_CARDS,
    Form,
    Unreadable,
    between,
    read_form,
)
from montmort.verification.certificates.forms import describe

DECK: Form = {
    "ranks": describe(between(1, MOST_CARDS), "Ranks in the deck."),
    "suits": describe(between(1, MOST_CARDS), "Suits in the deck."),
}
TWO_RANKS_OR_MORE: Form = {**DECK, "ranks": describe(between(2, MOST_CARDS), "Ranks in the deck.")}


def read_deck(rules: object) -> tuple[int, int]:
    """Return the ranks, two or more, and the suits of rules that have no other field."""
    ranks, suits = read_form(TWO_RANKS_OR_MORE, "rules", rules)
    check_deck(ranks, suits)
    return ranks, suits


def check_deck(ranks: int, suits: int) -> None:
    """Raise Unreadable for a deck of too many cards."""
    if ranks * suits > MOST_CARDS:
        raise Unreadable(f"a deck has more than {MOST_CARDS} cards")


def arrangements(left: Sequence[int]) -> int:
    """Return the number of orders of cards, left[rank] of each rank."""
    return math.factorial(sum(left)) // math.prod(map(math.factorial, left))
