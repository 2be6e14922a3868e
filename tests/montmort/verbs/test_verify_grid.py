"""`montmort verify --grid`: verdicts at every point, and one exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.montmort.symbol_games import BET, RUIN

MANY = ["--plays", "4096", "--seed", "1", "--margin", "0.5"]


def test_a_grid_of_a_rule(verify: Any, file: Any) -> None:
    code, out, err = verify(file(RUIN), "--grid", "p=1/4..3/4:3", *MANY)
    assert code == 0
    assert out.startswith("own.py, goal 4, name none\nwon mean = p^2/(2 p^2 - 2 p + 1)\n")
    assert "for 0 <= p <= 1\n" in out
    assert "p = 1/4  won     CONSISTENT(0.5)  0.10000" in out
    assert "CONSISTENT at 3 of 3 points" in out
    assert "p = 3/4: CONSISTENT\n" in err


def test_a_grid_of_two_symbols_as_json_and_csv(verify: Any, file: Any, tmp_path: Path) -> None:
    ranges = ["--grid", "p=0..1:3", "--grid", "stake=1..2:2", "--at", "odds=1"]
    table = tmp_path / "a.csv"
    code, out, _ = verify(file(BET), *ranges, *MANY, "--json", "--csv", table)
    document = json.loads(out)
    assert code == 0
    assert len(document["answers"]) == 6
    assert document["answers"]["p = 1/2, stake = 2"]["gain"]["exact"] == "0"
    assert document["meta"]["decision"] == "CONSISTENT"
    assert document["meta"]["points"][1] == {"p": "0", "stake": "2"}
    assert document["meta"]["symbols"] == ["p", "stake"]
    assert table.read_text().splitlines()[1].startswith('"p = 0, stake = 1",gain,-1,')


def test_every_point_is_saved_in_a_file_of_its_own(verify: Any, file: Any, tmp_path: Path) -> None:
    asked = file(RUIN), "--grid", "p=1/4..3/4:2", *MANY, "--save", tmp_path / "run.jsonl"
    first = verify(*asked)
    names = ["run-1.jsonl", "run-2.jsonl"]
    saved = {name: (tmp_path / name).read_text() for name in names}
    assert "ruin, p=1/4, goal=4" in saved["run-1.jsonl"]
    assert not (tmp_path / "run.jsonl").exists()
    assert verify(*asked)[1] == first[1]
    assert {name: (tmp_path / name).read_text() for name in names} == saved
    (tmp_path / names[1]).write_text(saved[names[0]])
    code, _, err = verify(*asked)
    assert code == 2
    assert "run-2.jsonl holds plays of ruin, p=1/4" in err


def test_a_grid_is_drawn_field_by_field(verify: Any, file: Any, tmp_path: Path) -> None:
    picture = tmp_path / "a.svg"
    asked = "--grid", "p=1/4..3/4:2", *MANY, "--plot", picture
    assert verify(file(RUIN), *asked)[0] == 0
    text = picture.read_text()
    assert "mean of won" in text
    assert "mean of points" in text
    assert "CONSISTENT" in text


def test_too_few_plays_are_inconclusive(verify: Any, file: Any) -> None:
    code, out, _ = verify(file(RUIN), "--grid", "p=1/4..3/4:2", "--plays", "10", "--seed", "1")
    assert code == 3
    assert "at p = 1/4: INCONCLUSIVE: won" in out


def test_the_last_line_counts_the_points_by_decision(verify: Any, file: Any) -> None:
    code, out, _ = verify(file(RUIN), "--grid", "p=0..1:3", "--plays", "9000", "--seed", "1")
    assert code == 3
    assert "CONSISTENT at 2, INCONCLUSIVE at 1 of 3 points" in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--grid", "p=0..1"], "must be NAME=FIRST..LAST:POINTS, as in p=1/10..9/10:9"),
        (["--grid", "p=1..0:5"], "needs two points or more, in ascending order"),
        (["--grid", "p=0..1:1"], "needs two points or more, in ascending order"),
        (["--grid", "p=0..x:3"], "'x' is not a number"),
        (["--grid", "q=0..1:3"], "--grid q: own.py has no rule and no symbol of that name"),
        (["--grid", "name=0..1:3"], "--grid name: this rule is no number"),
        (["--grid", "p=0..1:3", "--p", "1/3"], "--grid p and --p are about one rule"),
        (["--grid", "p=0..1:3", "--at", "p=1/3"], "--grid and --at both give p numbers"),
        (["--grid", "p=0..2:3"], "p = 2: the conditions"),
        (["--grid", "p=0..1:3", "--against", "usual"], "--against does not go with --grid"),
        (
            ["--grid", "p=1/4..1/2:2", "--grid", "goal=2..4:3", "--plot", "a.svg"],
            "--plot draws a grid of one name",
        ),
        (["--grid", "p=0..1:3", "--optimal", "won"], "--grid does not go with it"),
    ],
)
def test_bad_grids_are_one_sentence(verify: Any, file: Any, argv: list[str], sentence: str) -> None:
    code, _, err = verify(file(RUIN), *argv, "--plays", "10")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1
