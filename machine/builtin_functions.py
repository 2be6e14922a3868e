"""Python's own functions: sum, any, all, max, min, sorted, len and others."""

import abc
import ast
import builtins
import dataclasses
import enum
import math
import types
from fractions import Fraction
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.machine import prelude
from montmort.machine.assembly import Register
from montmort.machine.comparisons import less, truth
from montmort.machine.constants import is_plain
from montmort.machine.decks import size_of
from montmort.machine.dictionaries import written
from montmort.machine.dispatch import lower
from montmort.machine.expressions import as_set, empty_list, items_unknown, known_arguments
from montmort.machine.folding import folded
from montmort.machine.fractions import is_fraction, parts_of_fraction
from montmort.machine.frame import Again, Frame, Value, Variable, describe
from montmort.machine.inline import call, call_value
from montmort.machine.iteration import Items, collected, for_each, items_in, items_of_value, of_row
from montmort.machine.operators import arithmetic
from montmort.machine.picks import pick
from montmort.machine.row_copies import copied
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    Nothing,
    Partly,
    Randomness,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Told,
    Truth,
    View,
    is_number,
    is_set,
)
from montmort.machine.text_methods import number_of_text
from montmort.machine.texts import is_text, length_of_text
from montmort.machine.values import (
    as_integer,
    as_row,
    certain,
    check_mutable,
    constant,
    declare,
    integer,
    length_of,
    new_list,
    read,
    realise,
    record,
    truth_value,
    write,
)

SMALL = 2**31
VALUES = (ast.Name, ast.SetComp, ast.Set, ast.BinOp, ast.Call)  # that may be sets

# Functions without side effects: of constants they are called before the run.
FOLDED: frozenset[Any] = frozenset({
    abs, bool, divmod, frozenset, int, len, max, min, pow, range, sorted, str, sum, tuple, list,
    set, any, all, round, repr, ord, chr, math.comb, math.factorial, math.gcd, math.isqrt,
    math.lcm, math.perm, Fraction, Deck, Deck.of, Deck.of_cards, dataclasses.replace,
})  # fmt: skip


def of_constants(frame: Frame, called: Any, node: ast.Call) -> Value | None:
    """Return what a function gives for arguments known before the run; None for all other calls."""
    given = None if node.keywords else known_arguments(frame, node)
    if given is None or called not in FOLDED:
        return None
    if not all(is_plain(each) or isinstance(each, list | dict) for each in given[0]):
        return None
    return fresh(frame, folded(frame, called, *given[0]))


def fresh(frame: Frame, value: Value) -> Value:
    """Return the result of a function; a list is a new one, which may be changed."""
    assert isinstance(value.shape, Fixed)
    known = value.shape.value
    if isinstance(known, set):
        return written(frame, known)
    if not isinstance(known, list):
        return value if is_plain(known) else constant(tuple(known))
    made = realise(frame, value)
    if not isinstance(made.shape, Row):
        frame.refuse("a list of different types")
    item = frame.program.wide(made.shape.item)
    if item != made.shape.item:
        return collected(frame, of_row(frame, made), Row(item, "list"))
    return copied(frame, made)


def only(frame: Frame, node: ast.Call, count: int = 1) -> list[ast.expr]:
    """Return the arguments of a call that must have so many, without names."""
    if len(node.args) != count or node.keywords:
        frame.refuse("these arguments", node)
    return node.args


def length(frame: Frame, node: ast.Call) -> Value:
    """Compile len."""
    value = lower(frame, only(frame, node)[0])
    if isinstance(value.shape, Fixed) and isinstance(value.shape.value, enum.EnumType):
        return folded(frame, len, value.shape.value)
    value = certain(frame, realise(frame, value))
    if isinstance(value.shape, Fixed):
        return folded(frame, len, value.shape.value)
    if isinstance(value.shape, Record) and value.shape.is_tuple:
        return constant(len(value.shape.items))
    if isinstance(value.shape, Cards):
        return integer(size_of(frame, value))
    if isinstance(value.shape, Dictionary | View):
        return integer(length_of(frame, value))
    if is_text(value):
        return length_of_text(frame, value)
    if not isinstance(value.shape, Row):
        frame.refuse(f"len of {describe(value.shape)}", node)
    return integer(length_of(frame, value))


