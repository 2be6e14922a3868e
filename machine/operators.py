"""Operators: arithmetic, comparisons, `in` and `is`."""

import ast
import enum
import operator
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from montmort.machine import prelude
from montmort.machine.comparisons import equal, less, truth
from montmort.machine.constants import is_plain
from montmort.machine.containers import alike, of_two
from montmort.machine.dictionaries import check_key, check_member, place_of_key, written
from montmort.machine.dispatch import lower
from montmort.machine.folding import check_plain, folded
from montmort.machine.formatting import told_together
from montmort.machine.fractions import fraction_arithmetic, is_fraction
from montmort.machine.frame import Frame, Unreached, Value, describe
from montmort.machine.inline import call
from montmort.machine.row_copies import joined, repeated
from montmort.machine.shapes import (
    Dictionary,
    Fixed,
    Integer,
    Maybe,
    Member,
    NoCommonShape,
    Nothing,
    Number,
    Record,
    Row,
    Shape,
    Truth,
    View,
    is_sequence,
    is_set,
    join,
)
from montmort.machine.tables import has_key
from montmort.machine.text_methods import part_of_text
from montmort.machine.texts import is_text, text_arithmetic
from montmort.machine.values import (
    as_integer,
    as_row,
    certain,
    coerce,
    constant,
    integer,
    is_fixed,
    items_of,
    realise,
    record,
    truth_value,
)

_PYTHON: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Div: operator.truediv,
    ast.Pow: operator.pow, ast.LShift: operator.lshift, ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
SINGLE = (type(None), bool, enum.Enum, type, FunctionType, BuiltinFunctionType, ModuleType)
LARGE = 4096  # exponents and shifts that are computed before the run


def binary(frame: Frame, node: ast.BinOp) -> Value:
    """Compile an operator."""
    return arithmetic(frame, node.op, lower(frame, node.left), lower(frame, node.right))


