"""Statements: assignments, branches, loops, returns."""

import ast
import importlib

from montmort.machine import prelude
from montmort.machine.assembly import Register, number
from montmort.machine.comparisons import condition, equal
from montmort.machine.containers import change_by
from montmort.machine.dictionaries import change
from montmort.machine.dispatch import lower, lower_body
from montmort.machine.expressions import element, items_unknown
from montmort.machine.folding import folded
from montmort.machine.frame import Frame, Unreached, Value
from montmort.machine.inline import call, closure, detached
from montmort.machine.iteration import (
    Generated,
    Listed,
    collected,
    deck_as_list,
    for_each,
    is_without_effects,
    items_in,
)
from montmort.machine.names import assign_name, name, stand_for
from montmort.machine.operators import arithmetic
from montmort.machine.shapes import (
    Cards,
    Fixed,
    Maybe,
    Record,
    Row,
    is_changed_in_place,
    may_change,
)
from montmort.machine.stores import assign, store_at
from montmort.machine.values import as_row, certain, constant, items_of, realise, record, write


def assignment(frame: Frame, node: ast.Assign) -> None:
    """Compile a = b = value."""
    value = _taken_apart(frame, node.targets[0], node.value)
    for target in node.targets:
        assign(frame, target, value)


def _taken_apart(frame: Frame, target: ast.expr, node: ast.expr) -> Value:
    """Compile a value that is assigned to a target, which may take an iterator apart."""
    if isinstance(target, ast.Tuple) and _is_iterator(frame, node):
        items = items_in(frame, node)
        return collected(frame, items, Row(items_unknown(frame, node), "list"))
    parts = node.elts if isinstance(node, ast.Tuple) else []
    is_first = len(parts) > 1 and isinstance(target, ast.Tuple) and _is_iterator(frame, parts[0])
    if is_first and all(is_without_effects(frame, part) for part in parts[1:]):
        first = _taken_apart(frame, target.elts[0], parts[0])  # type: ignore[attr-defined]
        return record(frame, [first, *(lower(frame, part) for part in parts[1:])])
    value = lower(frame, node)
    is_deck = isinstance(value.shape, Cards) and isinstance(target, ast.Tuple)
    return deck_as_list(frame, value) if is_deck else value


