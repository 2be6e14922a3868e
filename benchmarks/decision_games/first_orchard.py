"""First Orchard: pick the fruit before the raven comes; with a basket the player chooses a tree."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The size of the game."""

    trees: int = rule(4, "trees", least=1)
    fruits: int = rule(4, "fruits on each tree", least=1)
    raven: int = rule(5, "steps of the raven", least=1)


class Game(NamedTuple):
    """Outcome: whether the fruit was picked in time, and how often the die was thrown."""

    won: bool
    rounds: int


class Orchard(NamedTuple):
    """The fruits on each tree, sorted, for trees with equally many play alike; the raven's way."""

    trees: tuple[int, ...]
    raven: int


def start(rules: Rules, chance: Chance) -> Orchard:
    return Orchard((rules.fruits,) * rules.trees, rules.raven)


def step(
    rules: Rules, orchard: Orchard, chance: Chance, table: Table
) -> tuple[Orchard | None, Game]:
    trees, raven = list(orchard.trees), orchard.raven
    face = chance.pick([1] * (rules.trees + 2))
    if face == rules.trees + 1:
        raven -= 1
    elif face == rules.trees:
        trees[table.decide(0, [i for i, left in enumerate(trees) if left], orchard)] -= 1
    elif trees[face]:
        trees[face] -= 1
    if not any(trees):
        return None, Game(True, 1)
    if not raven:
        return None, Game(False, 1)
    return Orchard(tuple(sorted(trees)), raven), Game(False, 1)


ORCHARD = Experiment(name="first-orchard", outcome=Game, start=start, step=step)
