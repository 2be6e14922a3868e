"""Ruin of three players: a pair at random plays a fair game for one counter.

In each round two of the players who still have counters are chosen at random, and the toss of
a coin decides who gives the other one counter.  The play ends when one player has none, or goes on
between the two others until one has all counters.
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


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The counters, and the end."""

    counters: tuple[int, ...] = rule((1, 1, 2), "counters of the three players", least=1)
    until: Literal["first", "last"] = rule("first", "play until the first ruin, or until the last")

    def check(self) -> None:
        """Raise BadInput unless there are three players."""
        if len(self.counters) != 3:
            raise BadInput(f"counters={self.counters} must be those of three players, as 1,1,2")


class Player(enum.Enum):
    """A player."""

    FIRST = 0
    SECOND = 1
    THIRD = 2


class Ruin(NamedTuple):
    """Outcome: who is ruined first, and the rounds played."""

    ruined: Player
    rounds: int


class Position(NamedTuple):
    """The counters, and the place of who was ruined first, NOBODY while all have counters."""

    counters: tuple[int, ...]
    ruined: int


NOBODY = -1
PLAYERS = (Player.FIRST, Player.SECOND, Player.THIRD)
PAIRS = ((0, 1), (0, 2), (1, 2))


def start(rules: Rules, _chance: Chance) -> Position:
    """Return the counters before the first round."""
    return Position(rules.counters, NOBODY)


def step(rules: Rules, at: Position, chance: Chance, table: Table) -> tuple[Position | None, Ruin]:
    """Play one round; here the first player loses the only counter to the second.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Position((1, 1, 2), NOBODY), ScriptedChance([0, 1]), SilentTable())
    (None, Ruin(ruined=<Player.FIRST: 0>, rounds=1))
    """
    counters = list(at.counters)
    pairs = [pair for pair in PAIRS if counters[pair[0]] and counters[pair[1]]]
    winner, loser = pairs[chance.pick([1] * len(pairs))]
    if chance.pick([1, 1]):
        winner, loser = loser, winner
    counters[winner] += 1
    counters[loser] -= 1
    ruined = loser if at.ruined == NOBODY and not counters[loser] else at.ruined
    after = Position(tuple(counters), ruined)
    table.tell(after)
    over = ruined != NOBODY if rules.until == "first" else sum(counters) in counters
    return (None if over else after), Ruin(PLAYERS[max(ruined, 0)], 1)


def describe(_rules: Rules, events: Sequence[Position]) -> str:
    """Return the position after the last round in words.

    >>> describe(Rules(), [Position((0, 1, 3), 0)])
    'The players have 0, 1 and 3 counters; the first player was ruined first.'
    """
    (first, second, third), ruined = events[-1]
    held = f"The players have {first}, {second} and {third} counters"
    if ruined == NOBODY:
        return f"{held}."
    return f"{held}; the {PLAYERS[ruined].name.lower()} player was ruined first."


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Ruin, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="three-ruin",
    title="Ruin of three players",
    source="Ferguson 1995; Diaconis and Ethier 2022",
    about=__doc__,
    rules=Rules,
    readings={"usual": Rules(), "last": Rules(until="last")},
    experiments=EXPERIMENTS,
    terminal=Terminal(describe=describe),
)
