"""Jacks or better: the record of the game."""

from montmort.games.jacks_or_better import RULEBOOK
from montmort.lazy import At
from montmort.verification.shelf.shelved import small_game

GAME = small_game(
    RULEBOOK,
    optimal=At("montmort.verification.shelf.hands:best_holds"),
    certification=At("montmort.verification.shelf.hand_certificates:OF_HOLDS"),
)
