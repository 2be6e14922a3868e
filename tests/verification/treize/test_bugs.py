"""Planted bugs are found, each within the number of plays listed beside it.

Seeds are fixed, so a run repeats itself.  Small blocks of 2^15 plays give many
looks; 33,000 plays are the first of them.
"""

from fractions import Fraction

import pytest

from montmort.montecarlo.simulator import Simulator
from montmort.verification import Decision, crosscheck
from tests.verification.treize import buggy_treize as bugs


@pytest.mark.parametrize(
    ("simulator", "plays"),
    [
        pytest.param(bugs.buggy(bugs.RESTARTS), 33_000, id="count restarted after a reshuffle"),
        pytest.param(bugs.buggy(bugs.TABLE_STAYS), 400_000, id="only remaining cards reshuffled"),
        pytest.param(bugs.buggy(bugs.LAST_POINTS_LOST), 33_000, id="losing pass's points dropped"),
        pytest.param(bugs.with_deck(bugs.card_doubled), 100_000, id="one card doubled"),
        pytest.param(bugs.with_deck(bugs.card_replaced), 66_000, id="one card in another's place"),
    ],
)
def test_a_bug_is_found_within_so_many_plays(simulator: Simulator, plays: int) -> None:
    result = crosscheck("treize", simulator=simulator, plays=plays, seed=1)
    assert result.decision is Decision.INCONSISTENT


def test_the_same_code_without_a_bug_passes() -> None:
    result = crosscheck("treize", simulator=bugs.buggy(bugs.NONE), seed=1)
    assert result.decision is Decision.CONSISTENT


@pytest.mark.slow
def test_independent_rounds_pass_by_their_mean_and_only_the_law_finds_them() -> None:
    # Rounds from a fresh deck each: the mean of T is 0.8016 + 1, 0.001 less than the truth.
    simulator = bugs.buggy(bugs.INDEPENDENT_ROUNDS, fields=("points",))
    result = crosscheck(
        "treize",
        simulator=simulator,
        plays=40_000_000,
        seed=1,
        margins={"points": Fraction(5, 1000)},
    )
    (verdict,) = result.verdicts
    assert verdict.decision is Decision.INCONSISTENT
    assert abs(verdict.estimate - float(verdict.exact)) < 0.0015
    assert verdict.deviation_ruled_out < 0.005  # the mean alone would have passed
