"""Decisions of free seats: a branch of the path, and a note of what the seat knows.

A decision is a pick with equal weights.  Its note is the row of words

    tag, seat, view, choices

where the tag is the number of the shape of (seat, view, choices): tags from 0 on for views,
-1, -2, ... where the seat is shown none and knows the whole state.  Where there is a
function view -> key of a situation, the note ends with

    tag, seat, key

Equal notes must mean equal values.  So values of two shapes with different tags must
never be equal; where they might be, the rules are refused.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from montmort.games.table import Table
from montmort.machine import prelude
from montmort.machine.assembly import Register
from montmort.machine.dispatch import lower
from montmort.machine.expressions import empty_list, known_value
from montmort.machine.folding import folded
from montmort.machine.frame import Frame, Unreached, Value, describe
from montmort.machine.inline import call
from montmort.machine.iteration import for_each, items_in
from montmort.machine.memory import Word
from montmort.machine.picks import branch
from montmort.machine.rows import Writer, check_hashable
from montmort.machine.shapes import (
    Fixed,
    Integer,
    Maybe,
    NoCommonShape,
    Nothing,
    Record,
    Row,
    Shape,
    Unknown,
    hides_types,
    is_sequence,
    join,
    never_equal,
)
from montmort.machine.values import (
    append,
    as_row,
    coerce,
    constant,
    declare,
    is_fixed,
    length_of,
    load_item,
    read,
    realise,
    write,
)

MOST = 1 << 12  # choices of a decision
VIEW, WHOLE, KEY = "view", "whole", "key"  # what a note shows
_ONES = [1] * MOST


@dataclass(frozen=True, eq=False)
class FreeSeats:
    """The table whose decisions are branches; `others` decides for all seats but `free`.

    `key` is that of a view's situation.
    """

    others: Table | None
    free: frozenset[int]
    key: Callable[[Any], Any] | None = None


def notes_of(shapes: Mapping[Any, Shape], *kinds: str) -> dict[int, Shape]:
    """Return the shapes of notes by their tags."""
    known = (key for key in shapes if isinstance(key, tuple) and key[0] in kinds)
    return {_tag(*key): shapes[key] for key in known}


def _tag(kind: str, number: int) -> int:
    return -1 - number if kind == WHOLE else number


def decide(frame: Frame, table: FreeSeats, node: ast.Call) -> Value:
    """Compile table.decide(seat, choices, view)."""
    if len(node.args) != 3 or node.keywords:
        frame.refuse("decide with other arguments than seat, choices and view", node)
    seat, view = lower(frame, node.args[0]), lower(frame, node.args[2])
    choices = _choices(frame, node.args[1])
    others = table.others
    if others is None:
        return _branch(frame, table, (seat, choices, view))
    if is_fixed(seat):
        if seat.shape.value in table.free:  # type: ignore[attr-defined]
            return _branch(frame, table, (seat, choices, view))
        return _given(frame, others, (seat, choices, view))
    return _by_seat(frame, table, others, (seat, choices, view))


def _choices(frame: Frame, node: ast.expr) -> Value:
    """Return the choices; a range that varies becomes a list."""
    known = known_value(frame, node)
    if known is not None:
        return known
    is_named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    if not is_named or lower(frame, node.func).shape != Fixed(range):  # type: ignore[attr-defined]
        return lower(frame, node)
    made = empty_list(frame, node)
    for_each(frame, items_in(frame, node), lambda item: append(frame, made, item))
    return made


def _by_seat(
    frame: Frame, table: FreeSeats, others: Table, args: tuple[Value, Value, Value]
) -> Value:
    """Compile a decision of a seat that varies: a branch if it is free, else a function's."""
    code = frame.code
    result = declare(frame, (*frame.scope.path, frame.site, "decision"))
    free, given, end = (code.label() for _ in range(3))
    is_free = "0"
    for seat in sorted(table.free):
        same = code.compare("==", _seat(frame, args[0]), str(seat))
        is_free = code.simple("or", is_free, same)
    code.branch(code.test("!=", is_free, "0"), free, given)
    code.start(free)
    with suppress(Unreached):
        write(frame, result, _branch(frame, table, args), "the decision")
    code.jump(end)
    code.start(given)
    with suppress(Unreached):
        write(frame, result, _given(frame, others, args), "the decision")
    code.place(end)
    return read(frame, result, "the decision")


def _given(frame: Frame, others: Table, args: tuple[Value, Value, Value]) -> Value:
    """Compile the decision of another seat; fail at run time where it is no choice."""
    choice = call(frame, others.decide, list(args), {})
    call(frame, prelude.check_contained, [_as_choices(frame, args[1]), choice], {})
    return choice


def _branch(frame: Frame, table: FreeSeats, args: tuple[Value, Value, Value]) -> Value:
    """Compile the decision of a free seat; a single choice is none."""
    seat, choices, view = args
    code, who = frame.code, _seat(frame, seat)
    row = _as_choices(frame, choices)
    length = length_of(frame, row)
    code.fail_unless_compare(">", length, "0", "a decision without choices")
    code.fail_unless_compare("<=", length, str(MOST), "a decision with too many choices")
    taken = code.slot()
    code.put(taken, "0")
    several, fresh, end = (code.label() for _ in range(3))
    code.branch(code.test(">", length, "1"), several, end)
    code.start(several)
    depth = code.context(Word.DEPTH)
    ones = realise(frame, constant(_ONES))
    code.put(taken, branch(frame, length, code.load(ones.registers[0], 2)))
    code.branch(code.test(">=", depth, code.context(Word.KNOWN)), fresh, end)
    code.start(fresh)
    if not is_fixed(choices):
        call(frame, prelude.check_different, [row], {})
    _note_any(frame, table, (depth, who), row, realise(frame, view))
    code.place(end)
    return load_item(frame, row, code.get(taken))


