"""Two workers against one: the same blocks of every game, and why two are not twice as fast.

    python benchmarks/workers.py [--blocks 4] [--rounds 3]

One thread, two threads and two processes alternate; the processes are started and warm
before.  Times are medians of wall time.  The speed-up of two threads is

    cores in use  /  x CPU.

The first is CPU seconds per second while two threads work; it is below 2 if a thread
waited: for the last block, for the other thread, or for other processes on the machine.
The second is the factor by which the same blocks take more CPU time when two threads
work; it is above 1 if the cores share caches, memory or their clock.  `busy` is the
cores in use with one thread: below 1, other processes were running.
"""

import argparse
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack
from multiprocessing import get_context
from typing import NamedTuple

from measured import load

from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator
from montmort.verification.registry import GAMES

MODES = {"one": 1, "two": 2, "processes": 2}


class Spent(NamedTuple):
    """Seconds of a run by the clock, and CPU seconds of this process."""

    wall: float
    cpu: float


def play(simulator: Simulator, pool: Executor, workers: int, blocks: int) -> Spent:
    """Return the time of `blocks` full blocks in a pool."""
    plays = blocks * simulator.plays_per_block
    wall, cpu = time.perf_counter(), time.process_time()
    for _ in play_blocks(simulator, plays=plays, seed=1, executor=pool, workers=workers):
        pass
    return Spent(time.perf_counter() - wall, time.process_time() - cpu)


def in_turns(simulator: Simulator, blocks: int, rounds: int) -> dict[str, list[Spent]]:
    """Return {mode: time of each round}, after an uncounted round."""
    spent: dict[str, list[Spent]] = {mode: [] for mode in MODES}
    with ExitStack() as stack:
        pools: dict[str, Executor] = {
            "one": stack.enter_context(ThreadPoolExecutor(1)),
            "two": stack.enter_context(ThreadPoolExecutor(2)),
            "processes": stack.enter_context(ProcessPoolExecutor(2, get_context("spawn"))),
        }
        for turn in range(rounds + 1):
            for mode, workers in MODES.items():
                found = play(simulator, pools[mode], workers, blocks if turn else 2)
                if turn:
                    spent[mode].append(found)
    return spent


def row(name: str, spent: dict[str, list[Spent]]) -> str:
    """Return the row of a game: medians over the rounds."""
    one, two, processes = (spent[mode] for mode in MODES)

    def median(ratios: Iterator[float]) -> float:
        return statistics.median(ratios)

    return (
        f"{name:18}{median(a.wall for a in one):8.2f}"
        f"{median(a.wall / b.wall for a, b in zip(one, two, strict=True)):13.2f}"
        f"{median(a.wall / b.wall for a, b in zip(one, processes, strict=True)):15.2f}"
        f"{median(b.cpu / b.wall for b in two):14.2f}"
        f"{median(b.cpu / a.cpu for a, b in zip(one, two, strict=True)):8.2f}"
        f"{median(a.cpu / a.wall for a in one):8.2f}"
    )


def simulators() -> dict[str, Simulator]:
    """Return the simulator of every game with its usual rules."""
    made = {}
    for game in GAMES.values():
        rules, experiment = game.rulebook.usual, game.rulebook.first_experiment
        made[game.name] = game.simulator(rules, experiment)
    return made


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--blocks", type=int, default=4, help="half a second each")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    print(f"{'':18}{'one, s':>8}{'two threads':>13}{'two processes':>15}", end="")
    print(f"{'cores in use':>14}{'x CPU':>8}{'busy':>8}", flush=True)
    for name, simulator in simulators().items():
        print(row(name, in_turns(simulator, chosen.blocks, chosen.rounds)), load(), flush=True)


if __name__ == "__main__":
    main()
