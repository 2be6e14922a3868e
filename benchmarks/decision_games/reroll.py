"""Rerolls: throw some dice, keep any, and throw the others again."""

from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The dice, and how often they may be thrown again."""

    dice: int = rule(2, "dice", least=1)
    rerolls: int = rule(2, "further throws", least=0)
    faces: int = rule(6, "faces of a die", least=1)


class Throw(NamedTuple):
    """Outcome: the sum of the dice, and whether all are equal."""

    eyes: int
    equal: bool


class Position(NamedTuple):
    """The dice that are kept, sorted, and the throws that are left."""

    kept: tuple[int, ...]
    left: int


def start(rules: Rules, chance: Chance) -> Position:
    return Position((), rules.rerolls)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Throw]:
    thrown = [chance.pick([1] * rules.faces) + 1 for _ in range(rules.dice - len(position.kept))]
    dice = tuple(sorted([*position.kept, *thrown]))
    kept = dice
    if position.left:
        some = {part for size in range(rules.dice + 1) for part in combinations(dice, size)}
        kept = table.decide(0, sorted(some, reverse=True), (dice, position.left))
    if len(kept) == rules.dice:
        return None, Throw(sum(dice), len(set(dice)) == 1)
    return Position(kept, position.left - 1), Throw(0, False)


REROLL = Experiment(name="reroll", outcome=Throw, start=start, step=step)
