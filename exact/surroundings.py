"""What rules read from outside their arguments, and that they leave it as it is.

A walk plays every step on its own.  Rules that keep something from one step or play to the
next, in a global variable, a list, an attribute of a class or of a player, would be walked as
if they did not.  So everything that their functions can reach by name is found beforehand,
and after every path each variable must hold the same object, and each container the same items;
large tables are compared now and then, and at the end.

The code of Python's library and of installed packages is trusted to keep nothing that rules
can see, but its generators of random numbers are watched.  A function with `functools.cache`
may remember its results, which must be values that cannot change.
"""

import enum
import importlib
import random
import site
import sys
import sysconfig
import types
from abc import ABCMeta
from array import array
from bisect import bisect
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable, Iterator, KeysView, Mapping, Sequence, Sized
from dataclasses import Field
from datetime import date
from fractions import Fraction
from functools import _lru_cache_wrapper, cached_property, partial
from gc import get_referents
from itertools import accumulate, chain, pairwise, product, repeat
from operator import attrgetter, call, eq, is_, itemgetter
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
from typing import Any, NamedTuple, NoReturn, TypeVar
from weakref import WeakKeyDictionary, ref

import numpy as np

from montmort.games.errors import BadInput
from montmort.games.sameness import SINGLE, cached_names, identity, slots_of, tables_of_cache
from montmort.games.validation import quote
from montmort.machine.code_reading import LOADS, Kind, Step, codes_within, steps_of, words_of

Result = TypeVar("Result")

MOST = 500  # items compared with what they were after every path; those of larger things seldom
SELDOM = 1_000  # paths between two comparisons of larger things; with more items as many paths

FIXED = frozenset((
    int, bool, str, bytes, float, complex, range, Fraction, types.NoneType, types.EllipsisType,
    types.MethodDescriptorType, types.WrapperDescriptorType, types.GenericAlias, types.UnionType,
    types.MemberDescriptorType, types.GetSetDescriptorType, types.CodeType, ModuleType,
))  # fmt: skip
SEQUENCES = (list, deque, set)
TABLES = (OrderedDict, dict, MappingProxyType)  # their methods, not those of a class of the rules
BYTES = (bytearray, array, memoryview, np.ndarray)
GENERATORS: dict[type, Callable[[Any], object]] = {
    SystemRandom: lambda rng: _refuse_unseen(type(rng).__name__),
    Random: lambda rng: rng.getstate(),
    np.random.Generator: lambda rng: repr(rng.bit_generator.state),
}
if hasattr(np.random, "RandomState"):  # not in the numpy of the browser page
    GENERATORS[np.random.RandomState] = lambda rng: repr(rng.get_state())
