"""Time of each command with cold and with warm caches.

    python benchmarks/startup.py [--runs 3]

Cold: the caches of compiled kernels and of long answers are empty, as after an
installation; warm: they are filled.  Medians of seconds: CPU time of all cores
together, and wall time, which means little on a busy machine.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

HAND = ["--hand", "5c 6d 7h 8s 9c"]
COMMANDS = {
    "--help": ["--help"],
    "games": ["games"],
    "exact treize": ["exact", "treize"],
    "exact liars-poker": ["exact", "liars-poker"],
    "exact five-card-draw": ["exact", "five-card-draw", *HAND],
    "exact persian-monarchs": ["exact", "persian-monarchs"],
    "exact war": ["exact", "war", "--ranks", "3"],
    **{
        f"simulate {game}": ["simulate", game, "--plays", "1000"]
        for game in ("treize", "liars-poker", "five-card-draw", "persian-monarchs", "war")
    },
    "verify treize": ["verify", "treize", "--plays", "1000"],
}


class Seconds(NamedTuple):
    """How long a command took."""

    cpu: float
    wall: float


def seconds(command: list[str], caches: str) -> Seconds:
    """Run a montmort command with its caches in a folder."""
    places = {"NUMBA_CACHE_DIR": f"{caches}/numba", "XDG_CACHE_HOME": f"{caches}/answers"}
    began, used = time.perf_counter(), _of_children()
    subprocess.run(
        [sys.executable, "-m", "montmort", *command],
        env=os.environ | places,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,  # so few plays give no verdict
    )
    return Seconds(_of_children() - used, time.perf_counter() - began)


def cold_and_warm(command: list[str], runs: int) -> tuple[Seconds, Seconds]:
    """Return the medians of runs with empty caches and of second runs."""
    cold, warm = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as caches:
            cold.append(seconds(command, caches))
            warm.append(seconds(command, caches))
    return _median(cold), _median(warm)


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _median(runs: list[Seconds]) -> Seconds:
    return Seconds(*map(statistics.median, zip(*runs, strict=True)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    print(f"{'':26}{'cold: CPU':>12}{'clock':>8}{'warm: CPU':>12}{'clock':>8}")
    for name, command in COMMANDS.items():
        cold, warm = cold_and_warm(command, asked.runs)
        print(f"{name:26}{cold.cpu:12.2f}{cold.wall:8.2f}{warm.cpu:12.2f}{warm.wall:8.2f}")


if __name__ == "__main__":
    main()
