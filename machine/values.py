"""Values at run time: in registers, in slots, in memory; from one shape to a larger one."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from montmort.machine.assembly import MOST, Register, number
from montmort.machine.constants import LONG, shape_of
from montmort.machine.frame import Again, Frame, Local, Value, Variable, describe
from montmort.machine.shapes import (
    Dictionary,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    NoCommonShape,
    Nothing,
    Number,
    Partly,
    Randomness,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Told,
    Truth,
    Unknown,
    common,
    differs_in_items,
    is_integer_enum,
    is_number,
    is_sequence,
)

LARGEST = 1 << 18  # items of a constant in memory
LETTERS = Row(Integer(), "tuple")  # the numbers of a text's characters


def constant(value: Any) -> Value:
    """Return a value known before the run."""
    return Value(Fixed(value))


def integer(register: Register) -> Value:
    """Return an integer."""
    return Value(Integer(), (register,))


def truth_value(bit: Register) -> Value:
    """Return a truth value from 0 or 1."""
    return Value(Truth(), (bit,))


def holds(shape: Shape, kind: type[Local]) -> bool:
    """Whether values of a shape hold a function that belongs to a call being compiled."""
    match shape:
        case Fixed(value=tuple() | list() as parts):
            return any(isinstance(part, kind) for part in parts)
        case Fixed(value=value):
            return isinstance(value, kind)
        case Partly(called=called) if isinstance(called, kind):
            return True
        case Record(items=items) | Partly(items=items):
            return any(holds(item, kind) for item in items)
        case Maybe(item=item) | Row(item=item):
            return holds(item, kind)
        case Dictionary(pairs=pairs, factory=factory):
            return holds(pairs, kind) or (factory is not None and holds(factory, kind))
    return False


def may_draw(shape: Shape) -> bool:
    """Whether values hold `chance`, or a function of the play, which may use it.

    >>> may_draw(Record((Integer(), Randomness()))), may_draw(Record((Integer(),)))
    (True, False)
    """
    return holds(shape, Local) or _holds_chance(shape)


def _holds_chance(shape: Shape) -> bool:
    match shape:
        case Record(items=items) | Partly(items=items):
            return any(map(_holds_chance, items))
        case Maybe(item=item) | Row(item=item):
            return _holds_chance(item)
    return isinstance(shape, Randomness)


def is_fixed(value: Value) -> bool:
    """Whether a value is known before the run."""
    return isinstance(value.shape, Fixed)


def realise(frame: Frame, value: Value) -> Value:
    """Return a constant in registers; functions, Rules and the like stay as they are.

    So does everything else, except f-strings, whose texts are made only where they are needed.
    """
    if isinstance(value.shape, Told):
        return frame.program.constructs.text(frame, value)
    if not isinstance(value.shape, Fixed):
        return value
    known = value.shape.value
    if type(known) is set:
        frame.program.change(known)  # the play may change it under another name
    large = isinstance(known, list | tuple) and len(known) > LONG
    if large and value.shape in frame.program.large:
        return frame.program.large[value.shape]
    shape = shape_of(known)
    if isinstance(shape, Fixed):
        return value
    if isinstance(shape, Row) and len(value.shape.value) > LARGEST:
        frame.refuse(f"a constant of {len(value.shape.value):,} items")
    words = frame.program.constants.words(value.shape.value, shape)
    made = Value(shape, tuple(map(str, words)))
    if large:
        frame.program.large[value.shape] = made
    return made


def coerce(frame: Frame, value: Value, shape: Shape) -> tuple[Register, ...]:
    """Return the registers of a value as one of a larger shape."""
    value = realise(frame, value)
    if value.shape == shape:
        return value.registers
    if isinstance(shape, Number):
        return (as_integer(frame, value),)
    if isinstance(shape, Letters):
        return as_letters(frame, value).registers
    if isinstance(shape, Ratio) and isinstance(value.shape, Fixed):
        return _parts_of_constant(frame, value.shape.value)
    if isinstance(shape, Maybe):
        if isinstance(value.shape, Nothing):
            return ("0",) * shape.width
        if isinstance(value.shape, Maybe):
            return _coerce_maybe(frame, value, shape)
        return ("1", *coerce(frame, value, shape.item))
    if isinstance(shape, Record | Partly) and differs_in_items(value.shape, shape):
        parts = zip(items_of(value), shape.items, strict=True)
        return tuple(r for part, item in parts for r in coerce(frame, part, item))
    if isinstance(shape, Row):
        return (_as_row(frame, value, shape),)
    before = value.shape
    if isinstance(shape, Dictionary) and isinstance(before, Dictionary) and shape.is_like(before):
        return (_as_row(frame, pairs_of(value), shape.pairs),)
    return frame.refuse(f"{describe(value.shape)} where {describe(shape)} is expected")


def _parts_of_constant(frame: Frame, known: Any) -> tuple[Register, Register]:
    """Return numerator and denominator of a constant Fraction."""
    if type(known) is not Fraction:
        frame.refuse(f"a {type(known).__name__} where a Fraction is expected")
    if max(abs(known.numerator), known.denominator) > MOST:
        frame.refuse("a Fraction of more than 64 bits")
    return str(known.numerator), str(known.denominator)


def _coerce_maybe(frame: Frame, value: Value, shape: Maybe) -> tuple[Register, ...]:
    """Return the registers of a larger shape; where there is no value nothing is converted."""
    assert isinstance(value.shape, Maybe)
    code = frame.code
    flag, *rest = value.registers
    slots = [code.slot() for _ in range(shape.item.width)]
    convert, onward = code.label(), code.label()
    code.branch(code.test("!=", flag, "0"), convert, onward)
    code.start(convert)
    inside = coerce(frame, Value(value.shape.item, tuple(rest)), shape.item)
    for slot, register in zip(slots, inside, strict=True):
        code.put(slot, register)
    code.place(onward)
    return (flag, *map(code.get, slots))


def _as_row(frame: Frame, value: Value, shape: Row) -> Register:
    """Return the address of a tuple of any length, or of a list that was empty so far."""
    if isinstance(value.shape, Record) and value.shape.kind is None:
        return row_of(frame, items_of(value), shape)
    if not isinstance(value.shape, Row) or value.shape.kind != shape.kind:
        frame.refuse(f"{describe(value.shape)} where {describe(shape)} is expected")
    elif isinstance(value.shape.item, Unknown):
        learn_item(frame, value.shape, shape.item)
    elif isinstance(shape.item, Unknown):
        learn_item(frame, shape, value.shape.item)
    elif shape.kind in ("list", "set") and value.shape.item != shape.item:
        frame.program.settle(value.shape, shape)
        frame.refuse(f"a {shape.kind} whose items are of another type than elsewhere")
    else:
        return _converted(frame, value, value.shape, shape)
    return value.registers[0]


def _converted(frame: Frame, value: Value, before: Row, after: Row) -> Register:
    """Return a tuple of any length with its items converted."""
    if before.item == after.item:
        return value.registers[0]
    made = new_row(frame, after, length_of(frame, value))

    def convert(count: Register, _onward: str, _end: str) -> None:
        item = load_item(frame, value, count)
        store_item(frame, made, count, item)

    frame.code.repeat(lambda: length_of(frame, value), convert)
    return made.registers[0]


def learn_item(frame: Frame, row: Row, item: Shape) -> None:
    """Remember the shape of the items of a list that was empty so far, and compile again."""
    if isinstance(row.item, Unknown) and row.item.site is not None and row.item != item:
        frame.program.shapes["items", row.item.site] = item
        raise Again


def pairs_of(dictionary: Value) -> Value:
    """Return the list of the keys and values of a dictionary."""
    assert isinstance(dictionary.shape, Dictionary)
    return Value(dictionary.shape.pairs, dictionary.registers)


def items_of(value: Value) -> list[Value]:
    """Return the items of a record, or the arguments that a function was given."""
    assert isinstance(value.shape, Record | Partly)
    items, at = [], 0
    for shape in value.shape.items:
        items.append(Value(shape, value.registers[at : at + shape.width]))
        at += shape.width
    return items


def record(frame: Frame, items: Sequence[Value], kind: type[Any] | None = None) -> Value:
    """Return a tuple of known length; `kind` is its class."""
    values = [realise(frame, item) for item in items]
    shape = Record(tuple(value.shape for value in values), kind)
    return Value(shape, tuple(r for value in values for r in value.registers))


def certain(frame: Frame, value: Value) -> Value:
    """Return a value that may be None as one that is not; fail at run time if it is."""
    if isinstance(value.shape, Nothing):
        frame.stop("None is used as a value")
    if not isinstance(value.shape, Maybe):
        return value
    flag, *rest = value.registers
    frame.code.fail_unless_compare("!=", flag, "0", "None is used as a value")
    return Value(value.shape.item, tuple(rest))


def as_integer(frame: Frame, value: Value) -> Register:
    """Return the register of an integer, a truth value or a member of an IntEnum."""
    value = certain(frame, realise(frame, value))
    if is_integer_enum(value.shape):
        assert isinstance(value.shape, Member)
        numbers = tuple(int(member) for member in value.shape.kind)  # type: ignore[call-overload]
        table = realise(frame, constant(list(numbers)))
        return load_item(frame, table, value.registers[0]).registers[0]
    if not is_number(value.shape):
        frame.refuse(f"{describe(value.shape)} where an integer is expected")
    return value.registers[0]


def answer(
    frame: Frame, text: Value, key: tuple[object, ...], function: Callable[[str], int]
) -> Register:
    """Return what a function of texts to integers gives; functions with one key are the same."""
    name = frame.program.table_of_texts(key, function)
    place = frame.code.result(f"getelementptr i64, ptr {name}, i64 {text.registers[0]}")
    return frame.code.result(f"load i64, ptr {place}")


def as_letters(frame: Frame, text: Value) -> Value:
    """Return the numbers of a text's characters, as a tuple."""
    text = certain(frame, realise(frame, text))
    if isinstance(text.shape, Letters):
        return Value(LETTERS, text.registers)
    if not isinstance(text.shape, Text):
        frame.refuse(f"{describe(text.shape)} where a text is expected")
    constants, place = frame.program.constants, number(text.registers[0])
    if place is not None:
        return Value(LETTERS, (str(constants.letters(constants.texts[place])),))
    return Value(LETTERS, (answer(frame, text, ("letters",), constants.letters),))