def total(frame: Frame, node: ast.Call) -> Value:
    """Compile sum."""
    is_plain_sum = len(node.args) == 1 and not node.keywords  # of numbers, in any order
    items = _items(frame, _without_names(node), 2, any_order=is_plain_sum)
    named = _named(frame, node, "start")
    given = lower(frame, node.args[1]) if len(node.args) > 1 else named.get("start")
    start = integer("0") if given is None else realise(frame, given)
    has_fractions = (*frame.scope.path, node, "fractions")  # found in an earlier attempt
    if has_fractions in frame.program.shapes and start.registers == ("0",):
        start = Value(Ratio(), ("0", "1"))
    if isinstance(start.shape, Truth):
        frame.refuse("a sum that starts with a truth value", node)
    if not is_number(start.shape):
        return _total_of_others(frame, node, items, start)
    slot = frame.code.slot()
    frame.code.put(slot, as_integer(frame, start))

    def add(item: Value) -> None:
        before = frame.code.get(slot)
        if is_fraction(item):
            frame.program.shapes[has_fractions] = Ratio()
            raise Again
        if start.shape == Integer() and start.registers == ("0",) and _is_small(item.shape):
            added = as_integer(frame, item)
            frame.code.put(slot, frame.code.simple("add", before, added))
            return
        value = arithmetic(frame, ast.Add(), integer(before), item)
        frame.code.put(slot, as_integer(frame, value))

    for_each(frame, items, add)
    return integer(frame.code.get(slot))


def _total_of_others(frame: Frame, node: ast.Call, items: Items, start: Value) -> Value:
    """Return the sum of values that are no integers, such as tuples."""
    so_far = declare(frame, (*frame.scope.path, node, "sum"))
    write(frame, so_far, start, "the sum")

    def add(item: Value) -> None:
        before = read(frame, so_far, "the sum")
        write(frame, so_far, arithmetic(frame, ast.Add(), before, item), "the sum")

    for_each(frame, items, add)
    return read(frame, so_far, "the sum")


def _without_names(node: ast.Call) -> ast.Call:
    """Return a call without its named arguments, which are computed after the others."""
    return ast.copy_location(ast.Call(node.func, node.args, []), node)


def _named(frame: Frame, node: ast.Call, *names: str) -> dict[str, Value]:
    """Return the values of named arguments."""
    if not {each.arg for each in node.keywords} <= {*names}:
        frame.refuse("these arguments", node)
    return {str(each.arg): lower(frame, each.value) for each in node.keywords}


def _is_small(shape: Shape) -> bool:
    """Whether so many values as a play has rounds of loops add up to less than 64 bits."""
    if isinstance(shape, Fixed):
        return type(shape.value) is int and abs(shape.value) <= SMALL
    return isinstance(shape, Truth)


def _items(frame: Frame, node: ast.Call, most: int = 1, *, any_order: bool = False) -> Items:
    """Return the items of the first argument; those of a set only where order does not matter."""
    if not 1 <= len(node.args) <= most or node.keywords:
        frame.refuse("these arguments", node)
    first = node.args[0]
    if any_order and isinstance(first, VALUES) and _is_no_loop(first):
        row = realise(frame, lower(frame, first))
        if is_set(row.shape):
            return of_row(frame, row)
        return items_of_value(frame, row)
    return items_in(frame, first)


def _is_no_loop(node: ast.expr) -> bool:
    """Whether an expression gives a value, and is no range, zip or the like."""
    if not isinstance(node, ast.Call):
        return True
    loops = ("range", "enumerate", "zip", "reversed", "map", "filter")
    return not (isinstance(node.func, ast.Name) and node.func.id in loops)


