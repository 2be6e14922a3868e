"""Constants of the rules in memory, and rows of words as Python's values again.

A value of a shape is a row of words: an integer, a truth value as 0 or 1, the place
of an Enum's member, a flag before a value that may be None, the items of a tuple in a
row.  A tuple of any length is its address in memory; in a row that stands for a state
or a result it is its length and then its items.
"""

import enum
from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from montmort.games.cards.deck import Deck
from montmort.games.errors import BadInput
from montmort.games.sameness import identity
from montmort.machine.assembly import LEAST, MOST
from montmort.machine.memory import Words, address_of
from montmort.machine.shapes import (
    Cards,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    NoCommonShape,
    Nothing,
    Partly,
    Record,
    Row,
    Shape,
    Text,
    Truth,
    common,
    is_plain_class,
    is_record_class,
    record_fields,
)

LONG = 8  # a longer constant tuple is kept in memory
SHARED = 1000  # rows in memory that later programs find again


class Constants:
    """Constants in memory, which must live as long as the code, and all texts."""

    def __init__(self) -> None:
        self._arrays: dict[int, Words] = {}  # all constant words, by their addresses
        self._rows: dict[tuple[Shape, tuple[int, ...]], int] = {}
        self.texts: list[str] = [""]
        self._places: dict[str, int] = {"": 0}  # of the texts

    def words(self, value: Any, shape: Shape) -> list[int]:
        """Return a constant as words of a shape that holds it."""
        match shape:
            case Integer() | Truth():
                return [int(value)]
            case Member(kind=kind):
                return [members(kind).index(value)]
            case Text():
                return [self.text(value)]
            case Maybe(item=item):
                if value is None:
                    return [0] * shape.width
                return [1, *self.words(value, item)]
            case Record(items=items):
                parts = zip(parts_of(value), items, strict=True)
                return [word for part, item in parts for word in self.words(part, item)]
            case Partly(items=items):
                given = zip((*value.args, *value.keywords.values()), items, strict=True)
                return [word for part, item in given for word in self.words(part, item)]
            case Row(item=item):
                rows = [self.words(part, item) for part in value]
                return [self.row(rows, shape)]
            case Cards():
                return [self.array([0, *accumulate(value.counts)])]
        return []

    def row(self, rows: Sequence[Sequence[int]], shape: Row) -> int:
        """Return the address of a constant list or tuple."""
        words = tuple(word for row in rows for word in (row or [0]))
        if (shape, words) not in self._rows:
            head, items = _in_memory(len(rows), words)
            self._own(items)
            self._rows[shape, words] = self._own(head)
        return self._rows[shape, words]

    def array(self, words: Sequence[int]) -> int:
        """Return the address of constant words."""
        return self._own(_array(tuple(words)))

    def _own(self, words: Words) -> int:
        """Keep words in memory as long as these constants; return their address."""
        address = address_of(words)
        self._arrays[address] = words
        return address

    def word_at(self, address: str, place: str) -> int | None:
        """Return a word that stands at a constant address; None for an address of the run.

        >>> constants = Constants()
        >>> address = str(constants.array([5, 6]))
        >>> constants.word_at(address, "1"), constants.word_at("%t7", "0")
        (6, None)
        """
        if address[0] == "%" or place[0] in "%-":
            return None
        words = self._arrays.get(int(address))
        if words is None or int(place) >= len(words):
            return None
        return int(words[int(place)])

    def text(self, text: str) -> int:
        """Return the place of a text."""
        if text not in self._places:
            self._places[text] = len(self.texts)
            self.texts.append(text)
        return self._places[text]

    def letters(self, text: str) -> int:
        """Return the address of the numbers of a text's characters."""
        return self.row([[ord(letter)] for letter in text], Row(Integer(), "tuple"))


@lru_cache(SHARED)
def _array(words: tuple[int, ...]) -> Words:
    """Return constant words; equal ones have one address, so equal code is equal."""
    return np.array(words, np.int64)


@lru_cache(SHARED)
def _in_memory(length: int, words: tuple[int, ...]) -> tuple[Words, Words]:
    """Return a constant row and its items; equal ones have one address, so equal code is equal."""
    items = np.array([*words, 0], np.int64)
    return np.array([length, -1, address_of(items)], np.int64), items


@cache
def members(kind: type[enum.Enum]) -> tuple[enum.Enum, ...]:
    """Return the members of an Enum, each once."""
    return tuple(kind)


def parts_of(value: Any) -> tuple[Any, ...]:
    """Return the items of a record."""
    if isinstance(value, tuple):
        return tuple(value)
    return tuple(getattr(value, name) for name in record_fields(type(value)))


