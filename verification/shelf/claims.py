"""The published claims about the small games."""

from montmort.verification.claims import Claim
from montmort.verification.shelf import (
    blackjack_claims,
    card_claims,
    chance_claims,
    decision_claims,
)

SOURCES = (
    *chance_claims.SOURCES,
    *card_claims.SOURCES,
    *decision_claims.SOURCES,
    *blackjack_claims.SOURCES,
)


def claims_about(game: str) -> tuple[Claim, ...]:
    """Return the claims about a game.

    >>> [claim.name for claim in claims_about("le-her")]
    ['value', 'mixed']
    """
    return tuple(claim for one in SOURCES if one.game == game for claim in one.declared)
