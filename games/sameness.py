"""When two values of the rules are the same: one type and the same content, all the way down.

For Python `1 == True == 1.0`, NamedTuples of two classes with equal items are equal, and a
class may say that all its objects are.  Whatever merges equal values (states, views,
results) asks `identity` instead:

    numbers, texts, ranges           by type and value; -0.0 is not 0.0
    tuples, frozensets, dataclasses  by type and all items or fields, also those that
                                     `compare=False` leaves out
    members of an Enum               by the member
    functions, classes, sentinels    the same only if they are one object

Refused are values that may change, such as lists, and classes with an equality of their own:
to merge more, let the values hold only what matters.
"""

import enum
import sys
from abc import ABC
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, partial
from gc import get_referents
from operator import is_
from random import Random
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType, ModuleType
from typing import Any, Generic, Protocol, TypeVar

from montmort.games.errors import BadInput
from montmort.games.validation import quote

Item = TypeVar("Item")
Content = TypeVar("Content")
Read = Callable[[Any], Hashable]
Order = Callable[[list[Any]], list[Any]]

PLAIN = frozenset({int, str, type(None)})  # values of these types are their own identities
CHANGEABLE = (list, dict, set, bytearray)
SINGLE = (object, BuiltinFunctionType, ModuleType, EllipsisType)  # without content: by identity
LIBRARIES = ("flint", "numpy", "sympy")  # whose values are compared by type and ==
_TRUE, _FALSE = (bool, 1), (bool, 0)
_ALL = slice(None)
BASES = (Generic, Protocol, ABC)  # say nothing of the content


