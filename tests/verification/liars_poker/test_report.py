"""The report of Liars' Poker: its numbers equal those of the commands and of brute force."""

import math
from collections.abc import Iterable
from functools import cache

import pytest

from montmort.exact.liars_poker.answers import chances_of, table
from montmort.games.liars_poker import Rules
from montmort.verification.liars_poker import GAME
from montmort.verification.liars_poker.report import settled as liars_poker_report
from montmort.verification.liars_poker.report.calls import one_rank, one_rank_chance
from montmort.verification.liars_poker.report.counts import (
    deals_by_jokers,
    difference,
    missed_flushes,
    missed_pairs,
    of_count,
)
from montmort.verification.liars_poker.report.settled import checks_of, judged
from montmort.verification.liars_poker.report.straights import straights
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.settled import Check
from tests.verification.reports.written_reports import (
    checks_in,
    numbers_of,
    shown_by,
    stated_of,
    written,
    wrong_plurals,
)

USUAL = [
    Rules(),
    Rules(ranks=2, suits=1, cards=2),
]
MORE = [
    Rules(jokers=2, hand="Kc Qc 9c *", call="king high club flush"),
    Rules(cards=1, jokers=1, hand="*"),
    Rules(jokers=2, published=True),
    Rules(jokers=1, hand="Kc Qc 9c", call="king high club flush", flush_reading="strict"),
    Rules(hand="Kc Qc 9c", call="king high club flush", flush_reading="natural"),
    Rules(cards=52),
    Rules(cards=1, published=True),
    Rules(ranks=4, suits=3, cards=5, jokers=2, published=True),
    Rules(cards=7, hand="2c 3c", call="tens over jacks"),
    Rules(ranks=5, suits=2, cards=2, hand="2c 2d", jokers=1),
    Rules(ranks=13, suits=1),
    Rules(jokers=300, cards=12),
]
COUNTED = [  # so few deals that the rules judge them all
    Rules(ranks=5, suits=2, jokers=2, cards=5),
    Rules(ranks=6, suits=2, cards=6),
    Rules(ranks=6, suits=2, jokers=1, cards=6, hand="2c 4c"),
    Rules(ranks=6, suits=2, jokers=2, cards=7, hand="2c 3d *"),
    Rules(ranks=5, suits=2, jokers=2, cards=5, published=True),
    Rules(ranks=3, suits=2, jokers=1, cards=1),
    Rules(ranks=3, suits=2, jokers=2, cards=1, published=True),
    Rules(ranks=2, suits=2, cards=4),
]


@cache
def argued(rules: Rules) -> Prose:
    return stated_of(GAME, rules)


def check(rules: Rules) -> None:
    """Every label resolves, every check says yes, every number is what its command shows."""
    yes, no = checks_in(written(argued(rules)))
    assert yes > 8
    assert no == 0
    for number in numbers_of(argued(rules)):
        assert number.in_full in shown_by(number.how), number


@pytest.mark.parametrize("rules", USUAL, ids=str)
def test_the_report_holds(rules: Rules) -> None:
    check(rules)


@pytest.mark.slow
@pytest.mark.parametrize("rules", MORE, ids=str)
def test_the_report_holds_under_other_rules(rules: Rules) -> None:
    check(rules)


@pytest.mark.slow
def test_more_jokers_than_a_table_can_hold() -> None:
    text = written(argued(Rules(jokers=5000)))
    assert checks_in(text)[1] == 0
    assert "Any number of cards" not in text


@pytest.mark.parametrize("rules", COUNTED, ids=str)
def test_the_counts_by_hand_equal_those_of_every_deal(rules: Rules) -> None:
    found, deals = judged(rules)
    assert found["pair"] == deals - missed_pairs(rules)
    assert found["flush"] == deals - sum(split.deals for split in missed_flushes(rules))
    assert found["straight"] == sum(row.deals for row in straights(rules))
    if not rules.published:
        for name, row in deals_by_jokers(rules).items():
            assert found[name] == sum(row)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fields", "expected"),
    [  # the rule sheet's, for five cards
        ({}, {"pair": 1281072, "flush": 5148, "straight": 10240, "straight flush": 40}),
        ({"jokers": 1}, {"pair": 1551797, "two pair": 214968, "five of a kind": 13}),
        ({"jokers": 2}, {"pair": 1844622, "full house": 18148, "four of a kind": 9438}),
        ({"jokers": 2, "published": True}, {"two pair": 222222, "full house": 5993}),
    ],
)
def test_numbers_of_the_rule_sheet(fields: dict[str, int], expected: dict[str, int]) -> None:
    rules = Rules(cards=5, **fields)
    deals = math.comb(rules.deck, 5)
    numbers = {number.name: number.value * deals for number in numbers_of(argued(rules))}
    assert {name: numbers[name] for name in expected} == expected


