"""Expressions: constants, arithmetic, comparisons, conditions, items, attributes."""

import ast
import enum
import operator
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.machine import prelude
from montmort.machine.assembly import number
from montmort.machine.comparisons import condition, truth
from montmort.machine.constants import LONG, members, shape_of
from montmort.machine.decks import (
    count_at,
    counts_of,
    empty_deck,
    kinds_of,
    size_of,
)
from montmort.machine.dictionaries import (
    check_key,
    check_member,
    new_dictionary,
    put,
    value_of,
    written,
)
from montmort.machine.dispatch import lower
from montmort.machine.folding import check_plain, folded
from montmort.machine.frame import Frame, Scope, Unreached, Value, describe
from montmort.machine.inline import bound_function, call, closure
from montmort.machine.iteration import (
    Items,
    Listed,
    collected,
    for_each,
    generated,
    is_named,
    is_without_effects,
    items_in,
    items_of_value,
)
from montmort.machine.names import assign_name
from montmort.machine.operators import known_arithmetic
from montmort.machine.plain_classes import Making
from montmort.machine.row_copies import backwards, sliced
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    Maybe,
    Member,
    Ratio,
    Record,
    Row,
    Shape,
    Unknown,
    is_record_class,
    is_sequence,
    may_change,
    record_fields,
)
from montmort.machine.stores import assign
from montmort.machine.tables import look_up, place_of_kind
from montmort.machine.texts import as_text, is_text
from montmort.machine.values import (
    append,
    as_integer,
    as_letters,
    as_row,
    certain,
    checked_index,
    constant,
    declare,
    integer,
    is_fixed,
    items_of,
    length_of,
    letter_at,
    load_item,
    may_draw,
    new_row,
    place_in,
    read,
    realise,
    record,
    row_of,
    same_items,
    unpacked,
    write,
)


def literal(frame: Frame, node: ast.Constant) -> Value:
    """Return a literal."""
    if isinstance(node.value, float | complex | bytes):
        frame.refuse(f"{node.value!r}, which is no exact value", node)
    return constant(node.value)


def tuple_of(frame: Frame, node: ast.Tuple) -> Value:
    """Return a tuple."""
    if any(isinstance(part, ast.Starred) for part in node.elts):
        return _with_stars(frame, node, "tuple")
    return _tuple_of(frame, [lower(frame, part) for part in node.elts])


def _tuple_of(frame: Frame, items: list[Value]) -> Value:
    """Return a tuple of known length; of constants it is one."""
    if all(is_fixed(item) for item in items):
        return constant(tuple(item.shape.value for item in items))  # type: ignore[attr-defined]
    return record(frame, items)


def list_of(frame: Frame, node: ast.List | ast.Set) -> Value:
    """Return a new list, also of what stands in a set."""
    if any(isinstance(part, ast.Starred) for part in node.elts):
        return _with_stars(frame, node, "list")
    items = [realise(frame, lower(frame, part)) for part in node.elts]
    if not items:
        return empty_list(frame, node)
    item = frame.program.wide(same_items(frame, items))
    if item == Record(()):  # tuples that are empty so far: of any length
        item = Row(frame.program.resolved(Unknown((*frame.scope.path, node))), "tuple")
    shape = Row(item, "list")
    return Value(shape, (row_of(frame, items, shape),))


def _with_stars(frame: Frame, node: ast.Tuple | ast.List | ast.Set, kind: str) -> Value:
    """Return a list or a tuple with the items of others in it.

    A tuple of known lengths stays a tuple of known length; the items before the first part of
    unknown length cannot change, so they are put into memory only then.
    """
    parts, known = list(node.elts), list[Value]()
    items: Items = Listed(())
    while parts and isinstance(items, Listed):
        part = parts.pop(0)
        if isinstance(part, ast.Starred):
            items = _starred(frame, part.value)
            known += items.items if isinstance(items, Listed) else ()
        else:
            known.append(lower(frame, part))
    if isinstance(items, Listed) and kind == "tuple":
        return _tuple_of(frame, known)
    made = empty_list(frame, node, kind)
    for item in known:
        append(frame, made, item)
    if not isinstance(items, Listed):
        for_each(frame, items, lambda item: append(frame, made, item))
    for part in parts:
        if isinstance(part, ast.Starred):
            for_each(frame, items_in(frame, part.value), lambda item: append(frame, made, item))
        else:
            append(frame, made, lower(frame, part))
    return made


