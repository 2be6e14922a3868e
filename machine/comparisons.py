"""What Python takes for true, for equal and for less, by the shapes of the values."""

import ast
from collections import Counter

from montmort.machine.assembly import Register, number
from montmort.machine.decks import equal_decks, size_of
from montmort.machine.dispatch import lower
from montmort.machine.fractions import equal_fractions, is_fraction, less_fraction
from montmort.machine.frame import Frame, Unreached, Value, describe
from montmort.machine.packs import same_names
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    Names,
    Nothing,
    Number,
    Partly,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Truth,
    Unknown,
    has_identity,
    is_integer_enum,
    is_number,
    is_set,
)
from montmort.machine.texts import is_text, truth_of_text
from montmort.machine.values import (
    as_integer,
    as_letters,
    as_row,
    certain,
    items_of,
    length_of,
    load_item,
    pairs_of,
    realise,
)


def truth(frame: Frame, value: Value) -> Register:
    """Return 1 if Python takes the value for true, else 0."""
    if isinstance(value.shape, Fixed):
        return str(int(bool(value.shape.value)))
    value = realise(frame, value)
    code, shape = frame.code, value.shape
    match shape:
        case Truth():
            return value.registers[0]
        case Integer() | Number() | Names():
            return code.compare("!=", value.registers[0], "0")
        case Ratio():
            return code.compare("!=", value.registers[0], "0")
        case Nothing():
            return "0"
        case Maybe(item=item):
            return _truth_of_maybe(frame, value, item)
        case Text() | Letters():
            return truth_of_text(frame, value)
        case Record(items=items) if shape.is_tuple:
            return str(int(bool(items)))
        case Row() | Dictionary():
            return code.compare("!=", length_of(frame, value), "0")
        case Cards():
            return code.compare("!=", size_of(frame, value), "0")
    if is_integer_enum(shape):
        return code.compare("!=", as_integer(frame, value), "0")
    if isinstance(shape, Member) and all(shape.kind):
        return "1"
    return frame.refuse(f"the truth of {describe(shape)}")


def _truth_of_maybe(frame: Frame, value: Value, item: Shape) -> Register:
    """Return 1 where there is a value and it is true; without one there is no list to read."""
    code = frame.code
    flag, *rest = value.registers
    result, inside, end = code.slot(), code.label(), code.label()
    code.put(result, "0")
    code.branch(code.test("!=", flag, "0"), inside, end)
    code.start(inside)
    code.put(result, truth(frame, Value(item, tuple(rest))))
    code.place(end)
    return code.get(result)


def condition(frame: Frame, node: ast.expr) -> Register:
    """Compile an expression of which only the truth matters; return 1 or 0."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return frame.code.simple("xor", condition(frame, node.operand), "1")
    if not isinstance(node, ast.BoolOp):
        return truth(frame, lower(frame, node))
    code, stops = frame.code, int(isinstance(node.op, ast.Or))
    parts = list(node.values)
    bit = condition(frame, parts.pop(0))
    while parts and number(bit) is not None:  # known before the run
        if number(bit) == stops:
            return bit
        bit = condition(frame, parts.pop(0))
    if not parts:
        return bit
    result, end = code.slot(), code.label()
    for part in parts:
        code.put(result, bit)
        onward = code.label()
        code.branch(code.test("==", bit, str(stops)), end, onward)
        code.start(onward)
        try:
            bit = condition(frame, part)
        except Unreached:  # only the parts before can decide
            break
        if number(bit) == stops:  # so does every part before that is evaluated
            code.place(end)
            return bit
    else:
        code.put(result, bit)
    code.place(end)
    return code.get(result)


def equal(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where a == b in Python, else 0."""
    if isinstance(a.shape, Fixed) and isinstance(b.shape, Fixed):
        return str(int(bool(a.shape.value == b.shape.value)))
    for this, that in ((a, b), (b, a)):
        if isinstance(this.shape, Names):
            return same_names(frame, this, that)
    a, b = realise(frame, a), realise(frame, b)
    code = frame.code
    for this, that in ((a, b), (b, a)):
        if isinstance(this.shape, Maybe):
            return _equal_maybe(frame, this, that)
    if isinstance(a.shape, Nothing) or isinstance(b.shape, Nothing):
        return str(int(a.shape == b.shape))
    if is_fraction(a) or is_fraction(b):
        if all(is_fraction(each) or _is_count(each.shape) for each in (a, b)):
            return equal_fractions(frame, a, b)
        frame.refuse(f"a comparison of {describe(a.shape)} with {describe(b.shape)}")
    if _is_count(a.shape) and _is_count(b.shape) and a.shape != b.shape:
        return code.compare("==", as_integer(frame, a), as_integer(frame, b))
    if has_identity(a.shape) or has_identity(b.shape):
        frame.refuse(f"a comparison of {describe(a.shape)} with {describe(b.shape)}")
    if isinstance(a.shape, Record) and isinstance(b.shape, Record):
        return _equal_records(frame, a, b)
    if isinstance(a.shape, Dictionary) and isinstance(b.shape, Dictionary):
        if a.shape.kind is b.shape.kind is Counter:
            frame.refuse("a comparison of Counters, of which one may hold a 0")
        return _each_in(frame, pairs_of(a), pairs_of(b), 0)
    if is_set(a.shape) and is_set(b.shape):
        return _each_in(frame, a, b)
    if isinstance(a.shape, Row) or isinstance(b.shape, Row):
        a, b = as_row(frame, a), as_row(frame, b)
    if isinstance(a.shape, Row) and isinstance(b.shape, Row) and a.shape.kind == b.shape.kind:
        return _equal_rows(frame, a, b)
    if isinstance(a.shape, Cards) and isinstance(b.shape, Cards):
        if a.shape != b.shape and a.shape.kinds == b.shape.kinds:
            frame.refuse("a comparison of Decks whose kinds are equal and of different types")
        return equal_decks(frame, a, b) if a.shape == b.shape else "0"
    if Letters() in (a.shape, b.shape) and is_text(a) and is_text(b):
        return _equal_rows(frame, as_letters(frame, a), as_letters(frame, b))
    if a.shape == b.shape and not isinstance(a.shape, Fixed | Partly) and a.shape.width == 1:
        return code.compare("==", a.registers[0], b.registers[0])
    kinds = {type(a.shape), type(b.shape)}
    if kinds <= _APART and not (_is_mixed(a) or _is_mixed(b)):
        return "0"
    return frame.refuse(f"a comparison of {describe(a.shape)} with {describe(b.shape)}")


