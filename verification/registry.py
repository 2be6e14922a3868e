"""The games that are shipped, by their names on the command line."""

from typing import Any

from montmort.games.errors import UnknownName
from montmort.verification import (
    five_card_draw,
    liars_poker,
    persian_monarchs,
    treize,
    war,
)
from montmort.verification.game import Game

GAMES: dict[str, Game[Any]] = {
    module.GAME.name: module.GAME
    for module in (treize, liars_poker, five_card_draw, persian_monarchs, war)
}


def game_named(name: str) -> Game[Any]:
    """Return the game of this name; UnknownName if there is none.

    >>> game_named("treize").title
    'Treize'
    """
    if name not in GAMES:
        raise UnknownName(f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return GAMES[name]
