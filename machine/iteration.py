"""What a loop runs over: rows, ranges, constants, Decks, generator expressions, zip and the like.

Some are counted: a length and the item at each place.  A list is asked for its length
in every round, as Python does.  A generator expression is a loop around the body.
"""

import ast
import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from montmort.machine.assembly import Register, number
from montmort.machine.comparisons import condition, truth
from montmort.machine.decks import count_at, kinds_of
from montmort.machine.dictionaries import unchanged_length, view, viewed
from montmort.machine.dispatch import lower
from montmort.machine.folding import check_lasting
from montmort.machine.frame import Frame, Scope, Unreached, Value, describe
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    NoCommonShape,
    Record,
    Row,
    Unknown,
    View,
    common,
    is_property,
    is_set,
)
from montmort.machine.stores import assign
from montmort.machine.texts import is_text
from montmort.machine.values import (
    append,
    as_integer,
    as_letters,
    as_row,
    certain,
    constant,
    integer,
    items_of,
    length_of,
    letter_at,
    load_item,
    new_row,
    realise,
    record,
    store_item,
)

Body = Callable[[Value], None]


@dataclass(frozen=True)
class Counted:
    """Items with a length, which is asked for in every round.

    Where getting an item may do something, as in map, others may end only then: `item` also
    takes the label behind the loop, and jumps there.
    """

    length: Callable[[], Register]
    item: Callable[[Register, str], Value]
    empty: bool = False  # known to be empty
    is_fixed: bool = False  # the length stays the same in all rounds
    acts: bool = False  # getting an item calls a function of the rules


@dataclass(frozen=True)
class Listed:
    """Items that differ in type: the body is compiled once for each."""

    items: Sequence[Value]


@dataclass(frozen=True)
class Generated:
    """The items of a generator expression; what its first loop runs over is computed at once."""

    frame: Frame
    node: ast.GeneratorExp | ast.ListComp | ast.SetComp
    first: "Items"


Items = Counted | Listed | Generated
UNROLLED = 3  # shorter tuples are not put into memory


def items_in(frame: Frame, node: ast.expr) -> Items:
    """Return what an expression has to loop over."""
    if isinstance(node, ast.GeneratorExp):
        return generated(frame, node)
    if isinstance(node, ast.List | ast.Tuple) and not _has_star(node):
        return listed(frame, [lower(frame, item) for item in node.elts])
    names = [each.arg for each in node.keywords] if isinstance(node, ast.Call) else []
    if isinstance(node, ast.Call) and names in ([], ["strict"], ["start"]) and not _has_star(node):
        made = _of_call(frame, node)
        if made is not None:
            return made
    if isinstance(node, ast.Attribute) and node.attr == "counts" and is_name(node.value):
        deck = lower(frame, node.value)
        if isinstance(deck.shape, Cards):
            return Counted(
                lambda: str(len(kinds_of(deck))),
                lambda k, _: integer(count_at(frame, deck, k)),
                is_fixed=True,
            )
    return items_of_value(frame, lower(frame, node))


def generated(frame: Frame, node: ast.GeneratorExp | ast.ListComp | ast.SetComp) -> Generated:
    """Return the items of a generator expression or a comprehension."""
    return Generated(frame, node, items_in(frame, node.generators[0].iter))


def is_name(node: ast.expr) -> bool:
    """Whether an expression is a name: it can be compiled twice."""
    return isinstance(node, ast.Name)


def is_named(node: ast.expr) -> bool:
    """Whether an expression is a literal, a name or an attribute."""
    if isinstance(node, ast.UnaryOp | ast.Attribute):
        return is_named(node.operand if isinstance(node, ast.UnaryOp) else node.value)
    return isinstance(node, ast.Constant | ast.Name)


def is_without_effects(frame: Frame, node: ast.expr) -> bool:
    """Whether an expression is a literal, a name or a field: it can be computed twice.

    A property is none of these: it may pick.
    """
    if isinstance(node, ast.UnaryOp):
        return is_without_effects(frame, node.operand)
    if isinstance(node, ast.Attribute):
        if not is_without_effects(frame, node.value):
            return False
        return not is_property(lower(frame, node.value).shape, node.attr)
    return isinstance(node, ast.Constant | ast.Name)


