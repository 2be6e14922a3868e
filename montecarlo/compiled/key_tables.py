"""Constant dicts of many keys, such as a strategy: a tree of the words of the keys, in tables.

The words of a key are its leaves, and for a tuple of any length first its length, then its items.
So no key is the beginning of another one.  The tree has a node for each beginning of a key, one
for those that go on alike; the edges from node s are those from `starts[s]` to `starts[s + 1]`,
with ascending `words`, and each leads to `targets`: a node, or after the last word the target of
the key.  A key of the play is looked up word by word, by bisection.

Where that is shorter, the edges are ranges of words: `words` holds the first word of each, and a
range of words that no key has leads to -1.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import is_dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise, repeat
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled.classes import own_operators
from montmort.montecarlo.compiled.kinds import (
    CardNames,
    Cards,
    Kind,
    Known,
    Member,
    Nothing,
    Optional,
    Ratio,
    Record,
    Sequence,
    Text,
    Value,
    Whole,
    is_record,
    parts,
    record_fields,
    width,
)
from montmort.montecarlo.compiled.operators import equal
from montmort.montecarlo.compiled.packs import cards_named
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import load
from montmort.montecarlo.compiled.values import is_known, known

Words = tuple[int, ...]
Reader = Callable[[Any], Words | None]  # of a constant
Tree = tuple[list[int], list[int], list[int]]


def possible(scope: Scope, keys: Collection[Any], key: Value) -> dict[int, Words]:
    """Return the words of the constants that a key may be equal to, by their places.

    They are remembered: a dict is looked into at several places, and compiled several times.
    """
    remembered = scope.program.words
    if (id(keys), key.kind) not in remembered:
        read = reader_of(scope, key)
        found = ((place, read(each)) for place, each in enumerate(keys))
        words = {place: words for place, words in found if words is not None}
        remembered[id(keys), key.kind] = keys, words  # the keys as well: so their id stays theirs
    return remembered[id(keys), key.kind][1]


def target_of(scope: Scope, targets: dict[Words, int], key: Value) -> str:
    """Return the target of a key of the play, -1 if it has none."""
    trees = scope.program.trees
    if id(targets) not in trees:  # which are remembered with the tree: so their id stays theirs
        trees[id(targets)] = targets, *_shorter(_tree(targets))
    _, step, found = trees[id(targets)]
    tables = ", ".join(scope.program.short_table(table) for table in found)
    node = scope.let("0")

    def take(word: str) -> None:
        scope.emit(f"{node} = {step}({tables}, {node}, {word})")

    _take_words(scope, key, take)
    return node


def _shorter(tree: Tree) -> tuple[str, Tree]:
    """Return a tree by words or by ranges, whichever is shorter, with the function for a step."""
    ranges = _in_ranges(*tree)
    is_shorter = len(ranges[1]) < len(tree[1])
    return ("next_in_ranges", ranges) if is_shorter else ("next_node", tree)


def _in_ranges(starts: list[int], words: list[int], targets: list[int]) -> Tree:
    """Return a tree whose edges are ranges of words, also of those that lead nowhere, to -1.

    >>> _in_ranges([0, 4], [5, 6, 7, 9], [1, 1, 2, 2])
    ([0, 5], [5, 7, 8, 9, 10], [1, 2, -1, 2, -1])
    """
    begins, firsts, ends = [0], list[int](), list[int]()
    for first, last in pairwise(starts):
        for at in range(first, last):
            follows = at > first and words[at - 1] + 1 == words[at]
            if follows:
                firsts.pop()  # no word lies between
                ends.pop()
            if not follows or targets[at - 1] != targets[at]:
                firsts.append(words[at])
                ends.append(targets[at])
            firsts.append(words[at] + 1)
            ends.append(-1)
        begins.append(len(firsts))
    return begins, firsts, ends


def _tree(targets: dict[Words, int]) -> Tree:
    """Return `starts`, `words` and `targets` of the tree of some keys; equal branches are one.

    >>> _tree({(5, 1): 0, (5, 2): 1, (7, 1): 0})
    ([0, 2, 4, 5], [5, 7, 1, 2, 1], [1, 2, 0, 1, 0])
    >>> _tree({(5, 1): 0, (7, 1): 0})
    ([0, 2, 3], [5, 7, 1], [1, 1, 0])
    """
    nodes: list[dict[int, int]] = [{}]
    for words, target in targets.items():
        node = 0
        for word in words[:-1]:
            if word not in nodes[node]:
                nodes[node][word] = len(nodes)
                nodes.append({})
            node = nodes[node][word]
        nodes[node][words[-1]] = ~target  # below 0, as it is no node
    branches: dict[tuple[tuple[int, int], ...], int] = {}
    merged: dict[int, int] = {}
    for node in range(len(nodes) - 1, -1, -1):  # what an edge leads to comes before it
        edges = sorted((word, merged.get(to, to)) for word, to in nodes[node].items())
        merged[node] = branches.setdefault(tuple(edges), node)
    kept = sorted({*merged.values()})
    place = {node: number for number, node in enumerate(kept)}
    found = {node: edges for edges, node in branches.items()}
    edges = [edge for node in kept for edge in found[node]]
    starts = [0, *accumulate(len(found[node]) for node in kept)]
    ends = [place[to] if to >= 0 else ~to for _, to in edges]
    return starts, [word for word, _ in edges], ends


def _take_words(scope: Scope, value: Value, take: Callable[[str], None]) -> None:
    """Write the code that takes the words of a value, one after another."""
    match value.kind:
        case Known() | Nothing():
            pass
        case Whole() | Member() | Text() | CardNames() | Ratio():
            for leaf in value.leaves:
                take(leaf)
        case Optional(inner):
            present, *leaves = value.leaves
            take(present)
            with scope.writing(scope.block.under(f"if {present} != 0:")):
                _take_words(scope, Value(inner, tuple(leaves)), take)
        case Record():
            for part in parts(value):
                _take_words(scope, part, take)
        case Cards(kinds):
            for place in range(len(kinds.value)):
                take(f"memory[{value.leaf} + {place}]")
        case Sequence(item):
            take(f"memory[{value.leaf}]")
            (index,) = scope.fresh()
            with scope.writing(scope.block.under(f"for {index} in range(memory[{value.leaf}]):")):
                where = scope.let(f"item_at(memory, {value.leaf}, {index}, {width(item)})")
                _take_words(scope, load(scope, item, where), take)
        case _:
            scope.refuse(f"{value.kind} is looked up in a dict of many keys")


def reader_of(scope: Scope, value: Value) -> Reader:
    """Return a function that gives the words of a constant, read as a value of this kind.

    It gives None for a constant that equals no such value.  A strategy may have a million keys:
    what depends on the kind alone is found once.
    """
    if is_known(value):
        return lambda key: () if equal(scope, value, known(key)) is True else None
    read = _reader_of_kind(scope, value)

    def checked(key: Any) -> Words | None:
        if own_operators(type(key)) and type(key) is not Deck:
            scope.refuse(f"{type(key).__name__} defines operators", "use tuples as keys of a dict")
        return read(key)

    return checked


def _reader_of_kind(scope: Scope, value: Value) -> Reader:
    match value.kind:
        case Whole():
            return _numbers
        case Member(cls):
            places = [*enumerate(cls)]
            return lambda key: next(((at,) for at, member in places if member == key), None)
        case Text():
            return lambda key: (scope.program.string(str(key)),) if type(key) is str else None
        case CardNames() as names:
            return lambda key: None if (cards := cards_named(names, key)) is None else (cards,)
        case Ratio():
            return _ratio
        case Optional(inner):
            return _present(reader_of(scope, _place(inner)))
        case Record(cls, _):
            return _record(scope, cls, [reader_of(scope, part) for part in parts(value)])
        case Cards(kinds):
            return partial(_cards, kinds)
        case Sequence(item):
            return _items_of_any_number(reader_of(scope, _place(item)))
    return lambda _: None


def _ratio(key: Any) -> Words | None:
    if not isinstance(key, Fraction | int):
        return None
    return _numbers(Fraction(key).numerator, Fraction(key).denominator)


def _present(inner: Reader) -> Reader:
    """Return the reader of a value that may be None."""

    def read(key: Any) -> Words | None:
        if key is None:
            return (0,)
        inside = inner(key)
        return None if inside is None else (1, *inside)

    return read


def _record(scope: Scope, cls: type | None, readers: list[Reader]) -> Reader:
    """Return the reader of a tuple or an object, by those of its items."""
    compares = cls is None or _compares(cls)

    def read(key: Any) -> Words | None:
        if cls is not None and not compares:
            scope.refuse(f"objects of {cls.__name__} are compared", "use tuples as keys")
        items = _items(cls, key)
        return None if items is None or len(items) != len(readers) else _joined(readers, items)

    return read


def _cards(kinds: Kind, key: Any) -> Words | None:
    if not isinstance(key, Deck) or Known(key.kinds) != kinds:
        return None
    return tuple(accumulate(key.counts))


def _items_of_any_number(item: Reader) -> Reader:
    """Return the reader of a tuple of any length, by that of its items."""

    def read(key: Any) -> Words | None:
        inside = _joined(repeat(item), key) if isinstance(key, tuple) else None
        return None if inside is None else (len(key), *inside)

    return read


def _joined(readers: Iterable[Reader], items: tuple[Any, ...]) -> Words | None:
    """Return the words of items one after another; None if one has none."""
    found: list[int] = []
    for read, item in zip(readers, items, strict=False):
        words = read(item)
        if words is None:
            return None
        found += words
    return tuple(found)


def _place(kind: Kind) -> Value:
    """Return a value of this kind without leaves: its words are asked for, never its leaves."""
    return Value(kind, ("",) * width(kind))


def _numbers(*keys: object) -> Words | None:
    """Return constants as words; None if one is no integer of 64 bits."""
    found = []
    for key in keys:
        if not isinstance(key, int | float | Fraction) or not -(2**63) <= key < 2**63:
            return None
        if key != int(key):
            return None
        found.append(int(key))
    return tuple(found)


def _items(cls: type | None, key: Any) -> tuple[Any, ...] | None:
    """Return the items of a constant that may equal an object of a class; None if it may not."""
    if cls is None or issubclass(cls, tuple):
        return key if isinstance(key, tuple) else None
    return record_fields(key) if type(key) is cls and is_record(key) else None


def _compares(cls: type) -> bool:
    """Return whether objects of a class are equal if their fields are."""
    return issubclass(cls, tuple) or (is_dataclass(cls) and cls.__dataclass_params__.eq)  # type: ignore[attr-defined]