def identity(value: Any) -> Hashable:
    """Return a key: two values have equal keys if and only if they are the same.

    BadInput for a value that may change, or whose class has an equality of its own.

    >>> identity((1, "ace")), identity(True), identity((2, True))
    ((1, 'ace'), (<class 'bool'>, 1), (<class 'tuple'>, (2, (<class 'bool'>, 1))))
    >>> identity((1, [2]))
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: [2] may change, so it cannot be part of a state, a view ...
    """
    kind = type(value)
    if kind in PLAIN or (kind is tuple and PLAIN.issuperset(map(type, value))):
        return value  # type: ignore[no-any-return]  # every other key begins with a class
    if kind is bool:
        return _TRUE if value else _FALSE
    try:
        return _reader(kind)(value)  # type: ignore[arg-type]  # classes are hashable
    except RecursionError:
        raise BadInput(
            f"a {kind.__name__} holds itself, or others hundreds of levels deep, so it cannot be "
            "part of a state, a view or a result: keep it flat, in one tuple"
        ) from None


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values have one type and the same content, all the way down.

    >>> is_same((1, 2), (1, 2)), is_same(1, True), is_same(0.0, -0.0)
    (True, False, False)
    """
    kind: type = type(one)
    if one is other or kind is not type(other):
        return one is other or (Turned in (kind, type(other)) and identity(one) == identity(other))
    if kind in PLAIN:
        return bool(one == other)
    if kind is tuple or _is_row(kind):  # type: ignore[arg-type]  # classes are hashable
        items, others = _items(one), _items(other)
        if PLAIN.issuperset(map(type, items)) and PLAIN.issuperset(map(type, others)):
            return items == others
        return len(items) == len(others) and all(map(is_same, items, others))
    return identity(one) == identity(other)


def is_fixed(value: Any) -> bool:
    """Return whether a value surely stays as it is: numbers and texts, and tuples of them.

    >>> is_fixed((1, "ace")), is_fixed((1, []))
    (True, False)
    """
    kind = type(value)
    return kind in PLAIN or (
        (kind is tuple or _is_row(kind))  # type: ignore[arg-type]  # classes are hashable
        and PLAIN.issuperset(map(type, _items(value)))
    )


def _items(value: Any) -> tuple[Any, ...]:
    """Return what a tuple holds, whatever its class says."""
    return tuple.__getitem__(value, _ALL)


ORDERS: tuple[tuple[int, Order], ...] = (  # for sets of so many items or more
    (2, lambda items: items[::-1]),
    (3, lambda items: items[1:] + items[:1]),
    (3, lambda items: items[-1:] + items[:-1]),
    (4, lambda items: Random(0).sample(items, len(items))),
    (4, lambda items: Random(1).sample(items, len(items))),
)


class Listings:
    """How often items of `Turned` sets have been listed: nothing that rules could reach."""

    count = 0


class Turned(frozenset[Any]):
    """A frozenset that lists its items in the order in which it got them, and counts that."""

    __slots__ = ("_items",)
    _items: tuple[Any, ...]

    @classmethod
    def of(cls, items: Iterable[Any]) -> "Turned":
        """Return the frozenset of the items."""
        found = cls(items)
        found._items = tuple(items)
        return found

    def __iter__(self) -> Iterator[Any]:
        Listings.count += 1
        return iter(self._items)


def in_order(value: Any) -> Any:
    """Return the value with its frozensets made anew, in an order that follows from their items.

    Python lists the items of equal frozensets in different orders, as they came to be.

    >>> [*in_order((1, frozenset([8, 0])))[1]] == [*in_order((1, frozenset([0, 8])))[1]]
    True
    """
    return _with_sets(value, lambda items: frozenset(sorted(items, key=_place)))


def other_orders(value: Any) -> Iterator[Any]:
    """Yield the value with the items of its frozensets in other orders, as in ORDERS.

    None where no frozenset has two items; only the first where none has three; and no further
    one if nobody has listed the items of the one before.

    >>> [[*found[1]] for found in other_orders((1, frozenset([0, 1, 2])))]
    [[2, 1, 0], [1, 2, 0], [2, 0, 1]]
    """
    for least, order in ORDERS:
        found = _with_sets(value, partial(_turned, order), least)
        if found is value:
            return
        listings = Listings.count
        yield found
        if Listings.count == listings:
            return


def _turned(order: Order, items: list[Any]) -> Turned:
    return Turned.of(order(items))


def has_orders(value: Any) -> bool:
    """Return whether a value has a frozenset of two items or more."""
    return next(other_orders(value), value) is not value


def _place(item: Any) -> str:
    return repr(identity(item))


def _with_sets(value: Any, made: Callable[[list[Any]], frozenset[Any]], least: int = 2) -> Any:
    """Return the value with frozensets made of the items of its own, where these are enough."""
    kind = type(value)
    if kind in PLAIN or kind is bool:
        return value
    if kind is frozenset:
        items = [_with_sets(item, made, least) for item in value]
        if len(items) >= least:
            return made(items)
        return value if all(map(is_, items, value)) else frozenset(items)
    if isinstance(value, tuple):
        items = [_with_sets(item, made, least) for item in tuple.__iter__(value)]
        held = getattr(value, "__dict__", {})
        parts = {name: _with_sets(part, made, least) for name, part in held.items()}
        if all(map(is_, [*items, *parts.values()], [*value, *held.values()])):
            return value
        found = tuple.__new__(kind, items)
        getattr(found, "__dict__", {}).update(parts)
        return found
    if is_dataclass(value):
        parts = {each.name: getattr(value, each.name, None) for each in fields(value)}
        new = {name: _with_sets(part, made, least) for name, part in parts.items()}
        changed = {name: part for name, part in new.items() if part is not parts[name]}
        return _replaced(value, changed) if changed else value
    return value


def _replaced(value: Any, parts: dict[str, Any]) -> Any:
    """Return a copy of a dataclass with other parts."""
    found = object.__new__(type(value))
    kept = {name: getattr(value, name) for name in slots_of(type(value)) if hasattr(value, name)}
    for name, part in {**getattr(value, "__dict__", {}), **kept, **parts}.items():
        object.__setattr__(found, name, part)
    return found


class Numbering(Generic[Item]):
    """Values numbered 0, 1, … in the order in which they are met; the same ones have one number.

    >>> met = Numbering()
    >>> [met.number(value) for value in (1, True, 1)], met.values
    ([0, 1, 0], [1, True])
    """

    def __init__(self, values: Iterable[Item] = ()) -> None:
        self.values: list[Item] = []
        self._numbers: dict[Hashable, int] = {}
        for value in values:
            self.number(value)

    def number(self, value: Item) -> int:
        """Return the number of a value, the next one for a value that is new."""
        key = identity(value)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.values)
            self.values.append(value)
        return number

    def find(self, value: object) -> int | None:
        """Return the number of a value, None if it has not been met."""
        return self._numbers.get(identity(value))


def table_of(items: Iterable[tuple[Item, Content]], what: str) -> dict[Item, Content]:
    """Return a mapping; BadInput for two keys that differ and are equal for Python.

    >>> table_of([(1, "a"), (2, "b")], "views")
    {1: 'a', 2: 'b'}
    >>> table_of([(1, "a"), (True, "b")], "views")
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: the views 1 (int) and True (bool) are equal for Python, ...
    """
    found: dict[Item, Content] = {}
    keys: dict[Item, Item] = {}
    for key, content in items:
        first = _first(keys, key)
        if first is not key:
            _check_same(first, key, what)
        found[key] = content
    return found


def sums_of(items: Iterable[tuple[Item, Any]], what: str = "results") -> dict[Item, Any]:
    """Return the amounts added by value; BadInput for values that only Python takes for equal.

    Equal integers and Fractions are one value here: they are numbers that are counted.

    >>> sums_of([((1,), 2), ((Fraction(1),), 3)])
    {(1,): 5}
    """
    found: dict[Item, Any] = {}
    keys: dict[Item, Item] = {}
    for key, amount in items:
        first = _first(keys, key)
        if first is not key and not _is_one_number(first, key):
            _check_same(first, key, what)
        found[first] = found[first] + amount if first in found else amount
    return found


def _first(keys: dict[Item, Item], key: Item) -> Item:
    """Return the first key that is equal for Python; BadInput for one that may change."""
    try:
        return keys.setdefault(key, key)
    except TypeError:
        identity(key)  # says why
        raise


def _is_one_number(one: Any, other: Any) -> bool:
    """Return whether values that are equal for Python differ at most in int for Fraction."""
    if {type(one), type(other)} <= {int, Fraction}:
        return True
    if type(one) is type(other) and isinstance(one, tuple):
        return all(map(_is_one_number, one, other))
    return is_same(one, other)


def _check_same(one: object, other: object, what: str) -> None:
    if not is_same(one, other):
        raise BadInput(
            f"the {what} {_typed(one)} and {_typed(other)} are equal for Python, and differ: "
            "no table can hold both; let them differ in a field or an item"
        )


def _typed(value: object) -> str:
    """Return a value in words that say its class."""
    name, shown = type(value).__name__, quote(value)
    return shown if name in shown else f"{shown} ({name})"


class _One:
    """An object as a key: equal to itself alone."""

    __slots__ = ("_thing",)

    def __init__(self, thing: object) -> None:
        self._thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _One) and self._thing is other._thing

    def __hash__(self) -> int:
        return id(self._thing)


@cache
def _reader(kind: type[Any]) -> Read:
    """Return the function that makes keys of the values of a class."""
    if kind is Turned:
        return _reader(frozenset)
    if kind in _CONTENT:
        read = _CONTENT[kind]
        return lambda value: (kind, read(value))
    library = str(kind.__module__).partition(".")[0]
    if library in LIBRARIES and kind.__hash__ is not None:
        return _of_numpy if library == "numpy" else lambda value: (kind, value)
    if kind.__hash__ is None or issubclass(kind, CHANGEABLE) or hasattr(kind, "__next__"):
        return _refuse_change
    _check_equality(kind)
    if issubclass(kind, type) or kind in SINGLE:
        return lambda thing: (kind, _One(thing))
    if issubclass(kind, enum.Enum):
        return lambda member: (kind, member._name_ or identity(member._value_))
    return _of_class(kind)


def _of_class(kind: type[Any]) -> Read:
    """Return the reader of a class of the rules."""
    base = next(base for base in kind.__mro__ if base not in BASES and not _is_written(base))
    if base is frozenset:
        return _refuse_set
    attributes = _attributes_reader(kind)
    if base is tuple and attributes is None:
        return partial(_of_row, kind)
    if base in _CONTENT:
        read = _CONTENT[base]
        if attributes is None:
            return lambda value: (kind, read(value))
        return lambda value: (kind, read(value), attributes(value))
    if base is not object:
        return _refuse_unknown
    if attributes is None:
        return lambda thing: (kind, _One(thing))
    if _source_of_equality(kind) is object:
        return lambda thing: (kind, _One(thing)) if not attributes(thing) else _refuse_object(thing)
    return lambda value: (kind, attributes(value))


def _of_row(kind: type[Any], value: Any) -> Hashable:
    """Return the key of a tuple of a class, such as a NamedTuple."""
    items = _items(value)
    if PLAIN.issuperset(map(type, items)):
        return kind, items
    return kind, tuple([item if type(item) in PLAIN else identity(item) for item in items])


@cache
def _is_row(kind: type[Any]) -> bool:
    """Return whether the values of a class are tuples, with nothing beside their items."""
    if not issubclass(kind, tuple) or kind is tuple:
        return False
    read = _reader(kind)
    return isinstance(read, partial) and read.func is _of_row


def _check_equality(kind: type[Any]) -> None:
    """Raise BadInput for a class with an equality of its own, one that no dataclass made."""
    base = _source_of_equality(kind)
    if _is_written(base) and not _is_made_by_dataclass(base):
        raise BadInput(
            f"{kind.__name__} has an equality of its own ({base.__name__}.__eq__), so nobody can "
            "know which of its objects play alike: take a NamedTuple or a frozen dataclass that "
            "holds only what matters; objects of equal content are then one"
        )


def _source_of_equality(kind: type[Any]) -> type[Any]:
    return next(base for base in kind.__mro__ if "__eq__" in vars(base))


def _is_written(kind: type[Any]) -> bool:
    """Return whether a class was written by an author of rules, not for Python's own library."""
    return str(kind.__module__).partition(".")[0] not in sys.stdlib_module_names


