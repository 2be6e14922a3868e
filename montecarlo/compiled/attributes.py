"""Attributes: of constants (modules, classes, enums, Rules), and of values of the play."""

import enum
import functools
from dataclasses import is_dataclass
from types import FunctionType, MethodType, ModuleType
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled import decks
from montmort.montecarlo.compiled.kinds import (
    RANDOM,
    Known,
    Member,
    Ratio,
    Record,
    Value,
    field_names,
    parts,
    widened,
)
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import chosen_item
from montmort.montecarlo.compiled.values import constant, is_known, known

MISSING: Any = object()


def attribute(scope: Scope, value: Value, name: str) -> Value:
    """Return `value.name`."""
    if decks.is_deck(value):
        found = decks.attribute(scope, value, name)
        if found is not None:
            return found
    if is_known(value):
        return _of_constant(scope, constant(value), name)
    kind = value.kind
    if isinstance(kind, Record) and kind.cls is not None:
        names = field_names(kind.cls)
        if name in names:
            return parts(value)[names.index(name)]
        return _of_class(scope, kind.cls, value, name)
    if isinstance(kind, Member):
        return _of_member(scope, kind.enum, value, name)
    if isinstance(kind, Ratio) and name in ("numerator", "denominator"):
        return Value(widened(Known(0)), (value.leaves[name == "denominator"],))
    if kind == RANDOM:
        scope.refuse(f"chance.{name} is read", "use chance.pick(weights)")
    return scope.refuse(f"the attribute {name} of {kind} is read")


def _of_member(scope: Scope, cls: type[enum.Enum], value: Value, name: str) -> Value:
    members = list(cls)
    if name in ("value", "name", "_value_", "_name_"):
        return chosen_item(scope, [known(getattr(m, name)) for m in members], value.leaf)
    if all(name in vars(member) for member in members):
        return chosen_item(scope, [known(vars(m)[name]) for m in members], value.leaf)
    return _of_class(scope, cls, value, name)


def in_class(cls: type, name: str) -> Any:
    """Return what a class and its bases define under a name, or MISSING."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return MISSING


def method_of(value: Value, name: str) -> FunctionType | None:
    """Return the method of a value of the play that is written in Python."""
    kind = value.kind
    cls: type | None = None
    if isinstance(kind, Record):
        cls = kind.cls
    elif isinstance(kind, Member):
        cls = kind.enum
    elif isinstance(kind, Known) and not isinstance(kind.value, type | ModuleType):
        cls = type(kind.value)
    found = in_class(cls, name) if cls is not None else None
    return found if isinstance(found, FunctionType) else None


def _of_class(scope: Scope, cls: type, value: Value, name: str) -> Value:
    found = in_class(cls, name)
    if isinstance(found, property) and isinstance(found.fget, FunctionType):
        return scope.call(known(found.fget), value)
    if isinstance(found, functools.cached_property) and isinstance(found.func, FunctionType):
        return scope.call(known(found.func), value)
    if isinstance(found, staticmethod):
        return known(found.__func__)
    if isinstance(found, FunctionType | classmethod) or found is MISSING:
        scope.refuse(f"the attribute {name} of {cls.__name__} is read", "call it")
    return known(found)


def _of_constant(scope: Scope, value: Any, name: str) -> Value:
    if isinstance(value, ModuleType):
        return _checked(scope, getattr(value, name, MISSING), name)
    if isinstance(value, type):
        return _of_type(scope, value, name)
    if isinstance(value, enum.Enum):
        if name in ("value", "name"):
            return known(getattr(value, name))
        if name in vars(value):
            return known(vars(value)[name])
        return _of_class(scope, type(value), known(value), name)
    cls = type(value)
    if in_class(cls, "__getattr__") is not MISSING:
        scope.refuse(f"{cls.__name__} computes its attributes")
    found = in_class(cls, name)
    if isinstance(found, functools.cached_property):  # computed once: a constant as well
        return _checked(scope, getattr(value, name), name)
    if isinstance(found, property | staticmethod):
        return _of_class(scope, cls, known(value), name)
    if isinstance(found, FunctionType):
        return known(MethodType(found, value))
    if is_dataclass(value) or isinstance(value, tuple) or name in getattr(value, "__dict__", {}):
        return _checked(scope, getattr(value, name, MISSING), name)
    if isinstance(value, functools.partial | int | Deck) or found is not MISSING:
        return _checked(scope, getattr(value, name, MISSING), name)
    return scope.refuse(f"the attribute {name} of {Known(value)} is read")


def _of_type(scope: Scope, cls: type, name: str) -> Value:
    if issubclass(cls, enum.Enum) and name in cls.__members__:
        return known(cls.__members__[name])
    found = in_class(cls, name)
    if isinstance(found, staticmethod):
        return known(found.__func__)
    if isinstance(found, classmethod):
        return known(MethodType(found.__func__, cls))
    if isinstance(found, property):
        scope.refuse(f"the property {name} of a class is read")
    return _checked(scope, getattr(cls, name, MISSING), name)


def _checked(scope: Scope, found: Any, name: str) -> Value:
    if found is MISSING:
        scope.refuse(f"there is no attribute {name}")
    return known(found)
