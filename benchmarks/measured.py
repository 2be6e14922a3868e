"""CPU time measured alike by every benchmark: medians, and rows that take turns.

What takes turns in one process meets the same busy moments of the machine.
"""

import statistics
import time
from collections.abc import Callable, Mapping

import numpy as np

Player = Callable[[], object]


def sfc64() -> np.random.Generator:
    """Return a fresh Generator of the kind that blocks use."""
    return np.random.Generator(np.random.SFC64(1713))


def in_turns(players: Mapping[str, tuple[int, Player]], rounds: int) -> dict[str, float]:
    """Return {name: CPU seconds per play}, medians over `rounds` after one to compile.

    `players` are {name: (plays, how they are played)}.
    """
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(rounds + 1):
        for name, (plays, play) in players.items():
            began = time.thread_time()
            play()
            if turn:
                seconds[name].append((time.thread_time() - began) / plays)
    return {name: statistics.median(times) for name, times in seconds.items()}


def median_seconds(task: Callable[[], object], runs: int = 3, *, warm_up: bool = False) -> float:
    """Return the median CPU seconds of some runs; with `warm_up` behind one not counted."""
    if warm_up:
        task()
    times = []
    for _ in range(runs):
        began = time.process_time()
        task()
        times.append(time.process_time() - began)
    return statistics.median(times)
