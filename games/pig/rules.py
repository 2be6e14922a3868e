"""Pig: throw as often as you dare, and lose the points of the turn to a 1.

Two players take turns.  The player throws a die: a 1 ends the turn with nothing, any other
face is added to the points of the turn.  After a throw that is no 1 the player may hold,
which adds the points of the turn to the score and ends the turn.  The first player whose
score, the turn counted, reaches the goal wins.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table

CHOICES = ("throw", "hold")


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The goal and the die."""

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


def start(_rules: Rules, _chance: Chance) -> Position:
    """Return the position before the first throw.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(), ScriptedChance([]))
    Position(mine=0, other=0, turn=0, first=True)
    """
    return Position(mine=0, other=0, turn=0, first=True)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Game]:
    """Hold or throw once; before the first throw of a turn there is no choice.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(goal=6), Position(0, 3, 0, False), ScriptedChance([5]), SilentTable())
    (None, Game(first_wins=False))
    >>> step(Rules(goal=6), Position(0, 3, 0, False), ScriptedChance([0]), SilentTable())
    (Position(mine=3, other=0, turn=0, first=True), Game(first_wins=False))
    """
    mine, other, turn, first = position
    seat = 0 if first else 1
    if turn and table.decide(seat, CHOICES, position) == "hold":
        return _told(table, Position(other, mine + turn, 0, not first))
    face = chance.pick([1] * rules.faces) + 1
    if face == 1:
        return _told(table, Position(other, mine, 0, not first))
    if mine + turn + face >= rules.goal:
        return None, Game(first)
    return _told(table, position._replace(turn=turn + face))


def _told(table: Table, after: Position) -> tuple[Position, Game]:
    table.tell(after)
    return after, Game(False)


def question(_rules: Rules, view: Position) -> str:
    """Return what the player to decide sees and is asked.

    >>> print(question(Rules(), Position(mine=12, other=20, turn=7, first=True)))
    You have 12 points and 7 in this turn, the other player has 20. Throw, or hold?
    """
    held = f"You have {view.mine} points and {view.turn} in this turn"
    return f"{held}, the other player has {view.other}. Throw, or hold?"


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="pig",
    title="Pig",
    source="Scarne 1945; Neller and Presser 2004",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="first_wins",
    terminal=Terminal(asks=question),
)
