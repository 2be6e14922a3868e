"""Names: reading them, and assigning to names, items and tuples of these."""

import ast

from montmort.machine.dispatch import expression, lower
from montmort.machine.frame import Frame, Scope, Value, Variable, describe
from montmort.machine.shapes import Row
from montmort.machine.values import (
    as_integer,
    certain,
    check_mutable,
    checked_index,
    constant,
    declare,
    read,
    realise,
    store_item,
    unpacked,
    write,
)


@expression(ast.Name)
def name(frame: Frame, node: ast.Name) -> Value:
    """Return the value of a name: a local variable's, a closure's, the module's."""
    scope = frame.scope.holder(node.id)
    if scope is None:
        try:
            return constant(frame.source.value(node.id))
        except KeyError:
            frame.stop(f"the name {node.id} is not defined")
    held = scope.names.get(node.id)
    if isinstance(held, Value):
        return held
    if node.id in scope.once:
        frame.stop(f"{node.id} has no value")
    return read(frame, variable_of(frame, scope, node.id), node.id)


def variable_of(frame: Frame, scope: Scope, name: str) -> Variable:
    """Return the variable of a name in its scope."""
    held = scope.names.get(name)
    if not isinstance(held, Variable):
        held = scope.names[name] = declare(frame, (*scope.path, name))
    return held


def assign_name(frame: Frame, name: str, value: Value) -> None:
    """Assign to a local variable."""
    scope = frame.scope.holder(name)
    assert scope is not None
    if name in scope.once:
        scope.names[name] = value
        return
    write(frame, variable_of(frame, scope, name), value, name)


def assign(frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign to a name, to an item of a list, or to a tuple of these."""
    match target:
        case ast.Name(id=name):
            assign_name(frame, name, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            _take_apart(frame, parts, value)
        case ast.Subscript(value=base, slice=index):
            row = certain(frame, realise(frame, lower(frame, base)))
            store_at(frame, row, lower(frame, index), value)
        case _:
            frame.refuse("an assignment to an attribute: states are immutable", target)


def _take_apart(frame: Frame, parts: list[ast.expr], value: Value) -> None:
    if any(isinstance(part, ast.Starred) for part in parts):
        frame.refuse("a starred target of an assignment", parts[0])
    for part, item in zip(parts, unpacked(frame, value, len(parts)), strict=True):
        assign(frame, part, item)


def store_at(frame: Frame, row: Value, index: Value, value: Value) -> None:
    """Assign to an item of a list."""
    if not isinstance(row.shape, Row) or row.shape.kind != "list":
        frame.refuse(f"an assignment to an item of {describe(row.shape)}")
    check_mutable(frame, row)
    store_item(frame, row, checked_index(frame, row, as_integer(frame, index)), value)