def some_or_every(frame: Frame, node: ast.Call, looks_for: Register) -> Value:
    """Compile any and all, which stop at the item that decides: one that is true, or false."""
    code = frame.code
    result, end = code.slot(), code.label()
    code.put(result, "0" if looks_for == "1" else "1")

    def look(item: Value) -> None:
        decides, onward = code.label(), code.label()
        code.branch(code.test("==", truth(frame, item), looks_for), decides, onward)
        code.start(decides)
        code.put(result, looks_for)
        code.jump(end)
        code.start(onward)

    for_each(frame, _items(frame, node), look)
    code.place(end)
    return truth_value(code.get(result))


def extreme(frame: Frame, node: ast.Call, *, largest: bool) -> Value:
    """Compile max and min: the first of equal ones."""
    code, path = frame.code, (*frame.scope.path, node)
    best, best_key = declare(frame, (*path, "best")), declare(frame, (*path, "key"))
    if len(node.args) == 1:
        items = _items(frame, _without_names(node), any_order=not _has_key(node))
    else:
        items = items_in(frame, ast.copy_location(ast.Tuple(node.args, ast.Load()), node))
    named = _named(frame, node, "key", "default")
    found = code.slot()
    code.put(found, "0")

    def look(item: Value) -> None:
        key = call_value(frame, named["key"], [item], {}) if "key" in named else item
        if best.key not in frame.program.shapes:
            frame.program.learn(best.key, realise(frame, item).shape)
            frame.program.learn(best_key.key, realise(frame, key).shape)
        better, compare, onward = (code.label() for _ in range(3))
        code.branch(code.test("==", code.get(found), "0"), better, compare)
        code.start(compare)
        known = read(frame, best_key, "the extreme")
        wins = less(frame, known, key) if largest else less(frame, key, known)
        code.branch(code.test("!=", wins, "0"), better, onward)
        code.start(better)
        write(frame, best, item, "the extreme")
        write(frame, best_key, key, "its key")
        code.put(found, "1")
        code.place(onward)

    for_each(frame, items, look)
    if "default" not in named:
        return read(frame, best, "max or min of nothing")
    return _or_default(frame, best, declare(frame, (*path, "or")), found, named["default"])


def _or_default(
    frame: Frame, best: Variable, result: Variable, found: str, default: Value
) -> Value:
    """Return the best of some items; the default where the slot `found` holds 0."""
    code = frame.code
    some, none, end = (code.label() for _ in range(3))
    code.branch(code.test("!=", code.get(found), "0"), some, none)
    code.start(some)
    if best.key in frame.program.shapes:
        write(frame, result, read(frame, best, "max or min"), "max or min")
    code.jump(end)
    code.start(none)
    write(frame, result, default, "max or min")
    code.place(end)
    return read(frame, result, "max or min")


def in_order(frame: Frame, node: ast.Call) -> Value:
    """Compile sorted."""
    items = _items(frame, _without_names(node), any_order=not _has_key(node))
    named = _named(frame, node, "key", "reverse")
    known = {"key": constant(None), "reverse": constant(False), **named}
    row = _collected(frame, items, node)
    return call(frame, prelude.ordered, [row, known["key"], known["reverse"]], {})


def _has_key(node: ast.Call) -> bool:
    """Whether a call has a key, which is asked for one item after the other."""
    return any(each.arg == "key" for each in node.keywords)


def _collected(frame: Frame, items: Items, node: ast.AST, kind: str = "list") -> Value:
    """Return a new list of items."""
    return collected(frame, items, Row(items_unknown(frame, node), kind))


def list_from(frame: Frame, node: ast.Call) -> Value:
    """Compile list."""
    return _collected(frame, _items(frame, node), node) if node.args else empty_list(frame, node)


def range_from(frame: Frame, node: ast.Call) -> Value:
    """Compile range where it is no loop: its integers."""
    return collected(frame, items_in(frame, node), Row(Integer(), "range"))


def tuple_from(frame: Frame, node: ast.Call) -> Value:
    """Compile tuple."""
    if not node.args:
        return constant(())
    return _collected(frame, _items(frame, node), node, "tuple")


def set_from(frame: Frame, node: ast.Call, kind: str) -> Value:
    """Compile set and frozenset: their items, each once."""
    made = _collected(frame, _items(frame, node, any_order=True), node)
    return as_set(frame, call(frame, prelude.distinct, [made], {}), kind)


