"""Run files at the command line: --save, `montmort runs`, and runs that end when all is decided."""

import json
import subprocess
import sys
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from montmort.games.liars_poker import EXPERIMENTS, Rules
from montmort.montecarlo.run_files import file
from montmort.montecarlo.run_files import resume as saving
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.simulator import simulator_of
from montmort.montecarlo.tally import Tally
from montmort.options.run_flags import Watched
from montmort.output.progress import plays_bar
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity

SMALL = ["treize", "--ranks", "3", "--suits", "2"]
SLOW = ["liars-poker", "--experiment", "game", "--workers", "1"]  # 64 plays in a block


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two files that overlap, of one run of six blocks and a cut one."""
    folder = tmp_path_factory.mktemp("halves")
    whole, one, other = (folder / name for name in ("whole.jsonl", "one.jsonl", "other.jsonl"))
    simulator = simulator_of(EXPERIMENTS["round"], Rules(), game="liars-poker", plays_per_block=10)
    list(saving.saved_run(simulator, seed=5, save=whole).blocks(plays=67, workers=1))
    lines = sorted(
        whole.read_bytes().splitlines(keepends=True), key=lambda ln: json.loads(ln)["block"]
    )
    one.write_bytes(b"".join(lines[:4]))
    other.write_bytes(b"".join(reversed(lines[2:])))
    return one, other


# simulate and verify


@pytest.mark.slow
@pytest.mark.parametrize("blows", [(0, 1), (2, 0)])
def test_an_interrupted_simulation_ends_with_the_histogram_of_an_undisturbed_one(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blows: tuple[int, ...]
) -> None:
    path, append = tmp_path / "runs.jsonl", saving.append
    argv = ("simulate", *SLOW, "--plays", "300", "--json", "--save", path)
    for blow in blows:
        left = [blow]

        def interrupted(where: Path, block: Any, left: list[int] = left) -> None:
            append(where, block)
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(saving, "append", interrupted)
            code, _, err = run(*argv, *(["--seed", "9"] if not path.exists() else []))
        assert (code, "seed 9\n" in err, "interrupted" in err) == (130, True, True)
    code, out, err = run(*argv)
    assert (code, "seed 9\n" in err, f"{path} holds" in err) == (0, True, True)
    code, undisturbed, _ = run(*argv[:-2], "--seed", "9")
    assert json.loads(out)["answers"] == json.loads(undisturbed)["answers"]
    assert json.loads(out)["meta"]["seed"] == 9


def test_records_of_held_blocks_are_written_too(run: Any, tmp_path: Path) -> None:
    path, records, again = (tmp_path / name for name in ("a.jsonl", "a.csv", "b.csv"))
    argv = ("simulate", *SLOW, "--seed", "9", "--plays", "100", "--save", path, "--records")
    assert run(*argv, records)[0] == run(*argv, again)[0] == 0
    assert records.read_text() == again.read_text()
    assert len(records.read_text().splitlines()) == 101


@pytest.mark.slow
def test_two_simulations_at_once_share_a_file(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    argv = ["simulate", *SLOW, "--plays", "200", "--seed", "4", "--save", str(path), "--json"]
    command = [sys.executable, "-m", "montmort", *argv]
    where: dict[str, Any] = {"cwd": Path(__file__).parents[3], "stdout": subprocess.PIPE}
    writers = [subprocess.Popen(command, **where) for _ in range(2)]
    answers = [json.loads(writer.communicate()[0])["answers"] for writer in writers]
    assert answers[0] == answers[1]
    code, out, _ = run("runs", "check", path)
    assert (code, " 4 blocks" in out) == (0, True)
    assert json.loads(run(*argv)[1])["answers"] == answers[0]


def test_a_verification_goes_on_and_then_has_nothing_to_do(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    argv = ("verify", *SMALL, "--margin", "0.05", "--save", path, "--json")
    code, out, err = run(*argv, "--until", "decided", "--max-plays", "1e8")
    first = json.loads(out)
    assert (code, "holds" in err) == (0, False)
    written = path.read_bytes()
    code, out, err = run(*argv)
    assert (code, json.loads(out)["answers"]) == (0, first["answers"])
    assert f"seed {first['meta']['seed']}\n" in err
    assert f"{path} holds" in err
    assert path.read_bytes() == written


def test_a_false_line_makes_the_verdict_invalid(run: Any, halves: Any, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    argv = ("verify", *SMALL, "--plays", "100", "--save", path)
    assert run(*argv, "--seed", "1")[0] == 3
    other = tmp_path / "other.jsonl"
    assert run(*argv[:-1], other, "--seed", "2")[0] == 3
    line = other.read_bytes()
    from montmort.montecarlo.run_files.record import block_of, line_of

    block = block_of(line)
    forged = line_of(type(block)(seed=1, number=0, tally=block.tally))
    path.write_bytes(path.read_bytes() + forged)
    code, out, _ = run(*argv)
    assert (code, out.count("INVALID") >= 3, "two different results" in out) == (1, True, True)
    code, out, _ = run("runs", "check", path)
    assert (code, "line 1 of" in out, "line 2 of" in out) == (1, True, True)


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--plays", "10", "--until", "decided"], "--until leaves it open; give one of the two"),
        (["--plays", "10", "--max-plays", "20"], "--max-plays leaves it open; give one of the two"),
        (["--until", "tired"], "'tired' is none of decided, all"),
        (["--max-plays", "0"], "'0' must be at least 1"),
        (["--save", "."], "it is a folder"),
        (["--save", "nowhere/runs.jsonl"], "there is no folder"),
    ],
)
def test_contradictions_are_one_sentence(run: Any, argv: list[str], sentence: str) -> None:
    code, out, err = run("verify", *SMALL, *argv)
    assert (code, out, err.count("\n"), sentence in err) == (2, "", 1, True)


def test_tables_are_not_saved(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    code, _, err = run("simulate", "liars-poker", "--table", "--save", path)
    assert (code, "leave one of the two flags out" in err, path.exists()) == (2, True, False)


def test_at_most_so_many_plays(run: Any) -> None:
    code, out, _ = run("verify", *SMALL, "--max-plays", "1000", "--seed", "1", "--json")
    assert code == 3
    assert {answer["plays"] for answer in json.loads(out)["answers"].values()} == {1000}


def test_the_plays_that_remain_are_predicted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A coin to a tenth: 25 (sd/delta)^2 = 625 plays should decide."""
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes it for a terminal
    monkeypatch.setenv("COLUMNS", "200")
    coin = Quantity(field="heads", mean=Fraction(1, 2), variance=Fraction(1, 4), low=0, high=1)
    predicted: list[int] = []
    judge = Judge([coin], margins={"heads": Fraction(1, 10)})
    with plays_bar("tossing", None) as show:
        watched = Watched(show, None, 10**9, ExitStack())
        for plays, heads in ((500, 260), (650, 350), (1600, 800)):
            judge.look({"heads": {0: plays - heads, 1: heads}})
            watched.looked(plays, judge)
            predicted.append(judge.plays_to_decide)
    assert predicted[0] == 625
    assert predicted[1] > 650
    assert predicted[2] == 0
    err = capsys.readouterr().err
    assert "tossing" in err
    assert "1,600 plays" in err


