"""`exact` and `simulate` of a user's file: the fixed form of the answers, and the game's words."""

import csv
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

DUEL = """
import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from montmort import Experiment, coin


@dataclass(frozen=True)
class Rules:
    hits: Fraction = Fraction(1, 2)


class Winner(enum.Enum):
    FIRST = 1
    SECOND = 2


class Duel(NamedTuple):
    winner: Winner
    quick: bool
    shots: int


def start(rules, chance):
    return Winner.FIRST, True


def step(rules, state, chance, table):
    shooter, first = state
    hit = coin(chance, rules.hits)
    other = Winner.SECOND if shooter is Winner.FIRST else Winner.FIRST
    return (None if hit else (other, False)), Duel(shooter, first, 1)


EXPERIMENTS = {"duel": Experiment(name="duel", outcome=Duel, start=start, step=step)}
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    path = tmp_path / "duel.py"
    path.write_text(DUEL)
    return path


def test_the_answers_of_a_file_have_one_form(run: Any, duel: Path) -> None:
    code, out, _ = run("exact", duel, "--json")
    document = json.loads(out)
    answers = document["answers"]
    assert code == 0
    assert answers["winner"] == {"law": {"first": "2/3", "second": "1/3"}, "tail": "0"}
    assert answers["quick"] == {
        "mean": "1/2",
        "variance": "1/4",
        "law": {"false": "1/2", "true": "1/2"},
        "tail": "0",
    }
    shots = answers["shots"]
    assert (shots["mean"], shots["variance"]) == ("2", "2")
    assert shots["law"]["3"] == "1/8"
    assert sum(map(Fraction, shots["law"].values())) + Fraction(shots["tail"]) == 1
    meta = document["meta"]
    assert meta["states"] == 3
    assert meta["steps"] == {"mean": "2", "variance": "2"}
    assert meta["quantiles"] == {"shots": {"1/20": "1", "1/2": "1", "19/20": "5"}}
    assert "3 states" in meta["how"]


def test_the_answers_given_a_condition(run: Any, duel: Path) -> None:
    code, out, _ = run("exact", duel, "--given", "shots > 1 and winner == first", "--json")
    document = json.loads(out)
    assert code == 0
    assert document["meta"]["given"] == {
        "condition": "shots > 1 and winner == first",
        "chance": "1/6",
    }
    assert document["answers"]["winner"]["law"] == {"first": "1"}
    assert document["answers"]["shots"]["law"]["3"] == "3/4"
    code, out, err = run("exact", duel, "--given", "shots > 1.5")
    assert (code, out) == (2, "")
    assert "'1.5' is not allowed" in err


def test_the_table_of_a_file_says_how(run: Any, duel: Path, tmp_path: Path) -> None:
    files = ["--csv", tmp_path / "laws.csv", "--plot", tmp_path / "laws.png"]
    code, out, _ = run("exact", duel, "--hits", "1/3", *files)
    assert code == 0
    for words in ("winner first", "3/5", "shots quantiles 5%, 50%, 95%", "steps to the end: 3"):
        assert words in out
    rows = list(csv.reader((tmp_path / "laws.csv").read_text().splitlines()))
    assert ["winner", "law.first", "3/5"] in rows
    assert ["shots", "mean", "3"] in rows
    assert (tmp_path / "laws.png").read_bytes().startswith(b"\x89PNG")


def test_a_single_value_is_named_value(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "die.py"
    path.write_text("def play(chance):\n    return chance.pick([1] * 6) >= 4\n")
    _, out, _ = run("exact", path, "--json")
    assert json.loads(out)["answers"]["value"]["law"] == {"false": "2/3", "true": "1/3"}
    _, out, _ = run("simulate", path, "--plays", "1000", "--seed", "1", "--json")
    assert json.loads(out)["answers"]["value"].keys() == {"false", "true"}


def test_simulations_speak_the_words_of_the_game(run: Any, duel: Path, tmp_path: Path) -> None:
    flags = ["--plays", "200", "--seed", "3"]
    files = {name: tmp_path / name for name in ("counts.csv", "plays.csv", "counts.svg")}
    asked = ["--csv", files["counts.csv"], "--records", files["plays.csv"]]
    code, out, _ = run("simulate", duel, *flags, *asked, "--plot", files["counts.svg"])
    assert code == 0
    assert "first: " in out
    assert "true: " in out
    counts = json.loads(run("simulate", duel, *flags, "--json")[1])["answers"]
    assert counts["winner"].keys() == {"first", "second"}
    assert counts["quick"].keys() == {"false", "true"}
    rows = list(csv.DictReader(files["counts.csv"].read_text().splitlines()))
    assert {row["value"]: row["count"] for row in rows if row["field"] == "winner"} == (
        counts["winner"]
    )
    plays = list(csv.DictReader(files["plays.csv"].read_text().splitlines()))
    assert sum(play["winner"] == "first" for play in plays) == int(counts["winner"]["first"])
    # what is written can be judged: the words are read back
    for name in ("counts.csv", "plays.csv"):
        code, _, _ = run("verify", duel, "--outcomes", files[name], "--margin", "0.5")
        assert code in (0, 3)


def test_a_built_in_game_speaks_its_words(run: Any) -> None:
    argv = ("five-card-draw", "--plays", "100", "--seed", "1", "--json")
    counts = json.loads(run("simulate", *argv)[1])["answers"]["result"]
    assert counts.keys() <= {"loss", "tie", "win"}
    assert sum(map(int, counts.values())) == 100
