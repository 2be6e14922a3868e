"""The best play as a table that a simulator looks up: a row for each card, found when needed.

A card's row has the best box of every throw, and what to keep of it; that of all cards would
take hundreds of megabytes, so rows are computed when a play comes to their card.
"""

from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.yahtzee.cards import cards_of
from montmort.exact.yahtzee.multisets import multisets
from montmort.exact.yahtzee.solution import Ints, solve
from montmort.games.yahtzee import Dice, Rules

MOST_ROWS = 150_000  # of the usual game: 190 MB
AT_ONCE = 1024


class Rows(NamedTuple):
    """Rows of decisions: `place` is the row of each card that was asked for.

    `boxes[row, t]` is the best box of throw t, `keeps[row, s, t]` the multiset to keep of it
    with s + 1 throws left.
    """

    place: Ints
    boxes: npt.NDArray[np.uint8]
    keeps: npt.NDArray[np.uint16]


class BestRows:
    """The best play under some rules, card by card; it may be asked by several threads.

    >>> rows = BestRows(Rules(dice=2, faces=2, throws=2, boxes="chance"))
    >>> found = rows.of_cards(np.array([[1, 0, 0]]))
    >>> [rows.multisets[m] for m in found.keeps[found.place[0], 0]]  # of 1 1, 1 2 and 2 2
    [(), (2,), (2, 2)]
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.multisets: tuple[Dice, ...] = multisets(rules.dice, rules.faces).tuples
        self._lock = Lock()
        self._clear()

    def __reduce__(self) -> tuple[type["BestRows"], tuple[Rules]]:
        """Leave out what can be found again."""
        return BestRows, (self.rules,)

    def _clear(self) -> None:
        throws = len(multisets(self.rules.dice, self.rules.faces).throws)
        self._used = 0
        self._boxes = np.zeros((AT_ONCE, throws), np.uint8)
        self._keeps = np.zeros((AT_ONCE, max(self.rules.throws - 1, 1), throws), np.uint16)
        self._row_of = [np.full(len(layer), -1) for layer in cards_of(self.rules).layers]

    def of_cards(self, cards: Ints) -> Rows:
        """Return the rows of cards (open, upper, fifty) with the same number of open boxes."""
        layer = int(cards[0, 0]).bit_count()
        numbers = cards_of(self.rules).number[cards[:, 0], cards[:, 2], cards[:, 1]]
        number = numbers.astype(np.int64)
        with self._lock:
            known = self._row_of[layer]
            missing = np.unique(number[known[number] < 0])
            if self._used + len(missing) > MOST_ROWS:
                self._clear()
                known, missing = self._row_of[layer], np.unique(number)
            for at in range(0, len(missing), AT_ONCE):
                self._add(layer, missing[at : at + AT_ONCE])
            return Rows(known[number], self._boxes, self._keeps)

    def _add(self, layer: int, numbers: Ints) -> None:
        """Compute the rows of cards."""
        cards = cards_of(self.rules).layers[layer][numbers]
        boxes, keeps = solve(self.rules).decisions(cards)
        new = slice(self._used, self._used + len(numbers))
        if new.stop > len(self._boxes):  # the old arrays stay as they are, for other threads
            self._boxes = np.concatenate([self._boxes, np.zeros_like(self._boxes)])
            self._keeps = np.concatenate([self._keeps, np.zeros_like(self._keeps)])
        self._boxes[new], self._keeps[new] = boxes, keeps
        self._row_of[layer][numbers] = np.arange(new.start, new.stop)
        self._used = new.stop
