"""Compiled picks are numpy's `Generator.integers`, number by number and bit by bit."""

import numba
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.chance import RandomChance
from montmort.machine.stream import state_of
from montmort.montecarlo.compiled.stream import chance_at, pick_uniform, product_128

NEAR = [1, 2, 3, 6, 52, 2**16, 2**31, 3 * 2**30, 2**32, 3 * 2**31, 2**53, 2**62, 3 * 2**61, 2**63]
AROUND = sorted({n + d for n in NEAR for d in (-2, -1, 0, 1, 2) if 1 <= n + d < 2**63})
BOUNDS = st.sampled_from(AROUND) | st.integers(1, 100) | st.integers(1, 2**63 - 1)


@numba.njit
def pick_all(words: npt.NDArray[np.uint64], bounds: npt.NDArray[np.int64]) -> object:
    chance = chance_at(words)
    return [pick_uniform(chance, bound) for bound in bounds]


multiplied = numba.njit(product_128)


def generators(
    seed: int, kind: type[np.random.BitGenerator] = np.random.SFC64
) -> tuple[np.random.Generator, np.random.Generator]:
    first, second = (np.random.Generator(kind(seed)) for _ in range(2))
    return first, second


def picks(rng: np.random.Generator, bounds: list[int]) -> object:
    with state_of(rng) as words:
        return pick_all(words, np.array(bounds, dtype=np.int64))


@pytest.mark.parametrize("kind", [np.random.SFC64, np.random.PCG64])
@given(st.integers(0, 2**32), st.lists(BOUNDS, min_size=1, max_size=40))
def test_picks_of_any_mixture_of_bounds_are_numpys(
    kind: type[np.random.BitGenerator], seed: int, bounds: list[int]
) -> None:
    rng, twin = generators(seed, kind)
    chance = RandomChance(twin)
    assert picks(rng, bounds) == [chance._below(bound) for bound in bounds]
    state, wanted = rng.bit_generator.state, twin.bit_generator.state
    assert np.all(state["state"]["state"] == wanted["state"]["state"])
    assert (state["has_uint32"], state["uinteger"]) == (wanted["has_uint32"], wanted["uinteger"])


@pytest.mark.parametrize("bound", AROUND)
def test_many_picks_of_each_bound_are_numpys(bound: int) -> None:
    """Enough to reject tickets: of 2**31 + 1 and 2**62 + 1 numbers nearly half are drawn again."""
    rng, twin = generators(bound)
    assert picks(rng, [bound] * 200) == [int(twin.integers(bound)) for _ in range(200)]
    assert rng.bit_generator.random_raw() == twin.bit_generator.random_raw()


@given(st.integers(0, 2**32), st.lists(st.tuples(st.booleans(), BOUNDS), max_size=12))
def test_a_run_may_change_between_compiled_and_interpreted(
    seed: int, plays: list[tuple[bool, int]]
) -> None:
    rng, twin = generators(seed)
    for compiled, bound in plays:
        drawn = picks(rng, [bound]) if compiled else [RandomChance(rng)._below(bound)]
        assert drawn == [int(twin.integers(bound))]
    assert rng.random() == twin.random()


@pytest.mark.parametrize("bound", [0, -1, -(2**63)])
def test_no_pick_of_nothing(bound: int) -> None:
    rng, twin = generators(1)
    with pytest.raises(ValueError, match="zero"):
        picks(rng, [6, bound])
    twin.integers(6)
    assert rng.integers(6) == twin.integers(6)  # the state after the error is written back


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_products_of_128_bits(one: int, other: int) -> None:
    high, low = multiplied(np.uint64(one), np.uint64(other))
    assert (int(high) << 64) + int(low) == one * other
