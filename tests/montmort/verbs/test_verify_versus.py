"""`montmort verify --versus`: two simulators, from the command line."""

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

AWK = "awk -v seed={seed} -v plays={plays} 'BEGIN { srand(seed); while (plays--) print %s }'"
DIE, LOADED = AWK % "1 + int(6 * rand())", AWK % "1 + int(6 * sqrt(rand()))"
KEYS = {
    "estimate", "versus", "difference", "interval", "margin", "range", "clamped", "beyond",
    "log10_e",
    "verdict", "plays", "deviation_ruled_out", "plays_to_decide", "reason", "deviations",
}  # fmt: skip


def rolls(path: Path, seed: int, header: str = "") -> Path:
    source = random.Random(seed)
    path.write_text(header + "".join(f"{source.randint(1, 6)}\n" for _ in range(9000)))
    return path


def test_two_programs_of_one_law(verify: Any) -> None:
    argv = ["--command", DIE, "--versus", DIE, "--margin", "0.2", "--seed", 1]
    code, out, _ = verify(*argv)
    assert code == 0
    assert "judged within a range: value [1, 6]" in out
    assert "the first plays, 10,000 of each, fix default margins and unknown ranges" in out
    assert "not judged: whether the plays of either depend on each other" in out


def test_two_programs_of_two_laws_in_json(verify: Any, tmp_path: Path) -> None:
    table, picture = tmp_path / "verdicts.csv", tmp_path / "verdicts.svg"
    argv = ["--command", DIE, "--versus", LOADED, "--seed", 1, "--json"]
    code, out, _ = verify(*argv, "--csv", table, "--plot", picture)
    document = json.loads(out)
    answer = document["answers"]["value"]
    assert code == 1
    assert answer.keys() == KEYS
    assert answer["verdict"] == document["meta"]["decision"] == "INCONSISTENT"
    assert answer["estimate"] < answer["versus"]
    assert answer["deviations"][0]["value"] == 1
    assert answer["deviations"][0]["ratio"] > 4
    assert document["meta"]["not_counted"] == [10000, 10000]
    (row,) = csv.DictReader(table.read_text().splitlines())
    assert row.keys() == KEYS | {"field"}
    assert row["deviations"].startswith("1:")
    assert "<svg" in picture.read_text()
    again = json.loads(verify(*argv, "--workers", 2)[1])
    assert again["answers"] == document["answers"]


def test_a_reading_against_another(verify: Any) -> None:
    argv = ["craps", "--versus", "dont-pass", "--plays", 12_000, "--seed", 1, "--json"]
    code, out, _ = verify(*argv, "--interpreted", "--workers", 1)
    document = json.loads(out)
    assert code == 1
    assert document["meta"]["first"] != document["meta"]["second"]


def test_our_own_simulator_of_a_users_game(verify: Any) -> None:
    path = Path(__file__).parents[3] / "docs/examples/two_hands.py"
    argv = [path, "--ranks", 2, "--suits", 2, "--versus", "montmort", "--margin", 0.2]
    code, out, _ = verify(*argv, "--seed", 1, "--workers", 1)
    assert code == 0
    assert "winner=eldest" in out


def test_two_files_and_a_program(verify: Any, tmp_path: Path) -> None:
    one, other = rolls(tmp_path / "1.txt", 1), rolls(tmp_path / "2.csv", 2, "value\n")
    assert verify("--outcomes", one, "--versus", other, "--margin", 0.3)[0] == 0
    assert verify("--outcomes", one, "--versus", DIE, "--margin", 0.3, "--seed", 1)[0] == 0
    code, _, err = verify("--outcomes", one, "--versus", LOADED, "--seed", 1)
    assert code == 1
    assert "seed 1\n" in err


