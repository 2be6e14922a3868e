"""Keys of constant dictionaries as rows of words.

The words of a key are its registers, for a tuple of any length first its length and then its
items, and for None only the flag that says so.  Constants are read as values of the key's shape:
those that no such value can be equal to have no words.
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, repeat
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.machine.assembly import LEAST, MOST, Register
from montmort.machine.constants import members
from montmort.machine.frame import Frame, describe
from montmort.machine.key_trees import Words, next_node
from montmort.machine.packs import cards_named
from montmort.machine.rows import Walk
from montmort.machine.shapes import (
    Cards,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    Names,
    Nothing,
    Number,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Truth,
    Unknown,
    has_identity,
    is_plain_class,
    record_fields,
)

Reader = Callable[[Any], Words | None]  # of a constant


class KeyWalk(Walk):
    """Follows the words of a key through a tree; `node` is where they lead, -1 for nowhere."""

    def __init__(self, frame: Frame, tree: tuple[int, int, int]) -> None:
        super().__init__(frame)
        self._tree = tree
        self._at = self._code.slot()
        self._code.put(self._at, "0")

    @property
    def node(self) -> Register:
        """Where the words so far lead."""
        return self._code.get(self._at)

    def word(self, register: Register) -> None:
        """Follow one word."""
        self._code.put(self._at, next_node(self._code, self._tree, self.node, register))


def reader_of(frame: Frame, shape: Shape) -> Reader:
    """Return the function that gives the words of a constant, None if it equals no such value.

    A dictionary may have a million keys: what depends on the shape alone is found once.
    """
    read = _reader_of(frame, shape)

    def checked(key: Any) -> Words | None:
        if not _is_plain(type(key)):  # type: ignore[arg-type]
            frame.refuse(f"a key of {type(key).__name__}, which defines operators")
        return read(key)

    return checked


def _reader_of(frame: Frame, shape: Shape) -> Reader:
    if has_identity(shape):
        frame.refuse(f"{describe(shape)} of a plain class as a key")
    match shape:
        case Integer() | Truth() | Number():
            return _numbers
        case Member(kind=kind):
            places = {member: (place,) for place, member in enumerate(members(kind))}
            return places.get
        case Text():
            text = frame.program.constants.text
            return lambda key: (text(str.__str__(key)),) if isinstance(key, str) else None
        case Letters():
            return _letters
        case Names(pack=pack):
            return partial(_names, pack)
        case Ratio():
            return _ratio
        case Nothing():
            return lambda key: () if key is None else None
        case Fixed(value=known):
            return lambda key: () if known == key else None
        case Maybe(item=item):
            return partial(_present, reader_of(frame, item))
        case Record(items=items, kind=kind):
            return partial(_record, kind, [reader_of(frame, item) for item in items])
        case Cards(kinds=kinds):
            return partial(_cards, kinds)
        case Row(item=Unknown(), kind="tuple"):
            return lambda key: (0,) if key == () else None
        case Row(item=item, kind="tuple"):
            return partial(_any_length, reader_of(frame, item))
    return frame.refuse(f"{describe(shape)} as the key of a dictionary")


@cache
def _is_plain(kind: type[Any]) -> bool:
    """Whether constants of a class are equal by their content, or only to themselves."""
    return kind in (Deck, Fraction) or is_plain_class(kind)


def _letters(key: object) -> Words | None:
    """Return the length of a text and the numbers of its characters."""
    return (len(key), *map(ord, str.__str__(key))) if isinstance(key, str) else None


def _names(pack: Pack, key: object) -> Words | None:
    """Return the set of cards that a constant names."""
    cards = cards_named(pack, key)
    return None if cards is None else (cards,)


def _numbers(*keys: Any) -> Words | None:
    """Return numbers as words; None if one is no integer of 64 bits."""
    found = []
    for key in keys:
        if not isinstance(key, int | float | Fraction) or not LEAST <= key <= MOST:
            return None
        if key != int(key):
            return None
        found.append(int(key))
    return tuple(found)


def _ratio(key: Any) -> Words | None:
    """Return numerator and denominator of a number."""
    if not isinstance(key, int | float | Fraction) or not LEAST <= key <= MOST:
        return None
    return _numbers(*Fraction(key).as_integer_ratio())


def _present(inner: Reader, key: object) -> Words | None:
    """Return the words of a value that may be None."""
    if key is None:
        return (0,)
    words = inner(key)
    return None if words is None else (1, *words)


def _record(kind: type[Any] | None, readers: list[Reader], key: Any) -> Words | None:
    """Return the words of a tuple or of an object by those of its items."""
    if kind is None or issubclass(kind, tuple):
        items = key if isinstance(key, tuple) else None
    else:
        is_alike = type(key) is kind
        items = tuple(getattr(key, name) for name in record_fields(kind)) if is_alike else None
    return None if items is None or len(items) != len(readers) else _joined(readers, items)


def _cards(kinds: tuple[Any, ...], key: object) -> Words | None:
    """Return the partial sums of a Deck's counts."""
    if not isinstance(key, Deck) or key.kinds != kinds:
        return None
    return _numbers(*accumulate(key.counts))


def _any_length(item: Reader, key: object) -> Words | None:
    """Return the length of a tuple and the words of its items."""
    words = _joined(repeat(item), key) if isinstance(key, tuple) else None
    return None if words is None or not isinstance(key, tuple) else (len(key), *words)


def _joined(readers: Iterable[Reader], items: tuple[Any, ...]) -> Words | None:
    """Return the words of items one after another; None if one has none."""
    found: list[int] = []
    for read, item in zip(readers, items, strict=False):
        words = read(item)
        if words is None:
            return None
        found += words
    return tuple(found)
