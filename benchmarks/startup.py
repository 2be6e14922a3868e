"""CPU time of each command until its first line, with cold and with warm caches.

    python benchmarks/startup.py [--runs 3] ["exact war" ...]

Cold: the caches of compiled kernels and of long answers are empty, as after an
installation; warm: they are filled.  Medians of
seconds, of all cores together: until the first line on stdout, and until the end.

    python benchmarks/startup.py --install [core fast all ...]

Size and start of fresh installations from the index: the wheel of this checkout alone (core),
or with an extra.  Megabytes of 10^6 bytes in site-packages, without pip and setuptools:
*files* without any .pyc, *run* with those that the first `montmort exact treize` writes,
*compiled* with those of all modules, as pip leaves them by default.  Then medians of CPU
seconds: `import montmort` beyond the start of Python, and `montmort exact treize`, whole.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import NamedTuple

from montmort.verification.registry import GAMES

HAND = ["--hand", "5c 6d 7h 8s 9c"]
CERTIFICATE, REPORT = "certificate.json", "report.md"  # in the folder of the caches
ROOT = Path(__file__).parents[1]
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


class Installation(NamedTuple):
    """What a fresh environment takes: megabytes, then seconds of CPU."""

    files: float
    run: float
    compiled: float
    importing: float
    treize: float


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout in the folder."""
    build = (sys.executable, "-m", "build", "--no-isolation", "--wheel", "-o", folder, ROOT)
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(wheel: Path, extra: str, folder: Path) -> Path:
    """Install the wheel into a fresh environment, without .pyc; return its interpreter."""
    venv.create(folder, with_pip=True)
    python = folder / "bin" / "python"
    wanted = str(wheel) if extra == "core" else f"{wheel}[{extra}]"
    quiet = ("--quiet", "--disable-pip-version-check", "--no-compile")
    subprocess.run((python, "-m", "pip", "install", *quiet, wanted), check=True)
    return python


def installation(wheel: Path, extra: str, folder: Path, runs: int) -> Installation:
    """Install the wheel and measure."""
    python = install(wheel, extra, folder / "venv")
    (site,) = folder.glob("venv/lib/python*/site-packages")

    def cpu(*arguments: str) -> float:
        began = _of_children()
        subprocess.run(
            (python, *arguments),
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            env={"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(folder)},
        )
        return _of_children() - began

    def median(*arguments: str) -> float:
        return statistics.median(cpu(*arguments) for _ in range(runs))

    files, treize = megabytes(site), ("-m", "montmort", "exact", "treize")
    cpu(*treize)
    run = megabytes(site)
    importing = median("-c", "import montmort") - median("-c", "pass")
    seconds = median(*treize)
    subprocess.run((python, "-m", "compileall", "-q", site), stdout=subprocess.DEVNULL)
    return Installation(files, run, megabytes(site), importing, seconds)


def megabytes(site: Path) -> float:
    """Return the size of the files of site-packages without pip and setuptools."""
    others = ("pip", "setuptools", "_distutils_hack", "pkg_resources", "distutils-precedence")
    files = (path for path in site.rglob("*") if path.is_file())
    ours = (p for p in files if not p.relative_to(site).parts[0].startswith(others))
    return sum(path.stat().st_size for path in ours) / 1e6


def print_installations(extras: list[str], runs: int) -> None:
    """Print a line for every extra."""
    sizes = f"{'MB: files':>10}{'run':>8}{'compiled':>10}"
    print(f"{'':10}{sizes}{'s: import':>12}{'exact treize':>14}")
    with tempfile.TemporaryDirectory() as folder:
        wheel = build_wheel(Path(folder))
        for extra in extras:
            own = Path(folder) / extra
            own.mkdir()
            found = installation(wheel, extra, own, runs)
            sizes = f"{found.files:10.1f}{found.run:8.1f}{found.compiled:10.1f}"
            print(f"{extra:10}{sizes}{found.importing:12.3f}{found.treize:14.2f}", flush=True)


def _median(runs: list[Seconds]) -> Seconds:
    return Seconds(*map(statistics.median, zip(*runs, strict=True)))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds of one command")
    parser.add_argument("names", nargs="*", help="commands to measure, as `exact war`; default all")
    parser.add_argument("--install", action="store_true", help="fresh environments")
    asked = parser.parse_args()
    if asked.install:
        print_installations(asked.names or ["core", "all"], asked.runs)
        return
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
