"""Shapes: what is known before the run about a value of the rules, and its number of registers.

The shape of a variable is the least one that holds all values assigned to it.
Compilation starts with the first and begins again whenever a larger one is met;
values without a common shape are refused (a text in one branch and 1 in another).
"""

import collections
import dataclasses
import enum
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeGuard

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.sameness import identity, is_same
from montmort.machine.plain_classes import plain_attributes


@dataclass(frozen=True)
class Shape:
    """What is known about a value; `width` is its number of registers."""

    @property
    def width(self) -> int:
        """Registers, one by default."""
        return 1


class Integer(Shape):
    """An integer of 64 bits."""


class Truth(Shape):
    """True or False, as 1 or 0."""


class Number(Shape):
    """An integer, a truth value or a member of an IntEnum: which one, the run does not tell.

    It computes and compares like the integer, and must not be seen in a result.
    """


class Ratio(Shape):
    """A Fraction that varies: numerator and denominator, reduced."""

    @property
    def width(self) -> int:
        """Two."""
        return 2


class Text(Shape):
    """A text, as its place in the program's list of texts."""


class Letters(Shape):
    """A text made in the play: the address of a tuple of its characters' numbers."""


@dataclass(frozen=True)
class Told(Shape):
    """An f-string, as its parts; a text is made of them where something looks at it."""

    parts: tuple[Any, ...]

    @property
    def width(self) -> int:
        """None."""
        return 0


class Nothing(Shape):
    """None."""

    @property
    def width(self) -> int:
        """None."""
        return 0


class Randomness(Shape):
    """The source of randomness, `chance`."""

    @property
    def width(self) -> int:
        """None."""
        return 0


@dataclass(frozen=True)
class Member(Shape):
    """A member of an Enum, as its place among all members."""

    kind: type[enum.Enum]


@dataclass(frozen=True)
class Maybe(Shape):
    """None or a value: a register that is 1 for a value, then the value's."""

    item: Shape

    @property
    def width(self) -> int:
        """One more than the value's."""
        return 1 + self.item.width


@dataclass(frozen=True)
class Record(Shape):
    """A tuple of known length, a NamedTuple or a frozen dataclass: its items in a row."""

    items: tuple[Shape, ...]
    kind: type[Any] | None = None

    @property
    def width(self) -> int:
        """Registers of all items."""
        return sum(item.width for item in self.items)

    @property
    def is_tuple(self) -> bool:
        """Whether it can be indexed and unpacked."""
        return self.kind is None or issubclass(self.kind, tuple)


