"""What rules reach beside their arguments, for `--rules`; this file stands beside `check.py`.

Rules that keep something from one path to the next, in a global variable, a list, a default
argument, an attribute of a function, a class or a player, do not mean what a walk finds.  So all
that their functions can name is found beforehand, and after every path each container must hold the
same objects.  What cannot be looked into is refused.  Python's library and installed packages are
trusted to keep nothing; their generators of random numbers are compared.
"""

import copyreg
import dis
import gc
import importlib
import random
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import _lru_cache_wrapper, cached_property, partial
from itertools import chain, pairwise
from operator import is_
from random import Random, SystemRandom
from types import (
    BuiltinFunctionType,
    CodeType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import Any

from montmort.verification.certificates.rules_same import (
    CONTENT,
    PLACES,
    TELLING,
    CannotWalk,
    cached_names,
    held,
    key,
    slots,
)

PLAIN = (int, bool, str, bytes, float, complex, range, type(None), type(...), CodeType)
OUTSIDE = {
    *("contextvars", "ctypes", "datetime", "gc", "getpass", "io", "locale", "nt", "os", "pathlib"),
    *("platform", "posix", "resource", "secrets", "shelve", "socket", "sqlite3", "subprocess"),
    *("tempfile", "thread", "threading", "time", "tracemalloc", "uuid"),
}  # modules that bring in something from elsewhere, or keep it there
INERT = ("builtins", "collections", "dataclasses", "operator", "types", "typing")
UNSTABLE = {"__hash__", "__import__", "argv", "getrefcount"}
GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME", "STORE_GLOBAL", "DELETE_GLOBAL")
LOADS = (*GLOBALS, "LOAD_ATTR", "LOAD_CONST", "LOAD_FAST", "LOAD_METHOD")
NAMES_ALL = {"globals", "vars", "exec", "eval", "__dict__", "__import__"}
BESIDE = __name__, __name__.replace("around", "file")  # modules of this program


class Around:
    """All that functions reach, and what it holds; `own` is the module of the rules.

    >>> table = [1, 2]
    >>> around = Around("own", partial(len, table))
    >>> around.changed()
    ''
    >>> table.append(3)
    >>> around.changed()
    '[1, 2, 3]'
    """

    def __init__(
        self, own: str, *roots: object, beside: "Around | None" = None, merges: bool = True
    ) -> None:
        self.own, self.symbols, self._merges = own, set[str](), merges
        self.visited: dict[int, object] = {} if beside is None else dict(beside.visited)
        self._boxes: dict[int, tuple[str, Any, list[Any]]] = {}  # a name, what it is, what it held
        self._things: list[Any] = []  # functions, cells, objects with slots
        self._states: list[Callable[[], object]] = []  # compared with ==
        self._caches: list[Any] = []
        self._telling: list[list[tuple[Any, Any]]] = []  # what caches give out, and copies of it
        self.add(*roots)

    def add(self, *roots: object) -> None:
        """Find all that can be reached from objects, and what it holds now."""
        waiting = [*roots]
        while waiting:
            thing = waiting.pop()
            if type(thing) not in PLAIN and id(thing) not in self.visited:
                self.visited[id(thing)] = thing
                waiting.extend(self._parts(thing))
        self._all = [box for _, box, _ in self._boxes.values()]
        self._dicts = [box for box in self._all if isinstance(box, dict)]
        self._before, self._were = self._held(), self._read()

    def check(self) -> None:
        """Refuse rules that have changed something."""
        if what := self.changed():
            raise CannotWalk(
                f"the rules change {what}, which is not part of the state: all they do must follow "
                "from their arguments; keep in the state what they use"
            )
        for cached in self._caches:
            if cached.cache_info().maxsize is not None:
                [*map(key, _remembered(cached))]  # refuses what may change
                cached.cache_clear()

    def check_caches(self) -> None:
        """Refuse cached functions that have returned what may change."""
        for cached in self._caches:
            for results in gc.get_referents(cached):
                if isinstance(results, dict) and results is not held(cached):
                    [*map(key, results.values())]

    def changed(self) -> str:
        """Return what holds something else than before, "" for nothing."""
        if not all(map(is_same, self._held(), self._before)):
            for name, box, items in self._boxes.values():
                if not is_same(items_of(box), items):
                    return name or repr(box)[:80]
            return "an argument by default, a variable of a function or an attribute"
        if changed := [now for pairs in self._telling for now, before in pairs if now != before]:
            return f"{repr(changed[0])[:80]}, which a cached function has returned"
        if self._read() != self._were:
            return "the size of a container, a generator of random numbers, or bytes"
        return ""

    def _held(self) -> tuple[list[Any], ...]:
        """Return all that is held, in an order that is the same while nothing changes."""
        return (
            [*chain.from_iterable(self._all)],
            [*chain.from_iterable(map(dict.values, self._dicts))],
            gc.get_referents(*self._things),
        )

    def _read(self) -> list[object]:
        """Return the sizes of containers, and what is compared with ==."""
        return [*map(len, self._all), *(read() for read in self._states)]

    def _watch(self, box: Any, name: str = "") -> list[Any]:
        """Return what a container holds, which is compared from now on."""
        items = items_of(box)
        self._boxes.setdefault(id(box), (name, box, items))
        return items

    def _parts(self, thing: Any) -> Iterable[object]:
        """Return what an object holds or uses."""
        kind = type(thing)
        of_library = self._is_library(kind.__module__)
        if of_library and hasattr(thing, "free_symbols") and not isinstance(thing, type):
            self.symbols |= {symbol.name for symbol in thing.free_symbols}
            return ()
        if isinstance(thing, FunctionType):
            return self._of_cached(thing) if thing in TELLING else self._of_function(thing)
        if isinstance(thing, type):
            return self._of_class(thing)
        if isinstance(thing, MappingProxyType):
            return gc.get_referents(thing)
        if isinstance(thing, list | set | deque | dict):
            factory = getattr(thing, "default_factory", None)
            return [kind, factory, *self._watch(thing), *self._attributes(thing)]
        if isinstance(thing, tuple | frozenset):
            return [kind, *thing, *self._attributes(thing)]
        if isinstance(thing, partial):
            return thing.func, thing.args, *thing.keywords.values()
        if isinstance(thing, MethodType):
            return thing.__self__, thing.__func__
        if isinstance(thing, BuiltinFunctionType):
            return [] if thing.__self__ is None else [thing.__self__]
        if isinstance(thing, ModuleType):
            return self._of_module(thing)
        if isinstance(thing, _lru_cache_wrapper):
            self._caches += [] if self._is_library(thing.__module__) else [thing]
            return [thing.__wrapped__]
        if isinstance(thing, classmethod | staticmethod | property | cached_property):
            return [getattr(thing, name, None) for name in ("__func__", "fget", "fset", "func")]
        is_array = of_library and hasattr(thing, "tobytes")
        if isinstance(thing, SystemRandom):
            return refuse_outside("secrets")
        if isinstance(thing, bytearray | array | Random) or is_array:
            self._states.append(state_of(thing))
            return self._attributes(thing)
        return self._of_instance(thing)

    def _of_cached(self, function: Any) -> Iterable[object]:
        self._telling.append(TELLING[function])
        return [function.__wrapped__]

    def _of_function(self, function: FunctionType) -> Iterable[object]:
        cells = [*(function.__closure__ or ())]
        self._things += cells
        inside = gc.get_referents(*cells)
        space = function.__globals__
        module = space.get("__name__")
        if self._is_library(module):
            return [*inside, *refuse_outside(module)]
        self._things.append(function)
        inside += self._watch(vars(function), f"an attribute of {function.__name__}")
        inside.append(function.__defaults__)
        if function.__kwdefaults__:
            inside += self._watch(function.__kwdefaults__, "an argument by default")
        self._watch(space, f"a variable of the module {module}")
        modules = [value for value in inside if isinstance(value, ModuleType)]
        for code in codes_of(function.__code__):
            inside += self._used(code, space, modules)
        return inside

    def _of_module(self, module: ModuleType) -> Iterable[object]:
        """Watch the variables of a module; installed packages may fill theirs late."""
        name = module.__name__
        is_python = name.partition(".")[0] in sys.stdlib_module_names - {"builtins", "sys"}
        if is_python or not self._is_library(name):
            self._watch(vars(module), f"a variable of the module {name}")
        return refuse_outside(name)

    def _used(
        self, code: CodeType, space: Mapping[str, Any], modules: Sequence[ModuleType]
    ) -> Iterator[object]:
        """Yield the values of the global names in a code, and of names in modules that it has."""
        steps = [*dis.get_instructions(code)]
        names = {step.argval for step in steps if step.opname in GLOBALS}
        if self._merges:
            refuse_identities(steps, space)
        if unseen := {"open", "input"} & names - space.keys():
            raise CannotWalk(f"the rules call {min(unseen)}() while they play: read it before")
        read = {*code.co_names, *map(str, code.co_consts)}
        unstable = {"hash", "id"} & names - space.keys() | UNSTABLE & read
        if unstable and code.co_name != "__hash__":
            raise CannotWalk(f"the rules use {min(unstable)}, which differs from run to run")
        refuse_unseeded(steps, space)
        names = {*space} if NAMES_ALL & names else names
        yield from (space.get(name) for name in sorted(names))
        modules = [*modules, *(x for x in map(space.get, names) if isinstance(x, ModuleType))]
        imports = (step.argval for step in steps if step.opname == "IMPORT_NAME" and step.argval)
        modules += map(importlib.import_module, imports)
        for _ in range(3):  # a.b.c
            yield from modules
            values = [vars(module).get(name) for module in modules for name in code.co_names]
            if {"getattr", "attrgetter"} & {*code.co_names}:
                spaces = [
                    vars(module) for module in modules if not self._is_library(module.__name__)
                ]
                values += [space[name] for space in spaces for name in space if name[:2] != "__"]
            modules = [value for value in values if isinstance(value, ModuleType)]
            yield from values

    def _of_class(self, kind: type) -> Iterable[object]:
        yield type(kind)
        for base in kind.__mro__:
            if self._is_library(base.__module__):
                refuse_outside(base.__module__)
            else:
                copyreg._slotnames(base)  # type: ignore[attr-defined]  # as the first copy does
                (space,) = gc.get_referents(vars(base))
                hidden = "_" if issubclass(base, Enum) else "__"  # a Flag keeps its members
                for name, value in [*space.items()]:
                    is_own = name != "_abc_impl" and not name.startswith(hidden)
                    if is_own or isinstance(value, FunctionType | classmethod | property):
                        yield value
                self._watch(space, f"an attribute of the class {base.__name__}")

    def _of_instance(self, thing: Any) -> Iterable[object]:
        """Return the attributes of an object; one that cannot be looked into is refused."""
        kind = type(thing)
        if any(
            thing is stream for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)
        ):
            return ()
        if hasattr(kind, "__next__"):
            raise CannotWalk(
                f"the rules use {repr(thing)[:80]} from outside, which moves on when it is used: "
                "make it where it is used, or take a tuple"
            )
        if kind is SimpleNamespace or not self._is_library(kind.__module__):
            return [kind, *self._attributes(thing)]
        if kind.__module__.partition(".")[0] == "montmort":
            inside = self._attributes(thing)
            return [value for value in inside if not isinstance(value, dict | list | set)]
        is_value = getattr(kind, "__hash__", None) not in (object.__hash__, None)
        if is_value or kind is object or callable(thing) or kind.__module__.lstrip("_") in INERT:
            return ()
        raise CannotWalk(f"the rules use a {kind.__name__}, and nobody can see what it may keep")

    def _attributes(self, thing: Any) -> Iterable[object]:
        cached, inside = cached_names(type(thing)), [value for _, value in slots(thing)]  # type: ignore[arg-type]
        self._things += [thing] if inside else []
        if not hasattr(thing, "__dict__"):
            return inside
        for name in cached:  # now, so that what they hold is watched
            with suppress(Exception):
                getattr(thing, name)
        return [*inside, *self._watch(held(thing), f"an attribute of a {type(thing).__name__}")]

    def _is_library(self, module: object) -> bool:
        """Return whether the functions and classes of a module are taken to keep nothing."""
        name = module if isinstance(module, str) else ""
        if name == self.own:
            return False
        if name.partition(".")[0] in {*sys.stdlib_module_names, "montmort"} or name in BESIDE:
            return True
        return str(getattr(sys.modules.get(name), "__file__", "")).startswith(PLACES)


