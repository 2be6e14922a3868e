"""Craps: a bet on the pass line, throw by throw."""

import enum
from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The dice."""

    faces: int = rule(6, "faces of each die", least=6, most=20)


class Result(enum.Enum):
    WIN = "win"
    LOSS = "loss"


class Bet(NamedTuple):
    """Outcome: what became of the bet, and the throws."""

    result: Result
    rolls: int


COME_OUT = 0  # no point yet


def throw(rules: Rules, chance: Chance) -> int:
    first = chance.pick([1] * rules.faces) + 1
    second = chance.pick([1] * rules.faces) + 1
    return first + second


def start(rules: Rules, chance: Chance) -> int:
    return COME_OUT


def step(rules: Rules, point: int, chance: Chance, table: Table) -> tuple[int | None, Bet]:
    total = throw(rules, chance)
    if point == COME_OUT:
        if total in (7, 11):
            return None, Bet(Result.WIN, 1)
        if total in (2, 3, 12):
            return None, Bet(Result.LOSS, 1)
        return total, Bet(Result.LOSS, 1)
    if total == point:
        return None, Bet(Result.WIN, 1)
    if total == 7:
        return None, Bet(Result.LOSS, 1)
    return point, Bet(Result.LOSS, 1)


CRAPS = Experiment(name="craps", outcome=Bet, start=start, step=step)
