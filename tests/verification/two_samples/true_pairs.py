"""How often are two simulators of one law called INCONSISTENT?

Both are one of montmort's own, or draws from one law, with streams of their own.
"""

import enum
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from montmort.exact.law import Law
from montmort.montecarlo.external.outcome_parser import Plays, counted
from montmort.montecarlo.tally import Tally
from montmort.verification.two_samples.judge import PairJudge, compared_of
from montmort.verification.verdicts.decision import Decision, Levels
from tests.verification.dependence.ordered_runs import Ordered

WRONG = Decision.INCONSISTENT, Decision.INVALID


def judge_of(ordered: Ordered, level: float, *, has_ranges: bool) -> PairJudge:
    """Return the judge of all fields; `has_ranges` as of a built-in game, by its laws."""
    laws = {name: ordered.laws[name] for name in ordered.fields if name in ordered.laws}
    kinds = {name: kind for name, law in laws.items() if (kind := kind_of(law)) is not int}
    usual = {n: (min(law), max(law)) for n, law in laws.items() if has_ranges and n not in kinds}
    parts = compared_of(ordered.fields, kinds, {}, usual)
    return PairJudge(parts, margins={}, levels=Levels(reject=level))


def kind_of(law: Any) -> type:
    """Return what the values of a law are: bool, an enum or int."""
    kinds = {type(value) for value in law} if isinstance(law, Law) else {int}
    (kind,) = kinds
    return kind if kind is bool or issubclass(kind, enum.Enum) else int


def looks(ordered: Ordered, rng: np.random.Generator, number: int, plays: int) -> Iterator[Tally]:
    """Yield the tallies of all plays so far, after every block."""
    total: Tally | None = None
    for _ in range(number):
        rows = [tuple(row) for row in ordered.record(rng, plays).tolist()]
        counts: Mapping[str, Any] = counted(Plays(names=ordered.fields, rows=rows, seed="1"), [])
        tally = Tally(experiment="c0", plays=plays, histograms=counts)
        total = tally if total is None else total + tally
        yield total


def is_wrong(ordered: Ordered, run: int, level: float, *, number: int, plays: int) -> bool:
    """Return whether a run is called INCONSISTENT or INVALID; every second one has ranges."""
    judge = judge_of(ordered, level, has_ranges=bool(run % 2))
    sides = [np.random.Generator(np.random.SFC64([1739, run, side])) for side in (0, 1)]
    for first, second in zip(*(looks(ordered, rng, number, plays) for rng in sides), strict=True):
        judge.look(first, second)
    return any(decision in WRONG for decision in judge.decisions.values())


def false_alarms_of_pairs(
    ordered: Ordered, runs: int, *, number: int, plays: int, levels: tuple[float, ...]
) -> dict[float, int]:
    """Return how many runs are wrong at each level; a lower one is judged where a higher was."""
    alarms = dict.fromkeys(levels, 0)
    for run in range(runs):
        for level in sorted(levels, reverse=True):
            if not is_wrong(ordered, run, level, number=number, plays=plays):
                break
            alarms[level] += 1
    return alarms
