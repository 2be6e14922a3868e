"""Games in plain user style in idiomatic numpy, where that is natural: all plays at once.

Each function returns the simulation of a game's module: (plays, rng) -> {outcome: count}.
"""

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

Rng = np.random.Generator
Simulation = Callable[[int, Rng], dict[Any, int]]
Array = npt.NDArray[Any]

AT_ONCE = 2**15  # fits into the cache of a core


def parts(plays: int) -> Iterator[int]:
    """Yield the numbers of plays to do at once."""
    for sofar in range(0, plays, AT_ONCE):
        yield min(AT_ONCE, plays - sofar)


def add(counts: dict[Any, int], values: Array, outcome: Callable[[int], Any]) -> None:
    """Add the histogram of some integers >= 0 to `counts`."""
    table = np.bincount(values)
    for value in np.flatnonzero(table).tolist():
        key = outcome(value)
        counts[key] = counts.get(key, 0) + int(table[value])


def craps(game: ModuleType) -> Simulation:
    """Throw for all bets that are not decided, until none is left."""

    def simulate(plays: int, rng: Rng) -> dict[Any, int]:
        counts: dict[Any, int] = {}
        for part in parts(plays):
            point, rolls = rng.integers(1, 7, (2, part), np.int8).sum(axis=0), 1
            wins = (point == 7) | (point == 11)
            losses = (point == 2) | (point == 3) | (point == 12)
            while True:
                for result, decided in ((game.Result.WIN, wins), (game.Result.LOSS, losses)):
                    if number := int(decided.sum()):
                        bet = game.Bet(result, rolls)
                        counts[bet] = counts.get(bet, 0) + number
                point, rolls = point[~(wins | losses)], rolls + 1
                if not point.size:
                    break
                total = rng.integers(1, 7, (2, point.size), np.int8).sum(axis=0)
                wins, losses = total == point, total == 7
        return counts

    return simulate


def aces(_game: ModuleType) -> Simulation:
    """Draw the number of aces from its own law."""

    def simulate(plays: int, rng: Rng) -> dict[Any, int]:
        counts: dict[Any, int] = {}
        for part in parts(plays):
            add(counts, rng.hypergeometric(4, 48, 5, part), int)
        return counts

    return simulate


def coupon_collector(game: ModuleType) -> Simulation:
    """Add the geometric waits for each new picture of twelve."""

    def simulate(plays: int, rng: Rng) -> dict[Any, int]:
        counts: dict[Any, int] = {}
        for part in parts(plays):
            boxes = sum(rng.geometric(new / 12, part) for new in range(1, 13))
            add(counts, np.asarray(boxes), game.Collection)
        return counts

    return simulate


NUMPY: dict[str, Callable[[ModuleType], Simulation]] = {
    "craps": craps,
    "aces": aces,
    "coupon_collector": coupon_collector,
}
