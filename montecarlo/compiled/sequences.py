"""Lists and tuples: items, slices, and the methods that both have."""

import ast
from collections.abc import Callable
from collections.abc import Sequence as Items
from itertools import pairwise

from montmort.montecarlo.compiled.kinds import (
    NOTHING,
    Kind,
    Known,
    ListOf,
    NoJoin,
    Nothing,
    Record,
    Sequence,
    Value,
    is_flat,
    is_record,
    joined,
    parts,
    same_layout,
    widened,
    width,
)
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    items_in_memory,
    known,
    needed_number,
)

FEW = 64  # items of a tuple that are told apart by comparisons


def joined_kinds(scope: Scope, kinds: Items[Kind]) -> Kind:
    """Return the kind of a place for items of all these kinds."""
    found: Kind = NOTHING
    try:
        for kind in kinds:
            found = scope.program.join(found, widened(kind))
    except NoJoin as difference:
        scope.refuse(f"a tuple or list holds {difference}", "give all items one type")
    return found


def item_kind(scope: Scope, value: Value) -> Kind:
    """Return the kind of the items of a tuple or a list."""
    kind = value.kind
    if isinstance(kind, Sequence):
        return kind.item
    if isinstance(kind, ListOf):
        return scope.program.items[kind.site]
    return joined_kinds(scope, [part.kind for part in parts(value)])


def as_sequence(scope: Scope, value: Value, item: Kind) -> str:
    """Return where the items of a tuple or a list stand."""
    if isinstance(value.kind, ListOf):
        return value.leaf
    (leaf,) = scope.coerce(value, Sequence(item))
    return leaf


def in_memory(scope: Scope, value: Value) -> Value:
    """Return a tuple or list that stands in memory; a short tuple is written there."""
    if isinstance(value.kind, ListOf | Sequence):
        return value
    item = item_kind(scope, value)
    return Value(Sequence(item), (as_sequence(scope, value, item),))


def load(scope: Scope, kind: Kind, place: str) -> Value:
    """Return the value of this kind that stands at `place`."""
    scope.program.uses_memory = True
    return Value(kind, tuple(scope.let(f"memory[{place} + {k}]") for k in range(width(kind))))


def store(scope: Scope, kind: Kind, place: str, value: Value) -> None:
    """Write a value of this kind at `place`."""
    for k, leaf in enumerate(scope.coerce(value, kind)):
        scope.emit(f"memory[{place} + {k}] = {leaf}")


def searched(scope: Scope, items: Value, item: Value, *, count: bool = False) -> str:
    """Return at what index the first item equal to `item` is, or -1; or how many are equal."""
    kind = item_kind(scope, items)
    if not is_flat(kind):
        scope.refuse(f"{kind} is looked for in a list")
    try:
        both = scope.program.join(kind, widened(item.kind))
    except NoJoin:
        both = NOTHING
    if not same_layout(both, kind):
        scope.refuse(f"{item.kind} is looked for among items that are {kind}")
    leaves, words = scope.coerce(item, both), width(kind)
    if words == 1:
        search = "number_of_word" if count else "place_of_word"
        return scope.let(f"{search}(memory, {items.leaf}, {leaves[0]})")
    place = scope.let(f"reserve(memory, {words})")
    for k, leaf in enumerate(leaves):
        scope.emit(f"memory[{place} + {k}] = {leaf}")
    if count:
        return scope.let(f"number_of(memory, {items.leaf}, {place}, {words})")
    return scope.let(f"found_at(memory, {items.leaf}, {place}, {words}, 0)")


def new_list(scope: Scope, items: Items[Value], mark: str = "") -> Value:
    """Return a new list of these items."""
    site = scope.site(mark)
    for item in items:
        add_kind(scope, site, item.kind)
    kind = scope.program.items[site]
    leaves = [scope.coerce(item, kind) for item in items]
    return Value(ListOf(site), (items_in_memory(scope, leaves, width(kind)),))


def collected(scope: Scope, mark: str, run: Callable[[Callable[[Value], None]], None]) -> Value:
    """Return a new list of the items for which `run` calls its argument."""
    site = scope.site(mark)
    scope.program.uses_memory = True
    where = scope.let("new_items(memory, 0, 1)")

    def take(item: Value) -> None:
        add_kind(scope, site, item.kind)
        kind = scope.program.items[site]
        store(scope, kind, scope.let(f"item_added(memory, {where}, {width(kind)})"), item)

    run(take)
    return Value(ListOf(site), (where,))


