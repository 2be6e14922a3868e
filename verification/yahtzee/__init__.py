"""Yahtzee: the record of the game.

Each entry loads what it needs when it is called.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games.yahtzee import RULEBOOK, Rules
from montmort.verification.aim import Aim
from montmort.verification.game import Certification, Game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from montmort.exact.paths import Watch
    from montmort.verification.claims import Claim
    from montmort.verification.direct_solution import DirectSolution

SCORE = Aim("score")


def _optimal(rules: Rules, aim: Aim, watch: "Watch | None") -> "DirectSolution | None":
    from montmort.verification.yahtzee.optimal import best_score

    return best_score(rules, aim, watch)


def _chances(
    rules: Rules,
    _events: "Sequence[Any]",
    view: Any,
    _choices: "Sequence[Any]",
) -> "Mapping[Any, Fraction]":
    from montmort.exact.yahtzee.solution import solve
    from montmort.exact.yahtzee.turn import worths

    return worths(solve(rules), view)


def _assumption(_rules: Rules, _view: object) -> str:
    return "the mean of the points still to come after each choice if all then is played at best"


def _claims() -> "tuple[Claim, ...]":
    from montmort.verification.yahtzee.claims import CLAIMS

    return CLAIMS


def _certification() -> Certification[Rules]:
    from montmort.verification.yahtzee.certificate import certificate
    from montmort.verification.yahtzee.checker import CHECKER

    return Certification(certificate=certificate, checker=CHECKER)


GAME = Game(
    rulebook=replace(
        RULEBOOK, terminal=replace(RULEBOOK.terminal, chances=_chances, assumption=_assumption)
    ),
    aim=SCORE,
    optimal=_optimal,
    claims=_claims,
    certification=_certification,
)
