"""Variables whose lists are still needed, but not the order of their items.

Two hands with the same cards in another order have the same future if the rest of the
play only adds to them and asks what has no order:

    hand.append(…), hand.extend(…), hand.count(1), 1 in hand, len, sum, sorted, max, min,
    and functions of one's own that ask nothing else of their parameter.

Every other use of the variable counts as a need of the order.
"""

import ast
from collections.abc import Sequence
from types import CodeType, FunctionType

from montmort.machine.code_reading import codes_within
from montmort.machine.places.liveness import Free, Names, reads
from montmort.machine.places.normal_form import GENERATORS
from montmort.machine.sources import definition_of

FUNCTIONS = frozenset({"len", "sum", "sorted", "max", "min"})
ADDING = frozenset({"append", "extend"})
MOST_CALLS = 20  # functions that call each other, and are asked for their parameters


def orderless(function: FunctionType, calls: tuple[FunctionType, ...] = ()) -> Free:
    """Return what finds the uses of variables that need no order, in this function.

    `calls` are the functions that lead to it.

    >>> free = orderless(orderless)
    >>> [bool(free(ast.parse(use, mode="eval").body)) for use in ("sum(a)", "1 in a", "f(a)")]
    [True, True, False]
    """
    own = frozenset().union(*(_variables(code) for code in codes_within(function.__code__)))
    needed: dict[FunctionType, Names] = {}

    def free(node: ast.AST) -> Sequence[ast.AST]:
        if isinstance(node, ast.Compare):
            return _of_comparison(node)
        if not isinstance(node, ast.Call) or node.keywords:
            return ()
        if isinstance(node.func, ast.Attribute):
            return _of_method(node.func, node.args)
        if not isinstance(node.func, ast.Name) or node.func.id in own:
            return ()
        name = node.func.id
        if name not in function.__globals__:
            return _variables_among(node.args) if name in FUNCTIONS and len(node.args) == 1 else ()
        called = function.__globals__[name]
        if type(called) is not FunctionType or called in calls or len(calls) > MOST_CALLS:
            return ()
        if called not in needed:
            needed[called] = _needed_by(called, (*calls, function))
        return _of_call(called, needed[called], node.args)

    return free


def _variables(code: CodeType) -> Names:
    return frozenset((*code.co_varnames, *code.co_cellvars, *code.co_freevars))


def _variables_among(parts: Sequence[ast.expr]) -> list[ast.expr]:
    return [part for part in parts if isinstance(part, ast.Name)]


def _of_comparison(node: ast.Compare) -> list[ast.expr]:
    """Return the variable in `1 in variable`; what is no constant may compare in its own way."""
    asks = isinstance(node.ops[0], ast.In | ast.NotIn) and isinstance(node.left, ast.Constant)
    return _variables_among(node.comparators) if asks and len(node.ops) == 1 else []


def _of_method(method: ast.Attribute, arguments: Sequence[ast.expr]) -> list[ast.expr]:
    """Return the method of a variable, if it needs no order."""
    counts = method.attr == "count" and all(isinstance(arg, ast.Constant) for arg in arguments)
    is_free = isinstance(method.value, ast.Name) and (counts or method.attr in ADDING)
    return [method] if is_free else []


def _needed_by(function: FunctionType, calls: tuple[FunctionType, ...]) -> Names:
    """Return the variables of which a function may need the order."""
    code = function.__code__
    node = None if code.co_flags & GENERATORS else definition_of(function)
    if node is None:
        return _variables(code)
    body = node.body if isinstance(node, ast.FunctionDef) else [node.body]
    free = orderless(function, calls)
    return frozenset().union(*(reads(part, free) for part in body))


def _of_call(
    function: FunctionType, needed: Names, arguments: Sequence[ast.expr]
) -> list[ast.expr]:
    """Return the variables among the arguments whose order the function does not need."""
    if any(isinstance(argument, ast.Starred) for argument in arguments):
        return []
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    free = [arg for arg, name in zip(arguments, names, strict=False) if name not in needed]
    return _variables_among(free)
