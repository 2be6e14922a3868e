"""Values of zero-sum games: montmort beside pygambit and OpenSpiel.

    python benchmarks/exact_equilibria.py [--limit 60] [--no-peers]

`hand n m` is a hand of Persian Monarchs with n cards and raises up to m, as a
tree; `matrix k` a game of k x k integers.  CPU seconds of one core, the median
of up to five runs of a short one, every cell in a process of its own, reading
the game not counted.  `program` is montmort's linear program of the game as it
stands, proved by best replies; `form` the closed form of the hand, proved alike.
`rational` and `float` are pygambit's lp_solve, `spiel` OpenSpiel's linear
program in floats.  Rational answers are compared with ==, of those in floats
`off` tells the largest distance.  `x exact` is pygambit's rational time to
`program`, `x float` the faster float's.

The peers are installed into an environment of their own, outside this project.
`>60` was stopped after so many CPU seconds; `-` was not asked, because a smaller
game already stopped it.
"""

import argparse
import platform
import sys
import tempfile
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path

from exact_chains import CACHE, UNASKED, Cell, Limits, ask, environment, versions

PACKAGES = ["pygambit", "open_spiel", "cvxpy", "ecos"]
FOLDER = CACHE.with_name("game-peers")
SIZES = {
    "hand": [(4, 1), (6, 2), (10, 1), (10, 3), (16, 3), (26, 2), (26, 5), (52, 10)],
    "matrix": [(5,), (10,), (20,), (50,), (100,), (200,)],
}
SETTINGS = {
    "rational": ("pygambit", "rational"),
    "float": ("pygambit", "float"),
    "spiel": ("openspiel", "float"),
}


def ours(family: str, sizes: tuple[int, ...], question: str, limits: Limits) -> Cell:
    """Ask montmort: `program`, `form`, or have the game written to a path."""
    written = ",".join(map(str, sizes))
    return ask(sys.executable, "ask_montmort_game.py", [family, written, question, *limits], limits)


def theirs(
    family: str, sizes: tuple[int, ...], python: str, stopped: set[tuple[str, str]], limits: Limits
) -> dict[str, Cell]:
    """Ask the peers for whom no smaller game of the family was too much."""
    cells = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"game.{'efg' if family == 'hand' else 'json'}")
        ours(family, sizes, str(path), limits)
        for name, (peer, setting) in SETTINGS.items():
            if (family, name) in stopped:
                cells[name] = UNASKED
                continue
            cells[name] = ask(python, f"ask_{peer}.py", [path, *limits, setting], limits)
            if cells[name].failure:
                stopped.add((family, name))
    return cells


def row(family: str, sizes: tuple[int, ...], program: Cell, form: Cell | None) -> str:
    """Return montmort's part of a line."""
    size = " ".join(map(str, sizes))
    shown = "" if form is None else form.shown
    return f"{family:7}{size:>7}{program.answer.get('rows', ''):>7}{program.shown:>9}{shown:>8}"


def beside(family: str, program: Cell, cells: dict[str, Cell], limits: Limits) -> str:
    """Return the peers' part; ArithmeticError if the rational one answers otherwise."""
    exact = cells["rational"]
    if not exact.failure and Fraction(exact.answer["answer"]) != Fraction(program.answer["answer"]):
        raise ArithmeticError(f"pygambit answers otherwise than montmort: {family}")
    floats = [cells[name] for name in ("float", "spiel") if not cells[name].failure]
    value = Fraction(program.answer["answer"])
    off = max((abs(float(cell.answer["answer"]) - float(value)) for cell in floats), default=None)
    best = min(floats, key=lambda cell: cell.answer["seconds"], default=Cell({}, ">"))
    shown = "".join(f"{cell.shown:>9}" for cell in cells.values())
    off_shown = "" if off is None else f"{off:.0e}"
    return (
        f"{shown}{off_shown:>7}{ratio(exact, program, limits):>9}{ratio(best, program, limits):>9}"
    )


def ratio(peer: Cell, program: Cell, limits: Limits) -> str:
    """Return how many times as long the peer took, or a bound of it."""
    seconds = program.answer["seconds"]
    if peer.failure.startswith(">"):
        return f">{limits.seconds / seconds:,.0f}"
    if peer.failure:
        return ""
    times = peer.answer["seconds"] / seconds
    return f"{times:,.0f}" if times >= 10 else f"{times:.2g}"


def header(python: str | None) -> str:
    """Return what was measured with what, and the names of the columns."""
    packages = ", ".join(f"{p} {version(p)}" for p in ("montmort", "python-flint", "scipy"))
    lines = [f"Python {platform.python_version()}, {packages}"]
    columns = "family    size   rows  program    form"
    if python is not None:
        lines.append(versions(python, PACKAGES))
        columns += " rational    float    spiel    off  x exact  x float"
    return "\n".join([*lines, columns])


def arguments() -> argparse.Namespace:
    """Return the options of the command line."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--families", nargs="+", choices=SIZES, default=list(SIZES))
    parser.add_argument("--no-peers", action="store_true", help="montmort alone")
    parser.add_argument("--peers-folder", type=Path, default=FOLDER, help=f"default {FOLDER}")
    parser.add_argument("--limit", type=float, default=60, help="CPU seconds of a question")
    parser.add_argument("--memory", type=float, default=12, help="gigabytes of a process")
    return parser.parse_args()


def main() -> None:
    """Print the table, a line as soon as it is measured."""
    options = arguments()
    limits = Limits(options.limit, options.memory)
    python = None if options.no_peers else environment(options.peers_folder, PACKAGES)
    print(header(python), flush=True)
    stopped: set[tuple[str, str]] = set()
    for family in options.families:
        for sizes in SIZES[family]:
            program = ours(family, sizes, "program", limits)
            form = ours(family, sizes, "form", limits) if family == "hand" else None
            line = row(family, sizes, program, form)
            if python is not None and not program.failure:
                cells = theirs(family, sizes, python, stopped, limits)
                line += beside(family, program, cells, limits)
            print(line, flush=True)


if __name__ == "__main__":
    main()