def absolute(frame: Frame, node: ast.Call) -> Value:
    """Compile abs."""
    x = as_integer(frame, lower(frame, only(frame, node)[0]))
    code = frame.code
    opposite = code.checked("ssub", "0", x)
    return integer(code.select(code.test("<", x, "0"), opposite, x))


def as_int(frame: Frame, node: ast.Call) -> Value:
    """Compile int of a number, or of a text."""
    value = certain(frame, realise(frame, lower(frame, only(frame, node)[0])))
    if is_text(value):
        return number_of_text(frame, value)
    return integer(as_integer(frame, value))


def index_of(frame: Frame, node: ast.Call) -> Value:
    """Compile operator.index of a number, which is the number itself."""
    value = certain(frame, realise(frame, lower(frame, only(frame, node)[0])))
    if not isinstance(value.shape, Integer | Truth):
        frame.refuse(f"operator.index of {describe(value.shape)}", node)
    return integer(value.registers[0])


def as_bool(frame: Frame, node: ast.Call) -> Value:
    """Compile bool."""
    return truth_value(truth(frame, lower(frame, only(frame, node)[0])))


def quotient_and_remainder(frame: Frame, node: ast.Call) -> Value:
    """Compile divmod."""
    a, b = (as_integer(frame, lower(frame, each)) for each in only(frame, node, 2))
    quotient, remainder = frame.code.floor_divide(a, b)
    return record(frame, [integer(quotient), integer(remainder)])


def power(frame: Frame, node: ast.Call) -> Value:
    """Compile pow of two arguments."""
    a, b = (lower(frame, each) for each in only(frame, node, 2))
    return arithmetic(frame, ast.Pow(), a, b)


def binomial(frame: Frame, node: ast.Call) -> Value:
    """Compile the binomial coefficient."""
    values = [integer(as_integer(frame, lower(frame, each))) for each in only(frame, node, 2)]
    return call(frame, prelude.comb, values, {})


def greatest_divisor(frame: Frame, node: ast.Call) -> Value:
    """Compile the greatest common divisor of two numbers."""
    values = [integer(as_integer(frame, lower(frame, each))) for each in only(frame, node, 2)]
    return call(frame, prelude.gcd, values, {})


def toss(frame: Frame, node: ast.Call) -> Value:
    """Compile coin(chance, Fraction)."""
    named = {each.arg: each.value for each in node.keywords}
    parts = [*node.args, *named.values()]
    if len(parts) != 2 or not named.keys() <= {"heads"}:
        frame.refuse("these arguments of coin", node)
    heads = lower(frame, parts[1])
    if isinstance(heads.shape, Ratio | Integer | Truth):
        top, bottom = parts_of_fraction(frame, heads)
        tails = frame.code.simple("sub", bottom, top)  # below 0 where the chance is above 1
        weights = [integer(tails), integer(top)]
        index = frame.program.picks.of_few(frame, weights)
        return truth_value(frame.code.compare("!=", index, "0"))
    if not isinstance(heads.shape, Fixed) or not isinstance(heads.shape.value, Fraction | int):
        frame.refuse("a coin whose chance varies", node)
    fraction = heads.shape.value
    if not 0 <= fraction <= 1:
        frame.stop("a chance outside [0, 1]")
    known = [fraction.denominator - fraction.numerator, fraction.numerator]
    taken = pick(frame, constant(known))
    return truth_value(frame.code.compare("!=", taken.registers[0], "0"))


def is_instance(frame: Frame, node: ast.Call) -> Value:
    """Compile isinstance, which the shape answers."""
    value, kinds = (lower(frame, each) for each in only(frame, node, 2))
    if not isinstance(kinds.shape, Fixed):
        frame.refuse("isinstance of a class that varies", node)
    if isinstance(value.shape, Fixed):
        return folded(frame, isinstance, value.shape.value, kinds.shape.value)
    _check_classes(frame, kinds.shape.value)
    value = realise(frame, value)
    if isinstance(value.shape, Ratio):  # perhaps the integer 0: a sum of no Fractions
        frame.refuse("isinstance of a Fraction that varies", node)
    if isinstance(value.shape, Maybe):
        return _is_instance_or_none(frame, value, kinds.shape.value)
    return folded(frame, issubclass, _class_of(frame, value.shape), kinds.shape.value)


