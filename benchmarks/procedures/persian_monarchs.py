"""Matches of Persian Monarchs as the published program plays them, its floats included.

The pack stays in order, so that a card's place in it is its rank among those
left; the program counts the lower cards each time.
"""

import random
from typing import Literal

PACK, COUNTERS, MOST = 52, 100, 10

Method = Literal["counter", "non-counter", "random"]


def match(rng: random.Random, first: Method, second: Method, rounds: int = 26) -> tuple[int, int]:
    """Return the counters of both after so many rounds of two hands; the second deals first."""
    purses, methods = [COUNTERS, COUNTERS], (first, second)
    pack = [*range(PACK)]
    for number in range(2 * rounds):
        raiser, dealer = (1, 0) if number % 2 else (0, 1)
        gain = hand(rng, pack, methods[raiser], methods[dealer], purses[dealer] - 1)
        purses[raiser] += gain
        purses[dealer] -= gain
        if len(pack) < 2:
            pack = [*range(PACK)]
    return purses[0], purses[1]


def hand(rng: random.Random, pack: list[int], raiser: Method, dealer: Method, purse: int) -> int:
    """Play a hand, its two cards leaving the pack; return what the raiser gains."""
    left = len(pack)
    lower = rng.randrange(left)
    card = pack.pop(lower)
    theirs_lower = rng.randrange(left - 1)
    theirs = pack.pop(theirs_lower)
    theirs_lower += theirs > card
    won = card > theirs
    if rng.random() >= chance(rng, raiser, lower / (left - 1), card):
        return 1 if won else -1
    extra = rng.randint(1, MOST)
    if not accepts(rng, dealer, theirs_lower / (left - 1), theirs, extra) or purse < extra:
        return 1
    return 1 + extra if won else -1 - extra


def chance(rng: random.Random, method: Method, counted: float, card: int) -> float:
    """Return the chance to win that a player goes by: counted, of the full pack, or any."""
    if method == "random":
        return rng.random()
    return counted if method == "counter" else card / (PACK - 1)


def accepts(rng: random.Random, method: Method, counted: float, card: int, extra: int) -> bool:
    """Return whether the dealer accepts a raise: if he expects to lose less than the pot."""
    if method == "random":
        return rng.random() > 0.5
    p, pot = chance(rng, method, counted, card), 2 + 2 * extra
    return p * pot - (1 - p) * pot > -2
