"""What the checker of a certificate says of it, and what Coq proves, for a report."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from montmort.exact.formatting import counted
from montmort.verification.certificates.check import (
    RECOMPUTED,
    VERIFIED,
    Checker,
    Unreadable,
    check_document,
    first_line,
)
from montmort.verification.certificates.companions import companions_of
from montmort.verification.certificates.document import Document, text_of
from montmort.verification.certificates.program import program_of
from montmort.verification.reports.sections import Checked

MOST_SECONDS = 60  # of a walk of the rules
MOST_STATEMENTS = 12  # that a table lists, beside those that are on trust or false
FEW = 3  # more of them take no more room than their number

_HASH = re.compile(r", SHA-256 ([0-9a-f]{64})")
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
        theorem = re.search(rf"^Theorem {name}\b.*?\.$", proof, re.MULTILINE | re.DOTALL)
        lines += _LONG.sub(_shortened, theorem[0]).splitlines() if theorem else []
    return tuple(lines)


def _shortened(number: re.Match[str]) -> str:
    return f"{number[0][:6]}...{number[0][-4:]}"


def checked(certificate: Document, checker: Checker) -> Checked:
    """Return what the checker says: of many statements the first, and all on trust or false.

    >>> from montmort.exact.chains.absorbing import AbsorbingChain
    >>> from montmort.verification.certificates.chain_checker import CHECKER
    >>> from montmort.verification.certificates.document import certificate
    >>> coin = AbsorbingChain.from_rows({"toss": {"done": 1}, "done": {"done": 1}})
    >>> certified = checked(certificate(coin), CHECKER)
    >>> {evidence for evidence, _ in certified.statements} <= {"recomputed", "verified", "on trust"}
    True
    >>> checked({"certificate": "torn"}, CHECKER).reason[:22]
    'a document must have t'
    """
    try:
        statements = check_document(text_of(certificate), [checker])
    except Unreadable as error:
        return Checked(reason=str(error))
    pairs = [(statement.evidence, statement.words) for statement in statements]
    return Checked(first_line(statements).replace(" -- ", "; "), _shortened_list(pairs))


def checked_with_rules(certificate: Document, checker: Checker, word: str) -> Checked:
    """Return what the checker says with the rules, which a program of its own walks.

    `word` is a file or the name of a game.  Where the walk fails or takes more than a minute, the
    answer is that without the rules, and says why.
    """
    alone, companions = checked(certificate, checker), companions_of(checker)
    if alone.reason or not companions:
        return alone
    with TemporaryDirectory() as name:
        folder = Path(name)
        texts = {"check.py": program_of(checker), "FILE.json": text_of(certificate)}
        for file, text in {**texts, **companions}.items():
            (folder / file).write_text(text, encoding="utf-8")
        command = [sys.executable, "-X", "utf8", "check.py", "FILE.json", "--rules", word]
        try:
            ran = subprocess.run(
                command, cwd=folder, capture_output=True, encoding="utf-8", timeout=MOST_SECONDS
            )
        except subprocess.TimeoutExpired:
            return replace(alone, unwalked=f"the walk takes more than {MOST_SECONDS} seconds")
        except OSError as error:
            return replace(alone, unwalked=f"no program can be run here: {error}")
    hashes = _HASH.findall(ran.stdout)
    first, *lines = _HASH.sub("", ran.stdout).splitlines() or [""]
    if ran.returncode not in (0, 1) or len(lines) < 2:
        return replace(alone, unwalked=first.removeprefix("unreadable: "))
    pairs = [(line[:11].strip(), line[12:]) for line in lines[:-1]]
    head = first.partition(": ")
    evidence = "verified" if head[0] == "verified from witnesses" else head[0]
    statements = _shortened_list([(evidence, head[2].partition(" -- ")[0]), *pairs])
    with_rules = f"python check.py FILE --rules {Path(word).name}"
    return Checked(
        first.replace(" -- ", "; "), statements, with_rules=with_rules, rules_sha256=hashes[-1]
    )


def _shortened_list(statements: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return of many statements the first, all on trust or false, and how many more there are."""
    if len(statements) <= MOST_STATEMENTS + FEW:
        return tuple(statements)
    listed: list[tuple[str, str]] = []
    rest = Counter[str]()
    for evidence, words in statements:
        if evidence in (VERIFIED, RECOMPUTED) and len(listed) >= MOST_STATEMENTS:
            rest[evidence] += 1
        else:
            listed.append((evidence, words))
    more = [(evidence, counted(count, "more statement")) for evidence, count in rest.items()]
    return (*listed, *more)
