"""Hands with jokers, against a naive search over every card that a joker may stand for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput
from montmort.games.liars_poker.made_hands import CATEGORIES, NEEDED, made_hands, suffice
from tests.games.liars_poker.naive_poker import deck, of_mask, with_jokers


@st.composite
def situations(draw):
    """A pack, a set of its cards, jokers: at most a few hundred ways to resolve them."""
    ranks, suits = draw(st.integers(2, 13)), draw(st.integers(1, 4))
    cards = draw(st.sets(st.integers(0, ranks * suits - 1), max_size=8))
    jokers = draw(st.integers(0, 2 if ranks * suits <= 26 else 1))
    return ranks, suits, sum(1 << card for card in cards), jokers


@settings(max_examples=300, deadline=None)
@given(situations())
def test_jokers_suffice_where_some_choice_of_cards_for_them_does(situation):
    ranks, suits, mask, jokers = situation
    naive = with_jokers(of_mask(mask, ranks, suits), jokers, deck(ranks, suits))
    found = made_hands(mask, jokers, Pack(ranks=ranks, suits=suits))
    assert {name for name, is_made in zip(CATEGORIES, found, strict=True) if is_made} == naive


def test_every_hand_of_a_small_pack_with_up_to_two_jokers():
    pack = Pack(ranks=5, suits=2)
    for mask in range(1 << 10):
        for jokers in range(3 if mask.bit_count() < 5 else 1):
            naive = with_jokers(of_mask(mask, 5, 2), jokers, deck(5, 2))
            assert [name in naive for name in CATEGORIES] == [*made_hands(mask, jokers, pack)]


@pytest.mark.parametrize(
    ("hand", "best"),
    [
        ("* * * * *", "five_of_a_kind"),
        ("As 2c 3d 4h 5s", "straight"),
        ("As Kc Qd Jh Ts", "straight"),
        ("Ks Ac 2d 3h 4s", "high_card"),  # no straight has the ace in the middle
        ("9c 8c 7c 6c *", "straight_flush"),
        ("7c 7d 7h 9c 9d", "full_house"),
        ("7c 7d * 9c 9d", "full_house"),
        ("7c 7d 7h * 9d", "four_of_a_kind"),
        ("7c 7d 7h 7s *", "five_of_a_kind"),
        ("2c 4c 6c 8c *", "flush"),
    ],
)
def test_the_highest_category_of_a_hand(hand, best):
    found = made_hands(*FULL.read(hand))
    assert CATEGORIES[max(i for i, is_made in enumerate(found) if is_made)] == best


def test_a_deck_with_fewer_than_five_ranks_has_no_straight_with_any_jokers():
    pack = Pack(ranks=4, suits=4)
    assert NEEDED["straight"](0b1111, pack) is NEEDED["straight_flush"](0b1111, pack) is None
    assert not suffice(None, 10**9)
    assert made_hands(0, 5, pack)[CATEGORIES.index("flush")]  # five jokers make a flush


@pytest.mark.parametrize(
    ("ranks", "straights"),
    [
        (4, []),
        (5, ["A2345", "2345A"]),  # one set of ranks, called by the five and by the ace
        (6, ["A2345", "23456", "3456A"]),
        (7, ["A2345", "23456", "34567", "4567A"]),
    ],
)
def test_the_ace_is_below_the_deuce_and_above_the_highest_other_rank(ranks, straights):
    pack = Pack(ranks=ranks)
    sets = [sum(1 << pack.letters.index(letter) for letter in run) for run in straights]
    assert [*pack.windows] == sets


def test_the_usual_pack_has_ten_straights_of_five_ranks():
    assert len(FULL.windows) == len({*FULL.windows}) == 10
    assert {window.bit_count() for window in FULL.windows} == {5}


@given(situations())
def test_cards_are_read_as_they_are_written(situation):
    ranks, suits, mask, jokers = situation
    pack = Pack(ranks=ranks, suits=suits)
    assert pack.read(pack.write(mask, jokers)) == (mask, jokers)
    assert [*pack.write(mask).split()] == ["".join(card) for card in of_mask(mask, ranks, suits)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Kc kC", "has kC twice"),
        ("1c", "'1c' is no card of this deck"),
        ("Kx", "'Kx' is no card"),
        ("K", "'K' is no card"),
        ("c", "'c' is no card"),
        ("**", "'\\*\\*' is no card"),
        ("23c", "'23c' is no card"),
        (",,,", "hand ',,,' names no card; write cards as in '2c'"),
        (" , ", "hand ' , ' names no card"),
    ],
)
def test_texts_that_are_not_hands(text, message):
    with pytest.raises(BadInput, match=message):
        FULL.read(text)


def test_a_card_that_a_small_pack_lacks():
    with pytest.raises(BadInput, match="one of 2 3 4 A and then one of c d"):
        Pack(ranks=4, suits=2).read("Kc")


@pytest.mark.parametrize("shape", [{"ranks": 1}, {"ranks": 14}, {"suits": 0}, {"suits": 5}])
def test_packs_outside_their_range(shape):
    ((name, value),) = shape.items()
    with pytest.raises(BadInput, match=f"{name}={value} must be an integer from"):
        Pack(**shape)
