"""What a play reads from outside and what it may do, stricter than for a walk of all paths.

A situation holds the variables of a play, and nothing else.  So functions whose code could
change something outside are not even tried, and an object that cannot be watched makes the
play unmerged.

Refused: to assign global variables, attributes or variables of an enclosing function,
to compare identities other than of None, enum members and the like (equal numbers may
be one object or two), and names that reach past these checks.
"""

import enum
import sys
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any, NoReturn

from montmort.exact.situations.keys import Keys
from montmort.exact.surroundings import Surroundings
from montmort.machine.code_reading import Kind, Step, codes_within, steps_of
from montmort.machine.places.unmerged import Unmerged, refuse

BUILTINS = {
    *("exec", "eval", "compile", "globals", "locals", "vars", "setattr", "delattr", "getattr"),
    *("open", "input", "id", "super", "__import__", "breakpoint", "memoryview"),
}
DUNDERS = frozenset({"__name__", "__class__", "__init__", "__doc__", "__post_init__"})
MODULES = {
    *("abc", "bisect", "builtins", "collections", "copy", "dataclasses", "decimal", "enum"),
    *("fractions", "functools", "heapq", "itertools", "math", "montmort", "numbers", "operator"),
    *("statistics", "string", "types", "typing", "typing_extensions"),
}


class PlaySurroundings(Surroundings):
    """The objects that a function of chance can reach from its beginning.

    >>> from functools import partial
    >>> table = [1, 2]
    >>> around = PlaySurroundings(partial(lambda table, chance: table[chance.pick([1, 1])], table))
    >>> around.check()
    >>> table.append(3)
    >>> around.check()
    Traceback (most recent call last):
    ...
    montmort...Unmerged: the play changes [1, 2, 3], which is outside it
    """

    def _refuse_change(self, what: str) -> NoReturn:
        raise Unmerged(f"the play changes {what}, which is outside it")

    def _check_cached(self, function: Any, results: Iterable[object]) -> None:
        keys = Keys(self.outside, {})
        keys.of([*results])
        if keys.changeable:
            raise Unmerged(f"{function.__name__} is cached and gives lists or dicts")

    def _of_cache(self, function: Any) -> Iterable[Any]:
        if function.cache_info().maxsize is not None and not is_trusted(function.__module__):
            raise Unmerged(f"{function.__name__} has a cache with a limit: use functools.cache")
        return super()._of_cache(function)

    def _of_unknown(self, value: object) -> NoReturn:
        raise refuse_object(value)

    def _globals_of(self, function: FunctionType) -> Iterable[Any]:
        is_made_by_dataclass = function.__code__.co_qualname.startswith("__create_fn__")
        return [] if is_made_by_dataclass else names_read(function)

    def _of_module(self, module: ModuleType, code: CodeType, depth: int = 3) -> Iterable[Any]:
        return of_module(module, code, depth)

    def _is_trusted(self, module: object) -> bool:
        return is_trusted(module)


def is_trusted(module: object) -> bool:
    """Say whether the functions of a module keep no state that a play could use.

    >>> is_trusted("collections.abc"), is_trusted("random")
    (True, False)
    """
    return isinstance(module, str) and module.partition(".")[0].lstrip("_") in MODULES


def names_read(function: FunctionType) -> Iterator[Any]:
    """Yield the global objects that a function may use; Unmerged if it may change something."""
    for code in codes_within(function.__code__):
        before: list[Step] = []
        for step in steps_of(code):
            _check(function, code, step, before)
            if step.kind is Kind.GLOBAL:
                yield from _global(function, code, step)
            before.append(step)


def _check(function: FunctionType, code: CodeType, step: Step, before: list[Step]) -> None:
    problem, name = "", str(step.about)
    if step.kind is Kind.SET_GLOBAL:
        problem = f"the global variable {name} is assigned"
    elif step.kind is Kind.SET_ATTRIBUTE and not _of_new_object(code, before):
        problem = f"the attribute {name} is set"
    elif step.kind is Kind.SET_OUTER:
        if name in function.__code__.co_freevars:
            problem = f"`nonlocal {name}`"
    elif step.kind is Kind.IDENTITY and not _is_single(function, before):
        problem = "`is` between values that may be equal: use =="
    elif step.kind is Kind.ATTRIBUTE and name[:2] == name[-2:] == "__" and name not in DUNDERS:
        problem = f"the attribute {name}"
    elif step.kind is Kind.IMPORT and not is_trusted(name):
        problem = f"`import {name}` inside a function"
    if problem:
        raise refuse(code, step.line, problem)


def _of_new_object(code: CodeType, before: list[Step]) -> bool:
    """Say whether an attribute is set of `self` in `__init__`."""
    last = before[-1]
    is_self = last.kind is Kind.LOCAL and last.about == (*code.co_varnames, "")[0]
    return code.co_name == "__init__" and is_self


def _is_single(function: FunctionType, before: list[Step]) -> bool:
    """Say whether the right side of `is` is None, a truth value, an enum member or a class."""
    last = before[-1]
    if last.kind is Kind.CONSTANT:
        return last.about is None or last.about is ... or isinstance(last.about, bool)
    value: Any = 0
    if last.kind is Kind.GLOBAL:
        value = function.__globals__.get(last.about, 0)
    elif last.kind is Kind.ATTRIBUTE and len(before) > 1 and before[-2].kind is Kind.GLOBAL:
        value = getattr(function.__globals__.get(before[-2].about), str(last.about), 0)
    return isinstance(value, enum.Enum | type)


def _global(function: FunctionType, code: CodeType, step: Step) -> Iterator[Any]:
    name = step.about
    if name in function.__globals__:
        value = function.__globals__[name]
        yield from of_module(value, code) if isinstance(value, ModuleType) else (value,)
    elif name in BUILTINS:
        raise refuse(code, step.line, f"{name}()")


def of_module(module: ModuleType, code: CodeType, depth: int = 3) -> Iterator[Any]:
    """Yield what a function may use of a module: everything with a name in its code."""
    if is_trusted(module.__name__):
        return
    if module.__name__.partition(".")[0] in sys.stdlib_module_names:
        raise Unmerged(f"the play uses the module {module.__name__}")
    for name in code.co_names:
        value = vars(module).get(name)
        if isinstance(value, ModuleType) and depth:
            yield from of_module(value, code, depth - 1)
        elif value is not None:
            yield value


def refuse_object(value: object) -> Unmerged:
    """Return the refusal of an object from outside that may hold state."""
    return Unmerged(f"the play uses an object of type {type(value).__qualname__} from outside it")
