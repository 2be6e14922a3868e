"""What `?` shows in games of chance: from the start, and from a position on."""

from fractions import Fraction
from typing import Any

import pytest

from montmort.games import (
    baccarat,
    blackjack,
    craps,
    risk,
    shut_the_box,
    snakes_and_ladders,
    three_card_poker,
    three_ruin,
)
from montmort.games.errors import TooLarge
from montmort.games.experiment import Experiment
from montmort.verification.prospects import prospects
from montmort.verification.registry import GAMES


def first(game: Any) -> Experiment[Any, Any, Any]:
    """Return the first experiment of a game."""
    return next(iter(game.EXPERIMENTS.values()))


def test_from_a_position_on() -> None:
    # one die against one: the attacker wins 15 of 36 throws
    events = [risk.Armies(3, 1), risk.Armies(2, 1)]
    found = prospects(first(risk), risk.Rules(), events)
    assert found == {
        "attacker wins is no": Fraction(21, 36),
        "attacker wins is yes": Fraction(15, 36),
        "left is 1": Fraction(21, 36),
        "left is 2": Fraction(15, 36),
    }


def test_numbers_are_those_to_come() -> None:
    rules = snakes_and_ladders.Rules(faces=2, squares=3, ladders="", chutes="")
    found = prospects(first(snakes_and_ladders), rules, [snakes_and_ladders.Position((2,), 1)])
    assert found["mean of throws to come"] == 2
    begun = three_ruin.Position((1, 1, 2), three_ruin.NOBODY)
    start = prospects(first(three_ruin), three_ruin.Rules(), [])
    assert prospects(first(three_ruin), three_ruin.Rules(), [begun]) == start


def test_nothing_is_known_in_the_middle_of_a_deal() -> None:
    assert prospects(first(baccarat), baccarat.Rules(), [("player", 7)]) == {}


def test_games_with_several_experiments_show_those_of_the_one_that_is_played() -> None:
    chances = GAMES["craps"].rulebook.terminal.prospects
    assert chances is not None
    assert chances(craps.Rules(), "pass", ())["win is win"] == Fraction(244, 495)


def test_games_with_choices_show_the_chances_of_best_play() -> None:
    chances = GAMES["shut-the-box"].rulebook.terminal.prospects
    assert chances is not None
    rules = shut_the_box.Rules(tiles=2)  # one die: 3 shuts both, and after 1 or 2 one face is left
    assert chances(rules, "game", ())["shut is yes"] == Fraction(1, 6) + Fraction(2, 36)


def test_no_chances_of_the_first_experiment_are_shown_in_another() -> None:
    chances = GAMES["three-card-poker"].rulebook.terminal.prospects
    assert chances is not None
    assert chances(three_card_poker.Rules(ranks=3, suits=2), "pair-plus", ()) == {}


def test_blackjack_before_the_deal_and_in_the_middle_of_it() -> None:
    chances = GAMES["blackjack"].rulebook.terminal.prospects
    assert chances is not None
    rules = blackjack.Rules(decks="infinite")
    assert chances(rules, "hand", ())["blackjack is yes"] == Fraction(8, 169)
    assert chances(rules, "hand", (None,)) == {}
    with pytest.raises(TooLarge, match="montmort exact blackjack"):
        chances(blackjack.Rules(), "hand", ())
