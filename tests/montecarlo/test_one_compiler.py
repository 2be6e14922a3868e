"""Simulators whose rules are compiled by montmort.machine: counts are those of plain Python."""

import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.machine import plays as machine_plays
from montmort.machine.plays import Plays, PlaysText
from montmort.machine.refusal import CannotCompile
from montmort.montecarlo import rules_play
from montmort.montecarlo.compiled.kernel import Kernel
from montmort.montecarlo.rules_play import FIRST_BLOCK
from montmort.montecarlo.simulator import simulator_of
from montmort.verification.registry import GAMES
from tests.montecarlo.compiled.written_plays import Value, experiment_of, large, seldom, squares

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
    new, old = simulators(game, name, "one", "numba")
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
        simulators("liars-poker", "round", "one")
    with pytest.raises(BadInput, match="cannot be compiled: not compiled: "):
        simulator_of(experiment_of(large), None, game="large", compiled="one")


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compiling always be worth it, and the witness be short."""
    monkeypatch.setattr(rules_play, "MARGIN", 0)
    monkeypatch.setattr(rules_play, "SAMPLE_SECONDS", 0)
    monkeypatch.setattr(rules_play, "WITNESS_SECONDS", 0)


def letters(chance: Chance) -> Value:
    """A play that both compilers accept."""
    word = ""
    while len(word) < 3 and not word.endswith("ab"):
        word = (word + ("a" if chance.pick([1, 1]) else "b"))[:3]
    return Value(len(word))


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("way", ["auto", True])
def test_the_machine_is_asked_first(way: Any) -> None:
    fast, slow = simulators("craps", "pass", way, False)
    rng, twin = (np.random.Generator(np.random.SFC64(3)) for _ in range(2))
    for plays in (500, 700):
        assert fast.count(rng, plays) == slow.count(twin, plays)
    assert rng.random() == twin.random()
    assert fast.how == "compiled from the rules"
    assert isinstance(fast.by_rules._kernel, Plays)
    assert pickle.loads(pickle.dumps(fast)).count(5, 700) == slow.count(5, 700)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("way", ["auto", True])
def test_what_the_machine_refuses_is_compiled_by_the_other_compiler(
    monkeypatch: pytest.MonkeyPatch, way: Any
) -> None:
    def refuse(*_: Any) -> PlaysText:
        raise CannotCompile("not compiled: anything (game.py, line 1)")

    monkeypatch.setattr(machine_plays, "plays_text", refuse)
    fast, slow = (
        simulator_of(experiment_of(letters), None, game="letters", compiled=w) for w in (way, False)
    )
    assert fast.count(3, 600) == slow.count(3, 600)
    assert fast.by_rules is not None
    assert isinstance(fast.by_rules._kernel, Kernel)
    assert fast.how == "compiled from the rules"
    assert pickle.loads(pickle.dumps(fast)).count(5, 700) == slow.count(5, 700)


@pytest.mark.usefixtures("eager")
def test_an_error_of_the_machine_itself_leaves_the_other_compiler(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_text: PlaysText) -> Plays:
        raise RuntimeError("no target")

    monkeypatch.setattr(PlaysText, "assembled", fail)
    (fast,) = simulators("craps", "pass", True)
    assert isinstance(fast.by_rules._kernel, Kernel)
    with pytest.raises(BadInput, match="cannot be compiled: RuntimeError: no target"):
        simulators("craps", "pass", "one")


def test_threads_share_a_kernel_and_processes_make_their_own() -> None:
    (simulator,) = simulators("treize", "game", "one")
    simulator.count(1, FIRST_BLOCK)
    wanted = [simulator.count(seed, 2000) for seed in range(6)]
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(lambda seed: simulator.count(seed, 2000), range(6))] == wanted
    assert pickle.loads(pickle.dumps(simulator)).count(0, 2000) == wanted[0]
