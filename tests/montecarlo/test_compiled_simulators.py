"""Whole simulators from files in plain user style: compiled plays are those of plain Python."""

import numpy as np
import pytest

from montmort.montecarlo.simulator import simulator_of
from tests.machine.own_games import GAMES, experiment_of, module_of, rules_of

QUICK = ["craps"]
SLOW = sorted(set(GAMES) - set(QUICK))


@pytest.mark.parametrize("name", QUICK + [pytest.param(n, marks=pytest.mark.slow) for n in SLOW])
def test_a_game_compiled(name: str) -> None:
    module = module_of(name)
    experiment = experiment_of(module)
    for rules in rules_of(name, module)[:2]:
        fast, slow = (
            simulator_of(experiment, rules, game=name, compiled=way) for way in (True, False)
        )
        rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
        for plays in (40, 1, 400):
            assert fast.count(rng, plays) == slow.count(twin, plays)
            assert fast.by_rules is not None
            fast.by_rules._witnessed += type(fast.by_rules._witnessed)(10**6)  # and now compiled
        assert rng.random() == twin.random()