def list_from(scope: Scope, value: Value, mark: str = "") -> Value:
    """Return a new list of the items of a tuple or a list."""
    site = scope.site(mark)
    kind = item_kind(scope, value)
    if not isinstance(kind, Nothing):
        add_kind(scope, site, kind)
    if not isinstance(value.kind, ListOf | Sequence):
        return new_list(scope, parts(value), mark)
    scope.program.uses_memory = True
    words = width(scope.program.items[site])
    _same_words(scope, kind, scope.program.items[site])
    return Value(ListOf(site), (scope.let(f"copied(memory, {value.leaf}, {words})"),))


def _same_words(scope: Scope, kind: Kind, other: Kind) -> None:
    if not isinstance(kind, Nothing) and not same_layout(kind, other):
        scope.refuse(f"lists of {kind} and of {other} meet", "give all items one type")


def tuple_from(scope: Scope, value: Value) -> Value:
    """Return `tuple(value)` of a list or a tuple."""
    if not isinstance(value.kind, ListOf):
        return value
    kind = item_kind(scope, value)
    return Value(Sequence(kind), (scope.let(f"copied(memory, {value.leaf}, {width(kind)})"),))


def add_kind(scope: Scope, site: int, kind: Kind) -> None:
    """Note that lists of a place hold items of this kind."""
    try:
        scope.program.add_item(site, kind)
    except NoJoin as difference:
        scope.refuse(f"a list holds {difference}", "give all items one type")


def concatenated(scope: Scope, left: Value, right: Value) -> Value:
    """Return `left + right`."""
    if isinstance(left.kind, ListOf):
        site = scope.site("+")
        for side in (left, right):
            add_kind(scope, site, item_kind(scope, side))
            _same_words(scope, item_kind(scope, side), scope.program.items[site])
        kind: Kind = ListOf(site)
        item = scope.program.items[site]
    else:
        item = joined_kinds(scope, [item_kind(scope, left), item_kind(scope, right)])
        kind = Sequence(item)
    first, second = as_sequence(scope, left, item), as_sequence(scope, right, item)
    scope.program.uses_memory = True
    return Value(kind, (scope.let(f"concatenated(memory, {first}, {second}, {width(item)})"),))


def repeated(scope: Scope, items: Value, times: str) -> Value:
    """Return `items * times`."""
    item = item_kind(scope, items)
    where = as_sequence(scope, items, item)
    kind: Kind = Sequence(item)
    if isinstance(items.kind, ListOf):
        site = scope.site("*")
        add_kind(scope, site, item)
        _same_words(scope, item, scope.program.items[site])
        kind = ListOf(site)
    scope.program.uses_memory = True
    return Value(kind, (scope.let(f"repeated(memory, {where}, {times}, {width(item)})"),))


def length(scope: Scope, value: Value) -> Value:
    """Return `len(value)` of a tuple or a list."""
    if isinstance(value.kind, ListOf | Sequence):
        return integer(scope.let(f"memory[{value.leaf}]"))
    return known(len(parts(value)))


def item_of(scope: Scope, value: Value, index: Value) -> Value:
    """Return `value[index]` of a tuple or a list."""
    leaf = needed_number(scope, index, "an index")
    if isinstance(value.kind, ListOf | Sequence):
        kind = item_kind(scope, value)
        if isinstance(kind, Nothing):
            scope.fail_if("True")
            return Value(NOTHING)
        place = scope.let(f"item_at(memory, {value.leaf}, {leaf}, {width(kind)})")
        return load(scope, kind, place)
    items = parts(value)
    if is_known(index):
        try:
            chosen: Value = items[constant(index)]
            return chosen
        except IndexError:
            scope.fail_if("True")
            return items[0] if items else known(0)
    return chosen_item(scope, items, checked_index(scope, leaf, len(items)))


def checked_index(scope: Scope, leaf: str, count: int) -> str:
    """Return an index from 0, failing if it is out of range."""
    index = scope.let(f"{leaf} + {count} if {leaf} < 0 else {leaf}")
    scope.fail_if(f"{index} < 0 or {index} >= {count}")
    return index


def chosen_item(scope: Scope, items: Items[Value], index: str) -> Value:
    """Return the item at a checked index among few items, or among constants."""
    kind = joined_kinds(scope, [item.kind for item in items])
    if width(kind) and all(is_known(item) for item in items) and is_flat(kind):
        columns = zip(*(scope.coerce(item, kind) for item in items), strict=True)
        return Value(kind, tuple(_looked_up(scope, column, index) for column in columns))
    if not is_flat(kind) and width(kind):
        return _chosen_by_branches(scope, kind, list(items), index)
    if len(items) > FEW:
        scope.refuse(f"one of {len(items)} items is chosen by a number", "use a list")
    rows = [scope.coerce(item, kind) for item in items]
    leaves = []
    for column in zip(*rows, strict=True):
        text = column[-1]
        for place in range(len(column) - 2, -1, -1):
            text = f"{column[place]} if {index} == {place} else ({text})"
        leaves.append(scope.let(text))
    return Value(kind, tuple(leaves))


