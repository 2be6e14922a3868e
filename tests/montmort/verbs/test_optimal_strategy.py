"""`simulate` and `verify` of an optimal strategy."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from montmort.montecarlo.simulator import simulator_of
from montmort.verification.aim import Aim
from montmort.verification.game_file import game_of_file
from montmort.verification.optimal_play import Problem
from tests.montmort.optimal_games import COUNTERS, PENNIES, REROLL, SIXES, TWICE

WIDE = ["--margin", "rounds=3", "--margin", "last=hold=0.1", "--margin", "last=throw_both=0.1"]


@pytest.mark.parametrize(
    ("text", "aim"),
    [
        (REROLL, ["--optimal", "value", "--margin", "1"]),
        (REROLL, ["--minimise", "value > 4", "--margin", "1"]),
        (COUNTERS, ["--optimal", "first_wins", "--counters", "9"]),
        (SIXES, ["--minimise", "rounds", *WIDE]),
        (TWICE, ["--margin", "0.2"]),
        (PENNIES, ["--margin", "1"]),
    ],
)
def test_plays_of_the_strategy_agree_with_its_laws(
    run: Any, file: Any, text: str, aim: list[str]
) -> None:
    asked = ["--strategy", "optimal", *aim, "--plays", 2000, "--seed", 1]
    code, out, err = run("verify", file(text), *asked, "--json")
    assert (code, "seed 1" in err) == (0, True)
    answers = json.loads(out)["answers"]
    assert all(each["verdict"].startswith("CONSISTENT") for each in answers.values())


def test_a_simulation_by_another_strategy_is_found_inconsistent(
    run: Any, file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep = "montmort.exact.decisions.strategy.StrategyTable.decide"
    monkeypatch.setattr(keep, lambda self, seat, choices, view: choices[0])
    asked = ["--strategy", "optimal", "--plays", 2000, "--seed", 1]
    code, out, _ = run("verify", file(REROLL), *asked)
    assert (code, "INCONSISTENT" in out) == (1, True)


def test_the_heading_names_the_strategy(run: Any, file: Any) -> None:
    path = file(COUNTERS)
    asked = ["--strategy", "optimal", "--plays", 10, "--seed", 1]
    _, out, _ = run("simulate", path, *asked)
    words = "optimal strategy, maximise first_wins, seat 0"
    assert out.splitlines()[0] == f"own.py, counters 5; {words}; 10 plays"
    _, out, _ = run("verify", path, *asked, "--minimise", "moves")
    assert out.splitlines()[0] == "own.py, counters 5; game (minimise moves, seat 0)"


def test_a_simulation_has_the_words_of_the_game(run: Any, file: Any) -> None:
    asked = ["--strategy", "optimal", "--plays", 50, "--seed", 1, "--json"]
    _, out, _ = run("simulate", file(SIXES), *asked, "--minimise", "rounds")
    document = json.loads(out)
    assert {*document["answers"]["last"]} <= {"hold", "throw_both"}
    assert document["meta"]["experiment"] == "dice (minimise rounds, seat 0)"


def test_a_run_file_of_another_strategy_is_refused(run: Any, file: Any, tmp_path: Path) -> None:
    path, saved = file(COUNTERS), tmp_path / "run.jsonl"
    asked = ["simulate", path, "--plays", 20, "--seed", 1, "--save", saved]
    assert run(*asked, "--optimal", "first_wins")[0] == 0
    assert run(*asked, "--optimal", "first_wins")[0] == 0
    for other in (
        ["--optimal", "moves"],
        ["--minimise", "first_wins"],
        ["--optimal", "first_wins", "--seat", "1"],
        ["--optimal", "first_wins", "--counters", "6"],
    ):
        code, _, err = run(*asked, *other)
        assert (code, "save to another file" in err) == (2, True)


def test_the_identity_depends_on_what_is_chosen(file: Any) -> None:
    game = game_of_file(str(file(COUNTERS)))
    experiment = game.rulebook.experiment("game")
    aims = [
        Aim("first_wins"),
        Aim("first_wins", maximises=False),
        Aim("first_wins", seat=1),
        Aim("moves"),
        Aim("not first_wins", maximises=False),
    ]
    plays = [Problem.of(experiment, game.rulebook.usual, aim).solve() for aim in aims]
    identities = {play.simulator("own").identity for play in plays}
    assert len(identities) == len(aims)
    other = replace(plays[0], found=plays[1].found)  # another strategy under the same name
    plain = simulator_of(plays[0].experiment, plays[0].found.rules, game="own")
    assert len({*identities, plain.identity, other.simulator("own").identity}) == len(aims) + 2


@pytest.mark.slow
def test_compiled_plays_are_those_of_python(file: Any) -> None:
    game = game_of_file(str(file(REROLL)))
    play = Problem.of(game.rulebook.experiment("play"), None, Aim("value")).solve()
    found = [play.simulator("own").played(way) for way in (True, False)]
    assert found[0].how == "compiled from the rules"
    assert found[0].count(7, 500) == found[1].count(7, 500)


@pytest.mark.parametrize(
    ("verb", "asked", "sentence"),
    [
        ("simulate", [], "ask for the best choices (--optimal FIELD"),
        ("simulate", ["--seat", "0"], "--seat is about optimal play"),
        ("simulate", ["--optimal", "val"], "'val' is no field of the outcome"),
        ("verify", ["--optimal", "value", "--outcomes", "x"], "--outcomes does not go with an"),
        ("verify", ["--strategy", "optimal", "--against", "usual"], "--against does not go with"),
    ],
)
def test_mistakes_get_one_sentence(
    run: Any, file: Any, verb: str, asked: list[str], sentence: str
) -> None:
    code, out, err = run(verb, file(REROLL), *asked)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err
