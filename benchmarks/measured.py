"""CPU time measured alike by every benchmark: medians, and rows that take turns.

What takes turns in one process meets the same busy moments of the machine.
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
    """CPU seconds that a player tells, having played in a process of its own."""


class Times(NamedTuple):
    """How many times as long something takes: the median over the turns, the least, the most."""

    median: float
    least: float
    most: float

    def __str__(self) -> str:
        return f"{shortly(self.median)} ({shortly(self.least)} – {shortly(self.most)})"


def shortly(number: float) -> str:
    """Return three digits of a number, or all of a large one.

    >>> shortly(0.01234), shortly(12.34), shortly(1234.5)
    ('0.0123', '12.3', '1,234')
    """
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def load() -> str:
    """Return how many processes wanted a core in the last minute, our own among them."""
    return f"load average {os.getloadavg()[0]:.1f}"


def sfc64() -> np.random.Generator:
    """Return a fresh Generator of the kind that blocks use."""
    return np.random.Generator(np.random.SFC64(1713))


def every_turn(players: Mapping[str, tuple[int, Player]], rounds: int) -> dict[str, list[float]]:
    """Return {name: CPU seconds per play of each round}, after one round to compile.

    `players` are {name: (plays, how they are played)}.
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
    told = play()
    return told if isinstance(told, Spent) else time.thread_time() - began


def sized(play: Callable[[int], object], seconds: float) -> tuple[int, Player]:
    """Return (plays, how they are played) that take about so many CPU seconds, warm."""
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
    """Yield a table of speeds, the floor as the unit; then how long numpy takes beside a row."""
    yield title
    yield f"{'':28}{plays + '/s and core':>20}{'ns':>12}   x {floor}"
    for name, times in turns.items():
        seconds, ratio = statistics.median(times), times_as_long(times, turns[floor])
        yield f"{name:28}{1 / seconds:20,.0f}{seconds * 1e9:12,.1f}   {ratio}"
    theirs, ours = numpy
    if theirs in turns:
        yield f"{f'{theirs} x {ours}':60}   {times_as_long(turns[theirs], turns[ours])}"


def times_as_long(seconds: list[float], unit: list[float]) -> Times:
    """Return how many times as long a player takes as another, turn by turn."""
    ratios = [one / other for one, other in zip(seconds, unit, strict=True)]
    return Times(statistics.median(ratios), min(ratios), max(ratios))


def process_seconds(*command: str, **environment: str) -> float:
    """Return the CPU seconds of a command of montmort from start to end, all its processes."""
    before = _of_children()
    words = [sys.executable, "-m", "montmort", *command]
    subprocess.run(words, env=os.environ | environment, capture_output=True, check=True)
    return _of_children() - before


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
