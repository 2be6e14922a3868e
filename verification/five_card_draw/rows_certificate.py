"""The certificate of five-card draw's whole game with a row for every class of hands."""

import math
from collections.abc import Iterable
from itertools import chain

from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.five_card_draw.discards import representatives
from montmort.exact.five_card_draw.enumeration import evaluate_from
from montmort.exact.five_card_draw.pair_counts import Deck
from montmort.exact.paths import Watch
from montmort.games.errors import TooLarge
from montmort.games.five_card_draw import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, check_asked, document
from montmort.verification.five_card_draw.rows_checker import (
    CHECKER,
    MOST_ROWS,
    HandClass,
    classes,
)

CERTIFIED = "ranks", "suits", "ranking", "max_draw"


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the best discard of every class of hands, its wins and ties, and the game's value.

    >>> certificate(Rules(ranks=5, suits=2, max_draw=0))["content"]["win"]
    '55/126'
    """
    check_asked(rules, *CERTIFIED)
    are_alike, hands = rules.ranking == "standard", math.comb(rules.pack.size, 5)
    if not are_alike and hands > MOST_ROWS:
        raise TooLarge(
            f"ranking={rules.ranking}: suits are not alike in it, and {hands:,} hands would need "
            f"a row each, of at most {MOST_ROWS:,}; take a smaller deck, the standard ranking, "
            "or leave --of out"
        )
    deck = Deck(ranking=rules.ranking, pack=rules.pack)
    numbers = representatives(deck)
    represent = [_suited(hand, rules, deck) for hand in deck.sets[5][numbers].tolist()]
    blocks = evaluate_from(rules, 0, len(numbers))
    rows = dict(
        zip(represent, chain.from_iterable(block.tolist() for block in blocks), strict=True)
    )
    solved = solution(rules.pack, rules.ranking, watch)
    content: dict[str, object] = {
        "rows": [
            rows[_ordered(held, deck)][2:] for held in classes(rules.ranks, rules.suits, are_alike)
        ],
        "win": solved.win(rules.max_draw),
        "tie": solved.tie(rules.max_draw),
    }
    stated = {name: getattr(rules, name) for name in CERTIFIED}
    return document(CHECKER, {**stated, "hand": ""}, content)


def _suited(cards: list[int], rules: Rules, deck: Deck) -> HandClass:
    """Return the ranks in each suit as bits, in ascending order if one hand represents them all."""
    held = [0] * rules.suits
    for suit, rank in (divmod(card, rules.ranks) for card in cards):
        held[suit] |= 1 << rank
    return _ordered(held, deck)


def _ordered(held: Iterable[int], deck: Deck) -> HandClass:
    return tuple(sorted(held) if deck.suits_alike else held)


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER)
