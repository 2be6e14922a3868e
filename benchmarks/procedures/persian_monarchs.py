"""Matches of Persian Monarchs as in the published program, with its floats.

The pack stays sorted, so that the position of a card is its rank among the cards
left; the program counts the lower cards each time.
"""

import random
from typing import Literal

PACK, COUNTERS, MOST = 52, 100, 10

Method = Literal["counter", "non-counter", "random"]


def match(rng: random.Random, first: Method, second: Method, rounds: int = 26) -> tuple[int, int]:
    """Return both players' counters after `rounds` rounds of two hands; the second deals first."""
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
    """Play a hand, remove its two cards from the pack, and return the raiser's gain."""
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
    """Return the player's estimate of the chance to win: counted, of the full pack, or random."""
    if method == "random":
        return rng.random()
    return counted if method == "counter" else card / (PACK - 1)


def accepts(rng: random.Random, method: Method, counted: float, card: int, extra: int) -> bool:
    """Return whether the dealer accepts a raise: if the expected gain is above -2."""
    if method == "random":
        return rng.random() > 0.5
    p, pot = chance(rng, method, counted, card), 2 + 2 * extra
    return p * pot - (1 - p) * pot > -2
