"""What is stated and proved of each game of the shelf, with the checks of its statements."""

from typing import TYPE_CHECKING, Any

from montmort.verification.shelf.statements import (
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from montmort.verification.game import Game
    from montmort.verification.reports.settled import Settled

STATEMENTS: "Mapping[str, Callable[[Game[Any], Any], Settled | None]]" = {
    "craps": craps.settled,
    "baccarat": baccarat.settled,
    "penney": penney.settled,
    "snakes-and-ladders": snakes_and_ladders.settled,
    "waldegrave": waldegrave.settled,
    "risk": risk.settled,
    "cribbage-hand": cribbage_hand.settled,
    "three-ruin": three_ruin.settled,
    "shut-the-box": shut_the_box.settled,
    "first-orchard": first_orchard.settled,
    "pig": pig.settled,
    "jacks-or-better": jacks_or_better.settled,
    "three-card-poker": three_card_poker.settled,
    "le-her": le_her.settled,
    "kuhn": kuhn.settled,
}


def statements_about(game: "Game[Any]", rules: Any) -> "Settled | None":
    """Return what is stated and proved of a game under its rules; None if nothing is."""
    find = STATEMENTS.get(game.name)
    return None if find is None else find(game, rules)
