"""Arithmetic, comparison, `in` and `is`."""

import ast
import enum
import operator
from collections.abc import Callable
from dataclasses import is_dataclass
from fractions import Fraction
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.montecarlo.compiled.classes import own_operators
from montmort.montecarlo.compiled.kinds import (
    BOOL,
    INT,
    NONE,
    NUMBER,
    OPAQUE,
    CardNames,
    Cards,
    Known,
    ListOf,
    Member,
    Nothing,
    Opaque,
    Optional,
    Ratio,
    Record,
    Sequence,
    Text,
    Value,
    Whole,
    is_flat,
    is_record,
    joined,
    parts,
    widened,
    width,
)
from montmort.montecarlo.compiled.packs import same_names
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import (
    as_sequence,
    concatenated,
    item_kind,
    repeated,
    searched,
)
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    known,
    number,
    truth_value,
)

Condition = bool | str

FOLDED: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
SIGNS: dict[type[ast.AST], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}
CHECKED = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "modulo",
    ast.Pow: "power",
    ast.LShift: "shift_left",
    ast.RShift: "shift_right",
}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^"}
ORDER = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
ATOMS = (int, str, float, Fraction, frozenset, set, range, type(None), bytes, list, dict, Deck)
LONG = 4096  # bits of a power or a shift that is computed beforehand


def is_plain(value: Any) -> bool:
    """Return whether Python's own operators apply to a constant: no code of the user's runs."""
    if own_operators(type(value)) and type(value) is not Deck:
        return False
    if type(value) in ATOMS or isinstance(value, int | str):
        return True
    if isinstance(value, enum.Enum):
        return False
    return is_record(value) and isinstance(value, tuple) and all(map(is_plain, value))


def binary(scope: Scope, operation: ast.operator, left: Value, right: Value) -> Value:
    """Return `left operation right`."""
    kind = type(operation)
    if is_known(left, right) and is_plain(constant(left)) and is_plain(constant(right)):
        return _folded(scope, operation, constant(left), constant(right))
    if Opaque() in (left.kind, right.kind):
        return Value(OPAQUE)
    a, b = number(scope, left), number(scope, right)
    if a is None or b is None:
        return _on_tuples(scope, operation, left, right)
    if kind is ast.Div:
        scope.refuse("a float is computed", "use // or a Fraction")
    if kind in CHECKED:
        return integer(scope.let(_arithmetic(kind, a, b, right)))
    if kind in BITWISE:
        kinds = {widened(left.kind), widened(right.kind)}
        result = BOOL if kinds == {BOOL} else NUMBER if kinds <= {BOOL, NUMBER} else INT
        return integer(scope.let(f"{a} {BITWISE[kind]} {b}"), result)
    return scope.refuse(f"{type(operation).__name__} of {left.kind} and {right.kind}")


def _arithmetic(kind: type[ast.AST], a: str, b: str, right: Value) -> str:
    if isinstance(right.kind, Known) and right.kind.value > 0:  # neither 0 nor -1
        if kind is ast.FloorDiv:
            return f"{a} // {b}"
        if kind is ast.Mod:
            return f"{a} % {b}"
    return f"{CHECKED[kind]}({a}, {b})"  # type: ignore[index]


def _folded(scope: Scope, operation: ast.operator, left: Any, right: Any) -> Value:
    if isinstance(left, list) or isinstance(right, list):
        scope.refuse("a global list is used in arithmetic", "use a tuple")
    if isinstance(operation, ast.Pow | ast.LShift) and isinstance(right, int) and right > LONG:
        scope.refuse("a number of thousands of digits is computed")
    if isinstance(operation, ast.Mod) and isinstance(left, str):
        return Value(OPAQUE)
    try:
        return known(FOLDED[type(operation)](left, right))
    except (ArithmeticError, TypeError, ValueError):
        scope.fail_if("True")
        return integer("0")


def _on_tuples(scope: Scope, operation: ast.operator, left: Value, right: Value) -> Value:
    tuples = is_tuple(left), is_tuple(right)
    if isinstance(operation, ast.Add) and all(tuples):
        if is_short(left) and is_short(right):
            return joined(None, [*parts(left), *parts(right)])
        return concatenated(scope, left, right)
    if isinstance(operation, ast.Add) and is_list(left) and is_list(right):
        return concatenated(scope, left, right)
    if isinstance(operation, ast.Mult):
        items, times = (right, left) if number(scope, left) is not None else (left, right)
        times_leaf = number(scope, times)
        if times_leaf is not None and is_short(items) and is_known(times):
            return joined(None, [*parts(items)] * constant(times))
        if times_leaf is not None and (is_tuple(items) or is_list(items)):
            return repeated(scope, items, times_leaf)
    for value in (left, right):
        if isinstance(getattr(value.kind, "value", None), float):
            scope.refuse("a float is used", "use integers, or Fractions in coin")
        cls = _class_of(value)
        if cls is not None and own_operators(cls):
            scope.refuse(f"{cls.__name__} defines operators", "call a method")
    if Ratio() in (widened(left.kind), widened(right.kind)):
        scope.refuse("Fractions are computed in the play", "compute with integers")
    return scope.refuse(f"{type(operation).__name__} of {left.kind} and {right.kind}")


