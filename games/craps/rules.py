"""Craps: a bet on the shooter, or a whole hand of the shooter.

Two dice are thrown.  On the come-out throw 7 and 11 win for the pass line, 2, 3 and 12 lose,
and any other sum becomes the point.  Then the point before a 7 wins, a 7 before the point
loses.  A bet on don't pass wins where the pass line loses, except that a 12 on the come-out
throw is a tie, and loses where the pass line wins.  The shooter's hand lasts until a 7 is
thrown before the point: after other decisions the shooter throws a new come-out.
"""

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table
from montmort.games.wager import Wager

COME_OUT = 0  # there is no point yet


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The dice, and the bet."""

    faces: int = rule(6, "faces of each die", least=1)
    weights: tuple[int, ...] = rule((), "weights of the faces, 1 first; by default equal", least=0)
    bet: Literal["pass", "dont-pass"] = rule("pass", "the bet", only="pass")

    def check(self) -> None:
        """Raise BadInput unless there is a weight for every face."""
        if not self.weights:
            return
        if len(self.weights) != self.faces:
            raise BadInput(f"weights={self.weights} must be one for each of {self.faces} faces")
        if not any(self.weights):
            raise BadInput("weights: one of them must be above 0")


class Win(enum.Enum):
    """What became of the bet."""

    WIN = 1
    TIE = 0
    LOSS = -1


class Bet(NamedTuple):
    """Outcome: what became of the bet, and the throws."""

    win: Win
    rolls: int


class Hand(NamedTuple):
    """Outcome: the throws until the shooter loses the dice."""

    rolls: int


class Throw(NamedTuple):
    """Event: the sum thrown, and the point before the throw, 0 on the come-out."""

    total: int
    point: int


def throw(rules: Rules, chance: Chance) -> int:
    """Return the sum of two dice.

    >>> from montmort.games.chance import ScriptedChance
    >>> throw(Rules(), ScriptedChance([5, 0]))
    7
    """
    weights = rules.weights or (1,) * rules.faces
    return chance.pick(weights) + chance.pick(weights) + 2


def come_out(_rules: Rules, _chance: Chance) -> int:
    """Return the state before the come-out throw: no point."""
    return COME_OUT


def settled(total: int, point: int) -> Win | None:
    """Return what a throw decides for the pass line; None if it decides nothing.

    >>> settled(7, COME_OUT), settled(7, 4), settled(4, COME_OUT)
    (<Win.WIN: 1>, <Win.LOSS: -1>, None)
    """
    if point == COME_OUT:
        if total in (7, 11):
            return Win.WIN
        return Win.LOSS if total in (2, 3, 12) else None
    if total == point:
        return Win.WIN
    return Win.LOSS if total == 7 else None


def step(rules: Rules, point: int, chance: Chance, table: Table) -> tuple[int | None, Bet]:
    """Throw once.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(bet="dont-pass"), COME_OUT, ScriptedChance([5, 5]), SilentTable())
    (None, Bet(win=<Win.TIE: 0>, rolls=1))
    """
    total = throw(rules, chance)
    table.tell(Throw(total, point))
    win = settled(total, point)
    if win is None:
        return point or total, Bet(Win.TIE, 1)
    if rules.bet == "dont-pass":
        if point == COME_OUT and total == 12:
            win = Win.TIE
        else:
            win = Win.LOSS if win == Win.WIN else Win.WIN
    return None, Bet(win, 1)


def step_of_hand(rules: Rules, point: int, chance: Chance, table: Table) -> tuple[int | None, Hand]:
    """Throw once; a new come-out follows every decision but a 7 before the point."""
    total = throw(rules, chance)
    table.tell(Throw(total, point))
    if point == COME_OUT:
        return (COME_OUT if settled(total, point) is not None else total), Hand(1)
    if total == 7:
        return None, Hand(1)
    return (COME_OUT if total == point else point), Hand(1)


def describe(_rules: Rules, events: Sequence[Throw]) -> str:
    """Return the last throw in words.

    >>> describe(Rules(), [Throw(8, COME_OUT)]), describe(Rules(), [Throw(5, 8)])
    ('8 is thrown; it is the point.', '5 is thrown; the point is still 8.')
    """
    total, point = events[-1]
    win = settled(total, point)
    if win is not None:
        words = "the pass line wins" if win == Win.WIN else "the pass line loses"
    else:
        words = f"the point is still {point}" if point else "it is the point"
    return f"{total} is thrown; {words}."


def units_won(_rules: Rules, win: Win) -> int:
    """Return what a bet of one unit wins.

    >>> units_won(Rules(), Win.LOSS)
    -1
    """
    return win.value


READINGS = {"usual": Rules(), "dont-pass": Rules(bet="dont-pass")}

EXPERIMENTS: Experiments[Rules] = {
    "pass": Experiment(name="pass", outcome=Bet, start=come_out, step=step, rules=Rules),
    "hand": Experiment(name="hand", outcome=Hand, start=come_out, step=step_of_hand, rules=Rules),
}

RULEBOOK = Rulebook(
    name="craps",
    title="Craps",
    source="the casino game; Ethier and Hoppe 2010",
    about=__doc__,
    rules=Rules,
    readings=READINGS,
    experiments=EXPERIMENTS,
    wagers=(Wager(net="win", units=units_won),),
    terminal=Terminal(describe=describe),
)
