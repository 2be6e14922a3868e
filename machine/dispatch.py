"""The positive list: which function compiles which node of the syntax tree."""

import ast
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from montmort.machine.frame import Frame, Unreached, Value

Compile = Callable[[Frame, Any], Any]
Function = TypeVar("Function", bound=Compile)

_EXPRESSIONS: dict[type[ast.AST], Callable[[Frame, Any], Value]] = {}
_STORES: list[Callable[[Frame, ast.Subscript, Value], None]] = []
_STATEMENTS: dict[type[ast.AST], Callable[[Frame, Any], None]] = {}


def expression(*kinds: type[ast.expr]) -> Callable[[Function], Function]:
    """Register the function that compiles expressions of these kinds."""

    def register(function: Function) -> Function:
        _EXPRESSIONS.update(dict.fromkeys(kinds, function))
        return function

    return register


def statement(*kinds: type[ast.stmt]) -> Callable[[Function], Function]:
    """Register the function that compiles statements of these kinds."""

    def register(function: Function) -> Function:
        _STATEMENTS.update(dict.fromkeys(kinds, function))
        return function

    return register


def storing(function: Callable[[Frame, ast.Subscript, Value], None]) -> None:
    """Register the function that compiles an assignment to an item."""
    _STORES.append(function)


def store(frame: Frame, node: ast.Subscript, value: Value) -> None:
    """Compile an assignment to an item."""
    _STORES[0](frame, node, value)


def lower(frame: Frame, node: ast.expr) -> Value:
    """Compile an expression and return its value."""
    frame.at(node)
    compiler = _EXPRESSIONS.get(type(node))
    if compiler is None:
        frame.refuse(f"the expression {_named(node)}", node)
    value = compiler(frame, node)
    frame.at(node)
    return value


def lower_body(frame: Frame, body: Sequence[ast.stmt]) -> bool:
    """Compile statements; False if their end cannot be reached."""
    for node in body:
        frame.at(node)
        compiler = _STATEMENTS.get(type(node))
        if compiler is None:
            frame.refuse(f"the statement {_named(node)}", node)
        try:
            compiler(frame, node)
        except Unreached:
            return False
    return True


_WORDS = {
    "Dict": "{...: ...}",
    "DictComp": "{...: ... for ...}",
    "Try": "try",
    "With": "with",
    "Global": "global",
    "Nonlocal": "nonlocal",
    "Delete": "del",
    "JoinedStr": "f-string",
    "Yield": "yield",
    "Await": "await",
    "Starred": "*",
    "ClassDef": "class",
    "Match": "match",
    "Import": "import",
    "ImportFrom": "import",
    "GeneratorExp": "generator, which must stand in sum, any, all, min, max, list or the like,",
}


def _named(node: ast.AST) -> str:
    name = type(node).__name__
    return _WORDS.get(name, name)
