"""The certificate of Yahtzee: the value of every card.

With it each value can be computed again from those of the cards after it; the choices follow
and are not listed.
"""

from montmort.exact.paths import Watch
from montmort.exact.yahtzee.solution import Solution, solve
from montmort.exact.yahtzee.states import Card
from montmort.games.yahtzee import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, document
from montmort.verification.yahtzee.checker import CHECKER


def certificate(rules: Rules, watch: Watch | None = None) -> Document:
    """Return the certificate.

    With the chance box open the mean of a coin of 1 and 2, thrown twice at most, is 7/4.

    >>> written = certificate(Rules(dice=1, faces=2, throws=2, boxes="chance"))
    >>> written["content"]
    {'cards': {'chance': ['7']}, 'value': '7/4'}
    """
    solution = solve(rules, watch)
    stated = {
        "joker": rules.joker,
        "boxes": ",".join(rules.card),
        "dice": rules.dice,
        "faces": rules.faces,
        "throws": rules.throws,
        "bonus": rules.bonus,
        "target": rules.target,
        "extra": rules.extra,
    }
    return document(CHECKER, stated, {"cards": _cards(solution), "value": solution.value})


def _cards(solution: Solution) -> dict[str, list[int]]:
    """Return the values of the cards, times the unit of their layer, by their open boxes."""
    listed: dict[str, list[int]] = {}
    card = solution.rules.card
    for rows in solution.cards.layers[1:]:
        for opened, upper, fifty in rows.tolist():
            name = ",".join(box for place, box in enumerate(card) if opened >> place & 1)
            value = solution.scaled_value(Card(opened, upper, bool(fifty)))
            listed.setdefault(name, []).append(value)
    return listed


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER)
