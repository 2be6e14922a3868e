"""Treize, card by card; every game here can be followed on paper."""

from typing import Any

import pytest

from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.treize import EXPERIMENTS, READINGS, Game, Rules, Turned, step
from tests.games.listener import Listener

GAME = EXPERIMENTS["game"]


def play(ranks: int, suits: int, *decks: list[int]) -> Game:
    """Play a game from decks given as ranks from 1; only the cards turned are listed."""
    picks = [rank - 1 for deck in decks for rank in deck]
    return GAME.play(Rules(ranks=ranks, suits=suits), ScriptedChance(picks))


def test_no_match_loses_after_as_many_calls_as_ranks() -> None:
    assert play(3, 1, [2, 3, 1]) == Game(points=0, passes=1, cards=3)


def test_one_suit_may_lose_on_the_last_card() -> None:
    assert play(2, 1, [2, 1]) == Game(points=0, passes=1, cards=2)


def test_a_match_begins_the_count_again() -> None:
    # 1 matches, then 2 misses call 1 and 1 misses call 2
    assert play(2, 2, [1, 2, 1]) == Game(points=1, passes=1, cards=3)


def test_the_count_goes_on_over_a_new_whole_deck() -> None:
    # deck 1: 1 matches, 2 misses call 1; deck 2: 1 misses call 2
    assert play(2, 1, [1, 2], [1]) == Game(points=1, passes=2, cards=3)


def test_a_match_on_the_last_card_begins_the_new_deck_at_one() -> None:
    # deck 1: 3 misses 1, 2 matches, 1 matches; deck 2: 2, 3, 1 miss 1, 2, 3
    assert play(3, 1, [3, 2, 1], [2, 3, 1]) == Game(points=2, passes=2, cards=6)


def test_points_of_the_losing_pass_count() -> None:
    # deck 1: 1, then 2 misses; deck 2 from call 2: 2 matches, then 1 matches; deck 3 loses
    assert play(2, 1, [1, 2], [2, 1], [2, 1]) == Game(points=3, passes=3, cards=6)


def test_every_card_is_an_event() -> None:
    table = Listener()
    step(Rules(ranks=2, suits=1), 1, ScriptedChance([1, 0]), table)
    assert table.events == [Turned(call=2, rank=2), Turned(call=1, rank=1)]
    assert [event.is_match for event in table.events] == [True, True]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"ranks": 1}, "with one rank every card is a match"),
        ({"ranks": 0}, "ranks=0"),
        ({"suits": 0}, "suits=0 must be an integer >= 1"),
        ({"suits": -4}, "suits=-4"),
        ({"ranks": 2.0}, "ranks=2.0"),
        ({"suits": "4"}, "suits='4'"),
        ({"suits": True}, "suits=True"),
    ],
)
def test_rules_outside_their_range(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Rules(**fields)


def test_the_usual_game_is_thirteen_by_four() -> None:
    assert READINGS["usual"] == Rules(ranks=13, suits=4)
    assert GAME.fields == ("points", "passes", "cards")
