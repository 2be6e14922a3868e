"""`certify --optimal`: certificates of files' games, checked without this package."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.montmort.optimal_games import COUNTERS, REROLL, SIXES, UNSEEN


@pytest.mark.parametrize(
    ("game", "flags", "value"),
    [
        (REROLL, ["--optimal", "value"], "17/4"),
        (REROLL, ["--optimal", "value > 4"], "5/9"),
        (COUNTERS, ["--optimal", "first_wins", "--counters", "6"], "1"),
        (COUNTERS, ["--optimal", "first_wins", "--seat", "1", "--counters", "4"], "0"),
        (SIXES, ["--minimise", "rounds"], None),
        (UNSEEN, ["--optimal", "value"], None),
    ],
)
def test_the_checker_runs_alone_and_trusts_only_the_graph(
    run: Any, tmp_path: Path, game: str, flags: list[str], value: str | None
) -> None:
    own, checker, path = tmp_path / "own.py", tmp_path / "check.py", tmp_path / "proof.json"
    own.write_text(game)
    code, out, _ = run("certify", own, *flags, "-o", path, "--checker", checker)
    assert code == 0
    assert f"{checker}: python check.py proof.json" in out
    command = [sys.executable, "-I", checker, path]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (found.returncode, found.stdout.count("\non trust  ")) == (3, 1), found.stdout
    assert "0 FALSE" in found.stdout
    document = json.loads(path.read_text())
    if value is not None:
        assert document["content"]["value"] == value
    solved = run("exact", own, *flags, "--json")[1]
    assert document["content"]["value"] == json.loads(solved)["answers"]["value"]


def test_its_command_writes_the_same_certificate_again(run: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(COUNTERS)
    aim = ["--optimal", "first_wins and moves < 4", "--seat", "1", "--counters", "4"]
    code, out, _ = run("certify", own, *aim)
    assert code == 0
    assert json.loads(out)["rules"]["aim"] == "maximise first_wins and moves < 4, seat 1"
    path, checker = tmp_path / "proof.json", tmp_path / "check.py"
    run("certify", own, *aim, "-o", path, "--checker", checker)
    command = [sys.executable, "-I", checker, path, "--rules", own]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 0, found.stdout + found.stderr
    (line,) = re.findall("its text is the rules; montmort (.*) writes it", found.stdout)
    verb, _, *flags = shlex.split(line)
    assert run(verb, own, *flags)[1] == out


def test_what_cannot_be_certified_gets_a_sentence(run: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(UNSEEN)
    code, _, err = run("certify", own, "--optimal", "points")
    assert (code, "'points' is no field" in err) == (2, True)
    code, _, err = run("certify", own, "--optimal", "value", "--minimise", "value")
    assert (code, "are two aims; give one of them" in err) == (2, True)


def test_hidden_cards_have_a_certificate_of_both_strategies(run: Any, tmp_path: Path) -> None:
    checker, path, alone = tmp_path / "check.py", tmp_path / "proof.json", tmp_path / "alone.py"
    assert run("certify", "kuhn", "-o", path, "--checker", checker)[0] == 0
    command = [sys.executable, "-I", checker, path]
    found = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert found.stdout.startswith("on trust: the game is worth -1/18 = ")
    assert found.returncode == 3
    assert json.loads(path.read_text())["content"]["value"] == "-1/18"
    assert run("certify", "kuhn", "--checker", alone)[0] == 0
    assert alone.read_text() == checker.read_text()
