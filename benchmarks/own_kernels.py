"""Three of the games in plain user style as a specialist writes them by hand for numba.

`KERNELS` use what the rules do not say: both dice of craps are one draw of 36, the shoe
of baccarat is an array that is never put back in order, five dice are the numbers of dice
that show each face.  They count their plays in a table, and draw from the stream of SFC64
by the 53 bits of a uniform number: one word for each draw, for craps half as many draws
as the rules make.

`SAME_PICKS` make the picks of the rules in their order, as numpy's `Generator.integers`
draws them: two dice are two draws of 32 bits, a card of baccarat is drawn by the numbers
of cards of each kind that are left.  From one seed they count what the rules count.

Each function returns the simulation of a game's module: (plays, rng) -> {outcome: count}.
"""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import jit
from montmort.montecarlo.kernels.sfc64 import (
    Stream,
    Words,
    load_stream,
    next_word,
    sfc64_state,
    store_stream,
    uniform,
)

Ints = npt.NDArray[np.int64]
Kernel = TypeVar("Kernel", bound=Callable[..., object])
Simulation = Callable[[int, np.random.Generator], dict[Any, int]]

MOST_ROLLS = 2**10  # a bet takes longer with chance below 1e-100
TOTALS = np.add.outer(np.arange(1, 7), np.arange(1, 7)).ravel()
SHOE = np.repeat(np.arange(10), [16 * 8] + [4 * 8] * 9)
WIN, LOSS = range(2)
PLAYER, BANKER, TIE = range(3)


def compiled(function: Kernel) -> Kernel:
    """Return `function` compiled, not stored: scripts and tests import this file by two names."""
    return jit(nogil=True)(function)


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


def craps_by(count: Callable[[Words, int, Ints, Ints], None], game: ModuleType) -> Simulation:
    """Return the simulation of craps by a kernel."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        table = np.zeros((2, MOST_ROLLS), np.int64)
        with sfc64_state(rng) as words:
            count(words, plays, TOTALS, table)
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


def baccarat_by(
    count: Callable[[Words, int, Ints, Ints], None], cards: Ints, game: ModuleType
) -> Simulation:
    """Return the simulation of baccarat with eight decks by a kernel."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        shoe, table = cards.copy(), np.zeros(3, np.int64)
        with sfc64_state(rng) as words:
            count(words, plays, shoe, table)
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


def five_dice_by(count: Callable[[Words, int, Ints, Ints], None], _game: ModuleType) -> Simulation:
    """Return the simulation of five dice thrown three times by a kernel."""

    def simulate(plays: int, rng: np.random.Generator) -> dict[Any, int]:
        shown, table = np.zeros(6, np.int64), np.zeros(6, np.int64)
        with sfc64_state(rng) as words:
            count(words, plays, shown, table)
        return {equal: int(table[equal]) for equal in np.flatnonzero(table).tolist()}

    return simulate


LOW = np.uint64(2**32 - 1)
EMPTY = np.uint64(2**32)  # no half of a word is stored


@compiled
def next_half(stream: Stream, half: np.uint64) -> tuple[np.uint64, Stream, np.uint64]:
    """Return the next 32 bits, the stream after them, and the half that is then stored."""
    if half < EMPTY:
        return half, stream, EMPTY
    word, stream = next_word(stream)
    return word & LOW, stream, word >> np.uint64(32)


@compiled
def below(n: int, stream: Stream, half: np.uint64) -> tuple[int, Stream, np.uint64]:
    """Return an integer below n < 2**32 as numpy draws it (Lemire's method)."""
    size = np.uint64(n)
    bits, stream, half = next_half(stream, half)
    product = bits * size
    if product & LOW < size:
        while product & LOW < EMPTY % size:
            bits, stream, half = next_half(stream, half)
            product = bits * size
    return np.int64(product >> np.uint64(32)), stream, half


