"""Compiled rules and plain Python are one experiment: outcomes, streams, run files.

The rules are refused by montmort.machine here, so that montecarlo.compiled compiles them;
`test_one_compiler` has the other half.
"""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.errors import BadInput, SimulatorFailed
from montmort.machine import plays as machine_plays
from montmort.machine.refusal import refuse
from montmort.montecarlo import rules_play
from montmort.montecarlo.compiled import compiler
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, simulator_of
from tests.montecarlo.compiled import written_plays
from tests.montecarlo.compiled.written_plays import (
    CRAPS,
    HEADER,
    compile_written,
    craps,
    experiment_of,
    large,
    seldom,
    squares,
)

CALLS: list[str] = []


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take plays that are written as the second compiler would, and short witnesses."""
    CALLS.clear()

    def refuse_all(_experiment: Any, _rules: object) -> Any:
        refuse("a dictionary", "/games/game.py", 12)

    def compile_counted(experiment: Any, rules: object) -> compiler.CompiledPlay:
        CALLS.append(experiment.name)
        return compile_written(experiment, rules)

    monkeypatch.setattr(machine_plays, "plays_text", refuse_all)
    monkeypatch.setattr(compiler, "compile_experiment", compile_counted)
    monkeypatch.setattr(rules_play, "WITNESS_SECONDS", 0)


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compiling always be worth it."""
    monkeypatch.setattr(rules_play, "MARGIN", 0)
    monkeypatch.setattr(rules_play, "SAMPLE_SECONDS", 0)


def simulator(play: Any, compiled: Any = "auto", size: int = 4096) -> Simulator:
    return simulator_of(
        experiment_of(play), None, game=play.__name__, plays_per_block=size, compiled=compiled
    )


def generator(seed: int) -> np.random.Generator:
    return np.random.Generator(np.random.SFC64(seed))


@pytest.mark.parametrize("play", [craps, squares, large])
@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 700))
def test_counts_are_those_of_plain_python(play: Any, seed: int, plays: int) -> None:
    """Also where numbers leave 64 bits: in some plays, or in all."""
    rng, twin = generator(seed), generator(seed)
    fast, slow = simulator(play, True), simulator(play, False)
    assert fast.count(rng, plays) == slow.count(twin, plays)
    assert fast.count(rng, plays) == slow.count(twin, plays)
    assert rng.random() == twin.random()


@pytest.mark.parametrize("plays", [0, 1, 2, 3000])
def test_records_and_joint_counts_are_those_of_plain_python(plays: int) -> None:
    fast, slow = simulator(craps, True), simulator(craps, False)
    assert np.array_equal(fast.record(5, plays), slow.record(5, plays))
    groups = [("won", "throws")]
    assert fast.count_jointly(6, plays, groups) == slow.count_jointly(6, plays, groups)


def test_an_error_of_the_rules_is_that_of_plain_python() -> None:
    rng, twin = generator(3), generator(3)
    for chosen, compiled in ((rng, True), (twin, False)):
        with pytest.raises(LookupError, match="seven"):
            simulator(seldom, compiled).count(chosen, 10**5)
    assert repr(rng.bit_generator.state) == repr(twin.bit_generator.state)


def test_a_generator_of_another_kind_plays_in_plain_python() -> None:
    rng, twin = (np.random.Generator(np.random.Philox(1)) for _ in range(2))
    fast, slow = simulator(craps, True), simulator(craps, False)
    assert fast.count(rng, 50) == slow.count(twin, 50)
    assert rng.random() == twin.random()


def test_identity_and_label_do_not_depend_on_the_way() -> None:
    fast, slow, auto = (simulator(craps, way) for way in (True, False, "auto"))
    assert fast.identity == slow.identity == auto.identity
    assert fast.label == slow.label == "craps (version 1, reference rules)"
    assert fast.how == "compiled from the rules"
    assert slow.how == "plain Python"
    assert auto.how == "plain Python, too few plays to compile"


def test_few_plays_are_not_compiled() -> None:
    chosen = simulator(craps)
    chosen.count(1, 200)
    assert chosen.how == "plain Python, too few plays to compile"
    assert CALLS == []


@pytest.mark.usefixtures("eager")
def test_many_plays_are_compiled_once() -> None:
    chosen = simulator(craps)
    found = [chosen.count(seed, 500) for seed in range(3)]
    assert found == [simulator(craps, False).count(seed, 500) for seed in range(3)]
    assert chosen.how == "compiled from the rules"
    assert CALLS == ["craps"]


def test_plain_python_that_has_taken_long_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_play, "REPAID", 0)
    monkeypatch.setattr(rules_play, "SAMPLE_SECONDS", 0)
    chosen = simulator(craps)
    chosen.count(1, 50)
    assert chosen.how == "compiled from the rules"


def coins(chance: Any) -> written_plays.Value:
    return written_plays.Value(chance.pick([1, 1]))


@pytest.mark.usefixtures("eager")
def test_what_cannot_be_compiled_is_played_in_plain_python() -> None:
    chosen = simulator(coins)
    assert chosen.count(1, 100) == simulator(coins, False).count(1, 100)
    assert chosen.how == "plain Python: a dict in line 12 of game.py: use a tuple"
    with pytest.raises(BadInput, match="coins cannot be compiled: a dict in line 12 of game"):
        simulator(coins, True)
    with pytest.raises(BadInput, match="compiled='yes' must be"):
        simulator(coins, "yes")


