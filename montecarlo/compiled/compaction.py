"""Between two steps of a play: only the state is needed, so its memory is used again.

Once half the memory is used, the state is copied behind it, the memory is taken as
empty, and the copy is copied to the front.
"""

from typing import Any

from montmort.montecarlo.compiled.iteration import each_item, places_in
from montmort.montecarlo.compiled.kinds import (
    Cards,
    Kind,
    ListOf,
    Optional,
    Record,
    Sequence,
    Value,
    is_flat,
    joined,
    parts,
    width,
)
from montmort.montecarlo.compiled.layout import FIRST, FREE, SIZE
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import store


def moved(state: Any) -> Any:
    """Stand for the move of a state to the front of the memory; in Python nothing moves."""
    return state


def compile_moved(scope: Scope, arguments: tuple[Value, ...], _named: dict[str, Value]) -> Value:
    """Return the state, moved if more than half the memory is used."""
    (state,) = arguments
    table = scope.get("table")
    if not scope.program.uses_memory or not _can_move(state.kind):
        return state
    if table is None or not (is_flat(table.kind) or width(table.kind) == 0):
        return state

    def move() -> Value:
        behind = _copy(scope, state)
        scope.emit(f"memory[{FREE}] = {FIRST}")
        return _copy(scope, behind)

    return scope.choose(f"memory[{FREE}] > memory[{SIZE}] // 2", move, lambda: state)


def _can_move(kind: Kind) -> bool:
    """Return whether a value has no list: two names of one list must stay one list."""
    match kind:
        case ListOf():
            return False
        case Record(_, items):
            return all(map(_can_move, items))
        case Optional(inner) | Sequence(inner):
            return _can_move(inner)
    return is_flat(kind) or isinstance(kind, Cards)


def _copy(scope: Scope, value: Value) -> Value:
    """Return a copy of a value, with all that it holds in memory."""
    kind = value.kind
    if isinstance(kind, Record):
        return joined(kind.cls, [_copy(scope, part) for part in parts(value)])
    if isinstance(kind, Optional):
        inner = _copy(scope, Value(kind.inner, value.leaves[1:]))
        return Value(kind, (value.leaves[0], *inner.leaves))
    if isinstance(kind, Cards):
        count = len(kind.kinds.value)
        where = scope.let(f"reserve(memory, {count})")
        for place in range(count):
            scope.emit(f"memory[{where} + {place}] = memory[{value.leaf} + {place}]")
        return Value(kind, (where,))
    if isinstance(kind, Sequence):
        return _copy_items(scope, value, kind.item)
    return value


def _copy_items(scope: Scope, value: Value, item: Kind) -> Value:
    if is_flat(item):
        return Value(value.kind, (scope.let(f"copied(memory, {value.leaf}, {width(item)})"),))
    where = scope.let("new_items(memory, 0, 1)")

    def take(found: Value) -> None:
        copy = _copy(scope, found)
        store(scope, item, scope.let(f"item_added(memory, {where}, {width(item)})"), copy)

    each_item(scope, places_in(scope, value), (), take, unroll=False)
    return Value(value.kind, (where,))
