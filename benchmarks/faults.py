"""Runs that are interrupted at random moments: no block is lost, and none is counted twice.

    python -m benchmarks.faults [--times 100] [--plays 5e7] [--seed 1713]

A fault hits `montmort simulate treize --save FILE`.  If that stops the command, it is
repeated until it succeeds.  Then its histograms must be those of an uninterrupted run,
and its file must hold every block once.  The faults alternate:

worker      a worker of a cluster is killed; the run continues
scheduler   the scheduler of a cluster is killed; the run is resumed on a new cluster
client      the command is killed; it is resumed on the same cluster
interrupt   no cluster: Ctrl-C, SIGTERM, SIGHUP or SIGKILL, three times
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import cycle, islice
from operator import methodcaller
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import psutil

from benchmarks.machines import Machines

PATIENCE = 600  # timeout of a run in seconds
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


class Ended(NamedTuple):
    """How a command ended, and whether it was still running when the fault hit it."""

    code: int
    output: str
    errors: str
    hit: bool


class Trial(NamedTuple):
    """The result of a run that was hit."""

    hit: bool
    lost: int
    duplicated: int
    same: bool


@dataclass
class Bench:
    """A run of `plays` plays, its cluster, and its uninterrupted result."""

    plays: int
    machines: Machines
    histograms: Any = None
    blocks: int = 0
    seconds: float = 0.0
    seconds_here: float = 0.0

    def measure(self, folder: Path) -> None:
        """Play the run without faults, here and on the cluster, and time it."""
        self.run(folder / "first.jsonl", cluster=True)  # the workers load the game
        began = time.monotonic()
        self.run(folder / "there.jsonl", cluster=True)
        self.seconds = time.monotonic() - began
        here = self.run(folder / "here.jsonl")
        self.seconds_here = time.monotonic() - began - self.seconds
        self.histograms = json.loads(here.output)["answers"]
        self.blocks = len(_lines(folder / "here.jsonl"))

    def run(
        self,
        path: Path,
        *,
        cluster: bool = False,
        after: float = 0.0,
        hit: Callable[["subprocess.Popen[str]"], object] | None = None,
    ) -> Ended:
        """Start the command, hit it `after` seconds, and wait until it ends."""
        argv = [sys.executable, "-m", "montmort", "simulate", "treize", "--seed", "1713"]
        argv += ["--plays", str(self.plays), "--json", "--save", str(path)]
        argv += ["--dask", self.machines.address] if cluster else []
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(argv, **pipes, preexec_fn=_hear_ctrl_c) as command:
            was_running = False
            if hit is not None:
                with suppress(subprocess.TimeoutExpired):
                    command.wait(after)
                was_running = command.poll() is None
                hit(command)
            output, errors = command.communicate(timeout=PATIENCE)
        return Ended(command.returncode, output, errors, was_running)

    def replace_machines(self) -> None:
        """Replace a broken cluster by a new one."""
        self.machines.__exit__(None, None, None)
        self.machines = Machines().__enter__()


def _hear_ctrl_c() -> None:
    """Undo what a program in the background inherits: that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def worker(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill a worker: the command continues."""

    def kill(_: object) -> None:
        with suppress(IndexError, psutil.NoSuchProcess):  # its replacement may not have started
            chance.choice(bench.machines.workers).kill()

    return [bench.run(path, cluster=True, after=_moment(bench, chance), hit=kill)]


def scheduler(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill the scheduler: the command ends with a message and is resumed with another."""

    def kill(_: object) -> None:
        bench.machines.scheduler.kill()

    first = bench.run(path, cluster=True, after=_moment(bench, chance), hit=kill)
    bench.replace_machines()
    return [first, bench.run(path, cluster=True)]


def client(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill the command, and repeat it."""
    after = _moment(bench, chance)
    first = bench.run(path, cluster=True, after=after, hit=subprocess.Popen.kill)
    return [first, bench.run(path, cluster=True)]


def interrupt(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Interrupt the command three times, without a cluster."""
    hits_by = [methodcaller("send_signal", chance.choice(SIGNALS)) for _ in range(3)]
    moments = [chance.uniform(0, bench.seconds_here) for _ in hits_by]
    hits = [
        bench.run(path, after=after, hit=hit) for after, hit in zip(moments, hits_by, strict=True)
    ]
    return [*hits, bench.run(path)]


FAULTS = {fault.__name__: fault for fault in (worker, scheduler, client, interrupt)}


def trial(bench: Bench, fault: str, path: Path, chance: random.Random) -> Trial:
    """Play a run with the fault, and check the result."""
    *before, last = FAULTS[fault](bench, path, chance)
    for ended in (*before, last):
        if ended.code == 1 or (ended is last and ended.code):
            raise RuntimeError(f"{fault}: exit code {ended.code}\n{ended.errors}")
    lines = Counter(_lines(path))
    return Trial(
        hit=any(ended.hit for ended in (*before, last)),
        lost=bench.blocks - len(lines),
        duplicated=lines.total() - len(lines),
        same=json.loads(last.output)["answers"] == bench.histograms,
    )


def _moment(bench: Bench, chance: random.Random) -> float:
    """Return a random time in seconds, within the length of an uninterrupted run."""
    return chance.uniform(0, bench.seconds)


def _lines(path: Path) -> list[int]:
    """Return the block number of each line."""
    return [json.loads(line)["block"] for line in path.read_text().splitlines()]


def main() -> None:
    """Hit runs with all faults in turn, and print the lost and duplicated blocks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--plays", type=float, default=5e7)
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=list(FAULTS))
    parser.add_argument("--seed", type=int, default=1713)
    asked = parser.parse_args()
    chance, trials = random.Random(asked.seed), {fault: [] for fault in asked.faults}
    with TemporaryDirectory() as folder:
        bench = Bench(int(asked.plays), Machines().__enter__())
        try:
            bench.measure(Path(folder))
            for number, fault in enumerate(islice(cycle(asked.faults), asked.times)):
                path = Path(folder) / f"{number}.jsonl"
                trials[fault].append(trial(bench, fault, path, chance))
                print(number + 1, fault, trials[fault][-1], file=sys.stderr, flush=True)
        finally:
            bench.machines.__exit__(None, None, None)
    print(f"{asked.plays:.0e} plays, {bench.blocks} blocks, {bench.seconds:.1f} s uninterrupted")
    print(
        f"{'fault':12}{'runs':>6}{'hit running':>15}{'lost':>6}{'duplicated':>12}{'different':>11}"
    )
    for fault, ends in trials.items():
        hit, lost, duplicated = (sum(column) for column in list(zip(*ends, strict=True))[:3])
        different = sum(not end.same for end in ends)
        print(f"{fault:12}{len(ends):6}{hit:15}{lost:6}{duplicated:12}{different:11}")


if __name__ == "__main__":
    main()
