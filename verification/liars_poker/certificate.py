"""The certificate of Liars' Poker: the deals that make each hand, by the number of cards."""

import math

from montmort.exact.liars_poker.answers import table
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.liars_poker import Rules
from montmort.verification.certificates.document import Document, check_size, document
from montmort.verification.liars_poker.checker import CHECKER


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the table: all numbers of cards in play, from that of one's own.

    >>> certificate(Rules())["content"]["table"][1]["made"]["pair"]  # 13 C(4,2) of C(52,2)
    '78'
    """
    check_size("jokers", rules.jokers)
    for name, value in (("published", rules.published), ("call", rules.call)):
        if value:
            raise BadInput(
                f"{name}={value!r} has no certificate, only the categories of the usual reading "
                "have one; leave it out"
            )
    rows, own = [], rules.own_cards
    for cards, chances in table(rules).items():
        deals = math.comb(rules.deck - own, cards - own)
        made = {name: chance * deals for name, chance in chances.items()}
        rows.append({"cards": cards, "deals": deals, "made": made, "chances": chances})
    asked = {"ranks": rules.ranks, "suits": rules.suits, "jokers": rules.jokers, "hand": rules.hand}
    return document(CHECKER, asked, {"table": rows})
