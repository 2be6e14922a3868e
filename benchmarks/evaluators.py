"""Ranking hands of five cards: montmort compared with treys, eval7 and phevaluator.

    python benchmarks/evaluators.py [--parts 5]

All 2,598,960 hands are ranked in `--parts` parts.  In each part all programs alternate,
the others in processes of an environment that the benchmark creates.  CPU time of one
core, warm, with the cards converted to each program's own form before; the ratio is to
`kernel`, part by part, as median (minimum – maximum).

treys, eval7, phevaluator   one hand per call, by the call in their documentation
rules       montmort.games.five_card_draw.ranking.value, one hand per call: the reference rules
numpy       the table of hands, by numpy: `vectorised.classes`
kernel      the table of hands, as the simulator and the solver index it

All programs must give the same order of all hands, ties included; `rules` ranks one hand
in twenty.
"""

import argparse
import json
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from exact_chains import CACHE, PEERS, environment, versions
from measured import Spent, spent_by, times_as_long
from vectorised import ORDER, classes

from montmort.games.five_card_draw.ranking import Table, value
from montmort.montecarlo.five_card_draw.kernel import value as value_of
from montmort.montecarlo.kernels.compile import compiled

PACKAGES = ["treys", "eval7", "phevaluator"]
FOLDER = CACHE.with_name("hand-peers")
FEWER = 20  # `rules` ranks one hand in 20

Array = npt.NDArray[Any]


@compiled
def rank_all(hands: Array, order: Table, found: Array) -> None:
    """Write the class of every hand, a row of five cards."""
    for place in range(found.size):
        total = 0
        for card in hands[place]:
            total += order.keys[card]
        found[place] = value_of(total, order)


def in_kernel(hands: Array) -> Array:
    """Return the classes of hands by the compiled look-up."""
    found = np.empty(len(hands), np.int32)
    rank_all(hands, ORDER, found)
    return found


def in_numpy(hands: Array) -> Array:
    """Return the classes of hands by numpy."""
    return classes(ORDER.keys[hands].sum(axis=1))


def by_rules(hands: Array) -> Array:
    """Return the classes of hands, one after the other."""
    sets = (1 << hands.astype(np.int64)).sum(axis=1).tolist()
    return np.array([value(hand) for hand in sets])


OURS: dict[str, Callable[[Array], Array]] = {"numpy": in_numpy, "kernel": in_kernel}


class Bench:
    """The answers and times of all programs so far."""

    def __init__(self, python: str, hands: Array, parts: int) -> None:
        self.python, self.hands, self.parts = python, hands, parts
        names = [*PACKAGES, "rules", *OURS]
        self.found: dict[str, list[Array]] = {name: [] for name in names}
        self.seconds: dict[str, list[float]] = {name: [] for name in names}

    def play(self, part: int) -> None:
        """Let all programs rank the hands of a part."""
        hands = np.ascontiguousarray(self.hands[part :: self.parts])
        for peer in PACKAGES:
            self._add(peer, *self._ask(peer, part), len(hands))
        for name, rank in OURS.items():
            self._add(name, *timed(rank, hands), len(hands))
        few = hands[::FEWER]
        self._add("rules", *timed(by_rules, few), len(few))

    def _ask(self, peer: str, part: int) -> tuple[float, Array]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "values")
            command = [self.python, PEERS / "ask_evaluator.py", peer, path, part, self.parts]
            output = subprocess.run([*map(str, command)], capture_output=True, check=True).stdout
            return json.loads(output)["seconds"], np.fromfile(path, np.int32)

    def _add(self, name: str, seconds: float, found: Array, hands: int) -> None:
        self.seconds[name].append(seconds / hands)
        self.found[name].append(found)

    def check(self) -> None:
        """Raise ArithmeticError unless all programs give the same order."""
        for name, found in self.found.items():
            fewer = FEWER if name == "rules" else 1
            ours = np.concatenate([part[::fewer] for part in self.found["kernel"]])
            if not same_order(ours, np.concatenate(found)):
                raise ArithmeticError(f"{name} and the kernel order hands differently")

    def table(self) -> Iterator[str]:
        """Yield the lines of the table."""
        yield f"{'':14}{'hands/s and core':>18}{'ns/hand':>10}   x kernel's time"
        for name, times in self.seconds.items():
            middle = statistics.median(times)
            ratio = times_as_long(times, self.seconds["kernel"])
            yield f"{name:14}{1 / middle:18,.0f}{middle * 1e9:10,.1f}   {ratio}"


def timed(rank: Callable[[Array], Array], hands: Array) -> tuple[Spent, Array]:
    """Return the CPU seconds and the answers."""
    found: list[Array] = []
    return Spent(spent_by(lambda: found.append(rank(hands)))), found[0]


def same_order(ours: Array, theirs: Array) -> bool:
    """Return whether `theirs` is a strictly increasing or decreasing function of `ours`.

    >>> same_order(np.array([0, 1, 1]), np.array([9, 5, 5]))
    True
    >>> same_order(np.array([0, 1, 1]), np.array([9, 5, 4]))
    False
    """
    _, first, back = np.unique(ours, return_index=True, return_inverse=True)
    steps = np.diff(theirs[first])
    return bool((theirs[first][back] == theirs).all() and (abs(np.sign(steps).sum()) == steps.size))


def main() -> None:
    """Rank all hands and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("--parts", type=int, default=5)
    parser.add_argument("--peers-folder", type=Path, default=FOLDER, help=f"default {FOLDER}")
    chosen = parser.parse_args()
    python = environment(chosen.peers_folder, PACKAGES)
    every = np.fromiter(combinations(range(52), 5), np.dtype((np.int8, 5)), comb(52, 5))
    for rank in OURS.values():
        rank(every[:100])  # compiles
    bench = Bench(python, every, chosen.parts)
    for part in range(chosen.parts):
        bench.play(part)
    bench.check()
    print(versions(python, PACKAGES))
    print("\n".join(bench.table()))
    print(f"all {len(every):,} hands in the same order, ties included")


if __name__ == "__main__":
    main()
