"""First Orchard: the record of the game."""

from montmort.games.first_orchard import RULEBOOK
from montmort.lazy import At
from montmort.verification.shelf.shelved import small_game

GAME = small_game(
    RULEBOOK,
    proof=At("montmort.verification.shelf.proofs:orchard_proof"),
)
