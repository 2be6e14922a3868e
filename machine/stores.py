"""Assignments to items of lists and dictionaries, and their removal."""

import ast

from montmort.machine.dictionaries import change, put, remove
from montmort.machine.dispatch import lower, statement, storing
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.row_copies import popped
from montmort.machine.shapes import Dictionary, Fixed, Row
from montmort.machine.values import (
    as_integer,
    certain,
    check_mutable,
    checked_index,
    realise,
    store_item,
)


@storing
def store(frame: Frame, node: ast.Subscript, value: Value) -> None:
    """Compile a[i] = value."""
    store_at(frame, lower(frame, node.value), lower(frame, node.slice), value)


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


@statement(ast.Delete)
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