OUTSIDE_WORLD = ("open", "input")  # functions of Python that bring in something from elsewhere
UNSTABLE = ("hash", "id")  # functions of Python whose values differ from run to run
WRITING = ("fspath", "write")  # functions of the system that bring in nothing
CLOCKS = frozenset(("now", "today", "utcnow"))  # methods of dates
KEEPING_NOTHING = ("_collections", "_operator", "dataclasses", "operator", "typing")  # modules
VALUES = (  # modules whose hashable objects cannot change
    *("_decimal", "datetime", "decimal", "fractions", "ipaddress", "re", "uuid"),
    *("flint", "numpy", "sympy", "zoneinfo"),
)
KEEPERS = (  # modules whose objects keep something, or bring it in
    *("_contextvars", "_queue", "_thread", "contextvars", "pathlib", "queue", "sqlite3"),
    "threading",
)
PRYING = frozenset((  # names by which rules reach what is not watched
    *("__closure__", "__code__", "__defaults__", "__globals__", "__kwdefaults__", "cell_contents"),
    *("__dict__", "__subclasses__", "_getframe", "cache_info", "environ", "getcontext", "getenv"),
    *("getpid", "import_module", "localcontext", "mkdir", "read_bytes", "read_text", "setcontext"),
    *("__import__", "argv", "getrefcount", "urandom", "write_bytes", "write_text"),
    *("__annotations__", "__bases__", "__class_getitem__", "__setstate__", "setLevel"),
    *("set_int_max_str_digits", "set_printoptions", "setrecursionlimit"),
))  # fmt: skip
UNSEEN = (  # modules whose answers differ from call to call, or from place to place
    *("gc", "genericpath", "getpass", "glob", "locale", "nt", "ntpath", "platform", "posix"),
    *("posixpath", "resource", "secrets", "shutil", "socket", "subprocess", "tempfile", "thread"),
    *("threading", "time", "tracemalloc", "uuid"),
)
ANY_NAME = frozenset(("globals", "vars", "setattr", "exec", "eval", "__dict__"))
WORDS = attrgetter("__name__", "__qualname__", "__doc__", "__module__")  # of functions, classes
MADE_LATER = frozenset((  # attributes that Python gives a class when they are asked for
    *("__annotations__", "__annotations_cache__", "__annotate__", "__annotate_func__"),
    *("_value2member_map_", "_member_map_", "_member_names_", "_hashable_values_"),
    *("_unhashable_values_", "_unhashable_values_map_", "_abc_impl", "__abstractmethods__"),
    "__slotnames__",  # when an object is copied
))  # fmt: skip
MAY_BE_SET = 1 << 9  # in the flags of a class that is written in Python
GLOBALS = (Kind.GLOBAL, Kind.SET_GLOBAL)
VARIABLES = (Kind.OUTER, Kind.GLOBAL)  # outside the function
CONTENT = (int, str, bytes, float, complex, Fraction, tuple, frozenset, range)
INSTALLED = tuple(  # folders of Python's library and of packages
    {
        *map(sysconfig.get_path, ("stdlib", "platstdlib", "purelib", "platlib")),
        *site.getsitepackages(),
        site.getusersitepackages(),
    }
    - {None, ""}
)

_ABSENT = object()  # in place of a variable without a value
_END = object()  # after the items of a part
_REFUSED: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # functions of rules, and why


class _Watched(NamedTuple):
    """Something that may change: how it is read, what it held, and how both are compared."""

    thing: object
    read: Callable[[], Iterable[Any]]
    before: tuple[Any, ...]
    same: Callable[[Any, Any], bool]
    whole: Sized | None = None  # is empty where nothing is read, and no class of the rules

    @property
    def size(self) -> int:
        return 1 + len(self.before)

    def has_changed(self) -> bool:
        now = tuple(self.read())
        return len(now) != len(self.before) or not all(map(self.same, now, self.before))


class _Small:
    """Many small things that may change, looked at in one go: a path must not wait for them."""

    def __init__(self, watched: Iterable[_Watched], scopes: Iterable["_Scope"]) -> None:
        self.empty: list[Sized] = []  # containers without items
        self.named: list[Any] = []  # functions and classes, whose names may be set
        self.classes: list[_Watched] = []  # whose attributes may become more or fewer
        self.others: list[_Watched] = []  # whose items must be equal, not the same
        self.absent: list[tuple[KeysView[str], list[str]]] = []  # names without a value
        self.reads: list[Callable[[], Iterable[Any]]] = []
        items: list[Iterable[Any]] = []
        for scope in scopes:
            present = [name for name, value in scope.before.items() if value is not _ABSENT]
            if len(present) < len(scope.before):
                self.absent.append((scope.variables.keys(), [*scope.before.keys() - present]))
            if present:  # its first value twice: of one name, itemgetter makes no tuple
                self.reads.append(partial(itemgetter(present[0], *present), scope.variables))
                items.append(map(scope.before.get, [present[0], *present]))
        for each in watched:
            if each.whole is not None and not each.before:
                self.empty.append(each.whole)
            elif each.same is is_:
                self.reads.append(each.read)
                items.append(each.before)
            elif isinstance(each.read, partial) and each.read.func is WORDS:
                self.named.append(each.thing)
            elif isinstance(each.read, partial) and each.read.func is _own_names:
                self.classes.append(each)
            else:
                self.others.append(each)
        self.words = [*map(WORDS, self.named)]
        self.before = [*_marked(items)]
        self.attributes = [vars(each.thing) for each in self.classes]
        self.numbers: list[int] = []  # of attributes; none is known yet

    def has_changed(self) -> bool:
        """Return whether anything has changed; it is called after every path."""
        return (
            any(map(len, self.empty))
            or [*map(WORDS, self.named)] != self.words
            or (bool(self.reads) and self._holds_others())
            or (bool(self.absent) and self._has_new_variables())
            or (bool(self.classes) and self._have_other_attributes())
            or (bool(self.others) and any(each.has_changed() for each in self.others))
        )

    def _holds_others(self) -> bool:
        try:
            now = [*_marked(map(call, self.reads))]
        except KeyError:  # a variable was deleted
            return True
        return len(now) != len(self.before) or not all(map(is_, now, self.before))

    def _has_new_variables(self) -> bool:
        return not all(keys.isdisjoint(names) for keys, names in self.absent)

    def _have_other_attributes(self) -> bool:
        """Return whether classes have other attributes, apart from those that Python makes."""
        numbers = [*map(len, self.attributes)]
        if numbers == self.numbers:
            return False
        self.numbers = numbers
        return any(each.has_changed() for each in self.classes)


