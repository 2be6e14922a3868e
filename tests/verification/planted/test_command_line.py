"""Planted bugs are found from outside: by `montmort verify` and a program that prints its plays.

The streams depend on the command, and so on the path of the project.  So each bug gets at least
twice the plays that the slowest of five seeds took (docs/error_rates.md).  All other bugs are
found in one process: `test_bugs.py` of each game.
"""

import dataclasses
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from tests.verification.planted.bugs import BUGS, SHUFFLES, Bug
from tests.verification.shuffles.buggy_shuffles import (
    DESCRIPTIONS,
    NONE,
    SWAPS_WITH_ANY_PLACE,
)

PROGRAM = Path(__file__).with_name("bugs.py")
QUICK = {("treize", "points-lost"), ("war", "deal")}
# one of each game, and those that no test looks for in one process
FOUND = (
    ("treize", "points-lost"),
    ("treize", "rank-not-called"),
    ("liars-poker", "with-replacement"),
    ("five-card-draw", "tie-wins"),
    ("persian-monarchs", "roles-fixed"),
    ("war", "pair-by-pair"),
    ("war", "deal-strength"),
)
# found after millions of plays, or in no law of a single field: docs/error_rates.md
NOT_FOUND = (
    ("treize", "rounds-independent"),
    ("persian-monarchs", "tie-taken-of-52"),
    ("war", "deal-kings"),
)


def flags(rules: Any) -> list[str]:
    """Return the flags that turn the usual rules into these."""
    usual = type(rules)()
    names = [f.name for f in dataclasses.fields(rules) if f.init]
    values = {name: getattr(rules, name) for name in names}
    return [
        word
        for name, value in values.items()
        if value != getattr(usual, name)
        for word in (f"--{name.replace('_', '-')}", str(value))
    ]


def verify(bug: Bug) -> int:
    command = [sys.executable, str(PROGRAM), bug.game, bug.name, "{seed}", "{plays}"]
    asked = ["--plays", "20000", "--block", "10000", "--command", shlex.join(command)]
    return main(["verify", bug.game, "--experiment", bug.experiment, *flags(bug.rules), *asked])


def cases(keys: Iterable[tuple[str, str]]) -> list[Any]:
    return [
        pytest.param(BUGS[key], id="-".join(key), marks=[] if key in QUICK else [pytest.mark.slow])
        for key in keys
    ]


@pytest.mark.parametrize("bug", cases(FOUND))
def test_a_program_with_a_bug_is_found(bug: Bug, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(bug) == 1
    out = capsys.readouterr().out
    assert "INCONSISTENT: " in out or "INVALID: " in out


@pytest.mark.parametrize("bug", cases(key for key, bug in BUGS.items() if not bug.planted))
def test_the_same_program_without_a_bug_is_not(bug: Bug) -> None:
    assert verify(bug) in (0, 3)


@pytest.mark.parametrize("bug", cases(NOT_FOUND))
def test_what_such_a_run_cannot_find_is_no_pass_either(bug: Bug) -> None:
    assert verify(bug) in (0, 3)


@pytest.mark.slow
def test_a_program_with_a_wrong_shuffle_is_found_by_its_cards() -> None:
    """The others are found in one process: tests/verification/shuffles."""
    assert verify(SHUFFLES["cards", DESCRIPTIONS[SWAPS_WITH_ANY_PLACE]]) == 1


@pytest.mark.slow
def test_the_same_program_that_shuffles_right_is_not() -> None:
    assert verify(SHUFFLES["cards", DESCRIPTIONS[NONE]]) == 3


# One reading judged by another

WHEEL = ["--hand", "Ac 2d 3h 4s 9c", "--discard", "9c"]
WITH_JOKERS = ["--jokers", "2"]


@pytest.mark.parametrize(
    ("game", "more", "plays", "fault"),
    [
        pytest.param("war", [], 20_000, "winner", id="war"),
        pytest.param("liars-poker", WITH_JOKERS, 20_000, "full_house", id="liars-poker"),
        pytest.param("five-card-draw", WHEEL, 20_000, "result=win", id="five-card-draw"),
    ],
)
def test_the_published_reading_is_not_the_usual_one(
    game: str, more: list[str], plays: int, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = ["--reading", "published", "--against", "usual", "--plays", str(plays), "--seed", "1"]
    assert main(["verify", game, *asked, *more]) == 1
    assert f"INCONSISTENT: {fault}" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "more"),
    [
        pytest.param("war", ["--experiment", "deal"], id="war, the deal"),
        pytest.param("liars-poker", WITH_JOKERS, id="liars-poker"),
        pytest.param("five-card-draw", WHEEL, id="five-card-draw"),
        pytest.param("persian-monarchs", [], id="persian-monarchs"),
    ],
)
def test_the_published_reading_is_itself(game: str, more: list[str]) -> None:
    assert main(["verify", game, "--reading", "published", "--seed", "1", *more]) == 0


def test_the_winner_of_the_published_game_of_war_is_reported_as_unknown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["verify", "war", "--reading", "published", "--plays", "100"]) == 2
    assert "no exact law is known of winner, turns, wars, finished" in capsys.readouterr().err