@dataclass(frozen=True)
class Partly(Shape):
    """A function some of whose arguments are given: the first ones, and those with `names`."""

    called: Any
    items: tuple[Shape, ...]
    names: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Registers of all arguments that are given."""
        return sum(item.width for item in self.items)


@dataclass(frozen=True)
class Row(Shape):
    """A list, a tuple, a set or a frozenset of any length: the address of its object in memory.

    A set has every item once, in an order that the rules must not see.
    """

    item: Shape
    kind: str

    @property
    def stride(self) -> int:
        """Words from one item to the next."""
        return max(1, self.item.width)


@dataclass(frozen=True)
class Dictionary(Shape):
    """A dictionary that changes, as the list of its pairs in the order of their keys.

    `kind` is dict, Counter or defaultdict; `factory` makes what a defaultdict puts in.
    """

    pairs: Row
    kind: type[Any] = dict
    factory: Shape | None = None

    def is_like(self, other: "Dictionary") -> bool:
        """Whether both do the same where a key is missing."""
        return (self.kind, self.factory) == (other.kind, other.factory)


@dataclass(frozen=True)
class View(Shape):
    """What d.keys(), d.values() or d.items() returns: the dictionary under the name of a part."""

    of: Dictionary
    part: str


@dataclass(frozen=True)
class Unknown(Shape):
    """The items of a list that is empty so far; `site` is where it was written, None: ()."""

    site: Hashable


@dataclass(frozen=True, eq=False)
class Cards(Shape):
    """A Deck of these kinds, as the address of the partial sums of its counts: see `decks`."""

    kinds: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cards) and is_same(self.kinds, other.kinds)

    def __hash__(self) -> int:
        return hash(identity(self.kinds))


@dataclass(frozen=True)
class Names(Shape):
    """The names of cards that a Pack wrote, as the set of these cards."""

    pack: Pack


@dataclass(frozen=True, eq=False)
class Fixed(Shape):
    """A value known before the run: a constant, a function, Rules, a Fraction."""

    value: Any

    @property
    def width(self) -> int:
        """None."""
        return 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fixed):
            return False
        a, b = self.value, other.value
        return a is b or (type(a) is type(b) and type(a) in _PLAIN and bool(a == b))

    def __hash__(self) -> int:
        return hash(self.value) if type(self.value) in _PLAIN else id(self.value)


_PLAIN = frozenset({int, bool, str, type(None)})


class NoCommonShape(Exception):
    """Two values that one variable cannot hold."""


def join(a: Shape, b: Shape) -> Shape:
    """Return the least shape that holds values of both; NoCommonShape if there is none.

    >>> join(Nothing(), Integer())
    Maybe(item=Integer())
    >>> join(Record((Integer(),)), Record((Integer(), Integer())))
    Row(item=Integer(), kind='tuple')
    """
    if a == b:
        return a
    if {type(a), type(b)} == {Text, Letters}:
        return Letters()
    if _is_fraction(a) and _is_fraction(b):
        return Ratio()
    if all(is_number(shape) or is_integer_enum(shape) for shape in (a, b)):
        return Number()
    if isinstance(a, Nothing | Maybe) or isinstance(b, Nothing | Maybe):
        items = [s.item if isinstance(s, Maybe) else s for s in (a, b)]
        first, second = (s for s in items)
        if isinstance(first, Nothing):
            return Maybe(second)
        return Maybe(first if isinstance(second, Nothing) else join(first, second))
    if isinstance(a, Record) and isinstance(b, Record):
        return _join_records(a, b)
    if isinstance(a, Partly) and isinstance(b, Partly):
        return _join_functions(a, b)
    if isinstance(a, Row) and isinstance(b, Row) and a.kind == b.kind:
        return Row(_join_items(a, b), a.kind)
    if isinstance(a, Dictionary) and isinstance(b, Dictionary) and a.is_like(b):
        return replace(a, pairs=Row(_join_items(a.pairs, b.pairs), "list"))
    for row, record in ((a, b), (b, a)):
        if isinstance(row, Row) and row.kind == "tuple" and isinstance(record, Record):
            return _join_all([row.item, *plain_items(record)])
    raise NoCommonShape


def _is_fraction(shape: Shape) -> bool:
    known = shape.value if isinstance(shape, Fixed) else None
    return isinstance(shape, Ratio) or type(known) is Fraction


def _join_items(a: Row, b: Row) -> Shape:
    if isinstance(b.item, Unknown) and a.item != Unknown(None):
        return a.item  # of two sites where nothing is known the first, so that shapes settle
    if isinstance(a.item, Unknown):
        return b.item
    if a.kind not in ("tuple", "frozenset"):
        raise NoCommonShape  # a list keeps its items in place
    return join(a.item, b.item)


def _join_records(a: Record, b: Record) -> Shape:
    if a.kind is not b.kind:
        raise NoCommonShape
    if len(a.items) == len(b.items):
        return Record(tuple(map(join, a.items, b.items)), a.kind)
    return _join_all([*plain_items(a), *plain_items(b)])


def _join_functions(a: Partly, b: Partly) -> Partly:
    if a.called != b.called or a.names != b.names or len(a.items) != len(b.items):
        raise NoCommonShape
    return Partly(a.called, tuple(map(join, a.items, b.items)), a.names)


def differs_in_items(a: Shape, b: Record | Partly) -> bool:
    """Whether two tuples of one class, or two calls of one function, differ in their items alone.

    >>> first, second = Record((Integer(),)), Record((Truth(),))
    >>> differs_in_items(first, second), differs_in_items(first, Record((Truth(),), Fraction))
    (True, False)
    """
    if not isinstance(a, Record | Partly) or len(a.items) != len(b.items):
        return False
    return replace(a, items=b.items) == b


def _join_all(items: list[Shape]) -> Row:
    return Row(common(items), "tuple")


def plain_items(record: Record) -> tuple[Shape, ...]:
    """Return the items of a tuple without a class; NoCommonShape for others."""
    if record.kind is not None:
        raise NoCommonShape
    return record.items


def common(items: list[Shape]) -> Shape:
    """Return the least shape that holds all; that of an empty tuple where there are none."""
    if not items:
        return Unknown(None)
    shape = items[0]
    for item in items[1:]:
        shape = join(shape, item)
    return shape


def is_number(shape: Shape) -> bool:
    """Whether it is an integer or a truth value."""
    return isinstance(shape, Integer | Truth | Number)


def is_set(shape: Shape) -> TypeGuard[Row]:
    """Whether it is a set or a frozenset."""
    return isinstance(shape, Row) and shape.kind in ("set", "frozenset")


def is_sequence(shape: Shape) -> TypeGuard[Row]:
    """Whether it is a list or a tuple of any length."""
    return isinstance(shape, Row) and not is_set(shape)


def may_change(shape: Shape) -> bool:
    """Whether values are lists, sets or dictionaries, or hold some, which a play may change.

    >>> may_change(Record((Integer(), Row(Integer(), "list"))))
    True
    """
    match shape:
        case Record(items=items):
            return any(map(may_change, items))
        case Maybe(item=item):
            return may_change(item)
        case Row(item=item, kind=kind):
            return kind in ("list", "set") or may_change(item)
    return isinstance(shape, Dictionary)


def hides_types(shape: Shape) -> bool:
    """Whether equal words may stand for values of different types, as True and 1.

    >>> hides_types(Record((Integer(), Number())))
    True
    """
    match shape:
        case Record(items=items):
            return any(map(hides_types, items))
        case Maybe(item=item) | Row(item=item) | Dictionary(pairs=item):
            return hides_types(item)
    return isinstance(shape, Number)


def is_integer_enum(shape: Shape) -> bool:
    """Whether it is a member of an IntEnum."""
    return isinstance(shape, Member) and issubclass(shape.kind, int)


IN_PLACE = frozenset(
    {"__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__", "__imod__", "__ipow__"}
    | {"__iand__", "__ior__", "__ixor__", "__ilshift__", "__irshift__"}
)
OPERATORS = IN_PLACE | frozenset(
    {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__", "__iter__"}
    | {"__contains__", "__getitem__", "__getattr__", "__getattribute__", "__call__", "__index__"}
    | {"__add__", "__radd__", "__sub__", "__rsub__", "__mul__", "__rmul__", "__mod__", "__rmod__"}
    | {"__floordiv__", "__rfloordiv__", "__divmod__", "__rdivmod__", "__pow__", "__rpow__"}
    | {"__and__", "__rand__", "__or__", "__ror__", "__xor__", "__rxor__", "__lshift__"}
    | {"__rlshift__", "__rshift__", "__rrshift__", "__neg__", "__pos__", "__invert__", "__abs__"}
    | {"__int__", "__round__", "__reversed__", "__hash__", "__truediv__", "__rtruediv__"}
)


def is_changed_in_place(kind: type[Any]) -> bool:
    """Whether += and the like are other operators for values of a class than + and the like.

    >>> is_changed_in_place(list), is_changed_in_place(tuple)
    (True, False)
    """
    return any(hasattr(kind, name) for name in IN_PLACE)


def is_plain_class(kind: type[Any]) -> bool:
    """Whether the rules' author left the operators of a class as they are."""
    return not _written(kind, OPERATORS)


