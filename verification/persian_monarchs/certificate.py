"""The certificate of Persian Monarchs: an equilibrium of a hand from the full pack."""

from montmort.exact.paths import Watch
from montmort.exact.persian_monarchs.equilibrium import solve_hand
from montmort.games.persian_monarchs import Rules
from montmort.verification.certificates.certification import Certification
from montmort.verification.certificates.document import (
    Document,
    check_asked,
    check_size,
    document,
)
from montmort.verification.persian_monarchs.checker import CHECKER

CERTIFIED = "cards", "max_raise"


def certificate(rules: Rules, _watch: Watch | None = None) -> Document:
    """Return the certificate of the value of a hand if both play at best.

    >>> certificate(Rules(cards=4, max_raise=1))["content"]["value"]
    '1/12'
    """
    check_asked(rules, *CERTIFIED)
    check_size("cards", rules.cards)
    solution = solve_hand(rules.cards, rules.max_raise)
    content = {"value": solution.value, "raises": solution.raises, "accepts": solution.accepts}
    return document(CHECKER, {name: getattr(rules, name) for name in CERTIFIED}, content)


CERTIFICATION = Certification(certificate=certificate, checker=CHECKER)
