"""A user's file is played compiled or in plain Python, with the same results, and it is said."""

import json
from pathlib import Path
from typing import Any

import pytest

from montmort.machine import plays as machine_plays
from montmort.machine import refusal
from montmort.montecarlo import rules_play

GAME = """
from montmort import Chance

def play(chance: Chance) -> int:
    throws = 1
    while throws < 6 and chance.pick([5, 1]) == 0:
        throws += 1
    return throws
"""
LINES = {
    True: "compiled from the rules",
    False: "plain Python",
    None: "plain Python: a dictionary (game.py, line 5)",
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A file; compiling is always worth it, and the witness is short."""
    monkeypatch.setattr(rules_play, "MARGIN", 0)
    monkeypatch.setattr(rules_play, "SAMPLE_SECONDS", 0)
    monkeypatch.setattr(rules_play, "WITNESS_SECONDS", 0)
    file = tmp_path / "game.py"
    file.write_text(GAME)
    return str(file)


def refuse(experiment: Any, rules: object) -> Any:
    refusal.refuse("a dictionary", "game.py", 5)


@pytest.mark.parametrize("verb", ["simulate", "verify"])
def test_results_are_equal_and_say_how_they_were_played(
    run: Any, game: str, monkeypatch: pytest.MonkeyPatch, verb: str
) -> None:
    asked = [verb, game, "--plays", "10000", "--seed", "7", "--json"]
    found: dict[Any, Any] = {True: run(*asked), False: run(*asked, "--interpreted")}
    monkeypatch.setattr(machine_plays, "plays_text", refuse)
    found[None] = run(*asked)
    documents = {way: json.loads(out) for way, (_, out, _) in found.items()}
    assert documents[True]["answers"] == documents[False]["answers"] == documents[None]["answers"]
    assert {way: document["meta"]["how"] for way, document in documents.items()} == LINES
    for way, (code, _, err) in found.items():
        assert code in (0, 3)  # CONSISTENT or INCONCLUSIVE
        assert err.splitlines().count(f"played in {LINES[None]}") == (way is None)
        assert "plain Python" in err or way is not None


def test_the_way_is_printed_for_a_person(run: Any, game: str) -> None:
    _, out, _ = run("simulate", game, "--plays", "5000", "--seed", "7")
    assert "; compiled from the rules; " in out


def test_a_kernel_has_no_plain_python(run: Any) -> None:
    code, _, err = run("simulate", "treize", "--plays", "10", "--interpreted")
    assert code == 2
    assert "is a kernel, which plain Python does not play; leave out" in err


def test_several_workers_play_a_file(run: Any, game: str) -> None:
    asked = ["simulate", game, "--plays", "20000", "--seed", "7", "--json"]
    one, two, python = (
        json.loads(run(*asked, *more)[1])["answers"]
        for more in (["--workers", "1"], ["--workers", "2"], ["--workers", "2", "--interpreted"])
    )
    assert one == two == python
