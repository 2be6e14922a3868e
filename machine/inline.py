"""Calls of Python functions, compiled where they stand."""

import ast
import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from montmort.machine.caches import check_cached
from montmort.machine.dispatch import lower, lower_body
from montmort.machine.frame import Frame, Local, Scope, Unreached, Value, describe
from montmort.machine.names import assign_name
from montmort.machine.shapes import (
    Fixed,
    Partly,
    Record,
    may_change,
)
from montmort.machine.sources import Definition, Source, source_of
from montmort.machine.values import (
    constant,
    declare,
    holds,
    items_of,
    may_draw,
    read,
    realise,
    record,
    write,
)


@dataclass(eq=False)
class Closure(Local):
    """A lambda or a function defined inside another one, and the frame around it."""

    node: Definition
    frame: Frame


def closure(frame: Frame, node: Definition) -> Closure:
    """Return the closure of a definition; the same one in every attempt."""
    key = (*frame.scope.path, node)
    found = frame.program.made.setdefault(key, Closure(node, frame))
    found.frame = frame
    return found  # type: ignore[no-any-return]


@dataclass(eq=False)
class Detached:
    """A function that outlives the call that made it; what it uses of it are its first arguments.

    Names of a call that has ended are never assigned again, so their values are kept instead.
    """

    node: Definition
    source: Source
    outer: Scope | None
    names: tuple[str, ...]


def bound_function(
    frame: Frame, called: Value, args: Sequence[Value], keywords: Mapping[str, Value]
) -> Value:
    """Return a partial function of values of the play."""
    shape, first, named = called.shape, list[Value](), dict[str, Value]()
    if isinstance(shape, Partly):
        first, named = _given(called)
    function = shape.called if isinstance(shape, Partly) else shape.value  # type: ignore[attr-defined]
    return _partly(frame, function, [*first, *args], {**named, **keywords})


def _partly(frame: Frame, called: Any, args: Sequence[Value], named: Mapping[str, Value]) -> Value:
    values = [realise(frame, value) for value in (*args, *named.values())]
    shape = Partly(called, tuple(value.shape for value in values), tuple(named))
    return Value(shape, tuple(r for value in values for r in value.registers))


def _given(function: Value) -> tuple[list[Value], dict[str, Value]]:
    """Return the arguments that a function was given: the first ones, and those by name."""
    assert isinstance(function.shape, Partly)
    values, names = items_of(function), function.shape.names
    first = len(values) - len(names)
    return values[:first], dict(zip(names, values[first:], strict=True))


def call_value(
    frame: Frame, function: Value, args: Sequence[Value], keywords: Mapping[str, Value]
) -> Value:
    """Compile a call of a function that is a value."""
    if isinstance(function.shape, Partly):
        first, named = _given(function)
        return call(frame, function.shape.called, [*first, *args], {**named, **keywords})
    if not isinstance(function.shape, Fixed):
        frame.refuse(f"a call of {describe(function.shape)}")
    return call(frame, function.shape.value, args, keywords)


def detached(frame: Frame, value: Value, scope: Scope) -> Value:
    """Return what a function returns whose scope ends: functions keep the values that they use."""
    shape = value.shape
    if not holds(shape, Local):
        return value
    if isinstance(shape, Fixed) and isinstance(shape.value, tuple):
        return record(frame, [detached(frame, constant(each), scope) for each in shape.value])
    if isinstance(shape, Record):
        items = [detached(frame, item, scope) for item in items_of(value)]
        return record(frame, items, shape.kind)
    if not isinstance(shape, Fixed) or not isinstance(shape.value, Closure):
        frame.refuse("a function of the play in what is returned")
    return _without_scope(frame, shape.value, scope)


