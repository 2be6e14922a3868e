"""Red and black: bets at even money until the goal is reached or all is lost."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The goal, what the player has, and the chance to win a bet: win / (win + lose)."""

    goal: int = rule(3, "units to reach", least=1)
    units: int = rule(1, "units at the beginning", least=1)
    win: int = rule(18, "numbers that win", least=1)
    lose: int = rule(20, "numbers that lose", least=1)


class Game(NamedTuple):
    """Outcome: whether the goal was reached, and the number of bets."""

    reached: bool
    bets: int


def start(rules: Rules, chance: Chance) -> int:
    return rules.units


def step(rules: Rules, units: int, chance: Chance, table: Table) -> tuple[int | None, Game]:
    most = min(units, rules.goal - units)
    stake = table.decide(0, range(1, most + 1), units)
    units += stake if chance.pick([rules.lose, rules.win]) else -stake
    if units == 0 or units == rules.goal:
        return None, Game(units == rules.goal, 1)
    return units, Game(False, 1)


RED_AND_BLACK = Experiment(name="red-and-black", outcome=Game, start=start, step=step)