def shape_of(value: Any) -> Shape:
    """Return the shape of a constant; Fixed for functions, Rules and all that is no plain value.

    >>> shape_of((1, True))
    Record(items=(Integer(), Truth()), kind=None)
    """
    kind = type(value)
    if kind is bool:
        return Truth()
    if kind is int and LEAST <= value <= MOST:
        return Integer()
    if value is None:
        return Nothing()
    if kind is str:
        return Text()
    if isinstance(value, enum.Enum) and not isinstance(value, enum.Flag) and is_plain_class(kind):
        return Member(kind)
    if kind is Deck and value.size <= MOST:
        return Cards(value.kinds)
    if kind is partial:
        items = tuple(map(shape_of, (*value.args, *value.keywords.values())))
        return Partly(value.func, items, tuple(value.keywords))
    try:
        return _container(value)
    except NoCommonShape:
        return Fixed(value)


def _container(value: Any) -> Shape:
    """Return the shape of a tuple, a list or a record."""
    kind = type(value)
    if kind is range:
        return Row(Integer(), "range")
    if kind not in (tuple, list, frozenset, set) and not is_record_class(kind):
        return Fixed(value)
    parts = value if kind in (tuple, list, set, frozenset) else parts_of(value)
    items = [shape_of(item) for item in parts]
    if kind in (list, set, frozenset):
        if any(isinstance(item, Fixed) for item in items):
            return Fixed(value)
        return Row(common(items), kind.__name__)
    if kind is tuple and len(items) > LONG:
        try:
            if not any(isinstance(item, Fixed) for item in items):
                return Row(common(items), "tuple")
        except NoCommonShape:
            pass
    return Record(tuple(items), None if kind is tuple else kind)


Decoder = Callable[[Iterator[int]], Any]  # takes the words of a value


def value_of(words: Iterator[int], shape: Shape, texts: Sequence[str]) -> Any:
    """Return the Python value in a row of words.

    >>> value_of(iter([2, 5, 6]), Row(Integer(), "tuple"), [])
    (5, 6)
    """
    return decoder_of(shape, texts)(words)


def decoder_of(shape: Shape, texts: Sequence[str]) -> Decoder:
    """Return the function that reads a value of a shape: for many values, it is found once.

    >>> read = decoder_of(Record((Truth(), Integer())), [])
    >>> read(iter([1, 5])), read(iter([0, 6]))
    ((True, 5), (False, 6))
    """
    match shape:
        case Integer():
            return next
        case Truth():
            return lambda words: bool(next(words))
        case Member(kind=kind):
            own = members(kind)
            return lambda words: own[next(words)]
        case Text():
            return lambda words: texts[next(words)]
        case Letters():
            return lambda words: "".join([chr(next(words)) for _ in range(next(words))])
        case Maybe(item=item):
            inner = decoder_of(item, texts)
            return lambda words: inner(words) if next(words) else None
        case Record(items=items, kind=kind):
            return _record_decoder([decoder_of(item, texts) for item in items], kind)
        case Row(item=item):
            each = decoder_of(item, texts)
            return lambda words: tuple([each(words) for _ in range(next(words))])
        case Cards(kinds=kinds):
            return lambda words: _deck([next(words) for _ in kinds], kinds)
        case Fixed(value=value):
            return lambda _: value
    return lambda _: None


def _deck(sums: Sequence[int], kinds: tuple[Any, ...]) -> Deck[Any]:
    """Return the Deck with these partial sums of its counts."""
    return Deck([after - before for before, after in pairwise([0, *sums])], kinds)


def _record_decoder(items: list[Decoder], kind: type[Any] | None) -> Decoder:
    if kind is None:
        return lambda words: tuple([item(words) for item in items])
    if issubclass(kind, tuple):
        make = kind._make  # type: ignore[attr-defined]
        return lambda words: make([item(words) for item in items])
    names = record_fields(kind)
    return lambda words: kind(
        **{name: item(words) for name, item in zip(names, items, strict=True)}
    )


def content(value: Any) -> Hashable:
    """Return a key: constants of one content and type have equal ones.

    An object that may change has its own, whatever it holds.

    >>> content([1, {2: "two"}])
    (<class 'list'>, (1, (<class 'dict'>, ((<class 'tuple'>, (2, 'two')),))))
    """
    kind = type(value)
    if kind in (list, set, tuple):
        return kind, tuple(map(content, value))
    if isinstance(value, dict):
        return kind, tuple(map(content, value.items()))
    try:
        return identity(value)
    except BadInput:
        if not is_record_class(kind) or getattr(value, "__dict__", {}).keys() - record_fields(kind):
            return kind, Fixed(value)
        return kind, tuple(map(content, parts_of(value)))


def is_plain(value: Any) -> bool:
    """Whether operations on a constant can be done before the run."""
    return isinstance(value, PLAIN)


PLAIN = (int, str, Fraction, enum.Enum, tuple, range, set, frozenset, Deck)
