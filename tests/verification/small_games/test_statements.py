"""What is stated and proved of small games: every check holds, and can fail."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from montmort.games import (
    baccarat,
    craps,
    first_orchard,
    jacks_or_better,
    kuhn,
    le_her,
    penney,
    pig,
    risk,
    shut_the_box,
    snakes_and_ladders,
    three_card_poker,
    waldegrave,
)
from montmort.verification.game_report import report_of
from montmort.verification.registry import GAMES
from montmort.verification.reports.markdown import files
from montmort.verification.reports.reader import Prose
from montmort.verification.reports.settled import Check
from tests.verification.reports.written_reports import (
    checks_in,
    numbers_of,
    shown_by,
    stated_of,
    written,
)
from tests.verification.small_games.cases import report_module

BOARD = {"squares": 6, "faces": 3, "ladders": "1-4", "chutes": "3-2"}


def argued(name: str, rules: Any) -> Prose:
    return stated_of(GAMES[name], rules)


def checks_of(name: str, rules: Any = None) -> tuple[Check, ...]:
    game = GAMES[name]
    settled = game.settle(game.rulebook.usual if rules is None else rules)
    assert settled is not None
    return settled.checks


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("craps", craps.Rules(faces=5, weights=(0, 1, 0, 0, 1))),
        ("risk", risk.Rules(attackers=2, defenders=2)),
        ("snakes-and-ladders", snakes_and_ladders.Rules(**BOARD)),
        ("waldegrave", waldegrave.Rules(players=4)),
        ("first-orchard", first_orchard.Rules(trees=2, fruits=1, raven=2)),
        ("jacks-or-better", jacks_or_better.Rules(ranks=3, suits=2, cards=2)),
        ("three-card-poker", three_card_poker.Rules(ranks=4, suits=2)),
        ("le-her", le_her.Rules(ranks=3)),
        ("kuhn", kuhn.Rules()),
        ("pig", pig.Rules(goal=5)),
        ("shut-the-box", shut_the_box.Rules(tiles=4)),
    ],
)
def test_numbers_are_printed_by_their_commands(name: str, rules: Any) -> None:
    known = numbers_of(argued(name, rules))
    numbers = [number for number in known if not number.name.startswith("steps of ")]
    assert numbers  # steps are not among the answers
    for number in numbers:
        assert number.in_full in shown_by(number.how), number


def test_a_coin_without_a_side_states_nothing() -> None:
    assert GAMES["penney"].settle(penney.Rules(heads=Fraction(1))) is None
    assert "What is settled" not in written(argued("penney", penney.Rules(heads=Fraction(1))))


def test_a_board_without_an_end_is_reported_without_theorems() -> None:
    rules = snakes_and_ladders.Rules(squares=3, faces=2, ladders="", chutes="1-0 2-0")
    text = written(argued("snakes-and-ladders", rules))
    assert "The laws are not known" in text
    assert "What is settled" not in text


def one_more(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *known, **named: function(*known, **named) + 1


def reversed_row(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda *known: (*reversed(function(*known)),)


def without_flushes(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda: {name: part for name, part in function().items() if name != "flushes"}


def too_many_pairs(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda rules: function(rules) | {"pair": 1 + function(rules)["pair"]}


PLANTED: list[tuple[str, Any, str, Any]] = [
    ("craps", None, "BARRED", 11),
    ("craps", None, "NATURALS", (7,)),
    ("penney", None, "leading", one_more),
    ("snakes-and-ladders", None, "mean_and_visits", None),
    ("waldegrave", None, "chances", reversed_row),
    ("waldegrave", None, "by_ratio", reversed_row),
    ("risk", risk.Rules(attackers=2, defenders=2), "wins", one_more),
    ("three-ruin", None, "ruined_first", reversed_row),
    ("shut-the-box", shut_the_box.Rules(tiles=4), "one_tile", one_more),
    ("shut-the-box", shut_the_box.Rules(tiles=4), "wins", one_more),
    ("first-orchard", first_orchard.Rules(fruits=1), "wins", one_more),
    ("pig", pig.Rules(goal=6), "wrong_equations", one_more),
    ("kuhn", None, "most_against", one_more),
    ("kuhn", None, "least_against", one_more),
    ("le-her", le_her.Rules(ranks=4), "paul_wins", one_more),
    (
        "jacks-or-better",
        jacks_or_better.Rules(ranks=4, suits=2, cards=3),
        "drawn_mean",
        one_more,
    ),
    (
        "three-card-poker",
        three_card_poker.Rules(ranks=5, suits=2),
        "types_of",
        too_many_pairs,
    ),
]

PLANTED_SLOWLY: list[tuple[str, Any, str, Any]] = [
    ("baccarat", baccarat.Rules(decks=1), "ALWAYS", 1),
    ("cribbage-hand", None, "mean_parts", without_flushes),
]


@pytest.mark.parametrize(
    ("name", "rules", "what", "wrong"),
    [*PLANTED, *(pytest.param(*case, marks=pytest.mark.slow) for case in PLANTED_SLOWLY)],
)
def test_a_wrong_statement_is_found(
    name: str, rules: Any, what: str, wrong: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = report_module(name)
    right = getattr(module, what)
    if wrong is None:

        def planted(rules: Any) -> tuple[Fraction, Any]:
            mean, visits = right(rules)
            return mean + 1, visits

        monkeypatch.setattr(module, what, planted)
    else:
        monkeypatch.setattr(module, what, wrong(right) if callable(wrong) else wrong)
    assert not all(check.holds for check in checks_of(name, rules))
    used = GAMES[name].rulebook.usual if rules is None else rules
    assert checks_in(written(argued(name, used)))[1] > 0


def test_the_report_has_all_of_it() -> None:
    rules = waldegrave.Rules()
    found = report_of(GAMES["waldegrave"], rules, seed=1713, version="0", plays=2**10, doing=str)
    titles = [section.title for section in found.report.sections]
    assert titles[:4] == [
        "The rules",
        "What is settled",
        "The sample space",
        "The theorem and its proof",
    ]
    assert titles[4] == "The exact laws of pool"
    assert titles[5:7] == ["Checks made for this report", "What was not proved"]
    assert found.report.subtitle == "The chances of the players in the pool, and how long it lasts"


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("shut-the-box", shut_the_box.Rules(tiles=2)),
        ("first-orchard", first_orchard.Rules(trees=1, fruits=2, raven=2)),
    ],
)
def test_optimal_play_is_certified_in_the_report(name: str, rules: Any) -> None:
    found = report_of(GAMES[name], rules, seed=1713, version="0", plays=2**10, doing=str)
    text = files(found.report, "x")["x.md"].decode()
    aim = GAMES[name].aim
    assert aim is not None
    assert f" --optimal {aim.text} -o {name}.json" in text
    assert "There is none" not in text
