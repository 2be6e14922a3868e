"""The summary table of the page: how many times as fast as the alternatives.

    python benchmarks/ratios.py [--page docs/benchmarks_data.md]

This script measures nothing.  It reads the tables of the page, which are the outputs of
the other benchmarks, and collects their ratios: the other's time divided by ours.
Below 1 montmort is slower.
"""

import argparse
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from measured import short
from page import BLOCK, COMMAND, PAGE


class Ratio(NamedTuple):
    """A question, the alternative, and how many times as fast montmort is."""

    what: str
    instead: str
    times: str


class Page:
    """The outputs on the page, by the names of their benchmarks; all blocks of a name are one."""

    def __init__(self, text: str) -> None:
        self.outputs: dict[str, str] = {}
        for command in COMMAND.finditer(text):
            if (block := BLOCK.search(text, command.end())) is not None:
                self.outputs[command[2]] = self.outputs.get(command[2], "") + block[1]

    def row(self, name: str, label: str, below: str = "") -> str:
        """Return the rest of the row with this label in an output, below a title."""
        output = self.outputs[name]
        output = output[output.index(below) :]
        found = re.search(rf"^{re.escape(label)}  +(.*)$", output, re.MULTILINE)
        if found is None:
            raise LookupError(f"the output of {name} has no row {label!r} below {below!r}")
        return found[1]

    def speed(self, name: str, label: str, below: str = "") -> float:
        """Return the first number of a row: plays per second."""
        return float(self.row(name, label, below).split()[0].replace(",", ""))

    def column(self, name: str, head: str) -> list[str]:
        """Return the numeric cells of a column, aligned with the last letter of its head."""
        lines = self.outputs[name].splitlines()
        heading = next(line for line in lines if re.search(rf"\b{head}(\s|$)", line))
        end = heading.index(head) + len(head)
        words = (word for line in lines for word in re.finditer(r"\S+", line))
        cells = (word[0] for word in words if word.start() < end <= word.end())
        return [cell for cell in cells if re.fullmatch(r">?[\d.,]+", cell)]


def spread(cells: list[str]) -> str:
    """Return the minimum and maximum of some cells.

    >>> spread(["0.6", ">175", "1.8", "54"])
    '0.6 – >175'
    """

    def number(cell: str) -> float:
        return float(cell.lstrip(">").replace(",", ""))

    return f"{min(cells, key=number)} – {max(cells, key=number)}"


def of_sources(page: Page) -> Iterator[Ratio]:
    """Yield the ratios to the sources' own procedures."""
    for what, below, languages in (
        ("War, whole games", "War as", ("Python", "R")),
        ("Persian Monarchs, matches", "Persian Monarchs as", ("Python", "R")),
        ("five-card draw, a bot's choice", "five-card draw as", ("Python", "C++")),
        ("Liars' Poker, deals", "Liars' Poker as", ("Python",)),
    ):
        for language in languages:
            found = page.row("sources", f"plain {language}", below)
            instead = f"the source's procedure in {language}"
            yield Ratio(what, instead, found.split(maxsplit=1)[1].strip())


def of_numpy(page: Page) -> Iterator[Ratio]:
    """Yield the ratios to numpy, all plays at once."""
    for what, name, label, below in (
        ("Treize, first passes in numpy", "treize", "numpy x kernel", ""),
        ("Liars' Poker, deals of 10", "liars_poker", "numpy x usual", "10 cards"),
        ("five-card draw, three drawn", "five_card_draw", "numpy x hand", "draws 3"),
        ("Persian Monarchs, matches", "persian_monarchs", "numpy x counter v counter", ""),
        ("War, deals", "war", "numpy deal x deal", ""),
    ):
        found = page.row(f"simulate_{name}", label, below)
        yield Ratio(what, "numpy, all plays at once", found.strip())


def of_hands(page: Page) -> Iterator[Ratio]:
    """Yield the ratios to hand evaluators: one hand per call, and all at once."""
    for what, ours in (
        ("hands ranked one per call", "rules"),
        ("all hands, numpy", "numpy"),
        ("all hands, compiled", "kernel"),
    ):
        for peer in ("treys", "eval7", "phevaluator"):
            times = page.speed("evaluators", ours) / page.speed("evaluators", peer)
            yield Ratio(what, f"{peer}, one per call", short(times))


def of_exact(page: Page) -> Iterator[Ratio]:
    """Yield the ratios to exact solvers, over all rows of their tables."""
    chains, games = "exact_chains", "exact_equilibria"
    best = "the fastest of Storm, sympy, flint, icepool"
    yield Ratio("chains, one start, proved", best, spread(page.column(chains, "ratio")))
    exact = spread(page.column(games, "x exact"))
    yield Ratio("equilibria, proved", "pygambit, in fractions", exact)
    floats = spread(page.column(games, "x float"))
    yield Ratio("equilibria, proved", "pygambit or OpenSpiel, in floats", floats)


def of_own_games(page: Page) -> Iterator[Ratio]:
    """Yield the ratios of compiled rules in plain user style, over all games that compile."""
    for way, instead in (("interpreted", "the same rules, interpreted"), ("numpy", "numpy")):
        found = page.row("own_games", f"{way} x compiled")
        yield Ratio("games of one's own, compiled", instead, found.strip())


PARTS: tuple[Callable[[Page], Iterator[Ratio]], ...] = (
    of_sources,
    of_numpy,
    of_own_games,
    of_hands,
    of_exact,
)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--page", type=Path, default=PAGE)
    page = Page(parser.parse_args().page.read_text())
    print(f"{'':34}{'instead':46}times as fast")
    for part in PARTS:
        for what, instead, times in part(page):
            print(f"{what:34}{instead:46}{times}")


if __name__ == "__main__":
    main()
