"""Measurement of CPU time, the same in every benchmark: medians, and alternating rows.

Tasks that alternate in one process are affected equally by other load on the machine.
"""

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

Player = Callable[[], object]


class Spent(float):
    """CPU seconds reported by a player that ran in its own process."""


class Times(NamedTuple):
    """How many times as long a task takes: median, minimum and maximum over the turns."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{short(self.median)} ({short(self.least)} – {short(self.most)})"


def short(number: float) -> str:
    """Return a number with three digits, or all digits before the point if it is large.

    >>> short(0.01234), short(12.34), short(1234.5)
    ('0.0123', '12.3', '1,234')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def load() -> str:
    """Return the load average of the last minute, which includes our own process."""
    return f"load average {os.getloadavg()[0]:.1f}"


def sfc64() -> np.random.Generator:
    """Return a new Generator of the kind that blocks use."""
    return np.random.Generator(np.random.SFC64(1713))


def every_turn(players: Mapping[str, tuple[int, Player]], rounds: int) -> dict[str, list[float]]:
    """Return {name: CPU seconds per play of each round}, after one round to compile.

    `players` are {name: (plays, function that plays them)}.
    """
    seconds: dict[str, list[float]] = {name: [] for name in players}
    for turn in range(rounds + 1):
        for name, (plays, play) in players.items():
            spent = spent_by(play)
            if turn:
                seconds[name].append(spent / plays)
    return seconds


def spent_by(play: Player) -> float:
    """Return the CPU seconds that a player takes."""
    began = time.thread_time()
    result = play()
    return result if isinstance(result, Spent) else time.thread_time() - began


def sized(play: Callable[[int], object], seconds: float) -> tuple[int, Player]:
    """Return (plays, function that plays them), with plays that take about `seconds`, warm."""
    plays = 1
    play(plays)
    while (spent := spent_by(partial(play, plays))) < seconds / 8:
        plays *= 4
    plays = max(1, round(plays * seconds / spent))
    return plays, partial(play, plays)


def in_turns(players: Mapping[str, tuple[int, Player]], rounds: int) -> dict[str, float]:
    """Return {name: CPU seconds per play}, the medians of `every_turn`."""
    turns = every_turn(players, rounds)
    return {name: statistics.median(times) for name, times in turns.items()}


def speeds(
    title: str, plays: str, turns: Mapping[str, list[float]], floor: str, numpy: tuple[str, str]
) -> Iterator[str]:
    """Yield a table of speeds, relative to `floor`, and the ratio of numpy's time to a row's."""
    yield title
    yield f"{'':28}{plays + '/s and core':>20}{'ns':>12}   x {floor}"
    for name, times in turns.items():
        seconds, ratio = statistics.median(times), times_as_long(times, turns[floor])
        yield f"{name:28}{1 / seconds:20,.0f}{seconds * 1e9:12,.1f}   {ratio}"
    theirs, ours = numpy
    if theirs in turns:
        yield f"{f'{theirs} x {ours}':60}   {times_as_long(turns[theirs], turns[ours])}"


def times_as_long(seconds: list[float], unit: list[float]) -> Times:
    """Return the ratio of two players' times, turn by turn."""
    ratios = [one / other for one, other in zip(seconds, unit, strict=True)]
    return Times(statistics.median(ratios), min(ratios), max(ratios))


def process_seconds(*command: str, **environment: str) -> float:
    """Return the CPU seconds of a montmort command, with all its processes."""
    before = _of_children()
    words = [sys.executable, "-m", "montmort", *command]
    subprocess.run(words, env=os.environ | environment, capture_output=True, check=True)
    return _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def median_seconds(task: Callable[[], object], runs: int = 3, *, warm_up: bool = False) -> float:
    """Return the median CPU seconds of `runs` runs, after an uncounted one if `warm_up`."""
    if warm_up:
        task()
    times = []
    for _ in range(runs):
        began = time.process_time()
        task()
        times.append(time.process_time() - began)
    return statistics.median(times)
