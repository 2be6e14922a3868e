"""Constant dicts: a key is looked up as a place, and the value is read from a table.

A key is compared with few keys one by one; those of many are a tree, see `key_tables`.
"""

from collections.abc import Collection
from typing import Any

from montmort.montecarlo.compiled import key_tables
from montmort.montecarlo.compiled.kinds import Value, constant_key
from montmort.montecarlo.compiled.operators import equal
from montmort.montecarlo.compiled.scope import Scope
from montmort.montecarlo.compiled.sequences import chosen_item
from montmort.montecarlo.compiled.values import constant, is_known, known, number

WIDE = 2**14  # numbers from the least to the greatest key of a table
MOST_COMPARED = 24  # keys that a key is compared with, one by one


def is_dict(value: Value) -> bool:
    """Return whether a value is a constant dict."""
    return is_known(value) and isinstance(constant(value), dict)


def place_of(scope: Scope, keys: Collection[Any], key: Value) -> str:
    """Return the place of a key, -1 if it is not there."""
    leaf = number(scope, key)
    if leaf is not None and len(keys) > 2 and _is_narrow(keys):
        return _place_of_number(scope, [*map(int, keys)], leaf)
    if len(keys) > MOST_COMPARED:
        places = key_tables.possible(scope, keys, key)
        return _target(scope, {words: place for place, words in places.items()}, key)
    keys = [*keys]
    text = "-1"
    for place in range(len(keys) - 1, -1, -1):
        condition = equal(scope, key, known(keys[place]))
        if condition is True:
            text = str(place)
        elif condition is not False:
            text = f"{place} if {condition} else ({text})"
    return text if text.isdigit() else scope.let(text)


def _place_of_number(scope: Scope, keys: list[int], leaf: str) -> str:
    low, high = min(keys), max(keys)
    places = [-1] * (high - low + 1)
    for place, each in enumerate(keys):
        places[each - low] = place
    table = scope.program.table(places)
    shifted = f"{leaf} - {low}" if low else leaf
    return scope.let(f"{table}[{shifted}] if {low} <= {leaf} <= {high} else -1")


def _is_narrow(keys: Collection[Any]) -> bool:
    """Return whether all keys are numbers close to each other."""
    return all(isinstance(each, int) for each in keys) and max(keys) - min(keys) < WIDE


def _target(scope: Scope, targets: dict[key_tables.Words, int], key: Value) -> str:
    if () in targets or not targets:  # there is nothing to look up
        return str(targets.get((), -1))
    return key_tables.target_of(scope, targets, key)


def _looked_up(scope: Scope, found: dict[Any, Any], key: Value) -> tuple[str, list[Any]]:
    """Return the values that a key may have, and the place of its own among them, or -1.

    Of many keys the values are those of the keys that it may be, each once.
    """
    if len(found) <= MOST_COMPARED or _is_narrow(found):
        return place_of(scope, found, key), list(found.values())
    remembered = scope.program.targets
    if (id(found), key.kind) not in remembered:  # the dict as well: so its id stays its own
        remembered[id(found), key.kind] = found, *_targets(scope, found, key)
    _, targets, values = remembered[id(found), key.kind]
    return _target(scope, targets, key), values


def _targets(
    scope: Scope, found: dict[Any, Any], key: Value
) -> tuple[dict[key_tables.Words, int], list[Any]]:
    values, targets = list(found.values()), {}
    places: dict[Any, tuple[int, Any]] = {}
    for place, words in key_tables.possible(scope, found, key).items():
        value = constant_key(values[place])
        targets[words] = places.setdefault(value, (len(places), values[place]))[0]
    return targets, [value for _, value in places.values()]


def has_key(scope: Scope, dictionary: Value, key: Value) -> str:
    """Return the condition `key in dictionary`, by the tables that give its value."""
    place, _ = _looked_up(scope, constant(dictionary), key)
    return f"{place} >= 0"


def value_of(scope: Scope, dictionary: Value, key: Value) -> Value:
    """Return `dictionary[key]`."""
    found = constant(dictionary)
    if is_known(key):
        return _constant_value(scope, found, constant(key))
    place, values = _looked_up(scope, found, key)
    scope.fail_if(f"{place} < 0")
    return chosen_item(scope, [known(each) for each in values], place)


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
    place, looked_up = _looked_up(scope, found, key)
    values = [known(each) for each in looked_up]
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
