"""The judge of two simulators: its base, its ranges, and its union bound."""

import enum
from collections.abc import Mapping
from fractions import Fraction

import pytest

from montmort.games.errors import BadInput
from montmort.montecarlo.tally import Tally
from montmort.verification import Levels
from montmort.verification.two_samples.judge import PairJudge, compared_of
from montmort.verification.two_samples.looks import SamePlays, looks_in_step


class Result(enum.Enum):
    WIN = 1
    LOSS = 2


def tally(**histograms: Mapping[int, int]) -> Tally:
    plays = sum(next(iter(histograms.values())).values())
    return Tally(experiment="c0", plays=plays, histograms=histograms)


def judge_of(*fields: str, **kinds: type) -> PairJudge:
    return PairJudge(compared_of(fields, kinds, {}), margins={})


def test_the_base_is_not_counted() -> None:
    judge = judge_of("x")
    base = tally(x={0: 60, 4: 40}), tally(x={0: 50, 2: 50})
    judge.look(*base)
    (verdict,) = judge.verdicts()
    assert (verdict.plays, verdict.estimates, verdict.decision) == ((0, 0), None, "INCONCLUSIVE")
    assert "only fix ranges and margins" in verdict.reason
    judge.look(tally(x={0: 60, 4: 45}), tally(x={0: 50, 2: 50, 9: 15}))
    (verdict,) = judge.verdicts()
    assert verdict.plays == (5, 15)
    assert verdict.estimates == (4.0, 4.0)  # 9 counts as 4
    assert verdict.beyond == (0, 15)
    assert (verdict.low, verdict.high) == (0, 4)
    assert "0 and 15 plays beyond the range" in str(verdict)


def test_the_default_margin_comes_from_the_base() -> None:
    judge = judge_of("x")
    judge.look(tally(x={0: 50, 4: 50}), tally(x={0: 50, 4: 50}))
    assert judge.verdicts()[0].margin == Fraction(2, 100)


def test_more_quantities_need_more_evidence() -> None:
    judge = judge_of("x", "y")
    for n in (1, 20):
        first = tally(x={0: 100 * n}, y={0: 100 * n})
        second = tally(x={0: 100 * n}, y={0: 100, 1: 100 * (n - 1)} if n > 1 else {0: 100})
        judge.look(first, second)
    same, differs = judge.verdicts()
    assert same.decision == "INCONCLUSIVE"
    assert differs.decision == "INCONSISTENT"
    assert "reached 6.30, level 1e-06 over 2 judged" in differs.reason


def test_levels_are_those_given() -> None:
    parts = compared_of(["x"], {}, {})
    judge = PairJudge(parts, margins={}, levels=Levels(reject=0.5, accept=0.5))
    judge.look(tally(x={0: 9, 1: 9}), tally(x={0: 9, 1: 9}))
    judge.look(tally(x={0: 9, 1: 19}), tally(x={0: 19, 1: 9}))
    assert judge.decisions == {"x": "INCONSISTENT"}


def test_an_undeclared_member_is_invalid() -> None:
    judge = judge_of("result", result=Result)
    judge.look(tally(result={1: 5, 2: 5}), tally(result={1: 5, 3: 5}))
    assert judge.is_invalid
    assert "not a declared outcome" in judge.verdicts()[0].reason
    judge.invalid("another reason")
    assert "not a declared outcome" in judge.verdicts()[0].reason


def test_looks_end_with_the_shorter_and_keep_in_step() -> None:
    def tallies(*plays: int) -> list[Tally]:
        return [tally(x={0: n}) for n in plays]

    pairs = looks_in_step(iter(tallies(2, 4, 6)), iter(tallies(3, 6, 9, 12)))
    assert [(one.plays, other.plays) for one, other in pairs] == [(4, 3), (6, 6)]


def test_equal_counts_by_chance_are_not_refused() -> None:
    same = SamePlays(["x"])
    for n in range(1, 20):
        same.look(tally(x={0: 2 * n, 1: n}), tally(x={0: 2 * n, 1: n}))
    same.look(tally(x={0: 100, 1: 90}), tally(x={0: 100, 1: 90}))
    equal = [tally(x=dict.fromkeys(range(9), 200 + 50 * n)) for n in range(9)]
    with pytest.raises(BadInput, match="the same plays up to play 1,800"):
        show(same, equal)


def show(same: SamePlays, looks: list[Tally]) -> None:
    for tally in looks:
        same.look(tally, tally)
