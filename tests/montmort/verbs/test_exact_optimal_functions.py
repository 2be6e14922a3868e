"""`montmort exact --optimal` for rules with a symbol: intervals, changes, values, fair points."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

p = sympy.Symbol("p")

PUSH_LUCK = """
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from montmort import Experiment, RuleSet, coin
from montmort.games.rule_set import rule

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    p: Fraction = rule(Fraction(1, 2), "chance of a point", least=0, most=1)
    goal: int = rule(4, "points at most", least=2)

class Game(NamedTuple):
    won: bool
    points: int

def step(rules, points, chance, table):
    if points and table.decide(0, ["stop", "go"], points) == "stop":
        return None, Game(True, points)
    if not coin(chance, rules.p):
        return None, Game(False, 0)
    points += 1
    return (None, Game(True, points)) if points == rules.goal else (points, Game(False, 0))

PUSH = Experiment(name="push", outcome=Game, start=lambda rules, chance: 0, step=step)
"""

CALL = """
from typing import NamedTuple
from sympy import symbols
from montmort import coin

p, A = symbols("p A")

class Bet(NamedTuple):
    gain: int
    won: bool

def play(chance, table):
    if table.decide(0, ["bet", "pass"], "first") == "pass":
        return Bet(0, False)
    if table.decide(1, ["call", "fold"], "second") == "fold":
        return Bet(1, True)
    return Bet(A, True) if coin(chance, p) else Bet(-A, False)
"""


@pytest.fixture
def push(tmp_path: Path) -> Path:
    path = tmp_path / "push.py"
    path.write_text(PUSH_LUCK)
    return path


@pytest.fixture
def call(tmp_path: Path) -> Path:
    path = tmp_path / "call.py"
    path.write_text(CALL)
    return path


def document(run: Any, *argv: object) -> tuple[dict[str, Any], dict[str, Any]]:
    code, out, err = run("exact", *argv, "--json")
    assert code == 0, err
    found = json.loads(out)
    return found["answers"], found["meta"]


def test_intervals_values_and_changes(run: Any, push: Path) -> None:
    # with k points one goes on where (k + 1) p > k; the goal is 4
    code, out, _ = run("exact", push, "--optimal", "points", "--param", "p")
    assert code == 0
    assert out.startswith("push.py, goal 4\nlargest mean of points, for 0 <= p <= 1:\n")
    assert " 1/2 <= p <= 2/3  2 p^2\n" in out
    assert " 3/4 <= p <= 1    4 p^4\n" in out
    assert "seat 0 decides in 3 situations for 0 <= p <= 1/2:\nsituation  choice\n1" in out
    assert "at p = 2/3\n  2: stop -> go\n" in out


def test_the_document_is_read_by_sympy(run: Any, push: Path) -> None:
    found, meta = document(run, push, "--minimise", "points", "--param", "p", "--goal", "5")
    value = sympy.sympify(found["value"])
    # 5 p^5 is less than p up to the fourth root of 1/5
    for number in (Fraction(0), Fraction(1, 2), Fraction(2, 3), Fraction(1)):
        least = min(number, 5 * number**5)
        assert value.subs(p, sympy.Rational(number)) == sympy.Rational(least)
    assert [sympy.sympify(each["value"]) for each in found["pieces"]][:2] == [5 * p**5, p]
    assert found["pieces"][0]["interval"]["low"] == "0"
    assert found["pieces"][0]["strategy"][0]["values"] == {"stop": "1", "go": "5*p**4"}
    first = found["breaks"][0]
    assert first["changes"] == [{"seat": 0, "view": 1, "before": ["go"], "after": ["stop"]}]
    assert meta["symbols"] == ["p"]
    assert meta["objective"] == "minimise points"
    assert sympy.sympify(meta["conditions"]).as_set() == sympy.Interval(0, 1)


def test_a_point_gives_what_the_numbers_give(run: Any, push: Path) -> None:
    asked = push, "--optimal", "points"
    _, meta = document(run, *asked, "--param", "p", "--at", "p=5/8")
    assert meta["at"] == {"point": {"p": "5/8"}, "answers": document(run, *asked, "--p", "5/8")[0]}
    _, out, _ = run("exact", *asked, "--param", "p", "--at", "p=5/8")
    assert "optimal play at p = 5/8:\nlargest mean of points: 0.78125, 25/32\n" in out


def test_fair_points_and_intervals(run: Any, call: Path) -> None:
    asked = call, "--optimal", "gain", "--at", "A=2", "--fair"
    _, out, _ = run("exact", *asked)
    assert "largest mean of gain = 0: fair at 0 <= p <= 1/2\n" in out
    assert "seat 1, second: call -> fold\n" in out
    fair = document(run, *asked)[1]["fair"]
    assert fair["roots"] == []
    assert fair["intervals"][0]["high"] == "1/2"


def test_fair_chances_are_halves(run: Any, push: Path) -> None:
    code, out, _ = run("exact", push, "--optimal", "points >= 2", "--param", "p", "--fair")
    assert code == 0
    assert "largest chance of points >= 2 = 1/2: fair at p = sqrt(2)/2\n" in out
    _, out, _ = run("exact", push, "--optimal", "points > 5", "--param", "p", "--fair")
    assert "largest chance of points > 5 = 1/2: never fair: 0 <= p <= 1\n" in out


@pytest.mark.parametrize("fair", [[], ["--fair"]])
def test_the_picture(run: Any, push: Path, tmp_path: Path, fair: list[str]) -> None:
    picture = tmp_path / "a.svg"
    asked = "--optimal", "points", "--param", "p", "--plot", picture, *fair
    assert run("exact", push, *asked)[0] == 0
    text = picture.read_text()
    assert "the strategy changes" in text
    assert ("fair: 0" in text) == bool(fair)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--at", "p=2"], "p = 2 is outside of the region, 0 <= p <= 1"),
        (["--field", "won"], "--optimal names the field"),
        (["--csv", "a.csv"], "--csv does not go with optimal play"),
        (["--strategy-csv", "a.csv"], "--strategy-csv writes the strategy for numbers"),
    ],
)
def test_refusals(run: Any, push: Path, argv: list[str], sentence: str) -> None:
    code, _, err = run("exact", push, "--optimal", "points", "--param", "p", *argv)
    assert code == 2
    assert sentence in err


def test_optimal_play_is_a_function_of_one_symbol(run: Any, call: Path) -> None:
    code, _, err = run("exact", call, "--optimal", "gain")
    assert code == 2
    assert "the rules have the symbols A, p; optimal play is found as a function of one" in err
    code, _, err = run("exact", call, "--optimal", "gain > 0", "--at", "p=1/2")
    assert code == 2
    assert "the rules ask whether -A > 0" in err


def test_without_choices_it_is_the_value_alone(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "toss.py"
    path.write_text("from sympy import Symbol\ndef play(chance):\n    p = Symbol('p')\n"
                    "    return chance.pick([1 - p, p])\n")  # fmt: skip
    code, out, _ = run("exact", path, "--optimal", "value", "--param", "p")
    assert code == 2  # the symbol is none of the file's own
    path.write_text("from sympy import Symbol\np = Symbol('p')\ndef play(chance):\n"
                    "    return chance.pick([1 - p, p])\n")  # fmt: skip
    code, out, _ = run("exact", path, "--optimal", "value")
    assert code == 0
    assert " 0 <= p <= 1  p\nno seat has a choice\n" in out