def _marked(parts: Iterable[Iterable[Any]]) -> Iterator[Any]:
    """Return the items of all parts, with a mark after those of each."""
    return chain.from_iterable(chain.from_iterable(zip(parts, repeat((_END,)), strict=False)))


class _Scope(NamedTuple):
    """The variables of a module or a class that functions of the rules can name."""

    name: str
    variables: Mapping[str, Any]
    before: dict[str, Any]

    def read(self) -> Iterator[Any]:
        """Return the values of the variables."""
        return map(self.variables.get, self.before, repeat(_ABSENT))

    def changed(self) -> str | None:
        """Return the name of a variable that has another value, None if there is none."""
        now = zip(self.before.items(), self.read(), strict=True)
        return next((name for (name, value), found in now if found is not value), None)


class _Table:
    """What a cached function without a limit remembers; results that may change are watched."""

    def __init__(self, function: Any) -> None:
        self._function = function
        self._seen = 0
        self._watched: list[Surroundings] = []

    def forget(self) -> None:
        """Begin again, with an empty cache."""
        self._seen = 0
        self._watched.clear()

    def changed(self, around: "Surroundings") -> str:
        """Return what has changed among the results, in words; "" for nothing."""
        new = self._function.cache_info().currsize - self._seen
        self._seen += new
        for result in _remembered(self._function)[-new:] if new > 0 else ():
            if not around.is_steady(result):
                self._watched.append(around.made_in_play(result))
        return next(filter(None, (each.changed() for each in self._watched)), "")


