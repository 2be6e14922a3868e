"""Chance: its one primitive picks every possible index and no other."""

import copy
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import law_of
from montmort.games.chance import (
    Chance,
    PlayChance,
    RandomChance,
    ScriptedChance,
    check_weights,
    coin,
    shuffled,
)
from montmort.games.errors import BadInput, TooLarge


@given(st.lists(st.integers(0, 10**40), min_size=1, max_size=5).filter(any), st.integers(0))
def test_random_chance_picks_only_what_can_happen(weights: list[int], seed: int) -> None:
    chance = RandomChance(seed)
    assert all(weights[chance.pick(weights)] > 0 for _ in range(5))


@pytest.mark.parametrize("bound", [2**63 - 1, 2**63, 2**63 + 1, 2**64 + 1, 3**100])
def test_long_weights_are_picked_without_bias(bound: int) -> None:
    chance = RandomChance(7)
    low = sum(chance.pick([bound // 2, bound - bound // 2]) == 0 for _ in range(4000))
    assert abs(low - 2000) < 6 * 1000**0.5  # six standard deviations


def test_same_seed_same_picks_and_a_generator_goes_on() -> None:
    first = [RandomChance(3).pick([1] * 50) for _ in range(2)]
    assert first[0] == first[1]
    rng = np.random.default_rng(3)
    assert RandomChance(rng).rng is rng


@pytest.mark.parametrize("weights", [[], [0, 0], [1, -1], [0.5, 0.5]])
def test_invalid_weights(weights: list[int]) -> None:
    with pytest.raises(BadInput):
        check_weights(weights)


@pytest.mark.parametrize(
    ("script", "weights", "message"),
    [([], [1, 1], "ends before"), ([2], [1, 1], "impossible"), ([0], [0, 1], "impossible")],
)
def test_an_impossible_script(script: list[int], weights: list[int], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        ScriptedChance(script).pick(weights)


@given(st.fractions(0, 1))
def test_a_coin_falls_by_the_script(heads: Fraction) -> None:
    law = law_of(lambda chance: coin(chance, heads))
    assert law[True] == heads


def test_a_coin_outside_its_range() -> None:
    with pytest.raises(BadInput, match="heads"):
        coin(ScriptedChance([0]), Fraction(3, 2))


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    law = law_of(lambda chance: tuple(shuffled(chance, "abcd")))
    assert len(law) == 24
    assert Counter(law.weights.values()) == {1: 24}


@pytest.mark.parametrize("heads", [0.5, "1/2", None])
def test_a_coin_is_exact(heads: Any) -> None:
    with pytest.raises(BadInput, match=r"must be exact; use a Fraction"):
        coin(RandomChance(1), heads)


@pytest.mark.parametrize("weights", [{0: 1, 1: 2}, {1, 2}, (w for w in (1, 2)), 3, None])
def test_weights_must_be_a_sequence(weights: Any) -> None:
    for chance in (RandomChance(1), ScriptedChance([0])):
        with pytest.raises(BadInput, match="must be a sequence of integers"):
            chance.pick(weights)


def test_a_play_of_too_many_picks_ends() -> None:
    chance = PlayChance(1, most=3)
    for _ in range(2):
        chance.begin()
        assert {chance.pick([1, 1]) for _ in range(3)} <= {0, 1}
    with pytest.raises(TooLarge, match="more than 3 picks"):
        chance.pick([1])


def test_a_play_chance_makes_the_picks_of_a_random_chance() -> None:
    one, other = PlayChance(7), RandomChance(7)
    one.begin()
    weights = [[1, 2], [5], [2**70, 1, 2**80]]
    assert [one.pick(w) for w in weights * 9] == [other.pick(w) for w in weights * 9]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize("chance", [RandomChance(1), PlayChance(1), ScriptedChance([0])])
def test_chance_is_not_copied(chance: Chance, copied: Callable[[Chance], Chance]) -> None:
    with pytest.raises(BadInput, match="chance must not be copied"):
        copied(chance)
