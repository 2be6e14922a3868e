"""Shut the box: a throw of two dice shuts open tiles with its sum.

The tiles 1, 2, ... are open.  The player throws two dice, or one where `one_die` allows it
and the player prefers it, and shuts some open tiles that add up to the throw, at most
`most_tiles` of them.  The play ends when nothing fits, or when all tiles are shut.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table

DIE = 6  # faces
Tiles = tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The box, and what a throw may be."""

    tiles: int = rule(9, "tiles, from 1 on", least=1)
    one_die: Literal["high", "six", "never"] = rule(
        "high", "one die is allowed: no tile above 6 is open; the open tiles are 6 or less; never"
    )
    most_tiles: int | None = rule(None, "tiles shut in one throw; any number if left out", least=1)

    def may_throw_one(self, tiles: Tiles) -> bool:
        """Return whether one die may be thrown at these open tiles."""
        if self.one_die == "high":
            return max(tiles) <= DIE
        return self.one_die == "six" and sum(tiles) <= DIE


class Game(NamedTuple):
    """Outcome: whether all tiles were shut, and the sum of those left open."""

    shut: bool
    left: int


class Box(NamedTuple):
    """What the player sees: the open tiles, and what was thrown, None before the throw."""

    tiles: Tiles
    thrown: int | None = None


def start(rules: Rules, _chance: Chance) -> Tiles:
    """Return the open tiles before the first throw."""
    return tuple(range(1, rules.tiles + 1))


def ways(rules: Rules, tiles: Tiles, total: int) -> list[Tiles]:
    """Return the sets of open tiles that a throw may shut.

    >>> ways(Rules(), (1, 2, 3, 5, 6), 6), ways(Rules(most_tiles=2), (1, 2, 3, 5, 6), 6)
    ([(1, 2, 3), (1, 5), (6,)], [(1, 5), (6,)])
    """
    most = len(tiles) if rules.most_tiles is None else rules.most_tiles
    sets: list[Tiles] = [()]
    for tile in tiles:
        sets += [(*chosen, tile) for chosen in sets if sum(chosen) + tile <= total]
    return [chosen for chosen in sets if sum(chosen) == total and len(chosen) <= most]


def step(rules: Rules, tiles: Tiles, chance: Chance, table: Table) -> tuple[Tiles | None, Game]:
    """Choose the number of dice if that is allowed, throw them, and shut some tiles.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), (2, 9), ScriptedChance([3, 4]), SilentTable())
    ((2,), Game(shut=False, left=0))
    """
    dice = table.decide(0, (2, 1), Box(tiles)) if rules.may_throw_one(tiles) else 2
    total = sum(chance.pick([1] * DIE) + 1 for _ in range(dice))
    fitting = ways(rules, tiles, total)
    table.tell(Box(tiles, total))
    if not fitting:
        return None, Game(False, sum(tiles))
    shut = fitting[0] if len(fitting) == 1 else table.decide(0, fitting, Box(tiles, total))
    left = tuple(tile for tile in tiles if tile not in shut)
    return (left, Game(False, 0)) if left else (None, Game(True, 0))


def question(_rules: Rules, view: Box) -> str:
    """Return what the player sees and is asked.

    >>> print(question(Rules(), Box((2, 5, 7), 7)))
    Open are 2, 5, 7, and 7 is thrown. Which tiles do you shut?
    """
    held = f"Open are {', '.join(map(str, view.tiles))}"
    if view.thrown is None:
        return f"{held}. How many dice do you throw?"
    return f"{held}, and {view.thrown} is thrown. Which tiles do you shut?"


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="shut-the-box",
    title="Shut the box",
    source="an old game of dice",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="shut",
    terminal=Terminal(asks=question),
)
