"""The certificates of Liars' Poker: the deals that make each hand, or a named call true."""

import math
from collections.abc import Iterable

from montmort.exact.liars_poker.answers import chances_of, table
from montmort.exact.paths import Watch
from montmort.games.liars_poker import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import (
    Document,
    check_asked,
    check_size,
    check_work,
    document,
)
from montmort.verification.liars_poker import call_checker, checker, published_checker

DECK = "ranks", "suits", "jokers"
WITH_CALL = *DECK, "hand", "cards", "call", "flush_reading"


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
        check_asked(rules, *WITH_CALL)
        return document(call_checker.CHECKER, _fields(rules, WITH_CALL), _of_call(rules))
    check_work(checker.check_work, rules.ranks, rules.suits, rules.jokers)
    if rules.published:
        check_asked(rules, *DECK, "published")
        return document(published_checker.CHECKER, _fields(rules, DECK), _table(rules))
    check_asked(rules, *DECK, "hand")
    return document(checker.CHECKER, _fields(rules, (*DECK, "hand")), _table(rules))


def _fields(rules: Rules, names: Iterable[str]) -> dict[str, object]:
    return {name: getattr(rules, name) for name in names}


def _table(rules: Rules) -> dict[str, object]:
    rows, own = [], rules.own_cards
    for cards, chances in table(rules).items():
        deals = math.comb(rules.deck - own, cards - own)
        made = {name: chance * deals for name, chance in chances.items()}
        rows.append({"cards": cards, "deals": deals, "made": made, "chances": chances})
    return {"table": rows}


def _of_call(rules: Rules) -> dict[str, object]:
    chance = chances_of(rules)["call"]
    deals = math.comb(rules.deck - rules.own_cards, rules.cards - rules.own_cards)
    return {"made": chance * deals, "deals": deals, "chance": chance}


CERTIFICATION = Certification(
    certificate=certificate,
    checker=checker.CHECKER,
    others=(call_checker.CHECKER, published_checker.CHECKER),
)
