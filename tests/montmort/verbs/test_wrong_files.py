"""Files that are wrong: every verb answers with one sentence that names the line."""

from pathlib import Path
from typing import Any

import pytest

HEAD = """\
import copy, enum, random, sys
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple
from montmort import Experiment, Rulebook, coin, shuffled
class Out(NamedTuple):
    points: int
    won: bool
def start(rules, chance):
    return 0
"""  # ten lines
AFTER = 'GAME = Experiment(name="game", outcome=Out, start=start, step=step)\n'


def play(*lines: str) -> str:
    """Return a file with a function `play`; its first line is line 11."""
    return HEAD + "def play(chance):\n" + "".join(f"    {line}\n" for line in lines)


def step(*lines: str, after: str = AFTER) -> str:
    """Return a file with a function `step`; its first line is line 11."""
    head = "def step(rules, state, chance, table):\n"
    return HEAD + head + "".join(f"    {line}\n" for line in lines) + after


WRONG = {
    # file -> the line that is named (None: the file), and words of the sentence
    "no game": (HEAD, None, "has no experiment to play"),
    "empty": ("", None, "has no experiment to play"),
    "two games": (
        HEAD + "def play(c): return 1\n"
        "A = Rulebook(name='a', experiments={'a': Experiment.of_play(play, Out)})\n"
        "B = Rulebook(name='b', experiments={'b': Experiment.of_play(play, Out)})\n",
        None,
        "has more than one game",
    ),
    "syntax": (HEAD + "def play(chance:\n", 11, "was never closed"),
    "import": (HEAD + "import nothing_of_this_name\n", 11, "ModuleNotFoundError"),
    "name": (HEAD + "x = y\n", 11, "NameError"),
    "exit": (HEAD + "sys.exit(0)\n", 11, "ends the program"),
    "null byte": (HEAD + "x = '\0'\n", None, "a binary file"),
    "exception in play": (play("return 1 // 0"), 12, "ZeroDivisionError"),
    "exception in step": (step("return None, Out(1 // 0, True)"), 12, "ZeroDivisionError"),
    "start no function": (
        step("return None, Out(1, True)", after="start = None\n" + AFTER), 14, "start=None"),
    "missing file": (HEAD + "open('no such file')\n", 11, "FileNotFound"),
    "file in play": (
        play("return len(open(__file__).read())"), 11, "call open() while they play: read it"),
    "exit in play": (play("sys.exit(3)"), 12, "ends the program"),
    "unknown name in step": (step("return None, Outcome(1, True)"), 12, "NameError"),
    "wrong field": (step("return None, Out(points=1, one=True)"), 12, "TypeError"),
    "float weight": (play("return chance.pick([0.5, 0.5])"), 12, "or Fractions >= 0, not 0.5"),
    "negative weight": (play("return chance.pick([1, -1])"), 12, "integers >= 0, not -1"),
    "no weights": (play("return chance.pick([])"), 12, "weights"),
    "weights all zero": (play("return chance.pick([0, 0])"), 12, "all weights are zero"),
    "weights a number": (play("return chance.pick(6)"), 12, "weights must be a sequence"),
    "weights text": (play("return chance.pick('ab')"), 12, "weights must be"),
    "float chance": (play("return coin(chance, 0.5)"), 12, "must be exact"),
    "endless play": (play("while chance.pick([1, 1]) < 2: pass"), 12, "picks"),
    "endless steps": (
        step("return state + 1, Out(chance.pick([1, 1]), True)"), None, ""),
    "infinite recursion": (play("return play(chance)"), 12, "without end"),
    "no argument": (HEAD + "def play():\n    return 1\n", 11, "play"),
    "three arguments": (HEAD + "def play(a, b, c):\n    return 1\n", 11, "play"),
    "global random": (play("return random.getrandbits(64)"), 11, "draw everything from `chance`"),
    "mutable state": (
        HEAD + "kept = []\ndef play(chance):\n    kept.append(1)\n    return len(kept)\n",
        12, "which is not part of the state"),
    "copied chance": (play("return copy.deepcopy(chance).pick([1, 1])"), 12, "must not be copied"),
    "two kinds": (
        play("return True if chance.pick([1, 1]) else 2"), 11, "keep to one kind"),
    "two kinds in step": (
        step("return None, Out(1, True if chance.pick([1, 1]) else 2)"), 11, "keep to one kind"),
    "no method of chance": (
        play("return chance.choice([1, 2])"), 12, "chance has no choice: it has one method, pick"),
    "a number, then a tuple": (
        play("return Out(1, True) if chance.pick([1, 1]) else 2"), 11, ""),
    "plain tuple": (play("return (1, 2)"), 11, "an outcome is an integer"),
    "outcome None": (play("chance.pick([1, 1])"), 11, "an outcome is an integer"),
    "outcome float": (play("return chance.pick([1, 1]) / 2"), 11, "count in the smallest unit"),
    "outcome text": (play("return 'win'"), 11, "an outcome is an integer"),
    "field text": (step("return None, Out('win', True)"), 11, "points gave 'win'"),
    "field float": (step("return None, Out(0.5, True)"), 11, "points gave 0.5"),
    "wrong shape": (step("return Out(1, True)"), 11, "must return (next state or None, gain)"),
    "no gain": (step("return None"), 11, "must return (next state or None, gain)"),
    "gain a number": (step("return None, 3"), 11, "must return (next state or None, gain)"),
    "unhashable state": (
        step("return ([1] if state == 0 else None), Out(1, bool(chance.pick([1, 1])))"), 11, ""),
    "outcome a dict": (
        step("return None, {'points': 1}", after=AFTER.replace("Out,", "dict,")),
        13, "NamedTuple"),
    "nobody decides": (
        step("x = table.decide(0, ['a', 'b'], None)", "return None, Out(1, x == 'a')"),
        12, "add a function players(rules, chance)"),
    "rules no dataclass": (
        step("return None, Out(1, True)", after="class Rules:\n    faces = 6\n" + AFTER),
        13, "must be a dataclass"),
    "rule without default": (
        step("return None, Out(1, True)",
             after="@dataclass(frozen=True)\nclass Rules:\n    faces: int\n" + AFTER),
        13, "faces"),
    "rule of a strange type": (
        step("return None, Out(1, True)",
             after="@dataclass(frozen=True)\nclass Rules:\n    faces: dict = None\n" + AFTER),
        13, "cannot be given as a flag"),
    "rule named like a flag": (
        step("return None, Out(1, True)",
             after="@dataclass(frozen=True)\nclass Rules:\n    json: int = 1\n" + AFTER),
        13, "takes a flag's name"),
    "two experiments of one name": (
        step("return None, Out(1, True)", after=AFTER + AFTER.replace("GAME", "OTHER")),
        None, "name"),
    "experiments no mapping": (
        step("return None, Out(1, True)", after=AFTER + "EXPERIMENTS = [GAME]\n"),
        None, "has no experiment to play"),
}  # fmt: skip


