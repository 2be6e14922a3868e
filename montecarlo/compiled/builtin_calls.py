"""Built-in functions that take values: numbers, Fractions, ranges, and those of this package."""

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from types import NoneType
from typing import Any

from montmort.games.cards.deck import Deck
from montmort.games.cards.pack import Pack
from montmort.games.chance import check_chance
from montmort.games.validation import check_function
from montmort.montecarlo.compiled import consumers, packs, strings
from montmort.montecarlo.compiled.attributes import attribute
from montmort.montecarlo.compiled.compaction import compile_moved, moved
from montmort.montecarlo.compiled.expressions import combined, present
from montmort.montecarlo.compiled.iteration import span_of
from montmort.montecarlo.compiled.kinds import (
    BOOL,
    NONE,
    NUMBER,
    OPAQUE,
    RANDOM,
    RATIO,
    CardNames,
    Cards,
    Function,
    Kind,
    ListOf,
    Member,
    Optional,
    Ratio,
    Record,
    Sequence,
    Text,
    Value,
    Whole,
    field_names,
    joined,
    parts,
    widened,
)
from montmort.montecarlo.compiled.picks import pick, picked_among
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import (
    constant,
    integer,
    is_known,
    known,
    needed_number,
    number,
    truth,
    truth_value,
)

Arguments = tuple[Value, ...]
Named = dict[str, Value]


def _numbers(name: str, function: Callable[..., Any]) -> Callable[[Scope, Arguments, Named], Value]:
    """Return what compiles a function of numbers: `function` of constants, else `name`."""

    def compiled(scope: Scope, arguments: Arguments, named: Named) -> Value:
        if named:
            scope.refuse(f"{name} with names")
        arguments = tuple(present(scope, each) for each in arguments)
        if is_known(*arguments):
            try:
                return known(function(*map(constant, arguments)))
            except (ValueError, TypeError, ArithmeticError):
                scope.fail_if("True")
                return known(0)
        leaves = [needed_number(scope, each, "an argument") for each in arguments]
        return integer(scope.let(f"{name}({', '.join(leaves)})"))

    return compiled


def to_int(scope: Scope, arguments: Arguments, named: Named) -> Value:
    """Return `int(value)`."""
    if named or len(arguments) != 1:
        scope.refuse("int with these arguments")
    if is_known(*arguments) and isinstance(constant(arguments[0]), int | str | Fraction | float):
        return known(int(constant(arguments[0])))
    if strings.is_string(arguments[0]):
        return strings.operation(scope, int, arguments[0])
    if isinstance(arguments[0].kind, Ratio):
        scope.refuse("a Fraction is rounded", "use //")
    return integer(needed_number(scope, present(scope, arguments[0]), "int's argument"))


