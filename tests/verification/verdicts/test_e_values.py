"""The e-processes, against exact rational twins, high precision and simulated nulls."""

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.errors import BadInput
from montmort.verification.verdicts.e_values import (
    Histogram,
    LawBets,
    check_law,
    confidence_sequence,
    law_evidence,
    log_above,
    log_average,
    log_below,
    mean_evidence,
    one_sided_bounds,
)
from tests.verification.verdicts.rational_evidence import (
    STAKES,
    Law,
    histograms,
    mean_of,
    means_under,
    twin_above,
    twin_below,
    twin_law,
)

COIN: Law = {0: Fraction(1, 2), 1: Fraction(1, 2)}
RARE: Law = {0: Fraction(199, 200), 1: Fraction(1, 200)}
SKEWED: Law = {
    0: Fraction(9, 10),
    1: Fraction(9, 100),
    7: Fraction(9, 1000),
    250: Fraction(1, 1000),
}
DIE: Law = {face: Fraction(1, 4) for face in range(1, 5)}
TWO_POINT: Law = {-1: Fraction(3, 4), 3: Fraction(1, 4)}
LAWS = {"coin": COIN, "rare": RARE, "skewed": SKEWED, "die": DIE, "two-point": TWO_POINT}
each_law = pytest.mark.parametrize("law", LAWS.values(), ids=LAWS)


def log_of(number: Fraction) -> float:
    with mpmath.workdps(40):  # numerator and denominator may have thousands of digits
        return float(mpmath.log(mpmath.mpf(number.numerator) / number.denominator))


# --- the defining identity ------------------------------------------------------------------


@pytest.mark.parametrize("plays", range(5))
@each_law
def test_evidence_has_mean_exactly_one_under_its_hypothesis(law: Law, plays: int) -> None:
    assert set(means_under(law, plays).values()) == {1}


@each_law
def test_evidence_has_mean_at_most_one_on_the_right_side(law: Law) -> None:
    a, b, m = min(law), max(law), mean_of(law)
    shift = (b - a) * Fraction(1, 2000)
    assert sum(p * twin_above(c, m + shift, a) for c, p in histograms(law, 3)) < 1
    assert sum(p * twin_above(c, m - shift, a) for c, p in histograms(law, 3)) > 1
    assert sum(p * twin_below(c, m - shift, b) for c, p in histograms(law, 3)) < 1
    assert sum(p * twin_below(c, m + shift, b) for c, p in histograms(law, 3)) > 1


# --- the module is its twin -----------------------------------------------------------------


@st.composite
def questions(draw: st.DrawFn) -> tuple[dict[int, int], Fraction, int, int]:
    low = draw(st.integers(-5, 5))
    high = low + draw(st.integers(1, 12))
    values = draw(st.lists(st.integers(low, high), max_size=4, unique=True))
    counts = {v: draw(st.integers(0, 25)) for v in values}
    part = Fraction(draw(st.integers(1, 999)), 1000)
    return counts, low + part * (high - low), low, high


@given(questions())
@settings(max_examples=100)
def test_mean_evidence_equals_its_twin(question: tuple[dict[int, int], Fraction, int, int]) -> None:
    counts, m, a, b = question
    found = mean_evidence(counts, reference=m, low=a, high=b)
    above, below = twin_above(counts, m, a), twin_below(counts, m, b)
    assert found.log_above == pytest.approx(log_of(above), rel=1e-12, abs=1e-12)
    assert found.log_below == pytest.approx(log_of(below), rel=1e-12, abs=1e-12)
    assert found.log_either == pytest.approx(log_of((above + below) / 2), rel=1e-12, abs=1e-12)


@given(
    st.lists(st.integers(1, 10**6), min_size=1, max_size=5).flatmap(
        lambda weights: st.tuples(
            st.just(weights),
            st.lists(st.integers(0, 12), min_size=len(weights), max_size=len(weights)),
        )
    )
)
@settings(max_examples=100)
def test_law_evidence_equals_its_twin(drawn: tuple[list[int], list[int]]) -> None:
    weights, plays = drawn
    law = {k: Fraction(w, sum(weights)) for k, w in enumerate(weights)}
    counts = dict(enumerate(plays))
    assert law_evidence(counts, law) == pytest.approx(
        log_of(twin_law(counts, law)), rel=1e-13, abs=1e-13
    )


