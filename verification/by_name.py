"""`crosscheck`, `crosscheck_grid` and `compare` of games that are given by their names."""

from functools import wraps
from typing import TYPE_CHECKING, Any, Unpack

from montmort.games.errors import UnknownName
from montmort.games.validation import check_type
from montmort.verification.comparison import grid, run
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.game import Game
from montmort.verification.registry import find_game, no_game
from montmort.verification.two_samples import run as two_samples
from montmort.verification.two_samples.result import Comparison

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from fractions import Fraction

    from sympy import Symbol

    Point = Mapping[Symbol, Fraction]


@wraps(run.crosscheck)
def crosscheck(
    game: str | Game[Any] | None = None, rules: object = None, **options: Unpack[run.Options]
) -> Crosscheck:
    """Play a game, given by its record or its name, and judge its fields."""
    return run.crosscheck(_found(game), rules, **options)


@wraps(grid.crosscheck_grid)
def crosscheck_grid(
    game: str | Game[Any] | None = None,
    rules: object = None,
    *,
    points: "Sequence[Point]",
    played: "Callable[[Point, Crosscheck], None] | None" = None,
    **options: Unpack[run.Options],
) -> grid.GridCheck:
    """Play a game, given by its record or its name, and judge it at every point of a grid."""
    return grid.crosscheck_grid(_found(game), rules, points=points, played=played, **options)


@wraps(two_samples.compare)
def compare(
    first: Any,
    second: Any,
    *,
    game: str | Game[Any] | None = None,
    **options: Unpack[two_samples.Options],
) -> Comparison:
    """Compare two simulators; `game`, if given, by its record or its name."""
    return two_samples.compare(first, second, game=_found(game), **options)


def _found(game: str | Game[Any] | None) -> Game[Any] | None:
    """Return the game that is named; UnknownName if there is none."""
    found = find_game(game) if isinstance(game, str) else game
    if isinstance(game, str) and found is None:
        raise UnknownName(no_game(game, "`montmort games` lists them; give your own as play="))
    if found is not None:
        check_type("game", found, Game, "the name of a game, a Game(…), or None")
    return found