def _class_of(value: Value) -> type | None:
    kind = value.kind
    return kind.cls if isinstance(kind, Record) else type(getattr(kind, "value", None))


def is_short(value: Value) -> bool:
    """Return whether a value is a tuple whose items have leaves of their own."""
    kind = value.kind
    if isinstance(kind, Record):
        return kind.cls is None or issubclass(kind.cls, tuple)
    return isinstance(kind, Known) and isinstance(kind.value, tuple) and is_record(kind.value)


def is_tuple(value: Value) -> bool:
    """Return whether a value is a tuple."""
    return is_short(value) or isinstance(value.kind, Sequence)


def is_list(value: Value) -> bool:
    """Return whether a value is a list of the play."""
    return isinstance(value.kind, ListOf)


def unary(scope: Scope, operation: ast.unaryop, value: Value) -> Value:
    """Return `-value`, `+value` or `~value`."""
    if is_known(value) and isinstance(constant(value), int | Fraction | float):
        return known(SIGNS[type(operation)](constant(value)))
    leaf = number(scope, value)
    if leaf is None:
        scope.refuse(f"the sign of {value.kind} is changed")
    if isinstance(operation, ast.USub):
        return integer(scope.let(f"negate({leaf})"))
    return integer(scope.let(f"~{leaf}") if isinstance(operation, ast.Invert) else leaf)


def compare(scope: Scope, operation: ast.cmpop, left: Value, right: Value) -> Condition:
    """Return the condition `left operation right`."""
    match operation:
        case ast.Eq():
            return equal(scope, left, right)
        case ast.NotEq():
            return negated(equal(scope, left, right))
        case ast.Is():
            return identical(scope, left, right)
        case ast.IsNot():
            return negated(identical(scope, left, right))
        case ast.In():
            return contains(scope, right, left)
        case ast.NotIn():
            return negated(contains(scope, right, left))
    if is_known(left, right) and is_plain(constant(left)) and is_plain(constant(right)):
        return bool(constant(_folded(scope, operation, constant(left), constant(right))))  # type: ignore[arg-type]
    sign = ORDER[type(operation)]
    a, b = number(scope, left), number(scope, right)
    if a is not None and b is not None:
        return f"{a} {sign} {b}"
    if is_tuple(left) and is_tuple(right):
        return _ordered_tuples(scope, sign, left, right)
    if is_list(left) and is_list(right):
        return _ordered_tuples(scope, sign, left, right)
    return scope.refuse(f"{left.kind} and {right.kind} are put in order")


def _ordered_tuples(scope: Scope, sign: str, left: Value, right: Value) -> Condition:
    if is_short(left) and is_short(right) and len(parts(left)) == len(parts(right)):
        leaves = [_numbers(scope, parts(left)), _numbers(scope, parts(right))]
        if all(leaves):
            return _ordered_numbers(sign, *leaves)
        if _has_tuples(left) or _has_tuples(right):
            return _ordered_parts(scope, sign, parts(left), parts(right))
    first, second, words = _same_sequences(scope, left, right)
    return f"{scope.let(f'compared(memory, {first}, {second}, {words})')} {sign} 0"


def _numbers(scope: Scope, items: tuple[Value, ...]) -> list[str]:
    """Return the leaves of a tuple of numbers, none if it holds anything else."""
    leaves = [number(scope, item) for item in items]
    return [leaf for leaf in leaves if leaf is not None] if None not in leaves else []


def _ordered_numbers(sign: str, left: list[str], right: list[str]) -> str:
    condition = f"{left[-1]} {sign} {right[-1]}"
    for a, b in zip(left[-2::-1], right[-2::-1], strict=True):
        condition = f"(({a} {sign[0]} {b}) | (({a} == {b}) & ({condition})))"
    return condition


def _has_tuples(value: Value) -> bool:
    return any(map(is_tuple, parts(value)))


