"""Methods and operators of sets and of dictionaries that change."""

import ast
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from montmort.machine import prelude
from montmort.machine.dictionaries import (
    check_key,
    new_dictionary,
    put,
    value_or,
    view,
)
from montmort.machine.folding import check_plain
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.inline import Keywords, call
from montmort.machine.row_copies import copied, popped
from montmort.machine.shapes import Dictionary, Fixed, Integer, Record, Row, View, is_set
from montmort.machine.values import as_row, constant, pairs_of, realise

Method = Callable[[Frame, Value, Sequence[Value], Keywords], Value]
NONE = constant(None)
CHANGES = frozenset({
    "add", "discard", "remove", "update", "clear", "pop", "popitem", "setdefault",
    "intersection_update", "difference_update", "symmetric_difference_update",
})  # fmt: skip


# -- sets


def _check_items(frame: Frame, value: Value) -> None:
    """Fail where what is added to a set, or compared with its items, cannot be hashed."""
    row = as_row(frame, value) if not isinstance(value.shape, Dictionary | View) else value
    if isinstance(row.shape, Row):
        check_key(frame, row.shape.item)


def _of_one(function: Callable[..., Any], *, takes_item: bool = False) -> Method:
    """Return the method of a set with one argument that a function of the prelude does."""

    def method(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
        if len(args) != 1 or named:
            frame.refuse(f"these arguments of {function.__name__}")
        if takes_item:
            check_key(frame, realise(frame, args[0]).shape)
        else:
            _check_items(frame, args[0])
        return call(frame, function, [row, *args], {})

    return method


def _copy_of_set(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of copy")
    assert isinstance(row.shape, Row)
    return copied(frame, row, row.shape.kind)


def _clear_set(frame: Frame, row: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of clear")
    return call(frame, prelude.empty, [row], {})


_OF_SETS = {
    function.__name__: _of_one(function)
    for function in (
        prelude.union, prelude.intersection, prelude.difference, prelude.symmetric_difference,
        prelude.issubset, prelude.issuperset, prelude.isdisjoint,
    )
} | {"copy": _copy_of_set}  # fmt: skip
_OF_CHANGING_SETS = {
    function.__name__: _of_one(function)
    for function in (
        prelude.update, prelude.intersection_update, prelude.difference_update,
        prelude.symmetric_difference_update,
    )
} | {
    "add": _of_one(prelude.add, takes_item=True),
    "discard": _of_one(prelude.discard, takes_item=True),
    "remove": _of_one(prelude.remove_member, takes_item=True),
    "clear": _clear_set,
}  # fmt: skip


# -- dictionaries


def update_from(frame: Frame, dictionary: Value, other: Value) -> None:
    """Put all pairs of a dictionary, or pairs, into a dictionary."""
    if isinstance(other.shape, Dictionary):
        other = view(other, "items")
    elif isinstance(other.shape, Fixed) and isinstance(other.shape.value, dict):
        check_plain(frame, other.shape.value)
        other = constant(tuple(other.shape.value.items()))
    call(frame, prelude.put_pairs, [dictionary, other], {})


def count(
    frame: Frame,
    counter: Value,
    other: Value,
    by_item: Callable[..., Any],
    by_pair: Callable[..., Any],
) -> None:
    """Count items, or add the numbers of a dictionary."""
    if isinstance(other.shape, Dictionary):
        item = other.shape.pairs.item
        if isinstance(item, Record) and item.items[1] != Integer():
            frame.refuse("a Counter of numbers that are not all integers")
        call(frame, by_pair, [counter, view(other, "items")], {})
    elif isinstance(other.shape, Fixed) and isinstance(other.shape.value, dict):
        check_plain(frame, other.shape.value)
        if any(type(number) is not int for number in other.shape.value.values()):
            frame.refuse("a Counter of numbers that are not all integers")
        call(frame, by_pair, [counter, constant(tuple(other.shape.value.items()))], {})
    else:
        call(frame, by_item, [counter, other], {})


def _get(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if not 1 <= len(args) <= 2 or named:
        frame.refuse("these arguments of get")
    return value_or(frame, dictionary, args[0], args[1] if len(args) == 2 else NONE)


def _setdefault(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if len(args) != 2 or named:
        frame.refuse("these arguments of setdefault")
    return call(frame, prelude.setdefault, [dictionary, *args], {})


def _pop(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if not 1 <= len(args) <= 2 or named:
        frame.refuse("these arguments of pop")
    return call(frame, prelude.take if len(args) == 1 else prelude.take_or, [dictionary, *args], {})


def _popitem(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of popitem")
    return popped(frame, pairs_of(dictionary), constant(-1))


def _viewed(part: str) -> Method:
    def method(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
        if args or named:
            frame.refuse(f"these arguments of {part}")
        return view(dictionary, part)

    return method


def _update(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if len(args) > 1:
        frame.refuse("these arguments of update")
    assert isinstance(dictionary.shape, Dictionary)
    for other in args:
        if dictionary.shape.kind is Counter:
            count(frame, dictionary, other, prelude.count_items, prelude.add_numbers)
        else:
            update_from(frame, dictionary, other)
    for name, value in named.items():
        if dictionary.shape.kind is Counter:
            frame.refuse("named numbers of a Counter")
        put(frame, dictionary, constant(name), value)
    return NONE


def _clear(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of clear")
    return call(frame, prelude.clear, [pairs_of(dictionary)], {})


def _copy(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of copy")
    return Value(dictionary.shape, copied(frame, pairs_of(dictionary)).registers)


def _of_counter(method: Method) -> Method:
    """Return a method that only a Counter has."""

    def checked(frame: Frame, dictionary: Value, args: Sequence[Value], named: Keywords) -> Value:
        assert isinstance(dictionary.shape, Dictionary)
        if dictionary.shape.kind is not Counter:
            frame.refuse("a method of a Counter, called on another dictionary")
        return method(frame, dictionary, args, named)

    return checked


def _subtract(frame: Frame, counter: Value, args: Sequence[Value], named: Keywords) -> Value:
    if len(args) != 1 or named:
        frame.refuse("these arguments of subtract")
    count(frame, counter, args[0], prelude.count_back, prelude.take_numbers)
    return NONE


def _most_common(frame: Frame, counter: Value, args: Sequence[Value], named: Keywords) -> Value:
    given = [*args, *named.values()]
    if len(given) > 1 or not named.keys() <= {"n"}:
        frame.refuse("these arguments of most_common")
    return call(frame, prelude.most_common, [counter, *(given or [NONE])], {})


def _total(frame: Frame, counter: Value, args: Sequence[Value], named: Keywords) -> Value:
    if args or named:
        frame.refuse("these arguments of total")
    return call(frame, prelude.total, [counter], {})


_OF_DICTIONARIES: dict[str, Method] = {
    "get": _get,
    "setdefault": _setdefault,
    "pop": _pop,
    "popitem": _popitem,
    "keys": _viewed("keys"),
    "values": _viewed("values"),
    "items": _viewed("items"),
    "update": _update,
    "clear": _clear,
    "copy": _copy,
    "subtract": _of_counter(_subtract),
    "most_common": _of_counter(_most_common),
    "total": _of_counter(_total),
}
OF_SETS_AND_DICTIONARIES: dict[tuple[str, str], Method] = {
    **{(kind, name): each for kind in ("set", "frozenset") for name, each in _OF_SETS.items()},
    **{("set", name): each for name, each in _OF_CHANGING_SETS.items()},
    **{("dict", name): each for name, each in _OF_DICTIONARIES.items()},
}


# -- operators

_OF_TWO: dict[type[ast.AST], Callable[..., Any]] = {
    ast.BitOr: prelude.union, ast.BitAnd: prelude.intersection, ast.Sub: prelude.difference,
    ast.BitXor: prelude.symmetric_difference, ast.LtE: prelude.issubset,
    ast.GtE: prelude.issuperset, ast.Lt: prelude.is_proper_subset,
}  # fmt: skip
_IN_PLACE: dict[type[ast.AST], Callable[..., Any]] = {
    ast.BitOr: prelude.update, ast.BitAnd: prelude.intersection_update,
    ast.Sub: prelude.difference_update, ast.BitXor: prelude.symmetric_difference_update,
}  # fmt: skip


def alike(frame: Frame, a: Value, b: Value) -> tuple[Value, Value]:
    """Return two values; a constant dictionary beside one that changes is made in the play."""
    if isinstance(a.shape, Dictionary):
        return a, _as_changing(frame, b, a.shape)
    return (_as_changing(frame, a, b.shape), b) if isinstance(b.shape, Dictionary) else (a, b)


def _as_changing(frame: Frame, value: Value, like: Dictionary) -> Value:
    if not isinstance(value.shape, Fixed) or not isinstance(value.shape.value, dict):
        return value
    made = new_dictionary(frame, (frame.site, "alike", like.kind))
    update_from(frame, made, value)
    return made


def of_two(frame: Frame, op: ast.AST, a: Value, b: Value) -> Value | None:
    """Compile an operator or a comparison of two sets or dictionaries; None for all others."""
    if is_set(a.shape) or is_set(b.shape):
        a, b = realise(frame, a), realise(frame, b)
    if is_set(a.shape) and is_set(b.shape):
        if isinstance(op, ast.Gt):
            op, a, b = ast.Lt(), b, a
        if type(op) in _OF_TWO:
            return call(frame, _OF_TWO[type(op)], [a, b], {})
    if not isinstance(a.shape, Dictionary) or not isinstance(b.shape, Dictionary):
        return None
    kinds = {a.shape.kind, b.shape.kind}
    if kinds == {Counter} and isinstance(op, ast.Add | ast.Sub):
        made = new_dictionary(frame, (frame.site, "sum"), Counter)
        sign = constant(1 if isinstance(op, ast.Add) else -1)
        return call(frame, prelude.joined_counters, [made, a, b, sign], {})
    if kinds == {dict} and isinstance(op, ast.BitOr):
        made = _copy(frame, a, [], {})
        update_from(frame, made, b)
        return made
    return None


def change_by(frame: Frame, op: ast.operator, before: Value, value: Value) -> bool:
    """Compile a |= b and the like of sets and dictionaries; False for all other values."""
    if isinstance(before.shape, Row) and before.shape.kind == "set":
        value = realise(frame, value)
        if not is_set(value.shape) or type(op) not in _IN_PLACE:
            frame.refuse(f"this operator on a set and {describe(value.shape)}")
        call(frame, _IN_PLACE[type(op)], [before, value], {})
    elif isinstance(before.shape, Dictionary):
        if before.shape.kind is Counter or not isinstance(op, ast.BitOr):
            frame.refuse(f"this operator on {describe(before.shape)}")
        update_from(frame, before, value)
    else:
        return False
    return True
