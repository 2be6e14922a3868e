"""Planted bugs are found, each within so many plays; the kernel passes where they fail.

Seeds are fixed, so a run repeats itself; blocks of 2^10 plays give many looks.
"""

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest

from montmort.exact.moments import Moments
from montmort.exact.persian_monarchs.answers import truth
from montmort.games.persian_monarchs import Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.montecarlo.persian_monarchs.simulator import simulator
from montmort.verification import Crosscheck, Decision, crosscheck
from tests.verification.persian_monarchs import buggy_persian_monarchs as bugs

USUAL = Rules()
AGAINST_RANDOM = Rules(second="random")
POOR = Rules(second="random", rounds=5, counters=8)
FOUR_CARDS = Rules(cards=4, max_raise=2)
TEN_CARDS = Rules(first="random", cards=10, max_raise=4)
THIRTEEN_CARDS = Rules(cards=13, max_raise=5)

known = cache(truth)


def judged(rules: Rules, experiment: str, **run: Any) -> Crosscheck:
    run.setdefault("simulator", simulator(rules, experiment))
    return crosscheck(exact=known(rules, experiment), rules=rules, **run)


@pytest.mark.parametrize(
    ("bug", "rules", "experiment", "plays"),
    [
        pytest.param(
            bugs.FULL_PACK_CHANCE, AGAINST_RANDOM, "match", 12_000, id="the counter does not count"
        ),
        pytest.param(bugs.OWN_ANTE_FORGOTTEN, POOR, "match", 16_000, id="own ante forgotten"),
        pytest.param(bugs.TIE_TAKEN, FOUR_CARDS, "hand", 2_000, id="tie taken, four cards"),
        pytest.param(bugs.TIE_TAKEN, TEN_CARDS, "hand", 40_000, id="tie taken, ten cards"),
        pytest.param(
            bugs.ACCEPTS_IN_DOUBLES, THIRTEEN_CARDS, "hand", 60_000, id="doubles in an odd pack"
        ),
        pytest.param(bugs.ROLES_FIXED, USUAL, "match", 10_000, id="roles do not alternate"),
        pytest.param(bugs.CARDS_PUT_BACK, AGAINST_RANDOM, "match", 12_000, id="cards put back"),
        pytest.param(
            bugs.LARGEST_RAISE_NEVER, AGAINST_RANDOM, "hand", 4_000, id="largest raise never made"
        ),
        pytest.param(bugs.RAISE_PAID_ONCE, AGAINST_RANDOM, "match", 2_000, id="raise paid once"),
        pytest.param(
            bugs.DECLINED_GOES_TO_HIGHER,
            AGAINST_RANDOM,
            "match",
            16_000,
            id="a declined pot goes to the higher card",
        ),
        pytest.param(bugs.PURSE_OF_THE_RAISER, POOR, "match", 4_000, id="the wrong purse"),
        pytest.param(bugs.BROKE_DO_NOT_ANTE, POOR, "match", 4_000, id="the broke do not ante"),
        pytest.param(
            bugs.SUITS_DO_NOT_BREAK_TIES, AGAINST_RANDOM, "hand", 2_000, id="suits do not count"
        ),
        pytest.param(
            bugs.NON_COUNTER_COUNTS,
            Rules(second="non-counter"),
            "match",
            12_000,
            id="a non-counter who counts",
        ),
        pytest.param(
            bugs.SEAT_ONE_DRAWS_THE_HIGHER, USUAL, "match", 2_000, id="seat 1 draws the higher card"
        ),
    ],
)
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_bug_is_found_within_so_many_plays(
    bug: int, rules: Rules, experiment: str, plays: int, seed: int
) -> None:
    buggy = bugs.buggy(bug, rules, experiment)
    result = judged(rules, experiment, simulator=buggy, plays=plays, seed=seed)
    assert result.decision is Decision.INCONSISTENT


@pytest.mark.parametrize(
    ("bug", "rules"),
    [
        pytest.param(bugs.CARDS_PUT_BACK, replace(FOUR_CARDS, rounds=1), id="cards put back"),
        pytest.param(
            bugs.FRESH_PACK_A_ROUND,
            Rules(cards=6, max_raise=2, rounds=3),
            id="a fresh pack for every round",
        ),
        pytest.param(bugs.OWN_ANTE_FORGOTTEN, Rules(rounds=2, counters=5), id="own ante forgotten"),
    ],
)
def test_counters_that_cannot_be_are_invalid(bug: int, rules: Rules) -> None:
    buggy = bugs.buggy(bug, rules)
    result = judged(rules, "match", simulator=buggy, plays=40_000, seed=1)
    assert result.decision is Decision.INVALID


@pytest.mark.parametrize(
    ("rules", "experiment"),
    [
        (POOR, "match"),
        (replace(POOR, first="random", purse="strict"), "match"),
        (Rules(second="non-counter"), "match"),
        (THIRTEEN_CARDS, "hand"),
    ],
    ids=str,
)
def test_the_same_code_without_a_bug_passes(rules: Rules, experiment: str) -> None:
    buggy = bugs.buggy(bugs.NONE, rules, experiment)
    result = judged(rules, experiment, simulator=buggy, seed=1, margin=_wide(rules, experiment))
    assert result.decision is Decision.CONSISTENT


def _wide(rules: Rules, experiment: str) -> float:
    """Return a twentieth of the standard deviation: some ten thousand plays decide."""
    some = next(iter(known(rules, experiment).values()))
    variance = some.variance if isinstance(some, Moments) else some.variance()
    return float(variance) ** 0.5 / 20


PAIRS = list(product(STRATEGIES, repeat=2))


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), PAIRS)
@pytest.mark.parametrize("experiment", ["match", "hand"])
def test_the_kernel_agrees_with_the_exact_values(first: str, second: str, experiment: str) -> None:
    rules = Rules(first=first, second=second)
    result = judged(rules, experiment, plays=2**19, seed=1713)
    assert {verdict.decision for verdict in result.verdicts} == {Decision.CONSISTENT}


@pytest.mark.parametrize(
    "rules",
    [
        POOR,
        replace(POOR, purse="strict"),
        replace(POOR, purse="none"),
        Rules(first="random", cards=13, max_raise=5, rounds=4, counters=0, purse="strict"),
        Rules(second="non-counter", cards=7, max_raise=3, rounds=3, counters=4, purse="strict"),
    ],
    ids=str,
)
def test_the_kernel_agrees_where_purses_are_tight(rules: Rules) -> None:
    result = judged(rules, "match", plays=2**19, seed=1713)
    assert {verdict.decision for verdict in result.verdicts} == {Decision.CONSISTENT}


@pytest.mark.parametrize(
    ("played", "against"), list(product(("published", "strict", "none"), repeat=2))
)
def test_a_purse_rule_is_distinguished_from_the_others(played: str, against: str) -> None:
    rules, other = (replace(POOR, purse=purse) for purse in (played, against))
    result = judged(other, "match", simulator=simulator(rules), plays=2**19, seed=1)
    wrong = {Decision.INCONSISTENT, Decision.INVALID}
    assert result.decision is Decision.CONSISTENT if played == against else result.decision in wrong
