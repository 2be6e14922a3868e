"""Certificates of games in files, and how their evidence is with the rules and without."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from montmort.options.flags import read_game
from montmort.verification.aim import Aim
from montmort.verification.certificates.check import Unreadable, check_document, content_hash
from montmort.verification.certificates.document import text_of
from montmort.verification.game import certification_of_rules
from montmort.verification.optimal_certification import certification_of_aim
from montmort.verification.own_games.point import symbols_of
from tests.verification.certificates.tampering import CHECKERS

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
Certificate = dict[str, Any]


def certified(
    word: object, experiment: str = "", aim: Aim | None = None, /, **values: object
) -> Certificate:
    """Return the certificate of a game by its file or name."""
    game = read_game(str(word))
    book = game.rulebook
    name, rules = experiment or book.first_experiment, book.rules(**values)
    aim = aim or game.aim_in(name)
    known = game.certify(name) if aim is None else certification_of_aim(book, name, aim)
    return json.loads(text_of(known.certificate(rules, None)))


def evidence(certificate: Certificate, rules: object = None) -> str:
    """Return the evidence of the headline: on trust, verified, FALSE, or why it is unreadable."""
    certificate["sha256"] = content_hash(certificate)
    asked = () if rules is None else ("--rules", str(rules))
    try:
        return check_document(json.dumps(certificate), CHECKERS, *asked)[0].evidence
    except Unreadable as error:
        return str(error)


def is_honest(certificate: Certificate, rules: object) -> bool:
    """Return whether a certificate is on trust alone, and verified with its rules."""
    return evidence(certificate) == "on trust" and evidence(certificate, rules) == "verified"


def certified_at(word: Path, experiment: str = "") -> Certificate:
    """Return the certificate of an experiment of a file, by default the first, at 1/3."""
    game = read_game(str(word))
    book = game.at(
        {p: Fraction(1, 3) for p in symbols_of(dict(game.rulebook.experiments))}
    ).rulebook
    known = certification_of_rules(book, experiment or book.first_experiment)
    return json.loads(text_of(known.certificate(book.usual, None)))  # type: ignore[no-any-return]


DIE = """
from typing import NamedTuple

class Money(NamedTuple):
    won: int

def play(chance, table):
    die = chance.pick([1, 1, 1]) + 1
    if table.decide(0, ["keep", "again"], {view}) == "again":
        die = chance.pick([1, {weight}, 1]) + {one}
    return Money(die)
"""
