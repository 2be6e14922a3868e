"""First Orchard: pick all the fruit before the raven comes.

The die has a face for each tree, a basket and a raven.  A tree: a fruit of that tree is
taken, if it has any.  The basket: the player takes a fruit of a tree of choice.  The raven:
it goes one step.  The game is won if all fruits are picked before the raven has gone its
steps.

Trees with equally many fruits play alike, so the state lists the fruits in ascending order;
a choice is the place of a tree in that list.
"""

from dataclasses import dataclass
from typing import NamedTuple

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment, Experiments
from montmort.games.rule_set import RuleSet, rule
from montmort.games.rulebook import Rulebook, Terminal
from montmort.games.table import Table


@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    """The size of the game."""

    trees: int = rule(4, "trees", least=1)
    fruits: int = rule(4, "fruits on each tree", least=1)
    raven: int = rule(5, "steps of the raven", least=1)


class Game(NamedTuple):
    """Outcome: whether the fruit was picked in time, and how often the die was thrown."""

    won: bool
    rounds: int


class Orchard(NamedTuple):
    """The fruits on each tree in ascending order, and the steps that the raven has left."""

    trees: tuple[int, ...]
    raven: int


def start(rules: Rules, _chance: Chance) -> Orchard:
    """Return the orchard before the first throw.

    >>> from montmort.games.chance import ScriptedChance
    >>> start(Rules(trees=2), ScriptedChance([]))
    Orchard(trees=(4, 4), raven=5)
    """
    return Orchard((rules.fruits,) * rules.trees, rules.raven)


def step(
    rules: Rules, orchard: Orchard, chance: Chance, table: Table
) -> tuple[Orchard | None, Game]:
    """Throw the die: faces 0 to trees - 1 are the trees, then the basket and the raven.

    >>> from montmort.games.chance import ScriptedChance
    >>> from montmort.games.table import SilentTable
    >>> step(Rules(), Orchard((0, 0, 0, 1), 1), ScriptedChance([3]), SilentTable())
    (None, Game(won=True, rounds=1))
    >>> step(Rules(), Orchard((0, 0, 0, 1), 2), ScriptedChance([5]), SilentTable())
    (Orchard(trees=(0, 0, 0, 1), raven=1), Game(won=False, rounds=1))
    """
    trees, raven = list(orchard.trees), orchard.raven
    basket = rules.trees
    face = chance.pick([1] * (rules.trees + 2))
    if face > basket:
        raven -= 1
    elif face == basket:
        bearing = [place for place, fruits in enumerate(trees) if fruits]
        trees[table.decide(0, bearing, orchard)] -= 1
    elif trees[face]:
        trees[face] -= 1
    if not any(trees):
        return None, Game(True, 1)
    if not raven:
        return None, Game(False, 1)
    after = Orchard(tuple(sorted(trees)), raven)
    table.tell(after)
    return after, Game(False, 1)


def question(_rules: Rules, view: Orchard) -> str:
    """Return what the player sees and is asked.

    >>> print(question(Rules(), Orchard((0, 3, 4, 4), 2)))
    The die shows the basket. Of which tree, 0 the first, do you take a fruit? They bear 0, 3, 4, 4.
    """
    fruits = ", ".join(map(str, view.trees))
    return (
        "The die shows the basket. Of which tree, 0 the first, do you take a fruit? "
        f"They bear {fruits}."
    )


EXPERIMENTS: Experiments[Rules] = {
    "game": Experiment(name="game", outcome=Game, start=start, step=step, rules=Rules),
}

RULEBOOK = Rulebook(
    name="first-orchard",
    title="First Orchard",
    source="the children's game of HABA, 2009",
    about=__doc__,
    rules=Rules,
    experiments=EXPERIMENTS,
    wants="won",
    terminal=Terminal(asks=question),
)
