"""The syntax tree of a function, from its file, when it surely is the one that runs.

The file is compiled again.  Unless one of its code objects equals the function's, the
function was changed by a decorator, a test runner or an edit, and is refused.
"""

import ast
import linecache
from functools import lru_cache
from types import CodeType, FunctionType

from montmort.exact.code_reading import codes_within
from montmort.exact.situations.unmerged import refuse

FunctionNode = ast.FunctionDef | ast.Lambda


def syntax_of(function: FunctionType) -> FunctionNode:
    """Return the syntax tree of a function; Unmerged if it cannot be found surely.

    >>> from montmort.games import coin
    >>> syntax_of(coin).name
    'coin'
    """
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    try:
        codes, nodes = _compiled("".join(lines), code.co_filename)
    except SyntaxError:
        raise refuse(code, code.co_firstlineno, f"no source of {code.co_name}") from None
    found = [node for node in nodes.get(code.co_firstlineno, ()) if _name(node) == code.co_name]
    if code not in codes or len(found) != 1:
        raise refuse(code, code.co_firstlineno, f"no source of {code.co_name} as it runs")
    return found[0]


@lru_cache(maxsize=64)
def _compiled(text: str, file: str) -> tuple[frozenset[CodeType], dict[int, list[FunctionNode]]]:
    """Return the code objects of a file, and its functions by their first lines."""
    tree = ast.parse(text, file)
    nodes: dict[int, list[FunctionNode]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
            nodes.setdefault(first, []).append(node)
        elif isinstance(node, ast.Lambda):
            nodes.setdefault(node.lineno, []).append(node)
    module = compile(text, file, "exec", dont_inherit=True)
    return frozenset(codes_within(module)), nodes


def _name(node: FunctionNode) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
