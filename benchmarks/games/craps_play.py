"""Craps in one function: a bet on the pass line."""

import enum
from typing import NamedTuple

from montmort import Chance


class Result(enum.Enum):
    WIN = "win"
    LOSS = "loss"


class Bet(NamedTuple):
    """Outcome: what became of the bet, and the throws."""

    result: Result
    rolls: int


def dice(chance: Chance) -> int:
    return chance.pick([1] * 6) + chance.pick([1] * 6) + 2


def play(chance: Chance) -> Bet:
    point = dice(chance)
    if point in {7, 11}:
        return Bet(Result.WIN, 1)
    if point in {2, 3, 12}:
        return Bet(Result.LOSS, 1)
    rolls = 1
    while True:
        total = dice(chance)
        rolls += 1
        if total == point:
            return Bet(Result.WIN, rolls)
        if total == 7:
            return Bet(Result.LOSS, rolls)
