"""Strategy cards: which fields span them, and how they are written."""

import enum
from collections.abc import Hashable
from itertools import product
from typing import Any, NamedTuple

import pytest

from montmort import Experiment, optimal
from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.decisions.card import strategy_card
from montmort.exact.decisions.spelling import names_of, spelled, words
from montmort.games.errors import BadInput, UnknownName


class Suit(enum.Enum):
    SPADES = "s"
    HEARTS = "h"


class Hand(NamedTuple):
    total: int
    shown: int
    suit: Suit = Suit.SPADES


def best(view: Hashable, choice: str = "hit", *ties: str, seat: int = 0) -> BestChoice:
    return BestChoice(seat, view, ("hit", "stand", "split"), (), choice, (choice, *ties))


def test_a_field_that_is_the_same_everywhere_is_no_axis() -> None:
    card = strategy_card([best(Hand(total, 7)) for total in (12, 9, 10)])
    assert (card.axes, card.fixed) == (("total", "", ""), {"shown": 7, "suit": Suit.SPADES})
    assert card.lines() == ["total  choice", "9      hit", "10     hit", "12     hit"]


def test_the_field_with_more_values_gives_the_rows() -> None:
    hands = [Hand(total, shown) for total in (4, 5, 6) for shown in (2, 10)]
    decisions = [best(h, "stand" if h.total > 4 else "hit") for h in hands if h[:2] != (6, 10)]
    assert str(strategy_card(decisions)).splitlines() == [
        "total \\ shown  2      10",
        "4              hit    hit",
        "5              stand  stand",
        "6              stand",
    ]
    turned = strategy_card(decisions, rows="shown")
    assert turned.axes == ("shown", "total", "")
    assert turned.lines()[1:] == [
        "2              hit  stand  stand",
        "10             hit  stand",
    ]


def test_three_fields_make_sheets_and_enums_keep_their_order() -> None:
    hands = [Hand(*parts) for parts in product((1, 2, 3), (4, 5, 6), Suit)]
    card = strategy_card([best(hand, "split") for hand in hands], columns="total")
    assert card.axes == ("shown", "total", "suit")
    lines = card.lines()
    assert lines[0] == "suit spades"
    assert lines[lines.index("") + 1] == "suit hearts"
    assert [heading for heading, _ in card.sheets()] == ["suit spades", "suit hearts"]


def test_wide_cards_show_the_beginnings_of_the_choices() -> None:
    views = [Hand(total, shown) for total in range(12) for shown in range(13)]
    card = strategy_card(
        [best(view, ("hit", "stand", "split")[sum(view[:2]) % 3], "hit") for view in views[:156]]
    )
    assert card.lines()[0] == "h hit, st stand, sp split"
    assert max(map(len, card.lines())) < 110
    assert "st=h" in card.lines()[3]


def test_ties_follow_the_choice() -> None:
    assert strategy_card([best(1, "split", "hit"), best(2)]).lines()[1] == "1     split=hit"


@pytest.mark.parametrize(
    ("decisions", "asked", "sentence"),
    [
        ([], {}, "no card without a decision"),
        ([best(1), best(1, seat=1)], {}, "one seat"),
        ([best(1), best((1, 2))], {}, "different shapes"),
        ([best((i, i, i, i)) for i in (1, 2)], {}, "4 fields of the views vary"),
        ([best(1), best(1, "stand")], {}, "comes with different choices"),
        ([best(1), best(2)], {"rows": "view", "columns": "view"}, "take two fields"),
    ],
)
def test_views_that_have_no_card(
    decisions: list[BestChoice], asked: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        strategy_card(decisions, **asked)


def test_an_axis_must_vary() -> None:
    with pytest.raises(UnknownName, match="no field 'shown' varies in the views; there are total"):
        strategy_card([best(Hand(1, 2)), best(Hand(2, 2))], rows="shown")


class Money(NamedTuple):
    won: int


def _reroll(chance: Any, table: Any) -> Money:
    die = chance.pick([1] * 6) + 1
    if table.decide(0, ["keep", "again"], die) == "again":
        die = chance.pick([1] * 6) + 1
    return Money(die)


def _blind(chance: Any, table: Any) -> Money:
    dice = tuple(chance.pick([1, 1]) for _ in range(4))
    return Money(table.decide(0, [0, 1], dice))


def test_a_notebook_shows_the_value_and_the_card() -> None:
    shown = optimal(Experiment.of_play(_reroll, Money), maximise="won")._repr_html_()
    assert shown.startswith("<p>maximise won: 17/4</p><table><tr><th>view</th><th>choice</th></tr>")
    assert "<tr><th>3</th><td>again</td></tr><tr><th>4</th><td>keep</td></tr>" in shown
    shown = optimal(Experiment.of_play(_blind, Money), maximise="won")._repr_html_()
    assert shown == "<p>maximise won: 1</p>"


def test_words_of_views_and_choices() -> None:
    hand = Hand(3, 2**60, Suit.HEARTS)
    assert spelled(hand) == {"total": 3, "shown": str(2**60), "suit": "hearts"}
    assert words((hand, None, frozenset([2, 1]))) == (
        f"((total 3, shown {2**60}, suit hearts), none, (1, 2))"
    )
    assert names_of([Suit.HEARTS, True, (1, Suit.SPADES)]) == ["hearts", "true", '[1,"spades"]']
