"""`report` of a user's file: its rules, the exact laws, the verdict, what was not proved."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from tests.verification.reports.own_rules import OWN, Own

COINS = '''
"""Coins.

A coin is tossed until it shows $tails$ | or *not*.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Experiment, RuleSet, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The coin."""

    heads: int = rule(1, "weight of heads", least=0)
    longest: int = rule(0, "tosses at most; 0 for as many as it takes", least=0)


class Toss(NamedTuple):
    """Outcome: the tosses, and whether there was a head."""

    tosses: int
    any_head: bool


def start(rules, chance):
    return False, rules.longest


def step(rules, state, chance, table):
    seen, left = state
    head = chance.pick([1, rules.heads]) == 1
    after = (True, max(left - 1, 0)) if head and left != 1 else None
    return after, Toss(1, seen or head)


EXPERIMENTS = {"tosses": Experiment(name="tosses", outcome=Toss, start=start, step=step)}
CLAIMS = [{"name": "two", "answer": "tosses.mean", "equals": 2}]
'''


@pytest.fixture
def coins(tmp_path: Path) -> Path:
    path = tmp_path / "coins.py"
    path.write_text(COINS)
    return path


def test_the_report_of_a_file(run: Any, coins: Path, tmp_path: Path) -> None:
    places = [tmp_path / f"coins.{form}" for form in ("md", "html", "pdf")]
    outputs = [word for place in places for word in ("-o", place)]
    code, out, _ = run("report", coins, *outputs, "--seed", "1")
    assert (code, "tosses CONSISTENT" in out) == (0, True)
    text = places[0].read_text()
    for words in (
        "until it shows $tails$ | or *not*.",
        "weight of heads",
        "the mean of tosses is 2 and its variance 2",
        "the chance of “any head” is 1/2 = 0.5",
        "2 states",
        "The plays of tosses have no longest one.",
        "The simulator and the solver follow the same text of the rules:",
        "**CONFIRMED**",
        "The claims are about the rules above, unless they name their own.",
        "What a certificate leaves on trust is said in its section.",
        "montmort certify coins.py -o coins.json --checker check.py",
    ):
        assert words in " ".join(text.split()).replace("\\", ""), words
    assert places[1].read_text().startswith("<!DOCTYPE html>")
    assert places[2].read_bytes().startswith(b"%PDF")
    # the command of the report plays the same plays again
    (command,) = set(re.findall(r"^montmort (verify coins.py .*)$", text, re.M))
    code, out, _ = run(*(str(coins) if w == "coins.py" else w for w in shlex.split(command)))
    (plays,) = set(re.findall(r"([0-9,]+) plays with seed 1", text))
    assert (code, f"\n{plays} plays; seed 1" in out) == (0, True)


@pytest.mark.parametrize("name", ["die", "coin"])
def test_each_of_two_games_in_a_file_has_its_report(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """The file is named as from its folder; the checker walks the game of the name."""
    picks = {"die": 6, "coin": 2}
    plays = (
        f"def {each}(chance):\n    return chance.pick([1] * {n})\n" for each, n in picks.items()
    )
    (tmp_path / "two.py").write_text("\n\n".join(plays))
    monkeypatch.chdir(tmp_path)
    place = tmp_path / "one.md"
    assert run("report", f"two.py:{name}", "-o", place, "--seed", "1")[0] == 0
    text = place.read_text()
    assert f"`python check.py FILE --rules two.py:{name}`. It says: verified from witnesses" in text
    assert f"1 state, {picks[name]} moves and ends: derived again" in text
    blocks = "".join(text.split("```console\n")[1:])
    lines = [line for line in blocks.splitlines() if line.startswith("montmort ")]
    assert all(f" two.py:{name} " in f"{line} " for line in lines)
    (certify,) = (line for line in lines if "certify" in line)
    assert run(*shlex.split(certify)[1:])[0] == 0


def test_a_report_under_other_rules(run: Any, coins: Path, tmp_path: Path) -> None:
    place = tmp_path / "short.md"
    code, _, _ = run(
        "report", coins, "--longest", "2", "--heads", "0", "-o", place, "--plays", "50"
    )
    text = place.read_text()
    assert code in (0, 3)
    assert "have no longest one" not in text
    assert "the mean of tosses is 1 and its variance 0" in text
    assert "**REFUTED**" in text


@pytest.mark.slow
def test_a_report_without_exact_laws(run: Any, tmp_path: Path) -> None:
    path, place = tmp_path / "deal.py", tmp_path / "deal.md"
    path.write_text(
        "from montmort import shuffled\n"
        "def play(chance):\n    return shuffled(chance, range(30)).index(0)\n"
    )
    code, out, _ = run("report", path, "-o", place)
    text = place.read_text()
    assert (code, "nothing could be simulated" in out) == (3, True)
    assert "The laws are not known: " in text
    assert "It was not played: " in text


@pytest.mark.parametrize("own", OWN, ids=lambda own: own.file)
def test_every_command_of_a_report_from_rules_alone_runs(
    run: Any, own: Own, tmp_path: Path
) -> None:
    """The files of a game with decisions say with --optimal what is wanted."""
    path, place = tmp_path / own.file, tmp_path / "own.md"
    path.write_text(own.text)
    code, out, _ = run("report", path, *own.flags, "-o", place, "--plays", 300, "--seed", 1)
    assert code in (0, 3)
    assert out.startswith(own.file)
    blocks = place.read_text().split("```console\n")[1:]
    lines = {line for block in blocks for line in block.split("\n```")[0].splitlines()}
    asked = set()
    for line in lines:
        program, *words = shlex.split(line)
        if program == "montmort" and words[0] in ("exact", "verify", "certify"):
            asked.add(words[0])
            words = [str(path) if word == own.file else word for word in words]
            words = [str(tmp_path / w) if w.endswith((".json", "check.py")) else w for w in words]
            assert run(*words)[0] in (0, 3), line
    assert asked == {"exact", "verify", "certify"}


def test_a_report_with_decisions_asks_what_is_wanted(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "rolls.py"
    path.write_text(OWN[2].text)
    code, _, err = run("report", path, "-o", tmp_path / "x.md", "--plays", 10)
    assert (code, "--optimal FIELD" in err) == (2, True)
    code, _, err = run("report", "treize", "--optimal", "points", "-o", tmp_path / "x.md")
    assert (code, "has its own aim" in err) == (2, True)