_APART = {Integer, Truth, Member, Record, Row, Cards, Text, Letters}  # never equal


def _is_mixed(value: Value) -> bool:
    """Whether it is a member of an Enum of texts or the like, which may equal other values."""
    bases = value.shape.kind.__mro__ if isinstance(value.shape, Member) else ()
    return any(base.__module__ == "builtins" and base not in (int, object) for base in bases)


def _is_count(shape: Shape) -> bool:
    return is_number(shape) or is_integer_enum(shape)


def _equal_maybe(frame: Frame, maybe: Value, other: Value) -> Register:
    """Return 1 where a value that may be None equals another."""
    assert isinstance(maybe.shape, Maybe)
    code = frame.code
    flag, *rest = maybe.registers
    inside = Value(maybe.shape.item, tuple(rest))
    if isinstance(other.shape, Nothing):
        return code.compare("==", flag, "0")
    other_flag = "1"
    if isinstance(other.shape, Maybe):
        other_flag, *others = other.registers
        other = Value(other.shape.item, tuple(others))
    result, onward, compare = code.slot(), code.label(), code.label()
    code.put(result, code.compare("==", flag, other_flag))
    both = code.simple("and", flag, other_flag)  # only then do the registers hold values
    code.branch(code.test("!=", both, "0"), compare, onward)
    code.start(compare)
    code.put(result, equal(frame, inside, other))
    code.place(onward)
    return code.get(result)


def _equal_records(frame: Frame, a: Value, b: Value) -> Register:
    assert isinstance(a.shape, Record)
    assert isinstance(b.shape, Record)
    both_tuples = a.shape.is_tuple and b.shape.is_tuple
    if not both_tuples and a.shape.kind is not b.shape.kind:
        return "0"
    if len(a.shape.items) != len(b.shape.items):
        return "0"
    result = "1"
    for x, y in zip(items_of(a), items_of(b), strict=True):
        result = frame.code.simple("and", result, equal(frame, x, y))
    return result


def _equal_rows(frame: Frame, a: Value, b: Value) -> Register:
    assert isinstance(a.shape, Row)
    assert isinstance(b.shape, Row)
    code, result, end = frame.code, frame.code.slot(), frame.code.label()
    lengths = code.compare("==", length_of(frame, a), length_of(frame, b))
    code.put(result, lengths)
    if isinstance(a.shape.item, Unknown) or isinstance(b.shape.item, Unknown):
        return lengths  # one of them is empty
    inside = code.label()
    code.branch(code.test("!=", lengths, "0"), inside, end)
    code.start(inside)

    def compare(count: Register, onward: str, _end: str) -> None:
        same = equal(frame, load_item(frame, a, count), load_item(frame, b, count))
        differs = code.label()
        code.branch(code.test("!=", same, "0"), onward, differs)
        code.start(differs)
        code.put(result, "0")
        code.jump(end)

    code.repeat(lambda: length_of(frame, a), compare)
    code.place(end)
    return code.get(result)


