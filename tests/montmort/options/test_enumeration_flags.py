"""`montmort exact war` counts its deals in parts: killed and ended in the middle, it goes on."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.exact.five_card_draw import enumeration as draw_parts
from montmort.exact.war import all_deals as war_deals

DECK = ["--ranks", "3", "--suits", "2", "--face-down", "1", "--json"]  # 90 deals
BLOWN = """
import os, sys
from montmort.exact.war import all_deals as war_deals
from montmort.montecarlo.run_files import resume as saving
war_deals.PART = 7
append, left = saving.append, [3]
def blow(path, block):
    append(path, block)
    left[0] -= 1
    if left[0] == 0:
        os.kill(os.getpid(), {blow})
saving.append = blow
from montmort.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.fixture
def exact(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs `montmort exact war` in parts of 7 deals."""
    monkeypatch.setattr(war_deals, "PART", 7)
    return lambda *argv: run("exact", "war", *DECK, *argv)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blow", "code"),
    [(signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 130), (signal.SIGINT, 130)],
)
def test_what_was_counted_before_a_blow_is_kept(
    exact: Any, tmp_path: Path, blow: signal.Signals, code: int
) -> None:
    path = tmp_path / "parts.jsonl"
    program = BLOWN.format(blow=int(blow))
    ended = subprocess.run(
        [sys.executable, "-c", program, "exact", "war", *DECK, "--save", path],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout) == (code, ""), ended.stderr
    kept = path.read_bytes()
    lines = kept.count(b"\n")
    assert 3 <= lines < 13
    if code == 130:
        assert f"{path} keeps {7 * lines} of 90 deals; start again to go on" in ended.stderr
    code, out, err = exact("--save", path)
    assert (code, f"{path} holds {7 * lines} of 90 deals" in err) == (0, True)
    assert path.read_bytes().startswith(kept)
    assert path.read_bytes().count(b"\n") == 13
    assert json.loads(out)["answers"] == json.loads(exact()[1])["answers"]


@pytest.mark.parametrize("how", [["--workers", "1"], ["--workers", "3"], []])
def test_the_answer_is_that_of_the_first_look(exact: Any, how: list[str]) -> None:
    code, out, _ = exact(*how)
    found = json.loads(out)["answers"]
    assert (code, found["first"], found["second"], found["draw"]) == (0, "2/5", "2/5", "1/5")


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--save", "x.jsonl", "--pick-up", "random"], "--save is for deals played one by one"),
        (["--workers", "2", "--most-deals", "89"], "or set --most-deals to the number of deals"),
        (["--workers", "2", "--experiment", "cards"], "--workers is for deals played one by one"),
        (["--dask", "nonsense"], "address is tcp://host:port"),
        (["--save", "nowhere/x.jsonl"], "there is no folder"),
        (["--workers", "0"], "'0' must be at least 1"),
    ],
)
def test_what_cannot_be_is_one_sentence(exact: Any, argv: list[str], sentence: str) -> None:
    code, out, err = exact(*argv)
    assert (code, out, err.count("\n"), sentence in err) == (2, "", 1, True), err


def test_a_file_of_other_rules_is_refused(exact: Any, tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    assert exact("--save", path)[0] == 0
    code, out, err = exact("--save", path, "--pick-up", "loser-first")
    assert (code, out, "save to another file" in err) == (2, "", True)


def test_runs_show_what_a_file_holds(exact: Any, run: Any, tmp_path: Path) -> None:
    path = tmp_path / "parts.jsonl"
    exact("--save", path)
    code, out, _ = run("runs", "show", path, "--json")
    [row] = json.loads(out)["answers"]["runs"]
    assert (code, row["blocks"], row["plays"]) == (0, 13, 90)
    assert row["label"].startswith("war every deal, ranks=3")
    assert run("runs", "check", path)[0] == 0


@pytest.mark.parametrize(
    ("deck", "hands"),
    [
        # hands that differ in more than suits
        (["--ranks", "5", "--suits", "3", "--max-draw", "1"], 551),
        (["--ranks", "6", "--suits", "2", "--ranking", "published", "--max-draw", "1"], 792),
    ],
)
def test_all_hands_of_five_card_draw_are_judged_in_parts(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deck: list[str], hands: int
) -> None:
    monkeypatch.setattr(draw_parts, "PART", 250)
    path = tmp_path / "parts.jsonl"
    argv = ["exact", "five-card-draw", *deck, "--json"]
    undivided = json.loads(run(*argv)[1])["answers"]
    for how in (["--workers", "2"], ["--save", path], ["--all-hands", "--save", path]):
        code, out, err = run(*argv, *how)
        assert (code, json.loads(out)["answers"]) == (0, undivided)
    assert f"{path} holds {hands} of {hands} hands" in err


def test_one_hand_is_not_judged_in_parts(run: Any) -> None:
    code, out, err = run("exact", "five-card-draw", "--hand", "5c 6d 7h 8s 9c", "--workers", "2")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert (
        "--workers is for the best discards of all hands, and this question does not need them"
        in err
    )
    code, out, err = run("exact", "five-card-draw", "--experiment", "cards", "--save", "x.jsonl")
    assert (code, out, err.count("\n"), "--save is for the best discards" in err) == (
        2,
        "",
        1,
        True,
    )


def test_other_games_are_not_counted_in_parts(run: Any) -> None:
    code, _, err = run("exact", "treize", "--save", "x.jsonl")
    assert (code, "unrecognized arguments: --save" in err) == (2, True)