def _check_classes(frame: Frame, kinds: Any) -> None:
    """Refuse classes that say themselves what belongs to them."""
    for kind in kinds if isinstance(kinds, tuple) else (kinds,):
        if isinstance(kind, tuple):
            _check_classes(frame, kind)
        elif getattr(type(kind), "__instancecheck__", None) not in _CHECKS:
            frame.refuse("isinstance of a class that says itself what belongs to it")


_CHECKS = [each.__instancecheck__ for each in (type, abc.ABCMeta, types.UnionType)]


def _is_instance_or_none(frame: Frame, value: Value, kinds: Any) -> Value:
    """Compile isinstance of a value that may be None."""
    assert isinstance(value.shape, Maybe)
    of_value = folded(frame, issubclass, _class_of(frame, value.shape.item), kinds)
    of_none = folded(frame, issubclass, type(None), kinds)
    if of_value.shape == of_none.shape:
        return of_value
    flag = value.registers[0]
    wanted = "1" if of_value.shape == Fixed(True) else "0"
    return truth_value(frame.code.compare("==", flag, wanted))


def _class_of(frame: Frame, shape: Shape) -> type[Any]:
    """Return the class of the values of a shape."""
    classes: dict[type, type] = {
        Integer: int,
        Truth: bool,
        Text: str,
        Letters: str,
        Told: str,
        Nothing: type(None),
        Cards: Deck,
        Ratio: Fraction,
    }
    kind = classes.get(type(shape))
    if isinstance(shape, Record | Member):
        kind = shape.kind or tuple
    if isinstance(shape, Row):
        kind = getattr(builtins, shape.kind)
    if isinstance(shape, Dictionary):
        kind = shape.kind
    if kind is None:
        frame.refuse(f"isinstance of {describe(shape)}")
    return kind


def empty_of(frame: Frame, node: ast.Call) -> Value:
    """Return an empty list for items like those of a row, with room for so many."""
    row = as_row(frame, lower(frame, node.args[0]))
    assert isinstance(row.shape, Row)
    room = as_integer(frame, lower(frame, node.args[1]))
    return new_list(frame, Row(row.shape.item, "list"), "0", room)


def copied_row(frame: Frame, node: ast.Call) -> Value:
    """Return a new list of the items of a row."""
    return copied(frame, as_row(frame, lower(frame, node.args[0])))


def shorten(frame: Frame, node: ast.Call) -> Value:
    """Remove the last item of a list."""
    row = lower(frame, node.args[0])
    check_mutable(frame, row)
    count = length_of(frame, row)
    frame.code.fail_unless_compare(">", count, "0", "an item of an empty list")
    frame.code.store(row.registers[0], 0, frame.code.simple("sub", count, "1"))
    return constant(None)


def repeats(frame: Frame, _node: ast.Call) -> Value:
    """Return whether the next pick repeats that of the path before."""
    return frame.program.picks.repeats(frame)


def is_checked(frame: Frame, node: ast.Call) -> Value:
    """Compile the library's checks of arguments, which the shape answers."""
    for each in node.args:
        shape = lower(frame, each).shape
        if not isinstance(shape, Randomness | Row | Record | Fixed | Partly):
            frame.refuse(f"{describe(shape)} as this argument", node)
    return constant(None)


def integer_is_checked(frame: Frame, node: ast.Call) -> Value:
    """Compile the library's check of an integer and its bounds."""
    values = [realise(frame, lower(frame, each)) for each in node.args]
    if not 2 <= len(values) <= 5 or node.keywords:
        frame.refuse("these arguments", node)
    value = values[1]
    if not isinstance(value.shape, Integer):
        frame.refuse(f"{describe(value.shape)} where an integer is expected", node)
    for relation, bound in zip((">=", "<="), values[2:4], strict=False):
        if not isinstance(bound.shape, Nothing):
            limit = as_integer(frame, bound)
            frame.code.fail_unless_compare(relation, value.registers[0], limit, "out of bounds")
    return constant(None)
