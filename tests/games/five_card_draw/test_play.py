"""Five-card draw card by card: Rules, the reference rules, the players."""

import dataclasses
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.from_rules import explore
from montmort.games.cards.pack import FULL, members
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.experiment import Nothing
from montmort.games.five_card_draw import (
    EXPERIMENTS,
    READINGS,
    Dealt,
    Drew,
    Result,
    Rules,
    Shown,
    choices,
    list_discards,
    read_answer,
    score,
)
from montmort.games.five_card_draw.players import Players, Turn, best_of, place
from montmort.games.five_card_draw.ranking import RANKINGS, value
from montmort.games.table import SilentTable

HAND, GAME = EXPERIMENTS["hand"], EXPERIMENTS["game"]
GIVEN = "5c 6d 7h 8s 9c"
TURN = Turn(0, GIVEN)


def set_of(cards):
    return sum(1 << card for card in cards)


def test_usual_and_published_differ_in_the_ranking_alone():
    assert READINGS["usual"] == Rules()
    assert READINGS["published"] == dataclasses.replace(Rules(), ranking="published")
    assert [*EXPERIMENTS] == ["hand", "game", "cards"]
    assert HAND.fields == GAME.fields == ("result",)
    assert [(r.name, r.value) for r in Result] == [("WIN", 0), ("TIE", 1), ("LOSS", 2)]


def test_rules_written_differently_compare_equal():
    rules = Rules(hand="9C,5c  10d as 2h", discard="2H 9c")
    assert rules == Rules(hand="9c 5c Td As 2h", discard="9c,2h")
    assert (rules.hand, rules.discard) == ("9c 5c Td As 2h", "9c 2h")
    assert rules.own == FULL.read("2h 5c 9c Td As")[0]
    assert rules.discarded == FULL.read("2h 9c")[0]
    assert dataclasses.replace(rules, discard="") == Rules(hand=rules.hand)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"hand": "5c 6d 7h 8s"}, "must be five cards, not 4; leave it out"),
        ({"hand": "5c 6d 7h 8s 9c Tc"}, "must be five cards, not 6"),
        ({"hand": "5c 5C 6d 7h 8s"}, "has 5C twice"),
        ({"hand": "5c 6d 7h 8s *"}, "has a joker; five-card draw is played without"),
        ({"hand": "5c 6d 7h 8s 1c"}, "'1c' is no card of this deck"),
        ({"hand": None}, "hand=None must be text"),
        ({"ranking": "house"}, "ranking='house' must be one of standard, published"),
        ({"max_draw": 6}, "max_draw=6 must be an integer from 0 to 5"),
        ({"max_draw": -1}, "max_draw=-1 must be an integer from 0 to 5"),
        ({"hand": GIVEN, "discard": "2c"}, "discard='2c' is not of hand='5c 6d 7h 8s 9c'"),
        ({"hand": GIVEN, "discard": "5c 5c"}, "has 5c twice"),
        ({"hand": GIVEN, "discard": "5c 6d 7h 8s"}, "is more than max_draw=3 cards; discard fewer"),
        ({"hand": GIVEN, "discard": "5c", "max_draw": 0}, "is more than max_draw=0 cards"),
        ({"discard": "5c"}, "discard='5c' is of no hand; give the hand, too"),
        ({"runs": 0}, "runs=0 must be an integer from 1 to 1000000"),
        ({"player": "human"}, "player='human' must be one of smart, montecarlo, random"),
        ({"opponent": ""}, "opponent='' must be one of smart, montecarlo, random"),
        ({"ranks": 3}, "need 13 cards; ranks=3, suits=4 make 12: take a larger deck"),
        ({"ranks": 14}, "ranks=14 must be an integer from 2 to 13"),
        ({"suits": 5}, "suits=5 must be an integer from 1 to 4"),
    ],
)
def test_bad_input(fields, sentence):
    with pytest.raises(BadInput) as refusal:
        Rules(**fields)
    assert sentence in str(refusal.value)


def test_a_game_needs_cards_for_both_to_draw_and_deals_its_own_hands():
    assert Rules(ranks=4, suits=4, max_draw=3).pack.size == 16  # enough
    with pytest.raises(BadInput, match="two players' max_draw=4 need 18 cards"):
        GAME.start(Rules(ranks=4, max_draw=4), RandomChance(1))
    with pytest.raises(BadInput, match="a game deals both hands"):
        GAME.start(Rules(hand=GIVEN), RandomChance(1))


