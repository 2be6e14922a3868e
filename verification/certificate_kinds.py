"""All kinds of certificates: what checks each, and the JSON Schema of their files."""

from collections.abc import Iterator
from typing import Any

from montmort.verification.certificates import (
    bounds_checker,
    chain_checker,
    mixed_checker,
    optimal_checker,
    outcome_chain_checker,
)
from montmort.verification.certificates.check import Checker
from montmort.verification.certificates.forms import schema_of
from montmort.verification.registry import GAMES


def all_checkers() -> list[Checker]:
    """Return what checks each kind of certificate: of any game, then those of single games.

    >>> [checker.game for checker in all_checkers()][:2]
    ['chain', 'chain of an outcome']
    """
    general = chain_checker, outcome_chain_checker, optimal_checker, mixed_checker, bounds_checker
    checkers = {module.CHECKER.game: module.CHECKER for module in general}
    for checker in _checkers_of_games():
        checkers.setdefault(checker.game, checker)
    return [*checkers.values()]


def _checkers_of_games() -> Iterator[Checker]:
    """Yield what checks the certificates of the shipped games."""
    for game in GAMES.values():
        first = () if game.certification is None else (game.certification,)
        for certification in (*first, *game.certifications.values()):
            certified = certification()
            yield from (certified.checker, *certified.others)


def certificate_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of all certificates.

    >>> certificate_schema()["$id"]
    'urn:montmort:certificate:3'
    """
    return schema_of(all_checkers())
