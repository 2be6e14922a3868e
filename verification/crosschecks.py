"""Crosschecks of built-in games by their names."""

from functools import wraps
from typing import Any, Unpack

from montmort.games.errors import UnknownName
from montmort.games.validation import check_type
from montmort.verification.comparison import run
from montmort.verification.comparison.result import Crosscheck
from montmort.verification.game import Game
from montmort.verification.registry import GAMES, find_game


@wraps(run.crosscheck)
def crosscheck(
    game: str | Game[Any] | None = None, rules: object = None, **options: Unpack[run.Options]
) -> Crosscheck:
    """Play a game, given by its record or its name, and judge its fields."""
    found = find_game(game) if isinstance(game, str) else game
    if isinstance(game, str) and found is None:
        known = ", ".join(GAMES)
        raise UnknownName(f"no game {game!r}; there are {known}; give your own as play=")
    if found is not None:
        check_type("game", found, Game, "the name of a game, a Game(…), or None")
    return run.crosscheck(found, rules, **options)
