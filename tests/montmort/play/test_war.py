"""A human watches War, a turn for every Enter; the picture and the source's records."""

import csv
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.cli import main
from montmort.games import RandomChance
from montmort.games.war import EXPERIMENTS, Rules
from montmort.games.war.events import (
    Endless,
    FaceDown,
    Short,
    Taken,
    Turned,
    Unfinished,
    is_mid_turn,
)
from montmort.montecarlo.war.source_records import deck_sizes, games_records
from montmort.options.flags import read_game
from montmort.play.human_player import HumanPlayer
from tests.games.listener import Listener
from tests.montmort.play.terminal import Answers

BOOK = read_game("war").rulebook
SMALL = ("war", "--ranks", "3", "--suits", "2", "--face-down", "1")
PNG = b"\x89PNG"


@given(st.integers(0, 10**6), st.sampled_from([1, 2, 3]), st.sampled_from([2, 4]))
def test_one_enter_a_turn(seed: int, ranks: int, suits: int) -> None:
    rules = Rules(ranks=ranks, suits=suits, face_down=1, turn_limit=9)
    ear, terminal = Listener(), Answers(*[""] * 99)
    seat = HumanPlayer(book=BOOK, rules=rules, display=terminal, others=ear)
    outcome = EXPERIMENTS["game"].play(rules, RandomChance(seed), seat)
    assert seat.events == ear.events
    left = sum(isinstance(event, Unfinished) for event in ear.events)
    assert 99 - len(terminal.answers) == outcome.turns + left
    assert len(terminal.said) == 1 + len(ear.events)  # one line of advice


@pytest.mark.parametrize(
    ("event", "runs"),
    [
        (Turned(1, 1), True),
        (FaceDown(3, 3), True),
        (Short(1, 1), True),
        (Taken(1, 2, 27, 25), False),
        (Endless(), False),
    ],
    ids=str,
)
def test_within_a_turn_the_game_runs_on(event: Any, runs: bool) -> None:
    assert is_mid_turn(Rules(), [event]) is runs
    assert BOOK.terminal.runs_on(Rules(), [event]) is runs
    assert not read_game("treize").rulebook.terminal.runs_on(None, [event])


def test_a_game_is_watched_to_its_end(play: Any) -> None:
    code, out, _ = play("war", "--seed", "1", answers="\n\nwhat\n?\nwatch\n")
    assert code == 0
    assert out.startswith("War, the card game without a decision.\n")
    assert "'what' is no answer here: Enter goes on, watch lets it run" in out
    assert re.search(r"the next cards tie +0\.\d+ ", out)
    assert "wins the game" not in out  # nobody knows
    sizes = re.findall(r"^turn (\d+): .*, (\d+) against (\d+)$", out, re.M)
    assert [int(turn) for turn, _, _ in sizes] == [*range(1, len(sizes) + 1)]
    assert all(int(first) + int(second) == 52 for _, first, second in sizes)
    assert "0" in sizes[-1][1:]
    last = out.splitlines()[-1]
    assert last.startswith("The game is over: winner ")
    assert f"turns {len(sizes)}, " in last


def test_who_asks_is_told_the_chances(play: Any) -> None:
    code, out, _ = play(*SMALL, "--seed", "1", answers="?\nwatch\n")
    assert code == 0
    assert re.search(r"the first player wins the game +0\.400000 +2/5", out)  # the rule sheet's


def test_an_endless_game_is_told_as_one(play: Any) -> None:
    flags = ("--ranks", "2", "--suits", "4", "--face-down", "1", "--pick-up", "first-player-first")
    ends = [play("war", *flags, "--seed", str(seed), answers="watch\n")[1] for seed in range(9)]
    endless = [out for out in ends if "the game would go on for ever" in out]
    assert endless  # 46 of 143 states run into cycles (montmort.exact.war.functional_graph)
    assert all(out.rstrip().endswith("finished no.") for out in endless)


