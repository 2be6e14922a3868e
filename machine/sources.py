"""The syntax tree of a function, and the values of the names that it uses.

The file is parsed and compiled again, and the code object must equal the function's:
a file that was changed after its import is noticed.
"""

import ast
import builtins
import linecache
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from montmort.machine.code_reading import codes_within
from montmort.machine.refusal import CannotCompile

Definition = ast.FunctionDef | ast.Lambda


@dataclass(frozen=True, eq=False)
class Source:
    """A function's definition, its file, and the names around it."""

    node: Definition
    file: str
    names: Mapping[str, Any]

    def value(self, name: str) -> Any:
        """Return the value of a name that is no local variable; KeyError if it has none."""
        return self.names[name] if name in self.names else vars(builtins)[name]


def source_of(function: FunctionType) -> Source:
    """Return the source of a Python function; CannotCompile where it cannot be found.

    >>> source_of(source_of).node.name
    'source_of'
    """
    code = function.__code__
    node = definition_of(function)
    if node is None:
        raise CannotCompile(
            f"not compiled: the source of {function.__qualname__} is not in {code.co_filename}"
        )
    cells = {
        name: cell.cell_contents
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
        if _is_filled(cell)
    }
    return Source(node, code.co_filename, {**function.__globals__, **cells})


def definition_of(function: FunctionType) -> Definition | None:
    """Return the syntax tree of a function, if it surely is the one that runs.

    A function that a decorator, a test runner or an edit has changed is none of its file.
    """
    code = function.__code__
    lines = tuple(linecache.getlines(code.co_filename, function.__globals__))
    return _definition(code, _tree(lines, code.co_filename)) if lines else None


def _is_filled(cell: Any) -> bool:
    try:
        _ = cell.cell_contents
    except ValueError:
        return False
    return True


Places = Mapping[tuple[int, str], list[Definition]]  # by first line and name


@lru_cache(maxsize=64)
def _tree(lines: tuple[str, ...], file: str) -> tuple[Places, frozenset[CodeType]] | None:
    """Return all definitions in a file, and all its code objects."""
    try:
        tree = ast.parse("".join(lines), file)
        codes = frozenset(codes_within(compile(tree, file, "exec", dont_inherit=True)))
    except (SyntaxError, ValueError):
        return None
    places: dict[tuple[int, str], list[Definition]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            name = node.name if isinstance(node, ast.FunctionDef) else "<lambda>"
            places.setdefault((first_line(node), name), []).append(node)
    return places, codes


def _definition(
    code: CodeType, found: tuple[Places, frozenset[CodeType]] | None
) -> Definition | None:
    """Return the only definition in the file with this code."""
    if found is None or code not in found[1]:
        return None
    candidates = found[0].get((code.co_firstlineno, code.co_name), [])
    return candidates[0] if len(candidates) == 1 else None


def first_line(node: Definition) -> int:
    """Return the line of a definition's first decorator, or its own."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(each.lineno for each in decorators)])