def shows_itself(kind: type[Any], *names: str) -> bool:
    """Whether the rules' author wrote how values of a class are shown, in one of these methods."""
    library = frozenset({collections.__file__, dataclasses.__file__})
    return _written(kind, frozenset(names), library)


def _written(kind: type[Any], names: frozenset[str], library: frozenset[str] = frozenset()) -> bool:
    """Whether a class of the rules has one of these methods, not made by dataclass or a library."""
    return any(
        getattr(getattr(vars(base)[name], "__code__", None), "co_filename", "")
        not in ("<string>", *library)
        for base in kind.__mro__
        if base.__module__ not in ("builtins", "enum", "typing", "abc")
        for name in names & vars(base).keys()
    )


def has_identity(shape: Shape) -> bool:
    """Whether values are objects of a plain class, which are equal only to themselves."""
    if not isinstance(shape, Record) or shape.kind is None:
        return False
    return not shape.is_tuple and not dataclasses.is_dataclass(shape.kind)


def is_record_class(kind: object) -> bool:
    """Whether values of a class are records: a NamedTuple or a plain frozen dataclass."""
    if not isinstance(kind, type) or _written(kind, OPERATORS | {"__init__", "__post_init__"}):
        return False
    if type(kind).__call__ is not type.__call__:
        return False
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        first = next(base for base in kind.__mro__ if "__new__" in vars(base))
        same = vars(first).get("_fields") == kind._fields
        return same and all(getattr(kind, name) is vars(first)[name] for name in kind._fields)
    if not dataclasses.is_dataclass(kind) or issubclass(kind, Deck):
        return False
    if _written(kind, frozenset({"__new__"})):
        return False
    given = kind.__dataclass_params__  # type: ignore[attr-defined]
    whole = all(each.init and each.compare for each in dataclasses.fields(kind))
    return bool(given.frozen and given.eq and whole)


