"""The evidence about a difference of means, against slow twins in fractions."""

import math
from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.verification.two_samples.mean_difference import (
    CLOSE,
    Coarse,
    difference_bounds,
    log_difference,
)
from montmort.verification.verdicts.e_values import Histogram, log_above, log_below
from tests.verification.verdicts.rational_evidence import (
    Law,
    histograms,
    mean_of,
    twin_above,
    twin_below,
)

LOW, HIGH = -1, 3
A: Law = {-1: Fraction(1, 2), 3: Fraction(1, 2)}
B: Law = {-1: Fraction(1, 3), 0: Fraction(1, 3), 1: Fraction(1, 3)}

counts = st.dictionaries(st.integers(LOW, HIGH), st.integers(0, 400)).map(Histogram)


def test_the_product_at_the_true_means_has_mean_exactly_1() -> None:
    b, d = mean_of(B), mean_of(A) - mean_of(B)
    total = Fraction(0)
    for (x, p), (y, q) in product(histograms(A, 2), histograms(B, 2)):
        total += p * q * twin_below(x, b + d, HIGH) * twin_above(y, b, LOW)
    assert total == 1


def test_the_mean_of_the_e_value_is_at_most_1() -> None:
    d = mean_of(A) - mean_of(B)
    total = 0.0
    for (x, p), (y, q) in product(histograms(A, 3), histograms(B, 3)):
        log_e = log_difference(Histogram(x), Histogram(y), difference=d, low=LOW, high=HIGH)
        total += float(p * q) * math.exp(log_e)
    assert 0.1 < total <= 1


@given(counts, counts, st.fractions(-4, 4, max_denominator=50))
def test_no_mean_has_a_smaller_product_than_the_bound(
    first: Histogram, second: Histogram, d: Fraction
) -> None:
    bound = log_difference(first, second, difference=d, low=LOW, high=HIGH)
    span = {"low": LOW, "high": HIGH}
    top = min(Fraction(HIGH), HIGH - d)
    means = [LOW + (top - LOW) * Fraction(step, 60) for step in range(61)]
    products = [
        log_below(first, reference=max(b + d, Fraction(LOW)), **span)
        + log_above(second, reference=b, **span)
        for b in means
    ]
    assert bound <= min(products)
    if first.total and second.total and math.isfinite(min(products)):
        assert bound >= min(products) * (1 - CLOSE) - 2  # the grid is coarse


def test_the_bound_is_close_to_the_minimum() -> None:
    first, second = Histogram({-1: 400, 3: 350}), Histogram({-1: 300, 3: 420})
    bound = log_difference(first, second, difference=Fraction(0), low=LOW, high=HIGH)
    means = [Fraction(step, 2000) for step in range(1000, 3000)]
    least = min(
        log_below(first, reference=b, low=LOW, high=HIGH)
        + log_above(second, reference=b, low=LOW, high=HIGH)
        for b in means
    )
    assert least * (1 - CLOSE) <= bound <= least
    assert bound > 2


def test_impossible_and_certain_hypotheses() -> None:
    zeros, ones = Histogram({0: 9}), Histogram({1: 9})

    def log_e(first: Histogram, second: Histogram, d: int) -> float:
        return log_difference(first, second, difference=Fraction(d), low=0, high=1)

    assert log_e(zeros, ones, 2) == math.inf  # no difference can be so large
    assert log_e(ones, zeros, 1) == 0  # the only b is 0, where neither wins
    assert log_e(zeros, zeros, 1) == math.inf  # the mean of the first would be 1
    assert log_e(zeros, ones, -1) <= 0
    assert log_e(zeros, ones, -3) <= 0


@pytest.mark.parametrize("alpha", [0.01, 0.2])
def test_the_bounds_are_rejected_and_not_far_from_what_is_not(alpha: float) -> None:
    first, second = Histogram({0: 500, 1: 700}), Histogram({0: 900, 1: 1000})
    lower, upper = difference_bounds(first, second, low=0, high=1, alpha=alpha)
    limit = -math.log(alpha)

    def log_e(d: float, one: Histogram, other: Histogram) -> float:
        return log_difference(one, other, difference=Fraction(d), low=0, high=1)

    width = upper - lower
    assert width < 0.2
    assert log_e(upper, first, second) >= limit > log_e(upper - width / 100, first, second)
    assert log_e(-lower, second, first) >= limit > log_e(-lower - width / 100, second, first)


def test_without_plays_nothing_is_ruled_out() -> None:
    none, some = Histogram({}), Histogram({1: 5})
    assert difference_bounds(none, some, low=0, high=4, alpha=0.01) == (-4.0, 4.0)


def test_fewer_values_give_no_more_evidence_and_hardly_less() -> None:
    rng = np.random.default_rng(1)
    whole = Histogram(Counter(map(int, rng.geometric(0.01, 20_000))))
    coarse = Coarse(whole, most=40)
    assert len(coarse.outcomes) <= 42
    assert coarse.plays.sum() == pytest.approx(20_000)
    values = np.array(coarse.outcomes)
    assert coarse.plays @ values == pytest.approx(float(whole.mean) * 20_000)
    low, high = 0, max(whole.outcomes)
    for reference in (80, 95, 105, 120):
        m = Fraction(reference)
        for log_e in (log_above, log_below):
            full = log_e(whole, reference=m, low=low, high=high)
            less = log_e(coarse, reference=m, low=low, high=high)
            assert less < full
            assert less > full - 0.04 * abs(full) - 0.05


def test_a_search_ends_where_the_question_is_answered() -> None:
    first, second = Histogram({-1: 400, 3: 350}), Histogram({-1: 300, 3: 420})
    span = {"difference": Fraction(0), "low": LOW, "high": HIGH}
    whole = log_difference(first, second, **span)
    assert 2 <= log_difference(first, second, enough=2.0, **span) <= whole + CLOSE * whole
    assert log_difference(first, second, floor=100.0, **span) < 100
