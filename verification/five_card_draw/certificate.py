"""The certificate of five-card draw: of the discards of a hand, or of the whole game."""

from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, check_asked, document
from montmort.verification.five_card_draw.checker import CHECKER
from montmort.verification.five_card_draw.hand_checker import CHECKER as HAND_CHECKER
from montmort.verification.five_card_draw.hand_checker import MOST_DRAWN

CERTIFIED = "ranks", "suits", "ranking", "max_draw", "hand"


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the certificate of every discard of the hand; without one, of the best of all hands.

    >>> certificate(Rules(hand="2c 2d 2h 2s 9c", max_draw=1))["content"]["best"]
    ['', '9c']
    """
    check_asked(rules, *CERTIFIED)
    content = _of_hand(rules) if rules.hand else _of_game(rules, watch)
    stated = {name: getattr(rules, name) for name in CERTIFIED}
    return document(HAND_CHECKER if rules.hand else CHECKER, stated, content)


def _of_hand(rules: Rules) -> dict[str, object]:
    if rules.max_draw > MOST_DRAWN:
        raise BadInput(
            f"max_draw={rules.max_draw}: the checker counts draws of at most {MOST_DRAWN} cards; "
            "draw fewer"
        )
    words = rules.hand.split()
    cards = [rules.pack.read(word)[0].bit_length() - 1 for word in words]
    names, choices = [], choices_of(cards, rules.max_draw, rules.ranking, rules.pack)
    for choice in choices:
        away = (word for word, card in zip(words, cards, strict=True) if choice.discard >> card & 1)
        names.append(" ".join(away))
    most = max(choice.win for choice in choices)
    return {
        "choices": [
            {"discard": name, "wins": c.wins, "ties": c.ties, "deals": c.deals}
            for name, c in zip(names, choices, strict=True)
        ],
        "best": [name for name, c in zip(names, choices, strict=True) if c.win == most],
    }


def _of_game(rules: Rules, watch: Watch | None) -> dict[str, object]:
    solved, most = solution(rules.pack, rules.ranking, watch), rules.max_draw
    by_type = zip(TYPES[rules.ranking], solved.sums[most], strict=False)
    return {
        "by_type": {name: sums[: most + 1].tolist() for name, sums in by_type},
        "win": solved.win(most),
        "tie": solved.tie(most),
    }


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER, others=(HAND_CHECKER,))