def precise_law(counts: Mapping[int, int], law: Law) -> mpmath.mpf:
    """The formula with log-gammas of 60 digits, which survive the cancellation."""
    with mpmath.workdps(60):
        total = mpmath.mpf(0)
        for strength in (10**power for power in range(9)):
            log = mpmath.loggamma(strength) - mpmath.loggamma(strength + sum(counts.values()))
            for v, c in counts.items():
                p = mpmath.mpf(law[v].numerator) / law[v].denominator
                log += mpmath.loggamma(strength * p + c) - mpmath.loggamma(strength * p)
                log -= c * mpmath.log(p)
            total += mpmath.exp(log)
        return mpmath.log(total / 9)


@pytest.mark.parametrize("power", range(1, 14, 2))
@each_law
def test_law_evidence_is_accurate_up_to_1e13_plays(law: Law, power: int) -> None:
    rng = np.random.default_rng([1713, power, len(law)])
    chances = np.array([float(p) for p in law.values()])
    for bend in (0.0, 1e-6, 0.3):  # a null, a small deviation, a large one
        bent = chances * (1 + bend * rng.uniform(-1, 1, len(chances)))
        drawn = rng.multinomial(10**power, bent / bent.sum())
        counts = {v: int(c) for v, c in zip(law, drawn, strict=True) if c}
        expected = float(precise_law(counts, law))
        assert law_evidence(counts, law) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    "counts", [{0: 1}, {0: 10**6}, {0: 10, 1: 1}, {1: 1}, {1: 10**6}, {0: 10**13, 1: 3}]
)
@pytest.mark.parametrize("power", [20, 300, 400, 5000])
def test_law_evidence_of_tiny_chances(counts: dict[int, int], power: int) -> None:
    tiny = Fraction(1, 10**power)
    law = {0: 1 - tiny, 1: tiny}
    expected = float(precise_law(counts, law)) if power < 50 or 1 in counts else 0.0
    assert law_evidence(counts, law) == pytest.approx(expected, rel=1e-9, abs=1e-9)


def test_law_evidence_does_not_depend_on_unseen_outcomes_being_listed() -> None:
    split = {0: Fraction(1, 2), 1: Fraction(1, 4), 2: Fraction(1, 4)}
    assert law_evidence({0: 9, 2: 0}, split) == pytest.approx(law_evidence({0: 9}, COIN), rel=1e-12)


def precise_above(counts: Mapping[int, int], m: Fraction, a: int) -> mpmath.mpf:
    with mpmath.workdps(60):
        total = mpmath.mpf(0)
        for stake in STAKES:
            log = mpmath.mpf(0)
            for v, c in counts.items():
                factor = 1 + stake / (m - a) * (v - m)
                log += c * mpmath.log(mpmath.mpf(factor.numerator) / factor.denominator)
            total += mpmath.exp(log)
        return mpmath.log(total / len(STAKES))