class Surroundings:
    """The objects that functions of the rules can reach, apart from their arguments.

    >>> table = [1, 2]
    >>> around = Surroundings(partial(lambda table, chance: table[0], table))
    >>> around.check()
    >>> table.append(3)
    >>> around.check()
    Traceback (most recent call last):
    ...
    montmort.games.errors.BadInput: the rules change [1, 2, 3], which is not part of the state: ...
    """

    def __init__(self, *roots: object, merges: bool = False) -> None:
        self._merges = merges  # equal states: whether one is an object is then no question
        self.outside: dict[int, object] = {}  # by id
        self._unwatched: dict[str, None] = {}  # types of objects that may keep something unseen
        self._names: dict[int, str] = {}  # of objects in variables of a module, by id
        self._scopes: dict[int, _Scope] = {}
        self._watched: list[_Watched] = []
        self._large: list[_Watched] = []
        self._seldom = SELDOM
        self._small = _Small([], [])
        self._caches: list[Any] = []
        self._later: list[tuple[dict[str, Any], str]] = []  # cached properties without a value
        self._tables: list[_Table] = []  # of caches without a limit
        self._registers = self._has_registers = False  # whether rules name `register`; for what
        self._checks = 0
        self._beyond: Mapping[int, object] = {}  # found in other surroundings
        parts = [part for root in roots for part in _parts(root)]
        self._own = {_package(part) for part in parts}
        rules = (part for part in parts if _package(part) is not None)
        self._rules = [part.__func__ if isinstance(part, MethodType) else part for part in rules]
        for part in self._rules:
            if part in _REFUSED:
                raise BadInput(_REFUSED[part])
        self.add(*roots)

    def add(self, *roots: object) -> None:
        """Find everything that can be reached from these objects, the nearest first."""
        waiting = deque(roots)
        while waiting:
            found = waiting.popleft()
            if type(found) not in FIXED and not self.knows(found):
                self.outside[id(found)] = found
                waiting.extend(self._reached(found))
        if self._registers and self._has_registers:
            raise BadInput(
                "the rules use register of an ABC or of a singledispatch, by which something may "
                "be kept unseen: register before they play"
            )
        self._divide()

    def _divide(self) -> None:
        """Divide what is watched into small and large things."""
        watched = sorted([*self._watched, *self._large], key=lambda each: each.size)
        few = bisect(list(accumulate(each.size for each in watched)), MOST)
        self._watched, self._large = watched[:few], watched[few:]
        self._small = _Small(self._watched, [*self._scopes.values()])
        self._seldom = max(SELDOM, sum(len(each.before) for each in self._large))

    def knows(self, thing: object) -> bool:
        """Return whether an object has been found."""
        return id(thing) in self.outside or id(thing) in self._beyond

    def watching(self, function: Callable[[Any], Result]) -> Callable[[Any], Result]:
        """Return a function of chance with a check after each of its plays."""

        def play(chance: Any) -> Result:
            result = function(chance)
            self.check()
            return result

        return play

    def check(self) -> None:
        """Raise if something has changed; large containers are compared now and then."""
        if what := self.changed():
            self._refuse_change(what)
        if self._later:
            self._watch_new_properties()
        for table in self._tables:
            if what := table.changed(self):
                self._refuse_change(what)
        self._checks += 1
        if not self._checks % self._seldom:
            self._check_large()

    def changed(self) -> str:
        """Return what has changed, in words; "" for nothing."""
        if not self._small.has_changed():
            return ""
        for scope in self._scopes.values():
            if name := scope.changed():
                return f"the variable {name} of {scope.name}"
        return next(self._described(each.thing) for each in self._watched if each.has_changed())

    def _watch_new_properties(self) -> None:
        """Watch what cached properties have got since the last look."""
        found = [(held, name) for held, name in self._later if name in held]
        if found:
            self._later = [(held, name) for held, name in self._later if name not in held]
            self.add(*(held[name] for held, name in found))

    def _described(self, thing: object) -> str:
        """Return a changed object in words, with the variable that holds it."""
        if isinstance(thing, tuple(GENERATORS)):
            _refuse_unseen(f"{type(thing).__module__}.{type(thing).__name__}")
        name = self._names.get(id(thing))
        return quote(thing) if name is None else f"{name}, now {quote(thing)}"

    def check_at_the_end(self) -> str:
        """Raise if something has changed; return what is not certain, "" or a clause "; …"."""
        self._check_large()
        return f"; {self.doubts}" if self.doubts else ""

    def clear_caches(self) -> None:
        """Let the cached functions of the rules forget."""
        for function in self._caches:
            function.cache_clear()
        for table in self._tables:
            table.forget()

    def _check_large(self) -> None:
        """Raise if something has changed in large containers, or if a cache holds what may."""
        for each in self._large:
            if each.has_changed():
                self._refuse_change(self._described(each.thing))
        for function in self._caches:
            if function.cache_info().maxsize is not None:
                self._check_cached(function, _remembered(function))

    def made_in_play(self, thing: object, *known: object) -> "Surroundings":
        """Return the surroundings of an object that a play has made, apart from these."""
        found = Surroundings()
        found._own, found._beyond = self._own, self.outside
        found.outside = {id(each): each for each in known}
        found.add(thing)
        return found

    @property
    def doubts(self) -> str:
        """A sentence on what is not certain, "" if everything is compared after every path."""
        said = []
        if self._large:
            items = sum(len(each.before) for each in self._large)
            said.append(f"{items:,} items of tables compared every {self._seldom:,} paths")
        if self._unwatched:
            said.append(f"not watched: what a {', a '.join(self._unwatched)} may keep")
        return "; ".join(said)

    # What follows is stricter where situations are merged.

    def refuse(self, sentence: str) -> NoReturn:
        """Raise BadInput for rules that remember, now and whenever they are walked again.

        What they have kept cannot be seen a second time: all plays would go by it.
        """
        _REFUSED.update(dict.fromkeys(self._rules, sentence))
        raise BadInput(sentence)

    def _refuse_change(self, what: str) -> NoReturn:
        self.refuse(
            f"the rules change {what}, which is not part of the state: all they do must follow "
            "from their arguments; keep it in the state (for a cache take functools.cache)"
        )

    def _check_cached(self, function: Any, results: Iterable[object]) -> None:
        """Raise BadInput if a cached function with a limit holds something that may change."""
        for result in results:
            if not self.is_steady(result):
                raise BadInput(
                    f"{function.__name__} is cached with a limit, and takes or returns "
                    f"{quote(result)}, which may change: take functools.cache, or tuples"
                )

    def is_steady(self, thing: object) -> bool:
        """Return whether a thing cannot change, or is watched."""
        if self.knows(thing) or (type(thing) is tuple and all(map(self.is_steady, thing))):
            return True
        try:
            identity(thing)
        except BadInput:
            return False
        return True

    def _of_unknown(self, value: object) -> Iterable[Any]:
        """Note an object that may keep something unseen; BadInput for one that is made for it."""
        _check_keeper(type(value))
        self._unwatched[type(value).__name__] = None
        return ()

    def _globals_of(self, function: FunctionType) -> Iterable[Any]:
        """Return the global objects that a function may use."""
        space = function.__globals__
        for code in codes_within(function.__code__):
            steps = [*steps_of(code)]
            named = {step.about for step in steps if step.kind in GLOBALS}
            _check_names(code, named - space.keys())
            _check_generators(steps, space)
            if self._merges:
                _check_identities(steps, {**_closed_over(function), **space})
            self._registers |= "register" in code.co_names
            names = space if ANY_NAME & {*code.co_names} else named
            yield from self._used_of(function.__module__, space, [*names], code)
            imported = (step.about for step in steps if step.kind is Kind.IMPORT)
            for module in map(importlib.import_module, filter(None, imported)):
                yield from self._of_module(module, code)

    def _of_module(self, module: ModuleType, code: CodeType, depth: int = 3) -> Iterable[Any]:
        """Return what code may use of a module: what has a name in it."""
        name, variables = module.__name__, vars(module)
        _check_unseen(name)
        names: Iterable[str] = code.co_names
        if {*ANY_NAME, "getattr", "attrgetter"} & {*names} and not self._is_trusted(name):
            names = [*variables]
        elif ANY_NAME & {*names} and not self.knows(variables):  # a variable may be a new one
            self.outside[id(variables)] = variables
            self._watch_table(variables, variables)
        return self._used_of(name, variables, names, code, depth - 1) if depth else ()

    def _used_of(
        self,
        module: str,
        variables: dict[str, Any],
        names: Iterable[str],
        code: CodeType,
        depth: int = 3,
    ) -> Iterable[Any]:
        """Return the variables of a module with these names."""
        for name in names:
            self._watch_name(variables, f"the module {module}", variables, name)
            value = variables.get(name, _ABSENT)
            if isinstance(value, ModuleType):
                yield from self._of_module(value, code, depth)
            elif value is not _ABSENT:
                if isinstance(value, type) and issubclass(value, date):
                    for clock in CLOCKS & {*code.co_names}:
                        _refuse_outside(f"{name}.{clock}")
                self._names.setdefault(id(value), name)
                yield value

    # What can be reached from an object; what may change is watched.

    def _watch_name(
        self, owner: object, where: str, variables: Mapping[str, Any], name: str
    ) -> None:
        scope = self._scopes.get(id(owner))
        if scope is None:
            scope = self._scopes[id(owner)] = _Scope(where, variables, {})
        scope.before.setdefault(name, variables.get(name, _ABSENT))

    def _watch(
        self,
        thing: Any,
        read: Callable[[], Iterable[Any]],
        same: Callable[[Any, Any], bool] = is_,
        whole: Sized | None = None,
    ) -> tuple[Any, ...]:
        """Return what something holds, and watch it."""
        before = tuple(read())
        self._watched.append(_Watched(thing, read, before, same, whole))
        return before

    def _watch_table(self, thing: Any, table: Mapping[Any, Any]) -> tuple[Any, ...]:
        """Return the keys and the values of a table that belongs to a thing, and watch them."""
        kind: Any = next(each for each in TABLES if isinstance(table, each))
        keys, values = kind.keys(table), kind.values(table)
        return self._watch(thing, partial(chain, keys, values), whole=keys)

    def _reached(self, value: Any) -> Iterable[Any]:
        """Return what an object holds or uses."""
        if isinstance(value, FunctionType):
            return self._of_function(value)
        if isinstance(value, type):
            return self._of_class(value)
        if isinstance(value, SEQUENCES):
            return [
                type(value),
                *self._watch(
                    value,
                    partial(_items_of, value),
                    whole=value if type(value) in SEQUENCES else None,
                ),
                *self._attributes_of(value),
            ]
        if isinstance(value, dict | MappingProxyType):
            held = self._watch_table(value, value)
            return [type(value), *held, *self._attributes_of(value)]
        if isinstance(value, tuple | frozenset):
            return [type(value), *_items_of(value), *self._attributes_of(value)]
        if isinstance(value, partial):
            parts = [value.func, *value.args, *value.keywords.values()]
            return [*parts, *self._attributes_of(value)]
        if isinstance(value, MethodType):
            return [value.__self__, value.__func__]
        if isinstance(value, BuiltinFunctionType):
            if value.__name__ not in WRITING:
                _check_unseen(value.__module__)
            return [] if isinstance(value.__self__, ModuleType | None) else [value.__self__]
        return self._of_object(value)

    def _of_function(self, function: FunctionType) -> Iterable[Any]:
        if self._is_trusted(function.__module__):
            _check_unseen(function.__module__)
            self._watch_table(function, vars(function))
            return []
        cells = function.__closure__ or ()
        self._has_registers |= "registry" in vars(function)
        if function.__code__.co_filename.startswith(INSTALLED):  # around a function of the rules
            return map(_content, cells)
        held = [*self._watch(function, partial(map, _content, cells))] if cells else []
        held += self._watch_table(function, vars(function))
        self._watch(function, partial(WORDS, function), eq)
        held += [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
        return [*held, *self._of_modules(function, cells), *self._globals_of(function)]

    def _of_modules(self, function: FunctionType, cells: Iterable[types.CellType]) -> Iterator[Any]:
        """Yield what a function may use of modules that an enclosing function has imported."""
        modules = [each for each in map(_content, cells) if isinstance(each, ModuleType)]
        for module, code in product(modules, codes_within(function.__code__)):
            yield from self._of_module(module, code)

    def _of_class(self, kind: type) -> Iterable[Any]:
        _check_keeper(kind)
        yield type(kind)
        for base in kind.__mro__:
            if not self._is_trusted(base.__module__):
                self._watch(base, partial(WORDS, base), eq)
                self._has_registers |= isinstance(base, ABCMeta)
                for name in self._watch(base, partial(_own_names, base), eq):
                    self._watch_name(base, f"the class {base.__name__}", vars(base), name)
                    yield vars(base)[name]
            elif base.__flags__ & MAY_BE_SET:
                self._watch(base, partial(_own_names, base), eq)

    def _of_object(self, value: Any) -> Iterable[Any]:
        if isinstance(value, _lru_cache_wrapper):
            return self._of_cache(value)
        if isinstance(value, classmethod | staticmethod):
            return [value.__func__]
        if isinstance(value, property):
            return [part for part in (value.fget, value.fset) if part is not None]
        if isinstance(value, cached_property):
            return [value.func]
        if isinstance(value, BYTES):
            self._watch(value, partial(map, bytes, [value]), eq)
            has_objects = isinstance(value, np.ndarray) and value.dtype.hasobject
            held = value.ravel().tolist() if has_objects else []  # type: ignore[union-attr]
            return [type(value), *held, *self._attributes_of(value)]
        for kind, state in GENERATORS.items():
            if isinstance(value, kind):
                self._watch(value, partial(map, state, [value]), eq)
                return []
        if any(value is each for each in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__)):
            return []
        if hasattr(type(value), "__next__"):
            raise BadInput(
                f"the rules use {quote(value)} from outside, which moves on when it is used: make "
                "it where it is used, or take a tuple"
            )
        return self._of_instance(value)

    def _of_cache(self, function: Any) -> Iterable[Any]:
        if not self._is_trusted(function.__module__):
            self._caches.append(function)
            if function.cache_info().maxsize is None:
                self._tables.append(_Table(function))
        return [function.__wrapped__, *self._watch_table(function, vars(function))]

    def _of_instance(self, value: Any) -> Iterable[Any]:
        """Return the attributes of an object whose class is of the rules, or of this package."""
        kind = type(value)
        if callable(value):
            _check_unseen(getattr(value, "__module__", ""))
        if str(kind.__module__).partition(".")[0] == "montmort":
            held = getattr(value, "__dict__", {}).values()
            return [each for each in held if not isinstance(each, dict | list | set)]
        if kind is ref:
            return [value()]
        is_hashable = getattr(kind, "__hash__", None) not in (object.__hash__, None)
        if is_hashable and str(kind.__module__).partition(".")[0] in VALUES:
            return []
        is_plain = kind is SimpleNamespace or kind.__module__ == "collections"
        if is_plain or not self._is_trusted(kind.__module__):
            return [kind, *self._attributes_of(value)]
        if kind is Field:
            return self._attributes_of(value)
        if kind.__module__ in KEEPING_NOTHING or kind in SINGLE:
            return []
        return self._of_unknown(value)

    def _attributes_of(self, value: Any) -> Iterable[Any]:
        slots = slots_of(type(value))
        caches = cached_names(type(value))
        if not slots and not hasattr(value, "__dict__"):
            return ()
        self._later += [(vars(value), name) for name in sorted(caches)]

        in_slots = partial(map, getattr, repeat(value), slots, repeat(_ABSENT))
        found = self._watch(value, in_slots) if slots else ()
        if not hasattr(value, "__dict__"):
            return found
        held = vars(value)

        def uncached() -> Iterator[Any]:
            return chain.from_iterable(item for item in held.items() if item[0] not in caches)

        if caches:
            return (*found, *self._watch(value, uncached))
        return (*found, *self._watch_table(value, held))

    def _is_trusted(self, module: object) -> bool:
        """Return whether the functions and classes of a module are taken to keep nothing."""
        name = module if isinstance(module, str) else ""
        package = name.partition(".")[0]
        if package in self._own:
            return False
        if package == "montmort" or package in sys.stdlib_module_names:
            return True
        return str(getattr(sys.modules.get(name), "__file__", "")).startswith(INSTALLED)


