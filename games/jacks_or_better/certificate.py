"""The certificate of jacks or better: all of it is computed again."""

from montmort.exact.jacks_or_better import solve
from montmort.exact.paths import Watch
from montmort.games.jacks_or_better import Rules
from montmort.games.jacks_or_better.checker import CHECKER
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, document
from montmort.verification.dealt_hands import listed_law


def hold_certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the best holds.

    >>> rules = Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1")
    >>> hold_certificate(rules)["content"]["held"]  # of 2c Ac 2d Ad: one card, or a pair
    ['0', '4', '2']
    """
    game = solve(rules)
    held = [0] * (rules.cards + 1)
    for _, weights, values in game.values_of_classes():
        for place, weight in zip(values.argmax(axis=0).tolist(), weights.tolist(), strict=True):
            held[game.masks[place].bit_count()] += weight
    asked = {
        "ranks": rules.ranks,
        "suits": rules.suits,
        "cards": rules.cards,
        "pays": rules.pays,
    }
    content = {
        "value": game.value,
        "variance": game.variance,
        "held": held,
        "ties": game.ties,
        "law": listed_law(game.law),
    }
    return document(CHECKER, asked, content)


CERTIFICATION = Certification(certificate=hold_certificate, checker=CHECKER)
