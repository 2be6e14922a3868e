"""Calls: of functions and classes by what they are, of methods by the value they belong to."""

import ast
import dataclasses
import enum
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from types import BuiltinMethodType, FunctionType
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.machine.builtin_functions import FOLDED, fresh, of_constants
from montmort.machine.caches import check_cached
from montmort.machine.constants import content, is_plain
from montmort.machine.decks import deck_of
from montmort.machine.dispatch import lower
from montmort.machine.expressions import attribute_of, known_arguments, known_value
from montmort.machine.folding import folded
from montmort.machine.fractions import new_fraction
from montmort.machine.frame import Frame, Value, describe
from montmort.machine.inline import (
    CACHED,
    Keywords,
    bound_function,
    call,
    call_value,
)
from montmort.machine.iteration import mapped
from montmort.machine.methods import METHODS, deck_method, known_method
from montmort.machine.picks import pick, pick_among
from montmort.machine.plain_classes import Making, plain_attributes
from montmort.machine.shapes import (
    Cards,
    Dictionary,
    Fixed,
    Integer,
    Member,
    Partly,
    Randomness,
    Record,
    Row,
    Shape,
    is_integer_enum,
    is_record_class,
    record_fields,
)
from montmort.machine.tables import look_up
from montmort.machine.text_methods import joined_texts, text_method
from montmort.machine.texts import is_text
from montmort.machine.values import (
    as_integer,
    as_row,
    certain,
    constant,
    integer,
    is_fixed,
    items_of,
    length_of,
    load_item,
    realise,
    record,
)


def call_of(frame: Frame, node: ast.Call) -> Value:
    """Compile a call."""
    if isinstance(node.func, ast.Attribute):
        base = lower(frame, node.func.value)
        if not isinstance(base.shape, Fixed):
            return _method(frame, base, node.func.attr, node)
        special = known_method(frame, base.shape.value, node.func.attr, node)
        if special is not None:
            return special
        if type(base.shape.value) is str:
            return _method(frame, base, node.func.attr, node)
        if isinstance(base.shape.value, Deck) and node.func.attr == "draw":
            args, named = arguments(frame, node)
            return deck_method(frame, base, node.func.attr, args, named)
        if _on_container(base.shape.value, node):
            return _method(frame, realise(frame, base), node.func.attr, node)
        called = folded(frame, getattr, base.shape.value, node.func.attr)
    else:
        called = lower(frame, node.func)
    if not isinstance(called.shape, Fixed):
        return call_value(frame, certain(frame, called), *arguments(frame, node))
    return _call_known(frame, called.shape.value, node)


def _on_container(known: Any, node: ast.Call) -> bool:
    """Whether a method of a constant is one of a list, a tuple or a Deck with varying arguments."""
    assert isinstance(node.func, ast.Attribute)
    return type(known) in (list, tuple, set, frozenset, Deck) and not (
        isinstance(known, Deck) and not hasattr(Deck, node.func.attr)
    )


def arguments(frame: Frame, node: ast.Call) -> tuple[list[Value], dict[str, Value]]:
    """Return the positional and the named arguments of a call."""
    args: list[Value] = []
    for each in node.args:
        if isinstance(each, ast.Starred):
            args += _spread(frame, each)
        else:
            args.append(lower(frame, each))
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            frame.refuse("** in a call", node)
        named[keyword.arg] = lower(frame, keyword.value)
    return args, named


def _spread(frame: Frame, node: ast.Starred) -> Sequence[Value]:
    """Return the values of *tuple, whose length must be known, or of *map(function, tuple)."""
    together = mapped(frame, node.value)
    if together is not None:
        return together
    value = _as_record(frame, realise(frame, lower(frame, node.value)))
    if not isinstance(value.shape, Record) or not value.shape.is_tuple:
        frame.refuse(f"* before {describe(value.shape)}", node)
    return items_of(value)