def _chosen_by_branches(scope: Scope, kind: Kind, items: list[Value], index: str) -> Value:
    """Return the item at an index: only this one is written into memory."""

    def written(item: Value) -> Value:
        return Value(kind, scope.coerce(item, kind))

    if len(items) == 1:
        return written(items[0])
    half = len(items) // 2
    return scope.choose(
        f"{index} < {half}",
        lambda: _chosen_by_branches(scope, kind, items[:half], index),
        lambda: _chosen_by_branches(scope, kind, items[half:], scope.let(f"{index} - {half}")),
    )


def _looked_up(scope: Scope, column: tuple[str, ...], index: str) -> str:
    """Return a constant of a column by its index: computed where they are evenly spaced."""
    numbers = [int(text) if text[0] != "(" else -(2**63) for text in column]
    steps = {b - a for a, b in pairwise(numbers)}
    if len(steps) == 1 and max(map(abs, numbers)) < 2**40:
        (step,) = steps
        scaled = index if step == 1 else f"{index} * {step}"
        return scope.let(f"{scaled} + {numbers[0]}") if (step, numbers[0]) != (1, 0) else index
    if len({*numbers}) == 1:
        return column[0]
    return scope.let(f"{scope.program.table(numbers)}[{index}]")


def slice_of(scope: Scope, value: Value, cut: ast.Slice) -> Value:
    """Return `value[start:stop:step]`."""
    start, stop, step = (
        known(None) if each is None else scope.expression(each)
        for each in (cut.lower, cut.upper, cut.step)
    )
    if is_known(value, start, stop, step) and isinstance(constant(value), str):
        return known(constant(value)[slice(constant(start), constant(stop), constant(step))])
    if not isinstance(value.kind, ListOf | Sequence):
        if is_known(start, stop, step):
            chosen = slice(constant(start), constant(stop), constant(step))
            return joined(None, list(parts(value)[chosen]))
        value = in_memory(scope, value)
    by = constant(step) if is_known(step) else scope.refuse("the step of a slice is computed")
    by = 1 if by is None else by
    if not isinstance(by, int) or by == 0:
        scope.refuse("the step of a slice is not an int")
    count = scope.let(f"memory[{value.leaf}]")
    ends = (f"{count} - 1", "-1") if by < 0 else ("0", count)
    backward = int(by < 0)
    first, last = (
        default
        if is_known(each) and constant(each) is None
        else scope.let(f"bound({needed_number(scope, each, 'a bound')}, {count}, {backward})")
        for each, default in zip((start, stop), ends, strict=True)
    )
    item = item_kind(scope, value)
    kind = value.kind
    if isinstance(kind, ListOf):
        site = scope.site("slice")
        add_kind(scope, site, item)
        kind = ListOf(site)
    text = f"sliced(memory, {value.leaf}, {first}, {last}, {by}, {width(item)})"
    return Value(kind, (scope.let(text),))


def set_item(scope: Scope, value: Value, index: Value, item: Value) -> None:
    """Write `value[index] = item`."""
    if not isinstance(value.kind, ListOf):
        what = "a dict" if is_known(value) and isinstance(constant(value), dict) else value.kind
        scope.refuse(f"{what} is changed", "use a tuple, and make a new one")
    add_kind(scope, value.kind.site, item.kind)
    kind = item_kind(scope, value)
    leaf = needed_number(scope, index, "an index")
    store(scope, kind, scope.let(f"item_at(memory, {value.leaf}, {leaf}, {width(kind)})"), item)


def unpacked(scope: Scope, value: Value, count: int, starred: int | None) -> list[Value]:
    """Return the values for `count` names, one of which may have a star."""
    if isinstance(value.kind, ListOf | Sequence):
        return _unpacked_from_memory(scope, value, count, starred)
    if not isinstance(value.kind, Record) and not is_record(getattr(value.kind, "value", None)):
        scope.refuse(f"{value.kind} is unpacked")
    items = list(parts(value))
    if starred is None:
        if len(items) != count:
            scope.fail_if("True")
            items = (items + [known(0)] * count)[:count]
        return items
    behind = count - starred - 1
    if len(items) < count - 1:
        scope.fail_if("True")
        return [known(0)] * count
    middle = items[starred : len(items) - behind]
    return [*items[:starred], new_list(scope, middle, "*"), *items[len(items) - behind :]]


