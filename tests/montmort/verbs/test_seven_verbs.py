"""Files through all seven verbs: a game of forty lines, and one whose players decide."""

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

BET = '''"""Red or black: stakes on red until the first win, at most `most` stakes in all."""

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from montmort import Experiment, RuleSet, coin, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    most: int = rule(3, "stakes at most", least=1)
    red: Fraction = rule(Fraction(18, 37), "chance of red", least=0, most=1)


class End(enum.Enum):
    WON = "won"
    BROKE = "broke"


class Evening(NamedTuple):
    end: End
    stakes: int


def start(rules, chance):
    return 0


def step(rules, staked, chance, table):
    won = coin(chance, rules.red)
    over = won or staked + 1 == rules.most
    return (None if over else staked + 1), Evening(End.WON if won else End.BROKE, 1)


EXPERIMENTS = {"bet": Experiment(name="bet", outcome=Evening, start=start, step=step)}
CLAIMS = [{"answer": "end.law.won", "rounds_to": "0.86"}]
'''
DECIDED = """
from typing import NamedTuple

class Guess(NamedTuple):
    right: bool
    high: bool

def play(chance, table):
    card = chance.pick([1, 1, 2])
    guess = table.decide(0, (0, 2), card)
    return Guess(guess == card, card > 1)
"""
PLAYERS = """
class Sly:
    def __init__(self, chance):
        self.chance = chance

    def decide(self, seat, choices, view):
        return choices[self.chance.pick([1, 3])]

    def tell(self, event):
        pass

def players(rules, chance):
    return Sly(chance)
"""


@pytest.fixture
def bet(tmp_path: Path) -> Path:
    path = tmp_path / "bet.py"
    path.write_text(BET)
    return path


@pytest.mark.parametrize(
    ("verb", "words"),
    [
        (("exact", "--most", "2"), "0.7363038714390066"),  # 1 - (19/37)^2
        (("simulate", "--plays", "500", "--seed", "1"), "won: "),
        (("verify", "--margin", "0.1", "--seed", "1"), "stakes    CONSISTENT(0.1)"),
        (("claims",), "1 of 1 claims: 1 CONFIRMED"),  # 1 - (19/37)^3 = 0.8645...
        (("report", "--seed", "1", "-o", "bet.md"), "bet.py: bet CONSISTENT"),
    ],
)
def test_a_file_of_forty_lines(
    run: Any,
    bet: Path,
    verb: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run(verb[0], bet, *verb[1:])
    assert (code, words in out) == (0, True), out + err


def test_its_certificate_is_checked_without_montmort(run: Any, bet: Path, tmp_path: Path) -> None:
    files = tmp_path / "bet.json", tmp_path / "check.py"
    assert run("certify", bet, "-o", files[0], "--checker", files[1])[0] == 0
    command = [sys.executable, "-I", str(files[1]), str(files[0])]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    won = 1 - Fraction(19, 37) ** 3
    assert (found.returncode, f"the chance of end=won is {won} = " in found.stdout) == (
        3,
        True,
    )  # rows on trust


def test_it_is_played_at_the_terminal(play: Any, bet: Path) -> None:
    code, out, _ = play(str(bet), "--seed", "1", answers="\n\n\n")
    assert (code, "The game is over: end " in out) == (0, True)


def test_a_play_with_decisions_asks_the_players_of_the_file(
    run: Any, play: Any, tmp_path: Path
) -> None:
    path = tmp_path / "guess.py"
    path.write_text(DECIDED + PLAYERS)
    code, out, _ = run("exact", path, "--json", "--given", "right")
    assert (code, '"chance": "7/16"' in out) == (0, True)  # 1/4 1/4 + 1/2 3/4
    assert run("simulate", path, "--plays", "100")[0] == 0
    assert run("verify", path, "--margin", "0.2", "--seed", "1")[0] == 0
    code, out, _ = play(str(path), "--seed", "1", answers="2\n")
    assert (code, "The game is over: right " in out) == (0, True)


@pytest.mark.parametrize("verb", ["exact", "simulate", "verify", "certify", "report"])
def test_without_players_a_sentence_says_what_to_add(run: Any, tmp_path: Path, verb: str) -> None:
    path = tmp_path / "guess.py"
    path.write_text(DECIDED)
    more = ["-o", tmp_path / "guess.md"] if verb == "report" else []
    code, out, err = run(verb, path, *more)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{path}, line 10: no player on seat 0 can choose among [0, 2]; ask for the best" in err
    assert "--optimal FIELD" in err
    assert "or add a function players(rules, chance)" in err


def test_what_a_file_prints_does_not_enter_the_answer(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "loud.py"
    path.write_text("print('hello')\ndef play(chance):\n    return chance.pick([1, 1])\n")
    code, out, err = run("exact", path, "--json")
    assert (code, out.startswith("{"), err) == (0, True, "hello\n")


def test_a_game_too_large_to_walk_says_so(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "deal.py"
    path.write_text(
        "from montmort import shuffled\n"
        "def play(chance):\n    return shuffled(chance, range(30)).index(0)\n"
    )
    code, out, err = run("exact", path)
    assert (code, out) == (2, "")
    assert f"{path}, line 2: about 2.7e+32 paths to walk" in err
    assert "a simulation has no such limit" in err
