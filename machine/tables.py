"""Constant dictionaries, read with a key that varies.

The words of the keys are columns; where their ranges are small the place of a key
is read from a table of all combinations, else the keys are compared one by one.
"""

import math
from collections.abc import Mapping
from typing import Any

from montmort.machine.assembly import Register
from montmort.machine.constants import shape_of
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.shapes import (
    Fixed,
    Integer,
    Member,
    NoCommonShape,
    Record,
    Shape,
    Text,
    Truth,
    common,
)
from montmort.machine.values import (
    certain,
    constant,
    declare,
    load_item,
    read,
    realise,
    write,
)

DENSE = 1 << 17  # combinations of a table
LINEAR = 200  # keys compared one by one


def look_up(frame: Frame, table: Mapping[Any, Any], key: Value) -> Value:
    """Return table[key]; fail at run time where there is no such key."""
    place = place_of(frame, table, key)
    frame.code.fail_unless_compare(">=", place, "0", "a key that the dictionary does not have")
    return _at(frame, table, place)


def look_up_or(frame: Frame, table: Mapping[Any, Any], key: Value, default: Value) -> Value:
    """Return table.get(key, default)."""
    code = frame.code
    place = place_of(frame, table, key)
    result = declare(frame, (*frame.scope.path, frame.site, "get"))
    found, missing, end = (code.label() for _ in range(3))
    code.branch(code.test(">=", place, "0"), found, missing)
    code.start(found)
    if table:
        write(frame, result, _at(frame, table, place), "the value of get")
    code.jump(end)
    code.start(missing)
    write(frame, result, default, "the value of get")
    code.place(end)
    return read(frame, result, "the value of get")


def _at(frame: Frame, table: Mapping[Any, Any], place: Register) -> Value:
    values = realise(frame, constant(list(table.values())))
    if isinstance(values.shape, Fixed):
        frame.refuse("a dictionary of values that differ in type")
    return load_item(frame, values, place)


def place_of(frame: Frame, table: Mapping[Any, Any], key: Value) -> Register:
    """Return the place of a key in the dictionary, -1 where it is missing."""
    try:
        shape = common([shape_of(known) for known in table])
    except NoCommonShape:
        shape = Fixed(None)
    key = certain(frame, realise(frame, key))
    if not table:
        return "-1"
    if not _is_flat(shape) or not _is_comparable(key.shape, shape):
        frame.refuse(f"{describe(key.shape)} as the key of this dictionary")
    rows = [frame.program.constants.words(known, shape) for known in table]
    lows = [min(column) for column in zip(*rows, strict=True)]
    spans = [
        max(column) - low + 1 for column, low in zip(zip(*rows, strict=True), lows, strict=True)
    ]
    if math.prod(spans) <= DENSE:
        return _dense(frame, rows, lows, spans, key)
    if len(rows) > LINEAR:
        frame.refuse(f"a dictionary of {len(rows):,} keys that lie far apart")
    return _linear(frame, rows, key)


def _is_flat(shape: Shape) -> bool:
    if isinstance(shape, Record):
        return bool(shape.items) and all(map(_is_flat, shape.items))
    return isinstance(shape, Integer | Truth | Member | Text)


def _is_comparable(key: Shape, shape: Shape) -> bool:
    """Whether equal keys have equal words."""
    if isinstance(key, Record) and isinstance(shape, Record):
        same = len(key.items) == len(shape.items) and key.is_tuple and shape.is_tuple
        return same and all(map(_is_comparable, key.items, shape.items))
    return key == shape or {key, shape} <= {Integer(), Truth()}


def _dense(
    frame: Frame, rows: list[list[int]], lows: list[int], spans: list[int], key: Value
) -> Register:
    places = [-1] * math.prod(spans)
    for number, row in enumerate(rows):
        at = 0
        for word, low, span in zip(row, lows, spans, strict=True):
            at = at * span + word - low
        places[at] = number
    code, at_register, inside = frame.code, "0", "1"
    for register, low, span in zip(key.registers, lows, spans, strict=True):
        offset = code.simple("sub", register, str(low))
        fits = code.simple("and", code.compare(">=", register, str(low)),
                           code.compare("<=", register, str(low + span - 1)))  # fmt: skip
        inside = code.simple("and", inside, fits)
        scaled = code.simple("mul", at_register, str(span))
        at_register = code.simple("add", scaled, offset)
    safe = code.select(code.test("!=", inside, "0"), at_register, "0")
    found = load_item(frame, realise(frame, constant(places)), safe).registers[0]
    return code.select(code.test("!=", inside, "0"), found, "-1")


def _linear(frame: Frame, rows: list[list[int]], key: Value) -> Register:
    code, found = frame.code, "-1"
    for number, row in enumerate(rows):
        same = "1"
        for register, word in zip(key.registers, row, strict=True):
            same = code.simple("and", same, code.compare("==", register, str(word)))
        found = code.select(code.test("!=", same, "0"), str(number), found)
    return found
