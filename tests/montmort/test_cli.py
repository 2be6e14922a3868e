"""The command line as a user types it."""

import errno
import fcntl
import io
import json
import math
import os
import struct
import subprocess
import sys
import termios
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.tally import Tally
from montmort.output.json_document import print_document
from montmort.verification.registry import GAMES

SMALL = ["treize", "--ranks", "3", "--suits", "2"]


def test_exact_prints_one_document(run: Any) -> None:
    code, out, err = run("exact", *SMALL, "--points", "5", "--opponents", "2", "--json")
    document = json.loads(out)
    answers = document["answers"]
    assert (code, err) == (0, "")
    assert sorted(document) == ["answers", "game", "meta", "rules"]
    assert document["rules"] == {"ranks": 3, "suits": 2}
    assert answers["value"] == answers["values"][0] == "501671/465312"
    assert Fraction(answers["points_mean"]) == Fraction(answers["value"]) + 1
    assert len(answers["points_law"]) == 5
    assert [Fraction(seat) for seat in answers["seats"]] == [
        Fraction("501671/465312"),
        0,
        -Fraction("501671/465312"),
    ]
    for i, row in enumerate(answers["q"]):
        assert sum(map(Fraction, row)) + Fraction(answers["loss"][i]) == 1
    assert out == json.dumps(document, sort_keys=True, indent=2) + "\n"


def test_exact_for_a_person(run: Any) -> None:
    code, out, _ = run("exact", "treize")
    assert code == 0
    assert "0.8026191553335442" in out
    assert "(650/650 digits)" in out


def test_fractions_longer_than_pythons_limit_are_printed_whole(run: Any) -> None:
    code, out, _ = run("exact", "treize", "--points", "190", "--json")
    law = json.loads(out)["answers"]["points_law"]
    assert code == 0
    assert len(law) == 190
    assert max(map(len, law)) > 4400


def test_simulate_counts_every_play(run: Any, tmp_path: Path) -> None:
    table, records = tmp_path / "counts.csv", tmp_path / "records.csv"
    argv = ["simulate", *SMALL, "--plays", "1000", "--seed", "7"]
    code, out, err = run(*argv, "--json", "--csv", str(table), "--records", str(records))
    document = json.loads(out)
    assert code == 0
    assert "seed 7" in err
    assert document["meta"]["seed"] == 7
    for counts in document["answers"].values():
        assert sum(map(int, counts.values())) == 1000
    lines = records.read_text().splitlines()
    assert lines[0] == "points,passes,cards"
    points = [int(line.split(",")[0]) for line in lines[1:]]
    assert {str(v): str(points.count(v)) for v in set(points)} == document["answers"]["points"]
    assert table.read_text().startswith("field,value,count\n")
    assert json.loads(run(*argv, "--workers", "1", "--json")[1])["answers"] == document["answers"]


def test_verify_answers_per_field(run: Any) -> None:
    code, out, _ = run(
        "verify", *SMALL, "--margin", "points=0.01", "--margin", "0.05", "--seed", "1", "--json"
    )
    answers = json.loads(out)["answers"]
    assert code == 0
    assert list(answers) == ["cards", "passes", "points"]
    points = answers["points"]
    assert points["verdict"] == "CONSISTENT"
    assert (points["margin"], answers["cards"]["margin"]) == (0.01, 0.05)
    low, high = points["interval"]
    assert low < Fraction(points["exact"]) < high
    assert low < points["estimate"] < high
    assert points["plays"] > 10**5
    assert points["log10_e"] < 6


def test_verify_too_short_is_inconclusive(run: Any) -> None:
    code, out, _ = run("verify", *SMALL, "--plays", "50", "--seed", "1")
    assert code == 3
    assert "INCONCLUSIVE" in out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "begins"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")]
)
def test_pictures(run: Any, tmp_path: Path, suffix: str, begins: bytes) -> None:
    picture = tmp_path / f"laws.{suffix}"
    assert run("exact", *SMALL, "--plot", str(picture))[0] == 0
    assert picture.read_bytes().startswith(begins)


