"""A shoe: cards dealt round after round, until the cut card comes and all are shuffled again.

The cards behind the cut card are never dealt, so their order does not matter, nor
does that of cards burned unseen: a shoe is the multiset of the cards left.
"""

from typing import Generic, NamedTuple, TypeVar

from montmort.games.cards.deck import Deck
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer, quote

Kind = TypeVar("Kind")


class Shoe(NamedTuple, Generic[Kind]):
    """The cards left of a full deck, with `behind` cards behind the cut card; see `Shoe.of`.

    >>> from montmort.games.chance import ScriptedChance
    >>> shoe = Shoe.of(Deck((2, 2)), behind=3)
    >>> card, shoe = shoe.draw(ScriptedChance([1]))
    >>> card, shoe.left, shoe.next_round().left
    (1, Deck(counts=(2, 1)), Deck(counts=(2, 2)))
    """

    full: Deck[Kind]
    behind: int
    left: Deck[Kind]

    @classmethod
    def of(cls, full: Deck[Kind], *, behind: int) -> "Shoe[Kind]":
        """Return a full shoe that is shuffled again once only `behind` cards are left.

        >>> Shoe.of(Deck.of(ranks=13, suits=4, decks=6), behind=52).left.size
        312
        """
        if not isinstance(full, Deck):
            raise BadInput(f"full={quote(full)} must be a Deck")
        check_integer("behind", behind, 0, full.size)
        return Shoe(full, behind, full)

    def draw(self, chance: Chance) -> tuple[Kind, "Shoe[Kind]"]:
        """Return the kind of the next card and the shoe without it."""
        kind, left = self.left.draw(chance)
        return kind, Shoe(self.full, self.behind, left)

    def deal(self, chance: Chance, cards: int) -> tuple[Deck[Kind], "Shoe[Kind]"]:
        """Return a hand of `cards` cards, dealt at once, and the shoe without it."""
        hand, left = self.left.deal(chance, cards)
        return hand, Shoe(self.full, self.behind, left)

    def next_round(self) -> "Shoe[Kind]":
        """Return the shoe for the next round: full again if the cut card has come.

        A round that has begun is finished from the cards behind the cut card.
        """
        if self.left.size <= self.behind:
            return Shoe(self.full, self.behind, self.full)
        return self
