"""The games that are shipped, by their names on the command line, in alphabetical order."""

import sys
from collections.abc import Iterator
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from montmort import games, verification
from montmort.games.errors import BadInput, UnknownName
from montmort.games.validation import meant
from montmort.verification.game import Game
from montmort.verification.small_game import beside, small_game


def _shipped() -> Iterator[Game[Any]]:
    """Yield the record of every module of games that has a Rulebook.

    It stands in the package of the game here, or beside the rules: see `small_game`.
    """
    for info in iter_modules(games.__path__):
        module = import_module(f"{games.__name__}.{info.name}")
        if hasattr(module, "RULEBOOK"):
            own = beside(verification, f"{info.name}:GAME")
            yield small_game(module) if own is None else own.load()


GAMES: dict[str, Game[Any]] = {game.name: game for game in _shipped()}


def find_game(name: str) -> Game[Any] | None:
    """Return the game of this name, shipped or of another distribution; None if there is none."""
    if name in GAMES:
        return GAMES[name]
    from montmort.verification.plugins import plugin_game

    return plugin_game(name)


def game_named(name: str) -> Game[Any]:
    """Return the game of this name; UnknownName if there is none.

    >>> game_named("treize").title
    'Treize'
    """
    game = find_game(name)
    if game is None:
        raise UnknownName(no_game(name))
    return game


def no_game(name: str, advice: str = "`montmort games` lists them") -> str:
    """Say that there is no game of this name, and which one may be meant; else the advice.

    >>> no_game("treiz")
    "there is no game 'treiz'; did you mean treize?"
    >>> no_game("chess")
    "there is no game 'chess'; `montmort games` lists them"
    """
    return f"there is no game {name!r}{meant(name, GAMES) or f'; {advice}'}"


def all_games() -> dict[str, Game[Any]]:
    """Return the games that are shipped, and those of other distributions.

    Of a game that cannot be loaded a sentence on standard error says why.
    """
    from montmort.verification.plugins import plugin_game, plugin_names

    games = dict(GAMES)
    for name in plugin_names():
        try:
            game = plugin_game(name)
        except BadInput as error:
            print(error, file=sys.stderr)  # noqa: T201
            continue
        if game is not None:
            games.setdefault(name, game)
    return games
