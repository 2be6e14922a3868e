"""Whole simulators from files in plain user style: compiled plays are those of plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from montmort.montecarlo.rules_play import Way
from montmort.montecarlo.simulator import simulator_of
from tests.machine.own_games import GAMES, experiment_of, module_of, rules_of

ROOT = Path(__file__).parents[3]
QUICK = ["craps"]
SLOW = sorted(set(GAMES) - set(QUICK))

HELPER = "def dice(chance):\n    return chance.pick([1] * 6) + 1\n"
GAME = """
from helper import dice

def play(chance):
    return dice(chance) + dice(chance)
"""
SCRIPT = """
import json, sys
from montmort.montecarlo.simulator import simulator_of
from montmort.verification.external.own_game import experiment_of
from game import play

counts = []
for way in ("numba", False):
    simulator = simulator_of(experiment_of(play), None, game="dice", compiled=way)
    counts.append(simulator.count(7, 10000)["value"])
assert counts[0] == counts[1]
print(json.dumps(sorted(counts[0])))
"""


@pytest.mark.parametrize("name", QUICK + [pytest.param(n, marks=pytest.mark.slow) for n in SLOW])
def test_a_game_compiled(name: str) -> None:
    module = module_of(name)
    experiment = experiment_of(module)
    for rules in rules_of(name, module)[:2]:
        ways: tuple[Way, Way] = "numba", False
        fast, slow = (simulator_of(experiment, rules, game=name, compiled=way) for way in ways)
        rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
        for plays in (40, 1, 400):
            assert fast.count(rng, plays) == slow.count(twin, plays)
            assert fast.by_rules is not None
            fast.by_rules._witnessed += type(fast.by_rules._witnessed)(10**6)  # and now compiled
        assert rng.random() == twin.random()


def run(folder: Path) -> Any:
    environment = os.environ | {
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPATH": f"{ROOT}{os.pathsep}{folder}",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(ended.stdout)


@pytest.mark.slow
def test_a_change_in_another_file_is_compiled_again(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME)
    (tmp_path / "helper.py").write_text(HELPER)
    assert run(tmp_path) == list(range(2, 13))
    modules = tmp_path / "cache" / "montmort" / "compiled"
    assert len(list(modules.glob("*.py"))) == 1
    assert run(tmp_path) == list(range(2, 13))
    assert len(list(modules.glob("*.py"))) == 1
    (tmp_path / "helper.py").write_text(HELPER.replace("6", "4"))
    assert run(tmp_path) == list(range(2, 9))
    assert len(list(modules.glob("*.py"))) == 2