def test_a_run_file_is_continued(verify: Any, tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    argv = ["treize", "--ranks", 3, "--versus", "montmort", "--json", "--save", file]
    first = json.loads(verify(*argv, "--seed", 4, "--plays", 70_000)[1])
    lines = file.read_bytes()
    code, out, err = verify(*argv, "--plays", 70_000)
    again = json.loads(out)
    assert code == 3
    assert again["meta"]["seed"] == 4
    assert again["answers"] == first["answers"]
    assert file.read_bytes() == lines
    assert err.count("holds 3 blocks of it, 70,000 plays") == 2


def test_a_value_outside_the_given_range(verify: Any) -> None:
    argv = ["--command", DIE, "--versus", DIE, "--seed", 1, "--range", "value=1:5"]
    code, out, _ = verify(*argv)
    assert code == 1
    assert "value 6 lies outside [1, 5]" in out


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["treize", "--versus", "nothing"], "no reading of the game and not montmort"),
        (["--versus", "montmort"], "our own simulator plays a GAME"),
        (["--command", DIE, "--versus", "montmort"], "our own simulator plays a GAME"),
        (["treize", "--versus", "usual", "--exact", "law.json"], "knows no truth"),
        (["treize", "--versus", "usual", "--against", "usual"], "knows no truth"),
        (["war", "--versus", "usual", "--replays", "plays.csv"], "knows no truth"),
        (["--command", DIE, "--versus", DIE, "--with-picks"], "knows no truth"),
        (["--command", DIE, "--outcomes", "a.csv", "--versus", DIE], "both the first simulator"),
        (["treize", "--versus", "usual", "--block", 100], "are about a program"),
        (["treize", "--versus", "usual", "--column", "points"], "about a program or a file"),
        (["--command", DIE, "--versus", DIE, "--dask", "tcp://x:1"], "on this machine"),
        (["--command", DIE, "--versus", DIE, "--margin", "1e-9"], "1,000,000,000 will be made"),
        (
            ["--command", DIE, "--versus", DIE, "--margin", "0.01", "--max-plays", 20_000],
            "plays of each, and at most 20,000 will be made",
        ),
        (["treize", "--range", "points=0:5"], "--range is about two simulators"),
        (["treize", "--versus", "usual", "--range", "points=5:0"], "the lower end comes first"),
        (["treize", "--versus", "usual", "--range", "points=5"], "must be FIELD=LOW:HIGH"),
        (["treize", "--versus", "usual", "--range", "x=0:5"], "no field 'x' to give a range"),
        (["treize", "--versus", "usual", "--plays", 5, "--max-plays", 9], "leaves it open"),
        (
            ["treize", "--versus", "usual", *["--range", "points=0:99"] * 2],
            "--range is given twice",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(verify: Any, argv: list[Any], message: str) -> None:
    code, out, err = verify(*argv)
    assert (code, out) == (2, "")
    assert message in err


def test_flags_of_plays_to_come_are_refused_for_two_files(verify: Any, tmp_path: Path) -> None:
    one, other = rolls(tmp_path / "1.txt", 1), rolls(tmp_path / "2.txt", 2)
    for flags in (
        ["--seed", 1],
        ["--workers", 2],
        ["--save", tmp_path / "x"],
        ["--until", "decided"],
    ):
        code, _, err = verify("--outcomes", one, "--versus", other, *flags)
        assert code == 2
        assert f"{flags[0]} is about plays to come" in err


def test_one_file_twice_is_refused(verify: Any, tmp_path: Path) -> None:
    one = rolls(tmp_path / "1.txt", 1)
    code, _, err = verify("--outcomes", one, "--versus", one)
    assert code == 2
    assert "hold the same plays" in err


def test_bytes_that_are_no_text_stand_as_question_marks(verify: Any) -> None:
    odd = f"{DIE} x=\udcff"
    code, out, _ = verify("--command", odd, "--versus", DIE, "--plays", 20_000, "--seed", 1)
    assert code == 3
    assert f"first: {DIE} x=?\n" in out


def test_the_range_of_a_known_law(verify: Any) -> None:
    argv = ["craps", "--versus", "montmort", "--plays", 9000, "--seed", 1, "--json"]
    answers = json.loads(verify(*argv, "--workers", 1)[1])["answers"]
    assert answers["rolls"]["range"] == [1, 68]  # 10^-9 at most lies beyond
    _, out, _ = verify(*argv, "--workers", 1, "--range", "rolls=1:500")
    rolls = json.loads(out)["answers"]["rolls"]
    assert (rolls["range"], rolls["clamped"]) == ([1, 500], False)
