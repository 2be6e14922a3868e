"""Craps, baccarat, Penney's game, snakes and ladders, the pool, Risk, ruin of three: by hand."""

from typing import Any

import pytest

from montmort.games import (
    baccarat,
    craps,
    cribbage_hand,
    penney,
    risk,
    snakes_and_ladders,
    three_ruin,
    waldegrave,
)
from montmort.games.chance import ScriptedChance
from montmort.games.errors import BadInput


def replayed(game: Any, picks: list[int], experiment: str = "", **rules: Any) -> tuple[Any, ...]:
    """Return the outcome of a play with these picks, all of which must be needed."""
    chance = ScriptedChance([*picks, 0])
    book = game.RULEBOOK
    outcome = book.experiment(experiment or book.first_experiment).play(game.Rules(**rules), chance)
    assert chance.pick([1]) == 0  # the play has left the last pick
    return tuple(outcome)


@pytest.mark.parametrize(
    ("picks", "won", "lost"),
    [
        ([5, 4], "WIN", "LOSS"),  # 6 + 5
        ([5, 5], "LOSS", "TIE"),  # 12
        ([0, 1], "LOSS", "WIN"),  # 3
        ([1, 1, 4, 5, 3, 0, 0, 2], "WIN", "LOSS"),  # 4, then 11 and 5 decide nothing, then 4
        ([3, 3, 5, 5, 2, 3], "LOSS", "WIN"),  # 8, then 12 decides nothing, then 7
    ],
)
def test_craps(picks: list[int], won: str, lost: str) -> None:
    throws = len(picks) // 2
    assert replayed(craps, picks) == (craps.Win[won], throws)
    assert replayed(craps, picks, bet="dont-pass") == (craps.Win[lost], throws)


def test_a_hand_of_craps() -> None:
    # 7, 12: come-outs; 5, made by 5; 9, then 11, then 7: the dice are lost
    picks = [0, 5, 5, 5, 1, 2, 0, 3, 3, 4, 4, 5, 5, 0]
    assert replayed(craps, picks, "hand") == (7,)


def test_loaded_dice() -> None:
    with pytest.raises(BadInput, match="impossible among weights"):
        replayed(craps, [5, 5], weights=(1, 1, 1, 1, 1, 0))
    # coins with two twos: 4 is the point, and made at once
    assert replayed(craps, [1, 1, 1, 1], faces=2, weights=(0, 3)) == (craps.Win.WIN, 2)


@pytest.mark.parametrize(
    ("picks", "winner"),
    [
        ([9, 1, 0, 3], "PLAYER"),  # natural 9
        ([3, 8, 3, 0, 9], "BANKER"),  # banker has a natural 8: nobody draws
        ([2, 3, 3, 4, 8], "BANKER"),  # 5 draws 8 and has 3; 7 stands
        ([2, 1, 3, 2, 8], "TIE"),  # 5 draws 8 and has 3; banker's 3 does not draw against an 8
        ([2, 1, 3, 2, 7, 6], "BANKER"),  # 5 draws 7 and has 2; banker's 3 draws 6 and has 9
        ([3, 2, 3, 3, 1], "TIE"),  # 6 stands; 5 draws 1 and has 6
        ([1, 2, 0, 4, 6, 1], "TIE"),  # 1 draws 6 and has 7; banker's 6 draws against a 6
        ([1, 2, 0, 4, 5], "TIE"),  # 1 draws 5 and has 6; banker's 6 stands
    ],
)
def test_baccarat(picks: list[int], winner: str) -> None:
    if winner == "BANKER" and picks[1] == 8:
        picks = picks[:4]
    assert replayed(baccarat, picks) == (baccarat.Winner[winner],)


def test_penney() -> None:
    # H T H H: HHT does not appear before THH
    assert replayed(penney, [1, 0, 1, 1]) == (True, 4)
    assert replayed(penney, [1, 1, 1, 0]) == (False, 4)
    assert replayed(penney, [0], first="H", second="T") == (False, 1)


def test_snakes_and_ladders() -> None:
    board = {"squares": 10, "ladders": "2-6", "chutes": "8-1"}
    # 0 + 2 = 2 up to 6; 6 + 2 = 8 down to 1; 1 + 6 = 7; 7 + 4 is past 10; 7 + 3 = 10
    assert replayed(snakes_and_ladders, [1, 1, 5, 3, 2], **board) == (5, 1)
    # the second player is at 6 after one throw, and at 10 after another
    assert replayed(snakes_and_ladders, [0, 1, 0, 3], players=2, **board) == (4, 2)


