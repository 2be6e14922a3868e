"""The certificate of Liars' Poker: the deals that make each hand."""

import math

from exact.liars_poker import chances_of
from exact.paths import Watch
from games.errors import BadInput
from games.liars_poker import Rules
from verification.certificate import Document, document


def certificate(rules: Rules, watch: Watch | None = None) -> Document:  # noqa: ARG001
    """Return the certificate of the chance of every category.

    >>> certificate(Rules(cards=2))["content"]["made"]["pair"]  # 13 C(4,2) of C(52,2)
    '78'
    """
    for name in ("published", "call"):
        if getattr(rules, name):
            raise BadInput(f"{name}={getattr(rules, name)!r} has no certificate, the categories of "
                           "the usual reading have; leave it out")  # fmt: skip
    chances = chances_of(rules)
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    content = {
        "deals": deals,
        "made": {name: chance * deals for name, chance in chances.items()},
        "chances": chances,
    }
    told = {name: getattr(rules, name) for name in ("ranks", "suits", "jokers", "cards", "hand")}
    return document("liars-poker", told, content)
