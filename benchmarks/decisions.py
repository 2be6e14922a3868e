"""Time of optimal play, exact.

    python benchmarks/decisions.py

CPU seconds of one core in a fresh process, with the largest memory of the process.  What
comes after the first row of a game has its sets of cards in memory.
"""

import resource
import time
from collections.abc import Callable
from fractions import Fraction
from functools import partial

from montmort.exact import jacks_or_better, three_card_poker
from montmort.exact.formatting import whole
from montmort.games.jacks_or_better import Rules as Jacks
from montmort.games.three_card_poker import Rules as ThreeCards


def draw(**fields: str) -> tuple[str, Fraction]:
    """Return how Jacks or Better is solved, and its value."""
    game = jacks_or_better.solve(Jacks(**fields))
    return game.how, game.value


def ante() -> tuple[str, Fraction]:
    """Return how three-card poker is solved, and its value."""
    game = three_card_poker.solve(ThreeCards())
    return game.how, game.value


GAMES: dict[str, tuple[Callable[[], tuple[str, Fraction]], float]] = {
    "Jacks or Better 9/6": (draw, 20),
    "Jacks or Better 8/5": (partial(draw, pay_table="800,50,25,8,5,4,3,2,1"), 20),
    "Three-card poker": (ante, 1),
}  # with targets


def main() -> None:
    """Print a row per game, with its target."""
    print(f"{'':22}{'seconds':>8}{'target':>8}   {'value':30}how")
    for name, (solve, target) in GAMES.items():
        began = time.process_time()
        how, value = solve()
        taken = time.process_time() - began
        print(f"{name:22}{taken:8.2f}{target:8}   {whole(value):30}{how}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    print(f"peak memory {peak:.2f} GB, target 2")


if __name__ == "__main__":
    main()
