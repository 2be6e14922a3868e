"""Cached functions: Python answers with what it has computed for equal arguments.

Equal arguments may be of different types: True and 1, or a NamedTuple and another of the same
content.  Then what a cached function returns depends on what it was asked before.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.errors import BadInput
from montmort.games.sameness import is_same, tables_of_cache
from montmort.machine.constants import parts_of, shape_of
from montmort.machine.frame import Frame, Value
from montmort.machine.shapes import (
    Cards,
    Fixed,
    Integer,
    Letters,
    Maybe,
    Member,
    NoCommonShape,
    Ratio,
    Record,
    Row,
    Shape,
    Text,
    Truth,
    hides_types,
    join,
    may_change,
    never_equal,
)


def check_cached(frame: Frame, called: Any, args: Sequence[Value]) -> None:
    """Refuse arguments for which the cache may have the result of others that are equal."""
    shapes = [
        shape_of(value.shape.value) if isinstance(value.shape, Fixed) else value.shape
        for value in args
    ]
    if any(may_change(shape) or hides_types(shape) for shape in shapes):
        frame.refuse("a cached function of what may change, or of integers and truth values")
    known = frame.program.cached.setdefault(called, [])
    if shapes in known:
        return
    for before in known:
        pairs = [*zip(before, shapes, strict=False)]
        if not all(map(_is_alike, *zip(*pairs, strict=True))) and not any(
            _differ(*pair) for pair in pairs
        ):
            frame.refuse("a cached function of values of different types that may be equal")
    if any(_are_look_alikes(each, shapes) for each in _remembered(called)):
        frame.refuse("a cached function that was called before for values that may be equal")
    known.append(shapes)


def _differ(a: Shape, b: Shape) -> bool:
    """Whether no value of one shape equals one of the other, constants included."""
    if isinstance(a, Fixed) and isinstance(b, Fixed):
        return bool(a.value != b.value)
    return never_equal(a, b)


def _is_alike(a: Shape, b: Shape) -> bool:
    """Whether equal values of two shapes have the same type."""
    try:
        return not hides_types(join(a, b))
    except NoCommonShape:
        return False


def _remembered(function: Any) -> list[tuple[Any, ...]]:
    """Return the arguments whose results a cached function has, those by name at the end.

    The cache is a dictionary.  Its keys are the arguments, or a tuple of them; a mark stands
    before the names and the values of those that were given by name.
    """
    if not function.cache_info().currsize or function.cache_parameters()["typed"]:
        return []
    found = []
    for key in chain.from_iterable(tables_of_cache(function)):
        args = key if type(key) is tuple else (key,)
        mark = next((k for k, each in enumerate(args) if type(each) is object), len(args))
        found.append((*args[:mark], *args[mark + 2 :: 2]))
    return found


def _are_look_alikes(values: Sequence[Any], shapes: Sequence[Shape]) -> bool:
    """Whether values may be equal to others of these shapes, and are of other types.

    >>> _are_look_alikes([True], [Integer()]), _are_look_alikes([1], [Integer()])
    (True, False)
    """
    pairs = [*zip(values, shapes, strict=False)]
    return len(values) == len(shapes) and (
        all(_may_equal(*pair) for pair in pairs) and any(_is_look_alike(*pair) for pair in pairs)
    )


def _may_equal(value: Any, shape: Shape) -> bool:
    if isinstance(shape, Fixed):
        return bool(value == shape.value)
    return not never_equal(shape_of(value), shape)


def _is_look_alike(value: Any, shape: Shape) -> bool:
    """Whether a value may be equal to one of a shape that has another type."""
    match shape:
        case Fixed(value=known):
            return value is not known and bool(value == known) and not _is_same(value, known)
        case Maybe(item=item):
            return value is not None and _is_look_alike(value, item)
        case Integer() | Truth() | Ratio() | Member():
            wanted = {Integer: int, Truth: bool, Ratio: Fraction}.get(type(shape))
            kind = shape.kind if isinstance(shape, Member) else wanted
            return isinstance(value, int | str | Fraction) and type(value) is not kind
        case Text() | Letters():
            return isinstance(value, str) and type(value) is not str
        case Cards(kinds=kinds):
            return isinstance(value, Deck) and _is_look_alike(value.kinds, Fixed(kinds))
        case Record(items=items, kind=kind):
            if not isinstance(value, tuple) and type(value) is not kind:
                return False
            parts = tuple(value) if isinstance(value, tuple) else parts_of(value)
            return _of_other_class(value, parts, kind, items)
        case Row(item=item, kind="tuple"):
            return isinstance(value, tuple) and _of_other_class(
                value, tuple(value), None, [item] * len(value)
            )
    return False


def _is_same(value: Any, known: Any) -> bool:
    """Whether equal values are the same; not where nobody can know."""
    try:
        return is_same(value, known)
    except BadInput:
        return False


def _of_other_class(
    value: Any, parts: Sequence[Any], kind: type[Any] | None, items: Iterable[Shape]
) -> bool:
    """Whether a value may be equal to one of a class with such items, and is another one."""
    shapes = [*items]
    if type(value) is (kind or tuple):
        return _are_look_alikes(parts, shapes)
    return len(parts) == len(shapes) and all(map(_may_equal, parts, shapes))
