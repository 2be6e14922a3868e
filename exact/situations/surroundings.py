"""What a play reads from outside, and that it stays as it is.

A play may read global tables, rules and strategies; it must not keep anything there
from one pick to the next, for that would be missing in its situations.  All that the
functions can reach by their names is found beforehand.  What could change is watched:
lists, dicts, sets and the attributes of objects must hold the same objects before
every pick.  What can neither be watched nor trusted makes the play unmerged.
"""

import enum
import gc
import types
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import _lru_cache_wrapper, cached_property, partial
from itertools import chain
from operator import is_
from types import FunctionType, MethodType
from typing import Any

import numpy as np

from montmort.exact.rational_functions.field import is_expression
from montmort.exact.situations.bytecode import is_trusted, names_read, refuse_object, used_of
from montmort.exact.situations.keys import DICTS, LISTS, Keys
from montmort.exact.situations.unmerged import Unmerged
from montmort.games.cards.deck import Deck

FIXED = frozenset((
    int, bool, str, bytes, float, complex, range, Fraction, types.NoneType, types.EllipsisType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.GenericAlias, types.UnionType,
    types.MemberDescriptorType, types.GetSetDescriptorType, types.CodeType,
))  # fmt: skip
SETS = (set, frozenset)


class Surroundings:
    """The objects that a function of chance can reach from its beginning.

    >>> table = [1, 2]
    >>> around = Surroundings(partial(lambda table, chance: table[chance.pick([1, 1])], table))
    >>> around.check()
    >>> table.append(3)
    >>> around.check()
    Traceback (most recent call last):
    ...
    montmort...Unmerged: the play changes [1, 2, 3], which is outside it
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        self.outside: dict[int, object] = {}  # by id
        self._watched: list[tuple[Any, tuple[Any, ...]]] = []
        self._caches: list[Any] = []
        self._objects: list[tuple[Any, dict[str, Any]]] = []
        self.add(function)

    def add(self, value: object) -> None:
        """Find everything that can be reached from an object."""
        waiting = [value]
        while waiting:
            found = waiting.pop()
            if id(found) not in self.outside and type(found) not in FIXED:
                self.outside[id(found)] = found
                waiting.extend(self._reached(found))

    def check(self) -> None:
        """Raise Unmerged if something that is watched has changed."""
        for container, before in self._watched:
            if not _same(_parts(container), before):
                raise Unmerged(f"the play changes {container!r:.60}, which is outside it")
        for thing, attributes in self._objects:
            now = vars(thing)
            if not all(now.get(name, self) is old for name, old in attributes.items()):
                raise Unmerged(f"the play changes an attribute of {thing!r:.60}")

    def check_caches(self) -> None:
        """Raise Unmerged if a cached function has given out something that may change."""
        keys = Keys(self.outside, {})
        for function in self._caches:
            for results in gc.get_referents(function):
                if isinstance(results, dict) and results is not function.__dict__:
                    keys.of([*results.values()])
                    if keys.changeable:
                        raise Unmerged(f"{function.__name__} is cached and gives lists or dicts")

    def _reached(self, value: Any) -> Iterable[Any]:
        """Return what an object holds or uses; watch it if it may change."""
        if isinstance(value, FunctionType):
            return self._of_function(value)
        if isinstance(value, type):
            return self._of_class(value)
        if isinstance(value, enum.Enum):
            return [type(value)]
        if isinstance(value, tuple):
            return [type(value), *value]
        if type(value) is Deck:
            return value.kinds
        if type(value) in (*LISTS, *DICTS, *SETS):
            self._watched.append((value, parts := tuple(_parts(value))))
            return parts
        return self._of_object(value)

    def _of_function(self, function: FunctionType) -> Iterable[Any]:
        cells = [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
        held = [used for value in cells for used in used_of(value, function)]
        held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        made_by_dataclass = function.__code__.co_qualname.startswith("__create_fn__")
        if made_by_dataclass or is_trusted(function.__globals__.get("__name__")):
            return held
        return [*held, *names_read(function)]

    def _of_class(self, kind: type) -> Iterable[Any]:
        if is_trusted(kind.__module__):
            return
        for base in kind.__mro__:
            if is_trusted(base.__module__):
                continue
            for name, value in vars(base).items():
                if _is_of_the_class(base, name, value):
                    yield value

    def _of_object(self, value: Any) -> Iterable[Any]:
        if isinstance(value, partial):
            return [value.func, *value.args, *value.keywords.values()]
        if isinstance(value, _lru_cache_wrapper):
            return self._of_cache(value)
        if isinstance(value, MethodType):
            return [value.__self__, value.__func__]
        if isinstance(value, classmethod | staticmethod):
            return [value.__func__]
        if isinstance(value, property):
            return [part for part in (value.fget, value.fset) if part is not None]
        if isinstance(value, cached_property):
            return [value.func]
        if isinstance(value, types.BuiltinFunctionType):
            return self._of_builtin(value)
        if isinstance(value, np.generic):
            return []  # a number
        if is_expression(value):
            return []  # sympy's expressions do not change
        if type(value).__module__ == "typing" or type(value).__name__ == "_tuplegetter":
            return []  # type variables and the like; the fields of a NamedTuple
        return self._of_instance(value)

    def _of_cache(self, function: Any) -> Iterable[Any]:
        if not is_trusted(function.__module__):
            if function.cache_info().maxsize is not None:
                raise Unmerged(f"{function.__name__} has a cache with a limit: use functools.cache")
            self._caches.append(function)
        return [function.__wrapped__]

    def _of_builtin(self, value: Any) -> Iterable[Any]:
        if isinstance(value.__self__, types.ModuleType | None):
            if is_trusted(value.__module__):
                return []
            raise refuse_object(value)
        return [value.__self__]

    def _of_instance(self, value: Any) -> Iterable[Any]:
        kind = type(value)
        slots = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        plain = all(base is object or base.__flags__ & 1 << 9 for base in kind.__mro__)
        if not plain or slots:
            raise refuse_object(value)
        attributes = dict(vars(value)) if hasattr(value, "__dict__") else {}
        self._objects.append((value, attributes))
        return [kind, *attributes.values()]


def _is_of_the_class(kind: type, name: str, value: object) -> bool:
    """Say whether an attribute was written by the author of a class."""
    if isinstance(value, FunctionType | classmethod | staticmethod | property):
        return True
    made = (
        name[:2] == "__" or name == "_abc_impl" or (name[0] == "_" and issubclass(kind, enum.Enum))
    )
    return not made


def _is_filled(cell: types.CellType) -> bool:
    try:
        return cell.cell_contents is not cell
    except ValueError:
        return False


def _parts(container: Any) -> Iterable[Any]:
    return chain(container, container.values()) if isinstance(container, dict) else container


def _same(now: Iterable[Any], before: tuple[Any, ...]) -> bool:
    """Say whether these are the same objects, one by one."""
    found = tuple(now)
    return len(found) == len(before) and all(map(is_, found, before))
