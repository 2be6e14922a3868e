"""Hands of Persian Monarchs for every raise limit, against the exact solvers limit by limit."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
import sympy

from montmort.exact.persian_monarchs.closed_forms import ante, hand_form, m, n
from montmort.exact.persian_monarchs.equilibrium import PROGRAM, solve_hand
from montmort.exact.persian_monarchs.equilibrium_closed_form import Balance
from montmort.exact.persian_monarchs.hand import duel
from montmort.exact.persian_monarchs.raise_limit import (
    equilibrium_by_limit,
    largest_useful_raise,
    mean_by_limit,
)
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.games.errors import BadInput
from montmort.games.persian_monarchs.strategies import STRATEGIES
from tests.exact.persian_monarchs.enumerated import mean_by_enumeration

PAIRS = list(product(STRATEGIES, repeat=2))
pairs = pytest.mark.parametrize("pair", PAIRS)


def check(pair: tuple[str, str], left: int, cards: int, limits: range) -> None:
    strategies = [STRATEGIES[name] for name in pair]
    found = mean_by_limit(*pair, left, cards)
    for most in limits:
        assert found.at(most) == duel(*strategies, Pack(left, cards, most)).mean()


@pairs
def test_every_limit_of_small_packs(pair: tuple[str, str]) -> None:
    for cards in (2, 3, 4, 7, 8):
        for left in {2, 3, cards} & {*range(2, cards + 1)}:
            if cards > 2 or pair != ("counter", "non-counter"):
                check(pair, left, cards, range(1, 15))


@pytest.mark.slow
@pairs
def test_every_limit_of_the_full_pack_up_to_the_last_range_and_beyond(
    pair: tuple[str, str],
) -> None:
    check(pair, 52, 52, range(1, 61))
    check(pair, 26, 52, range(1, 61, 3))


@pairs
@pytest.mark.parametrize("stake", [1, 2, 5])
def test_other_antes(pair: tuple[str, str], stake: int) -> None:
    for cards, most in product((3, 6, 9), (1, 2, 6)):
        found = mean_by_limit(*pair, cards, ante=stake).at(most)
        assert found == mean_by_enumeration(pair, cards, most, stake)


def test_half_a_counter_as_the_ante() -> None:
    for cards in (4, 9):
        found = mean_by_limit("counter", "counter", cards, ante=Fraction(1, 2)).at(5)
        assert found == mean_by_enumeration(("counter", "counter"), cards, 5, Fraction(1, 2))


@pairs
def test_the_ranges_cover_all_limits_once(pair: tuple[str, str]) -> None:
    ranges = mean_by_limit(*pair, 52).ranges
    assert (ranges[0].first, ranges[-1].last) == (1, None)
    assert all(before.last == after.first - 1 for before, after in pairwise(ranges))
    assert [r.first for r in ranges[1:]] == ([] if pair[1] == "random" else ranges_of_52())


def ranges_of_52() -> list[int]:
    """Return the raises at which the threshold [51 x / (2x+2)] + 1 changes, after the first."""
    thresholds = {x: 51 * x // (2 * x + 2) for x in range(1, 200)}
    return [x for x in range(2, 200) if thresholds[x] != thresholds[x - 1]]


def test_m_times_the_mean_is_quadratic() -> None:
    for each in mean_by_limit("counter", "counter", 52).ranges:
        assert sympy.degree(sympy.expand(m * each.mean), m) == 2


def test_a_random_dealer_has_the_closed_form_in_all_symbols() -> None:
    (whole,) = mean_by_limit("counter", "random", 30).ranges
    symbolic = hand_form("counter", "random").mean().subs({n: 30, ante: 1})
    assert sympy.simplify(whole.mean - symbolic) == 0


@pytest.mark.parametrize("cards", [2, 3, 4, 5, 10, 17, 30])
def test_no_larger_limit_changes_the_value_in_equilibrium(cards: int) -> None:
    values = equilibrium_by_limit(cards)
    for most in range(1, 3 * largest_useful_raise(cards) + 5):
        found = values[min(most, len(values)) - 1]
        assert found == Balance.of(cards, most).value()
    assert list(values) == sorted(set(values))


def test_small_packs_by_the_linear_program() -> None:
    for cards, most in ((2, 3), (4, 5), (5, 4), (6, 6)):
        values = equilibrium_by_limit(cards)
        assert values[min(most, len(values)) - 1] == solve_hand(cards, most, PROGRAM).value


def test_the_usual_pack() -> None:
    values = equilibrium_by_limit(52)
    assert (len(values), values[9]) == (11, Fraction(5437, 39780))


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"left": 1, "cards": 4}, "left=1 must be an integer from 2"),
        ({"left": 5, "cards": 4}, "left=5 must be an integer from 2 to 4"),
        ({"left": 4, "ante": 0}, "ante=0 must be an integer or a Fraction > 0"),
        ({"left": 4, "ante": 0.5}, "ante=0.5 must be an integer or a Fraction > 0"),
    ],
)
def test_hands_that_do_not_exist(wrong: Any, sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        mean_by_limit("counter", "counter", **wrong)


def test_limits_that_do_not_exist() -> None:
    with pytest.raises(BadInput, match="max_raise=0 must be an integer >= 1"):
        mean_by_limit("counter", "counter", 4).at(0)
    with pytest.raises(BadInput, match="cards=1 must be an integer >= 2"):
        equilibrium_by_limit(1)
