"""Calls: read, written, ordered, and true if and only if a naive reading of their words is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput
from montmort.games.liars_poker.calls import (
    FLUSH_READINGS,
    Call,
    all_calls,
    higher_calls,
    read_call,
)
from montmort.games.liars_poker.made_hands import CATEGORIES, suffice
from tests.games.liars_poker.naive_poker import call_is_true, deck, of_mask

# The calls of the rule sheet and of its source, and how they are printed here.
CALLS = {
    "jack high": ("high_card", "jack high"),
    "seven high": ("high_card", "seven high"),
    "pair of threes": ("pair", "pair of threes"),
    "pair of tens, pair of threes": ("two_pair", "pair of tens, pair of threes"),
    "pair of threes and pair of tens": ("two_pair", "pair of tens, pair of threes"),
    "three sixes": ("three_of_a_kind", "three sixes"),
    "eight high club flush": ("flush", "eight high club flush"),
    "straight to the ace": ("straight", "ace high straight"),
    "ten high straight": ("straight", "ten high straight"),
    "tens over jacks": ("full_house", "tens over jacks"),
    "four queens": ("four_of_a_kind", "four queens"),
    "queen high heart straight flush": ("straight_flush", "queen high heart straight flush"),
    "spade royal flush": ("straight_flush", "spade royal flush"),
    "five sevens": ("five_of_a_kind", "five sevens"),
    "Three Threes": ("three_of_a_kind", "three threes"),
    "three high": ("high_card", "three high"),
    "fives over fours": ("full_house", "fives over fours"),
    "T-high straight": ("straight", "ten high straight"),
    "10s over Js": ("full_house", "tens over jacks"),
    "four 6's": ("four_of_a_kind", "four sixes"),
    "  ace   high diamonds  flush ": ("flush", "ace high diamond flush"),
    "pair of tens, and pair of threes": ("two_pair", "pair of tens, pair of threes"),
    "Three sixes.": ("three_of_a_kind", "three sixes"),
    "pairs of threes": ("pair", "pair of threes"),
    "five deuces": ("five_of_a_kind", "five twos"),
}


@pytest.mark.parametrize(("text", "printed"), CALLS.items())
def test_every_call_of_the_rule_sheet(text, printed):
    call = read_call(text)
    assert (call.category, str(call)) == printed


@pytest.mark.parametrize("pack", [FULL, Pack(ranks=6, suits=3), Pack(ranks=2, suits=1)])
def test_every_call_is_understood_as_it_is_printed(pack):
    calls = all_calls(pack)
    assert len({*map(str, calls)}) == len(calls)
    assert [read_call(str(call), pack) for call in calls] == [*calls]


@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (5, 3), (4, 4), (2, 1)])
def test_the_number_of_calls(ranks, suits):
    straights = ranks - 3 if ranks >= 5 else 0
    pairs = ranks * (ranks - 1) // 2
    expected = (5 + suits) * ranks + 3 * pairs + (1 + suits) * straights
    assert len(all_calls(Pack(ranks=ranks, suits=suits))) == expected


def test_calls_are_ordered_by_category_then_by_their_named_cards():
    ladder = [
        "two high", "ace high", "pair of twos", "pair of aces",
        "pair of threes, pair of twos", "pair of tens, pair of nines",
        "pair of jacks, pair of twos", "pair of aces, pair of kings", "three twos",
        "two high spade flush", "ace high club flush", "five high straight", "ace high straight",
        "twos over threes", "twos over aces", "threes over twos", "four twos",
        "five high club straight flush", "heart royal flush", "five twos", "five aces",
    ]  # fmt: skip
    heights = [read_call(text).height for text in ladder]
    assert heights == sorted(heights)
    assert len({*heights}) == len(heights)


def test_suits_have_no_order_and_equal_is_not_higher():
    last = read_call("king high heart flush")
    higher = [str(call) for call in higher_calls(last)]
    assert higher[:4] == [
        f"ace high {suit} flush" for suit in ("club", "diamond", "heart", "spade")
    ]
    assert higher[4] == "five high straight"
    assert higher_calls(read_call("five aces")) == ()
    assert higher_calls(None) == all_calls()


PACK = Pack(ranks=7, suits=2)
NAIVE = deck(7, 2)


@settings(max_examples=300, deadline=None)
@given(
    st.sets(st.integers(0, 13), max_size=9),
    st.integers(0, 3),
    st.sampled_from(all_calls(PACK)),
    st.sampled_from(FLUSH_READINGS),
)
def test_a_call_is_true_where_some_choice_of_cards_for_the_jokers_makes_it_so(
    cards, jokers, call, reading
):
    mask = sum(1 << card for card in cards)
    naive = call_is_true(str(call), of_mask(mask, 7, 2), jokers, NAIVE, reading)
    assert suffice(call.jokers_needed(mask, reading), jokers) == naive


@pytest.mark.parametrize("reading", FLUSH_READINGS)
def test_flush_calls_of_every_set_of_cards_in_one_suit(reading):
    pack = Pack(ranks=7, suits=1)
    flushes = [call for call in all_calls(pack) if call.category == "flush"]
    for mask in range(1 << 7):
        for jokers in range(3):
            cards = of_mask(mask, 7, 1)
            for call in flushes:
                naive = call_is_true(str(call), cards, jokers, deck(7, 1), reading)
                assert suffice(call.jokers_needed(mask, reading), jokers) == naive


def test_the_readings_of_eight_high_club_flush():
    call = read_call("eight high club flush")
    needed = {
        "8c 9c Tc Jc Qc": (0, 0, 4),  # five clubs, the eight among them, none of them lower
        "8c 7c 5c 3c 2c": (0, 0, 0),
        "9c Tc Jc Qc Kc": (1, None, 5),  # a joker stands for the eight
        "8c 2c": (3, 3, 3),
        "": (5, None, 5),
    }
    for hand, jokers in needed.items():
        mask = FULL.read(hand)[0]
        assert tuple(call.jokers_needed(mask, reading) for reading in FLUSH_READINGS) == jokers


def test_below_six_high_a_strict_flush_is_impossible():
    assert read_call("five high club flush").jokers_needed(0, "strict") is None
    assert read_call("six high club flush").jokers_needed(0, "strict") == 5


def test_parts_are_disjoint():
    for call in all_calls():
        for reading in FLUSH_READINGS:
            sets = [part.cards for part in call.parts(reading)]
            assert sum(cards.bit_count() for cards in sets) == sum(sets).bit_count()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("eight low", "understood 'eight', but then 'low'; allowed: 'high', 'over'$"),
        ("eight high clover flush", "understood 'eight high', but then 'clover'; allowed: "
         "nothing more, a suit \\(club, diamond, heart, spade\\), 'straight'"),
        ("eight high club", "'eight high club', but then nothing more; allowed: 'flush'"),
        ("pair of", "understood 'pair of', but then nothing more; allowed: a rank \\(twos"),
        ("three sixes please", "'three sixes', but then 'please'; allowed: nothing more"),
        ("full house", "nothing of it is understood; allowed: RANK high; pair of RANKS; "
         "pair of RANKS, pair of RANKS; .* RANK from two to ace, SUIT from club to spade"),
        ("", "call '': nothing of it is understood"),
        ("tens over tens", "call 'tens over tens' must name two different ranks"),
        ("pair of tens, pair of tens", "must name two different ranks"),
        ("four high straight", "names no straight: they go from five high to ace high"),
        ("two high club straight flush", "names no straight"),
        ("royal flush", "names no suit: say which \\(club, .*as in 'club royal flush'"),
        ("ace high straight flush", "names no suit: .*'ace high club straight flush'"),
        ("Pair of tens, three", "understood 'Pair of tens,', but then 'three'; allowed: 'pair'"),
        ("one high", "nothing of it is understood"),
    ],
)  # fmt: skip
def test_texts_that_are_not_calls(text, message):
    with pytest.raises(BadInput, match=message):
        read_call(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("king high", "RANK from two to ace, SUIT from club to diamond$"),
        ("two high spade flush", "a suit \\(club, diamond\\)"),
        ("ace high straight", "names no straight: a deck of 4 ranks has none"),
    ],
)
def test_calls_that_a_small_deck_does_not_have(text, message):
    with pytest.raises(BadInput, match=message):
        read_call(text, Pack(ranks=4, suits=2))


def test_a_call_built_from_fields_obeys_the_same_rules():
    assert Call(category="two_pair", ranks=(1, 8)) == read_call("pair of tens, pair of threes")
    assert {call.category for call in all_calls()} == {*CATEGORIES}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"category": "royal", "ranks": (1,)}, "category='royal' must be one of high_card"),
        ({"category": "pair", "ranks": (13,)}, "must be a tuple of one integer from 0"),
        ({"category": "pair", "ranks": (-1,)}, "must be a tuple of one integer from 0"),
        ({"category": "pair", "ranks": [1]}, "must be a tuple of one integer from 0"),
        ({"category": "full_house", "ranks": (1,)}, "must be a tuple of two integers"),
        ({"category": "pair", "ranks": (1,), "suit": 0}, "must be None"),
        ({"category": "flush", "ranks": (1,)}, "suit=None of a flush must be one of 0"),
        ({"category": "flush", "ranks": (1,), "suit": 4}, "suit=4 of a flush must be one of"),
        ({"category": "pair", "ranks": (1,), "pack": None}, "pack=None must be a Pack"),
    ],
)
def test_fields_that_are_no_call(fields, message):
    with pytest.raises(BadInput, match=message):
        Call(**fields)


def test_an_unknown_flush_reading():
    with pytest.raises(BadInput, match="reading='lax' must be one of wild, natural, strict"):
        read_call("five aces").parts("lax")