@pytest.mark.slow
@pytest.mark.parametrize(
    "argv", [["simulate", *SMALL, "--plays", "1000"], ["verify", *SMALL, "--seed", "1"]]
)
def test_pictures_of_what_was_played(run: Any, tmp_path: Path, argv: list[str]) -> None:
    picture = tmp_path / "laws.png"
    assert run(*argv, "--plot", str(picture))[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_csv_of_exact_answers(run: Any, tmp_path: Path) -> None:
    table = tmp_path / "exact.csv"
    assert run("exact", "treize", "--ranks", "2", "--suits", "1", "--csv", str(table))[0] == 0
    lines = table.read_text().splitlines()
    assert lines[:2] == ["answer,index,value", "value,,1/3"]
    assert "q,0.1,1/2" in lines


def test_games_lists_what_there_is(run: Any) -> None:
    assert "treize" in run("games")[1]
    listed = json.loads(run("games", "--json")[1])["answers"]["games"]
    names = [game["game"] for game in listed]
    assert names == sorted(GAMES)
    assert {"treize", "blackjack", "kuhn", "waldegrave", "yahtzee"} <= {*names}


BAD = [
    (["exact", "treize", "--ranks", "1"], "ranks=1 must be an integer >= 2"),
    (["exact", "treize", "--suits", "0"], "suits=0 must be an integer >= 1"),
    (["exact", "treize", "--ranks", "-3"], "ranks=-3"),
    (["exact", "treize", "--ranks", "thirteen"], "'thirteen' is not a whole number"),
    (["exact", "treize", "--ranks", "2.5"], "'2.5' is not a whole number"),
    (["exact", "treize", "--ranks", "nan"], "'nan' is not a whole number"),
    (["exact", "treize", "--points", "0"], "points=0"),
    (["exact", "treize", "--points", "1e12"], "points=1000000000000 must be an integer from 1"),
    (["exact", "treize", "--opponents", "1e9"], "opponents=1000000000"),
    (["exact", "treize", "--ranks", "2,0"], "'2,0' is not a whole number"),
    (["exact", "treize", "--ranks", "\u0663"], "is not a whole number"),
    (["exact", "treize", "--csv", "x" * 300], "cannot write"),
    (["verify", "treize", "--margin", "1e400", "--plays", "10"], "exceeds its whole range"),
    (["exact", "treize", "--opponents", "-1"], "opponents=-1"),
    (["exact", "treize", "--ranks", "1000", "--suits", "1000"], "take a smaller deck"),
    (["exact", "treize", "--ranks", "1e90"], "take a smaller deck"),
    (["exact", "treize", "--csv", "/nowhere/at/all.csv"], "there is no folder /nowhere/at"),
    (["exact", "treize", "--plot", "laws.bmp"], "must end in .png"),
    (["exact", "whist"], "whist"),
    (["exact"], "GAME"),
    (["exact", "treize", "--reading", "published"], "published"),
    (["simulate", "treize", "--plays", "-5"], "'-5' must be at least 1"),
    (["simulate", "treize", "--plays", "many"], "'many' is not a whole number"),
    (["simulate", "treize", "--seed", "-1"], "'-1' must be at least 0"),
    (["simulate", "treize", "--ranks", "1e9"], "cards"),
    (["simulate", "treize", "--records", "/nowhere/r.csv"], "there is no folder /nowhere"),
    (["verify", "treize", "--margin", "0"], "greater than 0"),
    (["verify", "treize", "--margin", "trumps=1", "--plays", "10"], "no field 'trumps'"),
    (["verify", "treize", "--margin", "x"], "'x' is not a number"),
    (["verify", "treize", "--margin", "1e999999999"], "'1e999999999' is not a number"),
    (["verify", "treize", "--workers", "0"], "'0' must be at least 1"),
    (["gamble"], "gamble"),
]


@pytest.mark.parametrize(("argv", "message"), BAD, ids=[" ".join(argv) for argv, _ in BAD])
def test_a_mistake_gets_one_sentence(run: Any, argv: list[str], message: str) -> None:
    code, out, err = run(*argv)
    assert code == 2
    assert out == ""
    last = err.strip().splitlines()[-1]
    assert message in last
    assert "Traceback" not in err


def test_a_folder_or_a_forbidden_place_is_no_output(run: Any, tmp_path: Path) -> None:
    code, _, err = run("exact", "treize", "--csv", str(tmp_path))
    assert (code, "it is a folder" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_interruption_keeps_what_was_counted(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from montmort.montecarlo.run_files import resume as saving

    play_blocks = saving.play_blocks

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        yield next(play_blocks(*args, **kwargs))
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "play_blocks", interrupted)
    code, out, _ = run(
        "verify", *SMALL, "--plays", "1e9", "--seed", "1", "--workers", "1", "--json"
    )
    document = json.loads(out)
    assert code == 130
    assert document["meta"]["interrupted"] is True
    assert document["answers"]["points"]["plays"] > 0


def test_infinity_is_a_number_that_every_reader_takes(capsys: pytest.CaptureFixture[str]) -> None:
    print_document(
        game=None, rules=None, answers={"log10_e": math.inf, "low": -math.inf}, seconds=0
    )
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert answers == {"log10_e": math.inf, "low": -math.inf}


def test_help_imports_nothing_heavy() -> None:
    heavy = ["numpy", "numba", "scipy", "sympy", "networkx", "flint", "rich", "matplotlib"]
    script = (
        "import sys; from montmort.cli import main; main(['--help']); "
        f"sys.exit(bool(sys.modules.keys() & {set(heavy)!r}))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_an_exact_answer_does_not_wait_for_a_compiler() -> None:
    script = (
        "import sys; from montmort.cli import main; main(['exact', 'treize', '--json']); "
        "sys.exit('numba' in sys.modules)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True
    )
    assert finished.returncode == 0
    assert json.loads(finished.stdout)["game"] == "treize"


class Full(io.StringIO):
    """A stream to a device without space, and one whose reader left."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error

    def flush(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    "argv",
    [["games"], ["games", "--json"], ["exact", *SMALL, "--json"], ["exact", *SMALL], ["--help"]],
)
def test_an_output_without_space_is_one_sentence(
    argv: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    full = Full(OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(sys, "stdout", full)
    assert main(argv) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.endswith(": cannot write the answer: No space left on device")


def test_a_reader_that_leaves_is_no_mistake(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full(BrokenPipeError()))
    assert main(["exact", *SMALL, "--json"]) == 0
    assert capsys.readouterr().err == ""


def test_a_closed_output_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["exact", *SMALL]) == 2
    assert "standard output is closed" in capsys.readouterr().err


COIN_OF_HEADS = "awk -v n={plays} 'BEGIN {while (n--) print 1}' {seed}"


@pytest.mark.parametrize("left", ["--json", "--margin=0.05"])
@pytest.mark.parametrize(("p", "expected"), [("1", 0), ("1/2", 1)])
def test_a_verdict_has_its_exit_code_though_the_reader_left(
    left: str, p: str, expected: int, law: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact = law({"1": p, **({"0": p} if expected else {})})
    argv = ["verify", "--exact", str(exact), "--command", COIN_OF_HEADS, left]
    monkeypatch.setattr(sys, "stdout", Full(BrokenPipeError()))
    assert main(argv) == expected


def test_without_a_verdict_the_reader_left_too_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Full(BrokenPipeError()))
    assert main(["verify", *SMALL]) == 141  # the heading is printed first


@pytest.mark.parametrize("argv", [["simulate", "treize", "--csv"], ["certify", "treize", "-o"]])
def test_a_file_that_was_not_written_has_no_exit_code_0(
    argv: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    monkeypatch.setattr(sys, "stdout", Full(BrokenPipeError()))
    assert (main([*argv, str(path)]), path.exists()) == (141, False)


def test_a_message_is_wrapped_at_the_width_of_a_terminal() -> None:
    """And stays one line elsewhere, which the tests of messages read."""
    master, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
    command = (sys.executable, "-m", "montmort", "exact", "treize", "--rank", "3")
    subprocess.run(command, stderr=terminal, stdout=subprocess.DEVNULL)
    os.close(terminal)
    lines = os.read(master, 1000).decode().splitlines()
    os.close(master)
    assert len(lines) > 2
    assert max(map(len, lines)) <= 40
    assert "did you mean --ranks?" in " ".join(lines)


def test_the_exit_code_of_a_real_pipe(law: Any) -> None:
    """Rich would end the process with exit code 1, which means INCONSISTENT."""
    command = [sys.executable, "-m", "montmort", "verify", "--exact", str(law({"1": "1"}))]
    with subprocess.Popen(
        [*command, "--command", COIN_OF_HEADS], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as verify:
        assert verify.stdout is not None
        assert verify.stderr is not None
        verify.stdout.close()
        err = verify.stderr.read()
    assert (verify.returncode, b"Traceback" in err) == (0, False)


@pytest.mark.parametrize(
    "error", [FileNotFoundError(errno.ENOENT, "No such file", "ours"), KeyError("ours")]
)
def test_a_bug_has_an_exit_code_of_its_own(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from montmort.verbs import games

    def run(options: Any) -> int:
        raise error

    monkeypatch.setattr(games, "run", run)
    assert main(["games"]) == 70
    err = capsys.readouterr().err
    assert err.startswith("Traceback")
    assert err.splitlines()[-1].startswith("montmort games: this is a bug in montmort, and no")


def test_too_little_memory_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from montmort.verbs import games

    def run(options: Any) -> int:
        raise MemoryError

    monkeypatch.setattr(games, "run", run)
    assert main(["games"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


LONG = "a" * 5000


@pytest.mark.parametrize(
    "argv",
    [
        ["verify", LONG],
        ["verify", "treize", "--plays", LONG],
        ["verify", "treize", "--plays", "a " * 2500],
        ["verify", "treize", "--margin", LONG],
        ["verify", "treize", "--outcomes", LONG],
        ["verify", "treize", "--exact", LONG],
        ["verify", "treize", "--command", f"{LONG} {{seed}}"],
        ["verify", "treize", "--column", LONG, "--command", "echo {seed}"],
        ["verify", "treize", "--dask", LONG],
        ["verify", "treize", "--dask", f"tcp://{LONG}:80"],
        ["verify", "treize", "--dask", f"tcp://{LONG[:250]}:80"],
        ["verify", f"{LONG}.py"],
        ["simulate", "treize", "--csv", LONG],
        ["simulate", "treize", "--save", LONG],
        ["claims", LONG],
        ["play", "treize", "--replay", LONG],
        ["runs", "show", LONG],
        ["runs", "check", LONG[:300]],
        ["runs", "merge", LONG[:300]],
        ["runs", "merge", LONG, "-o", LONG],
        [LONG],
    ],
)
def test_long_values_are_shortened_in_messages(argv: list[str], run: Any) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert len(err) < 4100 if " " in argv[-1] else len(err) < 1000


@pytest.mark.parametrize("raised", [ImportError, RuntimeError])
def test_an_import_that_an_interrupt_broke_is_an_interruption(
    raised: type[Exception], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import importlib

    def interrupted(name: str) -> Any:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise raised("numpy could not be loaded") from None

    monkeypatch.setattr(importlib, "import_module", interrupted)
    assert main(["verify", "treize"]) == 130
    assert capsys.readouterr().err == "montmort verify: interrupted\n"


def test_an_interruption_while_a_verb_is_loaded_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import importlib

    def interrupted(name: str) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib, "import_module", interrupted)
    assert main(["verify", "treize"]) == 130
    assert capsys.readouterr().err == "montmort verify: interrupted\n"


def test_flags_are_written_out(run: Any) -> None:
    code, out, err = run("exact", "treize", "--rank", "3")
    assert (code, out, "unrecognized arguments: --rank 3" in err) == (2, "", True)
    assert "did you mean --ranks? (see montmort exact treize --help)" in err


def test_rules_are_the_same_numbers_in_every_document(run: Any) -> None:
    games = json.loads(run("games", "--json")[1])["answers"]["games"]
    (listed,) = (game for game in games if game["game"] == "treize")
    assert listed["rules"] == json.loads(run("exact", "treize", "--json")[1])["rules"]
    assert listed["rules"] == {"ranks": 13, "suits": 4}


def test_version_and_python_dash_m() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "montmort", "--version"], check=True, capture_output=True, text=True
    )
    assert finished.stdout.startswith("montmort ")


def test_a_place_where_nothing_can_be_written(run: Any) -> None:
    code, out, err = run("exact", "treize", "--ranks", "2", "--suits", "1", "--csv", "/proc/x.csv")
    assert (code, out) == (2, "")
    assert err.startswith("montmort exact: cannot write /proc/x.csv: ")


def test_an_output_that_is_no_regular_file_or_named_twice(run: Any, tmp_path: Path) -> None:
    import os

    pipe, link, target = (tmp_path / name for name in ("pipe", "link", "target"))
    os.mkfifo(pipe)
    code, _, err = run("exact", *SMALL, "--csv", str(pipe))
    assert (code, "not a regular file" in err, pipe.is_fifo()) == (2, True, True)
    code, _, err = run("simulate", *SMALL, "--csv", str(target), "--records", str(target))
    assert (code, "same file" in err, target.exists()) == (2, True, False)
    link.symlink_to(target)
    assert run("exact", *SMALL, "--csv", str(link))[0] == 0
    assert link.is_symlink()
    assert target.read_text().startswith("answer,index,value\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "pipe", "target"]


def test_records_of_an_interrupted_run_are_those_that_were_counted(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from montmort.montecarlo.run_files import resume as saving

    play_blocks = saving.play_blocks

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        yield from play_blocks(*args, **{**kwargs, "plays": 1000})
        raise KeyboardInterrupt

    monkeypatch.setattr(saving, "play_blocks", interrupted)
    records = tmp_path / "records.csv"
    code, out, _ = run(
        "simulate", *SMALL, "--plays", "1e9", "--seed", "2", "--json", "--records", str(records)
    )
    assert code == 130
    assert sum(map(int, json.loads(out)["answers"]["points"].values())) == 1000
    assert len(records.read_text().splitlines()) == 1001


@pytest.mark.parametrize(
    "flags", [["--published", "--against", "usual"], ["--no-published", "--against", "published"]]
)
def test_a_flag_never_turns_the_judge_into_the_judged(run: Any, flags: list[str]) -> None:
    code, out, err = run("verify", "liars-poker", *flags, "--plays", "100")
    assert (code, out) == (2, "")
    assert "with --against say by --reading what is played" in err


def test_a_reading_may_be_judged_by_itself(run: Any) -> None:
    code, _, _ = run(
        *("verify", "liars-poker", "--reading", "published", "--against", "published"),
        *("--cards", "5", "--margin", "0.05", "--seed", "1"),
    )
    assert code == 0


def test_the_value_of_a_flag_may_be_the_name_of_a_game(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("exact", "--csv", "war", "treize", "--points", "3", "--json")
    document = json.loads(out)
    assert (code, document["game"]) == (0, "treize")
    assert len(document["answers"]["points_law"]) == 3
    assert (tmp_path / "war").read_text().startswith("answer,index,value\n")


@pytest.mark.parametrize("verb", ["exact", "simulate", "verify", "certify", "report", "play"])
def test_the_help_of_a_game_has_its_rules_with_their_bounds(run: Any, verb: str) -> None:
    code, out, _ = run(verb, "war", "--help")  # also where another flag is required
    assert (code, "rules of war:" in out) == (0, True)
    assert "ranks in the deck, 1 or more (13)" in out


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--seed", "data.py"],
        ["verify", "--exact", "law.json", "--commnd", "data.py"],
        ["verify", "--exact", "data.py", "--outcomes", "data.py"],
        ["claims", "--only", "data.py"],
        ["certify", "--check", "data.py"],
    ],
)
def test_a_file_that_is_the_value_of_a_flag_is_not_executed(
    words: list[str], run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("data.py").write_text("open('executed', 'w').close()")
    assert run(*words)[0] == 2
    assert not Path("executed").exists()
    assert run("exact", "data.py")[0] == 2  # but a game is
    assert Path("executed").exists()


def test_what_others_wrote_does_not_steer_the_terminal(run: Any, tmp_path: Path, law: Any) -> None:
    evil = "\x1b[1m[/bold]b"
    tally = Tally(experiment="0" * 16, label=evil, plays=1, histograms={evil: {0: 1}})
    path = tmp_path / "runs.jsonl"
    path.write_bytes(line_of(Block(seed=1, number=0, tally=tally)))
    code, out, _ = run("runs", "show", path)
    assert (code, "\x1b" in out) == (0, False)
    assert out.count("?[1m[/bold]b") == 2
    laws = tmp_path / "laws.json"
    laws.write_text(json.dumps({evil: {"values": {"1": "1"}}}))
    code, out, err = run("verify", "--exact", laws, "--command", COIN_OF_HEADS)
    assert (code, "\x1b" in out + err) == (0, False)
    assert "?[1m[/bold]b" in out
    fails = "sh -c 'printf \"\\033[31mred\" >&2; exit 3' {seed}"
    code, _, err = run("verify", "--exact", law({"1": "1"}), "--command", fails)
    assert (code, "\x1b" in err, "?[31mred" in err) == (2, False, True)