@pytest.mark.parametrize(
    "rules",
    [
        Rules(cards=6, hand="Kc Kd 2h", call="three kings"),
        Rules(cards=6, hand="Kc *", jokers=2, call="four kings"),
        Rules(cards=9, call="pair of twos", jokers=1),
        Rules(cards=3, hand="Kc Kd Kh", call="three kings"),
    ],
    ids=str,
)
def test_a_call_of_one_rank_is_a_hypergeometric_sum(rules: Rules) -> None:
    assert one_rank_chance(*one_rank(rules)) == chances_of(rules)["call"]


def test_the_certified_rules_have_no_call() -> None:
    assert GAME.report_statements(Rules()).certified is None
    asked = Rules(ranks=3, suits=1, call="pair of twos")
    assert GAME.report_statements(asked).certified == Rules(ranks=3, suits=1)


def all_hold(checks: Iterable[Check]) -> bool:
    """Return whether no check of the report says NO."""
    return all(check.holds for check in checks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("missed_pairs", lambda _: 1),
        ("missed_flushes", lambda _: []),
        ("straights", lambda _: []),
        ("_largest_miss", lambda *_: 3),
        ("chances_of", lambda rules: {"pair": rules.cards}),
        ("deals_by_jokers", lambda _: {"pair": [1]}),
        ("one_rank_chance", lambda *_: 0),
    ],
)
def test_a_wrong_number_is_found(name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(ranks=5, suits=2, jokers=1, cards=5, call="pair of twos")
    given = rules, chances_of(rules), table(rules)
    assert all_hold(checks_of(*given))
    monkeypatch.setattr(liars_poker_report, name, wrong)
    assert not all_hold(checks_of(*given))


def test_wrong_chances_are_found() -> None:
    rules, every = Rules(cards=5), {}
    found = chances_of(rules)
    for name in ("pair", "flush", "straight"):
        assert not all_hold(checks_of(rules, found | {name: found[name] / 2}, every))
    falling = {1: found, 2: {name: chance / 2 for name, chance in found.items()}}
    assert not all_hold(checks_of(rules, found, falling))


def test_long_counts_are_shortened() -> None:
    assert of_count(10**19) == str(10**19)
    assert of_count(10**20) == "100000 \\ldots 0000"
    assert difference(3, 2) == "3 - 2 = 1"


def plain(rules: Rules) -> str:
    return written(argued(rules)).replace("$", "")


def test_there_are_no_more_ranks_than_the_deck_has() -> None:
    """Two ranks and J2 are three; without a pair they are all there, in either suit."""
    text = plain(Rules(ranks=2, suits=2, jokers=2, cards=3, published=True))
    assert "3 of 2 ranks" not in text
    assert "different: J2, of a rank of its own, beside 2 of 2 ranks" in text
    assert "So in 4 deals there is none" in text
    assert judged(Rules(ranks=2, suits=2, jokers=2, cards=3, published=True))[0]["pair"] == 20 - 4


def test_a_flush_is_ahead_with_one_number_of_cards() -> None:
    rules = Rules(ranks=6, suits=1, jokers=1)
    every = table(rules)
    ahead = [n for n, held in every.items() if held["flush"] > held["straight"]]
    assert ahead == [5]
    assert "".join(map(str, argued(rules).facts["headline"])).endswith(
        "a flush is the likelier with 5 cards"
    )


@pytest.mark.parametrize(
    "rules",
    [
        Rules(ranks=6, suits=1, jokers=1, cards=1),
        Rules(ranks=5, suits=1, cards=5),
        Rules(ranks=2, suits=1, cards=1, hand="2c"),
        Rules(ranks=2, suits=1, cards=1, jokers=1, hand="*", call="pair of twos"),
        Rules(ranks=2, suits=2, jokers=2, cards=1, published=True),
    ],
    ids=str,
)
def test_one_thing_is_not_in_the_plural(rules: Rules) -> None:
    headline = "".join(map(str, argued(rules).facts["headline"]))
    assert wrong_plurals(f"{headline}. {written(argued(rules))}") == []
