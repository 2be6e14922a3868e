"""When two values of the rules are the same, for `--rules`; this file stands beside `check.py`.

For Python `1 == True == Fraction(1)`, tuples of two classes are equal if their items are, and a
class may say that all its objects are.  Here values are the same only if they have one type and the
same content, all the way down.
"""

import dataclasses
import enum
import site
import sys
import sysconfig
from abc import ABC
from collections.abc import Callable, Hashable, Iterator
from copy import deepcopy
from decimal import Decimal
from fractions import Fraction
from functools import cache, cached_property, wraps
from operator import is_
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType, ModuleType
from typing import Any, Generic, Protocol
from weakref import WeakKeyDictionary

LIBRARIES = ("flint", "mpmath", "numpy", "sympy")  # whose values are compared by type and ==
CONTENT: dict[type, Callable[[Any], Hashable]] = {
    bool: int,
    int: int.__index__,
    str: str.__str__,
    bytes: bytes.hex,
    float: lambda number: numbered(number).hex(),
    complex: lambda number: (numbered(number).real.hex(), number.imag.hex()),
    Fraction: Fraction.as_integer_ratio,
    Decimal: lambda number: numbered(number).as_tuple(),
    range: lambda value: (value.start, value.stop, value.step),
    tuple: lambda items: keys(tuple(tuple.__iter__(items))),
    frozenset: lambda items: frozenset(map(key, frozenset.__iter__(items))),
}
PLAIN = frozenset((int, str, type(None)))
PLACES = tuple(  # of Python's library and installed packages
    {
        *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        site.getusersitepackages(),
    }
    - {None, ""}
)
# Cached functions of the rules: what they have given out that may change, and copies of it.
TELLING = WeakKeyDictionary[Any, list[tuple[Any, Any]]]()
SINGLE = (object, type, FunctionType, BuiltinFunctionType, ModuleType, EllipsisType)
NO_CONTENT = (Generic, Protocol, ABC)


class CannotWalk(Exception):
    """The rules cannot be walked; the message is a sentence about why."""


