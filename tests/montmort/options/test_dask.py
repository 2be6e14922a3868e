"""--dask at the command line: the same answers as without it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.machines import Machines
from montmort.exact.five_card_draw import enumeration as draw_parts
from montmort.exact.war import all_deals as war_deals

pytestmark = pytest.mark.slow  # a cluster stands behind each

SMALL = ["--ranks", "3", "--suits", "2", "--seed", "1713", "--json"]
TOSS = """
from typing import NamedTuple
from montmort.games import Experiment

class Toss(NamedTuple):
    heads: int

def toss(chance):
    return Toss(chance.pick([1, 2]))

EXPERIMENTS = {"game": Experiment.of_play(toss, Toss)}
"""


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with Machines() as machines:
        yield machines


@pytest.fixture
def answers(run: Any, machines: Machines) -> Any:
    """Return a function that runs a command line with and without --dask: both answers."""

    def call(*argv: object) -> tuple[Any, Any]:
        there, here = (run(*argv, *how) for how in (["--dask", machines.address], []))
        assert there[0] == here[0] == 0, there[2] + here[2]
        return json.loads(there[1])["answers"], json.loads(here[1])["answers"]

    return call


def test_a_simulation(answers: Any) -> None:
    there, here = answers("simulate", "treize", *SMALL, "--plays", "4e6")
    assert there == here
    assert sum(map(int, here["points"].values())) == 4 * 10**6


def test_a_verdict_with_its_evidence(answers: Any) -> None:
    there, here = answers("verify", "treize", *SMALL, "--margin", "0.01")
    assert there == here
    assert {answer["verdict"] for answer in here.values()} == {"CONSISTENT"}


def test_the_rows_of_a_table(answers: Any) -> None:
    there, here = answers(
        "simulate", "liars-poker", "--table", "--seed", "5", "--plays", "2000", "--json"
    )
    assert there == here


def test_a_game_in_a_file_of_ones_own(answers: Any, tmp_path: Path) -> None:
    path = tmp_path / "toss.py"
    path.write_text(TOSS)
    there, here = answers("verify", path, "--seed", "3", "--margin", "0.05", "--json")
    assert there == here


def test_a_run_begun_here_goes_on_there(run: Any, machines: Machines, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    argv = ("simulate", "treize", *SMALL, "--save", path, "--plays")
    assert run(*argv, "8e6")[0] == 0
    code, out, err = run(*argv, "3e7", "--dask", machines.address)
    assert (code, f"{path} holds" in err) == (0, True)
    assert json.loads(out)["answers"] == json.loads(run(*argv, "3e7")[1])["answers"]


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["simulate", "treize", "--dask", "nonsense"], "address is tcp://host:port"),
        (["verify", "treize", "--dask", "tcp://127.0.0.1:1"], "no Dask scheduler answers at"),
        (
            ["verify", "treize", "--command", "echo {seed}", "--dask", "tcp://127.0.0.1:1"],
            "--command plays on this machine, --dask on others; leave one of them out",
        ),
        (
            ["verify", "treize", "--outcomes", "f.csv", "--dask", "tcp://127.0.0.1:1"],
            "--dask is about plays to come",
        ),
    ],
)
def test_what_cannot_be_played_there_is_one_sentence(
    run: Any, argv: list[str], sentence: str
) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert sentence in err.splitlines()[-1]


def test_an_enumeration_begun_here_goes_on_there(
    run: Any, machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(war_deals, "PART", 200)
    path = tmp_path / "parts.jsonl"
    argv = ["exact", "war", "--ranks", "4", "--suits", "2", "--json"]  # 2520 deals
    code, out, _ = run(*argv, "--save", path)
    here = json.loads(out)["answers"]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:5]))
    code, out, err = run(*argv, "--save", path, "--dask", machines.address)
    assert (code, f"{path} holds" in err) == (0, True)
    assert json.loads(out)["answers"] == here
    assert path.read_bytes().count(b"\n") == 13


def test_all_hands_of_five_card_draw(
    run: Any, machines: Machines, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(draw_parts, "PART", 100)
    argv = ("exact", "five-card-draw", "--ranks", "5", "--suits", "3", "--json")
    path = tmp_path / "parts.jsonl"
    there = run(*argv, "--dask", machines.address, "--save", path)
    here = run(*argv)
    assert there[0] == here[0] == 0, there[2] + here[2]
    assert json.loads(there[1])["answers"] == json.loads(here[1])["answers"]
    assert path.read_bytes().count(b"\n") == 6
