"""Calls of Liars' Poker given own cards: their chances, the best one, challenges."""

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.liars_poker.answers import Question, answers, table
from montmort.exact.liars_poker.calls import (
    best_calls,
    call_chance,
    challenge,
)
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput, TooLarge
from montmort.games.liars_poker import Rules
from montmort.games.liars_poker.calls import FLUSH_READINGS, all_calls, read_call
from tests.exact.liars_poker import counted_deals as naive
from tests.exact.liars_poker.counted_deals import known_cards


@settings(max_examples=150, deadline=None)
@given(known_cards([(6, 2), (3, 3), (2, 2), (11, 1)]), st.data())
def test_named_calls_against_every_subset(situation, data):
    pack, own, jokers, own_jokers, cards = situation
    call = data.draw(st.sampled_from(all_calls(pack)))
    reading = data.draw(st.sampled_from(FLUSH_READINGS))
    needed = naive.jokers_needed_by(lambda held: call.jokers_needed(held, reading), pack)
    found = answers(Rules(ranks=pack.ranks, suits=pack.suits, jokers=jokers, cards=cards,
                          hand=pack.write(own, own_jokers), call=str(call),
                          flush_reading=reading))  # fmt: skip
    assert found["call"] == Fraction(*naive.count(needed, pack, jokers, cards, own, own_jokers))


@pytest.mark.slow
@pytest.mark.parametrize("reading", FLUSH_READINGS)
def test_every_call_against_every_subset(reading):
    pack = Pack(ranks=6, suits=2)
    own = pack.read("2c 5d Ad")[0]
    for call in all_calls(pack):
        needed = naive.jokers_needed_by(lambda c, call=call: call.jokers_needed(c, reading), pack)
        for mask, own_jokers in ((0, 0), (own, 0), (own, 1)):
            hand = pack.write(mask, own_jokers)
            rules = Rules(ranks=6, suits=2, jokers=2, cards=4, hand=hand, call=str(call),
                          flush_reading=reading)  # fmt: skip
            for cards, found in table(rules).items():
                deals = naive.count(needed, pack, 2, cards, mask, own_jokers)
                assert found["call"] == Fraction(*deals)


def test_in_five_cards_of_one_suit_a_flush_call_is_a_category():
    pack = Pack(ranks=5, suits=1)
    for cards in range(1, 8):
        rules = Rules(ranks=5, suits=1, jokers=2, cards=cards)
        strict = Rules(ranks=5, suits=1, jokers=2, cards=cards, flush_reading="strict",
                       call="ace high club flush")  # fmt: skip
        assert answers(strict)["call"] == answers(rules)["straight_flush"]
        assert call_chance(rules, read_call("ace high club flush", pack)) == answers(rules)["flush"]


def test_chances_that_can_be_computed_on_paper():
    rules = Rules(cards=4, jokers=2, hand="9c 8c")  # two more of 52 unseen cards
    paper = {
        "nine high": Fraction(1),
        "ace high": 1 - Fraction(math.comb(46, 2), math.comb(52, 2)),  # four aces, two jokers
        "three nines": Fraction(math.comb(5, 2), math.comb(52, 2)),  # three nines, two jokers
        "nines over eights": Fraction(0),  # three cards are missing
        "pair of nines, pair of eights": Fraction(math.comb(8, 2) - 2 * 3, math.comb(52, 2)),
        "four eights": Fraction(0),
    }
    assert {said: call_chance(rules, read_call(said)) for said in paper} == paper


def test_own_jokers_replace_missing_cards():
    rules = Rules(cards=5, jokers=2, hand="Kc Kd * * 2h")
    certain = {"four kings", "king high", "kings over twos", "pair of kings, pair of aces"}
    assert all(call_chance(rules, read_call(said)) == 1 for said in certain)
    assert call_chance(rules, read_call("five kings")) == 0


def test_best_calls_are_all_higher_calls_ranked():
    rules = Rules(cards=9, jokers=2, hand="Kc Kd 2h *")
    last = read_call("pair of queens")
    ranked = best_calls(rules, last)
    assert {r.call for r in ranked} == {c for c in all_calls() if c.height > last.height}
    for one, next_one in pairwise((r.chance, r.call.height) for r in ranked):
        assert one >= next_one
    assert [str(r.call) for r in ranked[:1]] == ["three kings"]
    assert len(best_calls(rules)) == len(all_calls())


def test_the_value_of_a_challenge():
    rules = Rules(cards=4, hand="Kc Qd")
    decision = challenge(rules, read_call("pair of aces"))
    aces = Fraction(math.comb(4, 2), math.comb(50, 2))
    assert (decision.wins, decision.value) == (1 - aces, 1 - 2 * aces)
    assert decision.better
    certain = challenge(rules, read_call("queen high"))
    assert (certain.wins, certain.value, certain.raised, certain.better) == (0, -1, 1, False)
    assert challenge(rules, read_call("five aces")) == (1, 1, None, True)


def test_the_published_program_has_no_calls():
    with pytest.raises(BadInput, match="has no named calls"):
        call_chance(Rules(published=True), read_call("jack high"))
    with pytest.raises(BadInput, match="has no named calls"):
        answers(Rules(published=True), Question(best_call=True))


@pytest.mark.parametrize("ask", [call_chance, best_calls, challenge])
def test_a_call_of_another_deck(ask):
    with pytest.raises(BadInput, match="'five aces' is about 5 x 4 cards, the deck has 13 x 4"):
        ask(Rules(), read_call("five aces", Pack(ranks=5, suits=4)))


def test_more_cards_than_can_be_counted():
    with pytest.raises(TooLarge, match=r"5000 unseen cards in play .* the limit is 4000"):
        answers(Rules(cards=5000, jokers=5000))
    with pytest.raises(TooLarge, match="5052 unseen cards"):
        answers(Rules(cards=5, jokers=5000), Question(table=True))
    assert answers(Rules(cards=5, jokers=10**9))["five_of_a_kind"] < 1