def is_property(shape: Shape, name: str) -> bool:
    """Whether an attribute of values of a shape is computed by the rules, who may do anything."""
    if isinstance(shape, Maybe):
        return is_property(shape.item, name)
    if not isinstance(shape, Record | Member) or shape.kind is None:
        return False
    return isinstance(getattr(shape.kind, name, None), property | cached_property)


def record_fields(kind: type[Any]) -> tuple[str, ...]:
    """Return the names of the fields of a record class."""
    if issubclass(kind, tuple):
        return tuple(kind._fields)  # type: ignore[attr-defined]
    if dataclasses.is_dataclass(kind):
        return tuple(each.name for each in dataclasses.fields(kind))
    return plain_attributes(kind)  # type: ignore[arg-type]


def never_equal(a: Shape, b: Shape) -> bool:
    """Whether no value of one shape equals one of the other, as far as the shapes tell.

    >>> never_equal(Record((Text(), Integer())), Record((Integer(), Integer())))
    True
    >>> never_equal(Truth(), Integer())
    False
    """
    if isinstance(a, Maybe) or isinstance(b, Maybe) or Fixed in (type(a), type(b)):
        return False
    if isinstance(a, Record) and isinstance(b, Record):
        return _never_equal_records(a, b)
    for row, other in ((a, b), (b, a)):
        if isinstance(row, Row) and isinstance(other, Row):
            return False  # both may be empty
        if isinstance(row, Row) and isinstance(other, Record) and other.is_tuple:
            return any(never_equal(row.item, item) for item in other.items)
    return _sort(a) != _sort(b)


def _never_equal_records(a: Record, b: Record) -> bool:
    if not (a.is_tuple and b.is_tuple):
        if a.kind is not b.kind:
            return True
    elif len(a.items) != len(b.items):
        return True
    return any(map(never_equal, a.items, b.items))


def _sort(shape: Shape) -> object:
    """Return what must be equal in shapes with equal values."""
    match shape:
        case Member(kind=kind):
            return "number" if issubclass(kind, int) else "text" if issubclass(kind, str) else kind
        case Integer() | Truth() | Ratio() | Number():
            return "number"
        case Text() | Letters() | Names():
            return "text"
        case Row() | Record():
            return "tuple"
        case Cards():
            return "deck"
    return type(shape)
