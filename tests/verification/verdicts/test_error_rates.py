"""The error rates of the judge, on a small scale; `benchmarks/judge.py` measures more runs.

Seeds are fixed.  A rate is compared by its upper 99 % bound.
"""

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from scipy.stats import t

from montmort.verification.verdicts import judge as verdict
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.e_values import Histogram
from montmort.verification.verdicts.judge import Judge
from tests.verification.planted.bugs import BUGS, SHUFFLES
from tests.verification.planted.searches import search
from tests.verification.verdicts.rational_evidence import (
    Law,
    histograms,
    mean_of,
    means_under,
    twin_above,
    twin_below,
)
from tests.verification.verdicts.replications import (
    PAYOFFS,
    Rate,
    Replications,
    decided,
    ever_inconsistent,
    false_alarms,
    false_passes,
    missed,
    missed_by_a_bound,
    rates,
    t_tests_fired,
)

LEVEL = 0.05
each_payoff = pytest.mark.parametrize("law", PAYOFFS.values(), ids=PAYOFFS)


@each_payoff
def test_the_judge_keeps_its_levels_and_t_tests_do_not(law: Law) -> None:
    figures = {
        "alarm": partial(false_alarms, level=LEVEL),
        "pass, claim too high": partial(false_passes, level=LEVEL, sign=1),
        "pass, claim too low": partial(false_passes, level=LEVEL, sign=-1),
        "interval": partial(missed, level=LEVEL),
        "lower bound": partial(missed_by_a_bound, level=LEVEL, sign=1),
        "upper bound": partial(missed_by_a_bound, level=LEVEL, sign=-1),
    }
    asked = Replications(law=law, runs=400, looks=100)
    found = rates(asked, figures)
    assert {name: rate.bound for name, rate in found.items() if rate.bound >= LEVEL} == {}
    naive = rates(asked, {"t": partial(t_tests_fired, level=LEVEL)})
    assert naive["t"].errors > 400 / 4


@each_payoff
@pytest.mark.parametrize("sign", [1, -1])
def test_a_claim_off_by_twice_delta_is_found(law: Law, sign: int) -> None:
    # the test above would pass with evidence that never grows
    asked = Replications(law=law, runs=10, looks=100)
    claim = asked.quantity(off=sign * asked.delta * Fraction(19, 10))
    (part,) = asked.parts()
    found = [decided(Judge([claim], margins={"x": asked.delta}), asked, run) for run in part.counts]
    assert found.count(Decision.INCONSISTENT) >= 9


@each_payoff
def test_a_true_claim_passes(law: Law) -> None:
    asked = Replications(law=law, runs=10, looks=100)
    (part,) = asked.parts()
    margins = {"x": asked.delta}
    found = [decided(Judge([asked.quantity()], margins=margins), asked, r) for r in part.counts]
    assert found.count(Decision.CONSISTENT) >= 9


def test_runs_that_are_not_proposed_are_not_rejected() -> None:
    asked = Replications(law=PAYOFFS["symmetric"], runs=40, looks=20)
    (part,) = asked.parts()
    for level in (0.9, 0.5):
        every = sum(ever_inconsistent(asked, run, level) for run in part.counts)
        assert every == false_alarms(part, level)
    assert 0 < false_alarms(part, 0.9) < asked.runs


def test_a_batch_that_is_not_what_the_product_says_is_an_error() -> None:
    asked = Replications(law=PAYOFFS["symmetric"], runs=2, looks=30)
    (part,) = asked.parts()
    bent = np.array(part.joint)
    part.__dict__["joint"] = bent + 1e-3
    with pytest.raises(ArithmeticError, match="the batch has"):
        part.check(run=0, look=3)


class ByPValues:
    """A judge's law as a p-value: twice the tail of the t-test, as if looked at once."""

    def __init__(self, law: Law) -> None:
        self.mean = float(sum(v * p for v, p in law.items()))

    def log_evidence(self, seen: Histogram) -> float:
        values = np.repeat(seen.outcomes, seen.plays.astype(int))
        score = abs(values.mean() - self.mean) / (values.std(ddof=1) / math.sqrt(seen.total))
        return -math.log(2 * t.sf(score, seen.total - 1))


def test_a_judge_by_p_values_does_not_keep_its_level(monkeypatch: Any) -> None:
    monkeypatch.setattr(verdict, "LawBets", ByPValues)
    monkeypatch.setattr(verdict, "log_average", max)
    found = alarms_of_all(Replications(law=PAYOFFS["symmetric"], runs=60, looks=40))
    assert found.errors > 60 / 4


def alarms_of_all(asked: Replications) -> Rate:
    """Return the rate of false alarms when every run is shown to the judge."""
    (part,) = asked.parts()
    errors = sum(ever_inconsistent(asked, run, LEVEL) for run in part.counts)
    return Rate(errors=errors, runs=asked.runs)


@each_payoff
@pytest.mark.parametrize("plays", [0, 1, 6])
def test_the_judges_evidence_has_mean_exactly_one(law: Law, plays: int) -> None:
    assert set(means_under(law, plays).values()) == {1}


@each_payoff
def test_the_larger_of_two_e_values_is_none(law: Law) -> None:
    # so that the identity above is seen to fail where it must
    m, a, b = mean_of(law), min(law), max(law)
    larger = sum(p * max(twin_above(c, m, a), twin_below(c, m, b)) for c, p in histograms(law, 2))
    assert larger > 1


def test_bounds_of_rates() -> None:
    # nothing in n runs: 1 - 0.01^(1/n); everything: 1
    assert Rate(errors=0, runs=50).bound == pytest.approx(1 - 0.01 ** (1 / 50))
    assert Rate(errors=50, runs=50).bound == 1


# --- planted bugs ---------------------------------------------------------------------------


def test_a_search_ends_at_the_first_look_at_which_a_field_is_at_fault() -> None:
    found = search(BUGS["treize", "restarts"], seeds=3, share=0.01)
    assert found.found
    assert [end.plays for end in found.hits] == sorted(end.plays for end in found.hits)
    assert found.hits[0].plays <= found.median <= found.hits[-1].plays <= found.budget == 10**4
    again = search(BUGS["treize", "restarts"], seeds=3, share=0.01)
    assert found == again


def test_a_search_for_no_bug_finds_nothing() -> None:
    found = search(BUGS["treize", "none"], seeds=2, share=0.01)
    assert not found.found
    assert found.ends == [None, None]


def test_every_planted_bug_has_words_and_a_name_of_its_own() -> None:
    listed = [*BUGS.values(), *SHUFFLES.values()]
    assert len({(bug.game, bug.name) for bug in listed}) == len(listed)
    assert sum(bug.planted for bug in BUGS.values()) >= 20
