"""The certificate of five-card draw's whole game with a row for every class of hands."""

from itertools import chain

from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.five_card_draw.discards import representatives
from montmort.exact.five_card_draw.enumeration import evaluate_from
from montmort.exact.five_card_draw.pair_counts import Deck
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.verification.certificates.document import Document, check_asked, document
from montmort.verification.five_card_draw.rows_checker import CHECKER, HandClass, classes

CERTIFIED = "ranks", "suits", "ranking", "max_draw"


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the best discard of every class of hands, its wins and ties, and the game's value.

    >>> certificate(Rules(ranks=5, suits=2, max_draw=0))["content"]["win"]
    '55/126'
    """
    check_asked(rules, *CERTIFIED)
    if rules.ranking != "standard":
        raise BadInput(
            f"ranking={rules.ranking}: there are rows of the standard ranking alone, in which "
            "suits are alike; leave it out, or leave --of out"
        )
    deck = Deck(ranking=rules.ranking, pack=rules.pack)
    numbers = representatives(deck)
    hands = map(_suited, deck.sets[5][numbers].tolist(), [rules] * len(numbers))
    blocks = evaluate_from(rules, 0, len(numbers))
    rows = dict(zip(hands, chain.from_iterable(block.tolist() for block in blocks), strict=True))
    solved = solution(rules.pack, rules.ranking, watch)
    content: dict[str, object] = {
        "rows": [rows[held][2:] for held in classes(rules.ranks, rules.suits)],
        "win": solved.win(rules.max_draw),
        "tie": solved.tie(rules.max_draw),
    }
    asked = {name: getattr(rules, name) for name in CERTIFIED}
    return document(CHECKER, {**asked, "hand": ""}, content)


def _suited(cards: list[int], rules: Rules) -> HandClass:
    """Return the class of a hand: the ranks in each suit as bits, in ascending order."""
    held = [0] * rules.suits
    for suit, rank in (divmod(card, rules.ranks) for card in cards):
        held[suit] |= 1 << rank
    return tuple(sorted(held))
