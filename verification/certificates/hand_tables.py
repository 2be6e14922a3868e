"""A table of the deals that make each hand, by the number of cards in play."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from montmort.verification.certificates.check import (
    Form,
    fraction,
    integer,
    list_of,
    mapping_of,
    read_form,
)
from montmort.verification.certificates.forms import describe

Row = tuple[int, int, Mapping[str, int], Mapping[str, Fraction]]  # as in DEALS

DEALS: Form = {
    "cards": describe(integer, "Cards in play."),
    "deals": describe(integer, "Deals of the unseen cards in play."),
    "made": describe(mapping_of(integer), "By hand, the deals that make it."),
    "chances": describe(mapping_of(fraction), "By hand, its chance."),
}
HAND_TABLE: Form = {
    "table": describe(
        list_of(partial(read_form, DEALS)), "A row for each number of cards in play."
    ),
}


def row_of(cards: int, deals: int, made: Mapping[str, int]) -> Row:
    """Return the row of a number of cards in play, by the deals that make each hand."""
    return cards, deals, made, {name: Fraction(ways, deals) for name, ways in made.items()}