def _without_scope(frame: Frame, function: Closure, ended: Scope) -> Value:
    """Return a function without the scope that ends; itself if it does not use that."""
    around: list[Scope] = []
    scope: Scope | None = function.frame.scope
    while scope is not None and scope is not ended:
        around.append(scope)
        scope = scope.parent
    if scope is None:
        return constant(function)
    around.append(ended)
    used = {each.id for each in ast.walk(function.node) if isinstance(each, ast.Name)}
    own = {each.arg for each in ast.walk(function.node.args) if isinstance(each, ast.arg)}
    holders = {name: function.frame.scope.holder(name) for name in used - own}
    names = sorted(n for n, holder in holders.items() if any(holder is each for each in around))
    nodes = [ast.copy_location(ast.Name(name, ast.Load()), function.node) for name in names]
    found = [lower(function.frame, node) for node in nodes]
    if any(value.shape == Fixed(function) for value in found):
        frame.refuse("recursion", function.node)
    values = [detached(frame, value, ended) for value in found]
    key = "detached", function.node, ended.parent.path if ended.parent else ()
    made = Detached(function.node, function.frame.source, ended.parent, tuple(names))
    kept = frame.program.made.setdefault(key, made)
    kept.outer = ended.parent
    return _partly(frame, kept, values, {})


Keywords = Mapping[str, Value]
Nested = ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.AsyncFunctionDef
CACHED = type(cache(lambda: None))
_HERE = Path(__file__).resolve()
_GAMES = _HERE.parents[1] / "games"
_LIBRARY = _HERE.parent, _GAMES / "cards", _GAMES / "chance.py"
DEEPEST = 40  # calls inside one another


def call(frame: Frame, called: Any, args: Sequence[Value], keywords: Keywords) -> Value:
    """Compile a call of a Python function, a partial, a method or a closure."""
    if isinstance(called, Closure):
        source, outer = called.frame.source, called.frame.scope
        bound = _bound(frame, called.node, args, keywords, {})
        return _inside(frame, called.node, source, outer, bound)
    if isinstance(called, Detached):
        return _call_detached(frame, called, args, keywords)
    if isinstance(called, partial):
        first = [constant(value) for value in called.args]
        named = {name: constant(value) for name, value in called.keywords.items()}
        return call(frame, called.func, [*first, *args], {**named, **keywords})
    if isinstance(called, MethodType):
        return call(frame, called.__func__, [constant(called.__self__), *args], keywords)
    if getattr(called, "__module__", None) == "random":
        frame.refuse("the module random: draw everything from chance")
    if isinstance(called, CACHED):
        if any(may_draw(value.shape) for value in (*args, *keywords.values())):
            frame.refuse("a cached function that draws")
        check_cached(frame, called, [*args, *keywords.values()])
        value = call(frame, called.__wrapped__, args, keywords)
        if may_change(value.shape):  # Python would return the same one again
            frame.refuse("a cached function that returns a list, a set or a dictionary")
        return value
    if not isinstance(called, FunctionType):
        frame.refuse(f"a call of {getattr(called, '__qualname__', type(called).__name__)}")
    if called.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE):
        frame.refuse(f"the generator {called.__qualname__}")
    source = source_of(called)
    bound = _bound(frame, source.node, args, keywords, _defaults(called))
    return _inside(frame, source.node, source, None, bound)


def _call_detached(
    frame: Frame, called: Detached, args: Sequence[Value], keywords: Keywords
) -> Value:
    """Compile a call of a function whose first arguments are the values that it has kept."""
    kept = dict(zip(called.names, args, strict=False))
    path = (*frame.scope.path, frame.site, called.node, "kept")
    around = Scope(frozenset(kept), called.outer, path, names={**kept})
    bound = _bound(frame, called.node, args[len(kept) :], keywords, {})
    return _inside(frame, called.node, called.source, around, bound)


def _defaults(function: FunctionType) -> dict[str, Value]:
    """Return the default values of parameters."""
    code, values = function.__code__, function.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount]
    pairs = dict(zip(names[len(names) - len(values) :], values, strict=True))
    return {n: constant(v) for n, v in {**pairs, **(function.__kwdefaults__ or {})}.items()}


def _bound(
    frame: Frame,
    node: Definition,
    args: Sequence[Value],
    keywords: Keywords,
    defaults: Mapping[str, Value],
) -> dict[str, Value]:
    """Return the values of the parameters."""
    rules = node.args
    names = [each.arg for each in (*rules.posonlyargs, *rules.args)]
    known = {*names, *(each.arg for each in rules.kwonlyargs)}
    bound = {**defaults, **dict(zip(names, args, strict=False)), **keywords}
    extra = args[len(names) :]
    doubled = set(names[: len(args)]) & keywords.keys()
    if rules.kwarg or doubled or not keywords.keys() <= known or (extra and not rules.vararg):
        frame.refuse("a call whose arguments do not fit the function")
    if rules.vararg:
        bound[rules.vararg.arg] = record(frame, extra)
    if missing := known - bound.keys():
        frame.refuse(f"a call without {', '.join(sorted(missing))}")
    return bound


