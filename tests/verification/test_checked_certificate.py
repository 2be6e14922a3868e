"""What a report says of its certificate: with the rules nothing but their text is on trust."""

import hashlib
from pathlib import Path
from typing import Any

import pytest

from montmort.options.flags import read_game
from montmort.verification import checked_certificate
from montmort.verification.certificates.document import Document
from montmort.verification.certificates.outcome_chain_checker import CHECKER
from montmort.verification.checked_certificate import checked, checked_with_rules

RULES = """
def play(chance):
    return chance.pick([1, 2]) + chance.pick([1, 1])
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    file = tmp_path / "own.py"
    file.write_text(RULES)
    return file


def certificate_of(word: Path) -> Document:
    game: Any = read_game(str(word))
    return game.certify().certificate(game.rulebook.usual, None)  # type: ignore[no-any-return]


def test_with_the_rules_nothing_is_on_trust(own: Path) -> None:
    document = certificate_of(own)
    alone, walked = checked(document, CHECKER), checked_with_rules(document, CHECKER, str(own))
    assert alone.first.startswith("on trust: the mean of value is 7/6 = ")
    assert walked.first == "verified from witnesses: the mean of value is 7/6 = 1.1666666667"
    assert walked.with_rules == "python check.py FILE --rules own.py"
    assert walked.rules_sha256 == hashlib.sha256(own.read_bytes()).hexdigest()
    assert (walked.unwalked, alone.with_rules) == ("", "")
    assert {evidence for evidence, _ in alone.statements} > {"on trust"}
    assert {evidence for evidence, _ in walked.statements} == {"verified", "recomputed"}
    assert len(walked.statements) == len(alone.statements)
    assert any("derived again, by experiment play" in words for _, words in walked.statements)


def test_other_rules_are_called_false(own: Path) -> None:
    document = certificate_of(own)
    own.write_text(RULES.replace("[1, 2]", "[1, 3]"))
    found = checked_with_rules(document, CHECKER, str(own))
    assert found.first.startswith("FALSE: the mean of value is 7/6")
    assert "FALSE" in {evidence for evidence, _ in found.statements}


def test_what_cannot_be_walked_stays_on_trust(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    document = certificate_of(own)
    own.write_text("1 / 0\n")
    found = checked_with_rules(document, CHECKER, str(own))
    assert found.first == checked(document, CHECKER).first
    assert "own.py, line 1: ZeroDivisionError" in found.unwalked
    own.write_text(f"import time\ntime.sleep(30)\n{RULES}")
    monkeypatch.setattr(checked_certificate, "MOST_SECONDS", 0.3)
    found = checked_with_rules(document, CHECKER, str(own))
    assert found.unwalked == "the walk takes more than 0.3 seconds"
    assert found.with_rules == ""
