"""Two true simulators in a few runs, and two that differ."""

import dataclasses

import pytest

from montmort.exact.law import Law
from tests.verification.dependence.ordered_runs import DIE, Ordered, Rng, Rows, true_simulators
from tests.verification.two_samples.true_pairs import false_alarms_of_pairs, judge_of
from tests.verification.verdicts.replications import Rate

RUN = {"number": 8, "plays": 150, "levels": (0.05,)}


def test_everything_is_compared() -> None:
    names = {each.name: [*judge_of(each, 0.05, has_ranges=True).decisions]
             for each in true_simulators()}  # fmt: skip
    assert names["treize game"] == ["points", "passes", "cards"]
    assert "result=win" in names["craps pass"] or len(names["craps pass"]) > 2


def test_simulators_that_differ_are_wrong() -> None:
    turn = {"now": 0}

    def record(rng: Rng, plays: int) -> Rows:
        turn["now"] += 1  # the two take turns
        return rng.integers(1, 7 if turn["now"] % 2 else 5, size=(plays, 1))

    wrong = dataclasses.replace(Ordered.of_law("wrong", DIE), record=record)
    assert false_alarms_of_pairs(wrong, 2, **RUN) == {0.05: 2}


@pytest.mark.slow
def test_true_pairs_seldom_raise_an_alarm() -> None:
    """`benchmarks/judge.py` has more runs."""
    simulators = [Ordered.of_law("coin", Law(weights={0: 1, 1: 1})), *true_simulators()[:4]]
    found = [false_alarms_of_pairs(each, 40, **RUN)[0.05] for each in simulators]
    assert Rate(errors=sum(found), runs=40 * len(simulators)).bound < 0.05
