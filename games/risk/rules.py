"""A battle of Risk: dice against dice, until one side cannot fight.

The attacker throws up to three dice, one army staying behind; the defender throws up to two.
The highest dice of both are compared, then the next highest of both, if both threw two.  Each
comparison costs the side with the lower die one army, and the attacker if they are equal.
With `to_the_last` no army of the attacker stays behind.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.dice import keep_highest
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook
from montmort.games.table import Table


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The armies of both sides."""

    attackers: int = rule(10, "armies of the attacker", least=1)
    defenders: int = rule(10, "armies of the defender", least=1)
    to_the_last: bool = rule(False, "the attacker fights with all armies")


class Battle(NamedTuple):
    """Outcome: whether the attacker wins, and the armies that the winner has left."""

    attacker_wins: bool
    left: int


class Armies(NamedTuple):
    """The armies of both sides."""

    attackers: int
    defenders: int


def start(rules: Rules, _chance: Chance) -> Armies:
    """Return the armies before the battle.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(), ScriptedChance([]))
    Armies(attackers=10, defenders=10)
    """
    return Armies(rules.attackers, rules.defenders)


def step(
    rules: Rules, armies: Armies, chance: Chance, table: Table
) -> tuple[Armies | None, Battle]:
    """Throw once, if both sides can fight.

    The attacker shows 6 and 1, the defender 6: the attacker loses an army.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Armies(3, 1), ScriptedChance([1, 1]), SilentTable())
    (Armies(attackers=2, defenders=1), Battle(attacker_wins=False, left=0))
    """
    attackers, defenders = armies
    fighting = attackers if rules.to_the_last else attackers - 1
    if fighting < 1:
        return None, Battle(False, defenders)
    thrown, answered = min(3, fighting), min(2, defenders)
    pairs = min(thrown, answered)
    attack = keep_highest(chance, thrown, pairs)
    defence = keep_highest(chance, answered, pairs)
    for place in range(pairs):
        if attack[place] > defence[place]:
            defenders -= 1
        else:
            attackers -= 1
    after = Armies(attackers, defenders)
    table.tell(after)
    if not defenders:
        return None, Battle(True, attackers)
    if attackers == (0 if rules.to_the_last else 1):
        return None, Battle(False, defenders)
    return after, Battle(False, 0)


EXPERIMENTS: Experiments[Rules] = {
    "battle": Experiment(name="battle", outcome=Battle, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="risk",
    title="Risk",
    source="the rules of Risk; Osborne 2003",
    about=__doc__,
    rules=Rules,
    readings={"usual": Rules(), "to-the-last": Rules(to_the_last=True)},
    experiments=EXPERIMENTS,
)
