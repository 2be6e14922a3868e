"""The test of fixed size in `benchmarks/planted_faults.py`."""

import math

import pytest
from scipy.stats import chi2

from benchmarks.planted.rows import controls, faults
from benchmarks.planted_faults import needed

FAIR = dict.fromkeys(range(6), 1 / 6)


def test_the_plays_of_a_chi_square_test_and_the_bound() -> None:
    # a coin with p = 0.6: per play X^2 gives 0.04, and KL = 0.6 log 1.2 + 0.4 log 0.8
    plays = 10**7
    counts = {0: 4 * plays // 10, 1: 6 * plays // 10}
    chi_square, bound = needed(counts, {0: 0.5, 1: 0.5})
    # with one degree of freedom the median of the noncentral law is near its mean, less 1
    assert chi_square == pytest.approx(chi2.isf(1e-6, 1) / 0.04, rel=0.05)
    divergence = 0.6 * math.log(1.2) + 0.4 * math.log(0.8)
    assert bound == pytest.approx(math.log(1e6) / divergence, rel=1e-3)


def test_a_true_law_needs_infinitely_many() -> None:
    assert needed(dict.fromkeys(range(6), 1000), FAIR) == (math.inf, math.inf)


def test_an_impossible_outcome_needs_one_over_its_chance() -> None:
    assert needed(dict.fromkeys(range(6), 1000) | {7: 10}, FAIR) == (601, 601)


def test_there_are_thirty_faults_in_three_languages_and_controls() -> None:
    listed = [*faults()]
    assert len(listed) >= 30
    assert {fault.language for fault in listed} == {"C", "R", "Python"}
    assert {fault.language for fault in controls()} == {"C", "R", "Python"}
    assert len({(fault.game, fault.language, fault.what) for fault in listed}) == len(listed)
