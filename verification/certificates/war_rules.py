"""The rules of War in a certificate."""

from montmort.verification.certificates.check import (
    Form,
    Unreadable,
    between,
    integer,
    word_in,
    words_of,
)
from montmort.verification.certificates.decks import DECK, check_deck
from montmort.verification.certificates.forms import describe

ORDERS = "winner-first", "loser-first", "first-player-first"


def turn_limit(what: str, text: object) -> int | None:
    """Return a number of turns, None for "none"."""
    return None if text == "none" else integer(what, text, 1)


WAR_RULES: Form = {
    **DECK,
    "face_down": describe(between(0), "Cards laid face down in a war."),
    "pick_up": describe(word_in(*ORDERS), "Whose cards go under the winner's hand first."),
    "shortfall": describe(
        word_in("lose", "last-card", "second-takes"), "What decides if cards for a war are lacking."
    ),
    "deuce_beats_ace": describe(
        word_in("never", "battles", "always"), "Where the lowest rank beats the highest."
    ),
    "turn_limit": describe(turn_limit, "Turns, or none.", words_of),
}


def check_halves(ranks: int, suits: int) -> None:
    """Raise Unreadable for a deck of an odd number of cards, or of too many."""
    check_deck(ranks, suits)
    if ranks * suits % 2:
        raise Unreadable("a deck of an odd number of cards cannot be halved")
