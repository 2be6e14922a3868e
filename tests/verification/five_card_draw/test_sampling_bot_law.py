"""The law of the sampling bot equals that of its procedure: every count, and by simulation."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.montecarlo.outcomes import value_counts
from montmort.verification import Decision as Verdict
from montmort.verification import crosscheck
from montmort.verification.five_card_draw.sampling_bot import count_wins, dealt, simulator, winning
from montmort.verification.five_card_draw.sampling_bot_law import decision

CHANCES = st.lists(st.fractions(0, 1, max_denominator=9), min_size=1, max_size=4)


def by_all_counts(chances: list[Fraction], runs: int) -> tuple[list[Fraction], Fraction]:
    """Return P(taken) of each choice and the mean of the largest count, by enumerating counts."""
    takes, largest = [Fraction(0)] * len(chances), Fraction(0)
    for wins in product(range(runs + 1), repeat=len(chances)):
        weight = math.prod(
            math.comb(runs, w) * p**w * (1 - p) ** (runs - w)
            for w, p in zip(wins, chances, strict=True)
        )
        takes[wins.index(max(wins))] += weight
        largest += weight * max(wins)
    return takes, largest


@given(CHANCES, st.integers(1, 4))
def test_the_law_equals_the_enumeration_of_all_counts(chances: list[Fraction], runs: int) -> None:
    found = decision(chances, runs)
    takes, largest = by_all_counts(chances, runs)
    assert found.takes == pytest.approx([float(take) for take in takes], abs=1e-12)
    assert found.believes == pytest.approx(float(largest / runs), abs=1e-12)
    has = sum((take * p for take, p in zip(takes, chances, strict=True)), Fraction(0))
    assert found.has == pytest.approx(float(has), abs=1e-12)
    best = sum(take for take, p in zip(takes, chances, strict=True) if p == max(chances))
    assert found.finds == pytest.approx(float(best), abs=1e-12)


@given(CHANCES, st.integers(1, 10**6))
def test_the_bot_believes_in_no_less_than_it_has(chances: list[Fraction], runs: int) -> None:
    found = decision(chances, runs)
    assert found.has <= max(chances) + 1e-12
    assert found.believes >= max(chances) - 1e-12  # the mean of a maximum
    assert sum(found.takes) == pytest.approx(1)


def test_bad_input_gets_a_sentence() -> None:
    with pytest.raises(BadInput, match="must be chances from 0 to 1, one or more"):
        decision([], 1)
    with pytest.raises(BadInput, match="must be chances"):
        decision([Fraction(3, 2)], 1)
    with pytest.raises(BadInput, match="runs=0 must be an integer >= 1"):
        decision([Fraction(1)], 0)


PLAYS = 1000
SMALL = Rules(ranks=6, suits=3, max_draw=1, hand="2c 3c 4d 6h Ad", runs=10)


def test_the_simulated_bot_follows_the_law() -> None:
    """Within five standard errors; a single choice's count is binomial and gets a verdict."""
    chances, runs = winning(SMALL), SMALL.runs
    found = decision(chances, runs)
    means = simulator(SMALL).count(1713, plays=PLAYS)
    for name, mean in (("has", found.has), ("finds", found.finds)):
        seen = means[name].get(1, 0) / PLAYS
        assert abs(seen - mean) < 5 * math.sqrt(mean * (1 - mean) / PLAYS)
    counted = sum(w * n for w, n in means["counted"].items()) / PLAYS
    assert abs(counted / runs - found.believes) < 5 * 0.5 / math.sqrt(PLAYS)
    few = Rules(ranks=6, suits=3, max_draw=0, hand=SMALL.hand, runs=3)
    (p,) = winning(few)
    law = Law.of({w: math.comb(3, w) * p**w * (1 - p) ** (3 - w) for w in range(4)})
    judged = crosscheck(simulator=simulator(few), exact={"counted": law}, rules=few,
                        plays=3000, seed=1)  # fmt: skip
    assert all(verdict.decision is not Verdict.INCONSISTENT for verdict in judged.verdicts)


def test_histogram_and_records_are_of_the_same_plays_and_a_shorter_run_is_a_prefix() -> None:
    played = simulator(SMALL)
    records = played.record(7, plays=20)
    counts = played.count(7, plays=20)
    for column, name in enumerate(played.fields):
        assert counts[name] == value_counts(records[:, column])
    assert (played.record(7, plays=8) == records[:8]).all()


def test_counts_are_in_the_order_of_the_choices() -> None:
    rng = np.random.Generator(np.random.SFC64(1))
    wins = count_wins(Rules(runs=50), "Tc Jc Qc Kc Ac", ["Tc Jc Qc", "", "Ac"], rng)
    assert wins[1] == 50 > max(wins[0], wins[2])


def test_the_same_seed_deals_the_same_hands() -> None:
    found = dealt(Rules(max_draw=0), 3, seed=5)
    assert found == dealt(Rules(max_draw=0), 3, seed=5)
    assert found != dealt(Rules(max_draw=0), 3, seed=6)
    for hand, (pat,) in found.items():
        assert [pat] == winning(Rules(max_draw=0, hand=hand))
