"""The certificates of Liars' Poker: the deals that make each hand, or a named call true."""

import math

from montmort.exact.liars_poker.answers import chances_of, table
from montmort.exact.paths import Watch
from montmort.games.liars_poker import Rules
from montmort.verification.certificates.document import Document, check_size, document
from montmort.verification.liars_poker import call_checker, published_checker
from montmort.verification.liars_poker.checker import CHECKER


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the call in the rules, or else of the table of all hands.

    The table has every number of cards in play, from that of one's own.

    >>> certificate(Rules())["content"]["table"][1]["made"]["pair"]  # 13 C(4,2) of C(52,2)
    '78'
    >>> certificate(Rules(cards=6, hand="Kc Kd 2h", call="three kings"))["content"]["chance"]
    '47/392'
    """
    check_size("jokers", rules.jokers)
    if rules.call:
        return _of_call(rules)
    asked = {"ranks": rules.ranks, "suits": rules.suits, "jokers": rules.jokers}
    if rules.published:
        return document(published_checker.CHECKER, asked, _table(rules))
    return document(CHECKER, {**asked, "hand": rules.hand}, _table(rules))


def _table(rules: Rules) -> dict[str, object]:
    rows, own = [], rules.own_cards
    for cards, chances in table(rules).items():
        deals = math.comb(rules.deck - own, cards - own)
        made = {name: chance * deals for name, chance in chances.items()}
        rows.append({"cards": cards, "deals": deals, "made": made, "chances": chances})
    return {"table": rows}


def _of_call(rules: Rules) -> Document:
    chance = chances_of(rules)["call"]
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    asked = {
        "ranks": rules.ranks,
        "suits": rules.suits,
        "jokers": rules.jokers,
        "hand": rules.hand,
        "cards": rules.cards,
        "call": rules.call,
        "flush_reading": rules.flush_reading,
    }
    content = {"made": chance * deals, "deals": deals, "chance": chance}
    return document(call_checker.CHECKER, asked, content)
