"""Keys of constant dictionaries as rows of words, and the tree in which they are looked up.

The words of a key are its registers, for a tuple of any length first its length and then its
items, and for None only the flag that says so.  Constants are read as values of the key's shape:
those that no such value can be equal to have no words.

The keys of a dictionary are a tree of their words, read word by word.  No row is the beginning of
another one.  The tree has a node for each beginning of a row, one for those that go on alike.  The
edges from node s are those from `starts[s]` to `starts[s + 1]`.  An edge is a range of words:
`words` holds the first word of each in ascending order, and `targets` where it leads: to a node,
after the last word to the target of the key, and to -1 where no key goes on with such a word.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, repeat
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.machine.assembly import LEAST, MOST, Assembly, Register
from montmort.machine.constants import members
from montmort.machine.frame import Frame, describe
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

Words = tuple[int, ...]
Reader = Callable[[Any], Words | None]  # of a constant
Tree = tuple[list[int], list[int], list[int]]
Edges = tuple[tuple[int, int], ...]  # first words and what they lead to; a target t is -2 - t
# The last edge whose first word is at most the word, by bisection.
NEXT_NODE = """
define i64 @next_node(i64 %starts, i64 %words, i64 %targets, i64 %node, i64 %word) {
entry:
  %lost = icmp slt i64 %node, 0
  br i1 %lost, label %nowhere, label %begin
begin:
  %starts_at = inttoptr i64 %starts to ptr
  %words_at = inttoptr i64 %words to ptr
  %targets_at = inttoptr i64 %targets to ptr
  %first_at = getelementptr i64, ptr %starts_at, i64 %node
  %end_at = getelementptr i64, ptr %first_at, i64 1
  %first = load i64, ptr %first_at
  %end = load i64, ptr %end_at
  br label %search
search:
  %low = phi i64 [%first, %begin], [%next_low, %look]
  %high = phi i64 [%end, %begin], [%next_high, %look]
  %several = icmp slt i64 %low, %high
  br i1 %several, label %look, label %found
look:
  %sum = add i64 %low, %high
  %middle = ashr i64 %sum, 1
  %after = add i64 %middle, 1
  %seen_at = getelementptr i64, ptr %words_at, i64 %middle
  %seen = load i64, ptr %seen_at
  %below = icmp sle i64 %seen, %word
  %next_low = select i1 %below, i64 %after, i64 %low
  %next_high = select i1 %below, i64 %high, i64 %middle
  br label %search
found:
  %none = icmp eq i64 %low, %first
  br i1 %none, label %nowhere, label %given
given:
  %edge = sub i64 %low, 1
  %target_at = getelementptr i64, ptr %targets_at, i64 %edge
  %target = load i64, ptr %target_at
  ret i64 %target
nowhere:
  ret i64 -1
}
"""


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


def next_node(code: Assembly, tree: tuple[int, int, int], node: Register, word: Register) -> str:
    """Return where a word leads from a node of the tree at these addresses, -1 for nowhere."""
    args = ", ".join(f"i64 {each}" for each in (*tree, node, word))
    return code.result(f"call i64 @next_node({args})")


def tree_of(targets: Mapping[Words, int]) -> Tree:
    """Return `starts`, `words` and `targets` of the tree of some keys; equal branches are one.

    >>> tree_of({(5, 1): 0, (5, 2): 1, (7, 1): 0, (7, 2): 1})
    ([0, 4, 7], [5, 6, 7, 8, 1, 2, 3], [1, -1, 1, -1, 0, 1, -1])
    """
    nodes: list[dict[int, int]] = [{}]
    for words, target in targets.items():
        node = 0
        for word in words[:-1]:
            if word not in nodes[node]:
                nodes[node][word] = len(nodes)
                nodes.append({})
            node = nodes[node][word]
        nodes[node][words[-1]] = -2 - target
    branches: dict[Edges, int] = {}
    merged: dict[int, int] = {}
    for node in range(len(nodes) - 1, -1, -1):  # what an edge leads to comes before it
        edges = _in_ranges({word: merged.get(to, to) for word, to in nodes[node].items()})
        merged[node] = branches.setdefault(edges, node)
    kept = sorted({*merged.values()})
    place = {node: number for number, node in enumerate(kept)}
    found = {node: edges for edges, node in branches.items()}
    whole = [edge for node in kept for edge in found[node]]
    starts = [0, *accumulate(len(found[node]) for node in kept)]
    ends = [to if to == -1 else place[to] if to >= 0 else -2 - to for _, to in whole]
    return starts, [word for word, _ in whole], ends


def _in_ranges(edges: Mapping[int, int]) -> Edges:
    """Return edges as ranges of words, also of those that lead nowhere.

    >>> _in_ranges({5: 1, 6: 1, 7: 2, 9: 2})
    ((5, 1), (7, 2), (8, -1), (9, 2), (10, -1))
    """
    ranges: list[tuple[int, int]] = []
    for word, to in sorted(edges.items()):
        if ranges and ranges[-1][0] == word:
            ranges.pop()  # no word lies between
        if not ranges or ranges[-1][1] != to:
            ranges.append((word, to))
        if word < MOST:
            ranges.append((word + 1, -1))
    return tuple(ranges)
