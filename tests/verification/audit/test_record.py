"""Records that anybody may have written: what is not valid is refused in one sentence."""

import copy
import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

from montmort.games.errors import BadInput
from montmort.verification.audit.record import LARGEST, read_record
from montmort.verification.audit.report import validation_report
from montmort.verification.audit.schema import check, verify_schema
from montmort.verification.reports.html import web_page
from montmort.verification.reports.markdown import files
from montmort.verification.reports.pdf import pdf

HASH = "0" * 64
VERDICT = {
    "verdict": "INCONSISTENT",
    "exact": "7/2",
    "estimate": 3.0,
    "interval": [2.5, 3.25],
    "margin": 0.1,
    "horizon": None,
    "log10_e": float("inf"),
    "plays": 1000,
    "deviation_ruled_out": 1.0,
    "plays_to_decide": 500,
    "reason": "a reason",
    "deviations": [{"value": 6, "observed": 1, "expected": 166.6, "ratio": None}],
}
DOCUMENT: dict[str, Any] = {
    "game": "die",
    "rules": {"faces": 6, "loaded": False, "sides": [1, 2]},
    "answers": {"eyes": VERDICT},
    "meta": {
        "version": "0.1.0",
        "decision": "INCONSISTENT",
        "levels": {"reject": 1e-6, "accept": 0.01},
        "judged": {"fields": ["eyes"], "chance": False, "dependence": True},
        "not_judged": [{"what": "turns", "why": "it is not printed", "flag": ""}],
        "dependence": {"1 play before": {"verdict": "CONSISTENT", "plays": 1000}},
        "difference": {"line": 3, "source": "a.csv", "picks": [1, 2], "printed": 1, "by_rules": 2},
        "seed": 1,
    },
    "audit": {
        "format": 1,
        "command_line": "montmort verify die",
        "repeat": "montmort verify die --seed 1",
        "began": "2026-01-31T12:00:00Z",
        "ended": "2026-01-31T12:00:01Z",
        "versions": dict.fromkeys(("montmort", "python", "numpy", "numba", "platform"), "1"),
        "program": {"command": "./die {seed}", "files": [
            {"word": "./die", "path": "/die", "sha256": HASH}]},
        "outcomes": None,
        "run": {"plays": 1000, "law": {"sha256": HASH, "fields": {"eyes": HASH}},
                "run_file": None, "identity": "ab", "block": 500},
    },
}  # fmt: skip
OFFICIAL = jsonschema.Draft202012Validator(verify_schema())


@pytest.fixture
def record(tmp_path: Path) -> Any:
    """Return a function that reads a document from a file."""

    def read(document: object) -> Any:
        path = tmp_path / "audit.json"
        text = json.dumps(document).replace("Infinity", "1e999")
        path.write_text(document if isinstance(document, str) else text)
        return read_record(path)

    return read


def changed(place: str, value: object) -> dict[str, Any]:
    """Return the document with another value at a place such as meta.seed."""
    document = copy.deepcopy(DOCUMENT)
    *path, last = place.split(".")
    part: Any = document
    for name in path:
        part = part[int(name)] if isinstance(part, list) else part[name]
    part[last] = value
    return document


