"""Assignment to names, to several at once, and to items of lists."""

import ast

from montmort.montecarlo.compiled import sequences
from montmort.montecarlo.compiled.decks import deck_items, is_deck
from montmort.montecarlo.compiled.kinds import Optional, Value
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import constant, is_known, known


def assign_target(scope: Scope, target: ast.expr, value: Value) -> None:
    """Write `target = value`."""
    with scope.at(target):
        match target:
            case ast.Name(id=name):
                scope.set(name, value)
            case ast.Tuple(elts=elts) | ast.List(elts=elts):
                _assign_several(scope, elts, value)
            case ast.Subscript(value=items, slice=index):
                if isinstance(index, ast.Slice):
                    scope.refuse("a slice is assigned", "assign the items one by one")
                sequences.set_item(scope, scope.expression(items), scope.expression(index), value)
            case ast.Attribute():
                scope.refuse("an attribute is assigned", "return a new NamedTuple")
            case _:
                scope.refuse("this is assigned in a way that cannot be compiled")


def _assign_several(scope: Scope, targets: list[ast.expr], value: Value) -> None:
    stars = [place for place, each in enumerate(targets) if isinstance(each, ast.Starred)]
    if isinstance(value.kind, Optional):
        scope.fail_if(f"{value.leaves[0]} == 0")
        value = Value(value.kind.inner, value.leaves[1:])
    if is_deck(value):
        value = deck_items(scope, value)
    if is_known(value) and isinstance(constant(value), list | str | range):
        value = known(tuple(constant(value)))
    items = sequences.unpacked(scope, value, len(targets), stars[0] if stars else None)
    for target, item in zip(targets, items, strict=True):
        assign_target(scope, target.value if isinstance(target, ast.Starred) else target, item)