LONG = {"endless play", "endless steps"}  # some seconds


@pytest.mark.parametrize("verb", ["exact", "simulate", "verify"])
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.slow) if case in LONG else case for case in WRONG],
)
def test_a_wrong_file_is_answered_with_one_sentence(
    run: Any, tmp_path: Path, case: str, verb: str
) -> None:
    text, line, words = WRONG[case]
    path = tmp_path / "own.py"
    path.write_text(text)
    code, out, err = run(verb, path, *(["--plays", "200"] if verb != "exact" else []))
    sentence = [row for row in err.splitlines() if row.startswith(f"montmort {verb}: ")]
    assert (code, out, len(sentence)) == (2, "", 1), err
    assert words in sentence[0]
    if line is not None:
        assert f"{path}, line {line}: " in sentence[0]


def test_a_kind_that_changes_in_few_plays_is_found_by_the_simulation(
    run: Any, tmp_path: Path
) -> None:
    path = tmp_path / "own.py"
    path.write_text(play("return 3 if chance.pick([1, 999]) == 0 else chance.pick([1, 1]) == 0"))
    code, _, err = run("simulate", path, "--plays", "20000", "--seed", "1", "--workers", "1")
    assert code == 2
    assert "in one play and 3 in another: keep to one kind" in err
    assert f"{path}, line 11: " in err


def test_numbers_beyond_floats_are_displayed(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(play("return 10**400 * chance.pick([1, 1])"))
    code, out, _ = run("simulate", path, "--plays", "200", "--seed", "1", "--workers", "1")
    assert code == 0
    assert "e+399" in out
