"""The certificate of War's first turns and shortest games, for any deck."""

from collections.abc import Mapping
from fractions import Fraction

from montmort.exact.paths import Watch
from montmort.exact.war.deal_counts import no_war_in_first_pass, sweep
from montmort.exact.war.first_turns import (
    WINNERS,
    After,
    can_be_followed,
    first_turns,
    shortest_games,
)
from montmort.games.errors import TooLarge
from montmort.games.war import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, check_size, document
from montmort.verification.war.first_turns_checker import CHECKER

NAMES = "ranks", "suits", "face_down", "pick_up", "shortfall", "deuce_beats_ace"


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the first turns; the pick-up and deuces do not matter.

    >>> certificate(Rules())["content"]["shortest"]["1"]
    {'draw': '8051/2579742585875'}
    """
    check_size("cards", rules.cards)
    if not can_be_followed(rules):
        raise TooLarge(f"the first turns of {rules.cards} cards take long; take a smaller deck")
    stated = {name: getattr(rules, name) for name in NAMES}
    stated["turn_limit"] = "none" if rules.turn_limit is None else rules.turn_limit
    content = {
        "turns": [_turn(after) for after in first_turns(rules)],
        "shortest": {str(turn): ends for turn, ends in shortest_games(rules).items()},
        "no_war": no_war_in_first_pass(rules),
        "sweep": sweep(rules),
    }
    return document(CHECKER, stated, content)


def _turn(after: After) -> dict[str, Mapping[str, Fraction] | Fraction]:
    return {
        "cards": {str(cards): chance for cards, chance in after.cards.items()},
        "over": {WINNERS[winner]: chance for winner, chance in after.over.items()},
        "beyond": after.beyond,
    }


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER)
