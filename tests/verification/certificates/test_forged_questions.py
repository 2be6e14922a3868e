"""Forged questions are refused, with `--rules` all of them; honest ones of random rules are not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from montmort.games.errors import BadInput
from montmort.verification.aim import Aim
from montmort.verification.certificates.check import Unreadable, check_document, content_hash
from tests.verification.certificates.forged_questions import forgeries
from tests.verification.certificates.own_rules import (
    DIE,
    EXAMPLES,
    Certificate,
    certified,
    certified_at,
    evidence,
    is_honest,
)
from tests.verification.certificates.tampering import CHECKERS

FACES = """
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple
from montmort import Experiment, RuleSet, rule
import enum

Colour = enum.Enum("Colour", "RED BLACK")

@dataclass(frozen=True, kw_only=True)
class Rules(RuleSet):
    faces: int = rule(6, "faces")
    bonus: Fraction = rule(Fraction(1, 2), "what a six adds")
    two: tuple[int, ...] = rule((1, 2), "weights")
    again: bool = rule(True, "whether it is thrown again")
    colour: Colour = rule(Colour.RED, "colour")
    word: str = rule("a", "a word")

class Thrown(NamedTuple):
    points: int
    colour: Colour
    won: bool

def start(rules, chance):
    return (rules.faces, rules.again)

def step(rules, state, chance, table):
    die = chance.pick([1] * rules.faces) + chance.pick(rules.two)
    if rules.again and table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * rules.faces)
    points = die + (die == 2) * rules.bonus + (rules.word == "a")
    return None, Thrown(points, rules.colour, (die > 2) == (rules.word == "a"))

EXPERIMENTS = {"throw": Experiment(name="throw", outcome=Thrown, start=start, step=step)}
"""


def honest_ones(own: Callable[..., Path]) -> list[tuple[Certificate, object]]:
    """Return certificates of all kinds, and their rules."""
    die, faces = own(DIE.format(view="die", weight=1, one=1), "die.py"), own(FACES, "faces.py")
    best_of = EXAMPLES / "best_of.py"
    return [
        (certified("craps", faces=4), "craps"),
        (certified("risk", attackers=2, defenders=1), "risk"),
        (certified_at(best_of), best_of),
        (certified(die, "", Aim("won")), die),
        (certified(faces, "", Aim("2 * points == 7 or won and colour == red")), faces),
        (certified(faces, "", Aim("points"), faces=3), faces),
        (certified(faces, again=False), faces),
        (certified("kuhn"), "kuhn"),
    ]


@pytest.mark.parametrize("every", [9, pytest.param(1, marks=pytest.mark.slow)])
def test_no_forged_question_is_accepted(own: Callable[..., Path], every: int) -> None:
    count, accepted = 0, []
    for honest, rules in honest_ones(own):
        assert is_honest(honest, rules)
        for name, forged in [*forgeries(honest["rules"])][::every]:
            twin = {**honest, "rules": forged}
            accepted += [name] * (evidence(twin, rules) in ("verified", "recomputed", "on trust"))
            count += 1
    assert accepted == []
    assert count > 3_000 / every


def test_without_the_rules_a_question_has_its_form(own: Callable[..., Path]) -> None:
    """Names that are not known, values of another type, numbers in another spelling."""
    for honest, _ in honest_ones(own):
        question = honest["rules"]
        wrong = [{**question, "more": "1"}, {**question, "command": "montmort certify x"}]
        wrong += [{n: p for n, p in question.items() if n != name} for name in question]
        wrong += [{**question, name: other} for name in question for other in (None, 1, [], "")]
        wrong += [{**question, "at": {"p": text}} for text in ("0.5", " 1_0e-1 ", "2/4", "1/1")]
        if "aim" in question:
            aims = "max won, seat 0", "maximise won, seat 00", "maximise won", "maximise , seat 0"
            wrong += [{**question, "aim": text} for text in aims]
            wrong += [{**question, "discount": text} for text in ("0", "2", "0.5", "-1/2", "1/1")]
        for forged in wrong:
            name_only = {**forged, "game": "x", "experiment": "x"}
            if (
                forged.keys() != question.keys()
                or "" not in forged.values()
                or name_only != {**question, "game": "x", "experiment": "x"}
            ):
                assert evidence({**honest, "rules": forged}) != "on trust", forged


def test_every_part_of_the_question_is_in_the_sentence(own: Callable[..., Path]) -> None:
    faces = own(FACES, "faces.py")
    honest = certified(faces, "", Aim("points > 2", maximises=False), faces=3)
    (sentence,) = sentences(honest, faces)
    for words in (
        "by experiment throw to minimise points > 2, seat 0 with faces = 3, "
        "bonus = Fraction(1, 2), two = (1, 2), again = True, colour = RED, word = 'a'",
        " of faces.py, SHA-256 ",
        "its text is the rules; montmort certify faces.py --faces 3 --bonus 1/2 --two 1,2 --again",
        "--experiment throw --minimise 'points > 2' --seat 0 writes it",
    ):
        assert words in sentence
    (alone,) = sentences(honest)
    assert alone.endswith("colour = RED, word = 'a' of faces.py")


def sentences(certificate: Certificate, *rules: object) -> list[str]:
    """Return what is said about the rules."""
    certificate["sha256"] = content_hash(certificate)
    asked = [word for each in rules for word in ("--rules", str(each))]
    found = check_document(json.dumps(certificate), CHECKERS, *asked)
    return [each.words for each in found if "follows from the rules" in each.words]


def test_an_older_form_is_a_sentence() -> None:
    older: Any = {**certified("penney"), "certificate": "montmort 2"}
    with pytest.raises(Unreadable, match="the form 'montmort 2', and this program reads"):
        check_document(json.dumps(older), CHECKERS)


TWO_SYMBOLS = """
from sympy import Symbol
from typing import NamedTuple
from montmort import Experiment, coin

p, xp, q = Symbol("p"), Symbol("xp"), Symbol("q")

class Heads(NamedTuple):
    heads: int

def start(rules, chance):
    return 0

def one(rules, state, chance, table):
    return None, Heads(int(coin(chance, xp)))

def other(rules, state, chance, table):
    return None, Heads(int(coin(chance, p)) + int(coin(chance, q)))

EXPERIMENTS = {
    step.__name__: Experiment(name=step.__name__, outcome=Heads, start=start, step=step)
    for step in (one, other)
}
"""


def test_a_certificate_has_the_symbols_that_its_experiment_meets(own: Callable[..., Path]) -> None:
    file = own(TWO_SYMBOLS)
    for experiment, names in (("one", {"xp"}), ("other", {"p", "q"})):
        honest = certified_at(file, experiment)
        assert honest["rules"]["at"].keys() == names
        assert is_honest(honest, file)
        for more in {"p", "xp", "q"} - names:
            forged = {**honest["rules"], "at": {**honest["rules"]["at"], more: "1/3"}}
            assert "the rules have no such symbol" in evidence({**honest, "rules": forged}, file)


def test_a_symbol_with_the_name_of_a_rule_has_no_certificate(own: Callable[..., Path]) -> None:
    text = (EXAMPLES / "best_of.py").read_text().replace('Symbol("p")', 'Symbol("wins")')
    with pytest.raises(BadInput, match="wins is a rule and a symbol"):
        certified_at(own(text))
