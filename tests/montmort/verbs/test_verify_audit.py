"""`--audit`, `--level`, `--confidence`: what a stranger needs to check a verdict."""

import hashlib
import io
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.output.audit import STREAMS
from tests.montmort.conftest import DOCUMENTS
from tests.montmort.symbol_games import RUIN

DIE = {str(face): "1/6" for face in range(1, 7)}
DIE_TEXT = '{"value":{"values":{' + ",".join(f'"{k}":"1/6"' for k in range(1, 7)) + "}}}"
SMALL = ["treize", "--ranks", "2", "--suits", "1", "--seed", 1]


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def document(verify: Any, tmp_path: Path) -> Any:
    """Return a function that runs `verify --json --audit`: (exit code, the document)."""

    def call(*argv: object) -> tuple[int, dict[str, Any]]:
        path = tmp_path / "audit.json"
        code, out, _ = verify(*argv, "--json", "--audit", path)
        assert path.read_text() == out  # the same document
        loaded = json.loads(out)
        DOCUMENTS.validate(loaded)
        return code, loaded

    return call


def test_a_built_in_game(document: Any) -> None:
    code, found = document(*SMALL, "--plays", 1000)
    meta, audit = found["meta"], found["audit"]
    assert code == 3
    assert meta["decision"] == "INCONCLUSIVE"
    assert meta["levels"] == {"reject": 1e-6, "accept": 0.01}
    assert meta["judged"]["fields"] == ["points", "passes", "cards"]
    assert [each["what"] for each in meta["not_judged"]][-1] == "the rules apart from chance"
    assert audit["run"]["block"] == 2**23
    assert audit["run"]["plays"] == 1000
    assert audit["streams"] == STREAMS
    assert audit["program"] is audit["outcomes"] is audit["game_file"] is None
    assert audit["began"] <= audit["ended"]
    assert set(audit["versions"]) == {"montmort", "numba", "numpy", "platform", "python"}


def test_seeds_follow_from_the_record_alone(document: Any, law: Any, tmp_path: Path) -> None:
    """By the words of `streams`, which the page repeats."""
    log, script = tmp_path / "seeds", tmp_path / "die.sh"
    script.write_text(
        f"echo $1 >> {log}\nawk -v s=$1 -v n=$2 'BEGIN {{srand(s); while (n--) print 1 + "
        "int(6*rand())}'\n"
    )
    argv = ["--exact", law(DIE), "--command", f"sh {script} {{seed}} {{plays}}", "--workers", 1]
    _, found = document(*argv, "--plays", 20_000)
    identity, seed = found["audit"]["run"]["identity"], found["meta"]["seed"]
    words = int(identity[:8], 16), int(identity[8:], 16)
    expected = [
        int(
            np.random.Generator(
                np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(*words, block)))
            ).integers(2**31)
        )
        for block in (0, 1)
    ]
    assert list(map(int, log.read_text().split())) == [1, *expected]  # seed 1 finds the layout


def test_a_program_and_the_files_that_its_command_names(
    document: Any, law: Any, tmp_path: Path
) -> None:
    script = tmp_path / "die.awk"
    script.write_text("BEGIN { srand(s); while (n--) print 1 + int(6*rand()) }\n")
    command = f"awk -v s={{seed}} -v n={{plays}} -f {shlex.quote(str(script))}"
    argv = ["--exact", law(DIE), "--command", command, "--margin", "0.1", "--block", 5000]
    code, found = document(*argv)
    audit = found["audit"]
    assert code == 0
    assert audit["program"]["command"] == command
    files = {file["word"]: file["sha256"] for file in audit["program"]["files"]}
    assert list(files) == ["awk", str(script)]
    assert files[str(script)] == sha256(script.read_bytes())
    assert audit["run"]["block"] == 5000
    assert audit["run"]["law"]["sha256"] == sha256(DIE_TEXT.encode())
    assert shlex.split(audit["repeat"])[-2:] == ["--seed", str(found["meta"]["seed"])]
    assert "--audit" in audit["command_line"]
    assert "--audit" not in audit["repeat"]
    assert {
        key: text for key, text in found["meta"]["not_judged"][-1].items() if key != "flag"
    } == {"what": "the rules apart from chance", "why": "no picks were given"}
    again, repeated = document(*shlex.split(audit["repeat"])[2:])
    assert (again, repeated["answers"]) == (code, found["answers"])


