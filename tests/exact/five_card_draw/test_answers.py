"""The exact answers of five-card draw against all paths of the rules, and the players."""

import math
import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from montmort.exact.five_card_draw.answers import (
    Question,
    answers,
    best,
    chances,
    players,
    smart_discards,
    truth,
)
from montmort.exact.five_card_draw.one_hand import best_of, choices_of
from montmort.exact.from_rules import law_of
from montmort.exact.law import Law
from montmort.games import five_card_draw
from montmort.games.cards.pack import Pack
from montmort.games.chance import RandomChance
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import EXPERIMENTS, Result, Rules
from montmort.games.five_card_draw import players as five_card_players
from montmort.games.five_card_draw.players import Turn
from montmort.games.five_card_draw.ranking import RANKINGS
from montmort.games.five_card_draw.rules import KINDS

TINY = {"ranks": 3, "suits": 4}  # 12 cards: two hands, and a card for each player to draw


@pytest.fixture(autouse=True)
def _cache_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def law_of_rules(rules, experiment):
    """Return the law of the result over every deal, draw and choice of the rules."""

    def play(chance):
        discards = smart_discards(rules, "game")
        smart = five_card_players.best_of(() if discards is None else discards)
        table = five_card_draw.Players(rules, chance, smart)
        return EXPERIMENTS[experiment].play(rules, chance, table)

    return law_of(play).field("result")


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(
    ("hand", "discard"),
    [("2c 2d 3h 3s Ac", ""), ("2c 2d 3h 3s Ac", "Ac"), ("Ac As 3h 2s Ah", "3h 2s")],
)
def test_a_hand_has_the_law_of_the_rules(hand, discard, ranking):
    rules = Rules(hand=hand, discard=discard, ranking=ranking, max_draw=2, **TINY)
    assert truth(rules) == {"result": law_of_rules(rules, "hand")}


@pytest.mark.parametrize("ranking", RANKINGS)
def test_a_hand_that_is_dealt_stands_pat(ranking):
    rules = Rules(ranking=ranking, max_draw=0, ranks=5, suits=2)
    assert truth(rules) == truth(rules, "game") == {"result": law_of_rules(rules, "hand")}


@pytest.mark.parametrize(
    ("player", "opponent", "ranking"),
    [
        pytest.param("smart", "random", "published", marks=pytest.mark.longest),
        pytest.param("random", "smart", "standard", marks=pytest.mark.longest),
    ],
)
def test_a_game_has_the_law_of_the_rules(player, opponent, ranking):
    rules = Rules(ranking=ranking, max_draw=1, player=player, opponent=opponent, **TINY)
    assert truth(rules, "game") == {"result": law_of_rules(rules, "game")}


def test_games_of_mirrored_players_are_mirrored():
    rules = Rules(max_draw=2, ranks=5, suits=3)
    smart, mirrored, equal = (
        truth(Rules(max_draw=2, ranks=5, suits=3, player=player, opponent=opponent), "game")
        for player, opponent in [("smart", "random"), ("random", "smart"), ("random", "random")]
    )
    law = smart["result"]
    assert law == truth(rules, "game")["result"]
    assert mirrored["result"][Result.WIN] == law[Result.LOSS] < law[Result.WIN]
    assert mirrored["result"][Result.TIE] == law[Result.TIE]
    assert equal["result"][Result.WIN] == equal["result"][Result.LOSS]


@pytest.mark.parametrize(
    ("player", "opponent"),
    [
        ("smart", "smart"),
        ("montecarlo", "random"),
        ("random", "montecarlo"),
        ("smart", "montecarlo"),
    ],
)
def test_no_law_is_given_for_two_players_who_look_at_their_cards_or_simulate(player, opponent):
    rules = Rules(player=player, opponent=opponent, ranks=5, max_draw=2)
    assert truth(rules, "game") == {}


def test_games_without_draws_have_one_law_for_all_players():
    known = [
        truth(Rules(player=player, opponent="smart", ranks=5, max_draw=0), "game")
        for player in KINDS
    ]
    assert known[0] == known[1] == known[2] != {}


def test_choices_in_the_order_of_the_hand_as_given():
    found = answers(Rules(hand="9c 5c 8s 6d 7h", max_draw=2))
    discards = [choice["discard"] for choice in found["choices"]]
    assert discards[:6] == ["", "9c", "5c", "8s", "6d", "7h"]
    assert discards[6:] == [
        " ".join(pair) for pair in combinations(["9c", "5c", "8s", "6d", "7h"], 2)
    ]
    assert all([*choice] == ["discard", "win", "tie", "loss"] for choice in found["choices"])
    assert all(c["win"] + c["tie"] + c["loss"] == 1 for c in found["choices"])
    assert [*found] == ["choices", "best"]


