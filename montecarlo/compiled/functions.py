"""The source of a function of the rules: its syntax tree, its file and lines, its names."""

import ast
import builtins
import inspect
import linecache
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType
from typing import Any

from montmort.montecarlo.compiled.refusal import CannotCompile

Definition = ast.FunctionDef | ast.Lambda
MISSING: Any = object()


@dataclass(frozen=True, eq=False)
class FunctionSource:
    """A function: its definition, and the constants that its free names stand for."""

    name: str
    file: str
    definition: Definition
    function: FunctionType
    local_names: frozenset[str]

    def constant(self, name: str) -> Any:
        """Return what a name that is not local stands for, or MISSING."""
        cells = dict(
            zip(self.function.__code__.co_freevars, self.function.__closure__ or (), strict=True)
        )
        if name in cells:
            try:
                return cells[name].cell_contents
            except ValueError:
                return MISSING
        names = self.function.__globals__
        return names[name] if name in names else getattr(builtins, name, MISSING)


@cache
def source_of(function: FunctionType) -> FunctionSource:
    """Return the source of a function; CannotCompile where it has none."""
    code = function.__code__
    name, file, line = code.co_name, code.co_filename, code.co_firstlineno
    lines = linecache.getlines(file, function.__globals__)
    if not lines:
        raise CannotCompile(f"{name} has no source file")
    if code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
        raise CannotCompile(f"{name} is a generator", file, line, "return a tuple or a list")
    candidates = [node for node in _definitions("".join(lines)) if _is_source(node, code)]
    if len(candidates) != 1:
        raise CannotCompile(
            f"the source of {name} is not found", file, line, "define it with def in a file"
        )
    return FunctionSource(name, file, candidates[0], function, local_names(candidates[0]))


@cache
def _definitions(text: str) -> list[Definition]:
    """Return all definitions in a file."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return []
    return [node for node in ast.walk(tree) if isinstance(node, Definition)]


def _is_source(node: Definition, code: CodeType) -> bool:
    """Return whether `code` was compiled from this definition, by the place of both."""
    if isinstance(node, ast.FunctionDef):
        first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        return node.name == code.co_name and first == code.co_firstlineno
    if code.co_name != "<lambda>" or node.lineno != code.co_firstlineno:
        return False
    places = [place for place in code.co_positions() if None not in place and place[2:] != (0, 0)]
    first_places = min((line, column) for line, _, column, _ in places)
    last_places = max((line, column) for _, line, _, column in places)
    body = node.body
    return first_places == (body.lineno, body.col_offset) and last_places == (
        body.end_lineno,
        body.end_col_offset,
    )


def local_names(definition: Definition) -> frozenset[str]:
    """Return the names that are local in a function: its parameters, and what it assigns."""
    arguments = definition.args
    names = {
        each.arg
        for each in (
            *arguments.posonlyargs,
            *arguments.args,
            *arguments.kwonlyargs,
            *filter(None, (arguments.vararg, arguments.kwarg)),
        )
    }
    body = definition.body if isinstance(definition.body, list) else [definition.body]
    return frozenset(names | assigned_names(body))


def assigned_names(nodes: list[Any]) -> set[str]:
    """Return the names that statements assign, not counting those inside comprehensions."""
    found: set[str] = set()
    for node in nodes:
        _collect(node, found)
    return found


def _collect(node: ast.AST, found: set[str]) -> None:
    match node:
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
            found.add(name)
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            found.add(name)
            return
        case ast.Lambda():
            return
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            for inner in ast.walk(node):
                if isinstance(inner, ast.NamedExpr) and isinstance(inner.target, ast.Name):
                    found.add(inner.target.id)
            return
        case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            found.add(name)
    for child in ast.iter_child_nodes(node):
        _collect(child, found)


def defaults_of(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the default values of a function's parameters."""
    parameters = inspect.signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not inspect.Parameter.empty}
