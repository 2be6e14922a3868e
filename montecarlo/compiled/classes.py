"""What the classes of the rules define themselves: their own code is not compiled as operators."""

from dataclasses import fields, is_dataclass
from functools import lru_cache

OPERATORS = frozenset(
    {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__", "__radd__", "__sub__"}
    | {"__rsub__", "__mul__", "__rmul__", "__floordiv__", "__mod__", "__pow__", "__and__", "__or__"}
    | {"__xor__", "__neg__", "__abs__", "__int__", "__index__", "__contains__", "__iter__"}
    | {"__len__", "__bool__", "__getitem__", "__getattribute__", "__getattr__", "__setattr__"}
)
BUILT_IN = frozenset({"builtins", "enum", "fractions", "numbers", "typing", "abc"})


def own_operators(cls: type) -> bool:
    """Return whether a class of the rules defines operators, which are not compiled."""
    return _defines(cls, OPERATORS)


@lru_cache(maxsize=1024)
def _defines(cls: type, names: frozenset[str]) -> bool:
    """Return whether a class has one of these methods, not made by dataclass."""
    return any(
        getattr(getattr(vars(base)[name], "__code__", None), "co_filename", "") != "<string>"
        for base in cls.__mro__
        if base.__module__ not in BUILT_IN
        for name in names & vars(base).keys()
    )


def peculiarity(cls: type) -> str:
    """Return what keeps a NamedTuple or dataclass from being just its fields; "" if nothing does.

    >>> from typing import NamedTuple
    >>> class Card(NamedTuple):
    ...     rank: int
    >>> class Ace(Card):
    ...     rank = property(lambda card: 1)
    >>> peculiarity(Card), peculiarity(Ace)
    ('', 'Ace redefines its field rank')
    """
    if own_operators(cls):
        return f"{cls.__name__} defines operators"
    for name in getattr(cls, "_fields", ()):
        first, *others = (vars(base)[name] for base in cls.__mro__ if name in vars(base))
        if any(other is not first for other in others):
            return f"{cls.__name__} redefines its field {name}"
    if is_dataclass(cls):
        if _defines(cls, frozenset({"__init__"})):
            return f"{cls.__name__} has an __init__ of its own"
        for each in fields(cls):
            if not each.compare:
                return f"{cls.__name__} does not compare its field {each.name}"
            if isinstance(getattr(cls, each.name, None), property):
                return f"{cls.__name__} redefines its field {each.name}"
    return ""