def letter_at(frame: Frame, letters: Value, place: Register) -> Value:
    """Return the text of one character; the place must be in range."""
    letter = load_item(frame, letters, place)
    return Value(Letters(), (row_of(frame, [letter], LETTERS),))


# -- rows: lists and tuples of any length


def new_row(frame: Frame, shape: Row, length: Register) -> Value:
    """Return a list or tuple of so many items, all still to be written."""
    return new_list(frame, shape, length, length)


def new_list(frame: Frame, shape: Row, length: Register, room: Register) -> Value:
    """Return a list or tuple of so many items, all still to be written, with room for more."""
    code = frame.code
    code.fail_unless_compare("<", room, str(LARGEST), "a list too long")
    words = code.simple("mul", room, str(shape.stride))
    head = code.allocate(code.simple("add", words, "3"))
    items = code.simple("add", head, "24")
    for place, word in enumerate((length, room, items)):
        code.store(head, place, word)
    return Value(shape, (head,))


def row_of(frame: Frame, items: Sequence[Value], shape: Row) -> Register:
    """Return the address of a list or tuple of these items."""
    made = new_row(frame, shape, str(len(items)))
    for place, item in enumerate(items):
        store_item(frame, made, str(place), item)
    frame.code.lengths[made.registers[0]] = len(items)
    return made.registers[0]


