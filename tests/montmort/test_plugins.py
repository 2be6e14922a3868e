"""Games of other distributions: found by their entry points, broken ones reported once."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from montmort.games.errors import BadInput
from montmort.verification import crosscheck, plugins, registry

HAZARD = """
from typing import NamedTuple
from montmort import Experiment, Game, Rulebook

class Throw(NamedTuple):
    eyes: int

def throw(chance):
    return Throw(chance.pick([1] * 6) + 1)

BOOK = Rulebook(name="another", title="Hazard", experiments={"t": Experiment.of_play(throw, Throw)})

def game():
    return Game(rulebook=BOOK)
"""
ENTRIES = """[montmort.games]
hazard = hazard_rules:BOOK
chance = hazard_rules:game
broken = no_such_module_at_all:GAME
wrong = hazard_rules:Throw
war = hazard_rules:BOOK
"""


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "hazard_rules.py").write_text(HAZARD)
    info = tmp_path / "hazard_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hazard-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins._found.cache_clear()
    yield tmp_path
    plugins._found.cache_clear()
    sys.modules.pop("hazard_rules", None)


@pytest.mark.usefixtures("distribution")
@pytest.mark.parametrize("name", ["hazard", "chance"])
def test_a_game_of_another_distribution_answers_the_verbs(run: Any, name: str) -> None:
    code, out, _ = run("exact", name, "--json")
    assert (code, json.loads(out)["answers"]["eyes"]["mean"]) == (0, "7/2")
    code, out, _ = run("simulate", name, "--plays", "60", "--seed", "1", "--json")
    assert (code, json.loads(out)["game"]) == (0, name)
    assert run("verify", name, "--margin", "1", "--seed", "1")[0] == 0
    assert run("claims", name)[0] == 0
    assert crosscheck(name, margin=1, seed=1).decision == "CONSISTENT"


@pytest.mark.usefixtures("distribution")
def test_the_list_of_games_has_them_and_names_the_broken(run: Any) -> None:
    code, out, err = run("games", "--json")
    games = {row["game"]: row["title"] for row in json.loads(out)["answers"]["games"]}
    assert code == 0
    assert (games["hazard"], games["war"]) == ("Hazard", registry.GAMES["war"].title)
    assert {"broken", "wrong"}.isdisjoint(games)
    assert [line.split(" cannot")[0] for line in err.splitlines()] == [
        "the game broken of hazard-games",
        "the game wrong of hazard-games",
    ]


@pytest.mark.usefixtures("distribution")
def test_a_broken_game_breaks_no_other(run: Any) -> None:
    code, _, err = run("exact", "broken")
    assert code == 2
    assert err == (
        "montmort exact: the game broken of hazard-games cannot be loaded: "
        "ModuleNotFoundError: No module named 'no_such_module_at_all'\n"
    )
    assert run("exact", "treize", "--ranks", "2", "--suits", "1")[2] == ""
    with pytest.raises(BadInput, match="the game wrong of hazard-games cannot be loaded"):
        registry.find_game("wrong")


def test_entry_points_are_not_read_for_shipped_games() -> None:
    script = (
        "import sys, montmort; from montmort.cli import main; "
        "main(['exact', 'treize', '--ranks', '2', '--suits', '1']); "
        "sys.exit('montmort.verification.plugins' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True)
