"""The laws of dealt cards against every order of small decks, and against the rules played."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.dealt_cards import answers_of, laws, laws_of
from montmort.exact.five_card_draw import answers as five_card_draw
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.exact.liars_poker import answers as liars_poker
from montmort.exact.persian_monarchs import answers as persian_monarchs
from montmort.exact.treize import answers as treize
from montmort.exact.war import answers as war
from montmort.games import five_card_draw as five_card_draw_rules
from montmort.games import liars_poker as liars_poker_rules
from montmort.games import persian_monarchs as persian_monarchs_rules
from montmort.games import treize as treize_rules
from montmort.games import war as war_rules
from montmort.games.cards.deck import Deck
from montmort.games.dealt_cards import cards_outcome, dealing_of
from montmort.games.errors import TooLarge

FIVE, LIARS = five_card_draw_rules.Rules, liars_poker_rules.Rules
SMALL: list[tuple[Any, Any, Any]] = [
    (treize, treize_rules, treize_rules.Rules(ranks=3, suits=2)),
    (treize, treize_rules, treize_rules.Rules(ranks=2, suits=1)),
    (war, war_rules, war_rules.Rules(ranks=2, suits=3)),
    (war, war_rules, war_rules.Rules(ranks=1, suits=2)),
    (persian_monarchs, persian_monarchs_rules, persian_monarchs_rules.Rules(cards=5)),
    (persian_monarchs, persian_monarchs_rules, persian_monarchs_rules.Rules(cards=2)),
    (
        five_card_draw,
        five_card_draw_rules,
        FIVE(ranks=3, max_draw=1, hand="2c 2d 3c 3d As", discard="As"),
    ),
    (
        five_card_draw,
        five_card_draw_rules,
        FIVE(ranks=3, suits=4, max_draw=2, hand="2c 2d 3c 3d As", discard="3d 2c"),
    ),
    (liars_poker, liars_poker_rules, LIARS(ranks=3, suits=2, cards=3)),
    (liars_poker, liars_poker_rules, LIARS(ranks=3, suits=2, cards=4, hand="2c")),
    (liars_poker, liars_poker_rules, LIARS(ranks=2, suits=2, jokers=2, cards=3, hand="*")),
    (liars_poker, liars_poker_rules, LIARS(ranks=2, suits=2, jokers=3, cards=4)),
    (liars_poker, liars_poker_rules, LIARS(ranks=2, jokers=2, cards=3, published=True)),
]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any), st.data())
def test_every_order_of_the_deck(counts: list[int], data: st.DataObject) -> None:
    deck = [*Deck(counts)][:6]
    counts = [deck.count(kind) for kind in range(len(counts))]
    cards = data.draw(st.integers(1, len(deck)))
    counted: dict[str, Counter[int]] = {}
    for order in permutations(deck):
        for name, value in zip(*_fields(order[:cards], len(counts)), strict=True):
            counted.setdefault(name, Counter())[value] += 1
    assert laws(counts, cards) == {name: Law(weights=found) for name, found in counted.items()}


def _fields(cards: tuple[int, ...], kinds: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    outcome = cards_outcome(cards, kinds)
    return outcome._fields, outcome


@pytest.mark.parametrize(("solver", "book", "rules"), SMALL)
def test_solver_and_rules_agree(solver: Any, book: Any, rules: Any) -> None:
    cards = book.EXPERIMENTS["cards"]
    walk = explore(cards, rules).law()
    known = {name: walk.field(name) for name in cards.under(rules).fields}
    assert solver.truth(rules, "cards") == known


def test_the_two_aces_of_a_bridge_player_dealt_first() -> None:
    # 4/52 * 3/51: any textbook, say Feller I, II.5
    pair = laws([4, 48])["pair_51"]
    assert pair[0] == Fraction(4, 52) * Fraction(3, 51)
    assert sum(pair.chances().values()) == 1


def test_all_places_have_one_law_and_all_pairs_another() -> None:
    known = laws(52)
    assert len({id(law) for law in known.values()}) == 2
    assert len(known) == 103


@given(st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(any))
def test_answers_are_the_laws(counts: list[int]) -> None:
    dealing = dealing_of(counts)
    found, known = answers_of(dealing), laws(counts)
    assert found["deck"] == found["cards"] == sum(counts)
    assert found["card"] == [known["card_1"][kind] for kind in range(len(counts))]
    pairs = known.get("pair_1")
    assert found.get("pair") == (
        None
        if pairs is None
        else [[pairs[a * len(counts) + b] for b in range(len(counts))] for a in range(len(counts))]
    )


def test_of_one_card_there_is_no_pair() -> None:
    assert laws(1) == {"card_1": Law(weights={0: 1})}


@pytest.mark.parametrize("ask", [laws_of, answers_of])
def test_more_outcomes_than_the_limit(ask: Any) -> None:
    message = "300 cards dealt of 300 kinds have 27,000,000 outcomes; the limit is 4,194,304"
    with pytest.raises(TooLarge, match=message):
        ask(dealing_of(300))
