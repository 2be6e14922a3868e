"""Expected steps of absorbing chains, exactly: montmort beside Storm, sympy and icepool.

    python benchmarks/exact_chains.py [--families grid ruin] [--states 1000] [--no-peers]

CPU seconds of one core, the median of up to five runs if they are short; every
cell is a separate process.  `all` is the expected number of steps from every
state, `one` from the start; `build` makes the chain from its rows, `step` from
the step function of the game; `MB` is the peak memory of the process that
answers `all`, Python and the rows included; `bits` is the length of the
denominator of the answer at the start.  Every answer of a peer is compared with
montmort's by ==.

The peers are installed into a separate environment, outside this project.  `by` is
Storm's fastest setting (see peers/ask_storm.py); later settings are limited to the
time of the fastest so far.  `>60` was stopped after so many CPU seconds; `-` was not
run, because a smaller chain of the family was stopped already; if montmort stops, the
line below gives the reason.  `ratio` is the fastest peer's time over `one`.
"""

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent
PEERS = ROOT / "peers"
PACKAGES = ["stormpy", "icepool", "sympy", "python-flint"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"), "montmort", "peers")
ONE_CORE = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")

SIZES = {
    "dense": [13, 50, 100, 200],
    "dag": [1_000, 10_000, 100_000],
    "snakes": [1_000, 3_000, 10_000, 100_000],
    "ruin": [1_000, 10_000, 100_000],
    "grid": [1_000, 10_000, 100_000],
}
BARS = {
    ("dense", 50): 0.03,
    ("dense", 100): 0.15,
    ("dense", 200): 1,
    ("grid", 10_000): 0.5,
    ("ruin", 10_000): 3,
    ("snakes", 3_000): 0.3,
    ("dag", 100_000): 10,
    ("grid", 100_000): 45,
}  # CPU seconds for `all` (dense: one vector of rewards)
SETTINGS = {
    "storm": ["topological", "eigen", "elimination", "bisimulation"],
    "sympy": ["chain", "algebra"],
    "icepool": [""],
}


class Cell(NamedTuple):
    """The answer of a process, or why there is none."""

    answer: dict[str, Any]
    failure: str = ""
    reason: str = ""

    @property
    def shown(self) -> str:
        """The seconds, or the failure."""
        seconds = self.answer.get("seconds")
        return (
            self.failure if seconds is None else f"{seconds:.4f}"[: max(6, len(f"{seconds:.2f}"))]
        )


REFUSALS = {"TooLarge": "large", "MemoryError": "memory", "bad_alloc": "memory"}
UNASKED = Cell({}, "-")


class Limits(NamedTuple):
    """CPU seconds and memory that one question may take."""

    seconds: float
    gigabytes: float


def ask(python: str, script: str, arguments: Iterable[object], limits: Limits) -> Cell:
    """Run a script of peers/ in a separate process and return its answer."""
    command = [python, str(PEERS / script), *map(str, [*arguments])]
    ran = subprocess.run(
        command, capture_output=True, text=True, env=os.environ | ONE_CORE | _path(python)
    )
    if ran.returncode < 0:
        return Cell({}, f">{limits.seconds:.0f}")
    if ran.returncode:
        reason = (ran.stderr.strip().splitlines() or ["no message"])[-1]
        return Cell(
            {}, next((word for e, word in REFUSALS.items() if e in reason), "fails"), reason
        )
    return Cell(json.loads(ran.stdout.splitlines()[-1]) if ran.stdout else {})


def _path(python: str) -> dict[str, str]:
    return {"PYTHONPATH": f"{ROOT.parent}:{ROOT}" if python == sys.executable else ""}


def ours(name: str, states: int, question: str, limits: Limits) -> Cell:
    """Ask montmort `all`, `one` or `step`, or to write the chain to a path."""
    return ask(sys.executable, "ask_montmort.py", [name, states, question, *limits], limits)


class Peers:
    """The peers in their environment, and the settings stopped so far."""

    def __init__(self, python: str, names: list[str], limits: Limits) -> None:
        self.python, self.names, self.limits = python, names, limits
        # Storm reads parametric models with 64-bit integers only, and no two states are equivalent
        self.stopped = {("storm", "bisimulation", "dense")}

    def answers(self, peer: str, family: str, path: Path) -> dict[str, Cell]:
        """Ask the peer with all settings; Storm's later ones are limited to the fastest time."""
        cells: dict[str, Cell] = {}
        limits = self.limits
        for setting in SETTINGS[peer]:
            if peer not in self.names or (peer, setting, family) in self.stopped:
                cells[setting] = UNASKED
                continue
            cell = ask(self.python, f"ask_{peer}.py", [path, *limits, setting], limits)
            if cell.failure:
                self.stopped.add((peer, setting, family))
            elif peer == "storm":
                limits = limits._replace(
                    seconds=max(1, min(limits.seconds, cell.answer["seconds"]))
                )
            cells[setting] = cell
        return cells


def environment(folder: Path, packages: Iterable[str] = PACKAGES) -> str:
    """Return the Python of the peers' environment, created if it does not exist."""
    python, ready = folder / "bin" / "python", folder / "ready"
    if not ready.exists():
        print(f"Installing {', '.join(packages)} into {folder} …", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        quiet = ["--quiet", "--disable-pip-version-check"]
        subprocess.run([python, "-m", "pip", "install", *quiet, *packages], check=True)
        ready.touch()
    return str(python)


def fastest(cells: dict[str, Cell]) -> tuple[str, Cell]:
    """Return the fastest setting with an answer, else the first setting."""
    answered = {s: cell for s, cell in cells.items() if not cell.failure}
    asked = {s: cell for s, cell in cells.items() if cell is not UNASKED}
    if not answered:
        return next(iter(asked.items()), ("", UNASKED))
    return min(answered.items(), key=lambda pair: pair[1].answer["seconds"])


def row(name: str, states: int, peers: Peers | None, limits: Limits) -> str:
    """Measure one chain and return its line of the table."""
    every, one, step = (ours(name, states, question, limits) for question in ("all", "one", "step"))
    bar = BARS.get((name, states))
    line = (
        f"{name:7}{states:8,}{every.answer.get('bits', ''):>8}{_build(every):>8}{step.shown:>8}"
        f"{every.shown:>9}{'' if bar is None else f'{bar:g}':>6}{one.shown:>9}"
        f"{_megabytes(every):>7}"
    )
    line = line if peers is None else line + _beside(name, states, peers, one)
    return f"{line}\n        {every.reason[:200]}" if every.reason else line


def _beside(name: str, states: int, peers: Peers, one: Cell) -> str:
    """Return the peers' cells; ArithmeticError if an answer differs from montmort's."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chain.json")
        ours(name, states, str(path), peers.limits)
        cells = {peer: peers.answers(peer, name, path) for peer in SETTINGS}
    for peer, by_setting in cells.items():
        for setting, cell in by_setting.items():
            _compare(f"{name} {states}: {peer} {setting}", one, cell)
    by, storm = fastest(cells["storm"])
    sympy, icepool = cells["sympy"], cells["icepool"][""]
    best = fastest({peer: fastest(found)[1] for peer, found in cells.items()})[1]
    return (
        f"{storm.shown:>9} {by if not storm.failure else '':13}{sympy['chain'].shown:>8}"
        f"{sympy['algebra'].shown:>8}{icepool.shown:>8}{_ratio(best, one, peers.limits):>8}"
    )


def _compare(what: str, one: Cell, cell: Cell) -> None:
    """Raise ArithmeticError if there are two answers that are not equal fractions."""
    if one.failure or cell.failure:
        return
    if Fraction(one.answer["answer"]) != Fraction(cell.answer["answer"]):
        raise ArithmeticError(f"{what}: the answer differs from montmort's")


def _ratio(best: Cell, one: Cell, limits: Limits) -> str:
    if one.failure:
        return ""
    if best.failure:
        return f">{limits.seconds / one.answer['seconds']:,.0f}"
    ratio = best.answer["seconds"] / one.answer["seconds"]
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}"


def _build(every: Cell) -> str:
    return f"{every.answer['build']:.3f}" if every.answer else ""


def _megabytes(every: Cell) -> str:
    return f"{every.answer['megabytes']:,.0f}" if every.answer else ""


def header(peers: Peers | None) -> str:
    """Return the versions in use, and the names of the columns."""
    packages = ", ".join(
        f"{p} {version(p)}" for p in ("montmort", "python-flint", "scipy", "numpy")
    )
    lines = [f"Python {platform.python_version()}, {packages}"]
    columns = "family   states    bits   build    step      all   bar      one     MB"
    if peers is not None:
        lines.append(versions(peers.python, PACKAGES))
        columns += "    storm by             sympy algebra icepool   ratio"
    return "\n".join([*lines, columns])


def versions(python: str, packages: Iterable[str]) -> str:
    """Return the packages of the peers' environment with their versions."""
    listed = subprocess.run(
        [python, "-m", "pip", "list", "--format=json"], capture_output=True, check=True
    ).stdout
    found = {entry["name"].lower(): entry["version"] for entry in json.loads(listed)}
    return "peers: " + ", ".join(f"{p} {found[p.replace('_', '-')]}" for p in packages)


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--families", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--states", nargs="+", type=int, help="instead of the default sizes")
    parser.add_argument("--peers", nargs="+", choices=SETTINGS, default=list(SETTINGS))
    parser.add_argument("--no-peers", action="store_true", help="montmort alone")
    parser.add_argument("--peers-folder", type=Path, default=CACHE, help=f"default {CACHE}")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds of a peer")
    parser.add_argument("--our-limit", type=float, default=300, help="CPU seconds of montmort")
    parser.add_argument("--memory", type=float, default=12, help="gigabytes of a process")
    return parser.parse_args()


def main() -> None:
    """Print the table, line by line as it is measured."""
    options = arguments()
    limits = Limits(options.our_limit, options.memory)
    peers = None
    if not options.no_peers:
        theirs = Limits(options.limit, options.memory)
        peers = Peers(environment(options.peers_folder), options.peers, theirs)
    sys.set_int_max_str_digits(0)
    print(header(peers), flush=True)
    for name in options.families:
        for states in options.states or SIZES[name]:
            print(row(name, states, peers, limits), flush=True)


if __name__ == "__main__":
    main()
