"""The shelf of small games: all follows from their rules, and from what the first player wants.

A game of which more is known has a module of its name here, with its record `GAME`.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from montmort.verification.game import Game
from montmort.verification.shelf.shelved import small_game


def stated_in(module: str) -> Game[Any] | None:
    """Return the record that a module states, None if it states none or does not exist."""
    if find_spec(module) is None:
        return None
    found: Game[Any] | None = getattr(import_module(module), "GAME", None)
    return found


@cache
def record_of(module: str) -> Game[Any]:
    """Return the record of a small game, by the name of the module with its rules.

    >>> record_of("le_her").name, str(record_of("le_her").aim)
    ('le-her', 'maximise paul_wins, seat 0')
    """
    found = stated_in(f"{__name__}.{module}")
    if found is None:
        found = small_game(import_module(f"montmort.games.{module}").RULEBOOK)
    return found
