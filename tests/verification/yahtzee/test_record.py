"""The record of Yahtzee: answers, the report, and the full game in `make slow`."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.cli import main
from montmort.exact.yahtzee.solution import solve
from montmort.games.errors import BadInput
from montmort.games.yahtzee import Rules, Turn
from montmort.verification.aim import Aim
from montmort.verification.yahtzee import GAME, checker
from montmort.verification.yahtzee.certificate import certificate
from tests.verification.reports.written_reports import stated_of

MIDDLE = Rules(boxes="ones,sixes,full-house,large-straight,yahtzee,chance", target=18)
FLAGS = ["--boxes", MIDDLE.boxes, "--target", "18"]


def test_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["exact", "yahtzee", *FLAGS, "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    found = solve(MIDDLE)
    assert Fraction(answers["score"]["mean"]) == found.value
    assert Fraction(answers["score"]["variance"]) == found.moments["score"].variance
    assert Fraction(answers["bonus"]["law"]["true"]) == found.bonus_chance
    assert main(["exact", "yahtzee", *FLAGS, "--json", "--optimal", "score"]) == 0
    assert Fraction(json.loads(capsys.readouterr().out)["answers"]["value"]) == found.value


def test_the_strategy_of_a_small_version_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ["--dice", "2", "--faces", "2", "--boxes", "twos,chance", "--optimal", "score"]
    assert main(["exact", "yahtzee", *flags, "--json"]) == 0
    entry = json.loads(capsys.readouterr().out)["answers"]["strategy"][0]
    assert entry["view"]["dice"] == [1, 1]
    assert entry["choice"] in ("twos", "chance")


def test_another_aim_of_a_large_game_is_refused() -> None:
    with pytest.raises(BadInput, match="only maximise score, seat 0, is solved"):
        GAME.optimal_play(MIDDLE, "game", Aim("score > 100"))


def test_what_choices_are_worth_at_the_terminal() -> None:
    chances = GAME.rulebook.terminal.chances
    assert chances is not None
    rules = Rules(dice=1, faces=2, throws=2, boxes="chance")
    worth: Any = chances(rules, (), Turn(("chance",), 0, False, (1,), 1), ((1,), ()))
    assert worth == {(1,): 1, (): Fraction(3, 2)}


def test_a_report_has_the_whole_fraction() -> None:
    found = stated_of(GAME, MIDDLE)
    text = str(found.sections).replace(" ", "")
    value = solve(MIDDLE).value
    assert str(value.numerator) in text
    assert str(value.denominator) in text


def test_a_report_of_a_single_throw_has_no_first_moves() -> None:
    rules = Rules(dice=1, faces=2, throws=1, boxes="chance")
    assert "first move" not in str(stated_of(GAME, rules).sections)


@pytest.mark.longest
def test_the_usual_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Solve both readings, decide what is published, and check all cards, or some, again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    published = {"free": "254.5896", "forced": "254.5877"}  # Verhoeff 1999; the official rules
    for joker, mean in published.items():
        rules = Rules(joker=joker)  # type: ignore[arg-type]
        found = solve(rules)
        assert round(found.value, 4) == Fraction(mean)
        asked: Any = certificate(rules)
        own = checker.read_rules(asked["rules"])
        listed = {
            name: [int(value) for value in values]
            for name, values in asked["content"]["cards"].items()
        }
        groups, values = checker.read_cards(own, listed)
        assert sum(map(len, groups)) == 536_320
        turns = checker.Turns(own, values)
        step = 1 if joker == "free" else 10
        first = int(np.random.default_rng().integers(step))
        for group in [groups[-1], *groups[first::step]]:
            assert turns.computed(group) == [values[card] for card in group]
