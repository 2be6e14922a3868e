"""The experiment `cards`: its outcomes, and its agreement with the deals of the games."""

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.cards.deck import Deck
from montmort.games.chance import RandomChance, ScriptedChance
from montmort.games.dealt_cards import cards_outcome, dealing_of, experiment, outcome_of
from montmort.games.errors import BadInput
from tests.games.listener import Listener

GAMES: list[Any] = [treize, liars_poker, five_card_draw, persian_monarchs, war]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12))
def test_an_outcome_has_every_card_and_every_two_neighbours(cards: list[int]) -> None:
    outcome = cards_outcome(cards, kinds=10)
    assert outcome[: len(cards)] == tuple(cards)
    assert [divmod(pair, 10) for pair in outcome[len(cards) :]] == [*pairwise(cards)]
    assert type(outcome) is outcome_of(len(cards), 10)
    singles = dict(zip(outcome._fields, cards, strict=False))
    assert type(outcome).completed(singles) == dict(zip(outcome._fields, outcome, strict=True))


def test_a_card_of_a_small_type_does_not_overflow_in_a_pair() -> None:
    assert cards_outcome(np.array([51, 50], np.uint8), kinds=52) == (51, 50, 51 * 52 + 50)  # type: ignore[arg-type]


def test_a_record_gets_the_pairs_of_its_cards() -> None:
    row = {"card_1": 1, "card_3": 0, "card_4": 2, "pair_4": 8, "card_5": 1}
    assert outcome_of(5, 3).completed(row) == {**row, "pair_3": 2}  # a pair given stays
    assert outcome_of(5, 3).completed({"card_2": 1}) == {"card_2": 1}


@pytest.mark.parametrize(
    ("deck", "cards", "message"),
    [
        (0, None, "deck=0 must be an integer >= 1"),
        (3, 4, "cards=4 must be an integer from 1 to 3, the cards of the deck"),
        (3, 0, "cards=0 must be an integer from 1 to 3"),
        ([], None, "cards=0 must be an integer"),
        (Deck({"ace": 1}), None, "must hold kinds 0, 1, 2 and so on; number them"),
    ],
)
def test_dealings_that_are_refused(deck: Any, cards: int | None, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        dealing_of(deck, cards)


def test_a_card_that_is_no_number() -> None:
    with pytest.raises(BadInput, match="a card is an integer from 0, not 'ace'; number the"):
        cards_outcome(["ace"], kinds=1)  # type: ignore[list-item]


def test_no_cards_are_no_deal() -> None:
    with pytest.raises(BadInput, match="cards=0 must be an integer >= 1"):
        cards_outcome([], kinds=1)


@pytest.mark.parametrize("book", GAMES)
def test_every_card_game_has_the_experiment_cards(book: Any) -> None:
    cards, rules = book.EXPERIMENTS["cards"], book.Rules()
    deck, dealt = book.dealing(rules)
    assert cards.fields == ("card_i", "pair_i")
    assert cards.under(rules).outcome is outcome_of(dealt, book.dealing(rules).kinds)
    assert cards.under(rules).under(rules) == cards.under(rules)
    outcome = cards.play(rules, RandomChance(1))
    left = deck
    for card in outcome[:dealt]:
        left = left.plus(card, -1)  # refuses a card that is not there
    assert left.size == deck.size - dealt


def test_other_experiments_have_one_outcome_under_all_rules() -> None:
    game = treize.EXPERIMENTS["game"]
    assert game.under(treize.Rules(ranks=2)) is game


@given(st.permutations(range(6)))
def test_war_deals_its_hands_in_this_order(order: list[int]) -> None:
    rules = war.Rules(ranks=6, suits=1)
    hands = war.start(rules, ScriptedChance(order)).hands
    dealt = war.EXPERIMENTS["cards"].play(rules, ScriptedChance(order))
    assert dealt[:6] == hands[0] + hands[1] == tuple(order)


@given(st.permutations(range(6)))
def test_treize_turns_its_cards_in_this_order(order: list[int]) -> None:
    rules, table = treize.Rules(ranks=6, suits=1), Listener()
    treize.step(rules, 0, ScriptedChance(order), table)
    dealt = treize.EXPERIMENTS["cards"].play(rules, ScriptedChance(order))
    assert [event.rank - 1 for event in table.events] == order[: len(table.events)]
    assert dealt[:6] == tuple(order)


def test_liars_poker_deals_the_smaller_part() -> None:
    dealing = liars_poker.dealing
    for cards in range(1, 6):  # of six
        found = dealing(liars_poker.Rules(ranks=3, suits=2, cards=cards))
        assert found == (Deck((1,) * 6), min(cards, 6 - cards))
    with pytest.raises(BadInput, match="cards=6 of 6 with hand='': all cards are known"):
        dealing(liars_poker.Rules(ranks=3, suits=2, cards=6))
    with pytest.raises(BadInput, match="cards=1 of 6 with hand='2c': all cards are known"):
        dealing(liars_poker.Rules(ranks=3, suits=2, cards=1, hand="2c"))


def test_jokers_are_one_kind_except_for_the_published_program() -> None:
    rules = {"ranks": 2, "suits": 2, "cards": 3, "jokers": 2}
    assert liars_poker.dealing(liars_poker.Rules(**rules)).deck == Deck((1, 1, 1, 1, 2))
    own = liars_poker.Rules(**rules, hand="Ac * *")
    with pytest.raises(BadInput, match="all cards are known"):
        liars_poker.dealing(own)
    own = liars_poker.Rules(**rules, hand="Ac *")
    assert liars_poker.dealing(own) == (Deck((1, 0, 1, 1, 1)), 1)
    read = liars_poker.Rules(**rules, published=True)
    assert liars_poker.dealing(read).deck == Deck((1,) * 6)


def test_five_card_draw_deals_what_it_draws() -> None:
    rules = five_card_draw.Rules
    assert five_card_draw.dealing(rules(max_draw=0)) == (Deck((1,) * 52), 10)
    assert five_card_draw.dealing(rules(max_draw=5)).cards == 20
    assert five_card_draw.dealing(rules(ranks=4, suits=3, max_draw=2)).cards == 12  # all there are
    given_hand = rules(hand="2c 3c 4c 5c 6c", discard="2c 3c")
    assert five_card_draw.dealing(given_hand) == (Deck((0,) * 5 + (1,) * 47), 7)


def test_persian_monarchs_deals_two_cards_a_hand() -> None:
    for cards in range(2, 9):
        found = persian_monarchs.dealing(persian_monarchs.Rules(cards=cards))
        assert found == (Deck((1,) * cards), cards // 2 * 2)


def test_an_experiment_of_ones_own() -> None:
    twos = experiment(lambda rules: dealing_of(rules, 2))
    assert twos.play([2, 1], ScriptedChance([0, 1])) == (0, 1, 1)
