"""Assignments to names, to items and to tuples of these; the removal of items."""

import ast

from montmort.machine.dictionaries import change, put, remove
from montmort.machine.dispatch import lower
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.names import assign_name
from montmort.machine.plain_classes import Making
from montmort.machine.row_copies import part_of, popped
from montmort.machine.shapes import Dictionary, Fixed, Record, Row, Unknown, is_sequence
from montmort.machine.values import (
    as_integer,
    certain,
    check_mutable,
    checked_index,
    items_of,
    length_of,
    load_item,
    new_row,
    realise,
    row_of,
    same_items,
    store_item,
    unpacked,
)


def assign(frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign to a name, to an item of a list, or to a tuple of these."""
    match target:
        case ast.Name(id=name):
            assign_name(frame, name, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            _take_apart(frame, parts, value)
        case ast.Subscript():
            store_at(frame, lower(frame, target.value), lower(frame, target.slice), value)
        case ast.Attribute(value=base, attr=attribute):
            owner = lower(frame, base).shape
            if not isinstance(owner, Fixed) or not isinstance(owner.value, Making):
                frame.refuse("an assignment to an attribute: states are immutable", target)
            owner.value.values[attribute] = value
        case _:
            frame.refuse("this target of an assignment", target)


def _take_apart(frame: Frame, parts: list[ast.expr], value: Value) -> None:
    starred = [place for place, part in enumerate(parts) if isinstance(part, ast.Starred)]
    if starred:
        _take_apart_with_star(frame, parts, starred[0], value)
        return
    for part, item in zip(parts, unpacked(frame, value, len(parts)), strict=True):
        assign(frame, part, item)


def _take_apart_with_star(frame: Frame, parts: list[ast.expr], star: int, value: Value) -> None:
    """Compile a, *rest, z = value: the rest is a new list."""
    value = certain(frame, realise(frame, value))
    after = len(parts) - star - 1
    target = parts[star]
    assert isinstance(target, ast.Starred)
    if isinstance(value.shape, Record) and value.shape.is_tuple:
        items = items_of(value)
        if len(items) < len(parts) - 1:
            frame.stop(f"{len(items)} values where at least {len(parts) - 1} are expected")
        end = len(items) - after
        items[star:end] = [_new_list(frame, items[star:end], target)]
    else:
        items = _parts_of_row(frame, value, star, after)
    targets = [*parts[:star], target.value, *parts[star + 1 :]]
    for part, item in zip(targets, items, strict=True):
        assign(frame, part, item)


def _parts_of_row(frame: Frame, row: Value, before: int, after: int) -> list[Value]:
    """Return the first and the last items of a row, and between them the list of the others."""
    if not is_sequence(row.shape):
        frame.refuse(f"{describe(row.shape)} taken apart")
    code, length = frame.code, length_of(frame, row)
    code.fail_unless_compare(">=", length, str(before + after), "too few values")
    first_after = code.simple("sub", length, str(after))
    count = code.simple("sub", length, str(before + after))
    if isinstance(row.shape.item, Unknown):
        frame.refuse("an empty list taken apart")
    first = [load_item(frame, row, str(place)) for place in range(before)]
    last = [
        load_item(frame, row, code.simple("add", first_after, str(place))) for place in range(after)
    ]
    return [*first, part_of(frame, row, str(before), count, "list"), *last]


def _new_list(frame: Frame, items: list[Value], node: ast.AST) -> Value:
    """Return a new list of these items."""
    if not items:
        item = frame.program.resolved(Unknown((*frame.scope.path, node)))
        return new_row(frame, Row(item, "list"), "0")
    shape = Row(same_items(frame, items), "list")
    return Value(shape, (row_of(frame, items, shape),))


def store_at(frame: Frame, base: Value, index: Value, value: Value) -> None:
    """Assign to an item of a list or a dictionary."""
    base = _changed(frame, base)
    if isinstance(base.shape, Dictionary):
        put(frame, base, index, value)
        return
    if not isinstance(base.shape, Row) or base.shape.kind != "list":
        frame.refuse(f"an assignment to an item of {describe(base.shape)}")
    check_mutable(frame, base)
    store_item(frame, base, checked_index(frame, base, as_integer(frame, index)), value)


def _changed(frame: Frame, base: Value) -> Value:
    """Return a container that is changed; a dictionary that the rules write is made in the play."""
    base = certain(frame, base)
    if isinstance(base.shape, Fixed) and isinstance(base.shape.value, dict):
        change(frame, base.shape.value)
    return certain(frame, realise(frame, base))


def delete(frame: Frame, node: ast.Delete) -> None:
    """Compile del a[i]."""
    for target in node.targets:
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, ast.Slice):
            frame.refuse("del of what is no item", node)
        base, index = _changed(frame, lower(frame, target.value)), lower(frame, target.slice)
        if isinstance(base.shape, Dictionary):
            remove(frame, base, index)
        elif isinstance(base.shape, Row) and base.shape.kind == "list":
            popped(frame, base, index)
        else:
            frame.refuse(f"del of an item of {describe(base.shape)}", node)