def _is_made_by_dataclass(kind: type[Any]) -> bool:
    code = getattr(vars(kind)["__eq__"], "__code__", None)
    is_generated = getattr(code, "co_filename", "") == "<string>"
    return "__dataclass_params__" in vars(kind) and is_generated


def _attributes_reader(kind: type[Any]) -> Read | None:
    """Return the function that makes a key of an object's attributes; None without any."""
    slots, caches = slots_of(kind), cached_names(kind)
    if not slots and not kind.__dictoffset__:
        return None

    def attributes(value: Any) -> Hashable:
        held = [(name, identity(getattr(value, name))) for name in slots if hasattr(value, name)]
        for name, part in getattr(value, "__dict__", {}).items():
            if name in caches:
                _check_cached(value, name, part)
            else:
                held.append((name, identity(part)))
        return frozenset(held)

    return attributes


def slots_of(kind: type[Any]) -> list[str]:
    """Return the names of the attributes that objects of a class have in slots.

    >>> class Pair:
    ...     __slots__ = ("one", "__two")
    >>> slots_of(Pair)
    ['one', '_Pair__two']
    """
    found = []
    for base in kind.__mro__:
        names = vars(base).get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            hidden = name.startswith("__") and not name.endswith("__")
            found.append(f"_{base.__name__.lstrip('_')}{name}" if hidden else name)
    return [name for name in found if name not in ("__dict__", "__weakref__")]


