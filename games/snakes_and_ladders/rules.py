"""Snakes and ladders on the board of Milton Bradley, 100 squares.

Every piece starts off the board.  The players throw a die in turn and move as many squares.  A
piece that ends its move at the foot of a ladder goes to its top; one that ends on the head
of a chute goes down to its end.  A throw that leads past the last square is lost.  The first
piece on the last square wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table

LADDERS = "1-38 4-14 9-31 21-42 28-84 36-44 51-67 71-91 80-100"
CHUTES = "16-6 47-26 49-11 56-53 62-19 64-60 87-24 93-73 95-75 98-78"


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The players, the die and the board."""

    players: int = rule(1, "players, who throw in turn", least=1)
    faces: int = rule(6, "faces of the die", least=1)
    squares: int = rule(100, "squares of the board", least=1, most=10**6)
    ladders: str = rule(LADDERS, "pairs of squares, from-to, upwards")
    chutes: str = rule(CHUTES, "pairs of squares, from-to, downwards")

    def check(self) -> None:
        """Raise BadInput for a ladder or chute that the board cannot have."""
        self.rests  # noqa: B018 - it checks the board

    @cached_property
    def rests(self) -> tuple[int, ...]:
        """Where a piece rests that reaches each square, from 0.

        >>> Rules(squares=5, ladders="1-4", chutes="3-2").rests
        (0, 4, 2, 2, 4, 5)
        """
        rest = list(range(self.squares + 1))
        for name, pairs, rises in (("ladders", self.ladders, True), ("chutes", self.chutes, False)):
            for pair in pairs.replace(",", " ").split():
                ends = pair.split("-")
                if len(ends) != 2 or not all(end.isdecimal() for end in ends):
                    raise BadInput(f"{name}: {pair!r} must be two squares, as 16-6")
                foot, top = int(ends[0]), int(ends[1])
                if not (0 < foot < self.squares and 0 <= top <= self.squares):
                    raise BadInput(f"{name}: {pair} is not on a board of {self.squares} squares")
                if foot == top or (foot < top) != rises:
                    raise BadInput(f"{name}: {pair} must lead {'up' if rises else 'down'}")
                if rest[foot] != foot:
                    raise BadInput(f"{name}: square {foot} has a ladder or chute already")
                rest[foot] = top
        if any(rest[square] != square for square in rest):
            raise BadInput("a ladder or chute must not end where another begins")
        return tuple(rest)


class Race(NamedTuple):
    """Outcome: the throws of all players together, and the winner, 1 for the first player."""

    throws: int
    winner: int


class Position(NamedTuple):
    """The squares of all players, the one to throw first, and the number of that player."""

    squares: tuple[int, ...]
    mover: int


def start(rules: Rules, _chance: Chance) -> Position:
    """Return all pieces off the board, the first player to throw."""
    return Position((0,) * rules.players, 1)


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Race]:
    """Throw once and move.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Position((98,), 1), ScriptedChance([2]), SilentTable())
    (Position(squares=(98,), mover=1), Race(throws=1, winner=0))
    """
    mine, others = position.squares[0], position.squares[1:]
    reached = mine + chance.pick([1] * rules.faces) + 1
    if reached <= rules.squares:
        mine = rules.rests[reached]
    if mine == rules.squares:
        table.tell(Position((mine, *others), position.mover))
        return None, Race(1, position.mover)
    after = Position((*others, mine), position.mover % rules.players + 1)
    table.tell(after)
    return after, Race(1, 0)


def describe(rules: Rules, events: Sequence[Position]) -> str:
    """Return the last move in words.

    >>> describe(Rules(players=2), [Position((0, 14), 2)]), describe(Rules(), [Position((100,), 1)])
    ('Player 1 is on square 14.', 'Player 1 is on square 100, the last.')
    """
    squares, mover = events[-1]
    if squares[0] == rules.squares:
        return f"Player {mover} is on square {squares[0]}, the last."
    moved = (mover - 2) % rules.players + 1
    return f"Player {moved} is on square {squares[-1]}."


EXPERIMENTS: Experiments[Rules] = {
    "race": Experiment(name="race", outcome=Race, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="snakes-and-ladders",
    title="Snakes and ladders",
    source="Chutes and Ladders, Milton Bradley",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    terminal=Terminal(describe=describe),
)
