"""What the checker of a certificate says of it, for a report."""

from collections import Counter

from montmort.verification.certificates.check import (
    Checker,
    Unreadable,
    check_document,
    first_line,
)
from montmort.verification.certificates.document import Document, text_of
from montmort.verification.reports.sections import Checked

MOST_STATEMENTS = 12  # that a table lists, beside those that are on trust or false


def checked(certificate: Document, checker: Checker) -> Checked:
    """Return what the checker says: of many statements the first, and all on trust or false.

    >>> from montmort.exact.chains.absorbing import AbsorbingChain
    >>> from montmort.verification.certificates.chain_checker import CHECKER
    >>> from montmort.verification.certificates.document import certificate
    >>> coin = AbsorbingChain.from_rows({"toss": {"done": 1}, "done": {"done": 1}})
    >>> found = checked(certificate(coin), CHECKER)
    >>> {evidence for evidence, _ in found.statements} <= {"recomputed", "verified", "on trust"}
    True
    >>> checked({"certificate": "torn"}, CHECKER).reason[:22]
    'a document must have t'
    """
    try:
        statements = check_document(text_of(certificate), [checker])
    except Unreadable as error:
        return Checked(reason=str(error))
    shown: list[tuple[str, str]] = []
    rest = Counter[str]()
    for each in statements:
        if each.holds and len(shown) >= MOST_STATEMENTS:
            rest[each.evidence] += 1
        else:
            shown.append((each.evidence, each.words))
    more = [(evidence, f"{count:,} more statements") for evidence, count in rest.items()]
    return Checked(first_line(statements).replace(" -- ", "; "), (*shown, *more))
