"""A table that holds given cards, and the picks that deal cards of a pack."""

from typing import Any

from montmort.games.jacks_or_better import Rules

PACK = Rules().pack


class Holder:
    """A table that holds the given cards and records what it sees."""

    def __init__(self, held: str) -> None:
        self.held = held
        self.seen: list[Any] = []

    def decide(self, seat: int, choices: Any, view: Any, /) -> Any:
        assert seat == 0
        assert self.held in choices
        self.seen.append(view)
        return self.held

    def tell(self, event: Any, /) -> None:
        self.seen.append(event)


def picks(deck: str, wanted: str) -> list[int]:
    """Return the picks that deal the wanted cards of a deck, card by card in the pack's order."""
    cards, last = PACK.read(wanted)[0], max(PACK.read(wanted)[0].bit_length() - 1, 0)
    left = [card for card in range(52) if PACK.read(deck)[0] >> card & 1]
    return [cards >> card & 1 for card in left if card <= last]
