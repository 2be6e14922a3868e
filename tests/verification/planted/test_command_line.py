"""Planted bugs are found from outside: by `montmort verify` and a program that prints its plays.

The streams depend on the command, and so on the path of the project.  So each bug gets at least
twice the plays that the slowest of five seeds took (docs/error_rates.md).
"""

import dataclasses
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from tests.verification.planted.bugs import BUGS, SHUFFLES, Bug
from tests.verification.shuffles.buggy_shuffles import (
    DESCRIPTIONS,
    NONE,
    SEVEN_RIFFLES,
    TWO_BYTES_MODULO,
)

PROGRAM = Path(__file__).with_name("bugs.py")
QUICK = {("treize", "points-lost"), ("war", "deal")}
PLAYS = {  # the others get 20,000
    ("treize", "points-lost"): 10_000,
    ("liars-poker", "with-replacement"): 10_000,
    ("five-card-draw", "tie-wins"): 10_000,
    ("persian-monarchs", "roles-fixed"): 10_000,
    ("war", "pair-by-pair"): 10_000,
    ("war", "deal"): 10_000,
    ("treize", "table-stays"): 1_400_000,
    ("treize", "card-doubled"): 150_000,
    ("treize", "card-replaced"): 120_000,
    ("liars-poker", "ace-only-high"): 40_000,
    ("liars-poker", "any-place"): 40_000,
    ("five-card-draw", "42-cards"): 60_000,
    ("five-card-draw", "put-back"): 40_000,
    ("five-card-draw", "to-opponent"): 40_000,
    ("five-card-draw", "last-card-stays"): 40_000,
    ("five-card-draw", "held-by-both"): 40_000,
    ("five-card-draw", "flush-too-high"): 100_000,
    ("persian-monarchs", "tie-taken-of-10"): 50_000,
    ("persian-monarchs", "doubles"): 80_000,
    ("persian-monarchs", "to-the-higher"): 40_000,
}
# found after millions of plays, or in no law of a single field: docs/error_rates.md
NOT_FOUND = {
    ("treize", "rounds-independent"),
    ("persian-monarchs", "tie-taken-of-52"),
    ("war", "deal-kings"),
}


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


def verify(bug: Bug, plays: int) -> int:
    command = [sys.executable, str(PROGRAM), bug.game, bug.name, "{seed}", "{plays}"]
    block = max(10_000, plays // 10)
    asked = ["--plays", str(plays), "--block", str(block), "--command", shlex.join(command)]
    return main(["verify", bug.game, "--experiment", bug.experiment, *flags(bug.rules), *asked])


def cases(*, planted: bool, found: bool = True) -> list[Any]:
    return [
        pytest.param(bug, id="-".join(key), marks=[] if key in QUICK else [pytest.mark.slow])
        for key, bug in BUGS.items()
        if bug.planted == planted and (key not in NOT_FOUND) == found
    ]


@pytest.mark.parametrize("bug", cases(planted=True))
def test_a_program_with_a_bug_is_found(bug: Bug, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify(bug, PLAYS.get((bug.game, bug.name), 20_000)) == 1
    out = capsys.readouterr().out
    assert "INCONSISTENT: " in out or "INVALID: " in out


@pytest.mark.slow
@pytest.mark.parametrize("bug", cases(planted=False))
def test_the_same_program_without_a_bug_is_not(bug: Bug) -> None:
    assert verify(bug, PLAYS.get((bug.game, bug.name), 20_000)) in (0, 3)


@pytest.mark.parametrize("bug", cases(planted=True, found=False))
def test_what_such_a_run_cannot_find_is_no_pass_either(bug: Bug) -> None:
    assert verify(bug, 20_000) in (0, 3)


SHUFFLED = [
    DESCRIPTIONS[bug] for bug in DESCRIPTIONS if bug not in (NONE, SEVEN_RIFFLES, TWO_BYTES_MODULO)
]


@pytest.mark.slow
@pytest.mark.parametrize("description", SHUFFLED)
def test_a_program_with_a_wrong_shuffle_is_found_by_its_cards(description: str) -> None:
    assert verify(SHUFFLES["cards", description], 20_000) == 1


@pytest.mark.slow
def test_the_same_program_that_shuffles_right_is_not() -> None:
    assert verify(SHUFFLES["cards", DESCRIPTIONS[NONE]], 20_000) == 3


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
