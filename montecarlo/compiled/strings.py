"""Strings: every string of a play is one of a few, found when the rules are compiled.

An operation on strings is a table, with an entry for every string that may stand there.
"""

from collections.abc import Callable
from typing import Any

from montmort.montecarlo.compiled.kinds import BOOL, INT, MOST_STRINGS, Text, Value
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.values import constant, is_known, known

METHODS = frozenset(
    {"startswith", "endswith", "count", "find", "replace", "strip", "upper", "lower", "isdigit"}
    | {"isalpha", "lstrip", "rstrip", "removeprefix", "removesuffix", "index"}
)


def is_string(value: Value) -> bool:
    """Return whether a value is a string."""
    if is_known(value):
        return type(constant(value)) is str
    return isinstance(value.kind, Text)


def strings_of(value: Value) -> list[str]:
    """Return the strings that a value may be."""
    if is_known(value):
        return [constant(value)]
    assert isinstance(value.kind, Text)
    return sorted(value.kind.strings)


def operation(scope: Scope, function: Callable[..., Any], *values: Value) -> Value:
    """Return `function` of one or two strings, for every string that may stand there."""
    if is_known(*values):
        return _checked(scope, [_result(scope, function, *map(constant, values))])
    if len(values) == 2 and is_known(values[0]):
        first = constant(values[0])
        return operation(scope, lambda text: function(first, text), values[1])
    if len(values) == 2 and is_known(values[1]):
        second = constant(values[1])
        return operation(scope, lambda text: function(text, second), values[0])
    columns = [strings_of(value) for value in values]
    if len(columns) == 2 and len(columns[0]) * len(columns[1]) > MOST_STRINGS**2 // 4:
        scope.refuse("too many different strings meet")
    places = [_place(scope, value, column) for value, column in zip(values, columns, strict=True)]
    if len(values) == 1:
        results = [_result(scope, function, text) for text in columns[0]]
        return _from_table(scope, results, places[0])
    results = [_result(scope, function, a, b) for a in columns[0] for b in columns[1]]
    index = scope.let(f"{places[0]} * {len(columns[1])} + {places[1]}")
    return _from_table(scope, results, index)


def _result(scope: Scope, function: Callable[..., Any], *texts: Any) -> Any:
    try:
        return function(*texts)
    except (ValueError, TypeError, IndexError) as error:
        scope.refuse(f"a string cannot be computed ({error})")


def _checked(scope: Scope, results: list[Any]) -> Value:
    if not isinstance(results[0], str | int):
        scope.refuse("a string becomes another value")
    return known(results[0])


def _place(scope: Scope, value: Value, column: list[str]) -> str:
    """Return the place of a string among those that it may be."""
    numbers = [scope.program.string(text) for text in column]
    places = [0] * (max(numbers) + 1)
    for place, number in enumerate(numbers):
        places[number] = place
    return scope.let(f"{scope.program.table(places)}[{value.leaf}]")


def _from_table(scope: Scope, results: list[Any], index: str) -> Value:
    if len({(type(each), each) for each in results}) == 1:
        return _checked(scope, results)
    if all(isinstance(each, bool) for each in results):
        return Value(BOOL, (scope.let(f"{scope.program.table(results)}[{index}]"),))
    if all(type(each) is int for each in results):
        return Value(INT, (scope.let(f"{scope.program.table(results)}[{index}]"),))
    if not all(isinstance(each, str) for each in results):
        scope.refuse("a string becomes another value")
    if len({*results}) > MOST_STRINGS:
        scope.refuse("there are too many different strings", "use numbers or tuples")
    table = scope.program.table([scope.program.string(text) for text in results])
    return Value(Text(frozenset(results)), (scope.let(f"{table}[{index}]"),))


def method(scope: Scope, value: Value, name: str, arguments: tuple[Value, ...]) -> Value | None:
    """Return `value.name(*arguments)` of a string; None if that is not compiled."""
    if name in ("split", "splitlines") and is_known(value, *arguments):
        return known(getattr(constant(value), name)(*map(constant, arguments)))
    if name not in METHODS or not is_known(*arguments):
        return None
    given = [constant(argument) for argument in arguments]
    return operation(scope, lambda text: getattr(text, name)(*given), value)
