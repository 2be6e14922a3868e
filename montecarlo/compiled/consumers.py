"""Built-in functions that use up what they run over: sum, any, max, sorted, tuple and so on."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from montmort.montecarlo.compiled import decks, operators, sequences, strings
from montmort.montecarlo.compiled.comprehensions import (
    Take,
    gathered,
    is_short_loop,
    mapped,
    run_through,
)
from montmort.montecarlo.compiled.expressions import combined, present, read_only
from montmort.montecarlo.compiled.iteration import (
    UNROLLED_ITEMS,
    Places,
    each_item,
    places_in,
)
from montmort.montecarlo.compiled.kinds import (
    Known,
    ListOf,
    Sequence,
    Unset,
    Unusable,
    Value,
    is_flat,
    joined,
    parts,
    width,
)
from montmort.montecarlo.compiled.operators import Condition, negated
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    known,
    needed_number,
    number,
    truth,
    truth_value,
)


def sum_of(scope: Scope, node: ast.Call) -> Value:
    """Return `sum(items, start)`."""
    given = [*node.args[1:], *(each.value for each in node.keywords)]
    start = scope.expression(given[0]) if given else known(0)
    return _total(scope, start, lambda hidden, take: run_through(scope, node.args[0], hidden, take))


def sum_value(scope: Scope, arguments: tuple[Value, ...], _named: dict[str, Value]) -> Value:
    """Return `sum(items)` of a value."""
    return _total(scope, known(0), _over(scope, arguments[0]))


def _over(scope: Scope, value: Value) -> Callable[[list[str], Take], None]:
    def run(hidden: list[str], take: Take) -> None:
        places = places_in(scope, value)
        each_item(scope, places, hidden, take, unroll=is_short_loop(places))

    return run


def _total(scope: Scope, start: Value, run: Callable[[list[str], Take], None]) -> Value:
    total = _hidden(scope)
    scope.set(total, start)

    def take(item: Value) -> None:
        before = scope.get(total)
        assert before is not None
        if before.kind == Known(0) and number(scope, item) is not None and not is_known(item):
            scope.set(total, integer(needed_number(scope, item, "an item")))
        else:
            scope.set(total, combined(scope, ast.Add(), before, item))

    run([total], take)
    return _taken(scope, total)


def _hidden(scope: Scope) -> str:
    """Return the name of a variable that the rules cannot use."""
    return f"hidden {scope.fresh()[0]}"


def _taken(scope: Scope, name: str) -> Value:
    assert scope.variables is not None
    value = scope.variables.pop(name)
    if isinstance(value.kind, Unusable):
        scope.refuse(value.kind.reason)
    return value


def any_or_all(scope: Scope, node: ast.Call) -> Value:
    """Return `any(items)` or `all(items)`, which stop at the first item that decides."""
    wanted = constant(scope.expression(node.func)) is any
    (items,) = node.args
    found = _hidden(scope)
    value: Value | None = None
    if isinstance(items, ast.ListComp):  # all its items are computed first
        value = mapped(scope, items)
    scope.set(found, known(not wanted))

    def stop() -> Condition:
        now = scope.get(found)
        assert now is not None
        condition = truth(scope, now)
        return condition if wanted else negated(condition)

    def take(item: Value) -> None:
        scope.set(found, truth_value(scope, truth(scope, item)))

    if value is None:
        run_through(scope, items, [found], take, stop)
    else:
        places = places_in(scope, value)
        each_item(scope, places, [found], take, unroll=is_short_loop(places), stop=stop)
    return _taken(scope, found)


def _mark_keys(node: ast.Call) -> None:
    """Note that functions given to this call are used at once."""
    for each in node.keywords:
        each.value.used_at_once = True  # type: ignore[attr-defined]


def extreme(scope: Scope, node: ast.Call) -> Value:
    """Return `min(...)` or `max(...)`: the first of equal items, as Python does."""
    target = constant(scope.expression(node.func))
    _mark_keys(node)
    named = {each.arg: scope.expression(each.value) for each in node.keywords}
    key = named.get("key", known(None))
    key = known(None) if key.kind == Known(None) else key
    if len(node.args) == 1:
        items = node.args[0]
        if isinstance(items, ast.ListComp) and key.kind != Known(None):
            return _best(scope, target, key, named, _over(scope, mapped(scope, items)))
        return _best(
            scope, target, key, named, lambda hidden, take: run_through(scope, items, hidden, take)
        )
    values = [scope.expression(each) for each in node.args]
    return _best(scope, target, key, named, lambda _hidden, take: _each(values, take))


def extreme_value(function: Any) -> Callable[[Scope, tuple[Value, ...], dict[str, Value]], Value]:
    """Return what compiles `min` or `max` of values."""

    def compiled(scope: Scope, arguments: tuple[Value, ...], named: dict[str, Value]) -> Value:
        run = _over(scope, arguments[0])
        if len(arguments) > 1:
            run = lambda _hidden, take: _each(list(arguments), take)  # noqa: E731
        return _best(scope, function, named.get("key", known(None)), named, run)

    return compiled


def _each(values: list[Value], take: Take) -> None:
    for value in values:
        take(value)


def _best(
    scope: Scope,
    function: Any,
    key: Value,
    named: Mapping[str | None, Value] | Mapping[str, Value],
    run: Callable[[list[str], Take], None],
) -> Value:
    best = _hidden(scope)
    sign = ast.Gt() if function is max else ast.Lt()

    def take(item: Value) -> None:
        item = present(scope, item)
        mark = item if key.kind == Known(None) else scope.call(key, item)
        pair = joined(None, [mark, item])
        before = scope.get(best)
        if before is None:
            scope.set(best, pair)
            return
        is_set: Condition = True
        if isinstance(before.kind, Unset):
            is_set = f"{before.leaves[0]} != 0"
            before = Value(before.kind.inner, before.leaves[1:])
        old = before

        def better() -> Value:
            (old_mark, _) = parts(old)
            return truth_value(scope, operators.compare(scope, sign, mark, old_mark))

        decided = scope.choose(is_set, better, lambda: known(True))
        scope.set(best, scope.choose(truth(scope, decided), lambda: pair, lambda: old))

    run([best], take)
    return _chosen(scope, best, dict(named).get("default"))


def _chosen(scope: Scope, best: str, default: Value | None) -> Value:
    found = (scope.variables or {}).pop(best, None)
    if found is None:
        if default is None:
            scope.fail_if("True")
        return default or known(0)
    if isinstance(found.kind, Unusable):
        scope.refuse(found.kind.reason)
    if not isinstance(found.kind, Unset):
        return parts(found)[1]
    item = parts(Value(found.kind.inner, found.leaves[1:]))[1]
    if default is None:
        scope.fail_if(f"{found.leaves[0]} == 0")
        return item
    other = default
    return scope.choose(f"{found.leaves[0]} != 0", lambda: item, lambda: other)


def sorted_of(scope: Scope, node: ast.Call) -> Value:
    """Return `sorted(items, key=..., reverse=...)`."""
    _mark_keys(node)
    named = {each.arg: scope.expression(each.value) for each in node.keywords}
    key = named.get("key", known(None))
    value = mapped(scope, node.args[0])
    if not isinstance(value.kind, ListOf | Sequence):
        value = as_items(scope, value)
    items = sequences.list_from(scope, value, "sorted items")
    backward_value = named.get("reverse", known(False))
    backward = needed_number(scope, backward_value, "reverse")
    kind, keys = sequences.item_kind(scope, items), None
    if key.kind != Known(None):
        keys = _items_of(scope, "keys", places_in(scope, items), lambda item: scope.call(key, item))
        kind = sequences.item_kind(scope, keys)
    if not operators.is_ordered(kind):
        scope.refuse(f"a list of {kind} is sorted")
    sequences.sort_list(scope, items, keys, kind, backward)  # type: ignore[arg-type]
    return items


def as_items(scope: Scope, value: Value) -> Value:
    """Return a value that is run through as a tuple or a list."""
    if isinstance(value.kind, ListOf | Sequence) or operators.is_short(value):
        return value
    if decks.is_deck(value):
        return decks.deck_items(scope, value)
    if is_known(value) and isinstance(constant(value), list | range | str | dict):
        return known(tuple(constant(value)))
    places = places_in(scope, value)
    if places.static is not None and len(places.static) <= UNROLLED_ITEMS:
        return joined(None, [read() for read in places.static])
    return _items_of(scope, "items", places, lambda item: item)


def _items_of(scope: Scope, mark: str, places: Places, change: Callable[[Value], Value]) -> Value:
    """Return a new list of some items, each of them changed."""

    def run(take: Take) -> None:
        each_item(scope, places, (), lambda item: take(change(item)), unroll=False)

    return sequences.collected(scope, mark, run)


def _lazy_or_items(scope: Scope, node: ast.expr) -> Value:
    """Return the items of any iterable as a tuple or a list."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        function = scope.expression(node.func)
        if is_known(function) and constant(function) in (enumerate, zip, reversed, map):
            return gathered(scope, node)
    return as_items(scope, mapped(scope, node))


