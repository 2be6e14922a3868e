"""Certificates with one thing changed, and their hash made right again."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from montmort.verification.certificates.check import (
    Unreadable,
    check,
    content_hash,
    fraction,
    written,
)

Document = dict[str, Any]
Path = tuple[str | int, ...]


def is_refused(document: Document) -> bool:
    """Return whether the checker finds a false statement, or no certificate at all."""
    try:
        return any(statement.holds is False for statement in check(as_json(document)))
    except Unreadable:
        return True


def as_json(document: Document) -> str:
    return json.dumps(document)


def trusted(document: Document) -> list[str]:
    """Return what is taken on trust, every other statement being true."""
    found = [*check(as_json(document))]
    assert all(statement.holds is not False for statement in found), found
    return [statement.words for statement in found if statement.holds is None]


def leaves(part: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield every string of a document with its path."""
    if isinstance(part, str):
        yield path, part
        return
    for key, below in part.items() if isinstance(part, dict) else enumerate(part):
        yield from leaves(below, (*path, key))


def containers(part: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the path of every entry of a mapping or a list."""
    if isinstance(part, str):
        return
    for key, below in part.items() if isinstance(part, dict) else enumerate(part):
        yield (*path, key)
        yield from containers(below, (*path, key))


def changed(document: Document, path: Path, change: Callable[[Any, Any], None]) -> Document:
    """Return a copy in which change(parent, key) was made, with the hash of the copy."""
    twin = copy.deepcopy(document)
    parent: Any = twin
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return {**twin, "sha256": content_hash(twin)} if "sha256" in twin else twin


def put(value: Any) -> Callable[[Any, Any], None]:
    def change(parent: Any, key: Any) -> None:
        parent[key] = value

    return change


def remove(parent: Any, key: Any) -> None:
    del parent[key]


def numbers(document: Document) -> Iterator[tuple[Path, list[str]]]:
    """Yield the path of every number, and what may be put there instead."""
    for path, text in leaves({name: document[name] for name in ("rules", "content")}):
        try:
            number = fraction("", text)
        except Unreadable:
            continue
        others = {number + 1, number - 1, -number, number * 2, number / 2} - {number}
        yield path, [*map(written, others), "1e99999999", "0.5", "", f"{text}/0"]
