"""The picks of compiled rules: their weights, and the pick along a path.

Along a path, the first KNOWN picks of a play repeat those of the path before.  The others take
the branch that a script names, or else the first possible one, and leave their
weights in memory.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from montmort.machine import prelude
from montmort.machine.assembly import Assembly, Register
from montmort.machine.decks import counts_of, without
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.memory import LONGEST, WEIGHT_WORDS, Word
from montmort.machine.row_copies import repeated
from montmort.machine.shapes import (
    Fixed,
    Integer,
    Number,
    Record,
    Truth,
    Unknown,
    is_sequence,
)
from montmort.machine.values import (
    as_integer,
    as_row,
    certain,
    constant,
    integer,
    items_address,
    items_of,
    length_of,
    realise,
    record,
    truth_value,
)


def pick(frame: Frame, weights: Value) -> Value:
    """Return the index taken at a pick with these weights; constant Fractions are scaled."""
    picks = frame.program.picks
    if isinstance(weights.shape, Fixed) and _are_numbers(weights.shape.value):
        known = weights.shape.value
        unit = math.lcm(*(weight.denominator for weight in known))
        return integer(picks.of_known(frame, [int(weight * unit) for weight in known]))
    weights = certain(frame, realise(frame, weights))
    if isinstance(weights.shape, Record) and weights.shape.is_tuple:
        return integer(picks.of_few(frame, items_of(weights)))
    return integer(picks.of_row(frame, _as_weights(frame, weights)))


def _as_weights(frame: Frame, weights: Value) -> Value:
    """Return weights as a row of integers or truth values."""
    row = as_row(frame, weights)
    if not is_sequence(row.shape):
        frame.refuse(f"{describe(row.shape)} as weights")
    if isinstance(row.shape.item, Unknown):
        frame.stop("weights that are all zero")
    if not isinstance(row.shape.item, Integer | Truth | Number):
        frame.refuse(f"weights of {describe(row.shape.item)}")
    return row


def pick_among(frame: Frame, weights: Sequence[Value]) -> Value:
    """Return the branch for weights of which some are constant Fractions: all are scaled."""
    known = [weight.shape.value for weight in weights if isinstance(weight.shape, Fixed)]
    unit = math.lcm(*(each.denominator for each in known if isinstance(each, Fraction)))
    scaled = []
    for weight in weights:
        if isinstance(weight.shape, Fixed) and isinstance(weight.shape.value, int | Fraction):
            scaled.append(constant(int(weight.shape.value * unit)))
        elif unit == 1:
            scaled.append(weight)
        else:
            times = frame.code.checked("smul", as_integer(frame, weight), str(unit))
            scaled.append(integer(times))
    if all(isinstance(weight.shape, Fixed) for weight in scaled):
        return pick(frame, constant([weight.shape.value for weight in scaled]))  # type: ignore[attr-defined]
    return integer(frame.program.picks.of_few(frame, scaled))


def _are_numbers(known: Any) -> bool:
    """Whether a constant is a list or tuple of integers and Fractions."""
    return isinstance(known, list | tuple) and all(
        isinstance(each, int | Fraction) for each in known
    )


class PathPicks:
    """Picks along a path, whose weights are left in memory for the enumeration of paths."""

    def of_known(self, frame: Frame, weights: Sequence[int]) -> Register:
        """Return the branch for weights known before the run."""
        return self.of_row(frame, _as_weights(frame, realise(frame, constant([*weights]))))

    def of_equal(self, frame: Frame, weight: int, count: Value) -> Register:
        """Return the branch for a number of equal weights that varies."""
        one = as_row(frame, realise(frame, constant([weight])))
        return self.of_row(frame, repeated(frame, one, as_integer(frame, count)))

    def of_few(self, frame: Frame, weights: Sequence[Value]) -> Register:
        """Return the branch for a known number of weights."""
        return self.of_row(frame, _as_weights(frame, record(frame, weights)))

    def of_row(self, frame: Frame, row: Value) -> Register:
        """Return the branch for a row of weights."""
        return branch(frame, length_of(frame, row), items_address(frame, row))

    def of_deck(self, frame: Frame, deck: Value) -> tuple[Register, Value]:
        """Return the place of the kind of a card drawn from a Deck, and the Deck without it."""
        place = self.of_row(frame, counts_of(frame, deck))
        return place, without(frame, deck, place)

    def cards_dealt(self) -> Callable[..., int]:
        """Return the function that picks with a weight for each number of cards."""
        return prelude.cards_dealt

    def repeats(self, frame: Frame) -> Value:
        """Return whether the next pick is one of the first KNOWN."""
        depth, known = frame.code.context(Word.DEPTH), frame.code.context(Word.KNOWN)
        return truth_value(frame.code.compare("<", depth, known))


def branch(frame: Frame, length: Register, items: Register) -> Register:
    """Return the branch taken at a pick with so many weights at an address."""
    code = frame.code
    taken = code.result(f"call i64 @pick(i64 %context, i64 {length}, i64 {items})")
    code.fail_unless_compare(">=", taken, "0", "weights below 0, all zero, or too many picks")
    return taken


def pick_function() -> str:
    """Return the text of `pick(context, length, weights)`: the branch, or -1 without any."""
    code = Assembly(counts_rounds=False)  # its results are branches, not failures
    depth = code.context(Word.DEPTH)
    code.set_context(Word.DEPTH, code.simple("add", depth, "1"))
    known, fresh = code.label(), code.label()
    code.branch(code.test("<", depth, code.context(Word.KNOWN)), known, fresh)
    code.start(known)
    _give(code, code.load(code.context(Word.INDICES), depth))
    code.start(fresh)
    _require(code, "<", depth, str(LONGEST))
    length, items = "%length", "%items"
    first = code.load(code.context(Word.ENDS), depth)
    after = code.simple("add", first, length)
    _require(code, "<=", after, str(WEIGHT_WORDS))
    start = code.simple("add", code.context(Word.WEIGHTS), code.simple("shl", first, "3"))
    total, possible = code.slot(), code.slot()
    code.put(possible, "-1")

    def copy(count: str, _onward: str, _end: str) -> None:
        weight = code.load(items, count)
        _require(code, ">=", weight, "0")
        code.store(start, count, weight)
        total_now = code.simple("add", code.get(total), weight)
        _require(code, ">=", total_now, "0")  # both were below 2^63: beyond it is negative
        code.put(total, total_now)
        unset = code.both(code.test("<", code.get(possible), "0"), code.test(">", weight, "0"))
        code.put(possible, code.select(unset, count, code.get(possible)))

    code.repeat(lambda: length, copy)
    next_depth = code.simple("add", depth, "1")
    code.store(code.context(Word.ENDS), next_depth, after)
    notes = code.context(Word.NOTE_ENDS)
    code.store(notes, next_depth, code.load(notes, depth))  # no note, unless a decision adds it
    code.store(code.context(Word.SUMS), depth, code.get(total))
    scripted, onward = code.label(), code.label()
    code.branch(code.test("<", depth, code.context(Word.SCRIPTED)), scripted, onward)
    code.start(scripted)
    wanted = code.load(code.context(Word.SCRIPT), depth)
    _require(code, ">=", wanted, "0")
    _require(code, "<", wanted, length)
    _require(code, ">", code.load(start, wanted), "0")
    code.put(possible, wanted)
    code.place(onward)
    taken = code.get(possible)
    _require(code, ">=", taken, "0")
    code.store(code.context(Word.INDICES), depth, taken)
    text = code.text("pick", "i64 %context, i64 %length, i64 %items", taken)
    return text.replace("define i64", "define internal i64", 1)


def _give(code: Assembly, register: str) -> None:
    code.emit(f"ret i64 {register}")
    code.emit(f"{code.label()}:")


def _require(code: Assembly, operator: str, a: str, b: str) -> None:
    """Return -1 unless a comparison holds."""
    holds, fails = code.label(), code.label()
    code.branch(code.test(operator, a, b), holds, fails)
    code.start(fails)
    _give(code, "-1")
    code.start(holds)