def cached_names(kind: type[Any]) -> frozenset[str]:
    """Return the names of a class's cached properties, which follow from the rest."""
    described = [item for base in kind.__mro__ for item in vars(base).items()]
    return frozenset(name for name, value in described if isinstance(value, cached_property))


def tables_of_cache(function: Any) -> list[dict[Any, Any]]:
    """Return the dictionaries in which a function of `functools.cache` keeps what it computed.

    >>> @cache
    ... def half(cards):
    ...     return cards // 2
    >>> half(52), tables_of_cache(half)
    (26, [{52: 26}])
    """
    parts = get_referents(function)
    return [part for part in parts if isinstance(part, dict) and part is not vars(function)]


def _check_cached(value: object, name: str, part: object) -> None:
    """Raise BadInput if a cached property holds something else than what it computes."""
    computed = getattr(type(value), name).func(value)
    try:
        same = is_same(computed, part)
    except BadInput:  # it may change, and is compared as Python does
        same = type(computed) is type(part) and computed == part
    if not same:
        raise BadInput(
            f"{type(value).__name__}.{name} is a cached property, which follows from the rest, and "
            "was set to something else: make it a field"
        )


def _refuse_change(value: object) -> Hashable:
    raise BadInput(
        f"{quote(value)} may change, so it cannot be part of a state, a view or a result: "
        "use tuples, frozensets, NamedTuples or frozen dataclasses"
    )


