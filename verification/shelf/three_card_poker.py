"""Three-card poker: the record of the game."""

from montmort.games.three_card_poker import RULEBOOK
from montmort.lazy import At
from montmort.verification.shelf.shelved import small_game

GAME = small_game(
    RULEBOOK,
    optimal=At("montmort.verification.shelf.hands:best_antes"),
    certification=At("montmort.verification.shelf.hand_certificates:OF_ANTES"),
)