def _ordered_parts(
    scope: Scope, sign: str, left: tuple[Value, ...], right: tuple[Value, ...]
) -> Condition:
    """Return the order of two tuples of any items: that of the first that differ."""
    operations = {text: operation() for operation, text in ORDER.items()}
    condition = compare(scope, operations[sign], left[-1], right[-1])
    for a, b in zip(left[-2::-1], right[-2::-1], strict=True):
        later = both(equal(scope, a, b), condition)
        sooner = compare(scope, operations[sign[0]], a, b)
        condition = negated(both(negated(sooner), negated(later)))
    return condition


def is_ordered(kind: object) -> bool:
    """Return whether tuples of this kind are in the order of their leaves."""
    if isinstance(kind, Record):
        return (kind.cls is None or issubclass(kind.cls, tuple)) and all(
            map(is_ordered, kind.items)
        )
    if isinstance(kind, Member):
        if not issubclass(kind.enum, int):
            return False
        numbers = [int(member) for member in kind.enum]
        return numbers == sorted(numbers)
    return isinstance(kind, Whole | Nothing)


def _same_sequences(scope: Scope, left: Value, right: Value) -> tuple[str, str, int]:
    """Return two tuples in memory and the words of an item, checked to be in order by leaves."""
    item = scope.program.join(item_kind(scope, left), item_kind(scope, right))
    if not is_ordered(widened(item)):
        scope.refuse(f"tuples of {item} are put in order")
    item = widened(item)
    return (
        as_sequence(scope, left, item),
        as_sequence(scope, right, item),
        width(item),
    )


def negated(condition: Condition) -> Condition:
    """Return the opposite of a condition."""
    return (not condition) if isinstance(condition, bool) else f"not ({condition})"


def both(first: Condition, second: Condition) -> Condition:
    """Return the condition that both hold, without a branch: neither has side effects."""
    if isinstance(first, bool):
        return second if first else False
    if isinstance(second, bool):
        return first if second else False
    return f"(({first}) & ({second}))"


def equal(scope: Scope, left: Value, right: Value) -> Condition:
    """Return the condition `left == right`."""
    if is_known(left, right):
        return _equal_constants(scope, constant(left), constant(right))
    for one, other in ((left, right), (right, left)):
        if isinstance(one.kind, Optional):
            return _equal_optional(scope, one, other)
    a, b = number(scope, left), number(scope, right)
    if a is not None and b is not None:
        return f"{a} == {b}"
    if is_short(left) and is_short(right):
        return _equal_parts(scope, parts(left), parts(right))
    if (is_tuple(left) and is_tuple(right)) or (is_list(left) and is_list(right)):
        return _equal_sequences(scope, left, right)
    kind, other_kind = widened(left.kind), widened(right.kind)
    match kind, other_kind:
        case Record(cls, _), Record(other_cls, _) if cls is other_cls and cls is not None:
            if not (is_dataclass(cls) and cls.__dataclass_params__.eq):  # type: ignore[attr-defined]
                scope.refuse(f"objects of {cls.__name__} are compared")
            return _equal_parts(scope, parts(left), parts(right))
        case Cards(kinds), Cards(other_kinds):
            if kinds.value != other_kinds.value:
                return False
            (first,), (second,) = scope.coerce(left, kind), scope.coerce(right, other_kind)
            return f"{scope.let(f'same_words(memory, {first}, {second}, {len(kinds.value)})')} != 0"
        case (CardNames(), _) | (_, CardNames()):
            names = same_names(left, right)
            if names is not None:
                return names
        case Text(), Text():
            (first,), (second,) = scope.coerce(left, kind), scope.coerce(right, other_kind)
            return f"{first} == {second}"
        case (Member(), Member()) | (Ratio(), Ratio()) if kind == other_kind:
            pairs = zip(scope.coerce(left, kind), scope.coerce(right, kind), strict=True)
            return " & ".join(f"({x} == {y})" for x, y in pairs)
    simple = (Whole, Text, Cards, Sequence, ListOf, Nothing)
    plain = isinstance(kind, simple) or kind == NONE or is_short(left)
    other_plain = isinstance(other_kind, simple) or other_kind == NONE or is_short(right)
    if plain and other_plain:
        return False  # values of different types
    return scope.refuse(f"{left.kind} and {right.kind} are compared")


def _equal_constants(scope: Scope, left: Any, right: Any) -> bool:
    if is_plain(left) and is_plain(right):
        return bool(left == right)
    for value in (left, right):
        if own_operators(type(value)) and type(value) is not Deck:
            scope.refuse(f"{type(value).__name__} defines operators", "compare its fields")
    if isinstance(left, enum.Enum) or isinstance(right, enum.Enum):
        return bool(left == right)
    if isinstance(left, type) or isinstance(right, type) or left is None or right is None:
        return left is right
    if isinstance(left, tuple) and isinstance(right, tuple) and is_record(left):
        pairs = list(zip(left, right, strict=False))
        return len(left) == len(right) and all(_equal_constants(scope, a, b) for a, b in pairs)
    if isinstance(left, str | int) or isinstance(right, str | int):
        return False
    return scope.refuse(f"{Known(left)} and {Known(right)} are compared")