def _call_known(frame: Frame, called: Any, node: ast.Call) -> Value:
    """Compile a call of a known function or class."""
    compiler = frame.program.constructs.calls.get(called) if _is_hashable(called) else None
    if compiler is not None:
        return of_constants(frame, called, node) or compiler(frame, node)
    if known := _known_call(frame, called, node):
        return known
    args, named = arguments(frame, node)
    if _all_plain(args, named) and _is_pure(called):
        return fresh(frame, _fold(frame, called, args, named))
    if type(getattr(called, "__self__", None)) is int and _all_plain(args, named):
        return _fold(frame, called, args, named)  # as (6).bit_count()
    if called is Fraction and args and not named:
        return new_fraction(frame, args)
    if isinstance(called, CACHED) and all(map(is_fixed, [*args, *named.values()])):
        check_cached(frame, called, [*args, *named.values()])
        return _fold(frame, called, args, named)  # as in Python, it is called once
    if called is getattr and len(args) == 2 and all(map(is_fixed, args)) and not named:
        return _fold(frame, called, args, named)
    if called is getattr and len(args) == 2 and is_fixed(args[1]) and not named:
        return attribute_of(frame, args[0], args[1].shape.value)  # type: ignore[attr-defined]
    if called is partial and args and isinstance(args[0].shape, Fixed | Partly):
        return bound_function(frame, args[0], args[1:], named)
    if called is dataclasses.replace and len(args) == 1:
        base = certain(frame, realise(frame, args[0]))
        if isinstance(base.shape, Record) and dataclasses.is_dataclass(base.shape.kind):
            return _replaced(frame, base, named)
        frame.refuse(f"replace in {describe(base.shape)}", node)
    if isinstance(called, type):
        return _construct(frame, called, args, named)
    if _is_hashable(called) and called in FOLDED and not isinstance(called, FunctionType):
        frame.refuse(f"{called.__name__} of values that vary", node)
    return call(frame, called, args, named)


def _known_call(frame: Frame, called: Any, node: ast.Call) -> Value | None:
    """Return a new Deck, Fraction or partial of known arguments; None for all else."""
    if not _is_hashable(called) or called not in (Deck, Fraction, partial):
        return None
    given = known_arguments(frame, node)
    if given is None or (called is partial and not callable(given[0][0])):
        return None
    args, named = given
    key = called, content(args), content(named)
    return frame.program.kept(key, lambda: folded(frame, called, *args, **named))


def _is_pure(called: Any) -> bool:
    """Whether a function is Python's own, without side effects, as the methods of numbers are."""
    if isinstance(called, BuiltinMethodType) and type(called.__self__) in _UNCHANGING:
        return True
    return _is_hashable(called) and called in FOLDED


_UNCHANGING = (int, bool, str, Fraction, range, frozenset)


def _is_hashable(called: Any) -> bool:
    try:
        hash(called)
    except TypeError:
        return False
    return True


def _all_plain(args: Sequence[Value], named: Keywords) -> bool:
    return all(
        isinstance(value.shape, Fixed)
        and (is_plain(value.shape.value) or _is_data(value.shape.value))
        for value in (*args, *named.values())
    )


def _is_data(known: Any) -> bool:
    return isinstance(known, list | dict)


def _fold(frame: Frame, called: Any, args: Sequence[Value], named: Keywords) -> Value:
    known = [value.shape.value for value in args]  # type: ignore[attr-defined]
    names = {name: value.shape.value for name, value in named.items()}  # type: ignore[attr-defined]
    return folded(frame, lambda: called(*known, **names))


def _construct(frame: Frame, kind: type[Any], args: Sequence[Value], named: Keywords) -> Value:
    """Return a new value of a class: a NamedTuple, a frozen dataclass, an Enum's member, a Deck."""
    if issubclass(kind, enum.Enum) and len(args) == 1 and not named:
        if isinstance(args[0].shape, Fixed):
            return folded(frame, kind, args[0].shape.value)
        given = realise(frame, args[0])
        if given.shape == Member(kind):
            return given
        if is_integer_enum(given.shape):
            given = integer(as_integer(frame, given))
        return look_up(frame, {member.value: member for member in kind}, given)
    known = [*args, *named.values()]
    if callable(getattr(kind, "decide", None)) and all(map(is_fixed, known)):
        key = kind, *(content(value.shape.value) for value in known), *named  # type: ignore[attr-defined]
        return frame.program.kept(key, lambda: _fold(frame, kind, args, named))
    if is_record_class(kind):
        return _new_record(frame, kind, args, named)
    if names := plain_attributes(kind):  # type: ignore[arg-type]
        making = Making()
        call(frame, kind.__init__, [constant(making), *args], named)
        return record(frame, making.ordered(names), kind)
    if kind is Deck and known:
        return _new_deck(frame, args, named)
    return frame.refuse(f"a new {kind.__name__}")


