"""The shelf of small games: what is known of each beyond its rules.

All else follows from the rules, and from what the first player wants where there are choices.
"""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from montmort.games import (
    baccarat,
    craps,
    cribbage_hand,
    first_orchard,
    jacks_or_better,
    kuhn,
    le_her,
    penney,
    pig,
    risk,
    shut_the_box,
    snakes_and_ladders,
    three_card_poker,
    three_ruin,
    waldegrave,
)
from montmort.verification.aim import Aim
from montmort.verification.game import Certification, Game
from montmort.verification.shelf.blackjack import GAME as BLACKJACK
from montmort.verification.shelf.shelved import chance_only, shelved

if TYPE_CHECKING:
    from montmort.exact.paths import Watch
    from montmort.verification.direct_solution import DirectSolution


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


def _holds_certified() -> Certification[jacks_or_better.Rules]:
    from montmort.verification.shelf.hand_certificates import hold_certificate
    from montmort.verification.shelf.jacks_or_better_checker import CHECKER

    return Certification(certificate=hold_certificate, checker=CHECKER)


def _antes_certified() -> Certification[three_card_poker.Rules]:
    from montmort.verification.shelf.hand_certificates import ante_certificate
    from montmort.verification.shelf.three_card_poker_checker import CHECKER

    return Certification(certificate=ante_certificate, checker=CHECKER)


def _box_proof(rules: shut_the_box.Rules, experiment: str, aim: Aim | None) -> str | None:
    from montmort.verification.shelf.proofs import box_proof

    return box_proof(rules, experiment, aim)


def _orchard_proof(rules: first_orchard.Rules, experiment: str, aim: Aim | None) -> str | None:
    from montmort.verification.shelf.proofs import orchard_proof

    return orchard_proof(rules, experiment, aim)


def _craps_proof(rules: craps.Rules, experiment: str, aim: Aim | None) -> str | None:
    from montmort.verification.shelf.proofs import craps_proof

    return craps_proof(rules, experiment, aim)


GAMES: tuple[Game[Any], ...] = (
    replace(shelved(shut_the_box.RULEBOOK, "shut"), proof=_box_proof),
    replace(shelved(first_orchard.RULEBOOK, "won"), proof=_orchard_proof),
    shelved(pig.RULEBOOK, "first_wins"),
    shelved(jacks_or_better.RULEBOOK, "pays", _best_holds, _holds_certified),
    shelved(three_card_poker.RULEBOOK, "net", _best_antes, _antes_certified),
    BLACKJACK,
    shelved(le_her.RULEBOOK, "paul_wins"),
    shelved(kuhn.RULEBOOK, "net"),
    replace(chance_only(craps.RULEBOOK), proof=_craps_proof),
    chance_only(baccarat.RULEBOOK),
    chance_only(penney.RULEBOOK),
    chance_only(snakes_and_ladders.RULEBOOK),
    chance_only(waldegrave.RULEBOOK),
    chance_only(risk.RULEBOOK),
    chance_only(cribbage_hand.RULEBOOK),
    chance_only(three_ruin.RULEBOOK),
)
