"""The states of a game: its cards between turns, and the dice of a turn as multisets.

A card is the set of its open boxes, the sum of the upper boxes up to the target, and whether
the yahtzee box holds 50.  The sums are those that the filled upper boxes can make, each with
any number of dice of its face.  Cards of equally many open boxes are a layer; filling a box
leads to the layer below, and layer 0 is the end.

The multisets of up to n dice have numbers 0, 1, ...: first those with most ones, of these first
those with most twos, and so on.  `keeps` of the rules lists what may be kept of a throw in
this order, so that the first of equally good choices is the one with the smallest number.
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


@dataclass(frozen=True)
class Multisets:
    """All multisets of up to `dice` dice, with one die more or less.

    `tuples[m]` has the faces of multiset m, ascending.  `plus[m, f]` and `minus[m, f]` are the
    numbers with one die of face f + 1 more and less, -1 where there is none.  `order` lists the
    multisets by their sizes, the largest first: those of n - j dice from `bounds[j]` to
    `bounds[j + 1]`.  The first are the throws of all dice.
    """

    tuples: tuple[tuple[int, ...], ...]
    sizes: Ints
    plus: Ints
    minus: Ints
    order: Ints
    bounds: Ints

    @property
    def throws(self) -> Ints:
        """The multisets of all dice."""
        return self.order[: self.bounds[1]]


@lru_cache(maxsize=4)
def multisets(dice: int, faces: int) -> Multisets:
    """Return the multisets of up to `dice` dice.

    >>> found = multisets(2, 2)
    >>> found.tuples
    ((1, 1), (1, 2), (1,), (2, 2), (2,), ())
    >>> found.plus[2].tolist(), found.minus[1].tolist(), found.throws.tolist()
    ([0, 1], [4, 2], [0, 1, 3])
    """
    tuples = tuple(_descending((), dice, faces))
    number = {held: place for place, held in enumerate(tuples)}
    plus, minus = (np.full((len(tuples), faces), -1, np.int64) for _ in range(2))
    for place, held in enumerate(tuples):
        for face in range(1, faces + 1):
            more = number.get(tuple(sorted((*held, face))), -1)
            plus[place, face - 1] = more
            if more >= 0:
                minus[more, face - 1] = place
    sizes = np.array([len(held) for held in tuples])
    order = np.argsort(-sizes, kind="stable")
    bounds = np.searchsorted(-sizes[order], np.arange(-dice, 2))
    return Multisets(tuples, sizes, plus, minus, order, bounds)


def _descending(held: tuple[int, ...], left: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Yield what `held` becomes with up to `left` more dice of higher faces, most first."""
    face = held[-1] if held else 0
    return _with_face(held, face + 1, left, faces)


def _with_face(
    held: tuple[int, ...], face: int, left: int, faces: int
) -> Iterator[tuple[int, ...]]:
    if face > faces:
        yield held
        return
    for count in range(left, -1, -1):
        yield from _with_face((*held, *((face,) * count)), face + 1, left - count, faces)


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