@pytest.mark.parametrize("power", [3, 7, 10, 13])
@each_law
def test_mean_evidence_is_accurate_up_to_1e13_plays(law: Law, power: int) -> None:
    rng = np.random.default_rng([1708, power])
    drawn = rng.multinomial(10**power, [float(p) for p in law.values()])
    counts = {v: int(c) for v, c in zip(law, drawn, strict=True)}
    for m in (mean_of(law), mean_of(law) * Fraction(999_999, 10**6)):
        expected = float(precise_above(counts, m, min(law)))
        found = log_above(counts, reference=m, low=min(law), high=max(law))
        assert found == pytest.approx(expected, rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("power", [250, 290, 400, 5000])
def test_mean_evidence_of_a_reference_close_to_its_end(power: int) -> None:
    m, counts = Fraction(1, 10**power), {0: 40, 1: 2}
    expected = log_of(twin_above(counts, m, 0)) if power < 1000 else 2 * power * math.log(10)
    assert log_above(counts, reference=m, low=0, high=1) == pytest.approx(expected, rel=1e-2)
    if power < 1000:
        assert log_above(counts, reference=m, low=0, high=1) == pytest.approx(expected, rel=1e-12)


@given(questions())
@settings(max_examples=60)
def test_evidence_below_is_evidence_above_in_the_mirror(
    question: tuple[dict[int, int], Fraction, int, int],
) -> None:
    counts, m, a, b = question
    mirrored = {-v: c for v, c in counts.items()}
    assert log_below(counts, reference=m, low=a, high=b) == pytest.approx(
        log_above(mirrored, reference=-m, low=-b, high=-a), rel=1e-12, abs=1e-12
    )


def test_evidence_does_not_depend_on_the_order_of_the_histogram() -> None:
    counts = {v: 3 * v + 1 for v in range(50)}
    backwards = dict(reversed(counts.items()))
    law = {v: Fraction(1, 50) for v in range(50)}
    where = {"reference": Fraction(24), "low": 0, "high": 49}
    assert mean_evidence(counts, **where) == mean_evidence(backwards, **where)
    assert law_evidence(counts, law) == law_evidence(backwards, law)
    assert mean_evidence(Histogram(counts), **where) == mean_evidence(counts, **where)


# --- ends and degenerate cases --------------------------------------------------------------


@pytest.mark.parametrize(
    ("reference", "counts", "above", "below"),
    [
        (Fraction(-1, 2), {}, math.inf, 0.0),  # 'mean <= -1/2' impossible, '>= -1/2' certain
        (Fraction(-1, 2), {0: 5, 2: 1}, math.inf, 0.0),
        (Fraction(0), {}, 0.0, 0.0),
        (Fraction(0), {0: 100}, 0.0, None),
        (Fraction(0), {0: 100, 1: 1}, math.inf, None),
        (Fraction(2), {2: 100}, None, 0.0),
        (Fraction(2), {2: 100, 1: 1}, None, math.inf),
        (Fraction(5, 2), {2: 9}, 0.0, math.inf),
    ],
)
def test_evidence_at_and_beyond_the_ends(
    reference: Fraction, counts: dict[int, int], above: float | None, below: float | None
) -> None:
    found = mean_evidence(counts, reference=reference, low=0, high=2)
    assert above in (None, found.log_above)
    assert below in (None, found.log_below)


def test_evidence_at_an_end_from_the_certain_side_is_the_formula() -> None:
    counts = {0: 3, 1: 2, 2: 4}
    found = log_above(counts, reference=Fraction(2), low=0, high=2)
    assert found == pytest.approx(log_of(twin_above(counts, Fraction(2), 0)), rel=1e-12)
    assert found < 0


@pytest.mark.parametrize(
    ("reference", "above", "below"), [(2, math.inf, 0.0), (3, 0.0, 0.0), (4, 0.0, math.inf)]
)
def test_evidence_where_only_one_value_is_possible(
    reference: int, above: float, below: float
) -> None:
    for counts in ({}, {3: 12}):
        found = mean_evidence(counts, reference=Fraction(reference), low=3, high=3)
        assert (found.log_above, found.log_below) == (above, below)


def test_no_plays_are_no_evidence() -> None:
    empty = mean_evidence({1: 0}, reference=Fraction(1, 3), low=0, high=1)
    assert (empty.log_above, empty.log_below, empty.log_either) == (0.0, 0.0, 0.0)
    assert law_evidence({}, COIN) == law_evidence({0: 0, 9: 0}, COIN) == 0.0


def test_booleans_are_zero_and_one() -> None:
    assert law_evidence({False: 4, True: 9}, COIN) == law_evidence({0: 4, 1: 9}, COIN)
    assert Histogram({True: 9}).outcomes == (1,)


def test_numpy_integers_count_as_integers() -> None:
    counts = {np.int64(3): np.int64(2**62), np.int64(4): np.int64(2**62)}
    assert Histogram(counts).total == 2**63


@pytest.mark.parametrize("law", [{1: Fraction(1)}, {0: Fraction(0), 1: Fraction(1)}])
def test_an_outcome_of_chance_zero_is_infinite_evidence(law: Law) -> None:
    assert LawBets(law).log_evidence({0: 1, 1: 10**9}) == math.inf
    assert law_evidence({0: 0, 1: 3}, law) < math.inf


def test_a_sure_outcome_is_no_evidence() -> None:
    assert law_evidence({4: 10**9}, {4: Fraction(1)}) == pytest.approx(0.0, abs=1e-12)


def test_averages_of_logs() -> None:
    assert log_average(-math.inf, -math.inf) == -math.inf
    assert log_average(-math.inf, 0.0) == pytest.approx(-math.log(2))
    assert log_average(2000.0, 2000.0) == pytest.approx(2000.0)


@pytest.mark.parametrize("counts", [{3: 1}, {-1: 1}, {0: 5, 3: 1}])
def test_an_outcome_outside_the_range_is_an_error(counts: dict[int, int]) -> None:
    for ask in (log_above, log_below, mean_evidence):
        with pytest.raises(ValueError, match=r"lies outside \[0, 2\]"):
            ask(counts, reference=Fraction(1), low=0, high=2)
    with pytest.raises(ValueError, match=r"lies outside \[0, 2\]"):
        confidence_sequence(counts, low=0, high=2, alpha=0.1)


def test_bad_input_is_refused() -> None:
    with pytest.raises(BadInput, match="never negative"):
        Histogram({0: -1})
    with pytest.raises(BadInput, match="sum to exactly 1"):
        law_evidence({0: 1}, {0: Fraction(1, 2), 1: Fraction(1, 2) + Fraction(1, 10**30)})
    with pytest.raises(BadInput, match="must not be negative"):
        check_law({0: Fraction(3, 2), 1: Fraction(-1, 2)})
    with pytest.raises(BadInput, match="must not exceed"):
        log_above({}, reference=Fraction(1), low=2, high=1)
    for alpha in (0.0, 1.0, -1.0, math.nan):
        with pytest.raises(BadInput, match="strictly between"):
            confidence_sequence({}, low=0, high=1, alpha=alpha)
        with pytest.raises(BadInput, match="strictly between"):
            one_sided_bounds({}, low=0, high=1, alpha=alpha)


# --- confidence sequences -------------------------------------------------------------------


@given(questions(), st.sampled_from([0.5, 0.05, 1e-3]))
@settings(max_examples=60)
def test_the_interval_is_all_means_that_the_evidence_leaves(
    question: tuple[dict[int, int], Fraction, int, int], alpha: float
) -> None:
    counts, m, a, b = question
    for bounds, limit in ((confidence_sequence, 2 / alpha), (one_sided_bounds, 1 / alpha)):
        lower, upper = bounds(counts, low=a, high=b, alpha=alpha)
        assert a <= lower <= upper <= b
        slack = Fraction(1, 10**9)
        if lower + slack < m < upper - slack:
            assert twin_above(counts, m, a) < limit
            assert twin_below(counts, m, b) < limit
        elif m < lower - slack:
            assert twin_above(counts, m, a) >= limit
        elif m > upper + slack:
            assert twin_below(counts, m, b) >= limit


@given(questions())
@settings(max_examples=60)
def test_evidence_is_monotone_in_the_reference(
    question: tuple[dict[int, int], Fraction, int, int],
) -> None:
    counts, _, a, b = question
    grid = [a + Fraction(k * (b - a), 40) for k in range(41)]
    above = [log_above(counts, reference=m, low=a, high=b) for m in grid]
    below = [log_below(counts, reference=m, low=a, high=b) for m in grid]
    assert all(right <= left + 1e-12 for left, right in pairwise(above))
    assert all(left <= right + 1e-12 for left, right in pairwise(below))


def test_the_interval_contains_the_sample_mean_and_shrinks() -> None:
    widths = []
    for plays in (0, 1, 100, 10**4, 10**8, 10**12):
        counts = {0: 3 * plays, 5: plays}
        lower, upper = confidence_sequence(counts, low=0, high=5, alpha=0.01)
        assert lower <= 1.25 <= upper
        widths.append(upper - lower)
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 1e-4


def test_intervals_of_extreme_histograms() -> None:
    assert confidence_sequence({}, low=-2, high=7, alpha=0.01) == (-2.0, 7.0)
    assert confidence_sequence({3: 5}, low=3, high=3, alpha=0.01) == (3.0, 3.0)
    lower, upper = confidence_sequence({0: 10**6}, low=0, high=1, alpha=0.01)
    assert lower == 0.0
    # E-(m) = average over the stakes of (1 + stake m/(1-m))^n: 0.5 m n is about log(60 * 200)
    assert 1e-5 < upper < 3e-5
    assert confidence_sequence({1: 10**6}, low=0, high=1, alpha=0.01) == pytest.approx(
        (1 - upper, 1.0), abs=1e-15
    )
    lower, _ = confidence_sequence({0: 10**6, 1: 1}, low=0, high=1, alpha=0.01)
    assert 0 < lower < 1e-6


def test_the_ends_of_an_interval_err_on_the_outer_side() -> None:
    for plays in range(1, 200, 7):
        counts = {0: 2 * plays, 1: plays}
        lower, _ = confidence_sequence(counts, low=0, high=1, alpha=0.01)
        evidence = log_above(counts, reference=Fraction(lower), low=0, high=1)
        assert evidence >= math.log(200)
        assert evidence == pytest.approx(math.log(200), rel=1e-9)


def test_one_side_alone_is_sharper_than_two() -> None:
    counts = {0: 700, 1: 300}
    inner = one_sided_bounds(counts, low=0, high=1, alpha=0.01)
    outer = confidence_sequence(counts, low=0, high=1, alpha=0.01)
    assert outer[0] < inner[0] < 0.3 < inner[1] < outer[1]
    assert inner == confidence_sequence(counts, low=0, high=1, alpha=0.02)