def _has_star(node: ast.Call | ast.List | ast.Tuple) -> bool:
    parts = node.args if isinstance(node, ast.Call) else node.elts
    return any(isinstance(part, ast.Starred) for part in parts)


def _of_call(frame: Frame, node: ast.Call) -> Items | None:
    """Return the items of range, enumerate, zip and reversed; None for other calls."""
    if not isinstance(node.func, ast.Name):
        return None
    called = lower(frame, node.func)
    function = called.shape.value if isinstance(called.shape, Fixed) else None
    if function is range and not node.keywords:
        return _range(frame, [as_integer(frame, lower(frame, each)) for each in node.args])
    if function is enumerate:
        return _enumerated(frame, node)
    if node.keywords and function is not zip:
        return None
    if function is zip and [each.arg for each in node.keywords] in ([], ["strict"]):
        parts = [counted(frame, items_in(frame, each)) for each in node.args]
        if node.keywords and truth(frame, lower(frame, node.keywords[0].value)) != "0":
            parts = _of_one_length(frame, parts)
        return _zip(frame, parts)
    if function is reversed and len(node.args) == 1:
        _check_reversible(frame, node.args[0])
        return _reversed(frame, counted(frame, items_in(frame, node.args[0])))
    if function is map and len(node.args) > 1 and _is_function(frame, node.args[0]):
        return _map(frame, node, [counted(frame, items_in(frame, each)) for each in node.args[1:]])
    return None


def _is_function(frame: Frame, node: ast.expr) -> bool:
    """Whether an expression is a function that can be compiled for every item."""
    return isinstance(node, ast.Lambda) or is_without_effects(frame, node)