def places(part: object, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of all parts of a document."""
    inside = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(
        part, list) else ()  # fmt: skip
    return [place, *(found for name, each in inside for found in places(each, (*place, name)))]


PLACES = places(DOCUMENT)[1:]
WRONG = (None, True, -1, 0, 1.5, "", "x", "1/0", [], {}, [1], {"x": 1}, 10**400, "a\n")


def test_the_schema_is_one_and_describes_every_key() -> None:
    schema = verify_schema()
    OFFICIAL.check_schema(schema)

    def undescribed(part: Any, name: str) -> list[str]:
        found = []
        for key, each in part.get("properties", {}).items():
            if "description" not in each and "$ref" not in each:
                found.append(f"{name}.{key}")
            found += undescribed(each, f"{name}.{key}")
        return found

    assert not undescribed(schema, "")
    assert not [
        name for part in schema["$defs"] for name in undescribed(schema["$defs"][part], part)
    ]
    assert all("description" in part for part in schema["$defs"].values())


@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_the_reader_agrees_with_another_validator(value: object) -> None:
    """Every part of a document is replaced by a wrong one, and by one that may be right."""
    for place in PLACES:
        document = copy.deepcopy(DOCUMENT)
        part: Any = document
        for name in place[:-1]:
            part = part[name]
        part[place[-1]] = value
        try:
            check(document, verify_schema())
            is_valid = True
        except BadInput:
            is_valid = False
        pattern = "[0-9a-f]{64}" if place[-1] == "sha256" else "."
        if value == "a\n" and not re.fullmatch(pattern, "a\n"):
            continue  # there $ of Python's re, which the other one uses, is lax
        assert is_valid == OFFICIAL.is_valid(document), place


@pytest.mark.parametrize("text", ["a\n", "aa", "", "\na"])
def test_a_pattern_is_that_of_the_whole_string(text: str) -> None:
    check("a", {"pattern": "^a$"})
    with pytest.raises(BadInput, match="does not have the form"):
        check(text, {"pattern": "^a$"})


@given(st.sampled_from(PLACES), st.data())
def test_a_missing_part_is_found(place: tuple[Any, ...], data: st.DataObject) -> None:
    document = copy.deepcopy(DOCUMENT)
    part: Any = document
    for name in place[:-1]:
        part = part[name]
    del part[place[-1]]
    if OFFICIAL.is_valid(document):
        check(document, verify_schema())
    else:
        with pytest.raises(BadInput):
            check(document, verify_schema())


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        ("meta.decision", "FINE", "meta.decision: 'FINE' must be one of CONSISTENT, "),
        ("meta.decision", "CONSISTENT", "meta.decision: 'CONSISTENT' must be INCONSISTENT, the "),
        ("answers.eyes.plays", -1, "answers.eyes.plays: -1 must be at least 0"),
        ("answers.eyes.exact", "1/0", "answers.eyes.exact: '1/0' does not have the form"),
        ("answers.eyes.interval", [1], "answers.eyes.interval: it has 1 items"),
        ("answers", {}, "it has no verdict"),
        ("meta.levels.reject", 0, "meta.levels.reject: 0 must be greater than 0"),
        ("audit.run.law.sha256", HASH[1:], "audit.run.law.sha256: "),
        ("audit.began", "yesterday", "audit.began: 'yesterday' does not have the form"),
        ("audit.versions", {}, "audit.versions: montmort is missing"),
    ],
)
def test_a_wrong_record_is_refused(record: Any, place: str, value: object, sentence: str) -> None:
    with pytest.raises(BadInput, match=re.escape(sentence)) as error:
        record(changed(place, value))
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "nul",
        "NaN",
        '{"a": 1, "a": 2}',
        "[" * 100_000,
        "1" * 5000,
        "\ud800"[:0] + "é",
    ],
)
def test_what_is_no_record_is_refused(record: Any, text: str) -> None:
    with pytest.raises(BadInput) as error:
        record(text)
    assert len(str(error.value)) < 400


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot read"):
        read_record(tmp_path / "none.json")
    with pytest.raises(BadInput, match="cannot read"):
        read_record(tmp_path)
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)
    with pytest.raises(BadInput, match="more than 64 MB"):
        read_record(path)
    path.write_bytes(b'{"game": "\xff"}')
    with pytest.raises(BadInput, match="is not in UTF-8"):
        read_record(path)


# Nothing in a record is markup, or reaches a terminal

EVIL = (
    "<script>alert(1)</script>$x$ **b** @main `c` {{ 7 * 10007 }} {% raw %} #eval "
    "\x1b[31m\u202e\ue0000\ue001 ```"
)


def test_strings_stay_words(record: Any) -> None:
    written_reports = 0
    for place in PLACES:
        part: Any = DOCUMENT
        for name in place:
            part = part[name]
        if not isinstance(part, str):
            continue
        document = copy.deepcopy(DOCUMENT)
        target: Any = document
        for name in place[:-1]:
            target = target[name]
        target[place[-1]] = EVIL + "\n```\n# heading"
        try:
            report = validation_report(record(document), "2026-01-31")
        except BadInput as error:
            assert "\x1b" not in str(error)  # noqa: PT017
            continue
        written_reports += 1
        page = web_page(report)
        text = files(report, "x")["x.md"].decode()
        for written in (page, text):
            assert not re.search("[\x1b\u202e\ue000]", written)
        assert "<script" not in page
        assert "70049" not in text
        assert not re.search("^# heading", text, re.MULTILINE)
        headings = [line for line in text.splitlines() if line.startswith("# ")]
        assert headings == ["# Validation report"]
    assert written_reports >= 15


def test_a_key_is_cleaned_as_well(record: Any) -> None:
    document = copy.deepcopy(DOCUMENT)
    document["answers"] = {EVIL: VERDICT}
    page = web_page(validation_report(record(document), "2026-01-31"))
    assert "<script" not in page
    assert "\\x1b[31m" in page


def test_typst_takes_them_as_words_too(record: Any) -> None:
    document = changed("answers.eyes.reason", EVIL)
    document["audit"]["repeat"] = document["audit"]["program"]["command"] = EVIL
    content = pdf(validation_report(record(document), "2026-01-31"))
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert "#eval" in words
    assert "70049" not in words


# What the report says


def test_the_report_of_a_wrong_program(record: Any) -> None:
    text = files(validation_report(record(DOCUMENT), "2026-01-31"), "x")["x.md"].decode()
    for words in (
        "- dated: 2026-01-31\n",
        "The decision is **INCONSISTENT**.",
        "| eyes | INCONSISTENT | 3.5 | 3 | 2.5 to 3.25 | 0.1 | 1,000 | ∞ |",
        "| eyes | 6 | 1 | 166.6 | - |",
        "faces 6, loaded no, sides 1 2",
        "at most 1 in 1,000,000",
        "at most 1 in 100,",
        "turns: it is not printed",
        "montmort verify die --seed 1",
        "the picks of chance: not judged",
        "the dependence of plays on earlier ones: CONSISTENT, the worst of 1",
        "A block has 500 plays.",
        "- signature: ",
    ):
        assert words in text
    assert text.count(HASH) == 2


@pytest.mark.parametrize(
    ("alarms", "words"),
    [([], "cannot be told apart from the deviation"), (["repeats"], "INCONSISTENT in repeats")],
)
def test_dependence_where_a_field_deviates(record: Any, alarms: list[str], words: str) -> None:
    document = changed("meta.dependence", {"lag": VERDICT, "repeats": VERDICT})
    document["meta"]["alarms"] = alarms
    text = files(validation_report(record(document), "2026"), "x")["x.md"].decode()
    assert f"the dependence of plays on earlier ones: {words}" in text


def test_keys_that_another_kind_of_judgement_lacks(record: Any) -> None:
    """Of two samples, for instance, there is no exact value."""
    document = copy.deepcopy(DOCUMENT)
    document["answers"] = {"eyes": {"verdict": "INCONSISTENT", "plays": 3, "difference": 1.5}}
    text = files(validation_report(record(document), "2026-01-31"), "x")["x.md"].decode()
    assert "| eyes | INCONSISTENT | - | - | - | - | 3 | - |" in text


def test_many_verdicts_are_cut_and_the_wrong_ones_stay(record: Any) -> None:
    right = VERDICT | {"verdict": "CONSISTENT", "deviations": []}
    answers = {f"f{n}": right for n in range(300)} | {"last": VERDICT}
    text = files(validation_report(record(changed("answers", answers)), "2026"), "x")[
        "x.md"
    ].decode()
    assert "Of 301 verdicts the table shows" in text
    assert "| last | INCONSISTENT |" in text
    assert text.count("| CONSISTENT |") == 199


def test_a_long_fraction_takes_no_time(record: Any) -> None:
    document = changed("answers.eyes.exact", "1" * 10**6 + "/" + "7" * 10**6)
    text = files(validation_report(record(document), "2026"), "x")["x.md"].decode()
    assert "a fraction of 2,000,001 characters" in text
