"""Snakes and ladders for two on the Milton Bradley board of 100 squares."""

import enum
from typing import NamedTuple

from montmort import Chance, Experiment, Table

LADDERS = {1: 38, 4: 14, 9: 31, 21: 42, 28: 84, 36: 44, 51: 67, 71: 91, 80: 100}
CHUTES = {16: 6, 47: 26, 49: 11, 56: 53, 62: 19, 64: 60, 87: 24, 93: 73, 95: 75, 98: 78}
LAST = 100


class Player(enum.Enum):
    FIRST = 1
    SECOND = 2


class Race(NamedTuple):
    """Outcome: the throws of both together, and the winner."""

    throws: int
    winner: Player


class Board(NamedTuple):
    """The square of the player to throw, of the other, and who throws."""

    mine: int
    other: int
    mover: Player


def start(rules: None, chance: Chance) -> Board:
    return Board(0, 0, Player.FIRST)


def move(square: int, throw: int) -> int:
    target = square + throw
    if target > LAST:
        return square
    if target in LADDERS:
        return LADDERS[target]
    return CHUTES.get(target, target)


def step(rules: None, board: Board, chance: Chance, table: Table) -> tuple[Board | None, Race]:
    square = move(board.mine, chance.pick([1] * 6) + 1)
    gain = Race(1, board.mover)
    if square == LAST:
        return None, gain
    after = Player.SECOND if board.mover is Player.FIRST else Player.FIRST
    return Board(board.other, square, after), gain


SNAKES = Experiment(name="snakes and ladders", outcome=Race, start=start, step=step)
