"""The memory of a verdict does not grow with the plays."""

import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.verification import crosscheck

SMALL = Rules(ranks=3, suits=1)
BLOCKS = 2000  # of 2^18 plays: more than 5 10^8
ALIKE = 20  # plays of every block


def counted_once(simulator: Any) -> Any:
    """Return the simulator with blocks that are all alike, so that no histogram grows."""
    kept: list[Any] = []

    def counter(rules: Any, rng: Any, plays: int) -> Any:
        kept[:] = kept or [simulator.counter(rules, rng, plays)]
        return {name: dict(counts) for name, counts in kept[0].items()}

    return replace(simulator, counter=counter, plays_per_block=ALIKE)


def sizes_of(run: Callable[[Any], object]) -> list[int]:
    """Return the bytes in use after each look of a run, which is given the hook."""
    sizes: list[int] = []
    tracemalloc.start()
    try:
        run(lambda *_: sizes.append(tracemalloc.get_traced_memory()[0]))
    finally:
        tracemalloc.stop()
    return sizes


@pytest.mark.parametrize(
    "workers",
    [pytest.param(1, marks=pytest.mark.longest), pytest.param(2, marks=pytest.mark.slow)],
)
def test_the_memory_of_a_run_is_flat(workers: int) -> None:
    simulator = counted_once(treize.simulator(SMALL))
    asked = {"simulator": simulator, "plays": ALIKE * BLOCKS, "until": "all", "seed": 1}
    sizes = sizes_of(
        lambda watch: crosscheck("treize", SMALL, **asked, workers=workers, watch=watch)
    )
    assert len(sizes) == BLOCKS
    early, late = max(sizes[BLOCKS // 4 : BLOCKS // 2]), max(sizes[BLOCKS // 2 :])
    assert late - early < 250_000  # 1,000 blocks, if they were kept, would take above 500,000 bytes
