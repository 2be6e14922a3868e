"""Tables that do not tell the suits apart: what they say is what the solved game says."""

from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact import jacks_or_better as best_draw
from montmort.exact import three_card_poker as best_ante
from montmort.exact.decisions.suits import cards_at, suit_key
from montmort.games import jacks_or_better, three_card_poker
from montmort.games.cards.pack import Pack, members, set_of

PACKS = st.builds(Pack, ranks=st.integers(2, 13), suits=st.integers(1, 4))


@given(pack=PACKS, data=st.data())
def test_hands_have_one_key_if_and_only_if_the_suits_can_be_renamed(
    pack: Pack, data: st.DataObject
) -> None:
    hand, other = (data.draw(st.integers(0, 2**pack.size - 1)) for _ in range(2))
    lanes = pack.lanes(hand)
    renamed = [
        sum(lanes[suit] << place * pack.ranks for place, suit in enumerate(order))
        for order in permutations(range(pack.suits))
    ]
    assert {suit_key(pack, each) for each in renamed} == {suit_key(pack, hand)}
    assert (suit_key(pack, other) == suit_key(pack, hand)) == (other in renamed)


@given(pack=PACKS, data=st.data())
def test_the_cards_at_all_places_are_the_hand(pack: Pack, data: st.DataObject) -> None:
    hand = data.draw(st.integers(0, 2**pack.size - 1))
    places = [cards_at(pack, hand, 1 << place) for place in range(hand.bit_count())]
    assert sum(places) == hand == cards_at(pack, hand, -1)
    assert all(card.bit_count() == 1 for card in places)
    assert cards_at(pack, hand, 0) == 0


@pytest.mark.parametrize(
    "rules",
    [
        jacks_or_better.Rules(ranks=2, suits=2, cards=2),
        jacks_or_better.Rules(ranks=5, suits=2, cards=5),
        jacks_or_better.Rules(ranks=4, suits=3, cards=4, pay_table="9,8,7,6,5,4,3,2,1"),
        jacks_or_better.Rules(ranks=5, suits=1, cards=3),
        jacks_or_better.Rules(ranks=2, suits=3, cards=5),
    ],
)
def test_the_player_holds_what_the_solved_game_holds(rules: jacks_or_better.Rules) -> None:
    game, player, pack = best_draw.solve(rules), best_draw.BestPlayer(rules), rules.pack
    for cards in combinations(range(pack.size), rules.cards):
        words = pack.write(set_of(cards))
        view = jacks_or_better.Dealt(words)
        held = player.decide(0, jacks_or_better.choices(rules, words), view)
        assert held == pack.write(game.held(set_of(cards)))


@pytest.mark.parametrize(("ranks", "suits"), [(3, 2), (6, 1), (4, 4)])
def test_the_player_plays_what_the_solved_game_plays(ranks: int, suits: int) -> None:
    rules = three_card_poker.Rules(ranks=ranks, suits=suits)
    game, player, pack = best_ante.solve(rules), best_ante.BestPlayer(rules), rules.pack
    for cards in combinations(range(pack.size), three_card_poker.CARDS):
        view = three_card_poker.Dealt(pack.write(set_of(cards)))
        choice = player.decide(0, three_card_poker.CHOICES, view)
        assert choice == game.best(set_of(cards))[0]


@given(cards=st.integers(0, 2**52 - 1))
def test_members_are_the_bits(cards: int) -> None:
    assert members(cards) == tuple(bit for bit in range(52) if cards >> bit & 1)
    assert set_of(members(cards)) == cards
