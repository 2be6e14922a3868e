"""First Orchard: why the fullest tree is the best one, and the recursion of the chance to win."""

from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path
from typing import Any

from montmort.exact.decisions.best_play import Optimal
from montmort.exact.decisions.solution import Solution
from montmort.exact.paths import Watch
from montmort.games.first_orchard import Rules
from montmort.verification.game import Game
from montmort.verification.reports.settled import Check, Settled

TEMPLATE = Path(__file__).with_name("report.md")
SMALL = (1, 1)  # two trees with a fruit each, and one step of the raven
MOST = 20_000  # states of the recursion in Python
Trees = tuple[int, ...]


def settled(game: Game[Any], rules: Rules, _watch: Watch | None = None) -> Settled | None:
    """Return the theorems for this orchard; None where its value is not known as a fraction."""
    assert game.aim is not None
    found = game.optimal_play(rules, "game", game.aim).found
    if not isinstance(found, Optimal) or found.value is None:
        return None
    # choices are places of trees in ascending order: the greatest is the fullest tree
    fullest = found.compare(lambda choices, _view: choices[-1])
    emptiest = found.compare(lambda choices, _view: choices[0])
    components = 0
    checks = [
        Check("taking from the fullest tree is worth the most", fullest.value, found.value),
        Check(
            "in every situation the fullest tree is among the best",
            True,
            all(each.choices[-1] in each.ties for each in found.decisions),
        ),
    ]
    orchards = comb(rules.trees + rules.fruits, rules.trees)
    if isinstance(found.solution, Solution):
        without = comb(rules.trees + rules.fruits - 1, rules.trees)  # an empty tree
        empty, components = (orchards - without - 1) * rules.raven, found.solution.components
        checks.append(Check("states with an empty tree, and cycles of a state", empty, components))
    states = orchards * rules.raven
    if states <= MOST:
        by_recursion = wins((rules.fruits,) * rules.trees, rules.raven)
        checks.append(Check("the chance by the recursion", by_recursion, found.value))
    return Settled(
        template=TEMPLATE,
        values={
            "value": found.value,
            "emptiest": emptiest.value,
            "states": states,
            "components": components,
            "small": wins(SMALL, 1),
            "first_steps": [
                (raven, wins((rules.fruits,) * rules.trees, raven))
                for raven in range(1, rules.raven + 1)
            ]
            if states <= MOST
            else [],
        },
        checks=tuple(checks),
    )


@cache
def wins(trees: Trees, raven: int) -> Fraction:
    """Return the chance to win if the basket takes from the fullest tree.

    Throws that change nothing are left out.

    >>> wins((1,), 1), wins((1, 1), 1)
    (Fraction(2, 3), Fraction(1, 2))
    """
    if not any(trees):
        return Fraction(1)
    if not raven:
        return Fraction(0)
    bearing = [place for place, fruits in enumerate(trees) if fruits]
    picked = {place: wins(_picked(trees, place), raven) for place in bearing}
    fullest = picked[max(bearing, key=trees.__getitem__)]
    total = sum(picked.values(), fullest + wins(trees, raven - 1))
    return total / (len(bearing) + 2)


def _picked(trees: Trees, place: int) -> Trees:
    after = list(trees)
    after[place] -= 1
    return tuple(sorted(after))