@compiled
def throw(stream: Stream, half: np.uint64) -> tuple[int, Stream, np.uint64]:
    """Return the sum of two dice."""
    first, stream, half = below(6, stream, half)
    second, stream, half = below(6, stream, half)
    return first + second + 2, stream, half


@compiled
def count_craps_by_picks(words: Words, plays: int, _totals: Ints, table: Ints) -> None:
    """Play the pass line by two picks for each throw; table[result, throws] += 1."""
    stream, half = load_stream(words), EMPTY
    for _ in range(plays):
        point, stream, half = throw(stream, half)
        rolls, result = 1, LOSS
        if point == 7 or point == 11:
            result = WIN
        elif point != 2 and point != 3 and point != 12:
            total = 0
            while total != point and total != 7:
                total, stream, half = throw(stream, half)
                rolls += 1
            result = WIN if total == point else LOSS
        table[result, rolls] += 1
    store_stream(words, stream)


@compiled
def draw_kind(
    left: Ints, cards: int, stream: Stream, half: np.uint64
) -> tuple[int, Stream, np.uint64]:
    """Draw one of the cards that are left of each kind."""
    ticket, stream, half = below(cards, stream, half)
    kind = 0
    while ticket >= left[kind]:
        ticket -= left[kind]
        kind += 1
    left[kind] -= 1
    return kind, stream, half


@compiled
def count_baccarat_by_picks(words: Words, plays: int, shoe: Ints, table: Ints) -> None:
    """Play hands from a shoe of so many cards of each kind; table[winner] += 1."""
    stream, half = load_stream(words), EMPTY
    cards, left = shoe.sum(), shoe.copy()
    for _ in range(plays):
        for kind in range(shoe.size):
            left[kind] = shoe[kind]
        first, stream, half = draw_kind(left, cards, stream, half)
        second, stream, half = draw_kind(left, cards - 1, stream, half)
        third, stream, half = draw_kind(left, cards - 2, stream, half)
        fourth, stream, half = draw_kind(left, cards - 3, stream, half)
        player, banker = (first + third) % 10, (second + fourth) % 10
        if player < 8 and banker < 8:
            card, dealt = -1, 4
            if player <= 5:
                card, stream, half = draw_kind(left, cards - dealt, stream, half)
                player = (player + card) % 10
                dealt += 1
            if banker_draws(banker, card):
                card, stream, half = draw_kind(left, cards - dealt, stream, half)
                banker = (banker + card) % 10
        table[PLAYER if player > banker else BANKER if banker > player else TIE] += 1
    store_stream(words, stream)


@compiled
def count_five_dice_by_picks(words: Words, plays: int, shown: Ints, table: Ints) -> None:
    """Throw again, one by one, the dice without the most common face; table[equal dice] += 1."""
    stream, half = load_stream(words), EMPTY
    dice = np.zeros(5, np.int64)
    for _ in range(plays):
        best = -1
        for _ in range(3):
            for die in range(5):
                if best < 0 or dice[die] != best:
                    dice[die], stream, half = below(6, stream, half)
            for face in range(6):
                shown[face] = 0
            for die in range(5):
                shown[dice[die]] += 1
            best = 0
            for face in range(6):
                if shown[face] >= shown[best]:
                    best = face
        table[shown[best]] += 1
    store_stream(words, stream)


KERNELS: dict[str, Callable[[ModuleType], Simulation]] = {
    "craps": partial(craps_by, count_craps),
    "baccarat": partial(baccarat_by, count_baccarat, SHOE),
    "five_dice": partial(five_dice_by, count_five_dice),
}
SAME_PICKS: dict[str, Callable[[ModuleType], Simulation]] = {
    "craps": partial(craps_by, count_craps_by_picks),
    "baccarat": partial(baccarat_by, count_baccarat_by_picks, np.bincount(SHOE)),
    "five_dice": partial(five_dice_by, count_five_dice_by_picks),
}
