"""What the checker of a certificate says of it, and what Coq proves, for a report."""

import re
from collections import Counter

from montmort.verification.certificates.check import (
    Checker,
    Unreadable,
    check_document,
    first_line,
)
from montmort.verification.certificates.document import Document, text_of
from montmort.verification.reports.numbers import counted
from montmort.verification.reports.sections import Checked

MOST_STATEMENTS = 12  # that a table lists, beside those that are on trust or false

_LONG = re.compile(r"\d{30,}")


def theorems_of(proof: str) -> tuple[str, ...]:
    r"""Return the lines of the theorems of which a proof for Coq prints the assumptions.

    Long numbers are shortened.

    >>> text = "Theorem a : 1 = 1.\nProof. Qed.\nTheorem b :\n c -> d.\nPrint Assumptions b."
    >>> theorems_of(text)
    ('Theorem b :', ' c -> d.')
    """
    names = re.findall(r"^Print Assumptions (\w+)", proof, re.MULTILINE)
    lines: list[str] = []
    for name in names:
        found = re.search(rf"^Theorem {name}\b.*?\.$", proof, re.MULTILINE | re.DOTALL)
        lines += _LONG.sub(_shortened, found[0]).splitlines() if found else []
    return tuple(lines)


def _shortened(number: re.Match[str]) -> str:
    return f"{number[0][:6]}...{number[0][-4:]}"


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
    more = [(evidence, counted(count, "more statement")) for evidence, count in rest.items()]
    return Checked(first_line(statements).replace(" -- ", "; "), (*shown, *more))
