"""How cost grows with plays, ranks, suits and states: fitted exponents, and a log-log picture.

    python benchmarks/growth.py [--panels plays ranks …] [--picture docs/growth.svg]

CPU seconds of one core, warm, the median of three runs, of one where a run takes
longer than two seconds.  The exponent is the slope of log seconds against log
size, by least squares over the three largest sizes.  Ranks are in four suits,
suits of thirteen ranks; games are played 50,000 at a time, and `states` asks what
`exact_chains` asks: every state at once, proved.
"""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import exact_chains
import exact_treize
import numpy as np
from measured import median_seconds, sfc64, shortly, spent_by

from montmort.exact.five_card_draw import best_discards as draw_table
from montmort.exact.liars_poker.answers import table
from montmort.exact.persian_monarchs.final_counters import law
from montmort.exact.persian_monarchs.match import Match
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw import Rules as Draw
from montmort.games.liars_poker import Rules as Liars
from montmort.games.persian_monarchs import Rules as Monarchs
from montmort.games.treize import Rules as Treize
from montmort.games.war import Rules as War
from montmort.montecarlo import treize
from montmort.montecarlo.five_card_draw import simulator as five_card_draw
from montmort.montecarlo.liars_poker import simulator as liars_poker
from montmort.montecarlo.persian_monarchs import simulator as persian_monarchs
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.war import simulator as war

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "growth.svg"
GAMES = 50_000
LAST = 3  # sizes that the exponent is fitted to

Seconds = Mapping[int, float]  # by size


class Line(NamedTuple):
    """One line of a panel: what is done, at what sizes."""

    name: str
    sizes: Sequence[int]
    seconds: Callable[[int], float]


def cpu(task: Callable[[int], object]) -> Callable[[int], float]:
    """Return what measures a task of a size."""

    def seconds(size: int) -> float:
        play = partial(task, size)
        play()
        first = spent_by(play)
        return first if first > 2 else median_seconds(play)

    return seconds


def played(simulator: Callable[[int], Simulator], games: int = GAMES) -> Callable[[int], float]:
    """Return what measures so many games of a size."""
    rng = sfc64()
    return cpu(lambda size: simulator(size).count(rng, games))


def plays(simulator: Simulator) -> Callable[[int], float]:
    """Return what measures so many plays."""
    rng = sfc64()
    return cpu(lambda size: simulator.count(rng, size))


def of_chain(family: str) -> Callable[[int], float]:
    """Return what measures a chain of so many states, in a process of its own."""
    limits = exact_chains.Limits(60, 12)

    def seconds(states: int) -> float:
        return float(exact_chains.ours(family, states, "all", limits).answer["seconds"])

    return seconds


def discards(ranks: int) -> object:
    """Return the complete table of five-card draw with so many ranks."""
    return draw_table._solve("standard", Pack(ranks=ranks), None)


MILLIONS = [10**4, 10**5, 10**6, 10**7]
HAND = Draw(hand="5c 5d 7h Ts Kc", discard="7h Ts Kc")
PANELS: dict[str, list[Line]] = {
    "plays": [
        Line("Treize", MILLIONS, plays(treize.simulator(Treize()))),
        Line("Liars' Poker", MILLIONS, plays(liars_poker.simulator(Liars()))),
        Line("five-card draw, hand", MILLIONS, plays(five_card_draw.simulator(HAND))),
        Line("Persian Monarchs", MILLIONS[:-1], plays(persian_monarchs.simulator(Monarchs()))),
        Line("War", MILLIONS[:-1], plays(war.simulator(War()))),
    ],
    "ranks": [
        Line("Treize, exact", [6, 8, 10, 13, 16, 20], cpu(lambda n: exact_treize.complete(n, 4))),
        Line(
            "Treize, played",
            [4, 8, 13, 26, 52],
            played(lambda n: treize.simulator(Treize(ranks=n))),
        ),
        Line("Liars' Poker, exact tables", [5, 7, 9, 11, 13], cpu(lambda n: table(Liars(ranks=n)))),
        Line("five-card draw, exact table", [4, 6, 8, 10, 13], cpu(discards)),
        Line(
            "Persian Monarchs, exact law",
            [3, 6, 13, 26, 52],
            cpu(lambda n: law(Match(Monarchs(cards=4 * n)))),
        ),
        Line("War, played", [4, 8, 13, 26, 52], played(lambda n: war.simulator(War(ranks=n)))),
    ],
    "suits": [
        Line("Treize, exact", [1, 2, 4, 6, 8], cpu(lambda n: exact_treize.complete(13, n))),
        Line(
            "Treize, played", [1, 2, 4, 8, 16], played(lambda n: treize.simulator(Treize(suits=n)))
        ),
        Line("War, played", [2, 4, 8, 16], played(lambda n: war.simulator(War(suits=n)))),
    ],
    "states": [
        Line("dense", [13, 50, 100, 200], of_chain("dense")),
        Line("dag", [1_000, 10_000, 100_000], of_chain("dag")),
        Line("snakes", [1_000, 3_000, 10_000], of_chain("snakes")),
        Line("ruin", [1_000, 3_000, 10_000], of_chain("ruin")),
        Line("grid", [1_000, 10_000, 100_000], of_chain("grid")),
    ],
}