def _remembered(function: Any) -> list[object]:
    """Return the results that a cached function remembers; with a limit, its arguments as well."""
    info, tables = function.cache_info(), tables_of_cache(function)
    if not info.currsize:
        return []
    if info.maxsize is None:
        return [result for table in tables for result in table.values()]
    links = {id(table) for table in tables if "_lru_list_elem" in map(_class_name, table.values())}
    apart = {id(function.__wrapped__), id(vars(function)), *links}
    parts = get_referents(function)
    return [part for part in parts if id(part) not in apart and not isinstance(part, type)]


def _class_name(value: object) -> str:
    return type(value).__name__


def _check_unseen(module: object) -> None:
    """Raise BadInput for a module whose answers do not follow from arguments."""
    name = str(module)
    if name.startswith("numpy.random"):
        _refuse_unseen(name)
    if name.partition(".")[0].lstrip("_") in UNSEEN:
        _refuse_outside(name)


def _refuse_outside(name: str) -> NoReturn:
    raise BadInput(
        f"the rules use {name}, whose answers differ from run to run: all they do must follow from "
        "their arguments"
    )


def _refuse_unseen(source: str) -> NoReturn:
    raise BadInput(f"the rules draw from {source}: draw everything from `chance`")


def _items_of(value: Any) -> Iterator[Any]:
    """Return the items of a container; those of a set in Python's own order."""
    if isinstance(value, set):
        return set.__iter__(value)
    return frozenset.__iter__(value) if isinstance(value, frozenset) else iter(value)