def as_row(frame: Frame, value: Value) -> Value:
    """Return a tuple of known length with equal shapes as one of any length."""
    value = certain(frame, realise(frame, value))
    if isinstance(value.shape, Record) and value.shape.is_tuple:
        try:
            item = common(list(value.shape.items))
        except NoCommonShape:
            frame.refuse("a tuple of different types, used as a list")
        shape = Row(item, "tuple")
        return Value(shape, (row_of(frame, items_of(value), shape),))
    return value


def same_items(frame: Frame, items: Sequence[Value]) -> Shape:
    """Return the common shape of the items of a list."""
    try:
        return common([realise(frame, item).shape for item in items])
    except NoCommonShape:
        frame.refuse("a list of different types")


def length_of(frame: Frame, row: Value) -> Register:
    """Return the length of a row."""
    return load_word(frame, row.registers[0], "0")


def load_word(frame: Frame, address: Register, place: Register) -> Register:
    """Return the word at a place behind an address: known before the run in a constant."""
    known = frame.program.constants.word_at(address, place)
    return frame.code.load(address, place) if known is None else str(known)


def _item_address(frame: Frame, row: Value, index: Register) -> Register:
    assert isinstance(row.shape, Row)
    code = frame.code
    offset = code.simple("mul", index, str(8 * row.shape.stride))
    return code.simple("add", items_address(frame, row), offset)


