"""The best play of one turn of Yahtzee, in long integers.

With n dice of f faces the value of a card is an integer over D f^(n throws), where the cards
of the layer below have values over D.  Before the last throw of a turn a multiset m of j dice
is worth, over D f^(n - j),

    S(m) = max over boxes of points D + value of the card after,   j = n,
    S(m) = sum over faces f of S(m + f),                           j < n,

which takes no division.  T(m) = S(m) f^j makes them comparable, all over D f^n.  After an
earlier throw a throw t is worth the largest T(m) of all multisets m in t, which a recursion
finds: the best multiset in m is m itself, or the best one in m with a die less; all dice of a
throw are worth what they are in a box, because to keep them ends the turn.  Equal numbers
are compared in full, and of equally good multisets the smallest number is taken, of boxes the
first: the first of the rules' choices.  No limb exceeds int64: see `montmort.exact.yahtzee.tables`.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled
from montmort.exact.yahtzee.tables import Tables

Ints = npt.NDArray[np.int64]

NONE = -1


class Below(NamedTuple):
    """What the cards of the layer below are worth, a row of limbs each, and D as `one`."""

    one: Ints
    values: Ints


class Turn(NamedTuple):
    """The arrays of a turn, all of them overwritten by `play_turn`.

    By slot, which is a box with a level of it or an extra yahtzee: what it has `made`, a row of
    limbs, and its `gains`.  By multiset of dice: the values `summed` and `scaled`, and the `best`
    multiset within it.  By throw: its value `standing`, and the slot of its best box.
    """

    made: Ints
    gains: Ints
    summed: Ints
    scaled: Ints
    best: Ints
    standing: Ints
    slot_of: Ints


class Choices(NamedTuple):
    """The best box of every throw t, and the multiset [s, t] to keep if s + 1 throws are left."""

    boxes: Ints
    keeps: Ints


@compiled
def is_less(first: Ints, second: Ints) -> bool:
    """Return whether the first number is less than the second, which has as many limbs."""
    for limb in range(len(first) - 1, -1, -1):
        if first[limb] != second[limb]:
            return bool(first[limb] < second[limb])
    return False


@compiled
def add_multiple(total: Ints, factor: int, number: Ints, added: Ints, bits: int) -> None:
    """Write factor * number + added into `total`, which may be one of them."""
    over = 0
    for limb in range(len(total)):
        part = factor * number[limb] + added[limb] + over
        total[limb] = part & ((1 << bits) - 1)
        over = part >> bits


@compiled
def scale(target: Ints, source: Ints, factor: int, bits: int) -> None:
    """Write factor * source into `target`, which may be the source."""
    over = 0
    for limb in range(len(source)):
        part = source[limb] * factor + over
        target[limb] = part & ((1 << bits) - 1)
        over = part >> bits


@compiled
def row_after(tables: Tables, card: Ints, box: int, summed: int, has_fifty: bool) -> int:
    """Return the row of the card after a box is filled, in the layer below."""
    target = tables.number.shape[2] - 1
    fifty = 1 if card[2] or has_fifty else 0
    return int(tables.number[card[0] ^ (1 << box), fifty, min(card[1] + summed, target)])


@compiled
def fill_plainly(tables: Tables, card: Ints, below: Below, made: Ints, gains: Ints) -> None:
    """Write what every level of every open box is worth: slot box * widest + level.

    A row of `gains` has the gain, the points of an upper box, whether an extra yahtzee is
    paid, and the row of the card after.
    """
    boxes, widest = tables.points.shape
    for box in range(boxes):
        if not card[0] >> box & 1:
            continue
        for rank in range(tables.levels[box]):
            slot, gain = box * widest + rank, tables.points[box, rank]
            summed = gain if tables.is_upper[box] else 0
            row = row_after(tables, card, box, summed, box == tables.yahtzee and gain > 0)
            gains[slot, 0], gains[slot, 1], gains[slot, 2], gains[slot, 3] = gain, summed, 0, row
            add_multiple(made[slot], gain, below.one, below.values[row], tables.bits)


@compiled
def is_allowed(tables: Tables, opened: int, box: int, own: int) -> bool:
    """Return whether an extra yahtzee may fill an open box; `own` is that of its face."""
    if not tables.forced:
        return True
    if own != NONE and opened >> own & 1:
        return bool(box == own)
    if not tables.is_upper[box]:
        return True
    for other in range(len(tables.is_upper)):
        if opened >> other & 1 and not tables.is_upper[other]:
            return False
    return True


@compiled
def fill_extra(
    tables: Tables, card: Ints, throw: int, below: Below, turn: Turn, box_of: Ints
) -> int:
    """Return the slot of the best box for an extra yahtzee."""
    made, gains = turn.made, turn.gains
    boxes, widest = tables.points.shape
    face, opened = tables.alike[throw], card[0]
    own, paid, best = tables.match[face], 1 if card[2] else 0, NONE
    is_joker = own == NONE or not opened >> own & 1
    for box in range(boxes):
        if not opened >> box & 1 or not is_allowed(tables, opened, box, own):
            continue
        points = tables.points[box, tables.level[box, throw]]
        if is_joker and tables.joker[box] != NONE:
            points = tables.joker[box]
        summed = points if tables.is_upper[box] else 0
        gain = points + paid * tables.extra
        row = row_after(tables, card, box, summed, False)
        slot = boxes * widest + face * boxes + box
        gains[slot, 0], gains[slot, 1], gains[slot, 2], gains[slot, 3] = gain, summed, paid, row
        add_multiple(made[slot], gain, below.one, below.values[row], tables.bits)
        if best == NONE or is_less(made[best], made[slot]):
            best = slot
            box_of[throw] = box
    return best


@compiled
def fill_boxes(tables: Tables, card: Ints, below: Below, turn: Turn, box_of: Ints) -> None:
    """Find the best box of every throw; its slot in `made` has the value."""
    boxes, widest = tables.points.shape
    made, slot_of = turn.made, turn.slot_of
    fill_plainly(tables, card, below, made, turn.gains)
    is_filled = tables.yahtzee != NONE and not card[0] >> tables.yahtzee & 1
    for throw in range(len(tables.alike)):
        if is_filled and tables.alike[throw] != NONE:
            slot_of[throw] = fill_extra(tables, card, throw, below, turn, box_of)
            continue
        best = NONE
        for box in range(boxes):
            if card[0] >> box & 1:
                slot = box * widest + tables.level[box, throw]
                if best == NONE or is_less(made[best], made[slot]):
                    best = slot
                    box_of[throw] = box
        slot_of[throw] = best


@compiled
def sum_dice(tables: Tables, summed: Ints) -> None:
    """Sum over the next die, from all dice but one down to none."""
    faces, limbs = tables.plus.shape[1], summed.shape[1]
    for place in range(tables.bounds[1], len(tables.order)):
        held = tables.order[place]
        over = 0
        for limb in range(limbs):
            part = over
            for face in range(faces):
                part += summed[tables.plus[held, face], limb]
            summed[held, limb] = part & ((1 << tables.bits) - 1)
            over = part >> tables.bits


@compiled
def keep_best(tables: Tables, turn: Turn) -> None:
    """Find the best multiset to keep of every multiset, from no dice up to all.

    `standing` has what every throw is worth in a box, before as many throws as `summed`.
    """
    summed, standing, scaled, best = turn.summed, turn.standing, turn.scaled, turn.best
    for place in range(len(tables.order) - 1, -1, -1):
        held = tables.order[place]
        factor = tables.powers[tables.sizes[held]]
        if place < len(standing):
            scale(standing[place], standing[place], factor, tables.bits)
            scale(scaled[held], standing[place], 1, tables.bits)
        else:
            scale(scaled[held], summed[held], factor, tables.bits)
        first = held
        for face in range(tables.minus.shape[1]):
            less = tables.minus[held, face]
            if less == NONE or best[less] == first:
                continue
            other = best[less]
            if is_less(scaled[first], scaled[other]) or (
                other < first and not is_less(scaled[other], scaled[first])
            ):
                first = other
        best[held] = first


@compiled
def play_turn(tables: Tables, card: Ints, below: Below, turn: Turn, choices: Choices) -> None:
    """Solve a turn; the row of no dice in `summed` is then the value of the card."""
    throws, limbs = tables.bounds[1], turn.made.shape[1]
    made, summed, slot_of = turn.made, turn.summed, turn.slot_of
    fill_boxes(tables, card, below, turn, choices.boxes)
    for throw in range(throws):
        for limb in range(limbs):
            summed[tables.order[throw], limb] = made[slot_of[throw], limb]
            turn.standing[throw, limb] = made[slot_of[throw], limb]
    sum_dice(tables, summed)
    for left in range(tables.throws - 1):
        keep_best(tables, turn)
        for throw in range(throws):
            held = tables.order[throw]
            choices.keeps[left, throw] = turn.best[held]
            for limb in range(limbs):
                summed[held, limb] = turn.scaled[turn.best[held], limb]
        sum_dice(tables, summed)


@compiled
def room_of_turn(tables: Tables, limbs: int) -> Turn:
    """Return arrays for `play_turn`, for numbers of so many limbs."""
    boxes, widest = tables.points.shape
    slots, held, throws = (
        boxes * (widest + tables.plus.shape[1]),
        len(tables.sizes),
        tables.bounds[1],
    )
    return Turn(
        np.empty((slots, limbs), np.int64),
        np.zeros((slots, 4), np.int64),
        np.empty((held, limbs), np.int64),
        np.empty((held, limbs), np.int64),
        np.empty(held, np.int64),
        np.empty((throws, limbs), np.int64),
        np.empty(throws, np.int64),
    )


@compiled
def solve_cards(
    tables: Tables, cards: Ints, one: Ints, below: Ints, values: Ints, box_of: Ints, keep_of: Ints
) -> None:
    """Write the values of some cards of one layer, and the best boxes and keeps of each."""
    limbs = values.shape[1]
    layer, turn = Below(one, below), room_of_turn(tables, limbs)
    root = tables.order[len(tables.order) - 1]
    for place in range(len(cards)):
        play_turn(tables, cards[place], layer, turn, Choices(box_of[place], keep_of[place]))
        for limb in range(limbs):
            values[place, limb] = turn.summed[root, limb]