def _check_names(code: CodeType, of_python: set[str]) -> None:
    """Raise BadInput if code names what brings in or keeps something unseen."""
    if outside := of_python.intersection(OUTSIDE_WORLD):
        raise BadInput(f"the rules call {min(outside)}() while they play: read it before")
    words = words_of(code)
    unstable = of_python.intersection(UNSTABLE) | {"__hash__"}.intersection(words)
    if unstable and code.co_name != "__hash__":
        raise BadInput(f"the rules call {min(unstable)}(), whose values differ from run to run")
    sets_by_name = {"setattr", "__setattr__", "delattr"} & {*code.co_names}
    if prying := PRYING & (words if sets_by_name else {*code.co_names}):
        raise BadInput(
            f"the rules use {min(prying)}, by which something may be kept unseen: all they do must "
            "follow from their arguments"
        )


def _check_generators(steps: Sequence[Step], space: Mapping[str, Any]) -> None:
    """Raise BadInput if code makes a generator of random numbers without a seed."""
    done = [step for step in steps if step.kind is not Kind.OTHER]
    for made, called in pairwise(done):
        if made.kind in (Kind.GLOBAL, Kind.ATTRIBUTE) and called[:2] == (Kind.CALL, 0):
            kind = space.get(made.about, getattr(random, made.about, None))
            if isinstance(kind, type) and issubclass(kind, Random):
                _refuse_unseen(kind.__name__)


