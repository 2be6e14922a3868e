"""A table of the deals that make each hand, by the number of cards in play."""

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
