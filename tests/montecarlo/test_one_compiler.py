"""Simulators whose rules are compiled by montmort.machine: counts are those of plain Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from montmort.games.errors import BadInput
from montmort.montecarlo.rules_play import FIRST_BLOCK
from montmort.montecarlo.simulator import simulator_of
from montmort.verification.registry import GAMES
from tests.montecarlo.compiled.written_plays import experiment_of, large, seldom, squares

SHELF = [("treize", "game"), ("craps", "pass"), ("baccarat", "hand"), ("waldegrave", "pool")]


def simulators(game: str, name: str, *ways: Any) -> list[Any]:
    book = GAMES[game].rulebook
    made = (simulator_of(book.experiment(name), book.usual, game=game, compiled=w) for w in ways)
    return [*made]


@pytest.mark.parametrize(("game", "name"), SHELF)
def test_counts_are_those_of_plain_python(game: str, name: str) -> None:
    fast, slow = simulators(game, name, "one", False)
    assert fast.how == "compiled from the rules"
    rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
    for plays in (FIRST_BLOCK, 1, 500):  # first with its witness, then compiled alone
        assert fast.count(rng, plays) == slow.count(twin, plays)
    assert rng.random() == twin.random()


@pytest.mark.parametrize(("game", "name"), SHELF)
def test_counts_are_those_of_the_other_compiler(game: str, name: str) -> None:
    new, old = simulators(game, name, "one", True)
    rng, twin = (np.random.Generator(np.random.SFC64(4)) for _ in range(2))
    assert new.count(rng, 50_000) == old.count(twin, 50_000)
    assert rng.random() == twin.random()


def test_plays_beyond_64_bits_are_made_in_plain_python() -> None:
    experiment = experiment_of(squares)
    fast, slow = (
        simulator_of(experiment, None, game="squares", compiled=way) for way in ("one", False)
    )
    rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
    for plays in (FIRST_BLOCK, 700):
        assert fast.count(rng, plays) == slow.count(twin, plays)
    assert rng.random() == twin.random()


def test_an_error_of_the_rules_is_that_of_plain_python() -> None:
    simulator = simulator_of(experiment_of(seldom), None, game="seldom", compiled="one")
    with pytest.raises(LookupError, match="seven"):
        simulator.count(1, 10**5)


def test_rules_that_are_refused() -> None:
    with pytest.raises(BadInput, match="cannot be compiled: not compiled: "):
        simulators("war", "game", "one")
    with pytest.raises(BadInput, match="cannot be compiled: not compiled: "):
        simulator_of(experiment_of(large), None, game="large", compiled="one")


def test_threads_share_a_kernel_and_processes_make_their_own() -> None:
    (simulator,) = simulators("treize", "game", "one")
    simulator.count(1, FIRST_BLOCK)
    wanted = [simulator.count(seed, 2000) for seed in range(6)]
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(lambda seed: simulator.count(seed, 2000), range(6))] == wanted
    assert pickle.loads(pickle.dumps(simulator)).count(0, 2000) == wanted[0]