# runs


def test_show_tells_the_union(run: Any, halves: tuple[Path, Path]) -> None:
    code, out, err = run("runs", "show", *halves, "--json")
    (row,) = json.loads(out)["answers"]["runs"]
    assert (code, err) == (0, "")
    assert (row["seed"], row["blocks"], row["plays"], row["missing"]) == (5, 7, 67, [])
    assert row["label"].startswith("liars-poker round")
    (row,) = json.loads(run("runs", "show", halves[1], "--json")[1])["answers"]["runs"]
    assert (row["blocks"], row["plays"], row["missing"]) == (5, 47, [[0, 1]])
    code, out, _ = run("runs", "show", halves[1])
    assert (code, " 0-1 " in out, " 47 " in out) == (0, True, True)


def test_merge_writes_every_block_once(run: Any, halves: Any, tmp_path: Path) -> None:
    merged, again = tmp_path / "merged.jsonl", tmp_path / "again.jsonl"
    code, out, err = run("runs", "merge", *halves, "-o", merged)
    assert (code, out, err) == (0, "", f"{merged}: 7 blocks, 67 plays\n")
    assert [json.loads(line)["block"] for line in merged.read_text().splitlines()] == list(range(7))
    assert run("runs", "merge", *reversed(halves))[1] == merged.read_text()
    assert run("runs", "merge", merged, halves[0], "-o", again)[0] == 0
    assert again.read_bytes() == merged.read_bytes()
    assert (
        json.loads(run("runs", "show", merged, "--json")[1])["answers"]
        == json.loads(run("runs", "show", *halves, "--json")[1])["answers"]
    )


def test_merge_never_overwrites(run: Any, halves: Any) -> None:
    before = halves[1].read_bytes()
    code, _, err = run("runs", "merge", *halves, "-o", halves[1])
    assert (code, "exists" in err, "name another" in err) == (2, True, True)
    assert halves[1].read_bytes() == before


