"""Comprehensions: their loops, and the lists and dicts that they make."""

import ast
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from montmort.montecarlo.compiled import sequences
from montmort.montecarlo.compiled.expressions import read_only
from montmort.montecarlo.compiled.functions import assigned_names
from montmort.montecarlo.compiled.iteration import (
    UNROLLED_ITEMS,
    Places,
    each_item,
    places_of,
)
from montmort.montecarlo.compiled.kinds import (
    Value,
    joined,
)
from montmort.montecarlo.compiled.operators import Condition
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.targets import assign_target
from montmort.montecarlo.compiled.values import (
    constant,
    is_known,
    known,
    truth,
)

Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
Take = Callable[[Value], None]
NEVER: Callable[[], Condition] = lambda: False  # noqa: E731


def run_through(
    scope: Scope,
    node: ast.expr,
    hidden: Iterable[str],
    take: Take,
    stop: Callable[[], Condition] = NEVER,
) -> None:
    """Compile `take` for every item of an iterable, in order."""
    hidden = list(hidden)
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        with _own_names(scope, node):
            names = [*hidden, *_names_of(node)]
            _rounds(scope, node, 0, names, take, stop)
    else:
        places = places_of(scope, node)
        each_item(scope, places, hidden, take, unroll=is_short_loop(places), stop=stop)


def is_short_loop(places: Places) -> bool:
    """Return whether a comprehension over these items is unrolled."""
    return places.static is not None and len(places.static) <= UNROLLED_ITEMS // 2


def _names_of(node: Comprehension) -> set[str]:
    return assigned_names([each.target for each in node.generators]) | assigned_names([node])


@contextmanager
def _own_names(scope: Scope, node: Comprehension) -> Iterator[None]:
    """Keep the names of a comprehension's loops its own."""
    names = assigned_names([each.target for each in node.generators])
    before = {name: scope.get(name) for name in names}
    yield
    for name, value in before.items():
        if scope.variables is not None:
            scope.variables.pop(name, None)
            if value is not None:
                scope.variables[name] = value


def _rounds(
    scope: Scope,
    node: Comprehension,
    level: int,
    names: list[str],
    take: Take,
    stop: Callable[[], Condition],
) -> None:
    if level == len(node.generators):
        assert not isinstance(node, ast.DictComp)
        take(scope.expression(node.elt))
        return
    generator = node.generators[level]

    def body(item: Value) -> None:
        assign_target(scope, generator.target, item)
        tests(0)

    def tests(place: int) -> None:
        if place == len(generator.ifs):
            _rounds(scope, node, level + 1, names, take, stop)
            return
        condition = truth(scope, scope.expression(generator.ifs[place]))
        scope.branch(condition, lambda: tests(place + 1), lambda: None)

    places = places_of(scope, generator.iter)
    each_item(scope, places, names, body, unroll=is_short_loop(places), stop=stop)


def list_comprehension(scope: Scope, node: ast.ListComp) -> Value:
    """Return `[... for ...]`, a new list."""
    return collected(scope, node)


def dict_comprehension(scope: Scope, node: ast.DictComp) -> Value:
    """Return `{key: value for ...}` of constants."""
    found: dict[Any, Any] = {}
    with _own_names(scope, node):
        _constant_rounds(scope, node, 0, found)
    return known(found)


def _constant_rounds(scope: Scope, node: ast.DictComp, level: int, found: dict[Any, Any]) -> None:
    if level == len(node.generators):
        key, value = scope.expression(node.key), scope.expression(node.value)
        if not is_known(key, value):
            scope.refuse("a dict is made in the play", "use a tuple or a list")
        found[constant(key)] = constant(value)
        return
    generator = node.generators[level]
    places = places_of(scope, generator.iter)
    if places.static is None:
        scope.refuse("a dict is made in the play", "use a tuple or a list")
    for read in places.static:
        assign_target(scope, generator.target, read())
        tests = [truth(scope, scope.expression(each)) for each in generator.ifs]
        if any(isinstance(each, str) for each in tests):
            scope.refuse("a dict is made in the play", "use a tuple or a list")
        if all(tests):
            _constant_rounds(scope, node, level + 1, found)


def collected(scope: Scope, node: ast.expr) -> Value:
    """Return a new list of all items of an iterable."""
    return sequences.collected(
        scope, "comprehension", lambda take: run_through(scope, node, (), take)
    )


def mapped(scope: Scope, node: ast.expr) -> Value:
    """Return a tuple or list of an iterable that is only looked at.

    A comprehension over a few known items without conditions gives a short tuple.
    """
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        with scope.at(node):
            items = _few_items(scope, node)
            return joined(None, items) if items is not None else collected(scope, node)
    if isinstance(node, ast.Call):
        function = scope.expression(node.func) if isinstance(node.func, ast.Name) else None
        if function is not None and is_known(function) and constant(function) in (map, zip):
            return gathered(scope, node)
    return read_only(scope, node)


def gathered(scope: Scope, node: ast.Call) -> Value:
    """Return what `map`, `zip` and the like give, as a tuple or a list."""
    places = places_of(scope, node)
    if places.static is not None and len(places.static) <= UNROLLED_ITEMS:
        return joined(None, [read() for read in places.static])
    return collected(scope, node)


def _few_items(scope: Scope, node: ast.GeneratorExp | ast.ListComp) -> list[Value] | None:
    """Return the items of a comprehension, if their number is small and known."""
    if len(node.generators) != 1 or node.generators[0].ifs:
        return None
    generator = node.generators[0]
    before, variables = list(scope.block.lines), dict(scope.variables or {})
    places = places_of(scope, generator.iter)
    if places.static is None or len(places.static) > UNROLLED_ITEMS:
        scope.block.lines, scope.variables = before, variables
        return None
    items = []
    with _own_names(scope, node):
        for read in places.static:
            assign_target(scope, generator.target, read())
            items.append(scope.expression(node.elt))
    return items
