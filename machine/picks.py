"""The pick of compiled code, and what the enumeration of paths reads of it.

The first KNOWN picks of a play repeat those of the path before.  The others take
the branch that a script names, or else the first possible one, and leave their
weights in memory.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from montmort.machine.assembly import Assembly, Register
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.memory import LONGEST, WEIGHT_WORDS, Word
from montmort.machine.shapes import Fixed, Integer, Row, Truth, Unknown
from montmort.machine.values import (
    as_integer,
    as_row,
    certain,
    constant,
    integer,
    length_of,
    realise,
    record,
)


def pick(frame: Frame, weights: Value) -> Value:
    """Return the branch taken at a pick with these weights; constant Fractions are scaled."""
    if isinstance(weights.shape, Fixed) and _has_fractions(weights.shape.value):
        known = weights.shape.value
        unit = math.lcm(*(weight.denominator for weight in known))
        weights = constant([int(weight * unit) for weight in known])
    row = as_row(frame, certain(frame, realise(frame, weights)))
    if not isinstance(row.shape, Row) or row.shape.kind == "set":
        frame.refuse(f"{describe(row.shape)} as weights")
    if isinstance(row.shape.item, Unknown):
        frame.stop("weights that are all zero")
    if not isinstance(row.shape.item, Integer | Truth):
        frame.refuse(f"weights of {describe(row.shape.item)}")
    items = frame.code.load(row.registers[0], 2)
    return integer(branch(frame, length_of(frame, row), items))


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
    return pick(frame, record(frame, scaled))


def _has_fractions(known: Any) -> bool:
    """Whether a constant is a list or tuple of numbers, some of them Fractions."""
    if not isinstance(known, list | tuple):
        return False
    return all(isinstance(each, int | Fraction) for each in known) and any(
        isinstance(each, Fraction) for each in known
    )


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
    return code.text("pick", "i64 %context, i64 %length, i64 %items", taken)


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
