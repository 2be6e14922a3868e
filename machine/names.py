"""Names: reading them, and assigning to names, items and tuples of these."""

import ast

from montmort.machine.dispatch import expression, lower, store
from montmort.machine.frame import Frame, Scope, Value, Variable, describe
from montmort.machine.plain_classes import Making
from montmort.machine.row_copies import part_of
from montmort.machine.shapes import (
    Fixed,
    Record,
    Row,
    Unknown,
    is_sequence,
)
from montmort.machine.values import (
    certain,
    constant,
    declare,
    items_of,
    length_of,
    load_item,
    new_row,
    read,
    realise,
    row_of,
    same_items,
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
        case ast.Subscript():
            store(frame, target, value)
        case ast.Attribute(value=base, attr=attribute):
            owner = lower(frame, base).shape
            if not isinstance(owner, Fixed) or not isinstance(owner.value, Making):
                frame.refuse("an assignment to an attribute: states are immutable", target)
            owner.value.values[attribute] = value
        case _:
            frame.refuse("this target of an assignment", target)


def stand_for(frame: Frame, target: ast.expr, value: Value) -> None:
    """Let the names of a target stand for values, until they are let stand for others."""
    if isinstance(target, ast.Name):
        scope = frame.scope.holder(target.id)
        assert scope is not None
        scope.names[target.id] = value
        return
    assert isinstance(target, ast.Tuple)
    known = value.shape.value if isinstance(value.shape, Fixed) else None
    if isinstance(known, tuple) and len(known) == len(target.elts):
        parts = [constant(part) for part in known]
    else:
        parts = unpacked(frame, value, len(target.elts))
    for each, part in zip(target.elts, parts, strict=True):
        stand_for(frame, each, part)


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
        kept = items[star:end]
        rest = _new_list(frame, kept, target)
        ends = [*items[:star], *items[end:]]
    else:
        if not is_sequence(value.shape):
            frame.refuse(f"{describe(value.shape)} taken apart")
        code, length = frame.code, length_of(frame, value)
        code.fail_unless_compare(">=", length, str(len(parts) - 1), "too few values")
        first_after = code.simple("sub", length, str(after))
        count = code.simple("sub", length, str(len(parts) - 1))
        if isinstance(value.shape.item, Unknown):
            frame.refuse("an empty list taken apart")
        ends = [load_item(frame, value, str(place)) for place in range(star)]
        ends += [
            load_item(frame, value, code.simple("add", first_after, str(place)))
            for place in range(after)
        ]
        rest = part_of(frame, value, str(star), count, "list")
    targets = [*parts[:star], target.value, *parts[star + 1 :]]
    for part, item in zip(targets, [*ends[:star], rest, *ends[star:]], strict=True):
        assign(frame, part, item)


def _new_list(frame: Frame, items: list[Value], node: ast.AST) -> Value:
    """Return a new list of these items."""
    if not items:
        item = frame.program.resolved(Unknown((*frame.scope.path, node)))
        return new_row(frame, Row(item, "list"), "0")
    shape = Row(same_items(frame, items), "list")
    return Value(shape, (row_of(frame, items, shape),))
