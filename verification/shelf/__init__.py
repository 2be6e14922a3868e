"""The shelf of small games: what is known of each beyond its rules.

All else follows from the rules.  A game with decisions has an aim, for which it is played.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games import (
    first_orchard,
    jacks_or_better,
    kuhn,
    le_her,
    pig,
    shut_the_box,
    three_card_poker,
)
from montmort.games.rulebook import Rulebook
from montmort.verification.aim import Aim
from montmort.verification.game import Game

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.verification.claims import Claim
    from montmort.verification.direct_solution import DirectSolution


def _shelved(rulebook: Rulebook[Any], field: str) -> Game[Any]:
    """Return the record of a game in which the first player wants a field to be largest."""

    def claims() -> "tuple[Claim, ...]":
        from montmort.verification.shelf.claims import claims_about

        return claims_about(rulebook.name)

    return Game(rulebook=rulebook, aim=Aim(field), claims=claims)


def _best_holds(
    rules: jacks_or_better.Rules,
    aim: Aim,
    watch: "Watch | None",  # noqa: ARG001 - the solver is not watched
) -> "DirectSolution | None":
    from montmort.verification.shelf.hands import best_holds

    return best_holds(rules, aim)


def _best_antes(
    rules: three_card_poker.Rules,
    aim: Aim,
    watch: "Watch | None",  # noqa: ARG001 - the solver is not watched
) -> "DirectSolution | None":
    from montmort.verification.shelf.hands import best_antes

    return best_antes(rules, aim)


GAMES: tuple[Game[Any], ...] = (
    _shelved(shut_the_box.RULEBOOK, "shut"),
    _shelved(first_orchard.RULEBOOK, "won"),
    _shelved(pig.RULEBOOK, "first_wins"),
    replace(_shelved(jacks_or_better.RULEBOOK, "pays"), optimal=_best_holds),
    replace(_shelved(three_card_poker.RULEBOOK, "net"), optimal=_best_antes),
    _shelved(le_her.RULEBOOK, "paul_wins"),
    _shelved(kuhn.RULEBOOK, "net"),
)
