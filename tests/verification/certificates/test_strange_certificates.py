"""Certificates that no montmort writes, or seldom: a sentence or the right word, never a crash."""

import enum
import math
from fractions import Fraction
from typing import Any, NamedTuple

import pytest

from montmort.exact.from_rules import explore
from montmort.games.chance import Chance
from montmort.verification.certificates import (
    mixed_checker,
    optimal_checker,
    outcome_chain_checker,
)
from montmort.verification.certificates.check import Checker, Unreadable, check_document, first_line
from montmort.verification.certificates.document import document, text_of
from montmort.verification.certificates.outcome_chain import outcome_certificate
from montmort.verification.own_games.from_play import experiment_of

Power = enum.Enum("Power", {"x": 1, "x^2": 2})


class Thrown(NamedTuple):
    """A number and a word that looks like a square."""

    x: int
    power: Power


def throw(chance: Chance) -> Thrown:
    return Thrown(chance.pick([1, 1]), [*Power][chance.pick([1, 2])])


def check(checker: Checker, content: dict[str, Any]) -> str:
    found = check_document(text_of(document(checker, {}, content)), [checker])
    return first_line(found)


def test_a_word_may_look_like_a_square() -> None:
    found = outcome_certificate(explore(experiment_of(throw), None), {})
    words = [each.words for each in check_document(text_of(found), [outcome_chain_checker.CHECKER])]
    assert "the chance of power=x^2 is 2/3 = 0.6666666667" in words
    assert not any("variance of power" in each for each in words)


@pytest.mark.parametrize("name", ["x=y", "x^2", "x y", ""])
def test_a_field_that_looks_like_a_question_is_unreadable(name: str) -> None:
    step = ["1", {name: "1"}]
    listed = {"fields": {name: "sum"}, "start": {"s": "1"}, "moves": {"s": []}}
    answers = {name: "1", f"{name}^2": "1"}
    values = {asked: {"s": "1"} for asked in answers}
    content = {**listed, "ends": {"s": [step]}, "values": values, "answers": answers, "laws": {}}
    with pytest.raises(Unreadable, match="a field must have a name as in Python"):
        check(outcome_chain_checker.CHECKER, content)


def test_chances_of_many_digits_are_said() -> None:
    """A chance of a law may be longer than Python writes an integer, 4300 digits."""
    one = 7**5300
    ends = [[one, {"x": "0"}], [one + 1, {"x": "1"}]]
    mean = Fraction(one + 1, 2 * one + 1)
    values = {"x": {"s": mean}, "x^2": {"s": mean}}
    answers = {"x": mean, "x^2": mean}
    laws = {"x": {"0": 1 - mean, "1": mean}}
    listed = {"fields": {"x": "sum"}, "start": {"s": "1"}, "moves": {"s": []}, "ends": {"s": ends}}
    content = {**listed, "values": values, "answers": answers, "laws": laws}
    assert check(outcome_chain_checker.CHECKER, content).startswith("on trust: the mean of x is")


def coprime(size: int, bits: int) -> list[int]:
    """Return numbers of about so many bits; no two have a common divisor.

    A common divisor of 1 + i m and 1 + j m divides (i - j) m, and has no divisor in common
    with m, which i - j divides.
    """
    multiple = math.lcm(*range(1, size))
    multiple <<= bits - (size * multiple).bit_length()
    return [1 + number * multiple for number in range(1, size + 1)]


PARTS = [Fraction(1, number) for number in coprime(400, 1500)]


def many_rewards() -> tuple[Checker, dict[str, Any]]:
    ends = [["1", {"x": part}] for part in PARTS]
    listed = {"fields": {"x": "sum"}, "start": {"s": "1"}, "moves": {"s": []}, "ends": {"s": ends}}
    values = {"x": {"s": "1"}, "x^2": {"s": "1"}}
    answers = {"x": "1", "x^2": "1"}
    content = {**listed, "values": values, "answers": answers, "laws": {}}
    return outcome_chain_checker.CHECKER, content


def many_edges() -> tuple[Checker, dict[str, Any]]:
    edges = [["1", part, "-1"] for part in PARTS]
    parts = {"seats": {}, "states": {"s": "0"}, "information": [], "root": "0", "value": "1"}
    nodes = [{"value": "1", "total": len(PARTS), "edges": edges}]
    blocks = [{"condition": "A", "ranks": {"0": "0"}, "sides": {}}]
    return optimal_checker.CHECKER, {**parts, "nodes": nodes, "blocks": blocks}


def many_chances() -> tuple[Checker, dict[str, Any]]:
    sets: list[dict[str, Any]] = []
    for place, part in enumerate(PARTS):
        known = {"view": str(place), "choices": ["a", "b"], "chances": [part, 1 - part]}
        sets.append({**known, "arrivals": [[place - 1, 0, 1]]})
    payoffs = [["1", len(PARTS) - 1, 0, -1, 0]]
    content = {"maximise": sets, "minimise": [], "payoffs": payoffs, "value": "1"}
    return mixed_checker.CHECKER, content


@pytest.mark.parametrize("forge", [many_rewards, many_edges, many_chances])
def test_numbers_that_add_up_to_long_ones_are_refused(forge: Any) -> None:
    checker, content = forge()
    with pytest.raises(Unreadable, match=r"such a sum would take about 40\d,\d{3} steps"):
        check(checker, content)
