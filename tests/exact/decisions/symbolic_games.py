"""Small games of data with a symbol p in their weights and points, and the same at a point."""

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import Any

import sympy
from hypothesis import strategies as st

from tests.exact.decisions.small_games import Game, Leaf, Pick, Tree, endless_games, games

p = sympy.Symbol("p")
fractions = st.integers(1, 11).flatmap(
    lambda below: st.integers(1, below).map(lambda above: Fraction(above, below + 1))
)  # between 0 and 1


@st.composite
def symbolic_games(draw: st.DrawFn, seats: int = 1, *, endless: bool = False) -> Game:
    """Draw a game in which p is a chance and a part of the points; it always ends, or may not."""
    game = draw(endless_games(seats) if endless else games(seats))
    rng = Random(draw(st.integers(0, 10**6)))
    weights = [p, 1 - p, p, 1 - p, p * (1 - p), 1, 2, Fraction(1, 3)]
    points = [0, 0, p, -p, 2 * p - 1, 1 - p**2]
    return game._replace(
        trees=tuple(with_symbols(tree, rng, weights, points) for tree in game.trees)
    )


def with_symbols(node: Tree, rng: Random, weights: Sequence[Any], points: Sequence[Any]) -> Tree:
    """Return the tree with symbols in its weights and points."""
    if isinstance(node, Leaf):
        gain = node.gain._replace(points=node.gain.points + rng.choice(points))
        return node._replace(gain=gain)
    branches = tuple(with_symbols(each, rng, weights, points) for each in node.branches)
    if isinstance(node, Pick):
        chosen = tuple(rng.choice(weights) for _ in branches)
        return Pick(chosen if rng.random() < 0.8 else node.weights, branches)
    return node._replace(branches=branches)


def at(game: Any, value: Fraction) -> Any:
    """Return the game with a number for p, by sympy's substitution."""
    if isinstance(game, sympy.Expr):
        number = game.subs(p, sympy.Rational(value.numerator, value.denominator))
        return Fraction(int(number.p), int(number.q))
    if isinstance(game, tuple):
        parts = [at(part, value) for part in game]
        return type(game)(*parts) if hasattr(game, "_fields") else tuple(parts)
    return game
