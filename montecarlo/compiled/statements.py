"""Statements."""

import ast
from collections.abc import Callable, Mapping
from typing import Any

from montmort.montecarlo.compiled import sequences
from montmort.montecarlo.compiled.comprehensions import mapped
from montmort.montecarlo.compiled.expressions import combined, condition, function_of
from montmort.montecarlo.compiled.functions import assigned_names
from montmort.montecarlo.compiled.iteration import each_item, is_unrolled, places_of
from montmort.montecarlo.compiled.kinds import ListOf, Value
from montmort.montecarlo.compiled.narrowing import narrow
from montmort.montecarlo.compiled.operators import equal, negated
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.targets import assign_target
from montmort.montecarlo.compiled.values import known

MOST_ROUNDS = 2**28  # of a loop in one play, about a second


def expression(scope: Scope, node: ast.Expr) -> None:
    """Compile an expression that stands alone, such as a call."""
    if not isinstance(node.value, ast.Constant):
        scope.expression(node.value)


def assign(scope: Scope, node: ast.Assign) -> None:
    """Compile `a = b = value`."""
    several = len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple | ast.List)
    value = mapped(scope, node.value) if several else scope.expression(node.value)
    for target in node.targets:
        assign_target(scope, target, value)


def assign_with_type(scope: Scope, node: ast.AnnAssign) -> None:
    """Compile `a: int = value`."""
    if node.value is not None:
        assign_target(scope, node.target, scope.expression(node.value))


def change(scope: Scope, node: ast.AugAssign) -> None:
    """Compile `a += value`."""
    target = node.target
    if isinstance(target, ast.Attribute):
        scope.refuse("an attribute is changed", "return a new NamedTuple")
    if isinstance(target, ast.Subscript):
        items, index = scope.expression(target.value), scope.expression(target.slice)
        if not isinstance(items.kind, ListOf):
            sequences.set_item(scope, items, index, known(0))  # says what is wrong
        before = sequences.item_of(scope, items, index)
        sequences.set_item(scope, items, index, _changed(scope, node, before))
        return
    before = scope.expression(ast.copy_location(ast.Name(target.id, ast.Load()), target))
    scope.set(target.id, _changed(scope, node, before))


def _changed(scope: Scope, node: ast.AugAssign, before: Value) -> Value:
    if isinstance(before.kind, ListOf):
        if not isinstance(node.op, ast.Add):
            scope.refuse("a list is multiplied in place")
        return sequences.extended(scope, before, mapped(scope, node.value))
    return combined(scope, node.op, before, scope.expression(node.value))


def branch(scope: Scope, node: ast.If) -> None:
    """Compile `if`."""

    def part(statements: list[ast.stmt], outcome: bool) -> Callable[[], None]:
        def compiled() -> None:
            narrow(scope, node.test, outcome)
            scope.statements(statements)

        return compiled

    test = condition(scope, node.test)
    scope.branch(test, part(node.body, True), part(node.orelse, False))


def while_loop(scope: Scope, node: ast.While) -> None:
    """Compile `while`; after `MOST_ROUNDS` rounds the play is repeated in plain Python.

    A loop without an end can be interrupted there.
    """
    _check_else(scope, node)
    (rounds,) = scope.fresh()
    scope.emit(f"{rounds} = 0")

    def round_of() -> None:
        scope.emit(f"{rounds} = {rounds} + 1")
        scope.fail_if(f"{rounds} > {MOST_ROUNDS}")
        test = condition(scope, node.test)
        scope.branch(test, go_on, end)
        if scope.variables is not None:
            scope.statements(node.body)

    def go_on() -> None:
        narrow(scope, node.test, True)

    def end() -> None:
        narrow(scope, node.test, False)
        scope.statements(node.orelse)
        if scope.variables is not None:
            scope.leave_loop()

    scope.loop(assigned_names([node.test, *node.body, *node.orelse]), round_of)


def for_loop(scope: Scope, node: ast.For) -> None:
    """Compile `for`."""
    _check_else(scope, node)

    def body(item: Value) -> None:
        assign_target(scope, node.target, item)
        scope.statements(node.body)

    places = places_of(scope, node.iter)
    each_item(
        scope,
        places,
        assigned_names([node.target, *node.body, *node.orelse]),
        body,
        unroll=is_unrolled(places) and not _leaves(node.body),
        ended=lambda: scope.statements(node.orelse),
    )


