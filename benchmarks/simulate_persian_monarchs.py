"""Speed of the Persian Monarchs simulator, compared with other ways to play.

    python benchmarks/simulate_persian_monarchs.py [--matches 40000] [--rounds 15]

Matches of 52 hands, 52 cards, raises up to 10.  The players alternate in one process, so
that other load on the machine affects them equally; each figure is the median over the
rounds, in CPU time.

dealing     the same cards, dealt but not used: the lower bound
A v B       montmort.montecarlo.persian_monarchs.simulator, A in seat 0 and B in seat 1
by table    two counters, written as tables of chances for every rank
reference   montmort.games.persian_monarchs, two counters, plain Python
numpy       two counters, all matches at once (`vectorised`), checked against the exact law
"""

import argparse
from fractions import Fraction
from itertools import product

import numpy as np
from measured import Player, every_turn, sfc64, speeds
from vectorised import AT_ONCE, agrees
from vectorised import persian_monarchs as in_numpy

from montmort.games.chance import RandomChance
from montmort.games.persian_monarchs import EXPERIMENTS, Rules
from montmort.games.persian_monarchs.strategies import STRATEGIES, ByPack, ByRank, Counter, View
from montmort.montecarlo.kernels.sfc64 import sfc64_state
from montmort.montecarlo.persian_monarchs import kernel as persian_monarchs_kernel
from montmort.montecarlo.persian_monarchs.simulator import simulator

FLOOR = "dealing"


def counting_table(left: int, most: int) -> ByRank:
    """Return the counter's chances for `left` cards left."""
    views = [View(rank, rank, left, left, most) for rank in range(left)]
    laws = [Counter().raise_weights(view) for view in views]
    return ByRank(
        raises=tuple(tuple(Fraction(weight, sum(law)) for weight in law) for law in laws),
        accepts_by=tuple(
            tuple(Counter().accepts(view, x) for x in range(1, most + 1)) for view in views
        ),
    )


def players(matches: int) -> dict[str, tuple[int, Player]]:
    """Return {name: (matches, function)}; the reference rules play fewer."""
    rng, few, chance, deck = sfc64(), max(matches // 2000, 1), RandomChance(sfc64()), np.arange(52)
    table = ByPack(tuple(counting_table(left, 10) for left in range(52, 1, -2)))

    def deal() -> None:
        with sfc64_state(rng) as words:
            persian_monarchs_kernel.deal(words, deck, 52, 52, matches)

    def counted(first: object, second: object) -> Player:
        playing = simulator(Rules(first=first, second=second))  # type: ignore[arg-type]
        return lambda: playing.count(rng, matches)

    def reference() -> None:
        for _ in range(few):
            EXPERIMENTS["match"].play(Rules(), chance)

    agrees(in_numpy, "persian-monarchs", Rules(), "match", AT_ONCE)
    pairs = product(STRATEGIES, repeat=2)
    return {
        FLOOR: (matches, deal),
        **{f"{a} v {b}": (matches, counted(a, b)) for a, b in pairs},
        "by table": (matches, counted(table, table)),
        "reference": (few, reference),
        "numpy": (AT_ONCE, lambda: in_numpy(AT_ONCE, rng)),
    }


def main() -> None:
    """Let all players alternate, and print the tables."""
    parser = argparse.ArgumentParser(description="Speed of the Persian Monarchs simulator.")
    parser.add_argument("--matches", type=int, default=40_000, help="matches of a kernel's turn")
    parser.add_argument("--rounds", type=int, default=15)
    chosen = parser.parse_args()
    turns = every_turn(players(chosen.matches), chosen.rounds)
    title, beside = "matches of 52 hands", ("numpy", "counter v counter")
    print("\n".join(speeds(title, "matches", turns, FLOOR, beside)))


if __name__ == "__main__":
    main()
