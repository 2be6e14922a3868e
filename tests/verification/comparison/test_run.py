"""The crosscheck: the same verdicts for any workers, any order and after an interruption."""

import enum
from concurrent.futures import Executor, Future
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from montmort.exact.law import Law
from montmort.games.errors import BadInput, InvalidCounts, UnknownName
from montmort.games.treize import Rules
from montmort.montecarlo import treize as kernel
from montmort.montecarlo.tally import Tally
from montmort.verification import Crosscheck, Decision, crosscheck
from montmort.verification.verdicts.quantities import horizon_of, quantities_of_field

SMALL = Rules(ranks=3, suits=2)


def evidence(result: Crosscheck) -> list[tuple[Any, ...]]:
    return [(v.field, v.decision, v.log10_e, v.plays, v.interval) for v in result.verdicts]


@pytest.fixture(scope="module")
def alone() -> Crosscheck:
    return crosscheck("treize", SMALL, plays=30_000_000, seed=1713, workers=1)


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, 8])
def test_workers_change_nothing(alone: Crosscheck, workers: int) -> None:
    result = crosscheck("treize", SMALL, plays=30_000_000, seed=1713, workers=workers)
    assert evidence(result) == evidence(alone)
    assert result.tally == alone.tally


class LastFirst(Executor):
    """Runs the waiting tasks in the opposite order."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any, Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 2:
            while self.waiting:
                future_, fn_, args_ = self.waiting.pop()
                future_.set_result(fn_(*args_))
        return future


@pytest.mark.slow
def test_the_order_of_completion_changes_nothing(alone: Crosscheck) -> None:
    blocks = -(-30_000_000 // kernel.simulator(SMALL).plays_per_block)
    assert blocks % 2 == 0  # the executor waits for pairs
    result = crosscheck(
        "treize", SMALL, plays=30_000_000, seed=1713, executor=LastFirst(), workers=1
    )
    assert evidence(result) == evidence(alone)


def test_an_interrupted_run_keeps_the_verdicts_of_what_was_counted() -> None:
    def interrupt(plays: int, judge: Any) -> None:
        raise KeyboardInterrupt

    cut = crosscheck("treize", SMALL, plays=30_000_000, seed=1713, workers=1, watch=interrupt)
    assert cut.interrupted
    block = kernel.simulator(SMALL).plays_per_block
    assert {verdict.plays for verdict in cut.verdicts} == {block}
    whole = crosscheck("treize", SMALL, plays=block, seed=1713, workers=2)
    assert evidence(cut) == evidence(whole)


def test_without_a_number_of_plays_the_run_ends_when_all_is_decided() -> None:
    result = crosscheck("treize", SMALL, seed=3, margins={"points": Fraction(1, 100)})
    assert result.decision is Decision.CONSISTENT
    assert not result.interrupted
    assert [v.margin for v in result.verdicts if v.field == "points"] == [Fraction(1, 100)]


def test_too_few_plays_are_inconclusive() -> None:
    result = crosscheck("treize", SMALL, plays=100, seed=3)
    assert result.decision is Decision.INCONCLUSIVE
    assert result.tally is not None
    assert result.tally.plays == 100


def test_another_deck_is_found_out() -> None:
    result = crosscheck("treize", Rules(ranks=3, suits=3), against=SMALL, plays=10**6, seed=3)
    assert result.decision in {Decision.INCONSISTENT, Decision.INVALID}
    assert str(result).count("\n") == 2


def test_unknown_fields_are_reported() -> None:
    with pytest.raises(UnknownName, match="'whist'"):
        crosscheck("whist")
    with pytest.raises(UnknownName, match="no field 'trumps'"):
        crosscheck("treize", SMALL, plays=10, margins={"trumps": Fraction(1)})
    with pytest.raises(UnknownName, match="experiment"):
        crosscheck("treize", SMALL, plays=10, experiment="deal")
    with pytest.raises(BadInput, match="margin"):
        crosscheck("treize", SMALL, plays=10, margin=Fraction(0))


def test_the_horizon_is_the_smallest_beyond_which_little_is_left() -> None:
    law = Law(weights={0: 10**9 - 2, 1: 1}, total=10**9, horizon=1)
    assert horizon_of("x", law) == 1
    assert horizon_of("x", Law(weights={0: 10**9 - 1}, total=10**9, horizon=3)) == 0
    with pytest.raises(BadInput, match="extend the law"):
        horizon_of("x", Law(weights={0: 1}, total=2))


class Result(enum.Enum):
    WIN = "win"
    TIE = "tie"
    LOSS = "loss"


def test_an_enum_is_judged_value_by_value() -> None:
    parts = list(quantities_of_field("result", Law(weights={Result.LOSS: 3, Result.WIN: 1})))
    assert [(p.quantity.field, p.quantity.mean, p.value) for p in parts] == [
        ("result=win", Fraction(1, 4), 0),
        ("result=tie", 0, 1),
        ("result=loss", Fraction(3, 4), 2),
    ]
    counted = Tally(experiment="e0", plays=5, histograms={"result": {0: 2, 2: 3}})
    assert [part.histogram(counted) for part in parts] == [{0: 3, 1: 2}, {0: 5, 1: 0}, {0: 2, 1: 3}]
    strange = Tally(experiment="e0", plays=5, histograms={"result": {0: 2, 3: 3}})
    with pytest.raises(InvalidCounts, match="result gave 3"):
        parts[0].histogram(strange)


def test_counts_that_cannot_be_true_are_invalid() -> None:
    def contradict(rules: Rules, rng: Any, plays: int) -> dict[str, dict[int, int]]:
        return {"points": {0: plays}, "passes": {1: plays - 1}, "cards": {6: plays}}

    honest = kernel.simulator(SMALL)
    result = crosscheck("treize", SMALL, simulator=replace(honest, counter=contradict), plays=10)
    assert {verdict.decision for verdict in result.verdicts} == {Decision.INVALID}


def test_a_simulator_may_report_only_some_fields() -> None:
    from tests.verification.treize import buggy_treize as bugs

    simulator = bugs.buggy(bugs.NONE, fields=("points",))
    result = crosscheck("treize", simulator=simulator, plays=10**5, seed=1)
    assert [verdict.field for verdict in result.verdicts] == ["points"]