def _starred(frame: Frame, node: ast.expr) -> Items:
    """Return the items of *node: listed where it is a tuple of known length."""
    if not is_named(node):
        return items_in(frame, node)
    value = lower(frame, node)
    if isinstance(value.shape, Fixed) and isinstance(value.shape.value, tuple):
        if len(value.shape.value) <= LONG:
            return Listed([constant(item) for item in value.shape.value])
    elif isinstance(value.shape, Record) and value.shape.is_tuple:
        return Listed(items_of(value))
    return items_of_value(frame, value)


def empty_list(frame: Frame, node: ast.AST, kind: str = "list") -> Value:
    """Return a new empty list; the shape of its items may be known from an earlier attempt."""
    return new_row(frame, Row(items_unknown(frame, node), kind), "0")


def items_unknown(frame: Frame, node: ast.AST) -> Shape:
    """Return the shape of the items of a list written here, as far as an earlier attempt knows."""
    return frame.program.resolved(Unknown((*frame.scope.path, node)))


def set_of(frame: Frame, node: ast.Set) -> Value:
    """Return a set: of constants it is one."""
    known = [known_value(frame, part) for part in node.elts]
    if all(item is not None and is_fixed(item) for item in known):
        return written(frame, {item.shape.value for item in known})  # type: ignore[union-attr]
    made = _with_stars(frame, node, "list")
    return as_set(frame, call(frame, prelude.distinct, [made], {}))


def dictionary(frame: Frame, node: ast.Dict) -> Value:
    """Return a dictionary: of constants it is one, unless it is changed."""
    if any(key is None for key in node.keys):
        frame.refuse("** in a dictionary", node)
    known = None if any(map(_is_empty, node.values)) else known_value(frame, node)
    if known is not None:
        return written(frame, known.shape.value)  # type: ignore[attr-defined]
    pairs = [
        record(frame, [lower(frame, key), lower(frame, value)])
        for key, value in zip(filter(None, node.keys), node.values, strict=True)
    ]
    made = new_dictionary(frame, node)
    if pairs:
        shape = Row(same_items(frame, pairs), "list")
        made = Value(Dictionary(shape), made.registers)
    for pair in pairs:
        put(frame, made, *items_of(pair))
    return made