def _new_deck(frame: Frame, args: Sequence[Value], named: Keywords) -> Value:
    """Return Deck(counts) or Deck(counts, kinds) of a known number of kinds, which are known."""
    given = {**dict(zip(("counts", "kinds"), args, strict=False)), **named}
    kinds = given.get("kinds", constant(None)).shape
    counts = given.get("counts")
    if counts is None or not isinstance(kinds, Fixed) or len(given) < len(args) + len(named):
        frame.refuse("a new Deck of these arguments")
    counts = _as_record(frame, certain(frame, realise(frame, counts)))
    if not isinstance(counts.shape, Record) or not set(counts.shape.items) <= {Integer()}:
        frame.refuse("a new Deck of these counts")
    like = folded(frame, Deck, (0,) * len(counts.shape.items), kinds.value)
    return deck_of(frame, [count.registers[0] for count in items_of(counts)], like)


def _as_record(frame: Frame, row: Value) -> Value:
    """Return a list that has just been made as a tuple of known length, if that is known."""
    length = frame.code.lengths.get(row.registers[0]) if isinstance(row.shape, Row) else None
    if length is None:
        return row
    if row.shape.kind == "list":  # type: ignore[attr-defined]
        now, changed = length_of(frame, row), "a list whose length has changed"
        frame.code.fail_unless_compare("==", now, str(length), changed)
    return record(frame, [load_item(frame, row, str(place)) for place in range(length)])


def _new_record(frame: Frame, kind: type[Any], args: Sequence[Value], named: Keywords) -> Value:
    """Return a new NamedTuple or dataclass."""
    fields = order = record_fields(kind)
    if issubclass(kind, tuple):
        defaults = dict(kind._field_defaults)  # type: ignore[attr-defined]
    else:
        defaults, order = _defaults_of(frame, kind)
    given = {**dict(zip(order, args, strict=False)), **named}
    whole = {name: constant(value) for name, value in defaults.items()} | given
    doubled = set(order[: len(args)]) & named.keys()
    if doubled or len(args) > len(order) or whole.keys() != set(fields):
        frame.stop("arguments that do not fit the class")
    return record(frame, [whole[name] for name in fields], kind)


