"""Hands of cards in words, as in "2c As *"."""

from montmort.verification.certificates.check import Unreadable
from montmort.verification.certificates.straights import Cards


def read_hand(text: object, ranks: int, suits: int) -> tuple[Cards, int]:
    """Return the cards of a hand, and the number of its jokers.

    >>> read_hand("2c As *", 13, 4)
    ([(0, 0), (12, 3)], 1)
    """
    letters = "23456789TJQKA"[: ranks - 1] + "A"
    words = text.split() if isinstance(text, str) else [""]
    deck = {a + b: (r, s) for r, a in enumerate(letters) for s, b in enumerate("cdhs"[:suits])}
    natural = [word for word in words if word != "*"]
    if text != " ".join(words) or len({*natural}) < len(natural) or {*natural} - {*deck}:
        raise Unreadable(f"hand is {text!r}, not different cards as in '2c As *'")
    return [deck[word] for word in natural], len(words) - len(natural)
