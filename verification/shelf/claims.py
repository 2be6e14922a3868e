"""The published claims about the small games."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from montmort.verification import shelf
from montmort.verification.claim_file import claims_beside
from montmort.verification.claims import Claim, Claims

ENDING = "_claims"  # of the names of the modules with claims


def claims_about(game: str) -> tuple[Claim, ...]:
    """Return the claims about a game: numbers that stand beside its rules, then all others.

    >>> [claim.name for claim in claims_about("le-her")]
    ['value', 'mixed']
    """
    module = game.replace("-", "_")
    rules = str(import_module(f"montmort.games.{module}").__file__)
    declared = (claim for one in sources() if one.game == game for claim in one.declared)
    return (*claims_beside(rules, shelf.record_of(module)), *declared)


@cache
def sources() -> tuple[Claims, ...]:
    """Return the SOURCES of all modules of the shelf with claims."""
    return tuple(_sources())


def _sources() -> Iterator[Claims]:
    for found in iter_modules(shelf.__path__):
        if found.name.endswith(ENDING):
            yield from import_module(f"{shelf.__name__}.{found.name}").SOURCES
