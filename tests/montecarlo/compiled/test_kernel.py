"""A kernel makes the plays of plain Python, up to the first that raises an error."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.chance import RandomChance
from montmort.montecarlo.compiled import kernel as kernels
from montmort.montecarlo.compiled.kernel import Kernel, kernel_of
from tests.montecarlo.compiled.written_plays import (
    CRAPS,
    HEADER,
    SELDOM,
    SQUARES,
    craps,
    seldom,
    squares,
)

ENDLESS = """
    while pick_uniform(chance, 10**6):
        pass
    return (0,)
"""
KINDS = [np.random.SFC64, np.random.PCG64]
Play = Callable[[Any], tuple[Any, ...]]


@pytest.fixture(scope="module")
def compiled() -> dict[Play, Kernel]:
    return {
        craps: kernel_of(HEADER + CRAPS, 2, 16),
        squares: kernel_of(HEADER + SQUARES, 1, 16),
        seldom: kernel_of(HEADER + SELDOM, 1, 16),
    }


def interpreted(play: Play, rng: np.random.Generator, plays: int) -> list[tuple[Any, ...]]:
    """The plays before the first that raises an error, or leaves 64 bits."""
    rows: list[tuple[Any, ...]] = []
    for _ in range(plays):
        state = rng.bit_generator.state
        try:
            row = play(RandomChance(rng))
        except LookupError:
            row = (2**64,)
        if row[0] >= 2**63:
            rng.bit_generator.state = state
            break
        rows.append(row)
    return rows


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("play", [craps, squares, seldom])
@settings(max_examples=50)
@given(st.integers(0, 2**32), st.integers(0, 300))
def test_plays_up_to_an_error(
    compiled: dict[Play, Kernel], play: Play, kind: Any, seed: int, plays: int
) -> None:
    rng, twin = (np.random.Generator(kind(seed)) for _ in range(2))
    found = compiled[play].play(rng, plays)
    assert list(map(tuple, found.tolist())) == interpreted(play, twin, plays)
    assert repr(rng.bit_generator.state) == repr(twin.bit_generator.state)


@pytest.mark.parametrize("kind", KINDS)
def test_an_endless_play_comes_to_an_end(monkeypatch: pytest.MonkeyPatch, kind: Any) -> None:
    kernel = kernel_of(HEADER + ENDLESS, 1, 16)
    monkeypatch.setattr(kernels, "MOST_WORDS", 1000)
    rng, twin = (np.random.Generator(kind(5)) for _ in range(2))
    assert kernel.play(rng, 3).shape == (0, 1)
    assert rng.random() == twin.random()


def test_the_limit_of_words_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """1,000 words are 2,000 picks of 32 bits."""
    kernel = kernel_of(HEADER + "    return (pick_uniform(chance, 2),)\n", 1, 16)
    monkeypatch.setattr(kernels, "MOST_WORDS", 1000)
    assert len(kernel.play(np.random.default_rng(1), 5000)) == 2000