def test_where_the_compilers_stop_at_different_lines_the_first_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse_later(_experiment: Any, _rules: object) -> Any:
        refuse("a float", "/games/game.py", 14)

    monkeypatch.setattr(machine_plays, "plays_text", refuse_later)
    with pytest.raises(BadInput, match=r"^coins cannot be compiled: a float \(game.py, line 14\)$"):
        simulator(coins, True)


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("error", [TypeError("x\ny"), RecursionError("deep")])
def test_a_failure_of_the_compiler_is_never_the_users(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(experiment: Any, rules: object) -> compiler.CompiledPlay:
        raise error

    monkeypatch.setattr(compiler, "compile_experiment", fail)
    chosen = simulator(craps)
    assert chosen.count(1, 100) == simulator(craps, False).count(1, 100)
    assert f"the rules cannot be compiled ({type(error).__name__}: " in chosen.how


@pytest.mark.usefixtures("eager")
def test_text_that_numba_refuses_is_played_in_plain_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plant(monkeypatch, '    return {"a": object()}, 1\n')
    chosen = simulator(craps)
    assert chosen.count(1, 100) == simulator(craps, False).count(1, 100)
    assert "numba cannot compile the rules (TypingError" in chosen.how


def plant(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    def planted(experiment: Any, rules: object) -> compiler.CompiledPlay:
        return compiler.CompiledPlay(HEADER + text, experiment.fields, 16)

    monkeypatch.setattr(compiler, "compile_experiment", planted)


PLANTED: list[tuple[str, str, str]] = [
    ("return 0, throws", "return 1, throws", r"gave \(1, 1\) in play \d+ and \(0, 1\)"),
    ("return 1, throws", "return pick_uniform(chance, 1), throws", r"gave \(0, 1\) in play"),
    ("return 1, throws", "return 1 + pick_uniform(chance, 2) // 2, throws", "random numbers"),
]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("text", "wrong", "sentence"), PLANTED)
@pytest.mark.parametrize("way", ["auto", True])
def test_the_witness_finds_a_planted_error(
    monkeypatch: pytest.MonkeyPatch, text: str, wrong: str, sentence: str, way: Any
) -> None:
    assert text in CRAPS
    monkeypatch.setattr(rules_play, "WITNESS_SECONDS", 10)
    plant(monkeypatch, CRAPS.replace(text, wrong))
    with pytest.raises(SimulatorFailed, match=sentence) as caught:
        simulator(craps, way).count(1, 2000)
    assert "--interpreted" in str(caught.value)
    with pytest.raises(SimulatorFailed, match=sentence):
        list(play_blocks(simulator(craps, way), plays=10**4, seed=1))


@pytest.mark.usefixtures("eager")
def test_plays_that_often_raise_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_play, "FIRST_BLOCK", 100)
    chosen = simulator(large)
    assert chosen.count(1, 1000) == simulator(large, False).count(1, 1000)
    assert chosen.how.startswith("plain Python: too many plays")


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("workers", [1, 2])
def test_blocks_are_those_of_plain_python(workers: int) -> None:
    asked: dict[str, Any] = {"plays": 1000, "seed": 7, "workers": workers}
    fast, slow = (
        sorted(play_blocks(simulator(craps, way, size=300), **asked), key=lambda b: b.number)
        for way in (True, False)
    )
    assert fast == slow
    assert [block.tally.label for block in fast] == [block.tally.label for block in slow]


def lines(path: Path) -> list[dict[str, Any]]:
    entries = [json.loads(line) for line in path.read_text().splitlines()]
    return [
        {key: value for key, value in entry.items() if key not in ("seconds", "check")}
        for entry in entries
    ]


@pytest.mark.parametrize(("first", "second"), [(False, True), (True, False), ("auto", True)])
def test_a_run_may_be_resumed_the_other_way(tmp_path: Path, first: Any, second: Any) -> None:
    def save(name: str, way: Any, plays: int) -> Path:
        path = tmp_path / name
        run = saved_run(simulator(craps, way, size=100), seed=5, save=path)
        for _ in run.blocks(plays=plays, workers=1):
            pass
        return path

    save("both", first, 300)
    assert lines(save("both", second, 950)) == lines(save("one", False, 950))


def test_a_simulator_can_be_sent_to_another_process() -> None:
    chosen = simulator(craps, True)
    sent: Simulator = pickle.loads(pickle.dumps(chosen))
    assert sent.how == "compiled from the rules"
    assert sent.count(3, 400) == chosen.count(3, 400)


def test_prepare_leaves_short_runs_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    chosen = simulator(craps)
    assert chosen.by_rules is not None
    original: Callable[..., Any] = chosen.by_rules._play

    def play(rng: Any, plays: int) -> Any:
        played.append(plays)
        return original(rng, plays)

    monkeypatch.setattr(chosen.by_rules, "_play", play)
    chosen.by_rules.prepare(generator(1), 1000)
    assert 0 < sum(played) <= 1000 // 32
    assert not chosen.by_rules.is_compiled