def _is_empty(node: ast.expr) -> bool:
    """Whether an expression makes an empty list, set or dictionary, which will be filled."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("list", "set", "dict", "Counter") and not node.args
    return isinstance(node, ast.List | ast.Dict) and not [*ast.iter_child_nodes(node)][1:]


def dictionary_comprehension(frame: Frame, node: ast.DictComp) -> Value:
    """Return the dictionary of a comprehension; of constants it is one, unless it is changed."""
    known = None if _is_empty(node.value) else known_value(frame, node)
    if known is not None:
        return written(frame, known.shape.value)  # type: ignore[attr-defined]
    made = new_dictionary(frame, node)
    for_each(
        frame,
        generated(frame, _pairs_of(frame, node)),
        lambda pair: put(frame, made, *unpacked(frame, pair, 2)),
    )
    return made


def _pairs_of(frame: Frame, node: ast.DictComp) -> ast.GeneratorExp:
    """Return the pairs of a dictionary comprehension; the same in every attempt."""
    pair = ast.copy_location(ast.Tuple([node.key, node.value], ast.Load()), node)
    pairs = ast.copy_location(ast.GeneratorExp(pair, node.generators), node)
    return frame.program.made.setdefault(node, pairs)  # type: ignore[no-any-return]


def _known_pairs(frame: Frame, node: ast.Dict) -> Value | None:
    """Return a dictionary of keys and values that are known before the run."""
    if any(key is None for key in node.keys):
        return None
    keys = _known_values(frame, [key for key in node.keys if key is not None])
    values = _known_values(frame, node.values)
    if keys is None or values is None:
        return None
    return folded(frame, dict, zip(keys, values, strict=True))


def _add_known(frame: Frame, node: ast.DictComp, level: int, made: dict[Any, Any]) -> bool:
    """Add the pairs of a comprehension over constants; False if one is not known before the run."""
    clause = node.generators[level]
    items = known_value(frame, clause.iter)
    if items is None or not isinstance(items.shape, Fixed) or _is_long(items.shape.value):
        return False
    if not isinstance(items.shape.value, range | tuple | list | str):
        return False
    own = frozenset(each.id for each in ast.walk(clause.target) if isinstance(each, ast.Name))
    for item in items.shape.value:
        scope = Scope(own, frame.scope, (*frame.scope.path, node), own)
        inner = frame.inner(scope)
        assign(inner, clause.target, constant(item))
        tests = _known_values(inner, clause.ifs)
        if tests is None:
            return False
        if not all(tests):
            continue
        if level + 1 < len(node.generators):
            if not _add_known(inner, node, level + 1, made):
                return False
            continue
        pair = _known_values(inner, [node.key, node.value])
        if pair is None:
            return False
        made[pair[0]] = pair[1]
    return True


def _known_values(frame: Frame, nodes: Sequence[ast.expr]) -> list[Any] | None:
    """Return the values of expressions, if all are known before the run."""
    parts = [known_value(frame, each) for each in nodes]
    known = [part.shape.value for part in parts if part and isinstance(part.shape, Fixed)]
    return known if len(known) == len(parts) else None


def known_value(frame: Frame, node: ast.expr) -> Value | None:
    """Return a value that is not changed later, if it is known before the run.

    A list of constants is one as well: [1] * 6, or [4] + [2] * 9.
    """
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            return _known_opposite(frame, node)
        case ast.BinOp():
            return _known_operation(frame, node)
        case ast.List() | ast.Tuple():
            known = _known_values(frame, node.elts)
            if known is None:
                return None
            return constant(known if isinstance(node, ast.List) else tuple(known))
        case ast.Call():
            return _known_call(frame, node)
        case ast.Dict():
            return _known_pairs(frame, node)
        case ast.DictComp():
            made: dict[Any, Any] = {}
            return constant(made) if _add_known(frame, node, 0, made) else None
        case ast.Compare(ops=[op], comparators=[right]):
            sides, function = _known_values(frame, [node.left, right]), _COMPARISONS.get(type(op))
            return folded(frame, function, *sides) if sides and function else None
    if is_without_effects(frame, node):
        value = lower(frame, node)
        return value if is_fixed(value) else None
    return None


def _known_opposite(frame: Frame, node: ast.UnaryOp) -> Value | None:
    """Return -x or not x of a known value."""
    known = _known_values(frame, [node.operand])
    if known is None:
        return None
    if isinstance(node.op, ast.Not):
        return folded(frame, operator.not_, *known)
    return folded(frame, operator.neg, *known) if isinstance(known[0], int | Fraction) else None


def _known_operation(frame: Frame, node: ast.BinOp) -> Value | None:
    """Return the value of an operator on numbers; of + and * on all constants but long lists."""
    known = _known_values(frame, [node.left, node.right])
    if known is None:
        return None
    sizes = [value for value in known if isinstance(value, int)]
    if not isinstance(node.op, ast.Add | ast.Mult):
        is_number = all(isinstance(each, int | Fraction) for each in known)
        return known_arithmetic(frame, node.op, *known) if is_number else None
    if len(sizes) < 2 and max([0, *sizes]) > LARGEST:
        return None
    function = operator.add if isinstance(node.op, ast.Add) else operator.mul
    return folded(frame, function, *known)


_COMPARISONS: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


def _known_call(frame: Frame, node: ast.Call) -> Value | None:
    """Return the value of a function without side effects of known arguments, as len(range(9))."""
    if not isinstance(node.func, ast.Name) or _has_star(node):
        return None
    called = lower(frame, node.func).shape
    if not isinstance(called, Fixed) or not _is_short_call(called.value, node):
        return None
    given = known_arguments(frame, node)
    if given is None or any(map(_is_long, [*given[0], *given[1].values()])):
        return None
    made = folded(frame, called.value, *given[0], **given[1])
    return None if _is_long(made.shape.value) else made  # type: ignore[attr-defined]


def known_arguments(frame: Frame, node: ast.Call) -> tuple[list[Any], dict[str, Any]] | None:
    """Return the arguments of a call and its named ones, if all are known before the run."""
    known = _known_values(frame, [*node.args, *(each.value for each in node.keywords)])
    names = [each.arg for each in node.keywords if each.arg is not None]
    if known is None or len(names) < len(node.keywords):
        return None
    return known[: len(node.args)], dict(zip(names, known[len(node.args) :], strict=True))


def _has_star(node: ast.Call) -> bool:
    named = any(each.arg is None for each in node.keywords)
    return named or any(isinstance(each, ast.Starred) for each in node.args)


def _is_short_call(called: Any, node: ast.Call) -> bool:
    """Whether a call has a value without side effects, which is known if the arguments are."""
    if called in (Deck, Fraction) or is_record_class(called):
        return True
    return not node.keywords and any(called is each for each in SHORT_CALLS)


def _is_long(known: Any) -> bool:
    """Whether a value has too many items to be computed before the run."""
    return isinstance(known, range | tuple | list) and len(known) > LARGEST


# Functions that are called before the run also inside the arguments of others.
SHORT_CALLS: tuple[Any, ...] = (abs, bool, int, len, max, min, range, sorted, sum, tuple, list)


LARGEST = 10_000  # items of a list written as [1] * n


def list_comprehension(frame: Frame, node: ast.ListComp | ast.GeneratorExp) -> Value:
    """Return the list of a comprehension, or of a generator that is taken apart."""
    return collected(frame, generated(frame, node), Row(items_unknown(frame, node), "list"))


def set_comprehension(frame: Frame, node: ast.SetComp) -> Value:
    """Return the set of a comprehension."""
    made = collected(frame, generated(frame, node), Row(items_unknown(frame, node), "list"))
    return as_set(frame, call(frame, prelude.distinct, [made], {}))


def as_set(frame: Frame, row: Value, kind: str = "set") -> Value:
    """Return a list of different items as a set, which hides their order."""
    assert isinstance(row.shape, Row)
    check_member(frame, row.shape.item)
    check_key(frame, row.shape.item)
    return Value(Row(row.shape.item, kind), row.registers)


def function(frame: Frame, node: ast.Lambda) -> Value:
    """Return a function."""
    if node.args.defaults or any(node.args.kw_defaults):
        frame.refuse("default values of a lambda", node)
    return constant(closure(frame, node))


def named(frame: Frame, node: ast.NamedExpr) -> Value:
    """Compile name := value."""
    value = lower(frame, node.value)
    assign_name(frame, node.target.id, value)
    return value


def both_or_either(frame: Frame, node: ast.BoolOp) -> Value:
    """Compile `and` and `or`: the value of the operand that decides."""
    code, stops = frame.code, isinstance(node.op, ast.Or)
    operands = list(node.values)
    value = lower(frame, operands.pop(0))
    while operands and number(truth(frame, value)) is not None:  # known before the run
        if bool(int(truth(frame, value))) == stops:
            return value
        value = lower(frame, operands.pop(0))
    if not operands:
        return value
    result, end = declare(frame, (*frame.scope.path, node)), code.label()
    for operand in [*operands, None]:
        if operand is None:
            write(frame, result, value, "the value of and/or")
            break
        bit = truth(frame, value)
        decides, onward = code.label(), code.label()
        code.branch(code.test("!=" if stops else "==", bit, "0"), decides, onward)
        code.start(decides)
        given = value
        if stops and isinstance(value.shape, Maybe):
            given = Value(value.shape.item, value.registers[1:])
        write(frame, result, given, "the value of and/or")
        code.jump(end)
        code.start(onward)
        try:
            value = lower(frame, operand)
        except Unreached:  # only the operands before can decide
            break
    code.place(end)
    return read(frame, result, "the value of and/or")


def either(frame: Frame, node: ast.IfExp) -> Value:
    """Compile a if condition else b."""
    code = frame.code
    decided = condition(frame, node.test)
    known = number(decided)
    if known is not None:
        return lower(frame, node.body if known else node.orelse)
    result = declare(frame, (*frame.scope.path, node))
    yes, no, end = (code.label() for _ in range(3))
    code.branch(code.test("!=", decided, "0"), yes, no)
    code.start(yes)
    for part in (node.body, node.orelse):
        with suppress(Unreached):
            write(frame, result, lower(frame, part), "the value of if/else")
        if part is node.body:
            code.jump(end)
            code.start(no)
    code.place(end)
    return read(frame, result, "the value of if/else")


# -- items and attributes


def subscript(frame: Frame, node: ast.Subscript) -> Value:
    """Compile a[i] and a[i:j]."""
    if isinstance(node.value, ast.Attribute):
        owner = lower(frame, node.value.value)
        is_count = node.value.attr == "counts" and not isinstance(node.slice, ast.Slice)
        if isinstance(owner.shape, Cards) and is_count:
            return _count(frame, owner, node.slice)
        base = attribute_of(frame, owner, node.value.attr)
    else:
        base = lower(frame, node.value)
    if not isinstance(node.slice, ast.Slice):
        return element(frame, base, lower(frame, node.slice))
    parts = (node.slice.lower, node.slice.upper, node.slice.step)
    ends = [constant(None) if part is None else lower(frame, part) for part in parts]
    known = [end.shape.value for end in ends if isinstance(end.shape, Fixed)]
    if len(known) == 3 and isinstance(base.shape, Fixed):
        return folded(frame, operator.getitem, base.shape.value, slice(*known))
    base = certain(frame, realise(frame, base))
    if len(known) == 3 and isinstance(base.shape, Record) and base.shape.is_tuple:
        return record(frame, items_of(base)[slice(*known)])
    if is_text(base):
        return as_text(_part(frame, as_letters(frame, base), ends))
    base = as_row(frame, base)
    if not is_sequence(base.shape):
        frame.refuse(f"a slice of {describe(base.shape)}", node)
    return _part(frame, base, ends)


def _part(frame: Frame, base: Value, ends: Sequence[Value]) -> Value:
    """Return row[first:end:step]."""
    assert isinstance(base.shape, Row)
    known = [end.shape.value for end in ends if isinstance(end.shape, Fixed)]
    if ends[2].shape == Fixed(-1) and len(known) == 3 and known[:2] == [None, None]:
        return backwards(frame, base)
    if ends[2].shape not in (Fixed(None), Fixed(1)):
        made = call(frame, prelude.stepped, [base, *ends], {})
        assert isinstance(made.shape, Row)
        return Value(Row(made.shape.item, base.shape.kind), made.registers)
    length = integer(length_of(frame, base))
    first = call(frame, prelude.slice_end, [ends[0], constant(0), length], {})
    end = call(frame, prelude.slice_end, [ends[1], length, length], {})
    return sliced(frame, base, as_integer(frame, first), as_integer(frame, end))


def _count(frame: Frame, deck: Value, index: ast.expr) -> Value:
    """Compile deck.counts[i] without the tuple of all counts."""
    place = as_integer(frame, lower(frame, index))
    return integer(count_at(frame, deck, place_in(frame, place, str(len(kinds_of(deck))))))


def element(frame: Frame, base: Value, index: Value) -> Value:
    """Return an item of a list, a tuple, a dictionary or a Deck."""
    if isinstance(base.shape, Fixed):
        known = base.shape.value
        check_plain(frame, known)
        if is_fixed(index):
            return folded(frame, operator.getitem, known, index.shape.value)  # type: ignore[attr-defined]
        if isinstance(known, dict):
            return look_up(frame, known, index)
        if isinstance(known, range):
            known = tuple(known)
        if isinstance(known, tuple):  # longer than a record, and never changed
            shape = shape_of(list(known))
            if not isinstance(shape, Fixed):
                base = realise(frame, constant(list(known)))
    base = certain(frame, realise(frame, base))
    if isinstance(base.shape, Dictionary):
        return value_of(frame, base, index)
    if isinstance(base.shape, Cards):
        return integer(count_at(frame, base, place_of_kind(frame, base, index)))
    if is_text(base):
        letters = as_letters(frame, base)
        return letter_at(frame, letters, checked_index(frame, letters, as_integer(frame, index)))
    index = realise(frame, index) if not is_fixed(index) else index
    if isinstance(base.shape, Record) and base.shape.is_tuple and is_fixed(index):
        items = items_of(base)
        at: Any = index.shape.value  # type: ignore[attr-defined]
        if not isinstance(at, int) or not -len(items) <= at < len(items):
            frame.stop("an index out of range")
        found: Value = items[at]
        return found
    base = as_row(frame, base)
    if not is_sequence(base.shape):
        frame.refuse(f"an item of {describe(base.shape)}")
    return load_item(frame, base, checked_index(frame, base, as_integer(frame, index)))


def attribute(frame: Frame, node: ast.Attribute) -> Value:
    """Compile a.name."""
    return attribute_of(frame, lower(frame, node.value), node.attr)


def attribute_of(frame: Frame, base: Value, name: str) -> Value:
    """Return an attribute: a field, a property, a member of an Enum, a name of a module."""
    if isinstance(base.shape, Fixed) and isinstance(base.shape.value, Making):
        found = base.shape.value.values.get(name)
        if not isinstance(found, Value):
            frame.refuse(f".{name} of an object that is being made")
        return found
    if isinstance(base.shape, Fixed):
        return folded(frame, getattr, base.shape.value, name)
    base = certain(frame, base)
    match base.shape:
        case Record(kind=kind) if kind is not None:
            if (found := _record_attribute(frame, base, kind, name)) is not None:
                return found
        case Cards(kinds=kinds):
            if name == "counts":
                return counts_of(frame, base)
            if name == "size":
                return integer(size_of(frame, base))
            if name == "kinds":
                return constant(kinds)
            if name == "empty":
                return empty_deck(frame, base)
        case Dictionary() if name == "get":
            return bound_function(frame, constant(prelude.get), [base], {})
        case Ratio() if name in ("numerator", "denominator"):
            return integer(base.registers[name == "denominator"])
        case Member(kind=kind):
            return _member_attribute(frame, base, kind, name)
    return frame.refuse(f".{name} of {describe(base.shape)}")


def _record_attribute(frame: Frame, base: Value, kind: type[Any], name: str) -> Value | None:
    """Return a field, a property or a constant of a class; None for all else."""
    if name in (fields := record_fields(kind)):
        return items_of(base)[fields.index(name)]
    found = getattr(kind, name, None)
    if isinstance(found, property):
        return call(frame, found.fget, [base], {})
    if isinstance(found, cached_property):
        if may_change(base.shape):
            frame.refuse("a cached property of what may change")
        if may_draw(base.shape):
            frame.refuse("a cached property of what may draw")
        return call(frame, found.func, [base], {})
    return None if found is None or callable(found) else constant(found)


def _member_attribute(frame: Frame, member: Value, kind: type[enum.Enum], name: str) -> Value:
    """Return an attribute of an Enum's member: from a table, or by its property."""
    found = vars(kind).get(name)
    if isinstance(found, property):
        return call(frame, found.fget, [member], {})
    table: list[object] = []
    for each in members(kind):
        value = folded(frame, getattr, each, name).shape
        table.append(value.value if isinstance(value, Fixed) else None)
    return element(frame, constant(table), integer(member.registers[0]))