class Itself:
    """An object as a key, equal to itself alone."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.thing is other.thing

    def __hash__(self) -> int:
        return id(self.thing)


def key(value: Any) -> Hashable:
    """Return what is equal for two values if and only if they are the same.

    >>> key(1) == key(True), key((1, "a")) == key((1, "a")), key((1,)) == key((Fraction(1),))
    (False, True, False)
    """
    kind = type(value)
    if kind is int or kind is str or value is None:
        return value  # type: ignore[no-any-return]
    if kind is Turned:
        kind = frozenset
    try:
        return kind, reader_of(kind)(value)  # type: ignore[arg-type]
    except RecursionError:
        raise CannotWalk(f"a {kind.__name__} holds others hundreds of levels deep") from None


def keys(items: tuple[Any, ...]) -> tuple[Hashable, ...]:
    """Return the keys of items; integers, words and None are their own."""
    return items if PLAIN.issuperset(map(type, items)) else tuple(map(key, items))


class Turned(frozenset[Any]):
    """A frozenset that lists its items in another order, and notes that somebody asked for it."""

    __slots__ = ("items", "listed")
    items: list[Any]
    listed: list[object]

    def __iter__(self) -> Iterator[Any]:
        self.listed.append(self)
        return iter(self.items)


Order = Callable[[list[Any]], list[Any]]
ORDERS: tuple[tuple[int, Order], ...] = (  # of so many items or more
    (2, lambda items: items[::-1]),
    (3, lambda items: items[1:] + items[:1]),
    (3, lambda items: items[-1:] + items[:-1]),
    (4, lambda items: items[::2] + items[1::2]),
    (4, lambda items: items[len(items) // 2 :] + items[: len(items) // 2][::-1]),
)


def other_orders(value: Any) -> Iterator[Any]:
    """Yield a value with its frozensets in other orders, until nobody asks for an order.

    >>> [[*other[1]] for other in other_orders((1, frozenset([0, 1, 2])))]
    [[2, 1, 0], [1, 2, 0], [2, 0, 1]]
    """
    for least, order in ORDERS:
        listed: list[object] = []
        reordered = turned(value, least, order, listed)
        if reordered is value:
            return
        yield reordered
        if not listed:
            return


def turned(value: Any, least: int, order: Order, listed: list[object]) -> Any:
    """Return a value with its frozensets of so many items in an order; itself if it has none."""
    kind = type(value)
    if kind is frozenset:
        items = [turned(item, least, order, listed) for item in value]
        if len(items) < least:
            return value if all(map(is_, items, value)) else frozenset(items)
        turned_set = Turned(order(items))
        turned_set.items, turned_set.listed = order(items), listed
        return turned_set
    is_record = dataclasses.is_dataclass(value) and not isinstance(value, type)
    if not is_record and not isinstance(value, tuple):
        return value
    old = {**dict(slots(value)), **held(value)}
    parts = {name: turned(part, least, order, listed) for name, part in old.items()}
    if isinstance(value, tuple):
        inside = [turned(item, least, order, listed) for item in tuple.__iter__(value)]
        if all(map(is_, [*inside, *parts.values()], [*value, *old.values()])):
            return value
        other = tuple.__new__(kind, inside)
    elif all(map(is_, parts.values(), old.values())):
        return value
    else:
        other = object.__new__(kind)
    for name, part in parts.items():
        object.__setattr__(other, name, part)
    return other


def numbered(value: Any) -> Any:
    """Return a number; refuse nan, which equals nothing, and for Python is in what has it."""
    if value != value:
        raise CannotWalk(f"{value!r} does not equal itself: no state, view or result can have it")
    return value


def asked_as(value: Any) -> Hashable:
    """Return what an argument of a cached function is known by: its content, or the object."""
    by_object = getattr(type(value), "__hash__", None) is object.__hash__
    return Itself(value) if by_object else key(value)


def telling_apart(*given: Any, **_limits: Any) -> Any:
    """Stand in for `functools.cache` and `lru_cache` while rules are read.

    Python's caches take equal arguments for one: a red four for a black one, 1 for True.

    >>> kind = telling_apart(type)
    >>> kind(1), kind(True)
    (<class 'int'>, <class 'bool'>)
    """
    if not given or not callable(given[0]):
        return telling_apart
    function, results = given[0], dict[Hashable, Any]()

    @wraps(function, updated=())
    def call(*args: Any, **named: Any) -> Any:
        arguments = (
            *map(asked_as, args),
            *((name, asked_as(x)) for name, x in sorted(named.items())),
        )
        if arguments not in results:
            result = function(*args, **named)
            try:
                key(result)
            except CannotWalk:  # it may change
                same = deepcopy(result)
                if same != result:
                    raise
                TELLING[call].append((result, same))
            results[arguments] = result
        return results[arguments]

    TELLING[call] = []
    call.cache_clear = results.clear  # type: ignore[attr-defined]
    call.cache_info = lambda: (0, 0, None, len(results))  # type: ignore[attr-defined]
    return call


def may_change(value: Any) -> bool:
    """Return whether a value that has a key holds an object with attributes, which can be set.

    >>> may_change((1, ("a", Fraction(1)))), may_change((1, Itself(2)))
    (False, True)
    """
    kind = type(value)
    if isinstance(value, tuple | frozenset) and not (kind.__dictoffset__ or slot_names(kind)):  # type: ignore[arg-type]
        return any(map(may_change, value))
    return value is not None and kind not in CONTENT


@cache
def reader_of(kind: type[Any]) -> Callable[[Any], Hashable]:
    """Return what reads the content of a class's values; it refuses those that may change."""
    if kind in CONTENT:
        return CONTENT[kind]
    if kind.__hash__ is None or issubclass(kind, list | dict | set) or hasattr(kind, "__next__"):
        return refusal("may change")
    if str(kind.__module__).partition(".")[0] in LIBRARIES:
        return lambda value: (getattr(value, "dtype", None), value)
    check_equality(kind)
    if issubclass(kind, enum.Enum):
        return lambda member: str(member.name)
    if kind is MethodType:
        return lambda method: (key(method.__self__), Itself(method.__func__))
    if kind is FunctionType:
        return function_key
    if issubclass(kind, type) or kind in SINGLE:
        return Itself
    base = next(
        parent for parent in kind.__mro__ if parent not in NO_CONTENT and not is_written(parent)
    )
    if base is frozenset:
        return refusal("has a class of its own, so the order of its items may matter")
    has_attributes = kind.__dictoffset__ or slot_names(kind)  # type: ignore[arg-type]
    if base in CONTENT and not has_attributes:
        return CONTENT[base]
    if base in CONTENT:
        return lambda value: (CONTENT[base](value), attributes(value))
    if base is not object:
        return refusal("cannot be compared by its content")
    if equality_of(kind) is object:
        alone = refusal("equals itself alone, whatever it holds")
        return lambda thing: alone(thing) if attributes(thing) else Itself(thing)
    return attributes