def test_what_was_played_is_drawn_also_when_the_player_leaves(play: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.png"
    code, _, err = play(*SMALL, "--seed", "1", "--plot", str(path), answers="\nq\n")
    assert (code, path.read_bytes()[:4]) == (0, PNG)
    assert err.rstrip().endswith(f"picture in {path}")
    path.unlink()
    code, _, err = play(*SMALL, "--seed", "1", "--plot", str(path), answers="q\n")
    assert (code, path.exists()) == (0, False)
    assert "nothing was played that could be drawn" in err


@pytest.mark.parametrize("answers", ["watch\n", "\nq\n"], ids=["to the end", "left"])
def test_a_replay_draws_the_same_picture(play: Any, tmp_path: Path, answers: str) -> None:
    kept, first, second = (tmp_path / name for name in ("kept.json", "first.png", "second.png"))
    asked = ("--seed", "1", "--save", str(kept), "--plot", str(first))
    assert play(*SMALL, *asked, answers=answers)[0] == 0
    assert play("war", "--replay", str(kept), "--plot", str(second))[0] == 0
    assert first.read_bytes() == second.read_bytes()


def test_the_picture_and_the_transcript_each_need_a_file(play: Any, tmp_path: Path) -> None:
    path = str(tmp_path / "both.png")
    code, _, err = play(*SMALL, "--save", path, "--plot", path)
    assert (code, "two outputs go to the same file" in err) == (2, True)


def test_records_in_the_layout_of_the_source(tmp_path: Path) -> None:
    path, beside = tmp_path / "kept.csv", tmp_path / "kept-sizes.csv"
    argv = ["simulate", *SMALL, "--plays", "50", "--seed", "7", "--source-records", str(path)]
    assert main(argv) == 0
    rules = Rules(ranks=3, suits=2, face_down=1)
    header, *games = csv.reader(path.read_text().splitlines())
    assert header == ["id", "strength", "aces", "deuces", "result", "turns"]
    assert games == [[str(cell) for cell in row] for row in games_records(rules, 7, 50)]
    header, *sizes = csv.reader(beside.read_text().splitlines())
    assert header == ["i", "p1Cards"]
    assert sizes == [[str(cell) for cell in row] for row in deck_sizes(rules, 7, 50)]
    assert len(sizes) == sum(int(row[-1]) + 1 for row in games)


def test_the_source_records_are_the_plays_that_were_counted(tmp_path: Path) -> None:
    kept, plays = tmp_path / "kept.csv", tmp_path / "plays.csv"
    argv = ["simulate", *SMALL, "--plays", "50", "--seed", "7"]
    assert main([*argv, "--source-records", str(kept), "--records", str(plays)]) == 0
    lines = (csv.DictReader(path.read_text().splitlines()) for path in (kept, plays))
    for game, outcome in zip(*lines, strict=True):
        assert game["turns"] == outcome["turns"]
        assert (game["result"] == "W") == (outcome["winner"] == "1")


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        (["--experiment", "deal"], "the source keeps records of game, not of deal; leave"),
        (["--records", "kept-sizes.csv"], "two outputs go to the same file"),
        (["--face-down", "-1"], "face_down"),
        (["--suits", "3"], "39 cards (ranks=13, suits=3) cannot be halved"),
        (["--pick-up", "upside-down"], "upside-down"),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_what_cannot_be_is_refused_before_any_play(
    flags: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _exit_code(["simulate", "war", "--source-records", "kept.csv", *flags]) == 2
    assert sentence in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_deal_by_deal_turns_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact", "war", "--ranks", "2", "--suits", "2", "--by-deal"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["3", "3", "2", "2", "first", "2", "0", "0"] in rows
    argv = ["exact", "war", "--ranks", "2", "--suits", "2", "--by-deal", "--pick-up", "random"]
    assert main(argv) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["3", "3", "2", "2", "1.000000", "0.000000", "0.000000", "2.000000"] in rows


def test_a_game_whose_source_keeps_no_records_has_no_such_flag() -> None:
    assert _exit_code(["simulate", "treize", "--source-records", "kept.csv"]) == 2


def _exit_code(argv: list[str]) -> int:
    try:
        return main(argv)
    except SystemExit as leaving:
        return int(str(leaving.code))


def test_who_asks_for_help_or_counts_does_not_wait_for_a_compiler() -> None:
    asked = [
        ["exact", "war", "--help"],
        ["simulate", "war", "--help"],
        ["verify", "war", "--help"],
        ["play", "war", "--help"],
        ["exact", "war", "--json"],
        ["exact", "war", *SMALL[1:], "--pick-up", "random", "--json"],
        ["play", "war"],
    ]
    script = (
        "import contextlib, sys; from montmort.cli import main\n"
        f"for argv in {asked!r}:\n"
        "    with contextlib.suppress(SystemExit):\n"
        "        main(argv)\n"
        "sys.exit('numba' in sys.modules)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True, input="q\n"
    )
    assert finished.returncode == 0, finished.stderr
    assert finished.stdout.count("usage: montmort") == 4
    assert finished.stdout.count('"game": "war"') == 2
    assert "War, the card game without a decision." in finished.stdout
