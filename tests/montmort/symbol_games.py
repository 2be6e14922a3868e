"""Games whose rules have symbols, as files of a user."""

RUIN = """
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from montmort import Experiment, RuleSet, coin
from montmort.games.rule_set import rule

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    p: Fraction = rule(Fraction(1, 2), "chance of a point", least=0, most=1)
    goal: int = rule(4, "counters of both", least=2)
    name: str = rule("", "a word")

class Ruin(NamedTuple):
    won: bool
    points: int

def step(rules, counters, chance, table):
    counters += 1 if coin(chance, rules.p) else -1
    over = counters in (0, rules.goal)
    return (None if over else counters), Ruin(counters == rules.goal, 1)

RUIN = Experiment(
    name="ruin", outcome=Ruin, start=lambda rules, chance: rules.goal // 2, step=step
)
"""

BET = """
from typing import NamedTuple
from sympy import symbols
from montmort import coin

p, stake, odds = symbols("p stake odds")

class Bet(NamedTuple):
    gain: int
    won: bool

def play(chance):
    return Bet(odds * stake, True) if coin(chance, p) else Bet(-stake, False)
"""

PENNEY = """
from typing import NamedTuple
from sympy import Symbol
from montmort import Experiment

p = Symbol("p")

class Race(NamedTuple):
    first_wins: bool
    tosses: int

def step(rules, seen, chance, table):
    seen += "HT"[chance.pick([p, 1 - p])]
    over = seen.endswith("HTH") or seen.endswith("HHT")
    return (None if over else seen[-2:]), Race(seen.endswith("HTH"), 1)

PENNEY = Experiment(name="penney", outcome=Race, start=lambda rules, chance: "", step=step)
"""

COMPARING = """
from dataclasses import dataclass
from fractions import Fraction
from montmort import Experiment, RuleSet, coin
from montmort.games.errors import BadInput
from montmort.games.rule_set import rule
from typing import NamedTuple

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    p: Fraction = rule(Fraction(1, 4), "heads")
    q: Fraction = rule(Fraction(1, 4), "tails")

    def check(self):
        if self.p + self.q > 1:
            raise BadInput("p + q must be at most 1")

class Toss(NamedTuple):
    heads: bool

def step(rules, state, chance, table):
    return None, Toss(coin(chance, rules.p))

TOSS = Experiment(name="toss", outcome=Toss, start=lambda rules, chance: 0, step=step)
"""
