"""The claims that a user's file makes about its game.

    CLAIMS = [
        {"answer": "won.mean", "equals": "244/495", "source": "Packel 1981"},
        {"answer": "rolls.mean", "rounds_to": "3.38", "name": "a short game"},
    ]

Each is a table of the keys of a claim file (`montmort.verification.claim_file`), about the
answers of `montmort exact FILE --json`.  CLAIMS may hold a `Claim` in place of a table,
or be the `Claims` on which the file has declared its own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.errors import BadInput
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.verification.claims import Claim

EXAMPLE = 'CLAIMS = [{"answer": "won.mean", "equals": "1/2"}]'


def with_own_claims(
    game: Game[Any], rules: object = None, experiment: str | None = None
) -> Game[Any]:
    """Return a file's game with the CLAIMS of the file.

    They are about these rules and this experiment, unless a claim names its own.
    """
    if game.module is None or "CLAIMS" not in vars(game.module):
        return game
    named = game.rulebook.first_experiment if experiment is None else experiment
    found = _claims(game, vars(game.module)["CLAIMS"], rules, named)
    return replace(game, claims=lambda: found)


def _claims(
    game: Game[Any], declared: object, rules: object, experiment: str
) -> "tuple[Claim, ...]":
    from montmort.options.order_of_sets import check_order_of_sets
    from montmort.verification.claim_file import About, check_names, claims_of_tables
    from montmort.verification.claims import Claim, Claims
    from montmort.verification.registry import game_named

    if isinstance(declared, Claims):
        return declared.declared
    if not isinstance(declared, Sequence) or not all(
        isinstance(one, Claim | Mapping) for one in declared
    ):
        raise BadInput(f"{game.name}: CLAIMS must be a list of claims, as in {EXAMPLE}")
    tables = [
        {"experiment": experiment, **one} if isinstance(one, Mapping) else one for one in declared
    ]
    about = About(game, rules, game_named, check_order_of_sets)
    claims = claims_of_tables(game.name, tables, about)
    check_names(game.name, claims)
    return tuple(claims)