def _inside(
    frame: Frame,
    node: Definition,
    source: Source,
    outer: Scope | None,
    bound: Mapping[str, Value],
) -> Value:
    """Compile the body of a function with its parameters bound."""
    if node in frame.calls or len(frame.calls) > DEEPEST:
        frame.refuse("recursion", node)
    file, line = frame.code.file, frame.code.line
    facts = _facts(node)
    path = (*frame.scope.path, frame.site, node)
    scope = Scope(facts.assigned | bound.keys(), outer, path, facts.once)
    inner = Frame(frame.program, frame.code, source, scope, (*frame.calls, node))
    inner.blame = frame.blame or ((file, line) if _is_library(source.file) else None)
    for name in facts.assigned - facts.once - bound.keys():
        scope.names[name] = declare(inner, (*scope.path, name))
    for name, value in bound.items():
        if name in facts.assigned:
            assign_name(inner, name, value)
        else:
            scope.names[name] = value
    value = _result(inner, node, facts)
    frame.code.file, frame.code.line = file, line
    return detached(frame, value, scope)


def _is_library(file: str) -> bool:
    """Whether a file is montmort's own."""
    return any(Path(file).resolve().is_relative_to(folder) for folder in _LIBRARY)


def _result(frame: Frame, node: Definition, facts: "_Facts") -> Value:
    """Compile the body, and return what the function returns."""
    if isinstance(node, ast.Lambda):
        return lower(frame, node.body)
    if facts.returns_at_end:
        last = node.body[-1]
        assert isinstance(last, ast.Return)
        if not lower_body(frame, node.body[:-1]):
            raise Unreached
        frame.at(last)
        return constant(None) if last.value is None else lower(frame, last.value)
    frame.end = frame.code.label()
    frame.result = declare(frame, (*frame.scope.path, "the result"))
    if lower_body(frame, node.body):
        write(frame, frame.result, constant(None), "the result")
    frame.code.place(frame.end)
    if frame.result.key not in frame.program.shapes:
        raise Unreached
    return read(frame, frame.result, "the result")


@dataclass(frozen=True)
class _Facts:
    """What a function assigns, and how it returns.

    `once` are names that are assigned outside of branches and loops only.
    """

    assigned: frozenset[str]
    once: frozenset[str]
    returns_at_end: bool


@lru_cache(maxsize=1024)
def _facts(node: Definition) -> _Facts:
    if isinstance(node, ast.Lambda):
        names = {n.target.id for n in _inner(node.body) if isinstance(n, ast.NamedExpr)}
        return _Facts(frozenset(names), frozenset(), False)
    nodes = [inner for statement in node.body for inner in _inner(statement)]
    stored = [n.id for n in nodes if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
    stored += [n.name for n in nodes if isinstance(n, ast.FunctionDef)]
    imports = [n for n in nodes if isinstance(n, ast.ImportFrom)]
    stored += [each.asname or each.name for n in imports for each in n.names]
    stored += [n.name for n in nodes if isinstance(n, ast.MatchAs) and n.name is not None]
    returns = [n for n in nodes if isinstance(n, ast.Return)]
    top = [
        name.id
        for statement in node.body
        if isinstance(statement, ast.Assign | ast.AnnAssign | ast.AugAssign) and statement.value
        for target in (
            statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        )
        for name in ast.walk(target)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    ]
    once = {name for name in top if stored.count(name) == top.count(name)}
    at_end = len(returns) == 1 and node.body[-1] is returns[0]
    return _Facts(frozenset(stored), frozenset(once), at_end)


def _inner(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and those inside it that belong to the same function."""
    yield node
    if isinstance(node, Nested):
        return
    if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
        yield from (each for each in ast.walk(node) if isinstance(each, ast.NamedExpr))
        targets = [each.target for each in ast.walk(node) if isinstance(each, ast.NamedExpr)]
        yield from targets
        return
    for child in ast.iter_child_nodes(node):
        yield from _inner(child)