def items_address(frame: Frame, row: Value) -> Register:
    """Return the address of the items of a row."""
    return load_word(frame, row.registers[0], "2")


def load_item(frame: Frame, row: Value, index: Register) -> Value:
    """Return an item; the index must be in range."""
    assert isinstance(row.shape, Row)
    item = row.shape.item
    if isinstance(item, Unknown):
        frame.stop("an item of an empty list")
    if not item.width:
        return Value(item)
    first = frame.code.simple("mul", index, str(row.shape.stride))
    known = [
        frame.program.constants.word_at(items_address(frame, row), str(int(first) + k))
        for k in range(item.width)
        if number(first) is not None
    ]
    words = [str(word) for word in known if word is not None]
    if len(words) == item.width:
        return Value(item, tuple(words))
    address = _item_address(frame, row, index)
    return Value(item, tuple(frame.code.load(address, k) for k in range(item.width)))


def store_item(frame: Frame, row: Value, index: Register, item: Value) -> None:
    """Write an item of a list; the index must be in range."""
    assert isinstance(row.shape, Row)
    item = realise(frame, item)
    if isinstance(row.shape.item, Unknown):
        learn_item(frame, row.shape, item.shape)
    registers = coerce_item(frame, item, row.shape)
    if registers:
        address = _item_address(frame, row, index)
        for place, register in enumerate(registers):
            frame.code.store(address, place, register)


def coerce_item(frame: Frame, item: Value, row: Row) -> tuple[Register, ...]:
    """Return an item as one of a row; refused where its type differs."""
    if holds(item.shape, Local):
        frame.refuse(f"a function of the play in a {row.kind}")
    if item.shape != row.item:
        frame.program.widen(row.item, item.shape)
    differs = item.shape != row.item and not isinstance(row.item, Number)
    if is_number(item.shape) and is_number(row.item) and differs:
        frame.refuse(f"{describe(item.shape)} in a {row.kind} of {describe(row.item)}")
    return coerce(frame, item, row.item)


def checked_index(frame: Frame, row: Value, index: Register) -> Register:
    """Return the place that an index means in Python; fail where there is none."""
    return place_in(frame, index, length_of(frame, row))


def place_in(frame: Frame, index: Register, length: Register) -> Register:
    """Return the place that an index means among so many items; fail where there is none."""
    code, known = frame.code, number(index)
    from_end = code.simple("add", index, length)
    if known is not None:
        place = from_end if known < 0 else index
    else:
        place = code.select(code.test("<", index, "0"), from_end, index)
    code.fail_unless_compare(">=", place, "0", "an index out of range")
    code.fail_unless_compare("<", place, length, "an index out of range")
    return place


