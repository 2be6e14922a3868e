"""The holds of a hand, and the values of all holds of many hands at once."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np

from montmort.exact.decisions.card_sets import (
    Bytes,
    CardSets,
    Ints,
    Numbers,
    avoid_the_others,
)
from montmort.exact.decisions.hand_functions import Dealt
from montmort.exact.decisions.suit_classes import Classes

CHUNK = 2**22  # subsets of hands solved at once


class Holds:
    """What may be held of a hand of n cards: masks of its cards in ascending order.

    `order` is the order in which ties are broken: most cards first, then as `combinations`.
    `units[mask]` is the weight of one draw, where all draws of a hold weigh `total`.

    >>> from montmort.games.cards.pack import Pack
    >>> holds = Holds(Dealt.of(Pack(ranks=4, suits=1), 0, 2))
    >>> holds.order, holds.total, holds.units
    ((3, 1, 2, 0), 2, {3: 2, 1: 1, 2: 1, 0: 2})
    """

    def __init__(self, dealt: Dealt) -> None:
        cards, left = dealt.cards, dealt.size - dealt.cards
        self.order = tuple(
            sum(1 << place for place in held)
            for size in range(cards, max(cards - left, 0) - 1, -1)
            for held in combinations(range(cards), size)
        )
        draws = {mask: math.comb(left, cards - mask.bit_count()) for mask in self.order}
        self.total = math.lcm(*draws.values())
        self.units = {mask: self.total // number for mask, number in draws.items()}


def hold_values(holds: Holds, sets: CardSets, sums: Numbers, hands: Bytes) -> Numbers:
    """Return the values of the holds of each hand, a row for each hold in the order of ties.

    The values are not yet divided by `holds.total`.
    """
    sums_of_hand = np.stack([sums[sets.places(hands, mask)] for mask in range(1 << hands.shape[1])])
    avoid_the_others(sums_of_hand)
    values: Numbers = np.stack([sums_of_hand[mask] * holds.units[mask] for mask in holds.order])
    return values


def values_of_classes(
    dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes
) -> Iterator[tuple[slice, Numbers]]:
    """Yield some classes at a time, with the values of their holds."""
    size = CHUNK >> dealt.cards
    for first in range(0, len(classes), size):
        chunk = slice(first, first + size)
        yield chunk, hold_values(holds, dealt.sets, sums, dealt.sets.hands[classes.rows[chunk]])


class BestHolds(NamedTuple):
    """The hold chosen for each class, {value: number of hands}, and the hands with ties."""

    chosen: Ints
    counts: Counter[int]
    ties: int


def best_holds(dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes) -> BestHolds:
    """Return the best hold of each class; of several the first in the order of ties."""
    order = np.array(holds.order)
    chosen, counts, ties = [], Counter[int](), 0
    for chunk, values in values_of_classes(dealt, holds, sums, classes):
        best, weights = values.max(axis=0), classes.weights[chunk]
        chosen.append(order[values.argmax(axis=0)])
        ties += int(weights[(values == best).sum(axis=0) > 1].sum())
        for value, weight in zip(best.tolist(), weights.tolist(), strict=True):
            counts[value] += weight
    return BestHolds(np.concatenate(chosen), counts, ties)


def gaps(
    dealt: Dealt, holds: Holds, sums: Numbers, classes: Classes, chosen: Ints
) -> Iterator[int]:
    """Yield for each class by how much its best hold is better than the one chosen."""
    places = np.zeros(1 << dealt.cards, np.int64)
    places[[*holds.order]] = np.arange(len(holds.order))
    for chunk, values in values_of_classes(dealt, holds, sums, classes):
        own = np.take_along_axis(values, places[chosen[chunk]][None], axis=0)[0]
        yield from (values.max(axis=0) - own).tolist()
