"""Compiled tickets are numpy's `Generator.integers`, number by number and bit by bit."""

import ctypes
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.chance import RandomChance
from montmort.machine.draws import DRAWS
from montmort.machine.machine_code import engine_of
from montmort.machine.stream import state_of
from tests.machine.played import KINDS

NEAR = [1, 2, 3, 6, 52, 2**16, 2**31, 3 * 2**30, 2**32, 3 * 2**31, 2**53, 2**62, 3 * 2**61, 2**63]
AROUND = sorted({n + d for n in NEAR for d in (-2, -1, 0, 1, 2) if 1 <= n + d < 2**63})
BOUNDS = st.sampled_from(AROUND) | st.integers(1, 100) | st.integers(1, 2**63 - 1)
ALL = """
define i64 @one(ptr %stream, i64 %n) {
  %at = alloca i64
  call void @take_at(ptr %stream, ptr %at)
  %found = call i64 @ticket(ptr %stream, ptr %at, i64 %n)
  call void @give_at(ptr %stream, ptr %at)
  ret i64 %found
}
define i64 @found(ptr %sums, i64 %length, i64 %ticket) {
  %place = call i64 @search(ptr %sums, i64 %length, i64 %ticket)
  ret i64 %place
}
define i64 @picked(ptr %stream, i64 %length, i64 %items) {
  %place = call i64 @pick_of(ptr %stream, i64 %length, i64 %items)
  ret i64 %place
}
"""
ENGINE = engine_of(DRAWS + ALL)
_I, _P = ctypes.c_int64, ctypes.c_void_p
TICKET = ctypes.CFUNCTYPE(_I, _P, _I)(ENGINE.get_function_address("one"))
SEARCH = ctypes.CFUNCTYPE(_I, _P, _I, _I)(ENGINE.get_function_address("found"))
PICK = ctypes.CFUNCTYPE(_I, _P, _I, _P)(ENGINE.get_function_address("picked"))


def generators(seed: int, kind: Any = np.random.SFC64) -> list[np.random.Generator]:
    return [np.random.Generator(kind(seed)) for _ in range(2)]


def tickets(rng: np.random.Generator, bounds: list[int]) -> list[int]:
    with state_of(rng) as stream:
        return [TICKET(stream.ctypes.data, bound) for bound in bounds]


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32), st.lists(BOUNDS, min_size=1, max_size=40))
def test_tickets_below_any_mixture_of_bounds_are_numpys(
    kind: Any, seed: int, bounds: list[int]
) -> None:
    rng, twin = generators(seed, kind)
    chance = RandomChance(twin)
    assert tickets(rng, bounds) == [chance._below(bound) for bound in bounds]
    assert repr(rng.bit_generator.state) == repr(twin.bit_generator.state)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bound", AROUND)
def test_many_tickets_below_each_bound_are_numpys(kind: Any, bound: int) -> None:
    """Enough to reject tickets: of 2**31 + 1 and 2**62 + 1 numbers nearly half are drawn again."""
    rng, twin = generators(bound, kind)
    assert tickets(rng, [bound] * 200) == [int(twin.integers(bound)) for _ in range(200)]
    assert rng.bit_generator.random_raw() == twin.bit_generator.random_raw()


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 2**32), st.lists(st.tuples(st.booleans(), BOUNDS), max_size=12))
def test_a_run_may_change_between_compiled_and_interpreted(
    kind: Any, seed: int, plays: list[tuple[bool, int]]
) -> None:
    rng, twin = generators(seed, kind)
    for compiled, bound in plays:
        drawn = tickets(rng, [bound]) if compiled else [RandomChance(rng)._below(bound)]
        assert drawn == [int(twin.integers(bound))]
    assert rng.random() == twin.random()


@pytest.mark.parametrize("bound", [0, -1, -(2**63)])
def test_no_ticket_of_nothing(bound: int) -> None:
    rng, twin = generators(1)
    assert tickets(rng, [6, bound]) == [int(twin.integers(6)), -1]
    assert rng.integers(6) == twin.integers(6)


@pytest.mark.parametrize("kind", KINDS)
def test_the_limit_of_words_is_exact(kind: Any) -> None:
    """1,000 words are 2,000 tickets of 32 bits."""
    rng, _ = generators(1, kind)
    with state_of(rng, most=1000) as stream:
        found = [TICKET(stream.ctypes.data, 2) for _ in range(2005)]
    assert found.index(-1) == 2000


@given(st.lists(st.integers(0, 9), min_size=1, max_size=70).filter(any))
def test_search_counts_the_sums_that_are_reached(weights: list[int]) -> None:
    sums = np.cumsum(weights)
    for ticket in range(int(sums[-1])):
        place = SEARCH(sums.ctypes.data, len(sums), ticket)
        assert place == sum(int(each) <= ticket for each in sums)


@given(st.integers(0, 2**32), st.lists(st.integers(0, 2**60), min_size=1, max_size=6).filter(any))
def test_a_pick_of_weights_in_memory_is_that_of_chance(seed: int, weights: list[int]) -> None:
    rng, twin = generators(seed)
    items, chance = np.array(weights, np.int64), RandomChance(twin)
    with state_of(rng) as stream:
        found = [PICK(stream.ctypes.data, len(items), items.ctypes.data) for _ in range(5)]
    assert found == [chance.pick(weights) for _ in range(5)]


@pytest.mark.parametrize("weights", [[], [0], [0, 0], [3, -1], [2**62, 2**62]])
def test_no_pick_without_weights_below_0_or_of_more_than_63_bits(weights: list[int]) -> None:
    items = np.array(weights, np.int64)
    rng, _ = generators(1)
    with state_of(rng) as stream:
        assert PICK(stream.ctypes.data, len(items), items.ctypes.data) == -1
