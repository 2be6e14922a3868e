"""Waldegrave's problem, the pool: who beats all others in succession wins.

Players 1 and 2 play a fair game.  The winner meets the next player in the queue, the loser
goes to its end, and so on, until one has beaten all others in succession.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The players."""

    players: int = rule(3, "players", least=2)


class Pool(NamedTuple):
    """Outcome: the number of the winner, and the games played."""

    winner: int
    games: int


class Position(NamedTuple):
    """The champion, the games won in succession, and the queue, the next to play first."""

    champion: int
    won: int
    queue: tuple[int, ...]


def start(rules: Rules, _chance: Chance) -> Position:
    """Return the position before the first game.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(), ScriptedChance([]))
    Position(champion=1, won=0, queue=(2, 3))
    """
    return Position(champion=1, won=0, queue=tuple(range(2, rules.players + 1)))


def step(
    rules: Rules, position: Position, chance: Chance, table: Table
) -> tuple[Position | None, Pool]:
    """Play one game; pick 1 means that the champion wins.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Position(1, 1, (3, 2)), ScriptedChance([0]), SilentTable())
    (Position(champion=3, won=1, queue=(2, 1)), Pool(winner=0, games=1))
    """
    champion, won, queue = position
    challenger, others = queue[0], queue[1:]
    if chance.pick([1, 1]):
        winner, loser, won = champion, challenger, won + 1
    else:
        winner, loser, won = challenger, champion, 1
    after = Position(winner, won, (*others, loser))
    table.tell(after)
    if won == rules.players - 1:
        return None, Pool(winner, 1)
    return after, Pool(0, 1)


def describe(rules: Rules, events: Sequence[Position]) -> str:
    """Return the last game in words.

    >>> describe(Rules(), [Position(champion=3, won=1, queue=(2, 1))])
    'Player 3 wins, 1 game in succession; player 2 comes next.'
    """
    champion, won, queue = events[-1]
    if won == rules.players - 1:
        return f"Player {champion} wins, and has beaten all others in succession."
    games = "game" if won == 1 else "games"
    return f"Player {champion} wins, {won} {games} in succession; player {queue[0]} comes next."


EXPERIMENTS: Experiments[Rules] = {
    "pool": Experiment(name="pool", outcome=Pool, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="waldegrave",
    title="Waldegrave's problem",
    source="Montmort 1713, with Waldegrave; Nicolaus Bernoulli 1711",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    terminal=Terminal(describe=describe),
)
