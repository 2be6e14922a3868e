"""Simulators whose rules are compiled by montmort.machine: counts are those of plain Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from montmort.montecarlo.rules_play import FIRST_BLOCK
from montmort.montecarlo.simulator import simulator_of
from montmort.verification.registry import GAMES

SHELF = [("treize", "game"), ("craps", "pass"), ("baccarat", "hand"), ("waldegrave", "pool")]


def simulators(game: str, name: str, *ways: Any) -> list[Any]:
    book = GAMES[game].rulebook
    made = (simulator_of(book.experiment(name), book.usual, game=game, compiled=w) for w in ways)
    return [*made]


@pytest.mark.parametrize(("game", "name"), SHELF)
def test_counts_are_those_of_plain_python(game: str, name: str) -> None:
    fast, slow = simulators(game, name, True, False)
    assert fast.how == "compiled from the rules"
    rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
    for plays in (FIRST_BLOCK, 1, 500):  # first with its witness, then compiled alone
        assert fast.count(rng, plays) == slow.count(twin, plays)
    assert rng.random() == twin.random()


def test_threads_share_a_kernel_and_processes_make_their_own() -> None:
    (simulator,) = simulators("treize", "game", True)
    simulator.count(1, FIRST_BLOCK)
    wanted = [simulator.count(seed, 2000) for seed in range(6)]
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(lambda seed: simulator.count(seed, 2000), range(6))] == wanted
    assert pickle.loads(pickle.dumps(simulator)).count(0, 2000) == wanted[0]
