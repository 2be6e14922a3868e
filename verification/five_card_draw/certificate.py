"""The certificate of five-card draw: of a hand's discards, or of the whole game."""

from typing import Any

from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.five_card_draw.one_hand import choices_of
from montmort.exact.paths import Watch
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Rules
from montmort.games.five_card_draw.ranking import TYPES
from montmort.verification.certificates.document import Document, document

MOST_DRAWN = 3  # cards of a draw that the checker counts


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the certificate of every discard of the hand; without a hand, of all hands' best.

    >>> told = certificate(Rules(hand="2c 2d 2h 2s 9c", max_draw=1))
    >>> told["content"]["best"]
    ['', '9c']
    """
    content = _of_hand(rules) if rules.hand else _of_game(rules, watch)
    names = "ranks", "suits", "ranking", "max_draw", "hand"
    return document("five-card-draw", {name: getattr(rules, name) for name in names}, content)


def _of_hand(rules: Rules) -> dict[str, Any]:
    if rules.max_draw > MOST_DRAWN:
        raise BadInput(f"max_draw={rules.max_draw}: the checker counts draws of {MOST_DRAWN} cards "
                       "at most; draw fewer")  # fmt: skip
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


def _of_game(rules: Rules, watch: Watch | None) -> dict[str, Any]:
    solved, most = solution(rules.pack, rules.ranking, watch), rules.max_draw
    by_type = zip(TYPES[rules.ranking], solved.sums[most], strict=False)
    return {
        "by_type": {name: sums[: most + 1].tolist() for name, sums in by_type},
        "win": solved.win(most),
        "tie": solved.tie(most),
    }
