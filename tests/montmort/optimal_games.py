"""Small games with decisions, as files of a user."""

REROLL = '''"""A die, and one reroll."""


def play(chance, table):
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return die
'''

COUNTERS = '''"""Two players take one to three counters in turn; the one who takes the last wins."""

from dataclasses import dataclass
from typing import NamedTuple

from montmort import Experiment, RuleSet, rule


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    counters: int = rule(5, "counters at first", least=1)


class Left(NamedTuple):
    counters: int
    mover: int


class End(NamedTuple):
    first_wins: bool
    moves: int


def start(rules, chance):
    return Left(rules.counters, 0)


def step(rules, left, chance, table):
    choices = [*range(1, min(3, left.counters) + 1)]
    rest = left.counters - table.decide(left.mover, choices, left)
    return (Left(rest, 1 - left.mover) if rest else None), End(left.mover == 0, 1)


EXPERIMENTS = {"game": Experiment(name="game", outcome=End, start=start, step=step)}
'''

SIXES = '''"""Two dice until both are sixes: hold the higher and throw the other, or throw both."""

import enum
from typing import NamedTuple

from montmort import Experiment


class Move(enum.Enum):
    HOLD = 1
    THROW_BOTH = 2


class Dice(NamedTuple):
    high: int
    low: int


class Wait(NamedTuple):
    rounds: int
    last: Move


def start(rules, chance):
    return Dice(0, 0)


def step(rules, dice, chance, table):
    move = table.decide(0, [*Move], dice) if dice.high else Move.THROW_BOTH
    one = chance.pick([1] * 6) + 1
    other = dice.high if move is Move.HOLD else chance.pick([1] * 6) + 1
    both = Dice(max(one, other), min(one, other))
    return (None if both == (6, 6) else both), Wait(1, move)


EXPERIMENTS = {"dice": Experiment(name="dice", outcome=Wait, start=start, step=step)}
'''

UNSEEN = '''"""A card is called unseen; two of three are 1."""


def play(chance, table):
    return chance.pick([1, 2]) == table.decide(0, [0, 1], "a card")
'''

PENNIES = '''"""One hides a coin or a note, the other calls; a note that is not found wins three."""


def play(chance, table):
    hidden = table.decide(0, ["coin", "note"], "hide")
    called = table.decide(1, ["coin", "note"], "call")
    return 0 if called == hidden else 1 if hidden == "coin" else 3
'''

TWICE = '''"""A coin is thrown twice; between the throws the player calls, for nothing."""


def play(chance, table):
    first = chance.pick([1, 1])
    table.decide(0, [True, False], None)
    return first + chance.pick([1, 1])
'''
