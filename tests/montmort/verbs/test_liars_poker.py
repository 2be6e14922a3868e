"""Liars' Poker at the command line."""

import json
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from montmort.games.liars_poker.made_hands import CATEGORIES


@pytest.fixture
def exact(run: Any) -> Any:
    """Return a function that runs `montmort exact liars-poker`: (exit code, stdout, stderr)."""
    return partial(run, "exact", "liars-poker")


@pytest.fixture
def answers(exact: Any) -> Any:
    """Return a function that runs a command line and reads the answers of its document."""

    def call(*flags: str) -> Any:
        code, out, err = exact(*flags, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)["answers"]

    return call


def test_every_category_is_a_key(answers: Any) -> None:
    found = answers("--jokers", "2", "--cards", "5")
    assert {*found} == {*CATEGORIES}
    assert Fraction(found["full_house"]) == Fraction(18148, 3162510)  # the rule sheet's count
    assert found["high_card"] == "1"


def test_the_published_reading(answers: Any) -> None:
    found = answers("--jokers", "2", "--cards", "5", "--reading", "published")
    assert Fraction(found["full_house"]) == Fraction(5993, 3162510)  # the rule sheet's count


def test_a_call_given_own_cards(answers: Any) -> None:
    asked = ("--cards", "5", "--jokers", "1", "--hand", "Kc Qc 2c 9h")
    found = answers(*asked, "--call", "nine high club flush")
    assert found["call"] == "0"  # two clubs are missing, one card is to come
    assert found["two_pair"] == "0"
    assert Fraction(found["pair"]) == Fraction(4 * 3 + 1, 49)
    assert answers(*asked, "--call", "king high")["call"] == "1"
    four = (
        "--cards",
        "5",
        "--jokers",
        "1",
        "--hand",
        "Kc Qc 2c *",
        "--call",
        "two high club flush",
    )
    assert Fraction(answers(*four)["call"]) == Fraction(10, 49)
    assert answers(*four, "--flush-reading", "strict")["call"] == "0"


def test_the_table_has_every_number_of_cards(answers: Any) -> None:
    found = answers("--table", "--jokers", "2")
    assert {*found} == {str(cards) for cards in range(1, 55)}
    assert {*found["7"]} == {*CATEGORIES}
    assert found["5"] == answers("--jokers", "2", "--cards", "5")


def test_the_best_call_and_the_challenge(answers: Any) -> None:
    found = answers("--cards", "6", "--hand", "Kc Kd 2h", "--best-call", "--last", "queen high")
    assert found["best_calls"][:2] == [
        {"call": "pair of kings", "chance": "1"},
        {"call": "king high", "chance": "1"},
    ]
    assert found["challenge"]["better"] is False
    assert len(answers("--best-call")["best_calls"]) == 401


def test_a_table_needs_no_number_of_cards(answers: Any) -> None:
    assert [*answers("--table", "--ranks", "2", "--suits", "2")] == ["1", "2", "3", "4"]
    eleven = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    assert next(iter(answers("--table", "--hand", eleven))) == "11"


@pytest.mark.parametrize("reading", ["usual", "published"])
def test_blank_is_none(answers: Any, reading: str) -> None:
    blank = ("--hand", " ", "--call", " ", "--last", " ")
    assert answers("--reading", reading, *blank) == answers("--reading", reading)


def test_tables_for_a_person(exact: Any) -> None:
    code, out, _ = exact("--table")
    assert (code, len(out.splitlines()) > 52, "0.058824" in out) == (0, True, True)  # 1/17
    code, out, _ = exact("--best-call", "--hand", "Kc Qc")
    assert (code, "king high" in out, "and 369 more: --json" in out) == (0, True, True)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--cards", "53"], "cards=53 must be an integer from 1 to 52, the cards of the deck"),
        (["--jokers", "-1"], "jokers=-1 must be an integer >= 0"),
        (["--jokers", "1", "--reading", "published"], "the published program knows 0 or 2"),
        (["--reading", "published", "--call", "jack high"], "knows no own cards and no named"),
        (["--reading", "published", "--hand", "Jc"], "knows no own cards and no named calls"),
        (["--reading", "published", "--best-call"], "has no named calls"),
        (["--hand", "Kc Kc"], "has Kc twice"),
        (["--hand", "*"], "holds 1 joker, more than the jokers=0"),
        (["--hand", "1c"], "'1c' is no card of this deck"),
        (["--hand", "Kc Qc", "--cards", "1"], "holds 2 cards, more than the cards=1 in play"),
        (["--call", "eight high clover"], "understood 'eight high', but then 'clover'; allowed"),
        (["--last", "four high straight"], "they go from five high to ace high"),
        (["--table", "--best-call"], "ask for them separately"),
        (["--table", "--last", "jack high", "--reading", "published"], "ask for them separately"),
        (["--flush-reading", "tame"], "'tame' is none of wild, natural, strict"),
    ],
)
def test_bad_input_is_one_sentence(exact: Any, flags: list[str], said: str) -> None:
    code, out, err = exact(*flags)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1