def test_a_program_that_changes_itself_is_named(verify: Any, law: Any, tmp_path: Path) -> None:
    script = tmp_path / "die.sh"
    script.write_text(
        f"echo >> {script}\nawk -v s=$1 -v n=$2 'BEGIN {{srand(s); while (n--) "
        "print 1 + int(6*rand()) }'\n"
    )
    argv = ["--exact", law(DIE), "--command", f"sh {script} {{seed}} {{plays}}", "--plays", 1000]
    code, out, err = verify(*argv, "--json")
    assert code == 3
    assert f"{script} changed while its plays were judged" in err
    assert "changed while" in json.loads(out)["meta"]["notes"][0]


# Files of plays


@pytest.mark.parametrize("end", ["\n", "\n\n\n", "\n6", ""])
def test_the_bytes_that_were_read(document: Any, law: Any, tmp_path: Path, end: str) -> None:
    path = tmp_path / "plays.csv"
    content = ("\n".join("123456" * 20) + end).encode()
    path.write_bytes(content)
    _, found = document("--exact", law(DIE), "--outcomes", path)
    assert found["audit"]["outcomes"] == {
        "name": str(path),
        "sha256": sha256(content),
        "bytes": len(content),
        "lines": content.count(b"\n"),
        "to_end": True,
    }
    assert found["audit"]["streams"] is None
    assert found["audit"]["run"]["block"] is None