def arithmetic(frame: Frame, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of an operator; constants are computed now."""
    if isinstance(a.shape, Fixed) and isinstance(b.shape, Fixed):
        x, y = a.shape.value, b.shape.value
        is_class = isinstance(op, ast.BitOr) and isinstance(x, type)  # int | None
        if type(x) is type(y) is dict or is_class:
            known: Value | None = folded(frame, _PYTHON[type(op)], x, y)
        else:
            known = known_arithmetic(frame, op, x, y)
        if known is not None:
            made = known.shape.value  # type: ignore[attr-defined]
            return written(frame, made) if type(made) in (dict, set) else known
    if isinstance(op, ast.Add) and (told := told_together(frame, a, b)):
        return told
    a, b = certain(frame, realise(frame, a)), certain(frame, realise(frame, b))
    if is_text(a) or is_text(b):
        return text_arithmetic(frame, op, a, b)
    together = of_two(frame, op, *alike(frame, a, b))
    if together is not None:
        return together
    if isinstance(a.shape, Record | Row) or isinstance(b.shape, Record | Row):
        return _on_rows(frame, op, a, b)
    if is_fraction(a) or is_fraction(b):
        return fraction_arithmetic(frame, op, a, b)
    return _on_integers(frame, op, a, b)


def _on_integers(frame: Frame, op: ast.operator, a: Value, b: Value) -> Value:
    """Return the value of an operator on integers and truth values."""
    code, x, y = frame.code, as_integer(frame, a), as_integer(frame, b)
    match op:
        case ast.Add() | ast.Sub() | ast.Mult():
            names = {ast.Add: "sadd", ast.Sub: "ssub", ast.Mult: "smul"}
            return integer(code.checked(names[type(op)], x, y))
        case ast.FloorDiv() | ast.Mod():
            return integer(code.floor_divide(x, y)[isinstance(op, ast.Mod)])
        case ast.BitAnd() | ast.BitOr() | ast.BitXor():
            name = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}[type(op)]
            return Value(_of_bits(a.shape, b.shape), (code.simple(name, x, y),))
        case ast.LShift() | ast.RShift():
            return integer(_shifted(frame, op, x, y))
        case ast.Pow():
            return call(frame, prelude.power, [integer(x), integer(y)], {})
    return frame.refuse("/, which gives a float: use //, or compare products")


def known_arithmetic(frame: Frame, op: ast.operator, x: Any, y: Any) -> Value | None:
    """Return the value of an operator on constants; None where that is not computed now."""
    if not is_plain(x) or not is_plain(y) or _is_large(op, x, y):
        return None
    return folded(frame, _PYTHON[type(op)], x, y)


def _of_bits(a: Shape, b: Shape) -> Shape:
    """Return the shape of a & b, a | b and a ^ b: of two truth values it is one."""
    if not all(isinstance(shape, Truth | Number) for shape in (a, b)):
        return Integer()
    return Truth() if a == b == Truth() else Number()


def _is_large(op: ast.operator, x: Any, y: Any) -> bool:
    """Whether a result would be long to compute."""
    if isinstance(op, ast.Pow | ast.LShift):
        return not isinstance(y, int) or abs(y) > LARGE
    return (
        isinstance(op, ast.Mult)
        and (isinstance(x, tuple | str) or isinstance(y, tuple | str))
        and (max(z for z in (x, y, 0) if isinstance(z, int)) > LARGE)
    )


def _shifted(frame: Frame, op: ast.operator, x: str, y: str) -> str:
    """Return x << y or x >> y; fail where it leaves 64 bits."""
    code = frame.code
    code.fail_unless_compare(">=", y, "0", "a negative shift")
    if isinstance(op, ast.RShift):
        most = code.select(code.test("<", y, "63"), y, "63")
        return code.simple("ashr", x, most)
    code.fail_unless_compare("<", y, "63", "a number beyond 64 bits")
    return code.checked("smul", x, code.simple("shl", "1", y))


def _on_rows(frame: Frame, op: ast.operator, a: Value, b: Value) -> Value:
    """Return a + b or a * b of lists and tuples."""
    if isinstance(op, ast.Mult):
        row, times = (a, b) if isinstance(a.shape, Record | Row) else (b, a)
        return _repeated(frame, as_row(frame, row), times)
    tuples = isinstance(a.shape, Record) and isinstance(b.shape, Record)
    if isinstance(op, ast.Add) and tuples and a.shape.is_tuple and b.shape.is_tuple:  # type: ignore[attr-defined]
        return record(frame, [*items_of(a), *items_of(b)])
    a, b = _alike(frame, as_row(frame, a), as_row(frame, b))
    plain = isinstance(a.shape, Row) and isinstance(b.shape, Row) and a.shape.kind == b.shape.kind
    if not isinstance(op, ast.Add) or not plain or is_set(a.shape) or _is_range(a.shape):
        frame.refuse("this operator on lists, tuples or sets")
    return joined(frame, a, b)


def _is_range(shape: Shape) -> bool:
    return isinstance(shape, Row) and shape.kind == "range"


def _repeated(frame: Frame, row: Value, times: Value) -> Value:
    if not is_sequence(row.shape) or _is_range(row.shape):
        frame.refuse(f"{describe(row.shape)} times a number")
    return repeated(frame, row, as_integer(frame, times))


def _alike(frame: Frame, a: Value, b: Value) -> tuple[Value, Value]:
    """Return two lists or two tuples with their items in a common shape."""
    try:
        shape = join(a.shape, b.shape)
    except NoCommonShape:
        frame.refuse(f"a sum of {describe(a.shape)} and {describe(b.shape)}")
    return Value(shape, coerce(frame, a, shape)), Value(shape, coerce(frame, b, shape))


def unary(frame: Frame, node: ast.UnaryOp) -> Value:
    """Compile -, +, ~ and not."""
    value = lower(frame, node.operand)
    if isinstance(node.op, ast.Not):
        if is_fixed(value):
            return constant(truth(frame, value) == "0")
        return truth_value(frame.code.simple("xor", truth(frame, value), "1"))
    if isinstance(value.shape, Fixed) and is_plain(value.shape.value):
        signs: dict[type[ast.AST], Any] = {
            ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Invert: operator.invert
        }  # fmt: skip
        return folded(frame, signs[type(node.op)], value.shape.value)
    if is_fraction(value) and isinstance(node.op, ast.USub):
        return fraction_arithmetic(frame, ast.Sub(), integer("0"), value)
    x = as_integer(frame, value)
    if isinstance(node.op, ast.Invert):
        return integer(frame.code.simple("xor", x, "-1"))
    return integer(frame.code.checked("ssub", "0", x) if isinstance(node.op, ast.USub) else x)


def comparison(frame: Frame, node: ast.Compare) -> Value:
    """Compile a < b <= c: later operands are only computed while all comparisons hold."""
    left = lower(frame, node.left)
    if len(node.ops) == 1:
        return _compare(frame, node.ops[0], left, node.comparators[0])[0]
    code = frame.code
    result, end = code.slot(), code.label()
    for op, right in zip(node.ops, node.comparators, strict=True):
        looked_into = isinstance(op, ast.In | ast.NotIn) and isinstance(right, ast.List | ast.Set)
        if looked_into and right is not node.comparators[-1]:  # it is compiled as a tuple
            frame.refuse("a list or a set written between two comparisons", node)
        try:
            held, left = _compare(frame, op, left, right)
        except Unreached:  # only the comparisons before can decide
            break
        bit = truth(frame, held)
        code.put(result, bit)
        onward = code.label()
        code.branch(code.test("!=", bit, "0"), onward, end)
        code.start(onward)
    code.place(end)
    return truth_value(code.get(result))


def _compare(frame: Frame, op: ast.cmpop, a: Value, node: ast.expr) -> tuple[Value, Value]:
    """Return the truth of one comparison, and its right side."""
    if isinstance(op, ast.In | ast.NotIn):
        return _is_in(frame, a, node, isinstance(op, ast.In))
    b = lower(frame, node)
    if isinstance(op, ast.Is | ast.IsNot):
        return _identical(frame, a, b, isinstance(op, ast.Is)), b
    if isinstance(a.shape, Fixed) and isinstance(b.shape, Fixed):
        return folded(frame, _PYTHON[type(op)], a.shape.value, b.shape.value), b
    a, b = alike(frame, a, b)
    together = of_two(frame, op, a, b)
    if together is not None:
        return together, b
    code = frame.code
    match op:
        case ast.Eq():
            return truth_value(equal(frame, a, b)), b
        case ast.NotEq():
            return truth_value(code.simple("xor", equal(frame, a, b), "1")), b
        case ast.Lt():
            return truth_value(less(frame, a, b)), b
        case ast.Gt():
            return truth_value(less(frame, b, a)), b
        case ast.LtE():
            return truth_value(code.simple("xor", less(frame, b, a), "1")), b
    return truth_value(code.simple("xor", less(frame, a, b), "1")), b


def _is_in(frame: Frame, a: Value, node: ast.expr, positive: bool) -> tuple[Value, Value]:
    """Return the truth of `in` or `not in`, and the container."""
    container = _container(frame, node)
    if isinstance(node, ast.Set) or is_set(container.shape):
        check_member(frame, realise(frame, a).shape, node)
    found = contains(frame, a, container)
    if positive:
        return found, container
    if is_fixed(found):
        return constant(truth(frame, found) == "0"), container
    return truth_value(frame.code.simple("xor", truth(frame, found), "1")), container


def _identical(frame: Frame, a: Value, b: Value, positive: bool) -> Value:
    """Compile `is` and `is not`: of None, of Enums' members and of truth values."""
    if isinstance(a.shape, Fixed) and isinstance(b.shape, Fixed):
        one, other = a.shape.value, b.shape.value
        if not isinstance(one, SINGLE) and not isinstance(other, SINGLE):
            frame.refuse(f"`is` between {describe(a.shape)} and {describe(b.shape)}")
        return constant((one is other) == positive)
    a, b = realise(frame, a), realise(frame, b)
    kinds = [
        value.shape.item if isinstance(value.shape, Maybe) else value.shape for value in (a, b)
    ]
    none = any(isinstance(shape, Nothing) for shape in kinds)
    if not none and not (kinds[0] == kinds[1] and isinstance(kinds[0], Member | Truth)):
        frame.refuse(f"`is` between {describe(a.shape)} and {describe(b.shape)}")
    bit = equal(frame, a, b)
    return truth_value(bit if positive else frame.code.simple("xor", bit, "1"))


def _container(frame: Frame, node: ast.expr) -> Value:
    """Return a container that is only looked into: a list or a set is as good as a tuple."""
    varies = isinstance(node, ast.Set) and not all(isinstance(e, ast.Constant) for e in node.elts)
    if isinstance(node, ast.List) or varies:
        node = ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)  # type: ignore[attr-defined]
    container = lower(frame, node)
    if varies:
        check_member(frame, container.shape, node)
    return container


