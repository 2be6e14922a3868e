"""Decks and hands: multisets that cannot be changed."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games import Deck, RandomChance, ScriptedChance
from montmort.games.cards.deck import Card
from montmort.games.errors import BadInput, UnknownName

counts = st.lists(st.integers(0, 4), max_size=5)


@given(counts, st.integers(0, 2**32), st.data())
def test_hand_and_rest_are_the_deck(counts: list[int], seed: int, data: st.DataObject) -> None:
    deck = Deck(counts)
    cards = data.draw(st.integers(0, deck.size))
    hand, left = deck.deal(RandomChance(seed), cards)
    assert len(hand) == cards
    assert sorted([*hand, *left]) == list(deck)


@given(counts)
def test_repr_rebuilds_and_equal_decks_have_one_hash(counts: list[int]) -> None:
    named = Deck({chr(65 + kind): count for kind, count in enumerate(counts)})
    for deck in (Deck(counts), named):
        assert eval(repr(deck)) == deck
        assert hash(eval(repr(deck))) == hash(deck)
    assert (Deck(counts) == named) == (not counts)


def test_a_deck_of_ranks_and_suits() -> None:
    deck = Deck.of_cards(ranks=13, suits=4)
    assert len(deck) == len(set(deck)) == 52
    card, left = deck.draw(ScriptedChance([51]))
    assert card == Card(rank=12, suit=3)
    assert left[card] == 0


def test_cards_are_put_in_and_taken_out() -> None:
    deck = Deck({"ace": 1, "king": 2})
    assert deck.empty.plus("king", 2).plus("ace") == deck
    assert not deck.empty
    with pytest.raises(BadInput, match="cannot take 2 of 1"):
        deck.plus("ace", -2)


def test_a_deal_until_nothing_is_left() -> None:
    hand, left = Deck((1, 2)).deal_until(RandomChance(4), lambda hand: False)
    assert (hand, left) == (Deck((1, 2)), Deck((0, 0)))
    assert Deck((1, 2)).deal_until(ScriptedChance([]), lambda hand: True)[0].size == 0


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Deck((1, -1)), "-1 cards"),
        (lambda: Deck((1, 0.5)), "integers"),  # type: ignore[arg-type]
        (lambda: Deck((1, 2), "a"), "2 counts"),
        (lambda: Deck((1, 2), "aa"), "different kinds"),
        (lambda: Deck((1, 2)).deal(ScriptedChance([]), 4), "4 cards from a deck of 3"),
        (lambda: Deck((1, 2)).deal(ScriptedChance([]), -1), "-1 cards"),
    ],
)
def test_impossible_decks_and_deals(build, message: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=message):
        build()


def test_a_kind_that_the_deck_does_not_have() -> None:
    with pytest.raises(UnknownName, match=r"no kind 'queen'.*\['ace', 'king'\]"):
        Deck({"ace": 1, "king": 2})["queen"]


@pytest.mark.parametrize("cards", [0.5, 1.0, True, "1", None])
def test_cards_are_counted_in_integers(cards: Any) -> None:
    deck = Deck((2, 1))
    for count in (lambda: Deck((1, cards)), lambda: deck.plus(0, cards)):
        with pytest.raises(BadInput, match="cards are counted in integers"):
            count()
    with pytest.raises(BadInput, match="cards are counted in integers"):
        deck.deal(RandomChance(1), cards)


def test_numpys_integers_become_python_integers() -> None:
    one = np.int64(1)
    hand, left = Deck({"ace": one}).plus("ace", one).deal(RandomChance(1), one)  # type: ignore[dict-item, arg-type]
    assert (hand, left) == (Deck({"ace": 1}), Deck({"ace": 1}))
    assert {type(count) for deck in (hand, left) for count in deck.counts} == {int}
