"""New lists and tuples from others: copies, sums, slices; and removal of an item from its place.

Words are copied, whatever they mean: items are never looked at.
"""

from montmort.machine.assembly import Register
from montmort.machine.frame import Frame, Value
from montmort.machine.shapes import Row, Unknown
from montmort.machine.values import (
    as_integer,
    check_mutable,
    checked_index,
    items_address,
    length_of,
    load_item,
    new_row,
    store_item,
)


def _stride(row: Value) -> int:
    assert isinstance(row.shape, Row)
    return row.shape.stride


def _is_empty(row: Value) -> bool:
    """Whether nothing was ever put into a list or tuple."""
    return isinstance(row.shape, Row) and isinstance(row.shape.item, Unknown)


def _place(frame: Frame, row: Value, index: Register) -> Register:
    """Return the address of an item."""
    offset = frame.code.simple("mul", index, str(8 * _stride(row)))
    return frame.code.simple("add", items_address(frame, row), offset)


def _copy(frame: Frame, target: Register, source: Register, words: Register) -> None:
    """Copy words, the first one first."""
    code = frame.code
    code.repeat(lambda: words, lambda k, _onward, _end: code.store(target, k, code.load(source, k)))


def part_of(frame: Frame, row: Value, first: Register, count: Register, kind: str) -> Value:
    """Return a new list or tuple of so many items from a place on; all must be in range."""
    assert isinstance(row.shape, Row)
    made = new_row(frame, Row(row.shape.item, kind), count)
    words = frame.code.simple("mul", count, str(_stride(row)))
    _copy(frame, items_address(frame, made), _place(frame, row, first), words)
    return made


def copied(frame: Frame, row: Value, kind: str = "list") -> Value:
    """Return a new list of the items."""
    return part_of(frame, row, "0", length_of(frame, row), kind)


def joined(frame: Frame, a: Value, b: Value) -> Value:
    """Return a + b, for two lists or tuples of one shape."""
    assert isinstance(a.shape, Row)
    code, first, second = frame.code, length_of(frame, a), length_of(frame, b)
    made = new_row(frame, a.shape, code.simple("add", first, second))
    for row, at, count in ((a, "0", first), (b, first, second)):
        words = code.simple("mul", count, str(_stride(row)))
        _copy(frame, _place(frame, made, at), items_address(frame, row), words)
    return made


def sliced(frame: Frame, row: Value, first: Register, end: Register) -> Value:
    """Return row[first:end], for places from 0 to the length."""
    assert isinstance(row.shape, Row)
    count = frame.code.largest(frame.code.simple("sub", end, first), "0")
    return part_of(frame, row, first, count, row.shape.kind)


def repeated(frame: Frame, row: Value, times: Register) -> Value:
    """Return row * times."""
    assert isinstance(row.shape, Row)
    code, length = frame.code, length_of(frame, row)
    whole = code.checked("smul", length, code.largest(times, "0"))
    made = new_row(frame, row.shape, whole)
    if _is_empty(row):
        return made
    source, words = items_address(frame, row), code.simple("mul", length, str(_stride(row)))

    def copy(k: Register, _onward: str, _end: str) -> None:
        _copy(frame, _place(frame, made, code.simple("mul", k, length)), source, words)

    def fill(k: Register, _onward: str, _end: str) -> None:
        store_item(frame, made, k, load_item(frame, row, "0"))

    code.repeat(lambda: code.largest(times, "0"), fill if length == "1" else copy)
    return made


def backwards(frame: Frame, row: Value) -> Value:
    """Return row[::-1]."""
    assert isinstance(row.shape, Row)
    code, length = frame.code, length_of(frame, row)
    made = new_row(frame, row.shape, length)
    last = code.simple("sub", length, "1")

    def copy(k: Register, _onward: str, _end: str) -> None:
        store_item(frame, made, k, load_item(frame, row, code.simple("sub", last, k)))

    if not _is_empty(row):
        code.repeat(lambda: length, copy)
    return made


def popped(frame: Frame, row: Value, place: Value) -> Value:
    """Remove an item from its place and return it."""
    check_mutable(frame, row)
    if _is_empty(row):
        frame.stop("an item of an empty list")
    code = frame.code
    index = checked_index(frame, row, as_integer(frame, place))
    item = load_item(frame, row, index)
    left = code.simple("sub", length_of(frame, row), "1")
    words = code.simple("mul", code.simple("sub", left, index), str(_stride(row)))
    target = _place(frame, row, index)
    _copy(frame, target, code.simple("add", target, str(8 * _stride(row))), words)
    code.store(row.registers[0], 0, left)
    return item
