"""The planted bugs that default margins let pass are those of the page, and are named."""

import re
from pathlib import Path
from typing import Any

import pytest

from montmort.cli import main
from montmort.verification.registry import GAMES, find_game
from tests.verification.planted.bugs import BUGS

PAGE = Path(__file__).parents[3] / "docs/error_rates.md"
ROW = re.compile(r"^\| ([\w-]+) \| (.+?) \| ([\d,]+) \| ([\d,]+) \| .+ \|$", re.MULTILINE)


def declared() -> list[tuple[str, str, str, int]]:
    games = [(name, find_game(name)) for name in GAMES]
    return [
        (name, experiment, bug.description, bug.plays)
        for name, game in games
        if game is not None
        for experiment, bug in game.hardest_bugs.items()
    ]


@pytest.mark.parametrize(("name", "experiment", "description", "plays"), declared())
def test_a_hardest_bug_is_the_last_of_the_page(
    name: str, experiment: str, description: str, plays: int
) -> None:
    (planted,) = (
        bug for bug in BUGS.values() if (bug.game, bug.description) == (name, description)
    )
    game = find_game(name)
    assert game is not None
    assert (planted.experiment, planted.rules) == (experiment, game.rulebook.usual)
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    needed = {bug: int(most.replace(",", "")) for game, bug, _, most in rows if game == name}
    assert plays == needed[description] == max(needed.values())


def test_there_are_such_bugs() -> None:
    assert [(name, experiment) for name, experiment, _, _ in declared()] == [
        ("persian-monarchs", "hand"),
        ("treize", "game"),
    ]


@pytest.mark.parametrize(
    ("rules", "expected"), [([], True), (["--ranks", "3"], False), (["--margin", "0.5"], True)]
)
def test_a_bug_that_may_pass_is_named(rules: list[str], expected: bool, capsys: Any) -> None:
    margin = [] if "--margin" in rules else ["--margin", "0.05", "--margin", "cards=1"]
    assert main(["verify", "treize", *rules, *margin, "--seed", "1"]) == 0
    sentence = (
        "not judged, bugs as small as one that was planted, every round from a fresh deck: it was "
        "found in 28,580,585 plays; --plays 28580585 would find such"
    )
    assert (sentence in " ".join(capsys.readouterr().out.split())) is expected
