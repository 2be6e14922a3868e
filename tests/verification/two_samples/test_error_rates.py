"""The error rates of the judge of two simulators, on a small scale.

`benchmarks/two_samples.py` measures more runs.  A rate is compared by its upper 99 % bound.
"""

from fractions import Fraction

import pytest

from montmort.verification.verdicts.decision import Decision
from tests.verification.two_samples.replications import PAYOFFS, Law, Pairs, chi_square_fired
from tests.verification.verdicts.replications import Rate

LEVEL, RUNS = 0.2, 60
DIE = PAYOFFS["die"]
LOADED: Law = {face: Fraction(1, 7) for face in range(1, 6)} | {6: Fraction(2, 7)}


@pytest.mark.parametrize("name", PAYOFFS)
def test_one_law_is_rarely_called_inconsistent(name: str) -> None:
    sizes = (30, 90) if name in ("skewed", "die") else (100, 100)
    pairs = Pairs(first=PAYOFFS[name], second=PAYOFFS[name], sizes=sizes, looks=15)
    assert Rate(errors=pairs.alarms(RUNS, LEVEL), runs=RUNS).bound < LEVEL


def test_a_test_of_fixed_size_at_every_look_would_not_keep_the_level() -> None:
    pairs = Pairs(first=DIE, second=DIE, looks=30)
    assert sum(chi_square_fired(pairs, number, LEVEL) for number in range(RUNS)) > RUNS / 2


@pytest.mark.parametrize("is_swapped", [False, True])
def test_a_difference_of_exactly_the_margin_rarely_passes(is_swapped: bool) -> None:
    laws = (LOADED, DIE) if is_swapped else (DIE, LOADED)
    pairs = Pairs(first=laws[0], second=laws[1], looks=25)
    assert abs(pairs.difference) == Fraction(1, 2) - Fraction(1, 7)
    assert Rate(errors=pairs.passes(RUNS, LEVEL), runs=RUNS).bound < LEVEL


def test_half_the_margin_passes_and_a_loaded_die_is_found() -> None:
    # the tests above would pass with evidence that never grows
    same = Pairs(first=DIE, second=DIE, sizes=(1000, 1000))
    loaded = Pairs(first=DIE, second=LOADED, sizes=(1000, 1000))
    for number in range(5):
        passed = same.plays_until(number, Decision.CONSISTENT, Fraction(1, 5))
        found = loaded.plays_until(number, Decision.INCONSISTENT, None)
        assert passed is not None
        assert passed <= 6000
        assert found is not None
        assert found <= 3000
