"""The shelf of small games: what is known of each beyond its rules.

All else follows from the rules, and from what the first player wants where there are choices.
"""

from dataclasses import replace
from typing import Any

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
from montmort.lazy import At
from montmort.verification.game import Game
from montmort.verification.shelf.blackjack import GAME as BLACKJACK
from montmort.verification.shelf.shelved import chance_only, shelved

_HERE = "montmort.verification.shelf"

GAMES: tuple[Game[Any], ...] = (
    replace(shelved(shut_the_box.RULEBOOK, "shut"), proof=At(f"{_HERE}.proofs:box_proof")),
    replace(shelved(first_orchard.RULEBOOK, "won"), proof=At(f"{_HERE}.proofs:orchard_proof")),
    shelved(pig.RULEBOOK, "first_wins"),
    shelved(
        jacks_or_better.RULEBOOK,
        "pays",
        optimal=At(f"{_HERE}.hands:best_holds"),
        certification=At(f"{_HERE}.hand_certificates:OF_HOLDS"),
    ),
    shelved(
        three_card_poker.RULEBOOK,
        "net",
        optimal=At(f"{_HERE}.hands:best_antes"),
        certification=At(f"{_HERE}.hand_certificates:OF_ANTES"),
    ),
    BLACKJACK,
    shelved(le_her.RULEBOOK, "paul_wins"),
    shelved(kuhn.RULEBOOK, "net"),
    replace(chance_only(craps.RULEBOOK), proof=At(f"{_HERE}.proofs:craps_proof")),
    chance_only(baccarat.RULEBOOK),
    chance_only(penney.RULEBOOK),
    chance_only(snakes_and_ladders.RULEBOOK),
    chance_only(waldegrave.RULEBOOK),
    chance_only(risk.RULEBOOK),
    chance_only(cribbage_hand.RULEBOOK),
    chance_only(three_ruin.RULEBOOK),
)
