"""True simulators, judged at everything in a few runs, and one that is not true."""

import numpy as np
import pytest

from montmort.exact.law import Law
from montmort.verification.dependence.successive_plays import EQUAL_BLOCKS, OF_CELLS, STRETCHES
from montmort.verification.own_simulators.replays import CHANCE, RULES
from tests.verification.dependence.ordered_runs import (
    DIE,
    Ordered,
    Rng,
    Rows,
    false_alarms,
    true_simulators,
    true_simulators_with_picks,
)
from tests.verification.verdicts.replications import Rate


def test_everything_is_judged() -> None:
    die = Ordered.of_law("a die", DIE)
    names = [part.quantity.field for part in die.judged]
    assert names == ["value", *OF_CELLS, STRETCHES, EQUAL_BLOCKS]
    rare = Ordered.of_law("rare", Law(weights={0: 999, 1: 1}))
    assert STRETCHES not in [part.quantity.field for part in rare.judged]


def test_picks_are_judged_too() -> None:
    simulator = true_simulators_with_picks()[0]
    names = [part.quantity.field for part in simulator.judged]
    assert {RULES, *CHANCE, STRETCHES, EQUAL_BLOCKS} < {*names}
    assert false_alarms(simulator, 1, number=3, plays=60, levels=(1e-6,)) == {1e-6: 0}


def test_plays_that_depend_on_each_other_are_wrong() -> None:
    def twice(rng: Rng, plays: int) -> Rows:
        return rng.integers(1, 7, size=(plays // 2, 1)).repeat(2, axis=0)

    def again(rng: Rng, plays: int) -> Rows:
        return np.tile(rng.integers(1, 7, size=(plays // 2, 1)), (2, 1))

    for record in twice, again:
        wrong = Ordered(name="wrong", fields=("value",), record=record, laws={"value": DIE})
        assert false_alarms(wrong, 3, number=10, plays=200, levels=(0.05, 1e-6)) == {
            0.05: 3,
            1e-6: 3,
        }


@pytest.mark.slow
def test_true_simulators_seldom_raise_an_alarm() -> None:
    """`benchmarks/judge.py` has more runs."""
    simulators, runs = true_simulators(), 20
    found = [
        false_alarms(each, runs, number=8, plays=150, levels=(0.05,))[0.05] for each in simulators
    ]
    assert Rate(errors=sum(found), runs=runs * len(simulators)).bound < 0.05