def test_standard_input_is_hashed_as_it_is_read(
    document: Any, law: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = b"1\n2\n6\n" * 4000
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    _, found = document("--exact", law(DIE), "--outcomes", "-")
    outcomes = found["audit"]["outcomes"]
    assert (outcomes["name"], outcomes["sha256"]) == ("standard input", sha256(content))


def test_only_what_was_judged_is_hashed(document: Any, law: Any, tmp_path: Path) -> None:
    path = tmp_path / "plays.csv"
    path.write_text("1\n2\n6\n" * 10_000)
    _, found = document("--exact", law(DIE), "--outcomes", path, "--plays", 7)
    outcomes = found["audit"]["outcomes"]
    assert (outcomes["lines"], outcomes["to_end"]) == (7, False)
    assert outcomes["sha256"] == sha256(b"1\n2\n6\n1\n2\n6\n1\n")
    path.write_text("1\n" * 10_000 + "x\n" + "1\n" * 50_000)
    code, found = document("--exact", law(DIE), "--outcomes", path)
    assert (code, found["meta"]["decision"]) == (1, "INVALID")
    assert found["audit"]["outcomes"]["lines"] == 20_000


@pytest.mark.parametrize(
    ("text", "decision"),
    [
        ("value,count\n" + "".join(f"{face},{10**6}\n" for face in DIE), "CONSISTENT"),
        ("mean,sd,n\n3.5,1.7,1000\n", "INCONCLUSIVE"),
        ("mean,sd,n\n7,1.7,1000\n", "INVALID"),
        ("1\n" * 1000, "INCONSISTENT"),
        ("1.5\n", "INVALID"),
    ],
)
def test_every_kind_of_file(
    document: Any, law: Any, tmp_path: Path, text: str, decision: str
) -> None:
    path = tmp_path / "plays.csv"
    path.write_text(text)
    _, found = document("--exact", law(DIE), "--outcomes", path)
    assert found["meta"]["decision"] == decision
    assert found["audit"]["outcomes"]["sha256"] == sha256(text.encode())


def test_replays_and_the_first_play_that_breaks_the_rules(
    document: Any, run: Any, tmp_path: Path
) -> None:
    path, game = tmp_path / "plays.csv", SMALL[:5]
    run("simulate", *SMALL, "--plays", 300, "--records", path, "--with-picks")
    code, found = document(*game, "--replays", path)
    assert (code, found["meta"]["judged"]["chance"]) == (3, True)
    assert "by the rules" in found["meta"]["judged"]["fields"]
    header, *rows = path.read_text().splitlines()
    place = header.split(",").index("points")
    cells = rows[5].split(",")
    cells[place] = str(int(cells[place]) + 1)
    path.write_text("\n".join([header, *rows[:5], ",".join(cells), *rows[6:]]) + "\n")
    code, found = document(*game, "--replays", path)
    assert (code, found["meta"]["decision"]) == (1, "INCONSISTENT")
    assert found["meta"]["difference"]["line"] == 7


# Other runs


def test_a_run_file(document: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    _, found = document(*SMALL, "--plays", 1000, "--save", path)
    run_file = found["audit"]["run"]["run_file"]
    assert run_file == {"path": str(path), "sha256": sha256(path.read_bytes())}


def test_a_game_of_ones_own_and_a_grid(document: Any, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(RUIN)
    many = ["--plays", 4096, "--seed", 1, "--margin", "0.5", "--level", "0.002"]
    save = ["--save", tmp_path / "run.jsonl"]
    code, found = document(path, "--grid", "p=1/4..3/4:2", *many, *save)
    audit = found["audit"]
    assert code == 0
    assert audit["game_file"] == {"path": str(path), "sha256": sha256(path.read_bytes())}
    assert list(audit["runs"]) == ["p = 1/4", "p = 3/4"]
    laws = {run["law"]["sha256"] for run in audit["runs"].values()}
    assert len(laws) == 2
    files = {Path(run["run_file"]["path"]).name for run in audit["runs"].values()}
    assert files == {"run-1.jsonl", "run-2.jsonl"}
    assert found["meta"]["levels"] == {"reject": 0.002, "accept": 0.01}


def test_two_simulators(document: Any, run: Any, law: Any, tmp_path: Path) -> None:
    """The record of the first, the second as `versus`; there is no law."""
    path, page = tmp_path / "plays.csv", tmp_path / "x.md"
    path.write_text("1\n2\n3\n4\n5\n6\n6\n" * 3000)
    command = "awk -v s={seed} -v n={plays} 'BEGIN {srand(s); while (n--) print 1+int(6*rand())}'"
    argv = ["--command", command, "--versus", path, "--level", "0.01"]
    code, found = document(*argv, "--seed", 1, "--plays", 20_000)
    audit = found["audit"]
    assert (code, found["meta"]["decision"]) == (1, "INCONSISTENT")
    assert found["meta"]["levels"]["reject"] == 0.01
    assert audit["program"]["files"][0]["word"] == "awk"
    assert audit["versus"]["outcomes"]["sha256"] == sha256(path.read_bytes()[: 2 * 20_000])
    assert audit["versus"]["program"] is audit["outcomes"] is None
    assert "law" not in audit["run"]
    assert run("report", "--of", tmp_path / "audit.json", "-o", page)[0] == 1
    text = page.read_text()
    assert "The two simulators contradict each other" in text
    assert "compared with the plays in " in text


def test_failed_and_interrupted_runs_have_a_record(
    verify: Any, law: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, script = tmp_path / "audit.json", tmp_path / "die.sh"
    script.write_text(
        f"echo >> {tmp_path}/count; test $(wc -l < {tmp_path}/count) -lt 4 || exit 3"
        "\nawk -v s=$1 -v n=$2 'BEGIN {srand(s); while (n--) print 1+int(6*rand())}'"
    )
    argv = ["--exact", law(DIE), "--command", f"sh {script} {{seed}} {{plays}}", "--workers", 1]
    code, _, _ = verify(*argv, "--audit", path)
    found = json.loads(path.read_text())
    DOCUMENTS.validate(found)
    assert code == 2
    assert "exited with code 3" in found["meta"]["failure"]
    assert found["audit"]["run"]["plays"] == 20_000

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("montmort.options.run_flags.Watched.looked", interrupted)
    code, _, _ = verify(*SMALL, "--audit", path)
    found = json.loads(path.read_text())
    DOCUMENTS.validate(found)
    assert (code, found["meta"]["interrupted"]) == (130, True)


def test_the_file_is_an_output_like_others(verify: Any, tmp_path: Path) -> None:
    for flag in ("--audit", "--junit"):
        code, out, err = verify(*SMALL, "--plays", 10, flag, tmp_path / "no" / "a.json")
        assert (code, out) == (2, "")
        assert err.startswith("montmort verify: cannot write")
    code, _, err = verify(*SMALL, "--audit", tmp_path / "a", "--junit", tmp_path / "a")
    assert (code, "two outputs go to the same file" in err) == (2, True)


# Error rates


def test_levels_are_shown_and_used(document: Any, verify: Any) -> None:
    rates = ["--level", "1e-9", "--confidence", "0.999"]
    _, found = document(*SMALL, *rates, "--margin", "0.2")
    assert found["meta"]["levels"] == {"reject": 1e-9, "accept": 0.001}
    usual = document(*SMALL, "--plays", found["answers"]["cards"]["plays"])[1]
    wide, narrow = (each["answers"]["cards"]["interval"] for each in (found, usual))
    assert wide[0] < narrow[0] < narrow[1] < wide[1]
    _, out, _ = verify(*SMALL, *rates, "--plays", 10)
    short, sure = (
        document(*SMALL, *more, "--plays", 10)[1]["answers"]["cards"]["plays_to_decide"]
        for more in ([], rates)
    )
    assert 1.15 < sure / short < 1.2  # 25 + 2 log 10 over 25
    assert "seed 1; level 1e-09, confidence 0.999; " in out


@pytest.mark.parametrize("flag", ["--level", "--confidence"])
@pytest.mark.parametrize("value", ["0", "1", "-0.5", "2", "1e400", "nan", "x", "1/0", ""])
def test_rates_that_are_none(verify: Any, flag: str, value: str) -> None:
    code, out, err = verify(*SMALL, f"{flag}={value}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "must lie strictly between 0 and 1" in err or "is not a number" in err


@pytest.mark.parametrize(("flag", "value"), [("--level", "1e-320"), ("--confidence", "1e-20")])
def test_rates_that_a_float_cannot_hold(verify: Any, flag: str, value: str) -> None:
    code, _, err = verify(*SMALL, flag, value)
    assert (code, f"{value!r} is too near to 0 or 1" in err) == (2, True)


def test_the_source_of_a_program_is_hashed(document: Any, verify: Any, tmp_path: Path) -> None:
    source = tmp_path / "die.c"
    source.write_text("int main() {}\n")
    program = ["--command", "awk 'BEGIN {srand({seed}); for (;;) print int(2 * rand())}'"]
    law = tmp_path / "law.json"
    law.write_text('{"values": {"0": "1/2", "1": "1/2"}}')
    argv = ["--exact", law, "--source", source, "--plays", 10_000]
    _, found = document(*argv, *program)
    digest = {"word": str(source), "path": str(source), "sha256": sha256(source.read_bytes())}
    assert found["audit"]["program"]["sources"] == [digest]
    _, found = document(*argv[2:], *program, "--versus", program[1])
    assert found["audit"]["program"]["sources"] == [digest]
    assert found["audit"]["versus"]["program"]["sources"] == []
    for wrong in (["treize", "--source", source], [*argv, *program, "--source", tmp_path / "no.c"]):
        code, out, err = verify(*wrong)
        assert (code, out, err.count("\n")) == (2, "", 1)
