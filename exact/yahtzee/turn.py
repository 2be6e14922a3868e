"""What every choice in a turn is worth, a player that takes the best one, and a table of them.

The worths are computed in integers of Python from the values of the cards after the turn; the
player looks its choices up in what the kernel found.

A simulator looks the best play up in a table with a row for each card (`BestRows`).
A card's row has the best box of every throw, and what to keep of it; that of all cards would
take hundreds of megabytes, so rows are computed when a play comes to their card.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.yahtzee.solution import Ints, Solution, solve
from montmort.exact.yahtzee.states import Card, Multisets, cards_of, multisets
from montmort.games.errors import BadInput
from montmort.games.validation import quote
from montmort.games.yahtzee import UPPER, Dice, Rules, Turn, choices, is_extra, keeps, points

MOST_CARDS = 20_000  # whose decisions are remembered: about 100 MB
MOST_ROWS = 150_000  # of the usual game: 190 MB
AT_ONCE = 1024


def worths(solution: Solution, turn: Turn) -> Mapping[Any, Fraction]:
    """Return the mean of the points still to come after each choice, if all others are best.

    With 1 and 2 thrown, a throw left and only the chance box open, a die is thrown again: a 1
    becomes 1 or 2.

    >>> from montmort.exact.yahtzee.solution import solve
    >>> found = solve(Rules(dice=2, faces=2, throws=2, boxes="chance"))
    >>> turn = Turn(("chance",), 0, False, (1, 2), 1)
    >>> {kept: str(worth) for kept, worth in worths(found, turn).items()}
    {(1, 2): '3', (1,): '5/2', (2,): '7/2', (): '3'}
    """
    rules, held = solution.rules, multisets(solution.rules.dice, solution.rules.faces)
    unit = solution.unit(len(turn.open) - 1)
    if not turn.throws:
        made = _box_worths(solution, turn)
        return {box: Fraction(worth, unit) for box, worth in made.items()}
    standing = _before_throws(solution, turn, held)
    ways = rules.faces**rules.dice
    worth = _with_fewer_dice(rules, held, standing, standing)
    for left in range(1, turn.throws):
        best = _best_of_multisets(held, worth)
        thrown = {t: best[t] for t in standing}
        boxed = {t: value * ways**left for t, value in standing.items()}
        worth = _with_fewer_dice(rules, held, thrown, boxed)
    unit *= rules.faces ** (rules.dice * turn.throws)
    number = {kept: place for place, kept in enumerate(held.tuples)}
    return {kept: Fraction(worth[number[kept]], unit) for kept in keeps(turn.dice)}


def chances(
    rules: Rules, _events: Sequence[object], turn: Turn, _choices: Sequence[object]
) -> Mapping[Any, Fraction]:
    """Return what each choice is worth to a person at the terminal: see `worths`.

    >>> thrown = Turn(("chance",), 0, False, (2,), 0)
    >>> chances(Rules(dice=1, faces=2, throws=1, boxes="chance"), [], thrown, [])
    {'chance': Fraction(2, 1)}
    """
    return worths(solve(rules), turn)


def _box_worths(solution: Solution, turn: Turn) -> dict[str, int]:
    """Return what each box is worth, over the unit of the cards after the turn."""
    rules = solution.rules
    unit, extra = solution.unit(len(turn.open) - 1), is_extra(rules, turn) and turn.fifty
    found = {}
    for box in choices(rules, turn):
        made = points(rules, turn, box)
        gain = made + (rules.extra if extra else 0)
        after = solution.scaled_value(_card_after(solution, turn, box, made))
        found[box] = gain * unit + after
    return found


def _card_after(solution: Solution, turn: Turn, box: str, made: int) -> Card:
    upper = min(turn.upper + (made if box in UPPER else 0), solution.rules.target)
    fifty = turn.fifty or (box == "yahtzee" and made > 0)
    opened = solution.cards.card_of(turn).open ^ (1 << solution.rules.card.index(box))
    return Card(opened, upper, fifty)


def _before_throws(solution: Solution, turn: Turn, held: Multisets) -> dict[int, int]:
    """Return what every throw of all dice is worth when no throw is left."""
    shown = (turn._replace(dice=held.tuples[t], throws=0) for t in held.throws.tolist())
    worth = (max(_box_worths(solution, each).values()) for each in shown)
    return dict(zip(held.throws.tolist(), worth, strict=True))


def _with_fewer_dice(
    rules: Rules, held: Multisets, thrown: dict[int, int], boxed: dict[int, int]
) -> dict[int, int]:
    """Return what every multiset is worth when it is kept, over faces^dice more.

    `thrown` is what every throw is worth if it comes next, `boxed` what it is worth in a box.
    """
    summed = dict(thrown)
    for place in held.order[held.bounds[1] :].tolist():
        summed[place] = sum(summed[more] for more in held.plus[place].tolist())
    return {m: boxed.get(m, n) * rules.faces ** len(held.tuples[m]) for m, n in summed.items()}


def _best_of_multisets(held: Multisets, worth: dict[int, int]) -> dict[int, int]:
    """Return the largest worth of the multisets in each multiset."""
    best: dict[int, int] = {}
    for place in held.order[::-1].tolist():
        fewer = (best[less] for less in held.minus[place].tolist() if less >= 0)
        best[place] = max([worth[place], *fewer])
    return best


class BestPlayer:
    """A Table that makes the best choice, of equally good ones the first.

    >>> from montmort.exact.yahtzee.solution import solve
    >>> player = BestPlayer(solve(Rules(dice=2, faces=2, throws=2, boxes="chance")))
    >>> player.decide(0, (), Turn(("chance",), 0, False, (1, 2), 1))
    (2,)
    """

    def __init__(self, solution: Solution) -> None:
        self._solution = solution
        self._held = multisets(solution.rules.dice, solution.rules.faces)
        dice = (self._held.tuples[t] for t in self._held.throws.tolist())
        self._throw: dict[Dice, int] = {shown: place for place, shown in enumerate(dice)}
        self._decisions = lru_cache(MOST_CARDS)(self._of_card)

    def _of_card(self, card: Card) -> tuple[Ints, Ints]:
        boxes, kept = self._solution.decisions(np.array([[*map(int, card)]]))
        return boxes[0].astype("int16"), kept[0].astype("int32")

    def decide(self, _seat: int, _choices: Sequence[Any], view: Any, /) -> Any:
        """Return the best box, or the best dice to keep; BadInput for a turn of other rules."""
        rules = self._solution.rules
        if view.dice not in self._throw or not 0 <= view.throws < rules.throws:
            raise BadInput(f"{quote(view)} is no turn under {rules}")
        boxes, kept = self._decisions(self._solution.cards.card_of(view))
        throw = self._throw[view.dice]
        if not view.throws:
            return rules.card[boxes[throw]]
        return self._held.tuples[kept[view.throws - 1, throw]]

    def tell(self, event: object, /) -> None:
        """Ignore the event."""


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
