"""Small games of data with a symbol p in their weights and points, and the same at a point."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import sympy
from hypothesis import strategies as st

from tests.exact.decisions.small_games import Game, Leaf, Pick, Score, Tree, endless_games, games

p = sympy.Symbol("p")
fractions = st.integers(1, 11).flatmap(
    lambda below: st.integers(1, below).map(lambda above: Fraction(above, below + 1))
)  # between 0 and 1


@st.composite
def symbolic_games(draw: st.DrawFn, seats: int = 1) -> Game:
    """Draw a game that always ends, in which p is a chance and a part of the points."""
    game, rng = draw(games(seats)), Random(draw(st.integers(0, 10**6)))
    points = [0, 0, p, -p, 2 * p - 1, 1 - p**2, p / (p + 1), 1 / (2 * p - 1)]
    return game._replace(trees=tuple(with_symbols(tree, rng, points) for tree in game.trees))


@st.composite
def endless_symbolic_games(draw: st.DrawFn, seats: int = 1) -> Game:
    """Draw a game that may have no longest play; steps cost points, and the end gives some."""
    game, rng = draw(endless_games(seats, -1, 0)), Random(draw(st.integers(0, 10**6)))
    trees = [with_symbols(tree, rng, [0, -p, p - 1]) for tree in game.trees]
    end = Leaf(None, Score(0, False, 1))
    trees[0] = Pick((p, 1 - p), (trees[0], end))
    return game._replace(trees=tuple(trees))


def with_symbols(node: Tree, rng: Random, points: Sequence[Any]) -> Tree:
    """Return the tree with symbols in its weights and points."""
    if isinstance(node, Leaf):
        more = rng.choice(points) + (rng.randint(0, 4) if node.after is None else 0)
        return node._replace(gain=node.gain._replace(points=node.gain.points + more))
    branches = tuple(with_symbols(each, rng, points) for each in node.branches)
    if isinstance(node, Pick):
        weights = [p, 1 - p, p, 1 - p, p * (1 - p), 1, 2, Fraction(1, 3)]
        chosen = tuple(rng.choice(weights) for _ in branches)
        return Pick(chosen if rng.random() < 0.8 else node.weights, branches)
    return node._replace(branches=branches)


def at(game: Any, value: Fraction) -> Any:
    """Return the game with a number for p, by sympy's substitution; None at a pole."""
    if isinstance(game, sympy.Expr):
        number = game.subs(p, sympy.Rational(value.numerator, value.denominator))
        return Fraction(int(number.p), int(number.q)) if number.is_Rational else None
    if isinstance(game, tuple):
        parts = [at(part, value) for part in game]
        return type(game)(*parts) if hasattr(game, "_fields") else tuple(parts)
    return game
