"""Verdicts as JUnit XML."""

import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.montmort.symbol_games import RUIN

DIE = {str(face): "1/6" for face in range(1, 7)}
SMALL = ["treize", "--ranks", "2", "--suits", "1", "--seed", 1]
SUITE = {"errors", "failures", "hostname", "id", "name", "package", "skipped", "tests", "time",
         "timestamp"}  # fmt: skip


@pytest.fixture
def suites(verify: Any, tmp_path: Path) -> Any:
    """Return a function that runs `verify --junit` and returns its test suites."""

    def call(*argv: object) -> list[ElementTree.Element]:
        path = tmp_path / "verdicts.xml"
        verify(*argv, "--junit", path)
        root = ElementTree.fromstring(path.read_bytes())
        assert root.tag == "testsuites"
        for suite in root:
            check(suite)
        return list(root)

    return call


def check(suite: ElementTree.Element) -> None:
    """Check what the schema of Ant's JUnit task demands."""
    assert set(suite.attrib) == SUITE
    tags = [part.tag for part in suite]
    cases = suite.findall("testcase")
    assert tags == ["properties", *["testcase"] * len(cases), "system-out", "system-err"]
    assert int(suite.get("tests", "")) == len(cases)
    for kind, name in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        assert int(suite.get(name, "")) == len(suite.findall(f"testcase/{kind}"))
    for case in cases:
        assert set(case.attrib) == {"name", "classname", "time"}
        assert len(case) <= 1
        for found in case:
            needs = {"message"} if found.tag == "skipped" else {"message", "type"}
            assert set(found.attrib) == needs
    assert len(suite.get("timestamp", "")) == len("2026-01-31T12:00:00")


def kinds(suite: ElementTree.Element) -> dict[str, str]:
    return {
        case.get("name", ""): case[0].tag if len(case) else "passed"
        for case in suite.findall("testcase")
    }


def test_a_pass_must_be_earned(suites: Any) -> None:
    (passed,) = suites(*SMALL, "--margin", "0.2")
    fields = {"points", "passes", "cards"}
    skipped = {"dependence of plays on each other", "the rules apart from chance"}
    not_seen = {  # named where the plays pass
        "how the fields go together: each was judged by itself",
        "plays after play 8,388,608 of a stream; dependence of plays",
    }
    found = dict.fromkeys(fields, "passed") | dict.fromkeys(skipped | not_seen, "skipped")
    assert kinds(passed) == found
    (short,) = suites(*SMALL, "--plays", 10)
    assert kinds(short) == dict.fromkeys(fields, "error") | dict.fromkeys(skipped, "skipped")
    assert short[1][0].get("type") == "INCONCLUSIVE"


@pytest.mark.parametrize(("line", "sentence"), [("1", "1 seen 2,000 times"), ("x", "not an integ")])
def test_a_failure_has_the_sentence(
    suites: Any, law: Any, tmp_path: Path, line: str, sentence: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("value\n" + f"{line}\n" * 2000)
    (suite,) = suites("--exact", law(DIE), "--outcomes", path)
    assert kinds(suite)["value"] == "failure"
    assert sentence in suite.find("testcase/failure").get("message")  # type: ignore[union-attr]
    assert sentence in suite.findtext("testcase/failure", "")


def test_dependence_is_not_blamed_for_a_wrong_field(suites: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    dice = random.Random(1)
    path.write_text("".join(f"{dice.randint(1, 5)}\n" for _ in range(20_000)))
    (suite,) = suites("--exact", law(DIE), "--outcomes", path)
    assert (kinds(suite)["value"], kinds(suite)["dependence"]) == ("failure", "passed")
    path.write_text("1\n" * 20_000)  # each block is the one before
    (suite,) = suites("--exact", law(DIE), "--outcomes", path)
    assert kinds(suite)["dependence"] == "failure"
    path.write_text("1\n2\n3\n4\n5\n6\n" * 4000)
    (suite,) = suites("--exact", law(DIE), "--outcomes", path, "--margin", "0.1")
    assert kinds(suite)["dependence"] == "failure"


def test_dependence_that_waits_for_plays_is_skipped(suites: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    dice = random.Random(1)
    path.write_text("".join(f"{dice.randint(1, 6)}\n" for _ in range(1_500)))
    (suite,) = suites("--exact", law(DIE), "--outcomes", path, "--margin", "0.4")
    found = kinds(suite)
    assert (found["value"], found["dependence"]) == ("passed", "passed")  # of stretches
    (waiting,) = (name for name in found if name.startswith("dependence ("))
    assert found[waiting] == "skipped"
    assert waiting.startswith("dependence (1 play before to ")
    path.write_text("1\n4\n2\n6\n5\n3\n" * 3)
    (suite,) = suites("--exact", law(DIE), "--outcomes", path)
    assert "dependence" not in kinds(suite)


def test_a_suite_for_each_point_of_a_grid(suites: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(RUIN)
    found = suites(path, "--grid", "p=1/4..3/4:3", "--plays", 4096, "--seed", 1, "--margin", "0.5")
    names = [suite.get("name", "") for suite in found]
    assert [name.partition(" p = ")[2] for name in names] == ["1/4", "1/2", "3/4"]
    assert [suite.get("id") for suite in found] == ["0", "1", "2"]


def test_two_simulators(suites: Any, tmp_path: Path) -> None:
    one, two = tmp_path / "one.csv", tmp_path / "two.csv"
    one.write_text("1\n2\n3\n" * 3000)
    two.write_text("1\n2\n2\n" * 3000)
    (suite,) = suites("--outcomes", one, "--versus", two)
    skipped = {"dependence of plays on each other", "faults that both have"}
    assert kinds(suite) == {"value": "failure"} | dict.fromkeys(skipped, "skipped")


def test_no_character_breaks_the_file(suites: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[31m]]>&<b>.csv"
    path.write_bytes(b'value\n]]>\x01\xff<&"\n')
    (suite,) = suites("--exact", law(DIE), "--outcomes", path)
    assert "\ufffd" in suite.get("name", "")
    message = suite.find("testcase/failure").get("message")  # type: ignore[union-attr]
    assert "]]>&<b>.csv" in message