def place_of(frame: Frame, row: Value, wanted: Value, part: int | None = None) -> Register:
    """Return the place of the first item that equals a value, -1 where none does.

    Of items that are records one part is compared.
    """
    assert isinstance(row.shape, Row)
    if isinstance(row.shape.item, Unknown):
        return "-1"
    code, place, end = frame.code, frame.code.slot(), frame.code.label()
    code.put(place, "-1")

    def compare(count: Register, onward: str, _end: str) -> None:
        item = load_item(frame, row, count)
        same = equal(frame, wanted, item if part is None else items_of(item)[part])
        found = code.label()
        code.branch(code.test("!=", same, "0"), found, onward)
        code.start(found)
        code.put(place, count)
        code.jump(end)

    code.repeat(lambda: length_of(frame, row), compare)
    code.place(end)
    return code.get(place)


def _each_in(frame: Frame, a: Value, b: Value, part: int | None = None) -> Register:
    """Return 1 where two rows of different items have the same ones, in any order."""
    assert isinstance(a.shape, Row)
    assert isinstance(b.shape, Row)
    code, result, end = frame.code, frame.code.slot(), frame.code.label()
    code.put(result, code.compare("==", length_of(frame, a), length_of(frame, b)))
    inside = code.label()
    code.branch(code.test("!=", code.get(result), "0"), inside, end)
    code.start(inside)

    def look(count: Register, onward: str, _end: str) -> None:
        item = load_item(frame, a, count)
        wanted = item if part is None else items_of(item)[part]
        place, missing, found = place_of(frame, b, wanted, part), code.label(), code.label()
        code.branch(code.test("<", place, "0"), missing, found)
        code.start(found)
        code.branch(
            code.test("!=", equal(frame, item, load_item(frame, b, place)), "0"), onward, missing
        )
        code.start(missing)
        code.put(result, "0")
        code.jump(end)

    if not isinstance(a.shape.item, Unknown) and not isinstance(b.shape.item, Unknown):
        code.repeat(lambda: length_of(frame, a), look)
    code.place(end)
    return code.get(result)


def less(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where a < b in Python: numbers, texts, and tuples of them item by item."""
    a, b = (certain(frame, realise(frame, value)) for value in (a, b))
    if not (isinstance(a.shape, Record) and isinstance(b.shape, Record)):
        if isinstance(a.shape, Row) or isinstance(b.shape, Row):
            return _less_rows(frame, as_row(frame, a), as_row(frame, b))
        if is_text(a) and is_text(b):
            return _less_rows(frame, as_letters(frame, a), as_letters(frame, b))
        if is_fraction(a) or is_fraction(b):
            return less_fraction(frame, a, b)
        return frame.code.compare("<", as_integer(frame, a), as_integer(frame, b))
    if not (a.shape.is_tuple and b.shape.is_tuple) and not _has_order(a.shape, b.shape):
        frame.refuse("an order of dataclasses")
    result = str(int(len(a.shape.items) < len(b.shape.items)))
    for x, y in reversed([*zip(items_of(a), items_of(b), strict=False)]):
        later = frame.code.simple("and", equal(frame, x, y), result)
        result = frame.code.simple("or", less(frame, x, y), later)
    return result


def _has_order(a: Record, b: Record) -> bool:
    """Whether two values belong to one dataclass, which is ordered by its fields."""
    given = getattr(a.kind, "__dataclass_params__", None)
    return a.kind is b.kind and given is not None and given.order


def _less_rows(frame: Frame, a: Value, b: Value) -> Register:
    """Return 1 where a comes before b: by the first items that differ, else by the lengths."""
    kinds = {value.shape.kind for value in (a, b) if isinstance(value.shape, Row)}
    if len(kinds) != 1 or "range" in kinds or is_set(a.shape) or is_set(b.shape):
        frame.refuse(f"an order of {describe(a.shape)} and {describe(b.shape)}")
    assert isinstance(a.shape, Row)
    assert isinstance(b.shape, Row)
    code, result, end = frame.code, frame.code.slot(), frame.code.label()
    shorter = code.compare("<", length_of(frame, a), length_of(frame, b))
    code.put(result, shorter)
    if isinstance(a.shape.item, Unknown) or isinstance(b.shape.item, Unknown):
        return shorter  # one of them is empty
    shared = code.select(code.test("!=", shorter, "0"), length_of(frame, a), length_of(frame, b))

    def compare(count: Register, onward: str, _end: str) -> None:
        x, y = load_item(frame, a, count), load_item(frame, b, count)
        differs = code.label()
        code.branch(code.test("!=", equal(frame, x, y), "0"), onward, differs)
        code.start(differs)
        code.put(result, less(frame, x, y))
        code.jump(end)

    code.repeat(lambda: shared, compare)
    code.place(end)
    return code.get(result)
