"""What the code of a function does, step by step: the one place that knows Python's bytecode.

The functions of rules need no source: those of NamedTuples, of dataclasses and of `eval` have
none.  Python's instructions have other names in every version; here each is one of the kinds of
`Kind`, and the tests read a table of functions with the Python at hand.
"""

import dis
from collections.abc import Iterator
from enum import Enum, auto
from inspect import getattr_static
from itertools import pairwise
from types import CodeType, FunctionType
from typing import Any, NamedTuple


class Kind(Enum):
    """What a step does."""

    GLOBAL = auto()  # reads a global variable, or one of Python's names
    SET_GLOBAL = auto()  # or deletes it
    LOCAL = auto()
    OUTER = auto()  # reads a variable that an enclosing or a nested function shares
    SET_OUTER = auto()
    CONSTANT = auto()
    ATTRIBUTE = auto()
    SET_ATTRIBUTE = auto()
    IDENTITY = auto()  # `is`, but for None
    IMPORT = auto()
    CALL = auto()  # of something, with a number of arguments
    OTHER = auto()


LOADS = (Kind.CONSTANT, Kind.LOCAL, Kind.OUTER, Kind.GLOBAL)
_KINDS = {
    **dict.fromkeys(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS"), Kind.GLOBAL),
    **dict.fromkeys(("STORE_GLOBAL", "DELETE_GLOBAL"), Kind.SET_GLOBAL),
    **dict.fromkeys(("LOAD_CLASSDEREF", "LOAD_DEREF", "LOAD_FROM_DICT_OR_DEREF"), Kind.OUTER),
    **dict.fromkeys(("STORE_DEREF", "DELETE_DEREF"), Kind.SET_OUTER),
    **dict.fromkeys(("LOAD_CONST", "LOAD_SMALL_INT"), Kind.CONSTANT),
    **dict.fromkeys(("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR"), Kind.ATTRIBUTE),
    **dict.fromkeys(("STORE_ATTR", "DELETE_ATTR"), Kind.SET_ATTRIBUTE),
    "IS_OP": Kind.IDENTITY,
    "CALL": Kind.CALL,
    "IMPORT_NAME": Kind.IMPORT,
}


class Step(NamedTuple):
    """A step of a code: its kind, the name, constant or number it is about, and its line."""

    kind: Kind
    about: Any
    line: int


def steps_of(code: CodeType) -> Iterator[Step]:
    """Yield the steps of a code, without those of functions nested in it.

    >>> steps = steps_of((lambda x: x.first is print).__code__)
    >>> [(step.kind.name, step.about) for step in steps if step.kind is not Kind.OTHER]
    [('LOCAL', 'x'), ('ATTRIBUTE', 'first'), ('GLOBAL', 'print'), ('IDENTITY', 0)]
    """
    for each in dis.get_instructions(code):
        line = (each.positions and each.positions.lineno) or code.co_firstlineno
        if each.opname.startswith("LOAD_FAST"):  # newer Pythons read two in one step
            for name in each.argval if isinstance(each.argval, tuple) else (each.argval,):
                yield Step(Kind.LOCAL, name, line)
        elif each.opname == "STORE_FAST_LOAD_FAST":
            yield Step(Kind.OTHER, each.argval[0], line)
            yield Step(Kind.LOCAL, each.argval[1], line)
        else:
            yield Step(_KINDS.get(each.opname, Kind.OTHER), each.argval, line)


def words_of(code: CodeType) -> set[str]:
    """Return the names of variables and attributes in a code, and the texts written in it.

    >>> words_of((lambda x: getattr(x, "first")).__code__) >= {"getattr", "first"}
    True
    """
    return {*code.co_names, *(each for each in code.co_consts if isinstance(each, str))}


def codes_within(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all that are nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_within(constant)


# By these a function may look at its argument without naming it.
_BY_OTHER_NAMES = {
    *("super", "locals", "vars", "eval", "exec", "dir"),
    *("_getframe", "currentframe", "f_locals", "getargvalues"),
}


def fields_read(function: object, kind: type[Any]) -> frozenset[str] | None:
    """Return the fields of a NamedTuple that a function of one looks at, at most.

    None if it may look at all of them: it passes its argument on, unpacks or compares it, or is
    no Python function.  Methods and properties of the type are followed.

    >>> class Score(NamedTuple):
    ...     points: int
    ...     passes: int
    >>> fields_read(lambda score: score.points > 3, Score)
    frozenset({'points'})
    >>> fields_read(max, Score) is None
    True
    """
    found: set[str] = set()
    waiting, seen = [function], {function}
    look: object = kind.__getattribute__
    while waiting:
        names = _attributes_of_first(waiting.pop())
        if names is None or look is not tuple.__getattribute__:
            return None
        for name in names:
            member = getattr_static(kind, name, None)
            follow = member.fget if isinstance(member, property) else member
            if isinstance(follow, FunctionType):
                waiting += [follow] if follow not in seen else []
                seen.add(follow)
            elif name in kind._fields:
                found.add(name)
            else:
                return None
    return frozenset(found)


def _attributes_of_first(function: object) -> set[str] | None:
    """Return the attributes read of a function's first argument; None where it goes elsewhere."""
    if not isinstance(function, FunctionType) or not function.__code__.co_argcount:
        return None
    first = function.__code__.co_varnames[0]
    names = set()
    for code in codes_within(function.__code__):
        if _BY_OTHER_NAMES & words_of(code):
            return None
        for step, after in pairwise(steps_of(code)):
            if step.kind in (Kind.LOCAL, Kind.OUTER) and step.about == first:
                if after.kind is not Kind.ATTRIBUTE:
                    return None
                names.add(after.about)
    return names