def tuple_of(scope: Scope, node: ast.Call) -> Value:
    """Return `tuple(items)`."""
    if not node.args:
        return known(())
    value = _lazy_or_items(scope, node.args[0])
    if isinstance(value.kind, ListOf) and isinstance(
        node.args[0], ast.GeneratorExp | ast.ListComp
    ):  # nobody else has this list
        return Value(Sequence(sequences.item_kind(scope, value)), value.leaves)
    if isinstance(value.kind, ListOf | Sequence):
        return sequences.tuple_from(scope, value)
    return joined(None, list(parts(value)))


def list_of(scope: Scope, node: ast.Call) -> Value:
    """Return `list(items)`, a new list."""
    if not node.args:
        return sequences.new_list(scope, ())
    return sequences.list_from(scope, _lazy_or_items(scope, node.args[0]))


def length_of(scope: Scope, node: ast.Call) -> Value:
    """Return `len(items)`; of a set, the number of different items."""
    (items,) = node.args
    different = isinstance(items, ast.Set | ast.SetComp)
    if isinstance(items, ast.Call) and isinstance(items.func, ast.Name) and len(items.args) == 1:
        function = scope.expression(items.func)
        if is_known(function) and constant(function) in (set, frozenset):
            different, items = True, items.args[0]
    if not different:
        return length(scope, present(scope, read_only(scope, items)))
    if isinstance(items, ast.SetComp):
        items = ast.copy_location(ast.ListComp(items.elt, items.generators), items)
    value = _lazy_or_items(scope, items)
    value = sequences.in_memory(scope, value)
    kind = sequences.item_kind(scope, value)
    if not is_flat(kind):
        scope.refuse(f"a set of {kind}")
    return integer(scope.let(f"distinct(memory, {value.leaf}, {width(kind)})"))


def length(scope: Scope, value: Value) -> Value:
    """Return `len(value)`."""
    if decks.is_deck(value):
        return decks.size(scope, value)
    if strings.is_string(value):
        return strings.operation(scope, len, value)
    if is_known(value):
        try:
            return known(len(constant(value)))
        except TypeError:
            scope.refuse(f"the length of {value.kind}")
    if not sequences.plain_items(value):
        scope.refuse(f"the length of {value.kind}")
    return sequences.length(scope, value)


CONSUMERS: Mapping[Any, Callable[[Scope, ast.Call], Value]] = {
    sum: sum_of,
    any: any_or_all,
    all: any_or_all,
    min: extreme,
    max: extreme,
    sorted: sorted_of,
    tuple: tuple_of,
    list: list_of,
    len: length_of,
}
