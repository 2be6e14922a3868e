"""Certificates with one change and a corrected hash."""

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

from montmort.verification.certificate_kinds import all_checkers
from montmort.verification.certificates.check import (
    HEADLINE,
    Unreadable,
    check_document,
    content_hash,
    fraction,
    number_text,
)

CHECKERS = all_checkers()

Document = dict[str, Any]
Path = tuple[str | int, ...]

MOST_LINES = 560  # of a written checker, as the page says

# hands of three cards of two suits have none of these: another pay is a true statement
IDLE = {
    ("rules", "pays", name)
    for name in ("four of a kind", "full house", "three of a kind", "two pair")
}


def is_refused(document: Document) -> bool:
    """Return whether the checker finds a false statement, or an unreadable certificate."""
    try:
        return any(
            statement.holds is False for statement in check_document(as_json(document), CHECKERS)
        )
    except Unreadable:
        return True


def as_json(document: Document) -> str:
    return json.dumps(document)


def trusted(document: Document) -> list[str]:
    """Return the statements taken on trust, headlines aside; every other one must be true."""
    found = check_document(as_json(document), CHECKERS)
    assert all(statement.holds is not False for statement in found), found
    heads = headlines(document)
    words = [statement.words for statement in found if statement.holds is None]
    assert not words or {*heads} <= {*words}
    return [each for each in words if each not in heads]


def false_statements(document: Document) -> list[str]:
    """Return what is FALSE, headlines aside; the hash is corrected first."""
    document["sha256"] = content_hash(document)
    found = check_document(as_json(document), CHECKERS)
    heads = headlines(document)
    return [each.words for each in found if each.holds is False and each.words not in heads]


def headlines(document: Document) -> list[str]:
    """Return the words of the headlines."""
    checker = next(each for each in CHECKERS if each.game == document["game"])
    found = checker.check(document["rules"], document["content"])
    return [statement.words for statement in found if statement.basis == HEADLINE]


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
    """Return a copy after change(parent, key), with the hash of the copy."""
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
    """Yield the path of every number, and texts that replace it."""
    for path, text in leaves({name: document[name] for name in ("rules", "content")}):
        if path in IDLE:
            continue
        try:
            number = fraction("", text)
        except Unreadable:
            continue
        others = {number + 1, number - 1, -number, number * 2, number / 2} - {number}
        yield path, [*map(number_text, others), "1e99999999", "0.5", "", f"{text}/0"]
