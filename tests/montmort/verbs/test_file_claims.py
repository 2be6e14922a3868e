"""`claims` and `certify` of a user's file."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

DIE = """
from dataclasses import dataclass
from typing import NamedTuple

from montmort import Experiment, RuleSet, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    faces: int = rule(6, "faces of the die", least=2)


class Throw(NamedTuple):
    eyes: int
    high: bool


def step(rules, state, chance, table):
    eyes = chance.pick([1] * rules.faces) + 1
    return None, Throw(eyes, 2 * eyes > rules.faces)


def start(rules, chance):
    return 0


THROW = Experiment(name="throw", outcome=Throw, start=start, step=step)
"""
CLAIMS = """
from fractions import Fraction

CLAIMS = [
    {"answer": "eyes.mean", "equals": "7/2", "source": "a book", "name": "mean"},
    {"answer": "high.law.true", "rounds_to": "0.51"},
    {"answer": "eyes.mean", "equals": Fraction(3), "rules": {"faces": 5}, "name": "five"},
    {"answer": "eyes.mean", "between": (4, 6), "question": {"given": "high"}, "name": "high"},
]
"""


@pytest.fixture
def die(tmp_path: Path) -> Any:
    """Return a function that writes a file with the die and more text."""

    def written(more: str = "") -> Path:
        path = tmp_path / "die.py"
        path.write_text(DIE + more)
        return path

    return written


def standings(out: str) -> dict[str, str]:
    return {one["name"]: one["finding"] for one in json.loads(out)["answers"]}


def test_the_claims_of_a_file(run: Any, die: Any) -> None:
    code, out, _ = run("claims", die(CLAIMS), "--json")
    assert code == 0
    assert standings(out) == {
        "mean": "CONFIRMED",
        "claim 2": "REFUTED",
        "five": "CONFIRMED",
        "high": "CONFIRMED",
    }
    code, out, _ = run("claims", die(CLAIMS))
    assert "die.py" in out
    assert "montmort exact die.py --faces 5" in out
    assert "4 of 4 claims: 3 CONFIRMED, 1 REFUTED" in out


def test_the_rules_of_a_file_are_flags_of_its_claims(run: Any, die: Any) -> None:
    _, out, _ = run("claims", die(CLAIMS), "--faces", "4", "--json", "--claim", "mean")
    assert standings(out) == {"mean": "REFUTED"}
    _, out, _ = run("claims", die(CLAIMS), "--faces", "4", "--json", "--claim", "five")
    assert standings(out) == {"five": "CONFIRMED"}
    _, out, _ = run("claims", die(CLAIMS), "--help")
    assert "--faces N" in out


def test_claims_may_be_declared_on_functions(run: Any, die: Any) -> None:
    declared = """
from montmort.verification.claims import Claims, Finding, Standing

CLAIMS = Claims(game="die", source="a book")

@CLAIMS("seven", "a seven is never thrown")
def seven():
    return Finding(standing=Standing.CONFIRMED, true="it has six faces", why="", how="")
"""
    _, out, _ = run("claims", die(declared), "treize", "--claim", "seven", "--json")
    assert standings(out) == {"seven": "CONFIRMED"}


def test_a_claim_about_a_game_too_large_is_open(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "deal.py"
    path.write_text(
        "from montmort import shuffled\n"
        "def play(chance):\n    return shuffled(chance, range(30)).index(0)\n"
        'CLAIMS = [{"answer": "value.mean", "equals": "29/2"}]\n'
    )
    code, out, _ = run("claims", path, "--json")
    assert (code, standings(out)) == (3, {"claim 1": "OPEN"})


@pytest.mark.parametrize(
    ("claims", "why"),
    [
        ("3", "CLAIMS must be a list of claims"),
        ('["the mean is 7/2"]', "CLAIMS must be a list of claims"),
        ('[{"answer": "eyes.mean"}]', "claim 1: one of equals, rounds_to, between must state"),
        ('[{"answer": "eyes.mean", "equals": 3.5}]', "3.5 is not exact; write it in a string"),
        ('[{"answer": "toes.mean", "equals": 3}]', "there is no answer 'toes.mean'"),
        ('[{"answer": "eyes.mean", "equals": 3, "game": "chess"}]', "there is no game 'chess'"),
        ('[{"answer": "eyes", "equals": 3}]', "is not a single number"),
        ('[{"answers": "eyes", "equals": 3}]', "there is no key 'answers'"),
        ('[{"answer": "eyes.mean", "equals": 3, "experiment": "x"}]', "no experiment 'x'"),
        ('2 * [{"answer": "eyes.mean", "equals": 3, "name": "a"}]', "two claims named 'a'"),
    ],
)
def test_a_wrong_claim_is_a_sentence(run: Any, die: Any, claims: str, why: str) -> None:
    code, _, err = run("claims", die(f"CLAIMS = {claims}"))
    assert code == 2
    assert why in err


def test_a_file_without_claims_says_how_to_make_them(run: Any, die: Any) -> None:
    code, out, err = run("claims", die())
    assert (code, out) == (0, "0 of 0 claims: none; 0.0 s of CPU\n")
    assert "die.py makes no claims; add them to it: CLAIMS = [" in err


def test_the_certificate_of_a_file(run: Any, die: Any, tmp_path: Path) -> None:
    certificate, checker = tmp_path / "die.json", tmp_path / "check.py"
    code, _, _ = run("certify", die(), "--faces", "4", "-o", certificate, "--checker", checker)
    assert code == 0
    rules = json.loads(certificate.read_text())["rules"]
    assert (rules["game"], rules["experiment"]) == ("die.py", "throw")
    assert rules["values"]["faces"] == "4"
    command = [sys.executable, "-I", str(checker), str(certificate)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 3, found.stdout + found.stderr
    assert found.stdout.startswith("on trust: the mean of eyes is 5/2 = 2.5000000000 -- ")
    assert "on trust    the chance of high=true is 1/2 = 0.5000000000" in found.stdout
    assert "\non trust    the chain follows from the rules: " in found.stdout
    assert ", 0 FALSE" in found.stdout
