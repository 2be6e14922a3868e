"""What a condition says about a variable that may be None."""

import ast

from montmort.montecarlo.compiled.kinds import (
    NONE,
    Optional,
    Record,
    Value,
    field_names,
    joined,
    parts,
)
from montmort.montecarlo.compiled.scope import Scope


def narrow(scope: Scope, test: ast.expr, outcome: bool) -> None:
    """Note, where `test` is true or false, which variables are None and which are not."""
    walrus = [node for node in ast.walk(test) if isinstance(node, ast.NamedExpr)]
    for node, is_none in _findings(test, outcome):
        if walrus and (len(walrus) > 1 or node is not walrus[0]):
            continue  # an assignment in the test may have changed what it looked at before
        if isinstance(node, ast.NamedExpr):
            node = node.target
        if isinstance(node, ast.Name):
            value = scope.get(node.id)
            if value is not None and isinstance(value.kind, Optional):
                scope.set(node.id, _narrowed(value, is_none))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            _narrow_field(scope, node.value.id, node.attr, is_none)


def _narrowed(value: Value, is_none: bool) -> Value:
    assert isinstance(value.kind, Optional)
    return Value(NONE) if is_none else Value(value.kind.inner, value.leaves[1:])


def _narrow_field(scope: Scope, name: str, field: str, is_none: bool) -> None:
    value = scope.get(name)
    if value is None or not isinstance(value.kind, Record) or value.kind.cls is None:
        return
    names = field_names(value.kind.cls)
    if field not in names:
        return
    items = list(parts(value))
    place = names.index(field)
    if isinstance(items[place].kind, Optional):
        items[place] = _narrowed(items[place], is_none)
        scope.set(name, joined(value.kind.cls, items))


def _findings(test: ast.expr, outcome: bool) -> list[tuple[ast.expr, bool]]:
    """Return (expression, whether it is None) for what a test's outcome shows."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _findings(operand, not outcome)
        case ast.BoolOp(op=ast.And(), values=values) if outcome:
            return [each for value in values for each in _findings(value, True)]
        case ast.BoolOp(op=ast.Or(), values=values) if not outcome:
            return [each for value in values for each in _findings(value, False)]
        case ast.Compare(left=left, ops=[ast.Is()], comparators=[ast.Constant(value=None)]):
            return [(left, outcome)]
        case ast.Compare(left=left, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]):
            return [(left, not outcome)]
        case ast.Name() | ast.Attribute() | ast.NamedExpr() if outcome:
            return [(test, False)]
    return []
