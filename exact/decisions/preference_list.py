"""The best holds of all hands as an ordered list: hold the first line that the hand has.

Holds are sorted into kinds, such as "four to a flush".  In a hand whose best hold is of the kind A
and that has a hold of the kind B as well, A is preferred to B.  If no hands disagreed, an
order of the kinds would be the whole strategy.  They may disagree, so the order is chosen line by
line: next comes the kind that is listed before a better one in the fewest hands, and of several
the one that is worth most.  How many hands the list plays wrong, and what they lose, is counted
exactly.
"""

import operator
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from montmort.exact.decisions.card_sets import Bytes, Ints, Numbers
from montmort.exact.decisions.hold_and_draw import HoldAndDraw

Kinds = Callable[[Bytes, int], Ints]  # of the cards at a mask in each hand, a row of cards


class Line(NamedTuple):
    """A kind of hold: for how many hands it is the best, its mean value there, an example."""

    kind: int
    hands: int
    mean: Fraction
    hand: int
    held: int


@dataclass(frozen=True, kw_only=True)
class PreferenceList:
    """The lines in order, the hands that the list plays wrong, and what it loses in the mean."""

    lines: tuple[Line, ...]
    exceptions: int
    loss: Fraction


class _Part(NamedTuple):
    """Some classes of hands: kinds and values of their holds in rows, the best one of each."""

    hands: Bytes
    weights: Ints
    kinds: Ints
    values: Numbers
    best: Ints  # the row of the best hold, of several that with the fewest cards


def preference_list(game: HoldAndDraw, kinds: Kinds) -> PreferenceList:
    """Return the list of a solved game; `kinds(hands, mask)` are numbers from 0.

    Of the cards 0 to 2 two are dealt, and only 0 with 1 is paid.  By the lowest card held:

    >>> from montmort.exact.decisions.hold_and_draw import hold_and_draw
    >>> from montmort.games.cards.pack import Pack
    >>> game = hold_and_draw(lambda hand: hand == 0b11, pack=Pack(ranks=3, suits=1), cards=2)
    >>> def lowest(hands, mask):
    ...     held = [place for place in range(2) if mask >> place & 1]
    ...     return hands[:, held[0]].astype(int) if held else np.full(len(hands), 3)
    >>> found = preference_list(game, lowest)
    >>> [(line.kind, line.hands, str(line.mean)) for line in found.lines], found.exceptions
    ([(0, 2, '1'), (1, 1, '1')], 0)
    """
    found = [_part(*each, kinds, game.masks) for each in game.values_of_classes()]
    names = np.unique(np.concatenate([np.unique(part.kinds) for part in found]))
    parts = [part._replace(kinds=np.searchsorted(names, part.kinds)) for part in found]
    number = len(names)
    lines = _lines(parts, game.masks, game.unit)
    order = _ordered(lines, _preferred(parts, number))
    wrong, lost = _errors(parts, order, number)
    return PreferenceList(
        lines=tuple(lines[kind]._replace(kind=int(names[kind])) for kind in order),
        exceptions=wrong,
        loss=Fraction(lost, game.unit * game.hands),
    )


def _part(
    hands: Bytes, weights: Ints, values: Numbers, kinds: Kinds, masks: Sequence[int]
) -> _Part:
    of_masks: Ints = np.stack([kinds(hands, mask) for mask in masks])
    sizes = np.array([mask.bit_count() for mask in masks])
    is_best = values == values.max(axis=0)
    best = np.where(is_best, sizes[:, None], sizes.max() + 1).argmin(axis=0)
    return _Part(hands, weights, of_masks, values, best)


def _lines(parts: Sequence[_Part], masks: Sequence[int], unit: int) -> dict[int, Line]:
    """Return the line of each kind that is the best hold of some hands."""
    hands, worth, example = Counter[int](), Counter[int](), dict[int, tuple[int, int]]()
    for part in parts:
        columns = np.arange(len(part.best))
        own, values = part.kinds[part.best, columns], part.values[part.best, columns]
        for kind in np.unique(own).tolist():
            of_kind = np.flatnonzero(own == kind)
            weights = part.weights[of_kind].tolist()
            hands[kind] += sum(weights)
            worth[kind] += sum(map(operator.mul, weights, values[of_kind].tolist()))
            row = int(of_kind[part.weights[of_kind].argmax()])  # a usual one
            cards = [1 << card for card in part.hands[row].tolist()]
            mask = masks[part.best[row]]
            held = sum(card for place, card in enumerate(cards) if mask >> place & 1)
            example.setdefault(kind, (sum(cards), held))
    return {
        kind: Line(kind, number, Fraction(worth[kind], unit * number), *example[kind])
        for kind, number in hands.items()
    }


def _preferred(parts: Sequence[_Part], number: int) -> Ints:
    """Return in how many hands the kind of a row is best though they have that of a column."""
    found: Ints = np.zeros((number, number), np.int64)
    for part in parts:
        columns = np.arange(len(part.best))
        own, best = part.kinds[part.best, columns], part.values[part.best, columns]
        for kinds, values in zip(part.kinds, part.values, strict=True):
            other = np.flatnonzero((values != best) & (kinds != own))
            np.add.at(found, (own[other], kinds[other]), part.weights[other])
    return found


def _ordered(lines: Mapping[int, Line], preferred: Ints) -> list[int]:
    left, order = sorted(lines), list[int]()
    while left:
        before = preferred[np.ix_(left, left)].sum(axis=0).tolist()
        first = min(range(len(left)), key=lambda place: (before[place], -lines[left[place]].mean))
        order.append(left.pop(first))
    return order


def _errors(parts: Sequence[_Part], order: Sequence[int], number: int) -> tuple[int, int]:
    """Return the hands that the list plays wrong, and the sum of what they lose.

    Of several holds of a kind the best one is held.
    """
    places: Ints = np.full(number, len(order))
    places[[*order]] = np.arange(len(order))
    wrong = lost = 0
    for part in parts:
        place = places[part.kinds]
        held = np.where(place == place.min(axis=0), part.values, part.values.min(axis=0))
        gaps = part.values.max(axis=0) - held.max(axis=0)
        rows = np.flatnonzero(gaps)
        weights = part.weights[rows].tolist()
        wrong += sum(weights)
        lost += sum(map(operator.mul, weights, gaps[rows].tolist()))
    return wrong, lost