def _seat(frame: Frame, seat: Value) -> Register:
    seat = realise(frame, seat)
    if not isinstance(seat.shape, Integer):
        frame.refuse(f"{describe(seat.shape)} as the seat of a decision")
    frame.code.fail_unless_compare(">=", seat.registers[0], "0", "a seat below 0")
    return seat.registers[0]


def _as_choices(frame: Frame, choices: Value) -> Value:
    """Return the choices as a row."""
    if is_fixed(choices):
        known = choices.shape.value  # type: ignore[attr-defined]
        if isinstance(known, str) or not isinstance(known, Sequence):
            frame.refuse(f"a {type(known).__name__} as choices")
        different = folded(frame, lambda: len({*known}) == len(known))
        if not different.shape.value or not known:  # type: ignore[attr-defined]
            frame.stop("a decision without choices, or with one named twice")
        choices = constant(list(known))
    row = as_row(frame, choices)
    if not is_sequence(row.shape):
        frame.refuse(f"{describe(row.shape)} as choices")
    if isinstance(row.shape.item, Unknown):
        frame.stop("a decision without choices")
    check_hashable(frame, row.shape.item, "a choice")
    return Value(Row(row.shape.item, "tuple"), row.registers)


Where = tuple[Register, Register]  # the depth of a decision, and its seat


def _note_any(frame: Frame, table: FreeSeats, where: Where, row: Value, view: Value) -> None:
    """Compile the note of a decision; a view may be None at run time only."""
    if not isinstance(view.shape, Maybe):
        _note(frame, table, where, row, view)
        return
    code, (flag, *rest) = frame.code, view.registers
    shown, hidden, end = (code.label() for _ in range(3))
    code.branch(code.test("!=", flag, "0"), shown, hidden)
    code.start(shown)
    _note(frame, table, where, row, Value(view.shape.item, tuple(rest)))
    code.jump(end)
    code.start(hidden)
    _note(frame, table, where, row, realise(frame, constant(None)))
    code.place(end)


def _note(frame: Frame, table: FreeSeats, where: Where, row: Value, view: Value) -> None:
    """Compile the note of a decision."""
    code, (depth, seat) = frame.code, where
    kind = WHOLE if isinstance(view.shape, Nothing) else VIEW
    check_hashable(frame, view.shape, "a view")
    ends = code.context(Word.NOTE_ENDS)
    writer = Writer(frame, Word.NOTES, code.load(ends, depth))
    shape = Record((Integer(), view.shape, row.shape))
    _write(frame, writer, kind, Value(shape, (seat, *view.registers, *row.registers)))
    code.store(code.context(Word.KEYS), depth, writer.end)
    next_depth = code.simple("add", depth, "1")
    if table.key is None or kind == WHOLE:
        code.store(ends, next_depth, writer.end)
        return
    key = realise(frame, call(frame, table.key, [view], {}))
    check_hashable(frame, key.shape, "a key")
    _write(frame, writer, KEY, Value(Record((Integer(), key.shape)), (seat, *key.registers)))
    code.store(ends, next_depth, writer.end)
    stops, onward = code.label(), code.label()
    code.branch(code.test("!=", code.context(Word.STOPS), "0"), stops, onward)
    code.start(stops)
    code.set_context(Word.STOPS, "2")
    code.leave()
    code.start(onward)


def _write(frame: Frame, writer: Writer, kind: str, given: Value) -> None:
    """Compile a tag and a row."""
    number = _number(frame, kind, given.shape)
    shape = frame.learn((kind, number), given.shape, "what a seat knows")
    writer.word(str(_tag(kind, number)))
    writer.value(Value(shape, coerce(frame, given, shape)))


def _number(frame: Frame, kind: str, given: Shape) -> int:
    """Return the number of the shape that also holds `given`; refuse what another might hold."""
    shapes = frame.program.shapes
    number = next(n for n in count() if (kind, n) not in shapes or _fits(shapes[kind, n], given))
    for other in count():
        known = shapes.get((kind, other))
        if known is None:
            return number
        if kind != WHOLE and other != number and not _differ(known, given):
            frame.refuse(f"{kind}s of different types that may be equal")
    raise AssertionError


def _fits(known: Shape, given: Shape) -> bool:
    try:
        return not hides_types(join(known, given))
    except NoCommonShape:
        return False


def _differ(known: Shape, given: Shape) -> bool:
    """Whether the notes of two shapes are never equal; no choices are empty."""
    assert isinstance(known, Record)
    assert isinstance(given, Record)
    if never_equal(known.items[1], given.items[1]):
        return True
    choices, others = known.items[-1], given.items[-1]
    if len(known.items) == 2 or not (isinstance(choices, Row) and isinstance(others, Row)):
        return False
    return never_equal(choices.item, others.item)
