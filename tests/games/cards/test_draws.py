"""Draws from decks: each distinguishable outcome is one path, with the law of single draws."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import perm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort import Deck, RandomChance, ScriptedChance
from montmort.exact import Law, every_path, law_of
from montmort.games import Chance
from montmort.games.errors import BadInput, UnknownName

decks = st.lists(st.integers(0, 2), min_size=1, max_size=3).map(Deck)


def one_path_each(draw: Callable[[Chance], Any]) -> Law[Any]:
    """Return the law of a draw, after checking that every outcome is one path."""
    paths = list(every_path(draw))
    chances = {result: Fraction(above, below) for result, above, below in paths}
    assert len(paths) == len(chances)
    return Law.of(chances)


def orders(deck: Deck[int]) -> list[tuple[int, ...]]:
    """Return all orders of the single cards."""
    return list(permutations(deck))


@given(decks, st.integers(0, 3), st.data())
def test_a_deal_until_so_many_cards_of_some_kinds(
    deck: Deck[int], times: int, data: st.DataObject
) -> None:
    kinds = data.draw(st.sets(st.sampled_from(deck.kinds)))
    ways: Counter[Deck[int]] = Counter()
    for cards in orders(deck):
        hand = deck.empty
        for card in cards:
            if sum(hand[kind] for kind in kinds) == times:
                break
            hand = hand.plus(card)
        ways[hand] += 1
    ours = one_path_each(lambda chance: deck.deal_until_kind(chance, *kinds, times=times)[0])
    assert ours == Law(weights=ways)
    hand, left = deck.deal_until_kind(RandomChance(7), *kinds, times=times)
    assert hand + left == deck


def test_the_second_ace_comes_as_in_a_deal_card_by_card() -> None:
    deck = Deck({"ace": 3, "king": 1, "other": 3})
    slow = law_of(lambda chance: deck.deal_until(chance, lambda hand: hand["ace"] == 2))
    assert one_path_each(lambda chance: deck.deal_until_kind(chance, "ace", times=2)) == slow


def test_a_deal_until_a_condition_is_merged_where_it_depends_on_the_hand_only() -> None:
    deck, seen = Deck.of(ranks=3, suits=3), set()

    def two_pairs(hand: Deck[int]) -> bool:
        return sum(count >= 2 for count in hand.counts) >= 2

    def remembered(hand: Deck[int]) -> bool:
        seen.add(hand)
        return two_pairs(hand)

    merged = law_of(lambda chance: deck.deal_until(chance, two_pairs)[0], by="situations")
    unfinished = 2**3 + 3 * 2 * 2**2  # hands without a pair, and with one of two or three cards
    assert merged.how == f"{unfinished} situations, merged before every pick"
    assert merged == law_of(lambda chance: deck.deal_until(chance, two_pairs)[0], by="paths")
    with pytest.raises(BadInput, match=r"cannot be merged|the rules change"):
        law_of(lambda chance: deck.deal_until(chance, remembered)[0], by="situations")


@given(decks, st.integers(0, 3))
def test_cards_that_are_put_back(deck: Deck[int], cards: int) -> None:
    if cards and not deck:
        with pytest.raises(BadInput, match="from a deck without cards"):
            deck.deal_with_replacement(RandomChance(1), cards)
        return
    ways: Counter[Deck[int]] = Counter()
    for drawn in product(deck, repeat=cards):
        hand = deck.empty
        for card in drawn:
            hand = hand.plus(card)
        ways[hand] += 1
    ours = one_path_each(lambda chance: deck.deal_with_replacement(chance, cards))
    assert ours == Law(weights=ways)


@given(decks, st.data())
def test_cards_in_the_order_in_which_they_are_drawn(deck: Deck[int], data: st.DataObject) -> None:
    cards = data.draw(st.integers(0, deck.size))
    ways = Counter(order[:cards] for order in orders(deck))
    ours = one_path_each(lambda chance: deck.draw_in_order(chance, cards)[0])
    assert ours == Law(weights=ways)
    drawn, left = deck.draw_in_order(RandomChance(3), cards)
    assert sorted([*drawn, *left]) == list(deck)


def test_a_lottery_has_one_path_for_each_ticket() -> None:
    balls = Deck.of(ranks=7, suits=1)
    assert len(list(every_path(lambda chance: tuple(balls.deal(chance, 3)[0])))) == 35
    assert len(list(every_path(lambda chance: balls.draw_in_order(chance, 3)[0]))) == perm(7, 3)


def test_several_decks_shuffled_together() -> None:
    two = Deck.of(ranks=2, suits=3, decks=2)
    assert two == Deck.of(ranks=2, suits=3) * 2 == 2 * Deck((3, 3)) == Deck((6, 6))
    assert Deck.of(ranks=2, suits=3, decks=0).size == 0
    assert Deck((2, 1)) * 0 + Deck((0, 1)) == Deck((0, 1))


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Deck((1, 2)) * -1, "decks=-1"),
        (lambda: Deck((1, 2)) * 1.5, "integers, not 1.5"),
        (lambda: Deck.of(ranks=1, suits=1, decks=-1), "decks=-1"),
        (lambda: Deck((1, 2)) + Deck((1, 2, 3)), "do not add"),
        (lambda: Deck((1, 2)) + Deck({"a": 1, "b": 2}), "do not add"),
        (
            lambda: Deck((1, 2)).draw_in_order(ScriptedChance([]), 4),
            "cards=4 must be an integer from 0 to 3",
        ),
        (lambda: Deck((1, 2)).deal_with_replacement(ScriptedChance([]), -1), "cards=-1"),
    ],
)
def test_impossible_draws(build: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        build()
    with pytest.raises(UnknownName, match="no kind 2"):
        Deck((1, 2)).deal_until_kind(ScriptedChance([]), 2)
    with pytest.raises(BadInput, match="times=-1"):
        Deck((1, 2)).deal_until_kind(ScriptedChance([]), 1, times=-1)
    with pytest.raises(TypeError):
        Deck((1, 2)) + 3  # type: ignore[operator]