def contains(frame: Frame, value: Value, container: Value) -> Value:
    """Return whether a value is in a container."""
    if isinstance(container.shape, Fixed):
        known = container.shape.value
        check_plain(frame, known)
        if is_fixed(value):
            return folded(frame, operator.contains, known, value.shape.value)  # type: ignore[attr-defined]
        if isinstance(known, dict | frozenset | set):
            return truth_value(has_key(frame, known, value))
        if isinstance(known, tuple | list | range):
            return truth_value(_one_of(frame, value, list(known)))
    if is_text(container):
        return part_of_text(frame, certain(frame, value), container)
    container = certain(frame, realise(frame, container))
    if is_text(container):
        return part_of_text(frame, certain(frame, value), container)
    if isinstance(container.shape, Record) and container.shape.is_tuple:
        found = "0"
        for item in items_of(container):
            found = frame.code.simple("or", found, equal(frame, value, item))
        return truth_value(found)
    if isinstance(container.shape, Dictionary):
        place = place_of_key(frame, container, value)
        return truth_value(frame.code.compare(">=", place, "0"))
    if isinstance(container.shape, View):
        return call(frame, prelude.contains, [container, value], {})
    if not isinstance(container.shape, Row):
        frame.refuse(f"`in` {describe(container.shape)}")
    if is_set(container.shape):
        check_key(frame, realise(frame, value).shape)
    row = Value(Row(container.shape.item, "list"), container.registers)
    return call(frame, prelude.contains, [row, value], {})


def _one_of(frame: Frame, value: Value, known: list[Any]) -> str:
    """Return 1 if a value equals one of some constants."""
    if len(known) > LARGE:
        frame.refuse(f"`in` a constant of {len(known):,} items")
    found = "0"
    for item in known:
        found = frame.code.simple("or", found, equal(frame, value, constant(item)))
    return found
