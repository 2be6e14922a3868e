"""The cards of a game: which boxes are open, and what the filled ones are worth later.

A card is the set of its open boxes, the sum of the upper boxes up to the target, and whether
the yahtzee box holds 50.  The sums are those that the filled upper boxes can make, each with
any number of dice of its face.  Cards of equally many open boxes are a layer; filling a box
leads to the layer below, and layer 0 is the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.games.errors import TooLarge
from montmort.games.yahtzee import UPPER, Rules, Turn

Ints = npt.NDArray[np.int64]
MOST_PLACES = 2**22  # of the table of cards


class Card(NamedTuple):
    """The set of open boxes, a bit for each in the order of the card; the sum; the 50."""

    open: int
    upper: int
    fifty: bool


@dataclass(frozen=True)
class Cards:
    """All cards under some rules.

    `number[open, fifty, upper]` is the number of a card in its layer, -1 if there is none;
    `layers[k]` has the rows (open, upper, fifty) of the cards with k open boxes.
    """

    rules: Rules
    number: npt.NDArray[np.int32]
    layers: tuple[Ints, ...]

    @cached_property
    def total(self) -> int:
        """The number of cards on which a turn begins."""
        return sum(map(len, self.layers[1:]))

    def card_of(self, turn: Turn) -> Card:
        """Return the card of a turn."""
        places = (self.rules.card.index(box) for box in turn.open)
        return Card(sum(1 << place for place in places), turn.upper, turn.fifty)

    def place(self, card: Card) -> tuple[int, int]:
        """Return the layer of a card, and its number there."""
        return card.open.bit_count(), int(self.number[card.open, int(card.fifty), card.upper])


@lru_cache(maxsize=4)
def cards_of(rules: Rules) -> Cards:
    """Return all cards.

    With the twos filled by two dice the sum is 0, 2 or 4, here up to the target:

    >>> cards = cards_of(Rules(dice=2, boxes="twos,chance", target=3))
    >>> [len(layer) for layer in cards.layers], cards.total
    ([3, 4, 1], 5)
    >>> cards.layers[1].tolist()  # open chance, or open twos
    [[1, 0, 0], [2, 0, 0], [2, 2, 0], [2, 3, 0]]
    """
    boxes = len(rules.card)
    if (2 << boxes) * (rules.target + 1) > MOST_PLACES:
        raise TooLarge(
            f"{boxes} boxes and target={rules.target} make too many cards; take fewer boxes, or "
            "a smaller target"
        )
    number = np.full((1 << boxes, 2, rules.target + 1), -1, np.int32)
    layers: list[list[Ints]] = [[] for _ in range(boxes + 1)]
    sizes = [0] * (boxes + 1)
    for opened in range(1 << boxes):
        layer = opened.bit_count()
        sums = _sums(rules, opened)
        for fifty in _fifties(rules, opened):
            number[opened, fifty, sums] = sizes[layer] + np.arange(len(sums))
            sizes[layer] += len(sums)
            rows = [np.full(len(sums), opened), sums, np.full(len(sums), fifty)]
            layers[layer].append(np.stack(rows, axis=1))
    return Cards(rules, number, tuple(np.concatenate(rows) for rows in layers))


def _sums(rules: Rules, opened: int) -> Ints:
    """Return the sums of the filled upper boxes, up to the target, ascending."""
    sums = {0}
    for place, box in enumerate(rules.card):
        if box in UPPER and not opened >> place & 1:
            face = UPPER.index(box) + 1
            made = range(0, face * rules.dice + 1, face)
            sums = {min(total + points, rules.target) for total in sums for points in made}
    return np.array(sorted(sums))


def _fifties(rules: Rules, opened: int) -> Iterator[int]:
    """Yield whether the yahtzee box can hold 50."""
    yield 0
    if "yahtzee" in rules.card and not opened >> rules.card.index("yahtzee") & 1:
        yield 1
