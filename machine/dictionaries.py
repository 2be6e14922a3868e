"""Dictionaries that change: a list of pairs in the order in which their keys came.

A key is compared with the keys one by one: up to some thousands of them in less time than the
interpreter needs for a pick.  Where a key is removed, the pairs that are left move to a new
place.  So a loop finds out that a key came or went, which Python forbids: by the number of pairs,
or by where they stand.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable
from typing import Any

from montmort.machine.assembly import Register
from montmort.machine.comparisons import place_of
from montmort.machine.constants import content
from montmort.machine.frame import Frame, Value
from montmort.machine.inline import call
from montmort.machine.row_copies import copied, popped
from montmort.machine.shapes import (
    Dictionary,
    Fixed,
    Maybe,
    Record,
    Row,
    Shape,
    Unknown,
    View,
    may_change,
)
from montmort.machine.values import (
    append,
    constant,
    declare,
    integer,
    items_address,
    items_of,
    learn_item,
    length_of,
    load_item,
    new_row,
    pairs_of,
    read,
    realise,
    record,
    store_item,
    write,
)

NO_KEY = "a key that the dictionary does not have"
EMPTY: dict[Any, Callable[[], Any]] = {int: int, bool: bool, str: str, tuple: tuple}


def empty_row(frame: Frame, site: Hashable, kind: str) -> Value:
    """Return a new empty list or set; `site` names the place in the rules where it is made."""
    item = frame.program.resolved(Unknown((*frame.scope.path, site)))
    return new_row(frame, Row(item, kind), "0")


def new_dictionary(
    frame: Frame, site: Hashable, kind: type[Any] = dict, factory: Shape | None = None
) -> Value:
    """Return a new empty dictionary; `site` names the place in the rules where it is made."""
    pairs = empty_row(frame, site, "list")
    assert isinstance(pairs.shape, Row)
    return Value(Dictionary(pairs.shape, kind, factory), pairs.registers)


def change(frame: Frame, known: Any) -> None:
    """Compile again with a dictionary or a set that the rules write and change."""
    frame.program.change(known)
    frame.refuse(f"a {type(known).__name__} of the module that is changed")


def written(frame: Frame, known: Any) -> Value:
    """Return a dictionary or a set that the rules write: a constant, unless they change it."""
    key = content(known)
    if key not in frame.program.changed:
        return frame.program.kept(key, lambda: constant(known))
    if isinstance(known, dict):
        made = new_dictionary(frame, (frame.site, "written"))
        for name, value in known.items():
            put(frame, made, constant(name), constant(value))
        return made
    made = empty_row(frame, (frame.site, "written"), "set")
    for item in known:
        append(frame, made, constant(item))
    return made


def check_key(frame: Frame, shape: Shape) -> None:
    """Fail where a key cannot be hashed."""
    match shape:
        case Row(kind="list" | "set") | Dictionary() | View():
            frame.stop("a key that cannot be hashed")
        case Maybe(item=item) | Row(item=item):
            check_key(frame, item)
        case Record(items=items):
            for item in items:
                check_key(frame, item)


def check_member(frame: Frame, shape: Shape, node: ast.AST | None = None) -> None:
    """Refuse lists, sets and dictionaries as items of a set, and what holds some."""
    if may_change(shape):
        frame.refuse("a list in a set, or a set or a dictionary", node)


def place_of_key(frame: Frame, dictionary: Value, key: Value) -> Register:
    """Return the place of a key, -1 where it is missing."""
    check_key(frame, realise(frame, key).shape)
    return place_of(frame, pairs_of(dictionary), key, 0)


def value_of(frame: Frame, dictionary: Value, key: Value) -> Value:
    """Return d[key]."""
    assert isinstance(dictionary.shape, Dictionary)
    kind = dictionary.shape.kind
    if kind is Counter:
        return value_or(frame, dictionary, key, constant(0))
    if kind is defaultdict:
        put_default(frame, dictionary, key, lambda: _made(frame, dictionary))
    place = place_of_key(frame, dictionary, key)
    frame.code.fail_unless_compare(">=", place, "0", NO_KEY)
    return items_of(load_item(frame, pairs_of(dictionary), place))[1]


def _made(frame: Frame, dictionary: Value) -> Value:
    """Return what the factory of a defaultdict makes."""
    assert isinstance(dictionary.shape, Dictionary)
    assert isinstance(dictionary.shape.factory, Fixed)
    factory, site = dictionary.shape.factory.value, (frame.site, "default")
    if factory in (list, set):
        return empty_row(frame, site, factory.__name__)
    if factory in (dict, Counter):
        return new_dictionary(frame, site, factory)
    return constant(factory()) if factory in EMPTY else call(frame, factory, [], {})


def value_or(frame: Frame, dictionary: Value, key: Value, default: Value) -> Value:
    """Return d.get(key, default)."""
    code, pairs = frame.code, pairs_of(dictionary)
    place = place_of_key(frame, dictionary, key)
    assert isinstance(pairs.shape, Row)
    if isinstance(pairs.shape.item, Unknown):
        return realise(frame, default)
    result = declare(frame, (*frame.scope.path, frame.site, "get"))
    found, missing, end = (code.label() for _ in range(3))
    code.branch(code.test(">=", place, "0"), found, missing)
    code.start(found)
    write(frame, result, items_of(load_item(frame, pairs, place))[1], "the value of get")
    code.jump(end)
    code.start(missing)
    write(frame, result, default, "the value of get")
    code.place(end)
    return read(frame, result, "the value of get")


def put(frame: Frame, dictionary: Value, key: Value, value: Value) -> None:
    """Compile d[key] = value."""
    _put(frame, dictionary, key, lambda: value, replaces=True)


def put_default(frame: Frame, dictionary: Value, key: Value, make: Callable[[], Value]) -> None:
    """Compile: a key that is missing gets a value."""
    _put(frame, dictionary, key, make, replaces=False)


def _put(
    frame: Frame, dictionary: Value, key: Value, make: Callable[[], Value], *, replaces: bool
) -> None:
    code, pairs = frame.code, pairs_of(dictionary)
    assert isinstance(pairs.shape, Row)
    place = place_of_key(frame, dictionary, key)
    known, new, end = (code.label() for _ in range(3))
    code.branch(code.test(">=", place, "0"), known, new)
    code.start(known)
    if replaces and not isinstance(pairs.shape.item, Unknown):
        before = items_of(load_item(frame, pairs, place))[0]  # Python keeps the first key
        store_item(frame, pairs, place, record(frame, [before, make()]))
    code.jump(end)
    code.start(new)
    pair = record(frame, [key, make()])
    learn_item(frame, pairs.shape, pair.shape)
    append(frame, pairs, pair)
    code.place(end)


def remove(frame: Frame, dictionary: Value, key: Value) -> None:
    """Compile del d[key]; a Counter does not mind a key that is missing."""
    assert isinstance(dictionary.shape, Dictionary)
    code, pairs, place = frame.code, pairs_of(dictionary), place_of_key(frame, dictionary, key)
    inside, end = code.label(), code.label()
    if dictionary.shape.kind is not Counter:
        code.fail_unless_compare(">=", place, "0", NO_KEY)
    if place == "-1":
        return
    code.branch(code.test(">=", place, "0"), inside, end)
    code.start(inside)
    moved = copied(frame, pairs)
    code.store(pairs.registers[0], 1, length_of(frame, moved))
    code.store(pairs.registers[0], 2, items_address(frame, moved))
    popped(frame, pairs, integer(place))
    code.place(end)


def view(dictionary: Value, part: str) -> Value:
    """Return what d.keys(), d.values() or d.items() returns."""
    assert isinstance(dictionary.shape, Dictionary)
    return Value(View(dictionary.shape, part), dictionary.registers)


def viewed(value: Value) -> tuple[Value, int | None]:
    """Return the pairs behind a view, and the part of them that it shows."""
    assert isinstance(value.shape, View)
    pairs = Value(value.shape.of.pairs, value.registers)
    return pairs, {"keys": 0, "values": 1}.get(value.shape.part)


def unchanged_length(frame: Frame, pairs: Value) -> Callable[[], Register]:
    """Return what gives the number of pairs in each round of a loop; no key may come or go."""
    code, length, items = frame.code, length_of(frame, pairs), items_address(frame, pairs)

    def now() -> Register:
        reason = "a dictionary that a loop runs over is changed"
        code.fail_unless_compare("==", length_of(frame, pairs), length, reason)
        code.fail_unless_compare("==", items_address(frame, pairs), items, reason)
        return length

    return now
