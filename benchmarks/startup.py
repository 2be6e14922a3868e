"""CPU time of each command until its first line, with cold and with warm caches.

    python benchmarks/startup.py [--runs 3] ["exact war" ...]

Cold: the caches of compiled kernels and of long answers are empty, as after an
installation without `python -m montmort.warm_up`; warm: they are filled.  Medians of
seconds, of all cores together: until the first line on stdout, and until the end.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from montmort.verification.registry import GAMES

HAND = ["--hand", "5c 6d 7h 8s 9c"]
CERTIFICATE, REPORT = "certificate.json", "report.md"  # in the folder of the caches
LIMIT = 120.0  # default limit in seconds of the clock; claims and certificates may take longer


def _commands() -> dict[str, list[str]]:
    """Return what is measured: every verb with every built-in game."""
    found = {"--help": ["--help"], "games": ["games"]}
    for game in GAMES:
        found[f"exact {game}"] = ["exact", game, *(HAND if game == "five-card-draw" else [])]
        for verb in ("simulate", "verify"):
            found[f"{verb} {game}"] = [verb, game, "--plays", "1000"]
        found[f"claims {game}"] = ["claims", game]
        found[f"certify {game}"] = ["certify", game, "-o", CERTIFICATE]
        found[f"report {game}"] = ["report", game, "-o", REPORT, "--plays", "1000"]
        found[f"play {game}"] = ["play", game, "--seed", "1"]
    return found


class Seconds(NamedTuple):
    """CPU seconds of a command until its first line on stdout, and until its end."""

    first: float
    all: float


def seconds(command: list[str], caches: str, limit: float) -> Seconds:
    """Run a montmort command with its caches in a folder, for at most `limit` seconds."""
    places = {"NUMBA_CACHE_DIR": f"{caches}/numba", "XDG_CACHE_HOME": f"{caches}/answers"}
    used = _of_children()
    command = [f"{caches}/{word}" if word in (CERTIFICATE, REPORT) else word for word in command]
    process = subprocess.Popen(
        [sys.executable, "-m", "montmort", *command],
        env=os.environ | places,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # so few plays give no verdict: the exit code says nothing
    )
    if process.stdout is None:
        raise AssertionError("stdout is a pipe")
    process.stdout.readline()
    first = _of_process(process.pid)
    try:
        process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
    return Seconds(first, _of_children() - used)


def cold_and_warm(command: list[str], runs: int, limit: float) -> tuple[Seconds, Seconds]:
    """Return the medians of runs with empty caches and of second runs."""
    cold, warm = [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as caches:
            cold.append(seconds(command, caches, limit))
            warm.append(seconds(command, caches, limit))
    return _median(cold), _median(warm)


def _of_process(pid: int) -> float:
    """Return the CPU seconds of a process so far, also of one that has just ended (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _median(runs: list[Seconds]) -> Seconds:
    return Seconds(*map(statistics.median, zip(*runs, strict=True)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds of one command")
    parser.add_argument("names", nargs="*", help="commands to measure, as `exact war`; default all")
    asked = parser.parse_args()
    print(f"{'':26}{'cold: first':>12}{'all':>8}{'warm: first':>14}{'all':>8}")
    for name, command in _commands().items():
        if asked.names and name not in asked.names:
            continue
        cold, warm = cold_and_warm(command, asked.runs, asked.limit)
        print(
            f"{name:26}{cold.first:12.2f}{cold.all:8.2f}{warm.first:14.2f}{warm.all:8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
