"""Pictures of cards: as many pips as the rank, and the same picture upside down."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.cards.drawing import PIPS, faces
from montmort.games.cards.pack import FULL


@pytest.mark.parametrize("card", range(FULL.size))
def test_as_many_pips_as_the_rank(card):
    name = FULL.card_name(card)
    pips = {"A": 1, "T": 10}.get(name[0], int(name[0]) if name[0].isdigit() else 4)
    drawn = faces(name)
    assert drawn.count(PIPS[name[1]]) == pips
    assert sum(drawn.count(pip) for pip in PIPS.values()) == pips
    assert drawn.count(name[0]) == (3 if name[0] in "JQK" else 2)


@given(st.sets(st.integers(0, 51), min_size=1, max_size=5))
def test_cards_lie_side_by_side(cards):
    names = [FULL.card_name(card) for card in cards]
    lines = faces(" ".join(names)).splitlines()
    assert [len(line) for line in lines] == [10 * len(names) - 1] * 7
    for place, name in enumerate(names):
        part = [line[10 * place : 10 * place + 9] for line in lines]
        assert part == faces(name).splitlines()


@given(st.integers(0, 51))
def test_a_card_turned_upside_down_is_the_same_except_the_seven(card):
    name = FULL.card_name(card)
    middle = [line[1:-1] for line in faces(name).splitlines()[1:-1]]
    turned = [line[::-1] for line in middle[::-1]]
    assert (turned == middle) is (name[0] != "7")
