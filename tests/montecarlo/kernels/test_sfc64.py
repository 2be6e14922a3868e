"""The compiled stream equals numpy's, number by number."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.montecarlo.kernels.sfc64 import fill_uniform, sfc64_state


@given(st.integers(0, 2**128 - 1), st.integers(0, 50))
def test_the_stream_is_numpys(seed: int, draws: int) -> None:
    rng, twin = (np.random.Generator(np.random.SFC64(seed)) for _ in range(2))
    numbers = np.empty(draws)
    with sfc64_state(rng) as words:
        fill_uniform(words, numbers)
    assert numbers.tolist() == twin.random(draws).tolist()
    assert rng.bit_generator.random_raw() == twin.bit_generator.random_raw()


def test_another_generator_gives_a_stream_seeded_from_it() -> None:
    drawn = np.empty((3, 1))
    for seed, number in zip((1, 1, 2), drawn, strict=True):
        with sfc64_state(np.random.default_rng(seed)) as words:
            fill_uniform(words, number)
    assert drawn[0] == drawn[1] != drawn[2]


def test_the_state_is_restored_also_after_an_error() -> None:
    rng, twin = (np.random.Generator(np.random.SFC64(5)) for _ in range(2))

    def draw_and_fail() -> None:
        with sfc64_state(rng) as words:
            fill_uniform(words, np.empty(2))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        draw_and_fail()
    twin.random(2)
    assert rng.random() == twin.random()