def exponent(seconds: Seconds) -> float:
    """Return the slope of log seconds against log size over the three largest sizes.

    >>> round(exponent({1: 0.9, 10: 2.0, 20: 8.0, 40: 32.0}), 6)
    2.0
    """
    sizes, logs = np.log([*seconds.items()][-LAST:]).T
    return float(np.polyfit(sizes, logs, 1)[0])


def row(line: Line, seconds: Seconds) -> str:
    """Return the sizes, the seconds at both ends and the exponent."""
    least, most = min(seconds), max(seconds)
    return (
        f"{line.name:28}{least:>9,} –{most:>11,}{shortly(seconds[least]):>11} –"
        f"{shortly(seconds[most]):>8}{exponent(seconds):>10.2f}"
    )


def draw(ax: "Axes", panel: str, measured: Mapping[str, Seconds]) -> None:
    """Draw a panel, log against log, each line with its exponent in the legend."""
    for (name, seconds), marker in zip(measured.items(), "os^Dvx", strict=False):
        label = f"{name}: {exponent(seconds):.1f}"
        ax.plot([*seconds], [*seconds.values()], marker=marker, markersize=4, label=label)
    ax.set(xscale="log", yscale="log", xlabel=panel, ylabel="CPU seconds")
    ax.minorticks_off()
    if max(max(seconds) for seconds in measured.values()) < 100:  # not powers of ten
        ax.set_xticks([2, 4, 8, 13, 26, 52] if panel == "ranks" else [1, 2, 4, 8, 16])
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter("{x:,.9g}")
    if len(measured) > 5:  # room for the legend
        ax.set_ylim(top=300 * max(max(seconds.values()) for seconds in measured.values()))
    ax.grid(alpha=0.3)
    ax.legend(fontsize="small", frameon=False)


def picture(measured: Mapping[str, Mapping[str, Seconds]], path: Path) -> None:
    """Write all panels as one SVG, its text as text."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    columns = min(2, len(measured))
    rows = -(-len(measured) // columns)
    figure = Figure(figsize=(5 * columns, 4 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).flat
    for ax, (panel, lines) in zip(axes, measured.items(), strict=False):
        draw(ax, panel, lines)
    written = StringIO()
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "montmort"}):
        figure.savefig(written, format="svg", metadata={"Date": None})
    text = re.sub(r"^ +", "", written.getvalue(), flags=re.MULTILINE)  # by a third shorter
    path.write_text(re.sub(r"font-family: [^;\"]+", "font-family: sans-serif", text))


def main() -> None:
    """Measure and print, then draw."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--panels", nargs="+", choices=PANELS, default=list(PANELS))
    parser.add_argument("--picture", type=Path, default=PICTURE)
    chosen = parser.parse_args()
    measured: dict[str, dict[str, Seconds]] = {}
    for panel in chosen.panels:
        print(f"{panel:28}{'from – to':>22}{'seconds':>21}{'exponent':>10}", flush=True)
        measured[panel] = {}
        for line in PANELS[panel]:
            seconds = {size: line.seconds(size) for size in line.sizes}
            measured[panel][line.name] = seconds
            print(row(line, seconds), flush=True)
    picture(measured, chosen.picture)


if __name__ == "__main__":
    main()