def _remembered(cached: Any) -> list[Any]:
    """Return the arguments and results that a cached function with a limit holds."""
    parts = gc.get_referents(cached) if cached.cache_info().currsize else []
    apart = {id(link) for link in (cached.__wrapped__, held(cached), *filter(_has_links, parts))}
    return [part for part in parts if id(part) not in apart and not isinstance(part, type)]


def _has_links(part: object) -> bool:
    """Return whether this is the table of a cache, which leads to its results."""
    names = (type(value).__name__ for value in part.values()) if isinstance(part, dict) else ()
    return "_lru_list_elem" in names


def is_same(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Return whether two lists hold the same objects."""
    return len(one) == len(other) and all(map(is_, one, other))


def items_of(box: Any) -> list[Any]:
    """Return what a container holds, of a dictionary the keys and then the values."""
    return [*box, *box.values()] if isinstance(box, dict) else [*box]


def state_of(thing: Any) -> Callable[[], object]:
    """Return what reads the state of bytes, of an array or of a generator of random numbers."""
    if isinstance(thing, Random):
        return thing.getstate
    return lambda: bytes(thing) if isinstance(thing, bytearray) else thing.tobytes()


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield a code and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_of(constant)


def refuse_unseeded(steps: Sequence[dis.Instruction], space: Mapping[str, Any]) -> None:
    """Refuse a code that makes a generator of random numbers without a seed."""
    done = [step for step in steps if step.opname == "CALL" or step.opname in LOADS]
    for made, called in pairwise(done):
        if called.opname == "CALL" and not called.arg and isinstance(made.argval, str):
            kind = space.get(made.argval, getattr(random, made.argval, None))
            if isinstance(kind, type) and issubclass(kind, Random):
                raise CannotWalk(f"the rules draw from a {kind.__name__} without a seed")


def refuse_identities(steps: Sequence[dis.Instruction], space: Mapping[str, Any]) -> None:
    """Refuse a code that asks whether something `is` a number, a word or a tuple in a variable."""
    for left, right, step in zip(steps, steps[1:], steps[2:], strict=False):
        if step.opname == "IS_OP" and right.opname in ("LOAD_FAST", "LOAD_CONST", *GLOBALS[:2]):
            sides = [side for side in (left, right) if side.opname in GLOBALS[:2]]
            objects = [side.argval for side in sides if has_content(space.get(side.argval))]
            if objects and len(objects) == len(sides) and right.argval is not None:
                raise CannotWalk(
                    f"the rules ask whether something is {objects[0]}: equal values are one here, "
                    "whichever object holds them; ask with =="
                )


def has_content(value: object) -> bool:
    """Return whether several objects can be the same value."""
    return isinstance(value, (tuple, frozenset, *CONTENT)) and not isinstance(value, bool | Enum)


def refuse_outside(module: object) -> tuple[()]:
    """Refuse a module that brings in something from elsewhere, or keeps it there."""
    if str(module).partition(".")[0].lstrip("_") in OUTSIDE:
        raise CannotWalk(f"the rules use the module {module} while they play: read it before")
    return ()
