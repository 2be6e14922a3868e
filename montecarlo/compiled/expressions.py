"""Expressions."""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from montmort.montecarlo.compiled import decks, dictionaries, operators, sequences, strings
from montmort.montecarlo.compiled.attributes import attribute
from montmort.montecarlo.compiled.functions import MISSING, local_names
from montmort.montecarlo.compiled.kinds import (
    OPAQUE,
    Function,
    Known,
    Optional,
    Unset,
    Unusable,
    Value,
    joined,
)
from montmort.montecarlo.compiled.narrowing import narrow
from montmort.montecarlo.compiled.operators import Condition
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import (
    constant,
    is_known,
    known,
    truth,
    truth_value,
)


def constant_of(_scope: Scope, node: ast.Constant) -> Value:
    """Return a literal."""
    return known(node.value)


def name(scope: Scope, node: ast.Name) -> Value:
    """Return the value of a variable, a global or a built-in name."""
    value = scope.get(node.id)
    if value is None:
        if node.id in scope.source.local_names:
            scope.refuse(f"{node.id} has no value here")
        found = scope.source.constant(node.id)
        if found is MISSING:
            scope.refuse(f"the name {node.id} is not defined")
        return known(found)
    if isinstance(value.kind, Unusable):
        scope.refuse(value.kind.reason, "give it one type")
    if isinstance(value.kind, Unset):
        scope.fail_if(f"{value.leaves[0]} == 0")
        value = Value(value.kind.inner, value.leaves[1:])
        scope.set(node.id, value)
    return value


def present(scope: Scope, value: Value) -> Value:
    """Return a value that is not None; the play fails if it is, as Python would."""
    if isinstance(value.kind, Optional):
        scope.fail_if(f"{value.leaves[0]} == 0")
        return Value(value.kind.inner, value.leaves[1:])
    return value


def attribute_of(scope: Scope, node: ast.Attribute) -> Value:
    """Return `value.name`."""
    return attribute(scope, present(scope, scope.expression(node.value)), node.attr)


def binary(scope: Scope, node: ast.BinOp) -> Value:
    """Return `left operation right`."""
    left, right = scope.expression(node.left), scope.expression(node.right)
    return combined(scope, node.op, left, right)


def combined(scope: Scope, operation: ast.operator, left: Value, right: Value) -> Value:
    """Return `left operation right` of any two values."""
    left, right = present(scope, left), present(scope, right)
    if strings.is_string(left) and isinstance(operation, ast.Add) and strings.is_string(right):
        return strings.operation(scope, lambda a, b: a + b, left, right)
    return operators.binary(scope, operation, left, right)


def unary(scope: Scope, node: ast.UnaryOp) -> Value:
    """Return `-value`, `not value` and so on."""
    if isinstance(node.op, ast.Not):
        return truth_value(scope, operators.negated(condition(scope, node.operand)))
    return operators.unary(scope, node.op, present(scope, scope.expression(node.operand)))


def condition(scope: Scope, node: ast.expr) -> Condition:
    """Return whether an expression is true; its parts may be of any types."""
    match node:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return operators.negated(condition(scope, operand))
        case ast.BoolOp(op=operation, values=values):
            return truth(scope, _decided(scope, values, isinstance(operation, ast.And)))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            found = _either(scope, test, _truth_of(scope, body), _truth_of(scope, orelse))
            return truth(scope, found)
    return truth(scope, scope.expression(node))


def _truth_of(scope: Scope, node: ast.expr) -> Callable[[], Value]:
    return lambda: truth_value(scope, condition(scope, node))


def _decided(scope: Scope, nodes: Sequence[ast.expr], wanted: bool) -> Value:
    """Return whether all conditions hold, or with `wanted` False, whether any of them does."""
    first, *others = nodes
    found = condition(scope, first)
    if not others:
        return truth_value(scope, found)

    def after() -> Value:
        narrow(scope, first, wanted)
        return _decided(scope, others, wanted)

    goes_on = found if wanted else operators.negated(found)
    return scope.choose(goes_on, after, lambda: known(not wanted))


def both_or_either(scope: Scope, node: ast.BoolOp) -> Value:
    """Return `a and b`, `a or b`: the next is computed only if the one before does not decide."""
    wanted = isinstance(node.op, ast.And)

    def rest(place: int) -> Value:
        value = scope.expression(node.values[place])
        if place == len(node.values) - 1:
            return value
        goes_on = truth(scope, value)
        if not wanted:
            goes_on = operators.negated(goes_on)

        def after() -> Value:
            narrow(scope, node.values[place], wanted)
            return rest(place + 1)

        kept = value
        if not wanted and isinstance(value.kind, Optional):  # what decides an `or` is not None
            kept = Value(value.kind.inner, value.leaves[1:])
        return scope.choose(goes_on, after, lambda: kept)

    return rest(0)


