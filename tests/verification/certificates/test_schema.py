"""Every honest certificate has the form that the JSON Schema describes, and no other."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from montmort.cli import main
from montmort.verification.certificate_kinds import certificate_schema
from montmort.verification.certificates.check import FORMAT
from tests.verification.certificates import tampering
from tests.verification.certificates.corpus import honest_documents

jsonschema = pytest.importorskip("jsonschema")
SCHEMA = certificate_schema()


@cache
def reader() -> Any:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    return jsonschema.Draft202012Validator(SCHEMA)


def test_every_kind_is_described_under_the_version_of_the_checker() -> None:
    kinds = {checker.game for checker in tampering.CHECKERS}
    assert {*SCHEMA["properties"]["game"]["enum"]} == kinds
    assert SCHEMA["properties"]["certificate"]["const"] == FORMAT
    conditions = {each["if"]["properties"]["game"]["const"] for each in SCHEMA["allOf"]}
    assert conditions == kinds


def test_honest_certificates_have_the_form() -> None:
    found = set()
    for document in honest_documents():
        reader().validate(document)
        found.add(document["game"])
    assert len(found) >= 15


@pytest.mark.parametrize("game", ["craps", "pig", "kuhn"])
def test_certificates_of_walked_games_have_the_form(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ["--goal", "5", "--faces", "3"] if game == "pig" else []
    assert main(["certify", game, *flags]) == 0
    reader().validate(json.loads(capsys.readouterr().out))


def objects(part: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every object in a schema."""
    if isinstance(part, dict):
        if part.get("type") in ("object", "array"):
            yield place, part
        for name, below in part.items():
            yield from objects(below, f"{place}/{name}")
    elif isinstance(part, list):
        for i, below in enumerate(part):
            yield from objects(below, f"{place}/{i}")


def test_every_field_says_what_it_holds() -> None:
    for each in SCHEMA["allOf"]:
        game = each["if"]["properties"]["game"]["const"]
        for place, part in objects(each["then"]):
            for name, field in part.get("properties", {}).items():
                is_part = name in ("rules", "content")
                assert is_part or field.get("description"), (game, place, name)


def test_no_part_may_hold_what_is_not_described() -> None:
    for place, part in objects([each["then"] for each in SCHEMA["allOf"]]):
        closed = "additionalProperties" if part["type"] == "object" else "items"
        assert part.get(closed) not in (None, True, {}), place


def test_a_part_more_or_less_is_refused_in_every_kind() -> None:
    optional = {"variance", "law", "table"}
    for document in {each["game"]: each for each in honest_documents()}.values():
        more = tampering.changed(document, ("content", "more"), tampering.put("1"))
        assert not reader().is_valid(more), document["game"]
        for name in document["content"].keys() - optional:
            fewer = tampering.changed(document, ("content", name), tampering.remove)
            assert not reader().is_valid(fewer), (document["game"], name)
            numbered = tampering.changed(document, ("content", name), tampering.put(1))
            assert not reader().is_valid(numbered), (document["game"], name)


def test_another_form_is_refused() -> None:
    document = honest_documents()[0]
    assert document["game"] == "treize"
    for path, value in (
        (("more",), "1"),
        (("certificate",), "montmort 1"),
        (("game",), "whist"),
        (("rules", "ranks"), 3),
        (("content", "value"), "0.5"),
        (("content", "value"), "007"),
        (("content", "more"), "1"),
        (("content", "q"), "1"),
    ):
        twin = tampering.changed(document, path, tampering.put(value))
        assert not reader().is_valid(twin), path
    assert not reader().is_valid(tampering.changed(document, ("content", "e"), tampering.remove))


def test_words_are_those_that_the_checker_reads() -> None:
    by_kind = {document["game"]: document for document in honest_documents()}
    condition = ("content", "blocks", 0, "condition")
    for game, path, word, is_read in (
        ("optimal play", condition, "C", True),
        ("optimal play", condition, "D", False),
        ("war", ("rules", "pick_up"), "loser-first", True),
        ("war", ("rules", "pick_up"), "random", False),
        ("war, first turns", ("rules", "pick_up"), "random", True),
    ):
        twin = tampering.changed(by_kind[game], path, tampering.put(word))
        assert reader().is_valid(twin) == is_read, (game, word)