@pytest.mark.parametrize(
    ("board", "problem"),
    [
        ({"ladders": "1"}, "must be two squares"),
        ({"ladders": "5-3"}, "must lead up"),
        ({"chutes": "3-5"}, "must lead down"),
        ({"chutes": "1-0"}, "has a ladder or chute already"),
        ({"ladders": "1-16"}, "where another begins"),
        ({"ladders": "1-101"}, "not on a board"),
        ({"chutes": "100-3"}, "not on a board"),
    ],
)
def test_boards_that_are_none(board: dict[str, str], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        snakes_and_ladders.Rules(**board)


def test_the_pool() -> None:
    assert replayed(waldegrave, [1, 1]) == (1, 2)
    # 2 beats 1, 3 beats 2, 1 beats 3, 1 beats 2
    assert replayed(waldegrave, [0, 0, 0, 1]) == (1, 4)
    assert replayed(waldegrave, [0], players=2) == (2, 1)


def test_a_battle() -> None:
    # of three dice two show a 6, of two dice two show a 5: two defenders fall
    assert replayed(risk, [2, 0, 2], attackers=4, defenders=2) == (True, 4)
    # one die each: 1 against 1, and the attacker may not fight with the last army
    assert replayed(risk, [0, 0, 0, 0, 0, 1] * 2, attackers=2, defenders=1) == (False, 1)
    # to the last: 6 against 6 costs the last army
    assert replayed(risk, [1, 1], attackers=1, defenders=1, to_the_last=True) == (False, 1)
    assert replayed(risk, [], attackers=1, defenders=3) == (False, 3)


@pytest.mark.parametrize(
    ("starter", "hand", "points"),
    [  # hands as {rank from 0: (cards of the starter's suit, cards of other suits)}
        (4, {10: (1, 0), 4: (0, 3)}, 29),  # 8 fifteens, 6 pairs of fives, the jack
        (3, {10: (0, 1), 4: (0, 3)}, 2 * 4 + 6),  # jack and a five, three fives, 3 pairs
        (2, {0: (0, 2), 1: (0, 2)}, 12 + 4),  # four runs of three, two pairs
        (12, {1: (1, 0), 3: (1, 0), 5: (1, 0), 7: (1, 0)}, 5),  # the flush with the starter
        (4, {5: (0, 1), 6: (0, 1), 7: (0, 1), 8: (0, 1)}, 5 + 2 + 2),  # 5 to 9; 7 8, 6 9
        (11, {0: (0, 1), 2: (0, 1), 8: (0, 1), 6: (0, 1)}, 0),
    ],
)
def test_a_hand_of_cribbage(starter: int, hand: dict[int, tuple[int, int]], points: int) -> None:
    script = [starter]
    left = 4
    for suit in (0, 1):
        for rank in range(13):
            if left and not (suit == 0 and rank == starter):
                script.append(hand.get(rank, (0, 0))[suit])
                left -= script[-1]
    if all(cards == (0, 1) for cards in hand.values()):
        script.append(0)  # not of one suit
    assert replayed(cribbage_hand, script) == (points,)


def test_four_cards_of_another_suit() -> None:
    # king; ace, three, seven and nine of one other suit: a flush, and no fifteen
    script = [12, *[0] * 12, 1, 0, 1, 0, 0, 0, 1, 0, 1, 1]
    assert replayed(cribbage_hand, script) == (4,)


def test_ruin() -> None:
    # the second and third play, the third wins: the second is ruined
    assert replayed(three_ruin, [2, 1]) == (three_ruin.Player.SECOND, 1)
    # on between first and third, with 1 and 3: three rounds to the first
    picks = [2, 1, 0, 0, 0, 0, 0, 0]
    assert replayed(three_ruin, picks, until="last") == (three_ruin.Player.SECOND, 4)


@pytest.mark.parametrize(
    ("game", "rules", "problem"),
    [
        (craps, {"weights": (1, 1)}, "must be one for each of 6 faces"),
        (craps, {"weights": (0,) * 6}, "one of them must be above 0"),
        (penney, {"first": "HHX"}, "must be a word of H and T"),
        (penney, {"first": "HH"}, "have one length"),
        (penney, {"first": "HHT"}, "must differ"),
        (three_ruin, {"counters": (1, 2)}, "must be those of three players"),
        (waldegrave, {"players": 1}, "must be an integer >= 2"),
        (risk, {"defenders": 0}, "must be an integer >= 1"),
        (baccarat, {"decks": 0}, "must be an integer >= 1"),
    ],
)
def test_rules_that_are_none(game: Any, rules: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        game.Rules(**rules)