def comparison(scope: Scope, node: ast.Compare) -> Value:
    """Return `a < b < c`: each operand is computed once, and only if needed."""

    def rest(place: int, left: Value) -> Value:
        operation = node.ops[place]
        right = (
            read_only(scope, node.comparators[place])
            if isinstance(operation, ast.In | ast.NotIn)
            else scope.expression(node.comparators[place])
        )
        if isinstance(operation, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
            left, right = present(scope, left), present(scope, right)
        found = truth_value(scope, _compared(scope, operation, left, right))
        if place == len(node.ops) - 1:
            return found
        return scope.choose(truth(scope, found), lambda: rest(place + 1, right), lambda: found)

    return rest(0, scope.expression(node.left))


def _compared(scope: Scope, operation: ast.cmpop, left: Value, right: Value) -> Condition:
    if isinstance(operation, ast.In | ast.NotIn):
        wanted = isinstance(operation, ast.In)
        found: Condition | None = None
        if dictionaries.is_dict(right) and not is_known(left):
            found = dictionaries.has_key(scope, right, left)
        elif strings.is_string(right) and strings.is_string(left):
            inside = strings.operation(scope, lambda part, text: part in text, left, right)
            found = truth(scope, inside)
        elif decks.is_deck(right):
            scope.refuse("`in` looks into a deck", "use deck[kind] > 0")
        if found is not None:
            return found if wanted else operators.negated(found)
    return operators.compare(scope, operation, left, right)


def either(scope: Scope, node: ast.IfExp) -> Value:
    """Return `a if condition else b`."""
    return _either(
        scope,
        node.test,
        lambda: scope.expression(node.body),
        lambda: scope.expression(node.orelse),
    )


def _either(
    scope: Scope, test: ast.expr, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    def part(compiled: Callable[[], Value], outcome: bool) -> Callable[[], Value]:
        def narrowed() -> Value:
            narrow(scope, test, outcome)
            return compiled()

        return narrowed

    found = condition(scope, test)
    return scope.choose(found, part(then, True), part(otherwise, False))


def subscript(scope: Scope, node: ast.Subscript) -> Value:
    """Return `value[index]` or `value[start:stop]`."""
    value = present(scope, read_only(scope, node.value))
    if isinstance(node.slice, ast.Slice):
        return _slice(scope, value, node.slice)
    index = scope.expression(node.slice)
    if decks.is_deck(value):
        return decks.count_of(scope, value, index)
    if dictionaries.is_dict(value):
        return dictionaries.value_of(scope, value, index)
    if strings.is_string(value) and is_known(index):
        place = constant(index)
        return strings.operation(scope, lambda text: text[place], value)
    if is_known(value) and isinstance(constant(value), list | range):
        value = known(tuple(constant(value)))
    if is_known(value) and isinstance(constant(value), type) and is_known(index):
        return known(_member_by_name(scope, constant(value), constant(index)))
    if not sequences.plain_items(value):
        scope.refuse(f"an item of {value.kind} is read")
    return sequences.item_of(scope, value, present(scope, index))


def _member_by_name(scope: Scope, cls: type, key: Any) -> Any:
    try:
        return cls[key]  # type: ignore[index]
    except (KeyError, TypeError):
        return scope.refuse(f"{cls.__name__} has no member {key!r}")


def _slice(scope: Scope, value: Value, cut: ast.Slice) -> Value:
    if strings.is_string(value):
        ends = [
            known(None) if each is None else scope.expression(each)
            for each in (cut.lower, cut.upper, cut.step)
        ]
        if not is_known(*ends):
            scope.refuse("the bounds of a string's slice are computed")
        chosen = slice(*map(constant, ends))
        return strings.operation(scope, lambda text: text[chosen], value)
    if is_known(value) and isinstance(constant(value), list):
        value = known(tuple(constant(value)))
    if not sequences.plain_items(value):
        scope.refuse(f"a slice of {value.kind} is read")
    return sequences.slice_of(scope, value, cut)


def tuple_of(scope: Scope, node: ast.Tuple) -> Value:
    """Return `(a, b, *c)`."""
    return joined_items(scope, node.elts)


def joined_items(scope: Scope, nodes: list[ast.expr]) -> Value:
    """Return the tuple of these items, some of which may have a star."""
    result: Value = known(())
    items: list[Value] = []
    for node in nodes:
        if not isinstance(node, ast.Starred):
            items.append(scope.expression(node))
            continue
        more = read_only(scope, node.value)
        if decks.is_deck(more):
            more = decks.deck_items(scope, more)
        if not sequences.plain_items(more):
            scope.refuse(f"a star before {more.kind}")
        before = joined(None, items)
        result = operators.binary(scope, ast.Add(), result, before)
        result = operators.binary(scope, ast.Add(), result, sequences.tuple_from(scope, more))
        items = []
    if is_known(result) and not constant(result):
        return joined(None, items)
    return operators.binary(scope, ast.Add(), result, joined(None, items)) if items else result


def list_of(scope: Scope, node: ast.List) -> Value:
    """Return a new list."""
    items = joined_items(scope, node.elts)
    return sequences.list_from(scope, items)


def dict_of(scope: Scope, node: ast.Dict) -> Value:
    """Return a dict of constants."""
    found = {}
    for key, item in zip(node.keys, node.values, strict=True):
        if key is None:
            scope.refuse("a dict is made of others")
        key_value, item_value = scope.expression(key), scope.expression(item)
        if not is_known(key_value, item_value):
            scope.refuse("a dict is made in the play", "use a tuple or a list")
        found[constant(key_value)] = constant(item_value)
    return known(found)


def read_only(scope: Scope, node: ast.expr) -> Value:
    """Return an expression whose value is only looked at: a list may then be a tuple."""
    with scope.at(node):
        match node:
            case ast.List(elts=elts) | ast.Set(elts=elts):
                return joined_items(scope, elts)
            case ast.BinOp(left=left, op=ast.Mult() | ast.Add() as operation, right=right):
                return combined(
                    scope, operation, _new_or_any(scope, left), _new_or_any(scope, right)
                )
    return scope.expression(node)


def _new_or_any(scope: Scope, node: ast.expr) -> Value:
    """Return an operand of `+` or `*` of new lists."""
    if isinstance(node, ast.List | ast.BinOp):
        return read_only(scope, node)
    return scope.expression(node)


def text_of(scope: Scope, node: ast.JoinedStr) -> Value:
    """Return an f-string, which nothing in the play looks at."""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            scope.expression(part.value)
    return Value(OPAQUE)


def assigned(scope: Scope, node: ast.NamedExpr) -> Value:
    """Return `(name := value)`."""
    value = scope.expression(node.value)
    scope.set(node.target.id, value)
    return value


def function_of(scope: Scope, node: ast.Lambda | ast.FunctionDef) -> Value:
    """Return a function defined in a function, with the variables that it uses.

    Python looks at these variables when the function is called; here they are copied,
    so none of them may be assigned after this point.
    """
    arguments = node.args
    if arguments.defaults or arguments.kw_defaults or getattr(node, "decorator_list", None):
        scope.refuse("a function in a function has defaults or decorators")
    own = local_names(node)
    used = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} - own
    names = sorted(used & {*(scope.variables or {})})
    unknown = sorted((used & scope.source.local_names) - {*names})
    if unknown:
        scope.refuse(f"a function uses {unknown[0]}, which has no value yet")
    for each in names:
        if not getattr(node, "used_at_once", False) and _assigned_after(scope, node, each):
            scope.refuse(f"a function uses {each}, which is assigned later", "pass it on")
    source = scope.program.inner_source(scope.source, node, own)
    bound = [name(scope, ast.Name(each, ast.Load())) for each in names]
    kind = Function(Known(source), tuple(names), tuple(each.kind for each in bound), True)
    return Value(kind, tuple(leaf for each in bound for leaf in each.leaves))


def _assigned_after(scope: Scope, node: ast.AST, wanted: str) -> bool:
    """Return whether a name may be assigned after a function that uses it was made."""

    def stores(part: ast.AST) -> list[ast.Name]:
        names = (each for each in ast.walk(part) if isinstance(each, ast.Name))
        return [each for each in names if each.id == wanted and isinstance(each.ctx, ast.Store)]

    definition = scope.source.definition
    if any((each.lineno, each.col_offset) > _end(node) for each in stores(definition)):
        return True
    loops = ast.For, ast.While, ast.ListComp, ast.GeneratorExp, ast.SetComp, ast.DictComp
    around = [each for each in ast.walk(definition) if isinstance(each, loops)]
    return any(node in ast.walk(each) and stores(each) for each in around)


def _end(node: Any) -> tuple[int, int]:
    return node.end_lineno, node.end_col_offset


EXPRESSIONS: Mapping[type[ast.AST], Callable[[Any, Any], Value]] = {
    ast.Constant: constant_of,
    ast.Name: name,
    ast.Attribute: attribute_of,
    ast.BinOp: binary,
    ast.UnaryOp: unary,
    ast.BoolOp: both_or_either,
    ast.Compare: comparison,
    ast.IfExp: either,
    ast.Subscript: subscript,
    ast.Tuple: tuple_of,
    ast.List: list_of,
    ast.Dict: dict_of,
    ast.JoinedStr: text_of,
    ast.NamedExpr: assigned,
    ast.Lambda: function_of,
}