def _is_iterator(frame: Frame, node: ast.expr) -> bool:
    """Whether an expression is a generator, a map or the like, which only a loop takes apart."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        called = lower(frame, node.func).shape
        return any(called == Fixed(each) for each in (map, zip, enumerate, reversed))
    return isinstance(node, ast.GeneratorExp)


def annotated(frame: Frame, node: ast.AnnAssign) -> None:
    """Compile a: int = value."""
    if node.value is not None:
        assign(frame, node.target, lower(frame, node.value))


def augmented(frame: Frame, node: ast.AugAssign) -> None:
    """Compile a += value; of a list it is `extend`."""
    if isinstance(node.target, ast.Subscript):
        row = lower(frame, node.target.value)
        index = lower(frame, node.target.slice)
        before = element(frame, row, index)
        value = lower(frame, node.value)
        if _changed_by(frame, node.op, before, value):
            store_at(frame, row, index, certain(frame, before))
        else:
            store_at(frame, row, index, arithmetic(frame, node.op, before, value))
        return
    if not isinstance(node.target, ast.Name):
        frame.refuse("an assignment to an attribute: states are immutable", node)
    before = name(frame, ast.Name(node.target.id, ast.Load()))
    value = lower(frame, node.value)
    if not _changed_by(frame, node.op, before, value):
        assign_name(frame, node.target.id, arithmetic(frame, node.op, before, value))


def _changed_by(frame: Frame, op: ast.operator, before: Value, value: Value) -> bool:
    """Compile a += value of a list and the like, which change it; False for all else."""
    known = before.shape.value if isinstance(before.shape, Fixed) else None
    if type(known) in (set, dict):
        change(frame, known)
    if is_changed_in_place(type(known)):
        frame.refuse(f"this operator on a constant {type(known).__name__}, which Python changes")
    if isinstance(before.shape, Maybe) and may_change(before.shape):
        before = certain(frame, before)
    if isinstance(before.shape, Row) and before.shape.kind == "list":
        if not isinstance(op, ast.Add):
            frame.refuse("this operator on a list")
        call(frame, prelude.extend, [before, as_row(frame, value)], {})
        return True
    return change_by(frame, op, before, value)


def alone(frame: Frame, node: ast.Expr) -> None:
    """Compile an expression whose value is not used."""
    if not isinstance(node.value, ast.Constant):
        lower(frame, node.value)


def imported(frame: Frame, node: ast.ImportFrom) -> None:
    """Compile `from module import name`: the module is imported now."""
    if node.level or node.module is None:
        frame.refuse("an import from a package around the module", node)
    module = folded(frame, importlib.import_module, node.module).shape
    for name_ in node.names:
        found = folded(frame, getattr, module.value, name_.name)  # type: ignore[attr-defined]
        assign_name(frame, name_.asname or name_.name, found)


def nothing(_frame: Frame, _node: ast.Pass) -> None:
    """Compile pass."""


def branch(frame: Frame, node: ast.If) -> None:
    """Compile if; where the condition is known, only its branch."""
    decided = condition(frame, node.test)
    known = number(decided)
    if known is not None:
        if not lower_body(frame, node.body if known else node.orelse):
            raise Unreached
        return
    code = frame.code
    yes, no, onward = (code.label() for _ in range(3))
    code.branch(code.test("!=", decided, "0"), yes, no)
    code.start(yes)
    after_yes = lower_body(frame, node.body)
    code.jump(onward)
    code.start(no)
    after_no = lower_body(frame, node.orelse)
    code.place(onward)
    if not (after_yes or after_no):
        raise Unreached


def repeat_while(frame: Frame, node: ast.While) -> None:
    """Compile while; else is compiled where the condition fails, and break leads behind it."""
    code = frame.code
    again, inside, end, behind = (code.label() for _ in range(4))
    code.place(again)
    code.burn()
    decided = condition(frame, node.test)
    code.branch(code.test("!=", decided, "0"), inside, end)
    code.start(inside)
    frame.loops.append((again, behind))
    lower_body(frame, node.body)
    frame.loops.pop()
    code.jump(again)
    code.start(end)
    goes_on = number(decided) != 1 and lower_body(frame, node.orelse)
    code.place(behind)
    if not goes_on and not _has_break(node):
        raise Unreached


def _is_own(frame: Frame, node: ast.For) -> bool:
    """Whether the targets of a loop are seen in its body only, and not by inner functions.

    Then they can stand for the items themselves, where the body is compiled for each.
    """
    names = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
    if any(
        not isinstance(each, ast.Name | ast.Tuple | ast.Store) for each in ast.walk(node.target)
    ):
        return False

    def seen(root: ast.AST) -> list[ast.Name]:
        found = (each for each in ast.walk(root) if isinstance(each, ast.Name))
        return [each for each in found if each.id in names]

    inner = [each for each in ast.walk(node) if isinstance(each, ast.FunctionDef | ast.Lambda)]
    stored = [each for each in seen(node) if isinstance(each.ctx, ast.Store)]
    is_inside = len(seen(frame.calls[-1])) == len(seen(node)) - sum(
        map(len, map(seen, node.orelse))
    )
    return is_inside and len(stored) == len(names) and not any(map(seen, inner))


def _has_break(node: ast.While | ast.For) -> bool:
    """Whether a loop is left by break; one of an inner loop is taken for it."""
    return any(isinstance(each, ast.Break) for each in ast.walk(node))


def repeat_for(frame: Frame, node: ast.For) -> None:
    """Compile for; break leads behind else."""
    items = items_in(frame, node.iter)
    if isinstance(items, Generated):
        frame.refuse("a loop over a generator", node)

    behind = frame.code.label()
    is_own = isinstance(items, Listed) and _is_own(frame, node)

    def body(value: Value) -> None:
        frame.loops[-1] = frame.loops[-1][0], behind
        if is_own:
            stand_for(frame, node.target, value)
        else:
            assign(frame, node.target, value)
        if not lower_body(frame, node.body):
            raise Unreached

    for_each(frame, items, body)
    goes_on = lower_body(frame, node.orelse)
    frame.code.place(behind)
    if not goes_on and not _has_break(node):
        raise Unreached


def match(frame: Frame, node: ast.Match) -> None:
    """Compile match with constants, names, tuples of known length, alternatives and guards."""
    code, subject = frame.code, lower(frame, node.subject)
    behind, goes_on = code.label(), False
    for case in node.cases:
        frame.at(case.pattern)
        names: list[tuple[str, Value]] = []
        fits = pattern(frame, subject, case.pattern, names)
        if number(fits) == 0:
            continue
        inside, onward = code.label(), code.label()
        code.branch(code.test("!=", fits, "0"), inside, onward)
        code.start(inside)
        for name_, value in names:
            assign_name(frame, name_, value)
        if case.guard is not None:
            guarded = code.label()
            code.branch(code.test("!=", condition(frame, case.guard), "0"), guarded, onward)
            code.start(guarded)
        goes_on |= lower_body(frame, case.body)
        code.jump(behind)
        code.start(onward)
        if number(fits) == 1 and case.guard is None:
            break
    else:
        goes_on = True
    code.place(behind)
    if not goes_on:
        raise Unreached


def pattern(
    frame: Frame, subject: Value, node: ast.pattern, names: list[tuple[str, Value]]
) -> Register:
    """Return 1 where a value fits a pattern, else 0; `names` get what the pattern captures."""
    code = frame.code
    match node:
        case ast.MatchValue(value=value):
            return equal(frame, subject, lower(frame, value))
        case ast.MatchSingleton(value=None):
            return equal(frame, subject, constant(None))
        case ast.MatchAs(pattern=inner, name=name_):
            fits = "1" if inner is None else pattern(frame, subject, inner, names)
            if name_ is not None:
                names.append((name_, subject))
            return fits
        case ast.MatchOr(patterns=patterns):
            fits, caught = "0", list[tuple[str, Value]]()
            for each in patterns:
                fits = code.simple("or", fits, pattern(frame, subject, each, caught))
            if not caught:
                return fits
        case ast.MatchSequence(patterns=patterns):
            subject = realise(frame, subject)
            is_tuple = isinstance(subject.shape, Record) and subject.shape.is_tuple
            if is_tuple and not any(isinstance(each, ast.MatchStar) for each in patterns):
                items = items_of(subject)
                if len(items) != len(patterns):
                    return "0"
                fits = "1"
                for item, each in zip(items, patterns, strict=True):
                    fits = code.simple("and", fits, pattern(frame, item, each, names))
                return fits
    return frame.refuse("a pattern that is no constant, name or tuple of these", node)


def leave(frame: Frame, _node: ast.Break) -> None:
    """Compile break."""
    frame.code.jump(frame.loops[-1][1])
    raise Unreached


def go_on(frame: Frame, _node: ast.Continue) -> None:
    """Compile continue."""
    frame.code.jump(frame.loops[-1][0])
    raise Unreached


def give_back(frame: Frame, node: ast.Return) -> None:
    """Compile return."""
    value = constant(None) if node.value is None else lower(frame, node.value)
    assert frame.result is not None
    value = detached(frame, value, frame.scope)
    write(frame, frame.result, value, "the result")
    frame.code.jump(frame.end)
    raise Unreached


def fail(frame: Frame, _node: ast.Raise) -> None:
    """Compile raise: the interpreted play shows the error."""
    frame.stop("the rules raise an error")


def attempt(frame: Frame, node: ast.Try) -> None:
    """Compile try whose handlers only raise: where its body fails, the play fails anyway."""
    handled = [each for handler in node.handlers for each in handler.body]
    if node.finalbody or not all(isinstance(each, ast.Raise) for each in handled):
        frame.refuse("try with handlers that do not only raise", node)
    if not lower_body(frame, [*node.body, *node.orelse]):
        raise Unreached


def check(frame: Frame, node: ast.Assert) -> None:
    """Compile assert."""
    decided = condition(frame, node.test)
    frame.code.fail_unless_compare("!=", decided, "0", "an assertion fails")


def define(frame: Frame, node: ast.FunctionDef) -> None:
    """Compile a function defined inside another one."""
    if node.decorator_list or node.args.defaults or any(node.args.kw_defaults):
        frame.refuse("decorators or default values of an inner function", node)
    if any(isinstance(each, ast.Yield | ast.YieldFrom | ast.Nonlocal) for each in ast.walk(node)):
        frame.refuse("yield or nonlocal in an inner function", node)
    assign_name(frame, node.name, constant(closure(frame, node)))
