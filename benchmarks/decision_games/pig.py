"""Pig for two players who decide after every throw whether to throw again."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The game."""

    goal: int = rule(100, "points to win", least=1)
    faces: int = rule(6, "faces of the die; a 1 ends the turn", least=2)


class Game(NamedTuple):
    """Outcome: whether the first player wins."""

    first_wins: bool


class Position(NamedTuple):
    """Scores of the player to throw and of the other, points of the turn, who throws."""

    mine: int
    other: int
    turn: int
    first: bool


def start(rules: Rules, chance: Chance) -> Position:
    return Position(mine=0, other=0, turn=0, first=True)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Game]:
    mine, other, turn, first = position
    seat = 0 if first else 1
    if turn and table.decide(seat, ["throw", "hold"], position) == "hold":
        return Position(other, mine + turn, 0, not first), Game(False)
    face = chance.pick([1] * rules.faces) + 1
    if face == 1:
        return Position(other, mine, 0, not first), Game(False)
    turn += face
    if mine + turn >= rules.goal:
        return None, Game(first)
    return position._replace(turn=turn), Game(False)


PIG = Experiment(name="pig", outcome=Game, start=start, step=step)