def _check_else(scope: Scope, node: ast.For | ast.While) -> None:
    """Refuse a loop whose `else` leaves the loop around it: `else` is compiled inside the loop."""
    if _leaves(node.orelse):
        scope.refuse("break or continue stands in the else of a loop", "set a variable and test it")


def _leaves(statements: list[ast.stmt]) -> bool:
    """Return whether statements contain `break` or `continue` of their own loop."""
    for node in statements:
        if isinstance(node, ast.Break | ast.Continue):
            return True
        if isinstance(node, ast.For | ast.While):
            if _leaves(node.orelse):
                return True
        elif isinstance(node, ast.If | ast.With | ast.Try):
            inner = [each for each in ast.iter_child_nodes(node) if isinstance(each, ast.stmt)]
            if _leaves(inner):
                return True
        elif isinstance(node, ast.Match) and any(_leaves(case.body) for case in node.cases):
            return True
    return False


def give_back(scope: Scope, node: ast.Return) -> None:
    """Compile `return`."""
    value = known(None) if node.value is None else scope.expression(node.value)
    if scope.variables is not None:
        scope.returns.append((scope.block.place(), value, node))
        scope.variables = None


def leave(scope: Scope, _node: ast.Break) -> None:
    """Compile `break`."""
    scope.leave_loop()


def go_on(scope: Scope, _node: ast.Continue) -> None:
    """Compile `continue`."""
    scope.next_round()


def fail(scope: Scope, _node: ast.Raise) -> None:
    """Compile `raise`: the play is repeated in plain Python, which raises the error."""
    scope.fail()


def attempt(scope: Scope, node: ast.Try) -> None:
    """Compile `try` whose handlers only raise: where its body fails, the play fails anyway."""
    raising = all(
        all(isinstance(each, ast.Raise) for each in handler.body) for handler in node.handlers
    )
    if not raising or node.finalbody:
        scope.refuse("an error is handled", "test the condition before")
    scope.statements([*node.body, *node.orelse])


def check(scope: Scope, node: ast.Assert) -> None:
    """Compile `assert`."""
    scope.branch(negated(condition(scope, node.test)), scope.fail, lambda: None)
    if scope.variables is not None:
        narrow(scope, node.test, True)


def define(scope: Scope, node: ast.FunctionDef) -> None:
    """Compile a function defined in a function."""
    scope.set(node.name, function_of(scope, node))


def nothing(_scope: Scope, _node: ast.Pass) -> None:
    """Compile `pass`."""


def match(scope: Scope, node: ast.Match) -> None:
    """Compile `match` with constant patterns."""
    subject = scope.expression(node.subject)

    def case(place: int) -> None:
        if place == len(node.cases):
            return
        each = node.cases[place]
        if each.guard is not None:
            scope.refuse("a case has a condition", "use if")
        scope.branch(
            _matches(scope, subject, each.pattern),
            lambda: scope.statements(each.body),
            lambda: case(place + 1),
        )

    case(0)


def _matches(scope: Scope, subject: Value, pattern: ast.pattern) -> bool | str:
    match pattern:
        case ast.MatchValue(value=value):
            return equal(scope, subject, scope.expression(value))
        case ast.MatchSingleton(value=None):
            return equal(scope, subject, known(None))
        case ast.MatchAs(pattern=None, name=None):
            return True
        case ast.MatchOr(patterns=patterns):
            found = [_matches(scope, subject, each) for each in patterns]
            if True in found:
                return True
            return " | ".join(f"({each})" for each in found if each) or False
    return scope.refuse("a case has a pattern that is not a constant", "use if")


STATEMENTS: Mapping[type[ast.AST], Callable[[Any, Any], None]] = {
    ast.Expr: expression,
    ast.Assign: assign,
    ast.AnnAssign: assign_with_type,
    ast.AugAssign: change,
    ast.If: branch,
    ast.While: while_loop,
    ast.For: for_loop,
    ast.Return: give_back,
    ast.Break: leave,
    ast.Continue: go_on,
    ast.Raise: fail,
    ast.Assert: check,
    ast.Try: attempt,
    ast.FunctionDef: define,
    ast.Pass: nothing,
    ast.Match: match,
}