def _check_reversible(frame: Frame, node: ast.expr) -> None:
    """Refuse reversed where Python has no order from the end, or that of another protocol."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id in ("zip", "enumerate", "map", "filter", "reversed"):
            frame.refuse(f"reversed of {node.func.id}", node)
    elif is_name(node) and isinstance(lower(frame, node).shape, Cards | Dictionary):
        frame.refuse(f"reversed of {describe(lower(frame, node).shape)}", node)
    elif not is_name(node) and not isinstance(node, ast.List | ast.Tuple | ast.Subscript):
        frame.refuse("reversed of what is no name, list, tuple or call", node)


def mapped(frame: Frame, node: ast.expr) -> list[Value] | None:
    """Return the values of map(function, tuple) at once; None for all other expressions."""
    is_map = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 2
    if not is_map or lower(frame, node.func).shape != Fixed(map):  # type: ignore[attr-defined]
        return None
    function, items = node.args  # type: ignore[attr-defined]
    found = items_in(frame, items)
    if not isinstance(found, Listed) or not _is_function(frame, function):
        return None
    each = _map(frame, node, [Counted(lambda: "", lambda k, _: found.items[int(k)])])  # type: ignore[arg-type]
    return [each.item(str(place), "") for place in range(len(found.items))]


MAPPED = "function of map"


def _map(frame: Frame, node: ast.Call, parts: Sequence[Counted]) -> Counted:
    """Return map(function, ...): the call is compiled with the items under names of their own."""
    names = [f"item {place} of map" for place in range(len(parts))]  # no names of Python's
    scope = Scope(frozenset((*names, MAPPED)), frame.scope, (*frame.scope.path, node))
    inside, function = frame.inner(scope), node.args[0]
    if isinstance(function, ast.Name):  # whatever it stands for later
        scope.names[MAPPED] = lower(frame, function)
        function = ast.Name(MAPPED, ast.Load())
    elif isinstance(function, ast.Attribute):
        scope.names[MAPPED] = lower(frame, function.value)
        function = ast.Attribute(ast.Name(MAPPED, ast.Load()), function.attr, ast.Load())
    called = ast.Call(function, [ast.Name(name, ast.Load()) for name in names], [])
    ast.fix_missing_locations(ast.copy_location(called, node))
    called = frame.program.made.setdefault(node, called)  # the same in every attempt

    together, items_at = _together(frame, parts)

    def item(place: Register, end: str) -> Value:
        scope.names.update(zip(names, items_at(place, end), strict=True))
        return lower(inside, called)

    return replace(together, item=item, acts=True)


def _range(frame: Frame, ends: Sequence[Register]) -> Counted:
    """Return range(stop), range(start, stop) or range(start, stop, step)."""
    code = frame.code
    start, stop, step = (["0", *ends, "1"] if len(ends) == 1 else [*ends, "1"])[:3]
    if step == "1":
        distance = code.checked("ssub", stop, start)
        length = code.largest(distance, "0")
        return Counted(
            lambda: length, lambda k, _: integer(code.simple("add", start, k)), is_fixed=True
        )
    code.fail_unless_compare("!=", step, "0", "a range with step 0")
    distance = code.checked("ssub", stop, start)
    down = code.test("<", step, "0")
    inwards = code.select(down, "1", "-1")
    whole = code.checked("sadd", code.checked("sadd", distance, step), inwards)
    rounds, _ = code.floor_divide(whole, step)
    length = code.select(code.test("<", rounds, "0"), "0", rounds)
    return Counted(
        lambda: length,
        lambda k, _: integer(code.checked("sadd", start, code.checked("smul", k, step))),
        is_fixed=True,
    )


def _zip(frame: Frame, parts: Sequence[Counted]) -> Counted:
    """Return the tuples of items."""
    together, items_at = _together(frame, parts)
    return replace(together, item=lambda k, end: record(frame, items_at(k, end)))


def _together(
    frame: Frame, parts: Sequence[Counted]
) -> tuple[Counted, Callable[[Register, str], list[Value]]]:
    """Return parts as one, without its items, and what gives the items of all parts at a place.

    Python asks one part after the other, and stops where one has ended.  That is seen only
    where a part that acts stands before another one of another length.
    """
    code = frame.code
    if not parts:
        frame.refuse("zip of nothing")
    in_turns = any(part.acts for part in parts[:-1]) and not _have_one_length(parts)

    def length() -> Register:
        shortest = parts[0].length()
        for part in [] if in_turns else parts[1:]:
            other = part.length()
            shortest = code.select(code.test("<", other, shortest), other, shortest)
        return shortest

    def items_at(place: Register, end: str) -> list[Value]:
        items = [parts[0].item(place, end)]
        for part in parts[1:]:
            if in_turns and part.empty:
                code.jump(end)
                raise Unreached
            if in_turns:
                onward = code.label()
                code.branch(code.test("<", place, part.length()), onward, end)
                code.start(onward)
            items.append(part.item(place, end))
        return items

    together = Counted(
        length,
        parts[0].item,
        parts[0].empty if in_turns else any(part.empty for part in parts),
        not in_turns and all(part.is_fixed for part in parts),
        any(part.acts for part in parts),
    )
    return together, items_at


def _have_one_length(parts: Sequence[Counted]) -> bool:
    """Whether the lengths of all parts are known before the run, and equal."""
    lengths = {number(part.length()) if part.is_fixed else None for part in parts}
    return len(lengths) == 1 and None not in lengths


def _of_one_length(frame: Frame, parts: Sequence[Counted]) -> list[Counted]:
    """Return the parts of a zip that fails unless all have one length, in every round."""
    if any(part.acts for part in parts[:-1]) and not all(part.is_fixed for part in parts):
        frame.refuse("a strict zip of map")

    def length() -> Register:
        first = parts[0].length()
        for part in parts[1:]:
            reason = "zip of unequal lengths"
            frame.code.fail_unless_compare("==", part.length(), first, reason)
        return first

    return [replace(parts[0], length=length), *parts[1:]]


def _enumerated(frame: Frame, node: ast.Call) -> Counted:
    given = [*node.args, *(each.value for each in node.keywords)]
    if not 1 <= len(given) <= 2:
        frame.refuse("these arguments of enumerate", node)
    inner = counted(frame, items_in(frame, given[0]))
    first = as_integer(frame, lower(frame, given[1])) if len(given) == 2 else "0"
    return Counted(
        inner.length,
        lambda k, end: record(
            frame, [integer(frame.code.checked("sadd", first, k)), inner.item(k, end)]
        ),
        inner.empty,
        inner.is_fixed,
        inner.acts,
    )


def _reversed(frame: Frame, inner: Counted) -> Counted:
    code = frame.code
    length = inner.length()
    last = code.simple("sub", length, "1")

    def item(k: Register, end: str) -> Value:
        place = code.simple("sub", last, k)
        if not inner.is_fixed:
            code.fail_unless_compare("<", place, inner.length(), "a list that gets shorter")
        return inner.item(place, end)

    return Counted(
        lambda: length,
        item,
        inner.empty,
        inner.is_fixed,
    )


def listed(frame: Frame, values: Sequence[Value]) -> Items:
    """Return the items of a tuple of known length."""
    if len(values) <= UNROLLED:
        return Listed(values)
    values = [realise(frame, value) for value in values]
    try:
        shape = common([value.shape for value in values])
    except NoCommonShape:
        return Listed(values)
    if not shape.width:
        return Listed(values)
    return items_of_value(frame, as_row(frame, record(frame, values)))


def items_of_value(frame: Frame, value: Value) -> Items:
    """Return the items of a value."""
    if isinstance(value.shape, Fixed):
        return _of_constant(frame, value)
    value = certain(frame, realise(frame, value))
    if isinstance(value.shape, Record) and value.shape.is_tuple:
        return listed(frame, items_of(value))
    if is_text(value):
        letters = as_letters(frame, value)
        length = length_of(frame, letters)
        return Counted(lambda: length, lambda k, _: letter_at(frame, letters, k), is_fixed=True)
    if isinstance(value.shape, Cards):
        value = deck_as_list(frame, value)
    if isinstance(value.shape, Dictionary):
        value = view(value, "keys")
    if isinstance(value.shape, View):
        return _of_view(frame, value)
    if not isinstance(value.shape, Row):
        frame.refuse(f"a loop over {describe(value.shape)}")
    elif is_set(value.shape):
        frame.refuse("a loop over a set, which has no order")
    return of_row(frame, value)


def _of_view(frame: Frame, value: Value) -> Counted:
    """Return the keys, the values or the pairs of a dictionary that changes."""
    pairs, part = viewed(value)

    def item(place: Register, _end: str) -> Value:
        pair = load_item(frame, pairs, place)
        return pair if part is None else items_of(pair)[part]

    empty = isinstance(value.shape.of.pairs.item, Unknown)  # type: ignore[attr-defined]
    return Counted(unchanged_length(frame, pairs), item, empty, is_fixed=True)


def of_row(frame: Frame, row: Value) -> Counted:
    """Return the items of a list or tuple of any length, of a set as well."""
    assert isinstance(row.shape, Row)
    return Counted(
        lambda: length_of(frame, row),
        lambda k, _: load_item(frame, row, k),
        isinstance(row.shape.item, Unknown),
        row.shape.kind != "list" or number(row.registers[0]) is not None,
    )


def _of_constant(frame: Frame, value: Value) -> Items:
    """Return the items of a constant: a tuple, a range, an Enum, a dictionary."""
    assert isinstance(value.shape, Fixed)
    known = value.shape.value
    check_lasting(frame, known)
    if isinstance(known, range):
        return _range(frame, [str(known.start), str(known.stop), str(known.step)])
    if isinstance(known, dict) or (isinstance(known, type) and issubclass(known, enum.Enum)):
        known = tuple(known)
    if isinstance(known, str):
        known = tuple(known)
    if isinstance(known, tuple | list) and len(known) <= UNROLLED:
        return Listed([constant(item) for item in known])
    made = realise(frame, constant(known))
    if isinstance(made.shape, Fixed):
        if isinstance(known, tuple | list):
            return Listed([constant(item) for item in known])
        frame.refuse(f"a loop over {describe(made.shape)}")
    return items_of_value(frame, made)


def deck_as_list(frame: Frame, deck: Value) -> Value:
    """Return all cards of a Deck by their kinds, in a list."""
    assert isinstance(deck.shape, Cards)
    kinds = as_row(frame, realise(frame, constant(deck.shape.kinds)))
    assert isinstance(kinds.shape, Row)
    cards = new_row(frame, Row(kinds.shape.item, "list"), "0")

    def add(kind: Register, _onward: str, _end: str) -> None:
        count = count_at(frame, deck, kind)
        card = load_item(frame, kinds, kind)
        frame.code.repeat(lambda: count, lambda *_: append(frame, cards, card))

    frame.code.repeat(lambda: str(len(kinds_of(deck))), add)
    return cards


def counted(frame: Frame, items: Items) -> Counted:
    """Return items as counted ones; refused for generators, which zip would run in turns."""
    if isinstance(items, Generated):
        frame.refuse("a generator in zip, enumerate or reversed")
    if isinstance(items, Listed):
        return of_row(frame, as_row(frame, record(frame, items.items)))
    return items


def for_each(frame: Frame, items: Items, body: Body) -> None:
    """Compile the body for every item; `frame.loops` has the labels for continue and break."""
    code = frame.code
    if isinstance(items, Generated):
        _generate(items.frame, items, 0, body)
    elif isinstance(items, Listed):
        end = code.label()
        for item in items.items:
            onward = code.label()
            frame.loops.append((onward, end))
            _reached(lambda item=item: body(item))  # type: ignore[misc]
            frame.loops.pop()
            code.place(onward)
        code.place(end)
    elif not items.empty:
        _rounds(frame, items, lambda _place, item: body(item))


def _rounds(frame: Frame, items: Counted, body: Callable[[Register, Value], None]) -> None:
    """Compile the body for every place and item."""

    def round_of(place: Register, onward: str, end: str) -> None:
        frame.loops.append((onward, end))
        _reached(lambda: body(place, items.item(place, end)))
        frame.loops.pop()

    frame.code.repeat(items.length, round_of)


def collected(frame: Frame, items: Items, shape: Row) -> Value:
    """Return a new list or tuple of items; where their number is known, the room is made once."""
    source: Items = items
    take: Callable[[Value], Value] = _as_it_is
    if isinstance(items, Generated) and len(items.node.generators) == 1:
        clause = items.node.generators[0]
        if not clause.ifs and not clause.is_async:
            source = items.first
            take = _taker(items, clause, isinstance(source, Listed))
    if isinstance(source, Listed) and shape.kind == "tuple":
        return record(frame, [take(item) for item in source.items])
    if isinstance(source, Counted) and source.is_fixed and not source.empty:
        length = source.length()
        made = new_row(frame, shape, length)
        if (known := number(length)) is not None:
            frame.code.lengths[made.registers[0]] = known
        _rounds(frame, source, lambda place, item: store_item(frame, made, place, take(item)))
        return made
    grown = new_row(frame, shape, "0")
    for_each(frame, source, lambda item: append(frame, grown, take(item)))
    return grown


def _reached(body: Callable[[], None]) -> None:
    """Compile a body whose end may be unreachable."""
    try:
        body()
    except Unreached:
        return


def _as_it_is(item: Value) -> Value:
    return item


def _taker(
    items: Generated, clause: ast.comprehension, is_listed: bool
) -> Callable[[Value], Value]:
    """Return what makes an item of a comprehension from one of its only loop."""
    inner = _inner_frame(items.frame, clause, is_listed)

    def take(item: Value) -> Value:
        assign(inner, clause.target, item)
        return lower(inner, items.node.elt)

    return take


def _inner_frame(frame: Frame, clause: ast.comprehension, is_listed: bool) -> Frame:
    """Return the frame of a loop in a comprehension, with its own names.

    Where its body is compiled for each item, the names stand for the items themselves.
    """
    own = frozenset(name.id for name in ast.walk(clause.target) if isinstance(name, ast.Name))
    once = own if is_listed else frozenset()
    return frame.inner(Scope(own, frame.scope, (*frame.scope.path, clause), once))


def _generate(frame: Frame, whole: Generated, depth: int, body: Body) -> None:
    """Compile the loops of a comprehension from a depth on, and the body for every item."""
    node = whole.node
    clause = node.generators[depth]
    if clause.is_async:
        frame.refuse("async", node)
    frame.at(node)
    items = items_in(frame, clause.iter) if depth else whole.first
    inner = _inner_frame(frame, clause, isinstance(items, Listed))

    def each(value: Value) -> None:
        assign(inner, clause.target, value)
        skip = inner.loops[-1][0] if inner.loops else ""
        for each_if in clause.ifs:
            inside = inner.code.label()
            bit = inner.code.test("!=", condition(inner, each_if), "0")
            inner.code.branch(bit, inside, skip)
            inner.code.start(inside)
        if depth + 1 < len(node.generators):
            _generate(inner, whole, depth + 1, body)
        else:
            body(lower(inner, node.elt))

    for_each(inner, items, each)