def test_the_best_are_all_that_win_most():
    found = answers(Rules(hand="2s 7c 2d 2h 2c"))
    most = max(choice["win"] for choice in found["choices"])
    assert found["best"] == ["", "7c"]
    assert [c["discard"] for c in found["choices"] if c["win"] == most] == ["", "7c"]


def test_choices_depend_on_the_ranking():
    hand = "5c 6d 7h 8s 9c"  # a straight: the highest type as published
    standard, published = (
        answers(Rules(hand=hand, ranking=ranking))["choices"][0]["win"] for ranking in RANKINGS
    )
    assert standard < published


def test_the_discard_in_the_rules_is_answered_too():
    found = answers(Rules(hand="9c 5c 8s 6d Kh", discard="Kh 9c"))
    assert found["chosen"]["discard"] == "9c Kh"
    assert found["chosen"] in found["choices"]


@pytest.mark.parametrize("most", range(6))
def test_the_keys_of_the_answer_for_all_hands(most):
    rules = Rules(ranks=5, suits=3, max_draw=most)
    found = answers(rules, Question(all_hands=True))
    assert [*found] == ["win", "tie", "draw_counts", "by_type", "hands"]
    assert found == answers(rules)
    assert found["hands"] == sum(found["draw_counts"]) == 3003
    assert len(found["draw_counts"]) == most + 1
    assert [*found["by_type"]] == [
        "pair", "two_pair", "three_of_a_kind", "straight", "full_house", "straight_flush",
    ]  # fmt: skip
    assert truth(rules, "game")["result"][Result.WIN] == found["win"]


def test_a_hand_and_all_hands_exclude_each_other():
    with pytest.raises(BadInput, match="hand='2c 3c 4c 5c 7d' and all_hands exclude each other"):
        answers(Rules(hand="2c 3c 4c 5c 7d"), Question(all_hands=True))


def test_watch_is_called():
    calls = []
    answers(Rules(ranks=7, suits=2, max_draw=1), None, lambda share, hands: calls.append(share))
    assert calls[-1] == 1


@pytest.mark.parametrize(
    ("player", "opponent", "experiment", "needed"),
    [
        ("smart", "random", "game", True),
        ("random", "smart", "game", True),
        ("random", "montecarlo", "game", False),
        ("smart", "smart", "hand", False),
    ],
)
def test_only_smart_players_need_discards(player, opponent, experiment, needed):
    rules = Rules(player=player, opponent=opponent, ranks=3, max_draw=1)
    assert (smart_discards(rules, experiment) is not None) is needed


@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_discards_for_the_simulator_are_those_of_each_hand(ranking):
    rules = Rules(ranking=ranking, ranks=4, suits=3, max_draw=2)
    discards = smart_discards(rules, "game")
    assert (discards.dtype, discards.shape) == (np.uint8, (792,))
    best_of_table = five_card_players.best_of(discards)
    for hand in random.Random(ranking).sample([*combinations(range(12), 5)], 60):
        turn = Turn(0, rules.pack.write(sum(1 << card for card in hand)))
        assert best_of_table(rules, turn) == best(rules, turn)


def test_a_smart_player_at_the_table_discards_what_is_best():
    rules = Rules()
    table = players(rules, RandomChance(1))
    turn = Turn(seat=0, own="2c 9c 9d 9h Ks")
    choices = five_card_draw.choices(turn.own, rules.max_draw)
    assert table.decide(0, choices, turn) == "2c Ks"
    assert table.decide(1, choices, turn) in choices  # random


def test_chances_at_the_table_are_those_of_all_choices_the_best_first():
    turn = Turn(seat=0, own="5c 6d 7h 8s 9c")
    found = chances(Rules(), [], turn, five_card_draw.choices(turn.own, 3))
    assert len(found) == 26
    assert [*found.values()] == sorted(found.values(), reverse=True)
    assert next(iter(found)) == "stand pat"
    cards = [Pack().read(card)[0].bit_length() - 1 for card in turn.own.split()]
    assert found["9c"] == choices_of(cards, 1)[5].win
    assert best_of(choices_of(cards)).win == found["stand pat"]


def test_there_are_no_chances_between_the_turns():
    assert chances(Rules(), [], None, []) == {}


def test_laws_are_of_results():
    law = truth(Rules(hand="2c 2d 2h 2s 9c"))["result"]
    assert isinstance(law, Law)
    # to 11 fours with any of 43 cards, and 40 straight flushes less 8 with a deuce, 5 with 9c
    assert law[Result.LOSS] == Fraction(11 * 43 + 40 - 8 - 5, math.comb(47, 5))