def function_key(function: FunctionType) -> Hashable:
    """Return what a function is known by: it, and all that it holds."""
    inside = [cell.cell_contents for cell in function.__closure__ or ()]
    return Itself(function), keys((*inside, *vars(function), *vars(function).values()))


def refusal(why: str) -> Callable[[Any], Hashable]:
    """Return what refuses a value, with the reason."""

    def refuse(value: object) -> Hashable:
        raise CannotWalk(
            f"{repr(value)[:80]} {why}, so it cannot be part of a state, a view or a result: take "
            "a tuple, a frozenset, a NamedTuple or a frozen dataclass"
        )

    return refuse


def check_equality(kind: type[Any]) -> None:
    """Refuse a class with an equality of its own, one that no dataclass has made."""
    base = equality_of(kind)
    made = getattr(vars(base)["__eq__"], "__code__", None)
    is_made = dataclasses.is_dataclass(base) and getattr(made, "co_filename", "") == "<string>"
    if is_written(base) and not is_made:
        raise CannotWalk(
            f"{kind.__name__} has an equality of its own ({base.__name__}.__eq__), so nobody can "
            "know which of its objects play alike: take a NamedTuple or a frozen dataclass"
        )


def equality_of(kind: type[Any]) -> type[Any]:
    """Return the class from which a class has its equality."""
    return next(base for base in kind.__mro__ if "__eq__" in vars(base))


def is_written(kind: type[Any]) -> bool:
    """Return whether a class is not one of Python's own library."""
    return str(kind.__module__).partition(".")[0] not in sys.stdlib_module_names


def attributes(value: Any) -> Hashable:
    """Return the attributes of an object without cached properties, which follow from the rest."""
    cached = cached_names(type(value))  # type: ignore[arg-type]
    content = {**dict(slots(value)), **held(value)}
    for name in cached & content.keys():
        part, computed = content.pop(name), getattr(type(value), name).func(value)
        if type(computed) is not type(part) or computed != part:
            raise CannotWalk(f"{name} of {repr(value)[:80]} is a cached property, and was set")
    return frozenset((name, key(part)) for name, part in content.items())


def held(value: object) -> dict[str, Any]:
    """Return the dictionary of an object's attributes, an empty one where it has none."""
    return getattr(value, "__dict__", {})


def slots(value: object) -> list[tuple[str, Any]]:
    """Return the attributes of an object that are in slots.

    >>> slots(Itself(3))
    [('thing', 3)]
    """
    names = slot_names(type(value))  # type: ignore[arg-type]
    return [(name, getattr(value, name)) for name in names if hasattr(value, name)]


@cache
def slot_names(kind: type[Any]) -> list[str]:
    """Return the names of a class's slots; before private ones Python writes the class."""
    listed = []
    for base in kind.__mro__:
        names = vars(base).get("__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            is_private = name.startswith("__") and not name.endswith("__")
            listed.append(f"_{base.__name__.lstrip('_')}{name}" if is_private else name)
    return [name for name in listed if name not in ("__dict__", "__weakref__")]


@cache
def cached_names(kind: type[Any]) -> set[str]:
    """Return the names of a class's cached properties."""
    named = [item for base in kind.__mro__ for item in vars(base).items()]
    return {name for name, value in named if isinstance(value, cached_property)}
