"""Why the situations of a play are not merged."""

import ast
from types import CodeType


class Unmerged(Exception):
    """The situations of this play cannot be merged surely; the sentence says why."""


def refuse(code: CodeType, node: ast.AST | int, problem: str) -> Unmerged:
    """Return the refusal of a construct, with its line.

    >>> print(refuse(refuse.__code__, 7, "a pick inside try"))
    unmerged.py, line 7: a pick inside try
    """
    line = node if isinstance(node, int) else getattr(node, "lineno", code.co_firstlineno)
    file = code.co_filename.rsplit("/", 1)[-1]
    return Unmerged(f"{file}, line {line}: {problem}")