def _equal_optional(scope: Scope, value: Value, other: Value) -> Condition:
    assert isinstance(value.kind, Optional)
    present, inner = value.leaves[0], Value(value.kind.inner, value.leaves[1:])
    if other.kind == NONE:
        return f"{present} == 0"
    if isinstance(other.kind, Optional):
        inside = equal(scope, inner, Value(other.kind.inner, other.leaves[1:]))
        same = f"{present} == {other.leaves[0]}"
        return both(
            same,
            inside if isinstance(inside, bool) and inside else f"(({present} == 0) | ({inside}))",
        )
    return both(f"{present} != 0", equal(scope, inner, other))


def _equal_parts(scope: Scope, left: tuple[Value, ...], right: tuple[Value, ...]) -> Condition:
    if len(left) != len(right):
        return False
    condition: Condition = True
    for one, other in zip(left, right, strict=True):
        condition = both(condition, equal(scope, one, other))
    return condition


def _equal_sequences(scope: Scope, left: Value, right: Value) -> Condition:
    item = widened(scope.program.join(item_kind(scope, left), item_kind(scope, right)))
    if not is_flat(item):
        scope.refuse(f"tuples of {item} are compared")
    first, second = as_sequence(scope, left, item), as_sequence(scope, right, item)
    return f"{scope.let(f'compared(memory, {first}, {second}, {width(item)})')} == 0"


def identical(scope: Scope, left: Value, right: Value) -> Condition:
    """Return the condition `left is right`: for None, enum members, True and False only."""
    for one, other in ((left, right), (right, left)):
        if other.kind == NONE:
            if isinstance(one.kind, Optional):
                return f"{one.leaves[0]} == 0"
            return one.kind == NONE
    kinds = widened(left.kind), widened(right.kind)
    if all(isinstance(kind, Member) for kind in kinds):
        return equal(scope, left, right) if kinds[0] == kinds[1] else False
    if kinds == (BOOL, BOOL):
        return equal(scope, left, right)
    if is_known(left, right) and not isinstance(constant(left), int | str | tuple):
        return constant(left) is constant(right)
    return scope.refuse(f"`is` compares {left.kind} and {right.kind}", "use ==")


def contains(scope: Scope, items: Value, item: Value) -> Condition:
    """Return the condition `item in items`."""
    if is_known(items):
        found = constant(items)
        if is_known(item) and is_plain(constant(item)) and type(found) in (str, range, *SETS):
            return bool(constant(item) in found)
        if isinstance(found, range) and number(scope, item) is not None:
            return _in_range(found, str(number(scope, item)))
        if isinstance(found, SETS) or is_record(found):
            members = list(found)
            return _in_constants(scope, members, item)
    if is_short(items):
        condition = [equal(scope, part, item) for part in parts(items)]
        if any(each is True for each in condition):
            return True
        texts = [f"({each})" for each in condition if isinstance(each, str)]
        return " | ".join(texts) if texts else False
    if isinstance(items.kind, Sequence | ListOf):
        kind = item_kind(scope, items)
        if isinstance(kind, Nothing):
            return False
        return f"{searched(scope, items, item)} >= 0"
    return scope.refuse(f"`in` looks into {items.kind}", "use a tuple")


SETS = (tuple, list, set, frozenset, dict)


def _in_range(span: range, leaf: str) -> Condition:
    if not span:
        return False
    low, high = min(span[0], span[-1]), max(span[0], span[-1])
    inside = f"{low} <= {leaf} <= {high}"
    step = abs(span.step)
    return inside if step == 1 else f"({inside} and ({leaf} - {low}) % {step} == 0)"


def _in_constants(scope: Scope, members: list[Any], item: Value) -> Condition:
    leaf = number(scope, item)
    if leaf is not None and len(members) > 2 and all(isinstance(each, int) for each in members):
        numbers = sorted({int(each) for each in members})
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]} <= {leaf} <= {numbers[-1]}"
    texts: list[str] = []
    for member in members:
        condition = equal(scope, item, known(member))
        if condition is True:
            return True
        if isinstance(condition, str):
            texts.append(f"({condition})")
    if not texts:
        return False
    return integer_condition(scope, " | ".join(texts))


def integer_condition(scope: Scope, text: str) -> str:
    """Return a long condition under a short name."""
    value = truth_value(scope, text)
    return f"{value.leaf} != 0"