def to_bool(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `bool(value)`."""
    return truth_value(scope, truth(scope, arguments[0])) if arguments else known(False)


def to_text(_scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `str(value)`, which nothing in the play looks at unless it is a constant."""
    if is_known(*arguments) and isinstance(constant(arguments[0]), int | str):
        return known(str(constant(arguments[0])))
    return Value(OPAQUE)


def to_range(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `range(...)`."""
    return span_of(scope, arguments)


def quotient_and_rest(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `divmod(a, b)`."""
    quotient, rest = (combined(scope, each, *arguments) for each in (ast.FloorDiv(), ast.Mod()))
    return joined(None, [quotient, rest])


def to_power(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `pow(a, b)`."""
    if len(arguments) != 2:
        scope.refuse("pow with a modulus")
    return combined(scope, ast.Pow(), *arguments)


def fraction(scope: Scope, arguments: Arguments, named: Named) -> Value:
    """Return `Fraction(numerator, denominator)` in lowest terms."""
    if named:
        scope.refuse("Fraction with names")
    if is_known(*arguments):
        given = [constant(each) for each in arguments]
        if any(isinstance(each, float) for each in given):
            scope.refuse("a Fraction is made of a float", "use two integers")
        try:
            return known(Fraction(*given))
        except (ZeroDivisionError, TypeError, ValueError):
            scope.fail_if("True")
            return known(Fraction(0))
    if len(arguments) == 1 and isinstance(arguments[0].kind, Ratio):
        return arguments[0]
    given = [number(scope, each) for each in arguments]
    if None in given or len(given) > 2:
        scope.refuse("a Fraction is made of something else than integers")
    top, bottom = (*given, "1")[:2]
    names = scope.fresh(2)
    scope.emit(f"{names[0]}, {names[1]} = lowest_terms({top}, {bottom})")
    return Value(RATIO, names)


def is_instance(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `isinstance(value, classes)`."""
    value, classes = arguments
    if not is_known(classes):
        scope.refuse("isinstance of a class that is not a constant")
    wanted = constant(classes)
    if is_known(value):
        return known(isinstance(constant(value), wanted))
    kind = value.kind
    if isinstance(kind, Optional):
        inside = issubclass(_class_of(scope, kind.inner), wanted)
        if inside == issubclass(NoneType, wanted):
            return known(inside)
        return truth_value(scope, f"{value.leaves[0]} {'!=' if inside else '=='} 0")
    return known(issubclass(_class_of(scope, kind), wanted))


def _class_of(scope: Scope, kind: Kind) -> type:
    match widened(kind):
        case Whole("int"):
            return int
        case Whole("bool"):
            return bool
        case Member(cls):
            return cls
        case Record(cls, _):
            return cls or tuple
        case Sequence():
            return tuple
        case ListOf():
            return list
        case Cards():
            return Deck
        case Text() | CardNames():
            return str
        case Ratio():
            return Fraction
    return scope.refuse(f"the class of {kind} is asked for")


def replaced(scope: Scope, arguments: Arguments, named: Named) -> Value:
    """Return `dataclasses.replace(value, ...)`."""
    (value,) = arguments
    if is_known(value, *named.values()):
        return known(replace(constant(value), **{n: constant(v) for n, v in named.items()}))
    kind = widened(value.kind)
    if is_known(value) or not isinstance(kind, Record) or kind.cls is None:
        scope.refuse(f"replace of {value.kind}")
    names = field_names(kind.cls)
    items = dict(zip(names, parts(value), strict=True)) | named
    if "__post_init__" in vars(kind.cls) or {*items} != {*names}:
        scope.refuse("replace with these arguments")
    return joined(kind.cls, [items[name] for name in names])


def coin_of(scope: Scope, chance: Value, heads: Value) -> Value:
    """Return `coin(chance, heads)`: weights in lowest terms, tails first."""
    if chance.kind != RANDOM:
        scope.refuse("coin draws from something else than the chance of the play")
    if is_known(heads) and isinstance(constant(heads), Fraction | int):
        ratio = constant(heads)
        bottom, tails = ratio.denominator, ratio.denominator - ratio.numerator
        if not 0 <= tails <= bottom:
            scope.fail_if("True")
            return known(False)
        index = pick(scope, known((tails, bottom - tails)))
    elif isinstance(heads.kind, Ratio | Whole):
        top, bottom = heads.leaves if isinstance(heads.kind, Ratio) else (heads.leaf, "1")
        tails = scope.let(f"subtract({bottom}, {top})")
        scope.fail_if(f"{tails} < 0 or {tails} > {bottom}")
        index = integer(picked_among(scope, [tails, top]))
    else:
        scope.refuse(f"the chance of heads is {heads.kind}", "use a Fraction")
    return Value(BOOL, index.leaves)


def checked_chance(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `check_chance(chance)`, which the chance of the play passes."""
    if arguments[0].kind != RANDOM:
        scope.refuse("something else than the chance of the play is drawn from")
    return known(None)


def gain_added(scope: Scope, total: Value, gain: Value) -> Value:
    """Return the outcome so far with the gain of one more step."""
    if total.kind == NONE:
        return gain
    if isinstance(total.kind, Optional):
        before = Value(total.kind.inner, total.leaves[1:])
        return scope.choose(
            f"{total.leaves[0]} == 0", lambda: gain, lambda: _added(scope, before, gain)
        )
    return _added(scope, total, gain)


def _added(scope: Scope, total: Value, gain: Value) -> Value:
    kind = widened(gain.kind)
    if not isinstance(kind, Record) or kind.cls is None or not issubclass(kind.cls, tuple):
        scope.refuse(f"the gain of a step is {gain.kind}", "return the Outcome")
    old, new = parts(total), parts(gain)
    if len(old) != len(new):
        scope.refuse("the gains of two steps have different lengths")
    return joined(kind.cls, [_more(scope, a, b) for a, b in zip(old, new, strict=True)])


def _more(scope: Scope, old: Value, new: Value) -> Value:
    kind = widened(new.kind)
    if kind == NUMBER:
        scope.refuse("a field of the gain is an int or a bool", "give it one type")
    if kind == BOOL or isinstance(kind, Member):
        return new
    return combined(scope, ast.Add(), old, new)


def attribute_by_name(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `getattr(value, name)`."""
    if len(arguments) != 2 or not is_known(arguments[1]):
        scope.refuse("getattr of a name that is computed, or with a default")
    return attribute(scope, present(scope, arguments[0]), constant(arguments[1]))


def length(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `len(value)`."""
    return consumers.length(scope, present(scope, arguments[0]))


def checked_function(scope: Scope, arguments: Arguments, _named: Named) -> Value:
    """Return `check_function(name, function, ...)`: the call itself is compiled later."""
    value = arguments[1]
    if not isinstance(value.kind, Function) and not (is_known(value) and callable(constant(value))):
        scope.refuse(f"check_function of {value.kind}")
    return known(None)


BUILTINS: Mapping[Any, Callable[[Scope, Arguments, Named], Value]] = {
    check_chance: checked_chance,
    abs: _numbers("absolute", abs),
    math.comb: _numbers("ways_to_choose", math.comb),
    int: to_int,
    bool: to_bool,
    str: to_text,
    repr: to_text,
    range: to_range,
    divmod: quotient_and_rest,
    pow: to_power,
    Fraction: fraction,
    isinstance: is_instance,
    replace: replaced,
    moved: compile_moved,
    getattr: attribute_by_name,
    operator.index: _numbers("int", operator.index),
    len: length,
    check_function: checked_function,
    Pack.write: packs.written,
    Pack.read: packs.read,
    sum: consumers.sum_value,
    min: consumers.extreme_value(min),
    max: consumers.extreme_value(max),
}
