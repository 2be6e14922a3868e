"""Compile a node of the syntax tree by the function that `constructs` names for its kind."""

import ast
from collections.abc import Sequence

from montmort.machine.frame import Frame, Unreached, Value


def lower(frame: Frame, node: ast.expr) -> Value:
    """Compile an expression and return its value."""
    frame.at(node)
    compiler = frame.program.constructs.expressions.get(type(node))
    if compiler is None:
        frame.refuse(f"the expression {_named(node)}", node)
    value = compiler(frame, node)
    frame.at(node)
    return value


def lower_body(frame: Frame, body: Sequence[ast.stmt]) -> bool:
    """Compile statements; False if their end cannot be reached."""
    for node in body:
        frame.at(node)
        compiler = frame.program.constructs.statements.get(type(node))
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
