"""Runs that are hit at random moments: no block is lost, and none is counted twice.

    python -m benchmarks.faults [--times 100] [--plays 5e7] [--seed 1713]

`montmort simulate treize --save FILE` is hit, and where that ends it the same
command is given again until it ends well.  Then its histograms must be those of
an undisturbed run, and its file must tell every block once.  The faults take
turns:

worker      a worker of a cluster is killed; the run goes on
scheduler   the scheduler of a cluster is killed; the run goes on from its file on a new one
client      the command is killed; it goes on from its file on the same cluster
interrupt   no cluster: Ctrl-C, SIGTERM, SIGHUP or SIGKILL, three times over
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

PATIENCE = 600  # seconds until a run that does not end is a fault of ours
BLOWS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)


class Ended(NamedTuple):
    """How a command ended, and whether it was still under way when it was hit."""

    code: int
    told: str
    complaint: str
    hit: bool


class Trial(NamedTuple):
    """What became of a run that was hit."""

    hit: bool
    lost: int
    doubled: int
    same: bool


@dataclass
class Bench:
    """A run of so many plays, the cluster that plays it, and what it is when undisturbed."""

    plays: int
    machines: Machines
    histograms: Any = None
    blocks: int = 0
    seconds: float = 0.0
    seconds_here: float = 0.0

    def measure(self, folder: Path) -> None:
        """Play the run undisturbed, here and on the cluster, and see how long that takes."""
        self.played(folder / "first.jsonl", cluster=True)  # the workers load the game
        began = time.monotonic()
        self.played(folder / "there.jsonl", cluster=True)
        self.seconds = time.monotonic() - began
        here = self.played(folder / "here.jsonl")
        self.seconds_here = time.monotonic() - began - self.seconds
        self.histograms = json.loads(here.told)["answers"]
        self.blocks = len(_lines(folder / "here.jsonl"))

    def played(
        self,
        path: Path,
        *,
        cluster: bool = False,
        after: float = 0.0,
        hit: Callable[["subprocess.Popen[str]"], object] | None = None,
    ) -> Ended:
        """Give the command, hit it after so many seconds, and wait for its end."""
        argv = [sys.executable, "-m", "montmort", "simulate", "treize", "--seed", "1713"]
        argv += ["--plays", str(self.plays), "--json", "--save", str(path)]
        argv += ["--dask", self.machines.address] if cluster else []
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with subprocess.Popen(argv, **pipes) as command:
            under_way = False
            if hit is not None:
                with suppress(subprocess.TimeoutExpired):
                    command.wait(after)
                under_way = command.poll() is None
                hit(command)
            told, complaint = command.communicate(timeout=PATIENCE)
        return Ended(command.returncode, told, complaint, under_way)

    def replace_machines(self) -> None:
        """Put a new cluster in the place of a broken one."""
        self.machines.__exit__(None, None, None)
        self.machines = Machines().__enter__()


def worker(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill a worker: the command goes on."""

    def kill(_: object) -> None:
        with suppress(IndexError, psutil.NoSuchProcess):  # its successor may not be there yet
            chance.choice(bench.machines.workers).kill()

    return [bench.played(path, cluster=True, after=_moment(bench, chance), hit=kill)]


def scheduler(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill the scheduler: the command ends with a sentence, and goes on with another."""

    def kill(_: object) -> None:
        bench.machines.scheduler.kill()

    first = bench.played(path, cluster=True, after=_moment(bench, chance), hit=kill)
    bench.replace_machines()
    return [first, bench.played(path, cluster=True)]


def client(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Kill the command, and give it again."""
    after = _moment(bench, chance)
    first = bench.played(path, cluster=True, after=after, hit=subprocess.Popen.kill)
    return [first, bench.played(path, cluster=True)]


def interrupt(bench: Bench, path: Path, chance: random.Random) -> list[Ended]:
    """Interrupt the command three times over, without a cluster."""
    blows = [methodcaller("send_signal", chance.choice(BLOWS)) for _ in range(3)]
    moments = [chance.uniform(0, bench.seconds_here) for _ in blows]
    hits = [
        bench.played(path, after=after, hit=hit) for after, hit in zip(moments, blows, strict=True)
    ]
    return [*hits, bench.played(path)]


FAULTS = {fault.__name__: fault for fault in (worker, scheduler, client, interrupt)}


def trial(bench: Bench, fault: str, path: Path, chance: random.Random) -> Trial:
    """Play a run that is hit by the fault, and look at what it has become."""
    *before, last = FAULTS[fault](bench, path, chance)
    for ended in (*before, last):
        if ended.code == 1 or (ended is last and ended.code):
            raise RuntimeError(f"{fault}: exit code {ended.code}\n{ended.complaint}")
    lines = Counter(_lines(path))
    return Trial(
        hit=any(ended.hit for ended in (*before, last)),
        lost=bench.blocks - len(lines),
        doubled=lines.total() - len(lines),
        same=json.loads(last.told)["answers"] == bench.histograms,
    )


def _moment(bench: Bench, chance: random.Random) -> float:
    """Return when to hit: seconds, at random until an undisturbed run would have ended."""
    return chance.uniform(0, bench.seconds)


def _lines(path: Path) -> list[int]:
    """Return the number of the block that each line tells."""
    return [json.loads(line)["block"] for line in path.read_text().splitlines()]


def main() -> None:
    """Hit runs in turns, and print what was lost and doubled."""
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
    print(f"{asked.plays:.0e} plays, {bench.blocks} blocks, {bench.seconds:.1f} s undisturbed")
    print(f"{'fault':12}{'runs':>6}{'hit under way':>15}{'lost':>6}{'doubled':>9}{'others':>8}")
    for fault, ends in trials.items():
        hit, lost, doubled = (sum(column) for column in list(zip(*ends, strict=True))[:3])
        others = sum(not end.same for end in ends)
        print(f"{fault:12}{len(ends):6}{hit:15}{lost:6}{doubled:9}{others:8}")


if __name__ == "__main__":
    main()
