"""The certificate of Liars' Poker: the deals that make each hand, from every number of cards."""

import math

from montmort.exact.liars_poker.answers import table
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.liars_poker import Rules
from montmort.verification.certificates.document import Document, check_size, document


def certificate(rules: Rules, watch: Watch | None = None) -> Document:  # noqa: ARG001
    """Return the certificate of the table, `cards` = 1, 2, … or what one's own cards leave.

    >>> certificate(Rules())["content"]["table"][1]["made"]["pair"]  # 13 C(4,2) of C(52,2)
    '78'
    """
    check_size("jokers", rules.jokers)
    for name in ("published", "call"):
        if getattr(rules, name):
            raise BadInput(f"{name}={getattr(rules, name)!r} has no certificate, the categories of "
                           "the usual reading have; leave it out")  # fmt: skip
    rows, own = [], rules.own_cards
    for cards, chances in table(rules).items():
        deals = math.comb(rules.deck - own, cards - own)
        made = {name: chance * deals for name, chance in chances.items()}
        rows.append({"cards": cards, "deals": deals, "made": made, "chances": chances})
    told = {name: getattr(rules, name) for name in ("ranks", "suits", "jokers", "hand")}
    return document("liars-poker", told, {"table": rows})
