"""The JSON Schema of a document whose objects are declared as TypedDicts.

The fields of a TypedDict have their types and, in `Annotated`, their words and keywords of the
schema.  Its docstring describes the object, unless the field that holds it has words of its own.
"""

import enum
import types
from collections.abc import Mapping
from dataclasses import dataclass
from typing import (
    Annotated,
    Any,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

NAMES = {
    types.NoneType: "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
}


@dataclass(frozen=True)
class Keyword:
    """A keyword of JSON Schema, for `Annotated`; a tuple stands for a list."""

    name: str
    value: str | int | tuple[str, ...]


def whole_schema(root: Any, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a declared type; `parts` are the types that stand in `$defs`, by name.

    >>> from typing import TypedDict
    >>> class Toss(TypedDict):
    ...     "One toss."
    ...
    ...     heads: Annotated[int, "Heads.", Keyword("minimum", 0)]
    >>> whole_schema(list[Toss], {"toss": Toss})["items"]
    {'$ref': '#/$defs/toss'}
    >>> whole_schema(list[Toss], {"toss": Toss})["$defs"]["toss"]["properties"]
    {'heads': {'type': 'integer', 'description': 'Heads.', 'minimum': 0}}
    """
    return _schema(root, parts) | {"$defs": {name: _schema(parts[name], parts) for name in parts}}


def _schema(declared: Any, parts: Mapping[str, Any]) -> dict[str, Any]:
    base, notes = _split(declared)
    return _schema_of_type(base, parts) | _noted(notes)


def _schema_inside(declared: Any, parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of what is inside another type: of a part, the reference to it."""
    base, notes = _split(declared)
    for name, part in parts.items():
        part_base, part_notes = _split(part)
        # what a field adds to an annotated type follows the notes of that type
        if base == part_base and notes[: len(part_notes)] == part_notes:
            return {"$ref": f"#/$defs/{name}"} | _noted(notes[len(part_notes) :])
    return _schema(declared, parts)


def _split(declared: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return a type without its notes, and the notes: words and keywords."""
    if get_origin(declared) in (Required, NotRequired):
        (declared,) = get_args(declared)
    if get_origin(declared) is Annotated:
        return declared.__origin__, declared.__metadata__
    return declared, ()


def _noted(notes: tuple[Any, ...]) -> dict[str, Any]:
    """Return the words and the keywords of a type as a part of a schema."""
    schema = {}
    for note in notes:
        if isinstance(note, Keyword):
            schema[note.name] = [*note.value] if isinstance(note.value, tuple) else note.value
        else:
            schema["description"] = note
    return schema


def _schema_of_type(base: Any, parts: Mapping[str, Any]) -> dict[str, Any]:
    if is_typeddict(base):
        return _schema_of_object(base, parts)
    if get_origin(base) in (Union, types.UnionType):
        return _schema_of_union(get_args(base), parts)
    if get_origin(base) is list:
        (inner,) = get_args(base)
        return {"type": "array"} | _if_any("items", _schema_inside(inner, parts))
    if get_origin(base) is dict:
        _, inner = get_args(base)
        return {"type": "object"} | _if_any("additionalProperties", _schema_inside(inner, parts))
    if base is object:
        return {}
    if isinstance(base, type) and issubclass(base, enum.Enum):
        return {"enum": [member.value for member in base]}
    return {"type": NAMES[base]}


def _schema_of_object(declared: Any, parts: Mapping[str, Any]) -> dict[str, Any]:
    fields = get_type_hints(declared, include_extras=True)
    required = [name for name in fields if name in declared.__required_keys__]
    schema = {
        "description": " ".join((declared.__doc__ or "").split()),
        "type": "object",
        "properties": {name: _schema_inside(fields[name], parts) for name in fields},
    }
    return schema | _if_any("required", required)


def _schema_of_union(ways: tuple[Any, ...], parts: Mapping[str, Any]) -> dict[str, Any]:
    schemas = [_schema_inside(way, parts) for way in ways]
    if all(schema.keys() == {"type"} for schema in schemas):
        return {"type": [schema["type"] for schema in schemas]}
    # null first: of two complaints about one place the reader shows that of the first way
    return {"anyOf": sorted(schemas, key=lambda schema: schema != {"type": "null"})}


def _if_any(name: str, value: Any) -> dict[str, Any]:
    return {name: value} if value else {}
