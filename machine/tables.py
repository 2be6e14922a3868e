"""Constant dictionaries, read with a key that varies.

Where the words of the keys are columns whose ranges are small, a key is found in a table of
all combinations; else in the tree of the words.
"""

import math
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from montmort.games.errors import BadInput
from montmort.games.sameness import identity
from montmort.machine.assembly import Register
from montmort.machine.decks import kinds_of
from montmort.machine.frame import Frame, Value
from montmort.machine.keys import NEXT_NODE, KeyWalk, Words, reader_of, tree_of
from montmort.machine.shapes import (
    Fixed,
    Integer,
    Member,
    Number,
    Record,
    Shape,
    Text,
    Truth,
)
from montmort.machine.values import (
    as_integer,
    as_row,
    constant,
    declare,
    is_fixed,
    load_item,
    read,
    realise,
    record,
    write,
)

DENSE = 1 << 17  # combinations of a table
FEW = 64  # values that are put into memory where one is looked up


def look_up(frame: Frame, table: Mapping[Any, Any], key: Value) -> Value:
    """Return table[key]; fail at run time where there is no such key."""
    place, values = _found(frame, table, key)
    if not values:
        frame.stop("a key that the dictionary does not have")
    frame.code.fail_unless_compare(">=", place, "0", "a key that the dictionary does not have")
    return _at(frame, values, place)


def look_up_or(frame: Frame, table: Mapping[Any, Any], key: Value, default: Value) -> Value:
    """Return table.get(key, default)."""
    code = frame.code
    place, values = _found(frame, table, key)
    if not values:
        return default
    result = declare(frame, (*frame.scope.path, frame.site, "get"))
    found, missing, end = (code.label() for _ in range(3))
    code.branch(code.test(">=", place, "0"), found, missing)
    code.start(found)
    write(frame, result, _at(frame, values, place), "the value of get")
    code.jump(end)
    code.start(missing)
    write(frame, result, default, "the value of get")
    code.place(end)
    return read(frame, result, "the value of get")


def has_key(frame: Frame, keys: Collection[Any], key: Value) -> Register:
    """Return 1 where a key is one of several constants."""
    place, _ = _found(frame, keys, key)
    return frame.code.compare(">=", place, "0")


def place_of_kind(frame: Frame, deck: Value, kind: Value) -> Register:
    """Return the place of a kind of card; fail where the Deck has no such kind."""
    kinds = kinds_of(deck)
    if kinds == tuple(range(len(kinds))) and not is_fixed(kind):
        place = as_integer(frame, kind)
    elif isinstance(kind.shape, Fixed):
        if kind.shape.value not in kinds:
            frame.stop("a kind that the deck does not have")
        return str(kinds.index(kind.shape.value))
    else:
        return look_up(frame, {k: i for i, k in enumerate(kinds)}, kind).registers[0]
    frame.code.fail_unless_compare(">=", place, "0", "a kind that the deck does not have")
    frame.code.fail_unless_compare("<", place, str(len(kinds)), "a kind that the deck has not")
    return place


def _at(frame: Frame, values: list[Any], place: Register) -> Value:
    """Return one of several constants."""
    row = realise(frame, constant(values))
    if isinstance(row.shape, Fixed):  # such as Fractions
        if len(values) > FEW:
            frame.refuse("a dictionary of many values that differ in type")
        row = as_row(frame, record(frame, [constant(value) for value in values]))
    return load_item(frame, row, place)


def _found(frame: Frame, table: Collection[Any], key: Value) -> tuple[Register, list[Any]]:
    """Return the values that a key may have, and the place of its own, -1 where it has none.

    What is found is kept for later attempts.
    """
    key = realise(frame, key)
    kept, place = frame.program.looked_up, (Fixed(table), key.shape)
    if place not in kept:
        kept[place] = _targets(frame, table, key.shape)
    targets, values, tree = kept[place]
    if () in targets or not targets:  # there is nothing to look up
        return str(targets.get((), -1)), values
    if tree is None:
        return _dense(frame, targets, key), values
    frame.program.helpers["next_node"] = NEXT_NODE
    walk = KeyWalk(frame, tree)
    walk.value(key)
    return walk.node, values


def _targets(
    frame: Frame, table: Collection[Any], shape: Shape
) -> tuple[dict[Words, int], list[Any], tuple[int, ...] | None]:
    """Return the places of values by the words of the keys, the values, and a tree if needed.

    The items of a set have one value, None.
    """
    read_key, targets, values = reader_of(frame, shape), dict[Words, int](), list[Any]()
    places: dict[Hashable, int] = {}
    pairs = table if isinstance(table, Mapping) else dict.fromkeys(table)
    for key, value in pairs.items():
        words = read_key(key)
        if words is not None:
            same = _identity(value)
            if same not in places:
                places[same] = len(values)
                values.append(value)
            targets[words] = places[same]
    if not targets or () in targets or (_is_flat(shape) and _combinations(targets) <= DENSE):
        return targets, values, None
    constants = frame.program.constants
    return targets, values, tuple(map(constants.array, tree_of(targets)))


def _identity(value: Any) -> Hashable:
    """Return what is equal for values that are the same."""
    try:
        return identity(value)
    except BadInput:
        return object, id(value)


def _is_flat(shape: Shape) -> bool:
    """Whether all keys have as many words, which are their registers."""
    if isinstance(shape, Record):
        return bool(shape.items) and all(map(_is_flat, shape.items))
    return isinstance(shape, Integer | Truth | Number | Member | Text)


def _spans(targets: Mapping[Words, int]) -> list[tuple[int, int]]:
    """Return the least word of each column, and how many there are up to the greatest."""
    columns = list(zip(*targets, strict=True))
    return [(min(column), max(column) - min(column) + 1) for column in columns]


def _combinations(targets: Mapping[Words, int]) -> int:
    return math.prod(span for _, span in _spans(targets))


def _dense(frame: Frame, targets: Mapping[Words, int], key: Value) -> Register:
    """Return the place of a value from a table of all combinations of the words."""
    spans = _spans(targets)
    places = [-1] * math.prod(span for _, span in spans)
    for words, target in targets.items():
        places[_offset(words, spans)] = target
    code, at_register, inside = frame.code, "0", "1"
    for register, (low, span) in zip(key.registers, spans, strict=True):
        offset = code.simple("sub", register, str(low))
        fits = code.simple("and", code.compare(">=", register, str(low)),
                           code.compare("<=", register, str(low + span - 1)))  # fmt: skip
        inside = code.simple("and", inside, fits)
        scaled = code.simple("mul", at_register, str(span))
        at_register = code.simple("add", scaled, offset)
    safe = code.select(code.test("!=", inside, "0"), at_register, "0")
    found = load_item(frame, realise(frame, constant(places)), safe).registers[0]
    return code.select(code.test("!=", inside, "0"), found, "-1")


def _offset(words: Sequence[int], spans: Sequence[tuple[int, int]]) -> int:
    """Return the place of a combination in the table of all."""
    at = 0
    for word, (low, span) in zip(words, spans, strict=True):
        at = at * span + word - low
    return at