def _check_identities(steps: Sequence[Step], variables: Mapping[str, Any]) -> None:
    """Raise BadInput if code asks whether something `is` a variable that is known by its content.

    A comparison with None, a class or a member of an Enum is as good as one with ==.
    """
    for left, right, step in zip(steps, steps[1:], steps[2:], strict=False):
        if step.kind is not Kind.IDENTITY or right.kind not in LOADS:
            continue
        sides = {side.about: _loaded(side, variables) for side in (left, right)}
        contents = [name for name, value in sides.items() if _is_content(value)]
        if contents and all(value is _ABSENT or _is_content(value) for value in sides.values()):
            raise BadInput(
                f"the rules ask whether something `is` {contents[0]}: equal values are one here, "
                "whichever object holds them, so ask with =="
            )


def _loaded(step: Step, variables: Mapping[str, Any]) -> Any:
    """Return what a step loads, where that is known."""
    if step.kind is Kind.CONSTANT:
        return step.about
    return variables.get(step.about, _ABSENT) if step.kind in VARIABLES else _ABSENT


def _is_content(value: object) -> bool:
    """Return whether several objects can be the same value."""
    return isinstance(value, CONTENT) and not isinstance(value, bool | enum.Enum)


def _closed_over(function: FunctionType) -> dict[str, Any]:
    """Return the variables of enclosing functions that a function uses."""
    cells = map(_content, function.__closure__ or ())
    return dict(zip(function.__code__.co_freevars, cells, strict=True))


