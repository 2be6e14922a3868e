"""What `?` shows in games of chance: from the start, and from a position on."""

from fractions import Fraction

from montmort.games import baccarat, risk, snakes_and_ladders, three_ruin
from montmort.verification.registry import GAMES
from montmort.verification.shelf.prospects import prospects


def test_from_a_position_on() -> None:
    # one die against one: the attacker wins 15 of 36 throws
    events = [risk.Armies(3, 1), risk.Armies(2, 1)]
    found = prospects(risk.RULEBOOK, risk.Rules(), events)
    assert found == {
        "attacker_wins false": Fraction(21, 36),
        "attacker_wins true": Fraction(15, 36),
        "left 1": Fraction(21, 36),
        "left 2": Fraction(15, 36),
    }


def test_numbers_are_those_to_come() -> None:
    rules = snakes_and_ladders.Rules(faces=2, squares=3, ladders="", chutes="")
    found = prospects(snakes_and_ladders.RULEBOOK, rules, [snakes_and_ladders.Position((2,), 1)])
    assert found["mean of throws to come"] == 2
    begun = three_ruin.Position((1, 1, 2), three_ruin.NOBODY)
    start = prospects(three_ruin.RULEBOOK, three_ruin.Rules(), [])
    assert prospects(three_ruin.RULEBOOK, three_ruin.Rules(), [begun]) == start


def test_nothing_is_known_in_the_middle_of_a_deal() -> None:
    assert prospects(baccarat.RULEBOOK, baccarat.Rules(), [("player", 7)]) == {}


def test_games_with_several_experiments_show_none() -> None:
    """The terminal does not say which of them is played."""
    assert GAMES["craps"].rulebook.terminal.chances is None
    chances = GAMES["waldegrave"].rulebook.terminal.chances
    assert chances is not None
