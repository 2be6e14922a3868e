"""Constant dicts: a key is looked up as a place, and the value is read from a table."""

from typing import Any

from montmort.montecarlo.compiled.kinds import Value
from montmort.montecarlo.compiled.operators import equal
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import chosen_item
from montmort.montecarlo.compiled.values import constant, is_known, known, number

WIDE = 2**14  # numbers from the least to the greatest key of a table
MOST_COMPARED = 190  # keys that a key is compared with: Python nests 200 parentheses


def is_dict(value: Value) -> bool:
    """Return whether a value is a constant dict."""
    return is_known(value) and isinstance(constant(value), dict)


def place_of(scope: Scope, keys: list[Any], key: Value) -> str:
    """Return the place of a key, -1 if it is not there."""
    leaf = number(scope, key)
    numbers = [each for each in keys if isinstance(each, int)]
    if leaf is not None and len(numbers) == len(keys) > 2:
        low, high = int(min(numbers)), int(max(numbers))
        if high - low < WIDE:
            places = [-1] * (high - low + 1)
            for place, each in enumerate(numbers):
                places[int(each) - low] = place
            table = scope.program.table(places)
            shifted = f"{leaf} - {low}" if low else leaf
            return scope.let(f"{table}[{shifted}] if {low} <= {leaf} <= {high} else -1")
    if len(keys) > MOST_COMPARED:
        scope.refuse(f"a dict of {len(keys):,} keys that are no numbers close to each other")
    text = "-1"
    for place in range(len(keys) - 1, -1, -1):
        condition = equal(scope, key, known(keys[place]))
        if condition is True:
            text = str(place)
        elif condition is not False:
            text = f"{place} if {condition} else ({text})"
    return text if text.isdigit() else scope.let(text)


def value_of(scope: Scope, dictionary: Value, key: Value) -> Value:
    """Return `dictionary[key]`."""
    found = constant(dictionary)
    if is_known(key):
        return _constant_value(scope, found, constant(key))
    place = place_of(scope, list(found), key)
    scope.fail_if(f"{place} < 0")
    return chosen_item(scope, [known(each) for each in found.values()], place)


def _constant_value(scope: Scope, found: dict[Any, Any], key: Any) -> Value:
    try:
        return known(found[key])
    except (KeyError, TypeError):
        scope.fail_if("True")
        return known(0)


def value_or(scope: Scope, dictionary: Value, key: Value, default: Value) -> Value:
    """Return `dictionary.get(key, default)`."""
    found = constant(dictionary)
    if is_known(key):
        try:
            return known(found[constant(key)]) if constant(key) in found else default
        except TypeError:
            scope.fail_if("True")
            return default
    if not found:
        return default
    place = place_of(scope, list(found), key)
    values = [known(each) for each in found.values()]
    return scope.choose(f"{place} >= 0", lambda: chosen_item(scope, values, place), lambda: default)


def method(scope: Scope, value: Value, name: str, arguments: tuple[Value, ...]) -> Value | None:
    """Return `value.name(*arguments)` of a constant dict; None if that is not compiled."""
    found = constant(value)
    match name, arguments:
        case "get", (key,):
            return value_or(scope, value, key, known(None))
        case "get", (key, default):
            return value_or(scope, value, key, default)
        case "items", ():
            return known(tuple(found.items()))
        case "keys", ():
            return known(tuple(found))
        case "values", ():
            return known(tuple(found.values()))
    return None