def _check_keeper(kind: type) -> None:
    """Raise BadInput for a class that is made to keep something, or to bring it in."""
    if str(kind.__module__).partition(".")[0] in KEEPERS:
        raise BadInput(
            f"the rules use a {kind.__name__} from outside, which may keep something unseen"
        )


def _parts(root: object) -> Iterator[object]:
    """Yield a root, and the functions of a partial one."""
    yield root
    if isinstance(root, partial):
        for part in (root.func, *root.args, *root.keywords.values()):
            yield from _parts(part)


def _package(root: object) -> str | None:
    """Return the package to which a function of the rules belongs; None for one of ours."""
    if not isinstance(root, FunctionType | MethodType):
        return None
    name = str(root.__module__).partition(".")[0]
    return None if name == "montmort" or name in sys.stdlib_module_names else name


def _content(cell: types.CellType) -> object:
    try:
        return cell.cell_contents
    except ValueError:
        return _ABSENT


def _own_names(kind: type) -> list[str]:
    """Return the attributes that the author of a class, or the rules, have given it."""
    return [name for name in vars(kind) if _is_of_the_class(kind, name)]


def _is_of_the_class(kind: type, name: str) -> bool:
    """Return whether an attribute stays as its author wrote it."""
    if isinstance(vars(kind)[name], FunctionType | classmethod | staticmethod | property):
        return True
    return name not in MADE_LATER
