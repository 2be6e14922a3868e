"""The forms of certificates, declared once: what a field is called, what it holds, in words.

A form is a mapping from the names of fields to their readers, as

    CONTENT = {"value": describe(fraction, "The headline."), "ties": describe(integer)}

The checker reads a certificate by it, and `schema_of` makes the JSON Schema of it.  The words, and
what a schema says where a reader is the checker's own, are left out of the written programs: there
stands `fraction` for `describe(fraction, "The headline.")`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from montmort.verification.certificates import check
from montmort.verification.certificates.check import FORMAT, Checker, Form, Reader

T = TypeVar("T")


class Schema(dict[str, Any]):
    """A part of a JSON Schema."""


Shape = Schema | Form | Reader[Any]  # what has a schema

COLUMN = Schema({"$ref": "#/$defs/column"})
_DIGITS = "0x[0-9a-f]+|0|[1-9][0-9]{0,999}"
_PLACES = "0|-?[1-9][0-9]{0,18}"
_NUMBERS = {
    "number": {
        "description": "An exact number, n or n/d in lowest terms, hexadecimal if decimals had "
        "more than 1000 digits.",
        "type": "string",
        "pattern": f"^-?({_DIGITS})(/(0x[0-9a-f]+|[1-9][0-9]{{0,999}}))?$",
    },
    "integer": {"type": "string", "pattern": f"^-?({_DIGITS})$"},
    "column": {
        "description": "Integers with one space between two of them.",
        "type": "string",
        "pattern": f"^(({_PLACES})( ({_PLACES}))*)?$",
    },
}


@dataclass(frozen=True)
class Described(Generic[T]):
    """The reader of a field, what the field holds in words, and its schema if not the reader's."""

    read: Reader[T]
    words: str
    shape: Shape | None

    def __call__(self, what: str, value: object) -> T:
        """Return the value of the field, as its reader does."""
        return self.read(what, value)


def describe(read: Reader[T], words: str = "", shape: Shape | None = None) -> Described[T]:
    """Return a field of a form; `shape` says what has its schema if the reader is no common one.

    >>> schema_of_shape(describe(check.fraction, "The headline."))
    {'$ref': '#/$defs/number', 'description': 'The headline.'}
    """
    return Described(read, words, shape)


def one_of(*words: str) -> Schema:
    """Return the schema of a word that is one of these."""
    return Schema({"enum": [*words]} if len(words) > 1 else {"const": words[0]})


def text_like(pattern: str) -> Schema:
    """Return the schema of a text of this form."""
    return Schema({"type": "string", "pattern": f"^{pattern}$"})


def row_like(*places: Shape) -> Schema:
    """Return the schema of a list whose places hold different things."""
    parts = [schema_of_shape(place) for place in places]
    return Schema({"type": "array", "prefixItems": parts, "items": False, "minItems": len(places)})


def list_like(shape: Shape) -> Schema:
    """Return the schema of a list of such things."""
    return Schema({"type": "array", "items": schema_of_shape(shape)})


def mapping_like(shape: Shape) -> Schema:
    """Return the schema of a mapping from any names to such things."""
    return Schema({"type": "object", "additionalProperties": schema_of_shape(shape)})


def either(*forms: Form) -> Schema:
    """Return the schema of a mapping that has one of several forms."""
    return Schema({"oneOf": [schema_of_shape(form) for form in forms]})


def keyed_by(names: Sequence[str], shape: Shape) -> Schema:
    """Return the schema of a mapping from some of these names."""
    return Schema({**mapping_like(shape), "propertyNames": {"enum": [*names]}})


def schema_of(checkers: Iterable[Checker]) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of the certificates that these checkers read."""
    kinds = [*checkers]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:montmort:certificate:3",
        "title": "montmort certificate",
        "description": "What `montmort certify` writes: a question, its answer, and the numbers by "
        "which the checker proves it. The schema describes the form; whether a certificate is true "
        "is what its checker finds.",
        **_record({name: schema_of_shape(part) for name, part in _document(kinds).items()}),
        "allOf": [
            {
                "if": {"properties": {"game": {"const": kind.game}}},
                "then": {
                    "properties": {
                        "rules": _of_forms(kind.rules),
                        "content": _of_forms(kind.content),
                    }
                },
            }
            for kind in kinds
        ],
        "$defs": _NUMBERS,
    }


def _document(kinds: Sequence[Checker]) -> Form:
    """Return the form of a document; `rules` and `content` depend on the kind."""
    words, mapping = check.words_of, Schema({"type": "object"})
    sha256 = "Of the document without this field, as JSON with sorted keys, no spaces and ASCII"
    return {
        "certificate": describe(words, "The form and its version.", one_of(FORMAT)),
        "game": describe(
            words,
            "The kind of the certificate: it says which checker reads it.",
            one_of(*(kind.game for kind in kinds)),
        ),
        "problem": describe(words, "The problem in words; it must be the one in the checker."),
        "rules": describe(
            check.unread, "The question: the rules of the game, and what else was asked.", mapping
        ),
        "content": describe(check.unread, "The answer, and the witnesses.", mapping),
        "sha256": describe(words, f"{sha256} only.", text_like("[0-9a-f]{64}")),
    }


def schema_of_shape(shape: Shape) -> dict[str, Any]:
    """Return the schema of what a reader reads, or of a form.

    >>> schema_of_shape(check.list_of(check.integer, 3))["minItems"]
    3
    """
    match shape:
        case Described(read, words, own):
            schema = schema_of_shape(read if own is None else own)
            return {**schema, "description": words} if words else schema
        case Schema():
            return dict(shape)
        case Mapping():
            return _record({name: schema_of_shape(part) for name, part in shape.items()})
        case partial(func=check.read_form, args=(form,)):
            return schema_of_shape(form)
        case partial(func=check.read_list, args=(entry, length)):
            sizes = {} if length is None else {"minItems": length, "maxItems": length}
            return {"type": "array", "items": schema_of_shape(entry), **sizes}
        case partial(func=check.read_mapping, args=(entry,)):
            return {"type": "object", "additionalProperties": schema_of_shape(entry)}
        case partial(func=check.read_word, args=(words,)):
            return one_of(*words)
        case check.words_of:
            return {"type": "string"}
        case check.fraction:
            return {"$ref": "#/$defs/number"}
        case check.integer | partial(func=check.integer):
            return {"$ref": "#/$defs/integer"}
    raise TypeError(f"{shape!r} has no schema; say its shape")


def _record(parts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a mapping that has these fields and no others."""
    return {
        "type": "object",
        "required": [*parts],
        "additionalProperties": False,
        "properties": dict(parts),
    }


def _of_forms(forms: Sequence[Form]) -> dict[str, Any]:
    """Return the schema of a mapping that has one of the forms.

    A field that some forms lack comes with all others of the forms that have it.
    """
    parts = {name: schema_of_shape(part) for form in forms for name, part in form.items()}
    always = [name for name in parts if all(name in form for form in forms)]
    others = [name for name in parts if name not in always]
    beside = {
        name: [other for other in others if other != name and _comes_with(forms, name, other)]
        for name in others
    }
    schema = {**_record(parts), "required": always}
    if any(beside.values()):
        schema["dependentRequired"] = beside
    if others and {} in forms:
        schema["description"] = "The question to the rules, or empty."
    return schema


def _comes_with(forms: Sequence[Form], name: str, other: str) -> bool:
    """Return whether every form that has one field has the other."""
    return all(other in form for form in forms if name in form)