@pytest.mark.parametrize(("most", "number"), [(0, 1), (1, 6), (2, 16), (3, 26), (4, 31), (5, 32)])
def test_the_choices_by_size_and_then_in_the_order_of_the_hand(most, number):
    found = choices("9c 5c Td As 2h", most)
    assert len(found) == len({*found}) == number  # 26 is the source's number
    assert [len(choice.split()) for choice in found] == sorted(
        len(choice.split()) for choice in found
    )
    assert found[0] == ""
    assert found[1:3] in ((), ("9c", "5c"))
    if most > 1:
        assert found[6:8] == ("9c 5c", "9c Td")


def counted(rules):
    """Return [wins, ties, losses] over every drawing and every other hand."""
    unseen = [card for card in range(rules.pack.size) if not rules.own >> card & 1]
    results = Counter()
    for drawn in combinations(unseen, rules.discarded.bit_count()):
        final = rules.own ^ rules.discarded | set_of(drawn)
        rest = [card for card in unseen if card not in drawn]
        for other in combinations(rest, 5):
            ours = value(final, rules.ranking, rules.pack)
            theirs = value(set_of(other), rules.ranking, rules.pack)
            results[(ours <= theirs) + (ours < theirs)] += 1
    return [results[place] for place in range(3)]


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(
    ("ranks", "suits", "hand", "discard", "most"),
    [
        (3, 4, "2c 2d 3c 3d As", "", 2),
        (3, 4, "2c 2d 3c 3d As", "3d As", 2),
        (5, 3, "2c 2d 3c 4d Ac", "2d 4d Ac", 3),
        (6, 2, "2c 3c 4d 6c Ac", "4d", 1),
        (13, 1, "2c 4c 6c 8c Tc", "2c 6c", 3),
        (4, 4, "2c 3d 4h As Ac", "2c 3d 4h As Ac", 5),
    ],
)
def test_the_walk_of_a_hand_equals_counting(ranks, suits, hand, discard, most, ranking):
    rules = Rules(
        ranks=ranks, suits=suits, hand=hand, discard=discard, max_draw=most, ranking=ranking
    )
    ways = counted(rules)
    unseen, away = ranks * suits - 5, rules.discarded.bit_count()
    assert sum(ways) == comb(unseen, away) * comb(unseen - away, 5)
    law = explore(HAND, rules).law()
    assert [law[HAND.outcome(r)] for r in Result] == [Fraction(n, sum(ways)) for n in ways]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_two_hands_that_stand_pat_have_the_same_chances(ranking):
    rules = Rules(ranks=5, suits=2, max_draw=0, ranking=ranking, player="random")
    law = explore(HAND, rules).law()
    assert law[HAND.outcome(Result.WIN)] == law[HAND.outcome(Result.LOSS)] > 0
    game = explore(GAME, rules).law()
    assert [game[GAME.outcome(r)] for r in Result] == [law[HAND.outcome(r)] for r in Result]


class Recorded:
    """A table that discards the same number of cards on every seat and records all events."""

    def __init__(self, cards):
        self.cards, self.views, self.events = cards, [], []

    def decide(self, seat, choices, view):
        assert seat == view.seat
        self.views.append(view.own)
        return next(choice for choice in choices if len(choice.split()) == self.cards)

    def tell(self, event):
        self.events.append(event)


@given(st.integers(0, 5), st.integers(0, 2**32))
def test_discards_never_return_and_hands_are_disjoint(cards, seed):
    rules, table = Rules(ranks=5, suits=4, max_draw=5), Recorded(cards)  # just enough cards
    outcome = GAME.play(rules, RandomChance(seed), table)
    dealt, first, second, shown = table.events
    assert (dealt, first, second) == (Dealt(2), Drew(0, cards), Drew(1, cards))
    begun, final = (
        [rules.pack.read(hand)[0] for hand in hands] for hands in (table.views, shown.hands)
    )
    unchanged = [old & new for old, new in zip(begun, final, strict=True)]
    assert [one.bit_count() for one in (*begun, *final, *unchanged)] == [5] * 4 + [5 - cards] * 2
    seen = [*begun, *(new & ~old for old, new in zip(begun, final, strict=True))]
    assert (
        sum(one.bit_count() for one in seen) == (seen[0] | seen[1] | seen[2] | seen[3]).bit_count()
    )
    assert outcome.result is shown.result is score(rules, *final)


@given(st.integers(0, 2**32))
def test_cards_of_a_given_hand_stay_unless_discarded(seed):
    rules, table = Rules(hand=GIVEN, discard="5c 6d"), Recorded(0)
    HAND.play(rules, RandomChance(seed), table)
    drew, shown = table.events
    assert drew == Drew(0, 2)
    own, other = (FULL.read(hand)[0] for hand in shown.hands)
    assert own & rules.own == FULL.read("7h 8s 9c")[0]
    assert not other & (own | rules.own)
    assert not table.views


