"""Names: reading them, and assigning to them."""

import ast

from montmort.machine.frame import Frame, Scope, Value, Variable
from montmort.machine.shapes import Fixed
from montmort.machine.values import constant, declare, read, unpacked, write


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
