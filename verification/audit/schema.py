"""Check a JSON document by a JSON Schema.

Of JSON Schema 2020-12 only the keywords are read that `verify_schema` uses; any other one is an
error of ours.  Two points are stricter than the standard: 1.0 is no integer, and a pattern
must match the whole string.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from montmort.games.errors import BadInput
from montmort.games.validation import quote
from montmort.verification.audit.typed_schema import whole_schema
from montmort.verification.audit.verify_json import PARTS, Document

Schema = Mapping[str, Any]

LONGEST_PLACE = 100  # characters in a message

_TYPES: Mapping[str, Callable[[object], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: type(value) is int,
    "number": lambda value: type(value) in (int, float),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}
_BOUNDS: Mapping[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minimum": ("at least", lambda value, bound: value >= bound),
    "exclusiveMinimum": ("greater than", lambda value, bound: value > bound),
    "exclusiveMaximum": ("less than", lambda value, bound: value < bound),
}
_NESTED = {"$ref", "anyOf", "properties", "additionalProperties", "items"}
_LEAVES = {"type", "enum", "pattern", "required", "minItems", "maxItems", *_BOUNDS}
_WORDS = {"$schema", "$id", "$defs", "title", "description"}


@cache
def verify_schema() -> Schema:
    """Return the schema of what `montmort verify --json` prints, made from `verify_json`.

    >>> verify_schema()["$id"]
    'urn:montmort:verify:1'
    """
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:montmort:verify:1",
        "title": "montmort verify",
        "description": "What `montmort verify --json` prints and `--audit FILE` writes: the "
        "verdicts on a simulator, and the record of how they came about. Keys that are not listed "
        "may be added.",
    }
    return whole_schema(Document, PARTS) | head


def check(document: object, schema: Schema) -> None:
    """Raise BadInput, with the place in the document, unless it is valid.

    >>> check({"plays": -1}, {"properties": {"plays": {"minimum": 0}}})
    Traceback (most recent call last):
        ...
    montmort.games.errors.BadInput: plays: -1 must be at least 0
    """
    for place, complaint in _complaints(document, schema, schema, ()):
        where = ".".join(place)[:LONGEST_PLACE] or "the document"
        raise BadInput(f"{where}: {complaint}")


def _complaints(
    value: Any, schema: Schema, whole: Schema, place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield what is wrong, with the place of it."""
    if unknown := schema.keys() - _NESTED - _LEAVES - _WORDS:
        raise NotImplementedError(f"the keyword {min(unknown)} of a schema")
    if "$ref" in schema:
        target = whole["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        yield from _complaints(value, target, whole, place)
    if "anyOf" in schema:
        ways = [list(_complaints(value, way, whole, place)) for way in schema["anyOf"]]
        if all(ways):  # the complaint of the last way that is about a part of the value
            yield max(ways, key=lambda complaints: len(complaints[0][0]))[0]
    if complaint := _complaint(value, schema):
        yield place, complaint
        return
    for name, part, expected in _parts(value, schema):
        yield from _complaints(part, expected, whole, (*place, name))


def _complaint(value: Any, schema: Schema) -> str:
    """Return what is wrong with a value itself, "" if nothing is."""
    kinds = schema.get("type", list(_TYPES))
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not any(_TYPES[kind](value) for kind in kinds):
        return f"{quote(value)} must be of type {' or '.join(kinds)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{quote(value)} must be one of {', '.join(schema['enum'])}"
    if isinstance(value, str) and not re.fullmatch(schema.get("pattern", "(?s:.*)"), value):
        return f"{quote(value)} does not have the form {schema['pattern']}"
    if isinstance(value, dict) and (missing := sorted({*schema.get("required", ())} - {*value})):
        return f"{missing[0]} is missing"
    if isinstance(value, list):
        least, most = schema.get("minItems", 0), schema.get("maxItems", len(value))
        if not least <= len(value) <= most:
            return f"it has {len(value)} items, which must be from {least} to {most}"
    for name, (words, holds) in _BOUNDS.items():
        is_number = name in schema and _TYPES["number"](value)
        if is_number and not holds(value, schema[name]):
            return f"{quote(value)} must be {words} {schema[name]}"
    return ""


def _parts(value: Any, schema: Schema) -> Iterator[tuple[str, Any, Schema]]:
    """Yield the name, the value and the schema of each part."""
    if isinstance(value, dict):
        properties, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        for name, part in value.items():
            yield name, part, properties.get(name, others)
    if isinstance(value, list) and "items" in schema:
        for place, part in enumerate(value):
            yield str(place), part, schema["items"]
