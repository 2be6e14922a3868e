"""A deck is a multiset of kinds of card.

Two cards of one kind look alike to the rules (in Treize the suits do not
matter, so a kind is a rank).  Drawing is `pick` with the numbers of cards
left as weights: an exhaustive walk branches once per kind, not per card.
"""

from dataclasses import dataclass

from games.chance import Chance
from games.errors import BadInput


@dataclass(frozen=True)
class Deck:
    """Cards left in the deck: `counts[kind]` cards of each kind 0, 1, 2, ….

    >>> deck = Deck.of(ranks=3, suits=2)
    >>> deck, deck.size
    (Deck(counts=(2, 2, 2)), 6)
    """

    counts: tuple[int, ...]

    def __post_init__(self) -> None:
        if any(count < 0 for count in self.counts):
            raise BadInput(f"a deck cannot hold {min(self.counts)} cards of a kind")

    @classmethod
    def of(cls, *, ranks: int, suits: int) -> "Deck":
        """Return the full deck with `suits` cards of each of `ranks` ranks."""
        return cls((suits,) * ranks)

    @property
    def size(self) -> int:
        """Cards left."""
        return sum(self.counts)

    def draw(self, chance: Chance) -> tuple[int, "Deck"]:
        """Return the kind of a uniformly drawn card and the deck without it.

        >>> from games.chance import ScriptedChance
        >>> Deck((2, 1)).draw(ScriptedChance([1]))
        (1, Deck(counts=(2, 0)))
        """
        if not self.size:
            raise BadInput("cannot draw: the deck is empty")
        kind = chance.pick(self.counts)
        counts = list(self.counts)
        counts[kind] -= 1
        return kind, Deck(tuple(counts))
