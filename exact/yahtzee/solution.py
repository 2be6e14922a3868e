"""The largest mean score of Yahtzee, the value of every card, and moments under the best play.

Cards are solved layer by layer, from full cards up to the empty one.  Of large games the
values are cached on disk.
"""

import hashlib
import logging
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.disk_cache import Arrays, load_or_compute
from montmort.exact.formatting import cell
from montmort.exact.paths import Watch
from montmort.exact.yahtzee.kernel import solve_cards
from montmort.exact.yahtzee.moments_kernel import FIELDS, ROWS, solve_moments
from montmort.exact.yahtzee.states import Card, Cards, cards_of
from montmort.exact.yahtzee.tables import (
    Tables,
    integer,
    limbs_from,
    limbs_of,
    tables_of,
    ways_of_turn,
)
from montmort.games.validation import check_type
from montmort.games.yahtzee import Rules

Ints = npt.NDArray[np.int64]

VERSION = 1  # of the cached values: raise it when a solver would give others
MOST_UNCACHED = 5_000  # cards that are solved in less than a second
CARDS_AT_ONCE = 1024
CARDS_PER_SECOND = 12_000  # of one core

logger = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Mean and variance of a field under the best play."""

    mean: Fraction
    variance: Fraction

    __repr__ = short_repr


@dataclass(frozen=True, kw_only=True)
class Solution(InNotebooks):
    """The values of all cards, and the moments of a play.

    `layers[k]` has a row of limbs for each card with k open boxes, an integer over
    faces^(dice throws k); `roots` has the moments of the whole play as integers.
    """

    rules: Rules
    layers: tuple[Ints, ...]
    roots: Ints

    __repr__ = short_repr

    def _summary(self) -> Summary:
        return Summary("Yahtzee alone, played at best", [("mean points", cell(self.value))])

    @cached_property
    def cards(self) -> Cards:
        """The cards."""
        return cards_of(self.rules)

    @cached_property
    def tables(self) -> Tables:
        """What the kernels know of the rules."""
        return tables_of(self.rules)

    def scaled_value(self, card: Card) -> int:
        """Return the value of a card times the `unit` of its layer."""
        layer, number = self.cards.place(card)
        return integer(self.layers[layer][number], self.tables.bits)

    def unit(self, layer: int) -> int:
        """Return the denominator of the values of a layer, not reduced."""
        return int(ways_of_turn(self.rules) ** layer)

    def value_of(self, card: Card) -> Fraction:
        """Return the mean of the points still to come on a card, bonus included."""
        return Fraction(self.scaled_value(card), self.unit(card.open.bit_count()))

    @property
    def empty(self) -> Card:
        """The card at the beginning."""
        return Card((1 << len(self.rules.card)) - 1, 0, False)

    @cached_property
    def value(self) -> Fraction:
        """The largest mean score."""
        return self.value_of(self.empty)

    @property
    def bonus_chance(self) -> Fraction:
        """The chance of the upper bonus under the best play."""
        return self._root(2 * FIELDS)

    @property
    def moments(self) -> dict[str, Moment]:
        """The moments of the score, the sum of the upper boxes and the extra yahtzees paid."""
        return {
            name: self._moment(place) for place, name in enumerate(("score", "upper", "extras"))
        }

    def _moment(self, field: int) -> Moment:
        mean = self._root(2 * field)
        return Moment(mean=mean, variance=self._root(2 * field + 1) - mean**2)

    def _root(self, row: int) -> Fraction:
        return Fraction(integer(self.roots[row], self.tables.bits), self.unit(len(self.rules.card)))

    def decisions(self, cards: Ints) -> tuple[Ints, Ints]:
        """Return the best boxes and keeps on cards (open, upper, fifty) of one layer.

        The first have the shape (cards, throws of all dice); the second, multisets, (cards,
        throws left, throws of all dice), from 1 throw left on; and a row of 0 if there is no
        second throw.
        """
        tables, layer = self.tables, int(cards[0, 0]).bit_count()
        below = _widened(self.layers[layer - 1], self.layers[layer].shape[1])
        one = limbs_from(self.unit(layer - 1), tables.bits, below.shape[1])
        throws = len(tables.alike)
        boxes = np.zeros((len(cards), throws), np.int64)
        keeps = np.zeros((len(cards), max(tables.throws - 1, 1), throws), np.int64)
        values = np.empty((len(cards), below.shape[1]), np.int64)
        solve_cards(tables, cards, one, below, values, boxes, keeps)
        return boxes, keeps


def solve(rules: Rules, watch: Watch | None = None) -> Solution:
    """Return the best play; `watch(share of the cards, cards)` is called as they are solved.

    One throw of two coins, and one box for the sum: 2, 3, 3 or 4.

    >>> found = solve(Rules(dice=2, faces=2, throws=1, boxes="chance"))
    >>> found.value, found.moments["score"].variance
    (Fraction(3, 1), Fraction(1, 2))
    """
    check_type("rules", rules, Rules, "Rules(…)")
    if rules not in _LATEST:
        tables_of(rules)  # refuses what is too large
        arrays = _cached(rules, watch)
        layers = tuple(arrays[f"layer {k}"] for k in range(len(rules.card) + 1))
        found = Solution(rules=rules, layers=layers, roots=arrays["roots"])
        if found.moments["score"].mean != found.value:
            raise RuntimeError("the mean score under the best play is not its value")
        _LATEST.clear()
        _LATEST[rules] = found
    return _LATEST[rules]


_LATEST: dict[Rules, Solution] = {}


def _cached(rules: Rules, watch: Watch | None) -> Arrays:
    """Return the values of all cards; of a large game from the cache, if they are there."""
    total = cards_of(rules).total
    if total <= MOST_UNCACHED:
        return _compute(rules, watch)

    def compute() -> Arrays:
        seconds = max(round(total / CARDS_PER_SECOND), 1)
        logger.warning(
            "%s cards are solved in about %s s of CPU; the values are cached.",
            f"{total:,}",
            seconds,
        )
        return _compute(rules, watch)

    digest = hashlib.sha256(repr(rules).encode()).hexdigest()[:16]
    return load_or_compute(f"yahtzee-{digest}.npz", VERSION, compute)


def _compute(rules: Rules, watch: Watch | None) -> Arrays:
    """Solve layer by layer."""
    bits, cards = tables_of(rules).bits, cards_of(rules)
    values, moments = _ends(rules, cards, limbs_of(rules, bits, 0))
    arrays: Arrays = {"layer 0": values}
    done = 0
    for layer in range(1, len(cards.layers)):
        limbs = limbs_of(rules, bits, layer)
        below = _widened(values, limbs), _widened(moments, limbs)
        parts = []
        for solved in _layer(rules, layer, *below):
            parts.append(solved)
            done += len(solved[0])
            if watch is not None:
                watch(Fraction(done, cards.total), done)
        values = np.concatenate([part for part, _ in parts])
        moments = np.concatenate([part for _, part in parts])
        arrays[f"layer {layer}"] = values
    arrays["roots"] = moments[0]
    return arrays


def _layer(
    rules: Rules, layer: int, below: Ints, moments_below: Ints
) -> Iterator[tuple[Ints, Ints]]:
    """Yield values and moments of parts of a layer, in order, computed on all cores."""
    tables, rows = tables_of(rules), cards_of(rules).layers[layer]
    limbs = below.shape[1]
    one = limbs_from(ways_of_turn(rules) ** (layer - 1), tables.bits, limbs)

    def work(start: int) -> tuple[Ints, Ints]:
        part = rows[start : start + CARDS_AT_ONCE]
        values = np.empty((len(part), limbs), np.int64)
        moments = np.empty((len(part), ROWS, limbs), np.int64)
        solve_moments(tables, part, one, below, moments_below, values, moments)
        return values, moments

    starts = range(0, len(rows), CARDS_AT_ONCE)
    with ThreadPoolExecutor(min(len(starts), os.cpu_count() or 1)) as pool:
        yield from pool.map(work, starts)


def _ends(rules: Rules, cards: Cards, limbs: int) -> tuple[Ints, Ints]:
    """Return values and moments at the end: the bonus where the target is reached."""
    ends = cards.layers[0]
    values = np.zeros((len(ends), limbs), np.int64)
    moments = np.zeros((len(ends), ROWS, limbs), np.int64)
    for place in np.flatnonzero(ends[:, 1] == rules.target):
        bits = tables_of(rules).bits
        values[place] = moments[place, 0] = limbs_from(rules.bonus, bits, limbs)
        moments[place, 1] = limbs_from(rules.bonus**2, bits, limbs)
        moments[place, 2 * FIELDS, 0] = 1
    return values, moments


def _widened(numbers: Ints, limbs: int) -> Ints:
    """Return the numbers with more limbs, the new ones 0."""
    more = limbs - numbers.shape[-1]
    return np.pad(numbers, [(0, 0)] * (numbers.ndim - 1) + [(0, more)])