def test_check_says_what_is_wrong(run: Any, halves: Any, tmp_path: Path) -> None:
    lines = halves[0].read_bytes().splitlines(keepends=True)
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(lines[0] + lines[1].replace(b'"plays":10', b'"plays":11') + lines[2][:-9])
    code, out, _ = run("runs", "check", *halves, bad)
    assert code == 1
    assert f"{halves[0]}: 4 lines, 4 blocks\n" in out
    assert f"{bad}: 3 lines, 1 block\n" in out
    assert f"line 2 of {bad} is damaged: its checksum does not match" in out
    assert f"line 3 of {bad} is torn; its block will be played again" in out
    answers = json.loads(run("runs", "check", bad, "--json")[1])["answers"]
    assert [len(answers["files"][str(bad)][key]) for key in ("torn", "faults")] == [1, 1]
    for verb in ("show", "merge"):
        code, out, err = run("runs", verb, bad)
        assert (code, out, "line 2 of" in err) == (2, "", True)
    bad.write_bytes(lines[0] + lines[2][:-9])
    assert run("runs", "check", bad)[0] == 0


def test_values_have_names_also_in_a_file_without_them(run: Any, tmp_path: Path) -> None:
    """Lines of format 1 held integers."""
    from tests.montecarlo.run_files.saved_blocks import forge

    path, asked = tmp_path / "hands.jsonl", ("simulate", "baccarat", "--plays", "500")
    code, named, _ = run(*asked, "--seed", "3", "--json", "--save", path)
    answers = json.loads(named)["answers"]["winner"]
    assert (code, answers.keys()) == (0, {"player", "banker", "tie"})
    code, out, _ = run("runs", "show", path, "--json")
    row = json.loads(out)["answers"]["runs"][0]
    assert (code, row["means"]) == (0, {})
    assert {name: int(count) for name, count in answers.items()} == row["counts"]["winner"]
    code, out, _ = run("runs", "show", path)
    assert all(f"{name}: " in out for name in answers)
    line = path.read_bytes()
    numbers = {
        value: row["counts"]["winner"][name]
        for value, name in json.loads(line)["words"]["winner"].items()
    }
    path.write_bytes(forge(line, format=1, histograms={"winner": numbers}, words={}))
    code, out, _ = run(*asked, "--json", "--save", path)
    assert (code, json.loads(out)["answers"]["winner"]) == (0, answers)


def test_files_that_contradict_each_other_do_not_merge(
    run: Any, halves: Any, tmp_path: Path
) -> None:
    from montmort.montecarlo.run_files.record import block_of, line_of

    blocks = [block_of(line) for line in halves[0].read_bytes().splitlines()]
    false = tmp_path / "false.jsonl"
    false.write_bytes(line_of(type(blocks[0])(seed=5, number=0, tally=blocks[1].tally)))
    code, out, _ = run("runs", "check", halves[0], false)
    assert (code, "two different results" in out) == (1, True)
    assert run("runs", "check", false)[0] == 0
    code, out, err = run("runs", "merge", halves[0], false)
    assert (code, out, "line 1 of" in err, "two different results" in err) == (2, "", True, True)


@pytest.mark.parametrize("task", ["show", "merge", "check"])
def test_what_is_no_run_file_is_said(run: Any, tmp_path: Path, task: str) -> None:
    code, _, err = run("runs", task, tmp_path / "nothing.jsonl")
    assert (code, "No such file" in err) == (2, True)
    notes = tmp_path / "notes.txt"
    notes.write_text("buy milk\n")
    code, out, err = run("runs", task, notes)
    assert (code, "is not a line of a run file" in out + err) == (1 if task == "check" else 2, True)
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    assert run("runs", task, empty)[0] == 0


def test_a_check_reads_every_line_once_also_of_several_files(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = Tally(experiment="0" * 16, label="a", plays=1, histograms={"a": {0: 1}})
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    for seed, path in enumerate(paths):
        lines = (line_of(Block(seed=seed, number=n, tally=tally)) for n in range(50))
        path.write_bytes(b"".join(lines))
    read: list[bytes] = []
    block_of = file.block_of

    def noted(line: bytes) -> Block:
        read.append(line)
        return block_of(line)

    monkeypatch.setattr(file, "block_of", noted)
    code, out, _ = run("runs", "check", *paths)
    assert (code, len(read)) == (0, 100)
    assert out.count("50 lines, 50 blocks") == 2


def test_of_many_faults_the_first_are_shown_and_the_number_of_the_others(
    run: Any, tmp_path: Path
) -> None:
    path = tmp_path / "notes.jsonl"
    path.write_text("note\n" * 1234)
    code, out, _ = run("runs", "check", path)
    assert (code, len(out.splitlines())) == (1, 102)
    assert out.splitlines()[-1] == "and 1,134 more: --json"
    found = json.loads(run("runs", "check", path, "--json")[1])["answers"]["files"][str(path)]
    assert len(found["faults"]) == 1234
