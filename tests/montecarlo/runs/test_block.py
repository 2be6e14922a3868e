"""Blocks: each has its own stream, also when it is shortened."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, SimulatorFailed
from montmort.games.treize import EXPERIMENTS, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.runs.block import (
    checked_seed,
    draw_seed,
    play_block,
    seed_sequence,
    stream,
)
from montmort.montecarlo.simulator import simulator_of

WORDS = st.integers(0, 2**64 - 1)
KEYS = st.tuples(WORDS, st.integers(0, 2**128 - 1), st.integers(0, 2**40))


def test_stream_is_the_documented_one():
    words = (0x12345678, 0x9ABCDEF0)  # of the experiment, most significant first
    sequence = np.random.SeedSequence(1713, spawn_key=(*words, 5))
    expected = np.random.Generator(np.random.SFC64(sequence)).random(4)
    assert stream("123456789abcdef0", 1713, 5).random(4).tolist() == expected.tolist()


@given(KEYS, KEYS)
def test_blocks_experiments_and_seeds_have_different_streams(one, other):
    first, second = (
        tuple(seed_sequence(f"{experiment:016x}", seed, number).generate_state(4).tolist())
        for experiment, seed, number in (one, other)
    )
    assert (first == second) == (one == other)


def test_adjacent_blocks_have_different_streams():
    starts = {
        (experiment, seed, number): stream(f"{experiment:016x}", seed, number).random()
        for experiment in (0, 1, 2**32, 2**32 + 1, 2**63)
        for seed in (0, 1, 2**32, 2**64)
        for number in (0, 1, 2, 2**32, 2**32 + 1)
    }
    assert len(set(starts.values())) == len(starts)


def test_a_shortened_block_is_a_prefix():
    simulator = treize.simulator(Rules())
    whole = simulator.record(stream(simulator.identity, 7, 3), 500)
    cut = play_block(simulator, 7, 3, 200)
    assert cut.histograms["cards"] == dict(sorted(Counter(whole[:200, 2].tolist()).items()))


def test_joint_histograms_do_not_change_the_others():
    simulator = treize.simulator(Rules(ranks=3, suits=1))
    plain = play_block(simulator, 7, 0, 300)
    joint = play_block(simulator, 7, 0, 300, groups=[("points", "passes")])
    records = simulator.record(stream(simulator.identity, 7, 0), 300)
    assert joint.histograms == plain.histograms
    assert joint.joint == {("points", "passes"): Counter(map(tuple, records[:, :2].tolist()))}
    assert plain.joint == {}


def test_a_block_describes_itself():
    simulator = treize.simulator(Rules())
    block = play_block(simulator, 7, 3, 10)
    assert (block.experiment, block.seed, block.number) == (simulator.identity, 7, 3)
    assert block.plays == 10
    assert block.seconds >= 0
    assert block.tally.label == "treize game, ranks=13, suits=4 (version 1, compiled)"


def test_an_error_names_its_block():
    def fails(*_):
        raise ZeroDivisionError

    simulator = simulator_of(EXPERIMENTS["game"], Rules(), game="treize")
    object.__setattr__(simulator, "counter", fails)
    with pytest.raises(SimulatorFailed) as caught:
        play_block(simulator, 7, 3, 10)
    where = f"in block 3 of {simulator.label}, seed 7"
    assert str(caught.value) == f"ZeroDivisionError, {where}"
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    object.__setattr__(simulator, "compiled", True)  # an error in a kernel keeps its type
    with pytest.raises(ZeroDivisionError) as ours:
        play_block(simulator, 7, 3, 10)
    assert ours.value.__notes__ == [f"in block 3 of {simulator.label}, seed 7"]


@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "1713"])
def test_seeds_out_of_range(seed):
    with pytest.raises(BadInput, match="must be an integer from 0"):
        checked_seed(seed)


def test_fresh_seeds_differ():
    seeds = {draw_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(0 <= seed < 2**64 for seed in seeds)
