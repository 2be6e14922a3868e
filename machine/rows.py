"""Values as rows of words in memory: results written, states read.

Equal values have equal rows, so results and states merge by their words.
"""

from abc import ABC, abstractmethod

from montmort.machine.assembly import Assembly, Register
from montmort.machine.decks import each_place, new_deck, put_sum, sum_to
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.memory import NOTE_WORDS, ROW_WORDS, Word
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    Letters,
    Maybe,
    Names,
    Nothing,
    Number,
    Partly,
    Randomness,
    Ratio,
    Record,
    Row,
    Shape,
    Unknown,
    View,
    has_identity,
)
from montmort.machine.values import (
    LETTERS,
    items_of,
    length_of,
    load_item,
    new_row,
    store_item,
)


class Walk(ABC):
    """Goes through the words of values; equal values of a shape have equal words."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._code = frame, frame.code

    @abstractmethod
    def word(self, register: Register) -> None:
        """Take one word."""

    def value(self, value: Value) -> None:
        """Take the words of a value."""
        shape = value.shape
        if isinstance(shape, Maybe):
            self._maybe(value, shape)
        elif isinstance(shape, Record):
            for item in items_of(value):
                self.value(item)
        elif isinstance(shape, Cards):
            each_place(
                self._frame,
                len(shape.kinds),
                lambda place: self.word(sum_to(self._frame, value, place)),
            )
        elif isinstance(shape, Row):
            self._row(value, shape)
        elif isinstance(shape, Letters):
            self._row(Value(LETTERS, value.registers), LETTERS)
        elif not isinstance(shape, Nothing | Fixed):
            for register in value.registers:
                self.word(register)

    def _maybe(self, value: Value, shape: Maybe) -> None:
        flag, *rest = value.registers
        self.word(flag)
        inside, end = self._code.label(), self._code.label()
        self._code.branch(self._code.test("!=", flag, "0"), inside, end)
        self._code.start(inside)
        self.value(Value(shape.item, tuple(rest)))
        self._code.place(end)

    def _row(self, value: Value, shape: Row) -> None:
        self.word(length_of(self._frame, value))
        if not isinstance(shape.item, Unknown):
            self._code.repeat(
                lambda: length_of(self._frame, value),
                lambda k, _onward, _end: self.value(load_item(self._frame, value, k)),
            )


class Writer(Walk):
    """Writes values one after the other, into the row of the result or into the notes."""

    def __init__(
        self,
        frame: Frame,
        place: Word = Word.OUTPUT,
        first: Register = "0",
        room: int = ROW_WORDS,
    ) -> None:
        super().__init__(frame)
        self._at = self._code.slot()
        self._code.put(self._at, first)
        self._start = self._code.context(place)
        self._room = NOTE_WORDS if place is Word.NOTES else room

    @property
    def end(self) -> Register:
        """The place behind the last word."""
        return self._code.get(self._at)

    def word(self, register: Register) -> None:
        """Write one word."""
        at = self._code.get(self._at)
        self._code.fail_unless_compare("<", at, str(self._room), "a result too long")
        self._code.store(self._start, at, register)
        self._code.put(self._at, self._code.simple("add", at, "1"))

    def mark(self, word: Word) -> None:
        """Remember how many words have been written."""
        self._code.set_context(word, self.end)


class Reader:
    """Reads a state from its row."""

    def __init__(self, frame: Frame) -> None:
        self._frame, self._code = frame, frame.code
        self._at = self._code.slot()
        self._code.put(self._at, "0")
        self._start = self._code.context(Word.INPUT)

    def word(self) -> Register:
        """Read one word."""
        at = self._code.get(self._at)
        self._code.put(self._at, self._code.simple("add", at, "1"))
        return self._code.load(self._start, at)

    def value(self, shape: Shape) -> Value:
        """Read a value."""
        match shape:
            case Maybe(item=item):
                return self._maybe(shape, item)
            case Record(items=items):
                parts = [self.value(item) for item in items]
                return Value(shape, tuple(r for part in parts for r in part.registers))
            case Cards(kinds=kinds):
                deck = new_deck(self._frame, Value(shape))
                each_place(
                    self._frame,
                    len(kinds),
                    lambda place: put_sum(self._frame, deck, place, self.word()),
                )
                return deck
            case Row(item=item):
                made = new_row(self._frame, shape, self.word())
                if not isinstance(item, Unknown):
                    self._code.repeat(
                        lambda: length_of(self._frame, made),
                        lambda k, _onward, _end: store_item(self._frame, made, k, self.value(item)),
                    )
                return made
            case Letters():
                return Value(shape, self.value(LETTERS).registers)
            case Nothing() | Fixed():
                return Value(shape)
        return Value(shape, tuple(self.word() for _ in range(shape.width)))

    def _maybe(self, shape: Maybe, item: Shape) -> Value:
        code = self._code
        slots = [code.slot() for _ in range(item.width)]
        flag = self.word()
        inside, end = code.label(), code.label()
        for slot in slots:
            code.put(slot, "0")
        code.branch(code.test("!=", flag, "0"), inside, end)
        code.start(inside)
        for slot, register in zip(slots, self.value(item).registers, strict=True):
            code.put(slot, register)
        code.place(end)
        return Value(shape, (flag, *map(code.get, slots)))


def check_hashable(frame: Frame, shape: Shape, what: str) -> None:
    """Refuse a result or a state that cannot merge, or that is not a value of the rules."""
    parts: tuple[Shape, ...] = ()
    if has_identity(shape):
        frame.refuse(f"an object of a plain class in {what}")
    match shape:
        case Record(items=items):
            parts = items
        case Maybe(item=item):
            parts = (item,)
        case Row(item=item, kind="tuple"):
            parts = (item,)
        case Row() | Dictionary() | View() | Randomness() | Ratio() | Number() | Names() | Partly():
            frame.refuse(f"{describe(shape)} in {what}")
        case Fixed(value=value) if not isinstance(value, int | str | tuple) and value is not None:
            frame.refuse(f"{describe(shape)} in {what}")
    for part in parts:
        check_hashable(frame, part, what)


def start_of_path(code: Assembly) -> None:
    """Compile what begins a path: no picks."""
    code.set_context(Word.DEPTH, "0")
