"""Ties of War in decks whose composition has symbols: the counts, all orders, the rules walked."""

from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.rational_functions.field import from_sympy
from montmort.exact.war.compositions import Composition
from montmort.exact.war.deal_counts import first_battle_levels, first_pass_ties_law, ties_chance
from montmort.games.errors import BadInput
from montmort.games.war import Rules
from montmort.verification.war.report.compositions import HANDS, walked_wars, wars_by_theorem

a, b, c, r, s = sympy.symbols("a b c r s")
ALIKE, THREE = Composition(((s, r),)), Composition.of([a, b, c])
DECKS = [Rules(ranks=ranks, suits=suits) for ranks in range(1, 14) for suits in (2, 4, 6)]


@pytest.mark.parametrize("places", range(5))
def test_ranks_and_suits_as_symbols_are_the_counts_of_every_deck(places: int) -> None:
    chance = from_sympy(ALIKE.ties_chance(places))
    for rules in DECKS:
        if rules.cards >= 2 * places:
            assert chance.at({r: rules.ranks, s: rules.suits}) == ties_chance(rules, places)


def test_the_moments_are_those_of_the_law() -> None:
    moments = [from_sympy(moment) for moment in ALIKE.first_pass_ties()]
    for rules in DECKS:
        if rules.cards >= 4:
            law = first_pass_ties_law(rules)
            found = [moment.at({r: rules.ranks, s: rules.suits}) for moment in moments]
            assert found == [law.mean(), law.variance()]


def test_the_first_battle_is_that_of_the_usual_deck() -> None:
    levels = [from_sympy(chance) for chance in ALIKE.first_battle_levels(4)]
    known = first_battle_levels(Rules())
    assert [level.at({r: 13, s: 4}) for level in levels] == known[:4]


def share_of_orders(counts: tuple[int, ...], places: int) -> Fraction:
    """Return the share of all orders of the cards in which the first places tie."""
    cards = [rank for rank, count in enumerate(counts) for _ in range(count)]
    tied = sum(
        all(order[2 * i] == order[2 * i + 1] for i in range(places))
        for order in permutations(cards)
    )
    return Fraction(tied, factorial(len(cards)))


@pytest.mark.parametrize("counts", [(1, 2, 3), (0, 4, 2), (0, 1, 5), (3, 0, 0), (2, 2, 3)])
def test_three_ranks_are_those_of_all_orders(counts: tuple[int, ...]) -> None:
    for places in range(sum(counts) // 2 + 1):
        chance = from_sympy(THREE.ties_chance(places))
        found = chance.at(dict(zip((a, b, c), counts, strict=True)))
        assert found == share_of_orders(counts, places)


@pytest.mark.parametrize(("cards", "face_down"), HANDS)
def test_the_rules_walked_with_symbols_as_weights(cards: int, face_down: int) -> None:
    assert walked_wars(cards, face_down) == wars_by_theorem()


@given(st.lists(st.integers(0, 5), min_size=3, max_size=3), st.integers(0, 4))
def test_numbers_before_and_after_agree(counts: list[int], places: int) -> None:
    values = dict(zip((a, b, c), counts, strict=True))
    deck = THREE.at(values)
    assert deck.cards == sum(counts)
    if sum(counts) < 2 * places:
        with pytest.raises(BadInput, match=f"has no {(sum(counts) // 2 + 1)} place"):
            deck.ties_chance(places)
    else:
        assert deck.ties_chance(places) == from_sympy(THREE.ties_chance(places)).at(values)


def test_the_conditions_are_those_of_the_counts() -> None:
    assert THREE.conditions(1) == sympy.And(a >= 0, b >= 0, c >= 0, a + b + c - 2 >= 0)
    assert Composition.of([2, 2]).conditions(2) is sympy.true
    with pytest.raises(BadInput, match="no values of the symbols"):
        Composition.of([2, 2]).conditions(3)


@pytest.mark.parametrize("wrong", [-1, 0.5, Fraction(1, 2), "4", sympy.sqrt(s), None])
def test_cards_that_are_not_counted(wrong: Any) -> None:
    with pytest.raises(BadInput, match="an integer >= 0 or an expression of cards"):
        Composition.of([wrong, 4])


def test_places_that_are_not_counted() -> None:
    with pytest.raises(BadInput, match="places=-1 must be an integer"):
        ALIKE.ties_chance(-1)
    with pytest.raises(BadInput, match="counts"):
        Composition.of(4)  # type: ignore[arg-type]