def check_mutable(frame: Frame, row: Value) -> None:
    """Fail where a list is a constant of the module: a play must not change it."""
    capacity = load_word(frame, row.registers[0], "1")
    frame.code.fail_unless_compare(">=", capacity, "0", "a list of the module is changed")


def append(frame: Frame, row: Value, item: Value) -> None:
    """Append an item to a list, which moves to twice the room where it is full."""
    assert isinstance(row.shape, Row)
    code, head = frame.code, row.registers[0]
    check_mutable(frame, row)
    item = realise(frame, item)
    if isinstance(row.shape.item, Unknown):
        learn_item(frame, row.shape, item.shape)
    length = length_of(frame, row)
    code.fail_unless_compare("<", length, str(LARGEST), "a list too long")
    grow, onward = code.label(), code.label()
    code.branch(code.test("<", length, code.load(head, 1)), onward, grow)
    code.start(grow)
    room = code.simple("add", code.simple("shl", length, "1"), "4")
    words = code.simple("mul", length, str(row.shape.stride))
    items = code.allocate(code.simple("mul", room, str(row.shape.stride)))
    before = code.load(head, 2)

    def copy(count: Register, _onward: str, _end: str) -> None:
        code.store(items, count, code.load(before, count))

    code.repeat(lambda: words, copy)
    code.store(head, 1, room)
    code.store(head, 2, items)
    code.place(onward)
    code.store(head, 0, code.simple("add", length, "1"))
    store_item(frame, row, length, item)


# -- variables


def declare(frame: Frame, key: Any) -> Variable:
    """Return a new variable, not bound yet."""
    variable = Variable(key, frame.code.slot())
    frame.code.put(variable.bound, "0")
    return variable


def write(frame: Frame, variable: Variable, value: Value, name: str) -> None:
    """Assign to a variable."""
    value = realise(frame, value)
    shape = frame.learn(variable.key, value.shape, name)
    registers = coerce(frame, value, shape)
    while len(variable.slots) < shape.width:
        variable.slots.append(frame.code.slot())
    for slot, register in zip(variable.slots, registers, strict=True):
        frame.code.put(slot, register)
    frame.code.put(variable.bound, "1")


def read(frame: Frame, variable: Variable, name: str) -> Value:
    """Return the value of a variable; fail at run time where it is not bound."""
    shape = frame.program.shapes.get(variable.key)
    if shape is None:
        frame.program.early.add(variable.key)
        frame.stop(f"{name} has no value")
    while len(variable.slots) < shape.width:
        variable.slots.append(frame.code.slot())
    bound = frame.code.get(variable.bound)
    frame.code.fail_unless_compare("!=", bound, "0", f"{name} has no value")
    return Value(shape, tuple(frame.code.get(slot) for slot in variable.slots))


def unpacked(frame: Frame, value: Value, count: int) -> list[Value]:
    """Return exactly so many items; fail at run time where there are more or fewer."""
    known = value.shape.value if isinstance(value.shape, Fixed) else None
    if type(known) is tuple and len(known) == count:
        return [constant(part) for part in known]
    value = certain(frame, realise(frame, value))
    if isinstance(value.shape, Record) and value.shape.is_tuple:
        items = items_of(value)
        if len(items) != count:
            frame.stop(f"{len(items)} values where {count} are expected")
        return items
    is_text = isinstance(value.shape, Text | Letters)
    row = as_letters(frame, value) if is_text else value
    if not is_sequence(row.shape):
        frame.refuse(f"{describe(value.shape)} taken apart")
    length, load = length_of(frame, row), letter_at if is_text else load_item
    frame.code.fail_unless_compare("==", length, str(count), f"not {count} values")
    return [load(frame, row, str(place)) for place in range(count)]
