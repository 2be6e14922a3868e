"""Games of other distributions, by the entry points of the group `montmort.games`.

A distribution names its games in its own `pyproject.toml`, each a `Game`, a `Rulebook`
or a function without arguments that returns one:

    [project.entry-points."montmort.games"]
    hazard = "my_games.hazard:GAME"

The name of the entry point is the game's name.  Entry points are read when a name is
not that of a shipped game, or when all games are listed.
"""

from dataclasses import replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from montmort.games.errors import BadInput
from montmort.games.rulebook import Rulebook
from montmort.montecarlo.runs.block import one_line_error
from montmort.verification.game import Game

GROUP = "montmort.games"


def plugin_names() -> list[str]:
    """Return the names of the games of other distributions; none of them is loaded."""
    return list(_found())


def plugin_game(name: str) -> Game[Any] | None:
    """Return the game of this name, None if there is none; BadInput if it cannot be loaded."""
    point = _found().get(name)
    if point is None:
        return None
    try:
        return _game(name, point.load())
    except Exception as error:
        distribution = "another distribution" if point.dist is None else point.dist.name
        raise BadInput(
            f"the game {name} of {distribution} cannot be loaded: {one_line_error(error)}"
        ) from error


def _game(name: str, game: object) -> Game[Any]:
    if callable(game):
        game = game()
    if isinstance(game, Rulebook):
        game = Game(rulebook=game)
    if not isinstance(game, Game):
        raise TypeError(f"{game!r} is not a Game or Rulebook")
    return replace(game, rulebook=replace(game.rulebook, name=name))


@cache
def _found() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