def _unpacked_from_memory(
    scope: Scope, value: Value, count: int, starred: int | None
) -> list[Value]:
    kind, size = item_kind(scope, value), scope.let(f"memory[{value.leaf}]")
    if starred is None:
        scope.fail_if(f"{size} != {count}")
    else:
        scope.fail_if(f"{size} < {count - 1}")
    words, start = width(kind), scope.let(f"memory[{value.leaf} + 2]")
    found = []
    for place in range(count):
        if place == starred:
            found.append(_starred(scope, value, kind, place, f"{size} - {count - place - 1}"))
        elif starred is not None and place > starred:
            found.append(load(scope, kind, f"{start} + ({size} - {count - place}) * {words}"))
        else:
            found.append(load(scope, kind, f"{start} + {place * words}"))
    return found


def _starred(scope: Scope, value: Value, kind: Kind, start: int, stop: str) -> Value:
    site = scope.site("*")
    add_kind(scope, site, kind)
    _same_words(scope, kind, scope.program.items[site])
    text = f"sliced(memory, {value.leaf}, {start}, {stop}, 1, {width(kind)})"
    return Value(ListOf(site), (scope.let(text),))


def method(scope: Scope, value: Value, name: str, arguments: Items[Value]) -> Value | None:
    """Return `value.name(*arguments)` of a list or tuple; None if there is no such method here."""
    match name, len(arguments):
        case "index" | "count", 1:
            found = searched(scope, in_memory(scope, value), arguments[0], count=name == "count")
            if name == "index":
                scope.fail_if(f"{found} < 0")
            return integer(found)
    if isinstance(value.kind, ListOf):
        return _list_method(scope, value, value.kind.site, name, arguments)
    return None


def _list_method(
    scope: Scope, value: Value, site: int, name: str, arguments: Items[Value]
) -> Value | None:
    where = value.leaf
    if name in ("append", "insert") and arguments:
        add_kind(scope, site, arguments[-1].kind)
    kind = scope.program.items[site]
    words = width(kind)
    match name, arguments:
        case "append", (item,):
            store(scope, kind, scope.let(f"item_added(memory, {where}, {words})"), item)
        case "insert", (index, item):
            at = needed_number(scope, index, "an index")
            store(scope, kind, scope.let(f"item_inserted(memory, {where}, {at}, {words})"), item)
        case "extend", (more,):
            _extend(scope, value, more)
        case "pop", () | (_,):
            at = needed_number(scope, arguments[0], "an index") if arguments else "-1"
            place = scope.let(f"item_at(memory, {where}, {at}, {words})")
            item = load(scope, kind, place)
            scope.emit(f"remove_at(memory, {where}, {place}, {words})")
            return item
        case "remove", (item,):
            found = searched(scope, value, item)
            scope.fail_if(f"{found} < 0")
            place = scope.let(f"item_at(memory, {where}, {found}, {words})")
            scope.emit(f"remove_at(memory, {where}, {place}, {words})")
        case "reverse", ():
            scope.emit(f"reverse(memory, {where}, {words})")
        case "clear", ():
            scope.emit(f"memory[{where}] = 0")
        case "copy", ():
            return list_from(scope, value)
        case _:
            return None
    return known(None)


def _extend(scope: Scope, value: Value, more: Value) -> None:
    assert isinstance(value.kind, ListOf)
    kind = item_kind(scope, more)
    if not isinstance(kind, Nothing):
        add_kind(scope, value.kind.site, kind)
    item = scope.program.items[value.kind.site]
    _same_words(scope, kind, item)
    source = as_sequence(scope, more, item)
    scope.emit(f"extend(memory, {value.leaf}, {source}, {width(item)})")


def extended(scope: Scope, value: Value, more: Value) -> Value:
    """Return a list after `value += more`, which changes it in place."""
    if not isinstance(more.kind, ListOf | Sequence | Record) and not is_known(more):
        scope.refuse(f"{more.kind} is added to a list")
    _extend(scope, value, more)
    return value


def sort_list(
    scope: Scope, value: Value, keys: Value | None, key_kind: Kind, backward: int
) -> None:
    """Sort a list by `keys`, a list of as many, or by itself."""
    words = width(item_kind(scope, value))
    if keys is None:
        keys_leaf = scope.let(f"copied(memory, {value.leaf}, {words})")
        key_words = words
    else:
        keys_leaf, key_words = keys.leaf, width(key_kind)
    scope.program.uses_memory = True
    scope.emit(f"sort(memory, {value.leaf}, {words}, {keys_leaf}, {key_words}, {backward})")


def plain_items(value: Value) -> bool:
    """Return whether a value is a tuple or a list, of the play or a constant."""
    kind = value.kind
    if isinstance(kind, Known):
        return is_record(kind.value) and isinstance(kind.value, tuple)
    return isinstance(kind, Record | Sequence | ListOf)
