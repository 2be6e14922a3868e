"""The fields of every kind of certificate, as tables of a page.

They come from the forms that the checkers read by.  A block `certificate-fields` of a page becomes
the tables.
"""

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from montmort.verification.certificate_kinds import all_checkers, certificate_schema

PAGE = "reference/certificate_fields"
BLOCK = "```{certificate-fields}\n```"


def tables() -> Iterator[str]:
    """Yield the lines of a section for each kind of certificate: its method and its fields.

    >>> [*tables()][7]
    '| `content.ends` | list: words | Where the chain stops. |'
    """
    for checker, kind in zip(all_checkers(), certificate_schema()["allOf"], strict=True):
        yield from (f"## {checker.game}", "", f"Method: *{checker.method}*.", "")
        yield from ("| field | holds | in words |", "|---|---|---|")
        parts = kind["then"]["properties"]
        for part in ("rules", "content"):
            for name, holds, words in rows_of(part, parts[part]):
                yield f"| `{name}` | {holds} | {words} |"
        yield ""


def rows_of(place: str, part: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of a part of the schema, and of the parts in it: name, contents, words.

    >>> number = {"$ref": "#/$defs/number", "description": "The headline."}
    >>> [*rows_of("content", {"type": "object", "properties": {"value": number}})]
    [('content.value', 'number', 'The headline.')]
    """
    for name, field in part.get("properties", {}).items():
        yield f"{place}.{name}", holds(field), field.get("description", "").replace("|", r"\|")
        yield from rows_inside(f"{place}.{name}", field)


def rows_inside(place: str, part: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the fields of the mappings in a field."""
    yield from rows_of(place, part)
    for way in part.get("oneOf", ()):
        yield from rows_of(place, way)
    for inner in ("items", "additionalProperties"):
        if isinstance(part.get(inner), dict):
            yield from rows_inside(f"{place}[]", part[inner])


def holds(part: dict[str, Any]) -> str:
    """Say what a part of the schema holds.

    >>> holds({"type": "array", "items": {"$ref": "#/$defs/integer"}, "minItems": 3})
    'list of 3: integer'
    """
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2]
    if "enum" in part or "const" in part:
        return " or ".join(f"`{word}`" for word in part.get("enum", [part.get("const")]))
    if "oneOf" in part:
        return f"one of {len(part['oneOf'])} forms, which follow"
    if "prefixItems" in part:
        places = (
            f"{each.get('description', '').rstrip('.')} ({holds(each)})"
            for each in part["prefixItems"]
        )
        return f"[{', '.join(places)}]"
    if part.get("type") == "array":
        size = f" of {part['minItems']}" if "minItems" in part else ""
        return f"list{size}: {holds(part['items'])}"
    if part.get("additionalProperties"):
        return f"mapping: {holds(part['additionalProperties'])}"
    return {"string": "words"}.get(part.get("type", ""), "the fields below")


def fill_page(_app: Sphinx, page: str, source: list[str]) -> None:
    """Write the tables into the page."""
    if page == PAGE:
        source[0] = source[0].replace(BLOCK, "\n".join(tables()))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect to the build."""
    app.connect("source-read", fill_page)
    return {"parallel_read_safe": True}
