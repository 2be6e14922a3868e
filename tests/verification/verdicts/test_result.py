"""Verdicts as they are shown: sentences, intervals, records."""

import json
import math
from fractions import Fraction

import pytest

from montmort.games.errors import BadInput
from montmort.verification.verdicts.decision import Decision
from montmort.verification.verdicts.e_values import (
    confidence_sequence,
    log_above,
    log_below,
)
from montmort.verification.verdicts.judge import Judge
from montmort.verification.verdicts.quantities import Quantity
from montmort.verification.verdicts.result import deviations
from tests.verification.verdicts.examples import COIN, judged, quantity


def test_the_interval_can_be_asked_at_another_level() -> None:
    verdict = judged({0: 480, 1: 520})
    counts = {0: 480, 1: 520}
    assert verdict.interval == confidence_sequence(counts, low=0, high=1, alpha=0.01)
    assert verdict.interval_at(0.99) == pytest.approx(verdict.interval, abs=1e-12)
    wider = verdict.interval_at(0.999)
    assert wider[0] < verdict.interval[0] < verdict.interval[1] < wider[1]
    with pytest.raises(BadInput):
        verdict.interval_at(1.0)


def test_planning_figures() -> None:
    verdict = judged({0: 500, 1: 500}, margin=Fraction(1, 100))
    assert verdict.plays_to_decide == 25 * 50**2
    errors = math.sqrt(2 * (math.log(1e6) + 6.2)) + 1.2816
    assert verdict.detectable == pytest.approx(0.5 * errors / math.sqrt(1000))
    ten = Judge([quantity(COIN, field=f"f{k}") for k in range(10)])
    ten.look({f"f{k}": {0: 500, 1: 500} for k in range(10)})
    assert ten.verdicts()[3].detectable == pytest.approx(0.5 * math.sqrt(63.4 / 1000), rel=1e-3)


@pytest.mark.parametrize("ones", [4900, 5100])
def test_deviations_ruled_out_are_those_rejected_on_both_sides(ones: int) -> None:
    counts = {0: 10_000 - ones, 1: ones}
    d = Fraction(judged(counts).deviation_ruled_out)
    for wider, rejected in ((d + Fraction(1, 10**6), True), (d - Fraction(1, 10**6), False)):
        sides = (
            log_above(counts, reference=Fraction(1, 2) - wider, low=0, high=1),
            log_below(counts, reference=Fraction(1, 2) + wider, low=0, high=1),
        )
        assert (min(sides) >= math.log(100)) is rejected


def test_values_of_thousands_of_digits_are_shown_short() -> None:
    p = Fraction(10**5000 + 1, 3 * 10**5000 + 7)
    long = quantity({0: 1 - p, 1: p}, field="long")
    verdict = judged({0: 200, 1: 100}, of=long)
    assert "exact 0.333333...;" in str(verdict)
    assert "Fraction(0.333333...)" in repr(verdict)
    assert "0.333333..." in verdict._repr_html_()
    assert "0.333333..." in repr(long)
    assert len(repr(long)) < 1000
    judge = Judge([long], margins={"long": p})
    judge.look({"long": {0: 2, 7: 1}})
    assert judge.verdicts()[0].decision is Decision.INVALID
    with pytest.raises(BadInput, match=r"the margin of long, 0.333333..., must exceed"):
        Judge([long], margins={"long": p}, tolerances={"long": p})


def test_a_repr_rebuilds_and_html_is_escaped() -> None:
    odd = quantity(COIN, field="<odd>")
    assert eval(repr(odd), {"Quantity": Quantity, "Fraction": Fraction}) == odd
    assert "&lt;odd&gt;" in judged({0: 1, 1: 1}, of=odd)._repr_html_()
    assert dict(judged({0: 1, 1: 1}).rows())["plays"] == "2"


def test_a_verdict_is_ready_for_json() -> None:
    verdict = judged({0: 480, 1: 520})
    assert json.loads(json.dumps([verdict.decision, verdict.interval, verdict.log10_e]))[0] == (
        "INCONCLUSIVE"
    )


def test_the_outcomes_that_carry_the_evidence_come_first() -> None:
    """Half as often as expected, 50 log(1/2) + 50 = 15.3, weighs more than half more, 10.8."""
    third = Fraction(1, 3)
    found = deviations({1: 50, 2: 100, 3: 150}, {1: third, 2: third, 3: third}, 5)
    assert [(each.value, each.observed, each.expected) for each in found] == [
        (1, 50, 100.0),
        (3, 150, 100.0),
    ]
    assert [each.ratio for each in found] == [0.5, 1.5]


def test_an_impossible_outcome_carries_the_most() -> None:
    found = deviations({0: 1, 1: 999}, {1: Fraction(1)}, 1)
    assert (found[0].value, found[0].ratio, str(found[0])) == (0, None, "0 seen once, 0.0 expected")


def test_only_inconsistent_verdicts_name_deviations() -> None:
    coin = {0: Fraction(1, 2), 1: Fraction(1, 2)}
    fair = Quantity(
        field="heads", mean=Fraction(1, 2), variance=Fraction(1, 4), low=0, high=1, law=coin
    )
    judge = Judge([fair])
    judge.look({"heads": {0: 50, 1: 50}})
    assert judge.verdicts()[0].deviations == ()
    judge.look({"heads": {0: 50, 1: 950}})
    (verdict,) = judge.verdicts()
    assert [each.value for each in verdict.deviations] == [0, 1]
    assert "0 seen 50 times, 500.0 expected" in str(verdict)
