"""A battle of Risk in which the attacker may stop before every throw."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Chance, Experiment, RuleSet, Table, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The armies."""

    attackers: int = rule(5, "armies that attack, one of which must stay", least=1)
    defenders: int = rule(4, "armies that defend", least=1)


class Battle(NamedTuple):
    """Outcome: whether the land is taken, and the armies lost on either side."""

    taken: bool
    lost: int
    killed: int


class Position(NamedTuple):
    """The armies."""

    attackers: int
    defenders: int


def start(rules: Rules, chance: Chance) -> Position:
    return Position(rules.attackers, rules.defenders)


def throw(chance: Chance, dice: int) -> list[int]:
    return sorted((chance.pick([1] * 6) for _ in range(dice)), reverse=True)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Battle]:
    attackers, defenders = position
    if attackers == 1 or table.decide(0, ["attack", "stop"], position) == "stop":
        return None, Battle(False, 0, 0)
    own = throw(chance, min(3, attackers - 1))
    other = throw(chance, min(2, defenders))
    pairs = min(len(own), len(other))
    killed = sum(own[i] > other[i] for i in range(pairs))
    lost = pairs - killed
    if killed == defenders:
        return None, Battle(True, lost, killed)
    return Position(attackers - lost, defenders - killed), Battle(False, lost, killed)


RISK = Experiment(name="risk-stop", outcome=Battle, start=start, step=step)
