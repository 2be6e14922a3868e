"""Three of the games in plain user style as a specialist writes them by hand for numba.

The kernels use what the rules do not say: both dice of craps are one draw of 36, the
shoe of baccarat is an array that is never put back in order, five dice are the numbers
of dice that show each face.  A kernel counts its plays in a table and draws from the
stream of SFC64 by the 53 bits of a uniform number.

Each function returns the simulation of a game's module: (plays, rng) -> {outcome: count}.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.sfc64 import (
    Stream,
    Words,
    load_stream,
    sfc64_state,
    store_stream,
    uniform,
)

Ints = npt.NDArray[np.int64]
Simulation = Callable[[int, np.random.Generator], dict[Any, int]]

MOST_ROLLS = 2**10  # a bet takes longer with chance below 1e-100
TOTALS = np.add.outer(np.arange(1, 7), np.arange(1, 7)).ravel()
SHOE = np.repeat(np.arange(10), [16 * 8] + [4 * 8] * 9)
WIN, LOSS = range(2)
PLAYER, BANKER, TIE = range(3)


@compiled
def count_craps(words: Words, plays: int, totals: Ints, table: Ints) -> None:
    """Play the pass line; table[result, throws] += 1."""
    stream = load_stream(words)
    for _ in range(plays):
        u, stream = uniform(stream)
        point = totals[int(u * 36)]
        rolls, result = 1, LOSS
        if point == 7 or point == 11:
            result = WIN
        elif point != 2 and point != 3 and point != 12:
            total = 0
            while total != point and total != 7:
                u, stream = uniform(stream)
                total = totals[int(u * 36)]
                rolls += 1
            result = WIN if total == point else LOSS
        table[result, rolls] += 1
    store_stream(words, stream)


def craps(game: ModuleType) -> Simulation:
    """Return the simulation of craps."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        table = np.zeros((2, MOST_ROLLS), np.int64)
        with sfc64_state(rng) as words:
            count_craps(words, plays, TOTALS, table)
        results = (game.Result.WIN, game.Result.LOSS)
        return {
            game.Bet(results[result], rolls): int(table[result, rolls])
            for result, rolls in np.argwhere(table).tolist()
        }

    return simulate


@compiled
def draw(shoe: Ints, dealt: int, stream: Stream) -> tuple[int, Stream]:
    """Exchange a card of those not yet dealt with the one at `dealt`, and return it."""
    u, stream = uniform(stream)
    other = dealt + int(u * (shoe.size - dealt))
    card = shoe[other]
    shoe[other] = shoe[dealt]
    shoe[dealt] = card
    return card, stream


@compiled
def banker_draws(banker: int, third: int) -> bool:
    """Say whether the banker draws; `third` is the player's third card, -1 without one."""
    if third < 0:
        return banker <= 5
    if banker == 3:
        return third != 8
    if banker == 4:
        return 2 <= third <= 7
    if banker == 5:
        return 4 <= third <= 7
    if banker == 6:
        return third == 6 or third == 7
    return banker <= 2


@compiled
def count_baccarat(words: Words, plays: int, shoe: Ints, table: Ints) -> None:
    """Play hands from a full shoe each; table[winner] += 1."""
    stream = load_stream(words)
    for _ in range(plays):
        first, stream = draw(shoe, 0, stream)
        second, stream = draw(shoe, 1, stream)
        third, stream = draw(shoe, 2, stream)
        fourth, stream = draw(shoe, 3, stream)
        player, banker = (first + third) % 10, (second + fourth) % 10
        if player < 8 and banker < 8:
            card, dealt = -1, 4
            if player <= 5:
                card, stream = draw(shoe, dealt, stream)
                player = (player + card) % 10
                dealt += 1
            if banker_draws(banker, card):
                card, stream = draw(shoe, dealt, stream)
                banker = (banker + card) % 10
        table[PLAYER if player > banker else BANKER if banker > player else TIE] += 1
    store_stream(words, stream)


def baccarat(game: ModuleType) -> Simulation:
    """Return the simulation of baccarat with eight decks."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        shoe, table = SHOE.copy(), np.zeros(3, np.int64)
        with sfc64_state(rng) as words:
            count_baccarat(words, plays, shoe, table)
        winners = (game.Winner.PLAYER, game.Winner.BANKER, game.Winner.TIE)
        return dict(zip(winners, table.tolist(), strict=True))

    return simulate


@compiled
def count_five_dice(words: Words, plays: int, shown: Ints, table: Ints) -> None:
    """Throw three times, keeping the most common face; table[equal dice] += 1."""
    stream = load_stream(words)
    for _ in range(plays):
        best = kept = 0
        for _ in range(3):
            for face in range(6):
                shown[face] = 0
            shown[best] = kept
            for _ in range(5 - kept):
                u, stream = uniform(stream)
                shown[int(u * 6)] += 1
            for face in range(6):
                if shown[face] > shown[best]:
                    best = face
            kept = shown[best]
        table[shown[best]] += 1
    store_stream(words, stream)


def five_dice(_game: ModuleType) -> Simulation:
    """Return the simulation of five dice thrown three times."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        shown, table = np.zeros(6, np.int64), np.zeros(6, np.int64)
        with sfc64_state(rng) as words:
            count_five_dice(words, plays, shown, table)
        return {equal: int(table[equal]) for equal in np.flatnonzero(table).tolist()}

    return simulate


KERNELS: dict[str, Callable[[ModuleType], Simulation]] = {
    "craps": craps,
    "baccarat": baccarat,
    "five_dice": five_dice,
}
