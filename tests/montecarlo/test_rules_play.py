"""Compiled rules and plain Python are one experiment: outcomes, streams, run files."""

import json
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.chance import Chance
from montmort.games.errors import BadInput, SimulatorFailed
from montmort.games.experiment import Experiment
from montmort.machine import plays as machine_plays
from montmort.montecarlo import rules_play
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, simulator_of

CALLS: list[str] = []


class Craps(NamedTuple):
    won: bool
    throws: int


class Value(NamedTuple):
    value: int


def craps(chance: Chance) -> Craps:
    point = throws = 0
    while True:
        total = chance.pick([1] * 6) + chance.pick([1] * 6) + 2
        throws += 1
        if throws == 1 and total in (7, 11):
            return Craps(True, throws)
        if throws == 1 and total in (2, 3, 12):
            return Craps(False, throws)
        if throws == 1:
            point = total
        elif total in (point, 7):
            return Craps(total == point, throws)


def always_won(chance: Chance) -> Craps:
    return Craps(True, craps(chance).throws)


def one_pick_more(chance: Chance) -> Craps:
    found = craps(chance)
    return Craps(found.won, found.throws + chance.pick([1, 1]) // 2)


def squares(chance: Chance) -> Value:
    """A number squared until tails: of more than 64 bits in one play of 64."""
    number = 2
    while chance.pick([1, 1]):
        number *= number
    return Value(number)


def seldom(chance: Chance) -> Value:
    """An error in one play of 500."""
    number = chance.pick([1] * 500)
    if number == 7:
        raise LookupError("seven")
    return Value(number)


def large(chance: Chance) -> Value:
    """Always of more than 64 bits."""
    number = 2 + chance.pick([1, 1])
    for _ in range(7):
        number *= number
    return Value(number)


def halves(chance: Chance) -> Value:
    return Value(int(chance.pick([1, 1]) * 0.5))


def experiment_of(play: Any) -> Experiment[Any, Any, Any]:
    outcome = Value if play in (squares, seldom, large, halves) else Craps
    return Experiment.of_play(play, outcome, play.__name__)


@pytest.fixture(autouse=True)
def counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count what is compiled; witnesses are short."""
    CALLS.clear()
    plays_text = machine_plays.plays_text

    def text_of(experiment: Any, rules: object) -> Any:
        CALLS.append(experiment.name)
        return plays_text(experiment, rules)

    monkeypatch.setattr(machine_plays, "plays_text", text_of)
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


@pytest.mark.usefixtures("eager")
def test_what_cannot_be_compiled_is_played_in_plain_python() -> None:
    chosen = simulator(halves)
    assert chosen.count(1, 100) == simulator(halves, False).count(1, 100)
    line = halves.__code__.co_firstlineno + 1
    reason = f"0.5, which is no exact value (test_rules_play.py, line {line})"
    assert chosen.how == f"plain Python: {reason}"
    with pytest.raises(BadInput, match=f"^halves cannot be compiled: {re.escape(reason)}$"):
        simulator(halves, True)
    with pytest.raises(BadInput, match="compiled='yes' must be"):
        simulator(halves, "yes")


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize("error", [TypeError("x\ny"), RecursionError("deep")])
def test_a_failure_of_the_compiler_is_never_the_users(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(_text: Any) -> Any:
        raise error

    monkeypatch.setattr(machine_plays.PlaysText, "assembled", fail)
    chosen = simulator(craps)
    assert chosen.count(1, 100) == simulator(craps, False).count(1, 100)
    assert chosen.how.startswith(f"plain Python: {type(error).__name__}: ")


PLANTED: list[tuple[Any, str]] = [
    (always_won, r"gave \(1, \d+\) in play \d+ and \(0, \d+\)"),
    (one_pick_more, "random numbers"),
]


@pytest.mark.usefixtures("eager")
@pytest.mark.parametrize(("wrong", "sentence"), PLANTED)
@pytest.mark.parametrize("way", ["auto", True])
def test_the_witness_finds_a_planted_error(
    monkeypatch: pytest.MonkeyPatch, wrong: Any, sentence: str, way: Any
) -> None:
    plays_text = machine_plays.plays_text
    monkeypatch.setattr(rules_play, "WITNESS_SECONDS", 10)
    monkeypatch.setattr(
        machine_plays, "plays_text", lambda _, rules: plays_text(experiment_of(wrong), rules)
    )
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
