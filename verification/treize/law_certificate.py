"""The certificate of the law of the points of Treize, and of the means beside the value."""

from montmort.exact.paths import Watch
from montmort.exact.treize.solution import solve
from montmort.games.errors import TooLarge
from montmort.games.treize import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import Document, document
from montmort.verification.certificates.treize_passes import can_count
from montmort.verification.treize.law_checker import CHECKER


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the points' law and variance, and of the decks and cards.

    >>> certificate(Rules(ranks=2, suits=1))["content"]["law"][:3]
    ['1/2', '1/4', '0']
    """
    if not can_count(rules.ranks, rules.suits):
        raise TooLarge(
            f"ranks={rules.ranks}, suits={rules.suits}: the checker does not count the passes of "
            "so large a deck again; take a smaller one"
        )
    solution = solve(rules)
    law = solution.points_law()
    points, decks, cards = solution.means
    content = {
        "points": points,
        "squares": solution.squares,
        "decks": decks,
        "cards": cards,
        "variance": solution.points_variance,
        "law": [law[number] for number in range(max(law) + 1)],
    }
    return document(CHECKER, {"ranks": rules.ranks, "suits": rules.suits}, content)


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER)
