"""Liars' Poker, deal by deal: Rules, the reference rules, the published program's defects."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.cards.pack import FULL, Pack
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.errors import BadInput
from montmort.games.liars_poker import (
    EXPERIMENTS,
    READINGS,
    Deal,
    DealWithCall,
    Rules,
    outcome_of,
    score,
)
from montmort.games.liars_poker.made_hands import CATEGORIES, made_hands
from montmort.games.liars_poker.published import published
from tests.exact.liars_poker.counted_deals import suit_classes
from tests.games.liars_poker import naive_program as naive

DEAL = EXPERIMENTS["deal"]


def program(hand: str, j1: bool = False, j2: bool = False) -> set[str]:
    """Return the categories that the published program finds in a hand."""
    found = published(FULL.read(hand)[0], j1, j2)
    return {name for name, is_there in zip(CATEGORIES, found, strict=True) if is_there}


def test_outcomes_have_the_categories_in_order():
    assert Deal._fields == DEAL.fields == CATEGORIES
    assert DealWithCall._fields == (*CATEGORIES, "call")
    assert outcome_of(Rules()) is Deal
    assert outcome_of(Rules(call="five sixes")) is DealWithCall


def test_the_usual_game_and_the_published_one_differ_in_the_reading_alone():
    assert READINGS["usual"] == Rules()
    assert READINGS["published"] == dataclasses.replace(Rules(), published=True)


def test_rules_written_differently_compare_equal():
    rules = Rules(jokers=1, hand="9h,kc * 2C", call="Tens over Jacks", cards=9)
    assert rules == Rules(jokers=1, hand="2c Kc 9h *", call="10s over Js", cards=9)
    assert (rules.hand, rules.call) == ("2c Kc 9h *", "tens over jacks")
    assert (rules.own, rules.deck) == (FULL.read("2c Kc 9h *"), 53)


def test_default_cards_depend_on_the_deck_and_the_hand():
    small = dataclasses.replace(READINGS["usual"], ranks=2, suits=2)
    assert small.cards == 4
    assert dataclasses.replace(small, ranks=13, suits=4).cards == 10
    assert Rules(hand="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc").cards == 11
    with pytest.raises(BadInput, match="cards=10 must be an integer from 1 to 4"):
        dataclasses.replace(Rules(cards=10), ranks=2, suits=2)


@pytest.mark.parametrize("cards", [-1, 0, 0b1, 0b111, 1 << 52 | 1])
def test_no_set_of_the_cards_in_play(cards):
    with pytest.raises(BadInput, match="must be a set of 2 of 52 cards"):
        score(Rules(cards=2), cards)


def test_own_cards_are_in_play_and_the_rest_is_dealt_from_the_others():
    rules = Rules(cards=3, ranks=2, suits=2, jokers=1, hand="2c *", call="three twos")
    with_the_deuce = DEAL.play(rules, ScriptedChance([0, 1]))  # not Ac, but 2d
    with_an_ace = DEAL.play(rules, ScriptedChance([1]))
    assert with_the_deuce.call
    assert not with_an_ace.call
    assert with_an_ace.pair  # of deuces, or of aces
    assert not with_an_ace.three_of_a_kind


@given(st.integers(1, 54), st.integers(0, 2**32))
def test_the_number_of_cards_in_play(cards, seed):
    rules = Rules(cards=cards, jokers=2, published=seed % 2 == 1)
    outcome = DEAL.play(rules, RandomChance(seed))
    assert outcome.high_card
    assert outcome.pair or cards < 14  # 13 natural cards can be of different ranks
    assert outcome.five_of_a_kind <= outcome.four_of_a_kind <= outcome.three_of_a_kind


def test_the_jokers_follow_the_pack():
    cards, joker = FULL.read("9c 8c 7c 6c")[0], 1 << 52
    assert score(Rules(cards=5, jokers=2), cards | joker).straight_flush
    assert score(Rules(cards=5, jokers=2), cards | joker << 1).straight_flush
    assert score(Rules(cards=5, jokers=2, published=True), cards | joker).straight_flush
    assert not score(Rules(cards=5, jokers=2, published=True), cards | joker << 1).straight_flush


def as_it_goes(mask, j1, j2, ranks=13, suits=4):
    """Return the hands that the program finds, taking cards from a list."""
    naturals = [(14 if i % ranks == ranks - 1 else i % ranks + 2, "cdhs"[i // ranks])
                for i in range(ranks * suits) if mask >> i & 1]  # fmt: skip
    found = naive.program(naturals + [naive.J1] * j1 + [naive.J2] * j2, ranks)
    return tuple(name in found for name in CATEGORIES)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.sets(st.integers(0, 51), max_size=20), st.booleans(), st.booleans())
def test_the_published_program_as_it_takes_cards_from_a_list(cards, j1, j2):
    mask = sum(1 << card for card in cards)
    assert published(mask, j1, j2) == as_it_goes(mask, j1, j2)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [(6, 2), (3, 4), (10, 1)])
def test_the_published_program_as_it_takes_cards_from_every_list(ranks, suits):
    pack = Pack(ranks=ranks, suits=suits)
    for mask in range(1 << pack.size):
        for j1, j2 in ((False, False), (True, False), (False, True), (True, True)):
            assert published(mask, j1, j2, pack) == as_it_goes(mask, j1, j2, ranks, suits)


@pytest.mark.slow
def test_the_published_program_on_every_list_of_five_cards():
    # The program treats all suits alike, so one of the hands that differ only in suits is enough.
    for mask, _ in suit_classes(FULL, range(3, 6)):
        held = 5 - mask.bit_count()
        for j1, j2 in {0: [(0, 0)], 1: [(1, 0), (0, 1)], 2: [(1, 1)]}[held]:
            assert published(mask, bool(j1), bool(j2)) == as_it_goes(mask, j1, j2)


# The published program's defects in the numbering of the rule sheet, one hand each.


def test_defect_1_the_second_joker_is_wild_in_flushes_only():
    assert program("9c 8c 7c 6c", j2=True) == {"high_card", "flush"}
    assert "four_of_a_kind" not in program("9c 9d 9h", j2=True)
    assert "straight" not in program("Ac Kd Qh Js", j2=True)  # nor is its rank above the ace


def test_defect_2_both_jokers_are_a_pair_and_are_taken_first():
    assert program("", j1=True, j2=True) == {"high_card", "pair"}
    assert "two_pair" not in program("Ac 5d", j1=True, j2=True)
    assert {"two_pair", "full_house"} <= program("2c 2d 2h", j1=True, j2=True)
    assert "full_house" not in program("Ac Ad 2c 2d", j1=True, j2=True)


def test_defect_3_the_first_pair_is_the_highest_and_takes_a_joker_it_needs():
    assert "full_house" not in program("3c 3d 3h 2c 2d")
    assert "full_house" in program("2c 2d 2h 3c 3d")
    assert "full_house" in program("Ac 5c 5d 5h", j1=True)
    assert "full_house" not in program("Ac 5c 5d 3c 3d", j1=True)
    assert "two_pair" not in program("Ac 5c 3d", j1=True)
    assert {"two_pair", "full_house"} & program("Ac Ad 5c", j1=True) == {"two_pair"}
    assert "full_house" in program("Ac Ad 5c 5d", j1=True)


def test_defect_4_both_parts_may_be_of_one_rank():
    assert "two_pair" in program("2c 2d 2h 2s")
    assert "two_pair" in program("2c 2d 2h", j1=True)
    assert "full_house" in program("2c 2d 2h 2s", j1=True)
    assert "full_house" not in program("2c 2d 2h 2s")


def test_defect_5_a_straight_flush_is_looked_for_in_the_highest_straight_alone():
    assert "straight_flush" not in program("Th 9s 8s 7s 6s 5s")
    assert "straight_flush" in program("Th 9s 8s 7s 6s 5s 2s 4d 3d Ts")
    assert "straight_flush" not in program("Kd Qh 9s 8s 7s 6s 5s Jh Td")
    assert "straight_flush" in program("9s 8s 7s 6s", j1=True)
    assert "straight_flush" not in program("Jd Td 8s 7s 6s 5s", j1=True)  # J T 9 8 7 with J1


@given(st.sets(st.integers(0, 51), max_size=12))
def test_without_jokers_the_program_is_right_but_for_two_pair_full_house_straight_flush(cards):
    mask = sum(1 << card for card in cards)
    usual, found = made_hands(mask, 0), published(mask, False, False)
    differ = {n for n, a, b in zip(CATEGORIES, usual, found, strict=True) if a != b}
    assert differ <= {"two_pair", "full_house", "straight_flush"}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cards": 0}, "cards=0 must be an integer from 1 to 52, the cards of the deck"),
        ({"cards": 53}, "cards=53 must be an integer from 1 to 52"),
        ({"cards": 55, "jokers": 2}, "cards=55 must be an integer from 1 to 54"),
        ({"cards": 5.0}, "cards=5.0"),
        ({"cards": True}, "cards=True"),
        ({"jokers": -1}, "jokers=-1 must be an integer >= 0"),
        ({"ranks": 1}, "ranks=1 must be an integer from 2 to 13"),
        ({"suits": 5}, "suits=5 must be an integer from 1 to 4"),
        ({"hand": "Kc Kc"}, "has Kc twice"),
        ({"hand": "Kc Qc", "cards": 1}, "holds 2 cards, more than the cards=1 in play"),
        ({"hand": "* *", "jokers": 1}, "holds 2 jokers, more than the jokers=1 of the deck"),
        ({"hand": "Zc"}, "'Zc' is no card"),
        ({"call": "eight low"}, "understood 'eight', but then 'low'"),
        ({"published": "no"}, "published='no' must be True or False"),
        ({"hand": None}, "hand=None must be text"),
        ({"hand": 5}, "hand=5 must be text"),
        ({"call": None}, "call=None must be text"),
        ({"flush_reading": "tame"}, "'tame' must be one of wild, natural, strict"),
        ({"published": True, "jokers": 1}, "jokers=1: the published program knows 0 or 2"),
        ({"published": True, "call": "jack high"}, "call='jack high': the published program knows"),
        ({"published": True, "hand": "Jc"}, "hand='Jc': the published program knows no own cards"),
    ],
)
def test_rules_outside_their_range(fields, message):
    with pytest.raises(BadInput, match=message):
        Rules(**fields)