def _refuse_object(value: object) -> Hashable:
    raise BadInput(
        f"each {type(value).__name__}(…) equals itself alone, whatever it holds, so it cannot be "
        "part of a state, a view or a result: make it a NamedTuple or a frozen dataclass"
    )


def _refuse_set(value: object) -> Hashable:
    raise BadInput(
        f"{quote(value)} has a class of its own, {type(value).__name__}, so nobody can try whether "
        "the order of its items matters: take a frozenset, in a field of a NamedTuple"
    )


def _refuse_unknown(value: object) -> Hashable:
    raise BadInput(
        f"two values like {quote(value)} cannot be compared by their content, so they cannot be "
        "part of a state, a view or a result: use tuples, NamedTuples or frozen dataclasses"
    )


def _numbered(value: Any) -> Any:
    """Return a number; BadInput for nan, which equals nothing, and for Python is in what has it."""
    if value != value:  # so nan is told
        raise BadInput(
            f"{value!r} does not equal itself, so it cannot be part of a state, a view or a result"
        )
    return value


def _of_numpy(value: Any) -> Hashable:
    """Return the key of a number or a function of numpy."""
    if callable(value):
        return type(value), _One(value)
    if not hasattr(value, "dtype"):
        return _refuse_unknown(value)
    return type(value), value.dtype.str, value.tobytes()


def _of_method(value: MethodType) -> Hashable:
    return identity(value.__self__), _One(value.__func__)


def _of_function(value: FunctionType) -> Hashable:
    held = [cell.cell_contents for cell in value.__closure__ or ()]
    return _One(value), tuple(map(identity, [*held, *vars(value), *vars(value).values()]))


_CONTENT: dict[type, Read] = {
    int: int.__index__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    float: lambda value: _numbered(value).hex(),
    complex: lambda value: (_numbered(value).real.hex(), value.imag.hex()),
    Fraction: lambda value: (value.numerator, value.denominator),
    Decimal: lambda value: _numbered(value).as_tuple(),
    range: lambda value: (value.start, value.stop, value.step),
    tuple: lambda value: tuple(
        [item if type(item) in PLAIN else identity(item) for item in tuple.__iter__(value)]
    ),
    frozenset: lambda value: frozenset(map(identity, frozenset.__iter__(value))),
    FunctionType: _of_function,
    MethodType: _of_method,
}
