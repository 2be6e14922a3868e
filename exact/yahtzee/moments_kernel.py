"""Means and second moments of a play under the best strategy, in long integers.

In a turn the strategy is fixed, so the number w of ways to end it in a given box with given
points is an integer that one word holds: the ways to the throws are counted forwards, one die
at a time.  A field whose gain is g then has, over the D of the layer,

    first moment  = sum of w (g D' + first moment of the card after),
    second moment = sum of w (g (g D' + 2 first moment after) + second moment after).
"""

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled
from montmort.exact.yahtzee.kernel import (
    Below,
    Choices,
    add_multiple,
    play_turn,
    room_of_turn,
    scale,
)
from montmort.exact.yahtzee.tables import WEIGHT_BITS, Tables

Ints = npt.NDArray[np.int64]

FIELDS = 3  # score, upper, extras: rows 2 f and 2 f + 1 of the moments; the bonus is the last row
ROWS = 2 * FIELDS + 1


@compiled
def spread(tables: Tables, ways: Ints) -> None:
    """Add dice to every multiset that is kept, one at a time, until all are thrown."""
    for place in range(len(tables.order) - 1, tables.bounds[1] - 1, -1):
        held = tables.order[place]
        if ways[held]:
            for face in range(tables.plus.shape[1]):
                ways[tables.plus[held, face]] += ways[held]
            ways[held] = 0


@compiled
def ways_of_slots(tables: Tables, keep_of: Ints, slot_of: Ints, ways: Ints, ends: Ints) -> None:
    """Count the ways in which the turn ends in each slot."""
    ways[:] = 0
    ends[:] = 0
    ways[tables.order[len(tables.order) - 1]] = 1
    spread(tables, ways)
    throws = tables.bounds[1]
    thrown = np.empty(throws, np.int64)
    to_come = tables.powers[len(tables.powers) - 1] ** (tables.throws - 1)
    for left in range(tables.throws - 2, -1, -1):
        for throw in range(throws):
            thrown[throw] = ways[tables.order[throw]]
            ways[tables.order[throw]] = 0
        for throw in range(throws):
            kept = keep_of[left, throw]
            if kept == tables.order[throw]:
                ends[slot_of[throw]] += thrown[throw] * to_come
            else:
                ways[kept] += thrown[throw] * tables.powers[tables.sizes[kept]]
        spread(tables, ways)
        to_come //= tables.powers[len(tables.powers) - 1]
    for throw in range(throws):
        ends[slot_of[throw]] += ways[tables.order[throw]]


@compiled
def moments_after(tables: Tables, gains: Ints, one: Ints, below: Ints, found: Ints) -> None:
    """Write the moments after a slot's box is filled; `below` are those of the card after."""
    bits = tables.bits
    for field in range(FIELDS):
        gain, first, second = gains[field], 2 * field, 2 * field + 1
        add_multiple(found[first], gain, one, below[first], bits)
        add_multiple(found[second], 1, found[first], below[first], bits)
        add_multiple(found[second], gain, found[second], below[second], bits)
    scale(found[2 * FIELDS], below[2 * FIELDS], 1, bits)


@compiled
def add_slots(
    tables: Tables, gains: Ints, ends: Ints, one: Ints, below: Ints, totals: Ints, moments: Ints
) -> None:
    """Write the moments of a card: those after its slots, times their ways.

    The ways have more bits than a limb may be multiplied by, so each of their digits has a
    total of its own; the last row of `totals` is for the moments after a slot.
    """
    width, digits, bits = 62 - tables.bits, len(totals) - 1, tables.bits
    totals[:] = 0
    after = totals[digits]
    for slot in range(len(ends)):
        if ends[slot]:
            moments_after(tables, gains[slot], one, below[gains[slot, 3]], after)
        for digit in range(digits):
            factor = ends[slot] >> (digit * width) & ((1 << width) - 1)
            if factor:
                for row in range(ROWS):
                    add_multiple(totals[digit, row], factor, after[row], totals[digit, row], bits)
    moments[:] = 0
    for digit in range(digits - 1, -1, -1):
        for row in range(ROWS):
            add_multiple(moments[row], 1 << width, moments[row], totals[digit, row], bits)


@compiled
def solve_moments(
    tables: Tables, cards: Ints, one: Ints, below: Ints, moments_below: Ints, values: Ints,
    moments: Ints,
) -> None:  # fmt: skip
    """Write the values and the moments of some cards of one layer."""
    limbs = values.shape[1]
    throws = tables.bounds[1]
    layer, turn = Below(one, below), room_of_turn(tables, limbs)
    choices = Choices(
        np.empty(throws, np.int64), np.empty((max(tables.throws - 1, 1), throws), np.int64)
    )
    ways, ends = np.empty(len(tables.sizes), np.int64), np.empty(len(turn.made), np.int64)
    digits = -(-WEIGHT_BITS // (62 - tables.bits))
    totals = np.empty((digits + 1, ROWS, limbs), np.int64)
    root = tables.order[len(tables.order) - 1]
    for place in range(len(cards)):
        play_turn(tables, cards[place], layer, turn, choices)
        scale(values[place], turn.summed[root], 1, tables.bits)
        ways_of_slots(tables, choices.keeps, turn.slot_of, ways, ends)
        add_slots(tables, turn.gains, ends, one, moments_below, totals, moments[place])
