"""What rules print, by Python or past it, goes to standard error through every verb."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from montmort.cli import main

Asked = Callable[[str, list[str]], tuple[int, str, str]]
RULES = """
import os
from typing import NamedTuple

print("LO" "UD")

class Seen(NamedTuple):
    points: int

def play(chance):
    print("LO" "UD")
    os.write(1, b"LO" b"UD")
    return Seen(chance.pick([1] * 6) + 1)

CLAIMS = [{"answer": "points.mean", "equals": "7/2"}]
"""
QUIET = re.sub(r" *print.*\n| *os.write.*\n", "", RULES)
VERBS = (
    ["exact"],
    ["exact", "--json"],
    ["simulate", "--seed", "1", "--plays", "50"],
    ["simulate", "--seed", "1", "--plays", "3000", "--interpreted", "--workers", "2"],
    ["simulate", "--seed", "1", "--plays", "50", "--json", "--quiet"],
    ["verify", "--seed", "1", "--plays", "50"],
    ["verify", "--seed", "1", "--plays", "50", "--json"],
    ["claims"],
    ["claims", "--json"],
    ["certify"],
    ["play", "--seed", "1", "--plain"],
)


def without_times(text: str) -> str:
    """Return an answer without what differs from run to run."""
    text = re.sub(r"\d+\.\d+ s\b|\d+\.\d\d s of CPU", "", text)
    return re.sub(
        r'"(seconds|began|ended|sha256|path|command_line|repeat|how)": [^\n]*|file://\S+', "", text
    )


@pytest.fixture
def asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Asked:
    """Return a function that runs a verb with the file of these rules: (code, stdout, stderr)."""

    def call(rules: str, verb: list[str]) -> tuple[int, str, str]:
        monkeypatch.chdir(tmp_path)
        Path("own.py").write_text(rules)
        monkeypatch.setattr(sys, "stdin", io.StringIO())
        capfd.readouterr()
        code = main([verb[0], "own.py", *verb[1:]])
        captured = capfd.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.mark.parametrize("verb", VERBS, ids=" ".join)
def test_an_answer_is_the_same_whatever_the_rules_print(asked: Asked, verb: list[str]) -> None:
    code, out, _ = asked(QUIET, verb)
    loud_code, loud_out, err = asked(RULES, verb)
    assert "LOUD" in err
    assert "LOUD" not in loud_out
    assert (code, without_times(out)) == (loud_code, without_times(loud_out))
    if "--json" in verb:
        json.loads(loud_out)


def test_what_is_said_of_a_report_is_apart_from_what_the_rules_print(
    asked: Asked, tmp_path: Path
) -> None:
    code, out, err = asked(RULES, ["report", "-o", "own.md", "--plays", "50", "--seed", "1"])
    assert (code, "LOUD" in out, "LOUD" in err) == (3, False, True)
    assert (tmp_path / "own.md").exists()


def test_a_process_keeps_its_standard_output_for_the_answer(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(RULES)
    command = [sys.executable, "-m", "montmort", "exact", "own.py", "--json"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "LOUD" in found.stderr
    assert json.loads(found.stdout)["answers"]["points"]["mean"] == "7/2"


def test_blocks_that_are_still_played_at_the_end_do_not_print_into_the_answer(
    tmp_path: Path,
) -> None:
    (tmp_path / "own.py").write_text(RULES.replace("os.write", "0 and os.write"))
    command = [sys.executable, "-m", "montmort", "verify", "own.py", "--json", "--seed", "1"]
    command += ["--margin", "0.5"]
    found = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert "LOUD" in found.stderr
    assert json.loads(found.stdout)["answers"]["points"]["verdict"] == "CONSISTENT"


def test_after_a_verb_standard_output_is_as_before(capfd: pytest.CaptureFixture[str]) -> None:
    before = sys.stdout
    assert main(["games"]) == 0
    assert sys.stdout is before
    capfd.readouterr()
    os.write(1, b"after")
    assert capfd.readouterr().out == "after"