def _defaults_of(frame: Frame, kind: type[Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the default values of a dataclass, and the fields that need not be named."""
    fields = dataclasses.fields(kind)
    if any(each.default_factory is not dataclasses.MISSING for each in fields):
        frame.refuse(f"a new {kind.__name__}, which has a default_factory")
    missing = dataclasses.MISSING
    defaults = {each.name: each.default for each in fields if each.default is not missing}
    return defaults, tuple(each.name for each in fields if not each.kw_only)


def _method(frame: Frame, base: Value, name: str, node: ast.Call) -> Value:
    """Compile a call of a method of a value that varies."""
    if isinstance(base.shape, Randomness):
        if name != "pick" or len(node.args) != 1 or node.keywords:
            frame.refuse(f"chance.{name}", node)
        return _pick(frame, node.args[0])
    base = certain(frame, base)
    if is_text(base) and name == "join":
        return joined_texts(frame, base, node)
    args, named = arguments(frame, node)
    if is_text(base):
        return _text_method(frame, base, name, args, named)
    if isinstance(base.shape, Cards):
        return deck_method(frame, base, name, args, named)
    if isinstance(base.shape, Record) and base.shape.kind is None:
        base = as_row(frame, base)
    if isinstance(base.shape, Row | Dictionary):
        kind = base.shape.kind if isinstance(base.shape, Row) else "dict"
        method = METHODS.get((kind, name))
        if method is None:
            frame.refuse(f"the method {name} of {describe(base.shape)}", node)
        return method(frame, base, args, named)
    fields = _fields_of(base.shape)
    if name in fields:
        held = certain(frame, items_of(base)[fields.index(name)])
        return call_value(frame, held, args, named)
    if isinstance(base.shape, Record | Member):
        return _own_method(frame, base, name, args, named)
    if isinstance(base.shape, Integer) and name == "bit_count" and not args:
        return _bit_count(frame, base)
    if isinstance(base.shape, Integer) and name == "bit_length" and not args:
        return _bit_length(frame, base)
    return frame.refuse(f"the method {name} of {describe(base.shape)}", node)


def _text_method(
    frame: Frame, text: Value, name: str, args: Sequence[Value], named: Keywords
) -> Value:
    """Compile a method of a text; of constants it is called now."""
    if is_fixed(text) and all(map(is_fixed, [*args, *named.values()])):
        method = getattr(text.shape.value, name, None)  # type: ignore[attr-defined]
        return fresh(frame, _fold(frame, method, args, named))
    found = None if named else text_method(frame, text, name, args)
    return found or frame.refuse(f"the method {name} of a text")


def _fields_of(shape: Shape) -> tuple[str, ...]:
    """Return the names of the fields of a record with a class."""
    if isinstance(shape, Record) and shape.kind is not None:
        return record_fields(shape.kind)
    return ()


def _own_method(
    frame: Frame, base: Value, name: str, args: Sequence[Value], named: Keywords
) -> Value:
    """Compile a call of a method that the rules define, or of `_replace`."""
    assert isinstance(base.shape, Record | Member)
    kind: Any = base.shape.kind
    if name == "_replace" and isinstance(base.shape, Record) and base.shape.is_tuple and not args:
        return _replaced(frame, base, named)
    for parent in kind.__mro__:
        found: Any = vars(parent).get(name)
        if isinstance(found, FunctionType):
            return call(frame, found, [base, *args], named)
        if isinstance(found, staticmethod):
            return call(frame, found.__func__, args, named)
        if isinstance(found, classmethod):
            return call(frame, found.__func__, [constant(kind), *args], named)
    return frame.refuse(f"the method {name} of {describe(base.shape)}")


def _replaced(frame: Frame, base: Value, named: Keywords) -> Value:
    """Return a record with other values of some fields."""
    if not isinstance(base.shape, Record) or base.shape.kind is None:
        frame.refuse(f"replace in {describe(base.shape)}")
    fields = record_fields(base.shape.kind)
    if not named.keys() <= set(fields):
        frame.stop("a field that does not exist")
    before = dict(zip(fields, items_of(base), strict=True))
    return record(frame, [{**before, **named}[field] for field in fields], base.shape.kind)


def _bit_length(frame: Frame, base: Value) -> Value:
    """Return the number of bits of the absolute value."""
    code, x = frame.code, base.registers[0]
    code.fail_unless_compare(">", x, str(-(2**63)), "a number beyond 64 bits")
    size = code.select(code.test("<", x, "0"), code.simple("sub", "0", x), x)
    zeros = code.result(f"call i64 @llvm.ctlz.i64(i64 {size}, i1 false)")
    return Value(Integer(), (code.simple("sub", "64", zeros),))


def _bit_count(frame: Frame, base: Value) -> Value:
    code, x = frame.code, base.registers[0]
    code.fail_unless_compare(">", x, str(-(2**63)), "a number beyond 64 bits")
    size = code.select(code.test("<", x, "0"), code.simple("sub", "0", x), x)
    return Value(Integer(), (code.result(f"call i64 @llvm.ctpop.i64(i64 {size})"),))


def _equal_weight(frame: Frame, node: ast.expr) -> int:
    """Return the weight w > 0 in [w] * n or (w,) * n, 0 where the weights are no such product."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
        return 0
    known = known_value(frame, node.left)
    weights = known.shape.value if known and isinstance(known.shape, Fixed) else None
    if not isinstance(weights, list | tuple) or len(weights) != 1 or type(weights[0]) is not int:
        return 0
    return max(0, weights[0])


def _pick(frame: Frame, node: ast.expr) -> Value:
    """Compile chance.pick; weights written as a list of constants are a constant."""
    known = known_value(frame, node)
    if known is not None:
        return pick(frame, known)
    equal = _equal_weight(frame, node)
    if equal:
        count = certain(frame, realise(frame, lower(frame, node.right)))  # type: ignore[attr-defined]
        return integer(frame.program.picks.of_equal(frame, equal, count))
    parts = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    if not parts or any(isinstance(part, ast.Starred) for part in parts):
        return pick(frame, lower(frame, node))
    return pick_among(frame, [lower(frame, part) for part in parts])