def test_a_random_player_takes_each_choice_with_the_same_chance():
    player = Players(Rules(player="random"), ScriptedChance([25, 0]))
    legal = choices(GIVEN, 3)
    assert player.decide(0, legal, TURN) == legal[25]
    assert player.decide(1, legal, Turn(1, GIVEN)) == ""


@pytest.mark.slow
@given(st.integers(0, 2**32), st.integers(1, 3), st.sampled_from(RANKINGS))
def test_a_monte_carlo_bot_takes_the_first_choice_that_wins_most_often(seed, runs, ranking):
    rules = Rules(ranks=5, suits=3, max_draw=2, player="montecarlo", runs=runs, ranking=ranking)
    own = "2c 2d 3c 4d Ac"
    legal, chance = choices(own, 2), RandomChance(seed)
    found = Players(rules, RandomChance(seed)).decide(0, legal, Turn(0, own))
    wins = [won(rules, own, choice, chance) for choice in legal]
    assert found == max(zip(legal, wins, strict=True), key=lambda one: one[1])[0]  # max: the first


def won(rules, own, choice, chance):
    """Count wins as the rules do: `hand` is the same play, dealt by the same chance."""
    asked = dataclasses.replace(rules, hand=own, discard=choice)
    results = [HAND.step(asked, Nothing(), chance, SilentTable())[1] for _ in range(rules.runs)]
    return sum(outcome.result is Result.WIN for outcome in results)


def test_a_smart_player_without_a_table_says_what_to_pass():
    with pytest.raises(BadInput, match="a smart player needs the best discards"):
        GAME.play(Rules(), RandomChance(1))


def test_a_smart_player_goes_by_the_table_passed_in():
    hand = FULL.read("5c 9c 6d 7h 8s")[0]
    table = {place([*members(hand)]): 0b00101}  # the lowest card of the pack, and the third
    smart = Players(Rules(), RandomChance(1), best_of(table))
    assert smart.decide(0, choices("5c 9c 6d 7h 8s", 3), Turn(0, "5c 9c 6d 7h 8s")) == "5c 6d"


def test_places_in_a_complete_table_are_all_hands():
    places = [place(cards) for cards in combinations(range(12), 5)]
    assert sorted(places) == [*range(comb(12, 5))]


@pytest.mark.parametrize("answer", ["", "pat", "Pat", "stand pat", "none"])
def test_standing_pat_in_words(answer):
    assert read_answer(Rules(), answer, TURN, choices(GIVEN, 3)) == ""


@pytest.mark.parametrize("answer", ["9c 6d", "6D,9C", " 6d 9c "])
def test_discards_in_any_order(answer):
    assert read_answer(Rules(), answer, TURN, choices(GIVEN, 3)) == "6d 9c"


def test_a_choice_by_its_number():
    legal = choices(GIVEN, 3)
    assert [read_answer(Rules(), str(n), TURN, legal) for n in (1, 2, 26)] == ["", "5c", "7h 8s 9c"]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ("0", "'0' is no card"),
        ("9" * 5000, "is no card"),
        ("27", "'27' is no card"),
        ("2c", "is not of hand='5c 6d 7h 8s 9c'"),
        ("5c 6d 7h 8s", "more than max_draw=3"),
        ("hello", "'hello' is no card"),
        ("5c 5c", "twice"),
    ],
)
def test_answers_that_mean_no_choice(answer, sentence):
    with pytest.raises(BadInput, match=sentence):
        read_answer(Rules(), answer, TURN, choices(GIVEN, 3))


def test_a_list_of_choices_has_them_all():
    shown = list_discards(Rules(), TURN, choices(GIVEN, 3))["discards"]
    assert [len(line.split(",")) for line in shown.splitlines()] == [1, 5, 10, 10]


def test_events_in_words():
    assert str(Dealt(2)) == "Five cards are dealt to each player."
    assert [str(Drew(1, n)) for n in (0, 1, 3)] == [
        "Seat 1 stands pat.",
        "Seat 1 draws 1 card.",
        "Seat 1 draws 3 cards.",
    ]
    shown = Shown(("2c 2d 3c 3d 4c", GIVEN), ("two_pair", "straight"), Result.LOSS)
    assert str(shown).splitlines() == [
        "Seat 0: 2c 2d 3c 3d 4c, two pair.",
        "Seat 1: 5c 6d 7h 8s 9c, straight.",
    ]
    assert [str(GAME.outcome(r)) for r in Result] == ["seat 0 wins", "a tie", "seat 1 wins"]
