"""What is stated and proved of each game of the shelf, with the checks of its statements."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from montmort.verification.game import Game
    from montmort.verification.reports.settled import Settled

# each has a module of its name here, with a function `settled(game, rules)`
STATEMENTS = (
    "craps",
    "baccarat",
    "penney",
    "snakes-and-ladders",
    "waldegrave",
    "risk",
    "cribbage-hand",
    "three-ruin",
    "shut-the-box",
    "first-orchard",
    "pig",
    "jacks-or-better",
    "three-card-poker",
    "le-her",
    "kuhn",
)


def statements_about(game: "Game[Any]", rules: Any) -> "Settled | None":
    """Return what is stated and proved of a game under its rules; None if nothing is."""
    if game.name not in STATEMENTS:
        return None
    found: Settled | None = module_of(game.name).settled(game, rules)
    return found


def module_of(game: str) -> ModuleType:
    """Return the module with the statements about a game."""
    return import_module(f"{__name__}.{game.replace('-', '_')}")
