"""Random games as the text of a file: states, picks, decisions, views that hide something."""

from random import Random

HEAD = '''"""A random game."""
from typing import NamedTuple
from fractions import Fraction
from montmort.games.experiment import Experiment

class Score(NamedTuple):
    points: int
    won: bool

TREES = {trees}

def grow(node, chance, table, seen=()):
    if len(node) == 3 and node[0] == "end":
        return node[1], Score(*node[2])
    if node[0] == "pick":
        place = chance.pick(node[1])
        return grow(node[2][place], chance, table, (*seen, place))
    seat, shown, choices = node[1]
    view = None if shown is None else seen[:shown]
    choice = table.decide(seat, choices, view)
    return grow(node[2][choices.index(choice)], chance, table, (*seen, choice))

def start(rules, chance):
    return chance.pick({starts})

def step(rules, state, chance, table):
    return grow(TREES[state], chance, table)

GAME = Experiment(name="game", outcome=Score, start=start, step=step)
'''


def text_of_game(
    rng: Random, *, seats: int = 0, shown: int | None = None, cycles: bool = False, states: int = 3
) -> str:
    """Return a file; plays go to later states, or with `cycles` to any, and then end at times."""
    trees = {}
    for state in range(states):
        afters = [None, *range(0 if cycles else state + 1, states)]
        trees[state] = _tree(rng, afters, seats, shown, levels=2)
        if cycles:  # whatever is chosen, a play may end
            trees[state] = ("pick", [1, 2], [("end", None, _gain(rng)), trees[state]])
    starts = [rng.randint(0, 2) for _ in range(states - 1)]
    return HEAD.format(trees=trees, starts=[1, *starts])


def _gain(rng: Random) -> tuple[int, bool]:
    return rng.randint(-2, 3), rng.random() < 0.5


def _tree(
    rng: Random, afters: list[int | None], seats: int, shown: int | None, levels: int
) -> tuple[object, ...]:
    if levels == 0 or rng.random() < 0.15:
        return "end", rng.choice(afters), _gain(rng)
    size = rng.randint(2, 3)
    below = [_tree(rng, afters, seats, shown, levels - 1) for _ in range(size)]
    if seats and rng.random() < 0.5:
        return "choose", (rng.randrange(seats), shown, ["a", "b", "c"][:size]), below
    return "pick", [rng.randint(1, 3) for _ in range(size)], below
