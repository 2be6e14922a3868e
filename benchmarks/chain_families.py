"""The chains of the benchmark: five families, each reproducible.

A chain is given by its rows {state: {next state: chance}}, its start and, where it
is a game, the rule of one step.
"""

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from montmort.games.chance import Chance

Rows = dict[Any, dict[Any, Fraction]]
Step = Callable[[Any, Chance], Any]

DIGITS = 52  # of the denominators of dense rows
DIE = 6
SNAKES = 0.15  # share of the moves that lead to a random square


class Family(NamedTuple):
    """One chain of a family; every state of `rows` can be a start of `step`."""

    rows: Rows
    start: Any
    step: Step | None = None


def dense(states: int) -> Family:
    """Return a chain with all moves possible, one random 52-digit denominator per row."""
    rng = random.Random(states)
    rows: Rows = {"end": {"end": Fraction(1)}}
    for state in range(states):
        total = rng.randrange(10 ** (DIGITS - 1), 10**DIGITS)
        cuts = sorted(rng.randrange(total) for _ in range(states))
        parts = [after - before for before, after in zip([0, *cuts], [*cuts, total], strict=True)]
        targets = [*range(states), "end"]
        rows[state] = {t: Fraction(p, total) for t, p in zip(targets, parts, strict=True)}
    return Family(rows, 0)


def dag(states: int) -> Family:
    """Return a chain from each state to 5 random later ones, weights out of at most 52."""
    rng = random.Random(states)
    weights: dict[int, dict[int, int]] = {states: {states: 1}}
    for state in range(states):
        later = rng.sample(range(state + 1, states + 1), min(5, states - state))
        weights[state] = {target: rng.randint(1, 10) for target in later}

    def step(state: int, chance: Chance) -> int:
        targets = weights[state]
        return list(targets)[chance.pick(list(targets.values()))]

    return Family({s: _shares(row) for s, row in weights.items()}, 0, step)


def snakes(states: int) -> Family:
    """Return a race to square `states` by a die; 15 % of the moves are snakes or ladders."""
    rng = random.Random(states)
    moves = {
        square: [
            rng.randrange(states) if rng.random() < SNAKES else min(square + pips, states)
            for pips in range(1, DIE + 1)
        ]
        for square in range(states)
    }
    moves[states] = [states] * DIE
    rows = {square: _shares({t: row.count(t) for t in row}) for square, row in moves.items()}
    return Family(rows, 0, lambda square, chance: moves[square][chance.pick([1] * DIE)])


def ruin(states: int) -> Family:
    """Return the gambler's ruin on 1 to `states`, betting 1 on red (9/19), from the middle."""
    win, lose, goal = Fraction(9, 19), Fraction(10, 19), states + 1
    rows: Rows = {0: {0: Fraction(1)}, goal: {goal: Fraction(1)}}
    rows |= {fortune: {fortune + 1: win, fortune - 1: lose} for fortune in range(1, goal)}

    def step(fortune: int, chance: Chance) -> int:
        if fortune in (0, goal):
            return fortune
        return fortune + (1, -1)[chance.pick([9, 10])]

    return Family(rows, states // 2, step)


def grid(states: int) -> Family:
    """Return the walk on a square board of about `states` fields until it leaves the board."""
    side = round(states**0.5)
    moves = ((0, 1), (0, -1), (1, 0), (-1, 0))

    def target(place: Any, move: tuple[int, int]) -> Any:
        x, y = place[0] + move[0], place[1] + move[1]
        return (x, y) if 0 <= x < side and 0 <= y < side else "out"

    def step(place: Any, chance: Chance) -> Any:
        return place if place == "out" else target(place, moves[chance.pick([1] * 4)])

    rows: Rows = {"out": {"out": Fraction(1)}}
    for place in ((x, y) for x in range(side) for y in range(side)):
        reached = [target(place, move) for move in moves]
        rows[place] = _shares({t: reached.count(t) for t in reached})
    return Family(rows, (side // 2, side // 2), step)


def _shares(weights: dict[Any, int]) -> dict[Any, Fraction]:
    total = sum(weights.values())
    return {target: Fraction(weight, total) for target, weight in weights.items()}


FAMILIES: dict[str, Callable[[int], Family]] = {
    "dense": dense,
    "dag": dag,
    "snakes": snakes,
    "ruin": ruin,
    "grid": grid,
}
