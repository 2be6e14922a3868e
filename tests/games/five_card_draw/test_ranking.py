"""The two rankings: exhaustive counts, an independent evaluator, a naive reading in words."""

import itertools
from collections import Counter

import numpy as np
import pytest
import treys
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.cards.pack import FULL, Pack
from montmort.games.errors import BadInput, UnknownName
from montmort.games.five_card_draw.ranking import (
    ALMOST_FIVE,
    FIVE,
    KEYS,
    RANK_BITS,
    RANKINGS,
    SUIT_BITS,
    TYPES,
    strength,
    table,
    type_of,
    value,
)
from montmort.games.liars_poker import made_hands as hands

FIVE_CARDS = st.sets(st.integers(0, 51), min_size=5, max_size=5).map(
    lambda cards: sum(1 << card for card in cards)
)
SMALL = [(5, 4), (7, 3), (6, 3), (5, 2), (3, 4), (4, 2), (2, 4), (6, 1), (13, 1), (10, 2)]


def hand(text, pack=FULL):
    return pack.read(text)[0]


def ranked(hands, ranking="standard"):
    """Return classes of hands in words."""
    return [value(hand(text), ranking) for text in hands]


def classes_of(sums, ranking, pack):
    """Look hands up as a kernel does."""
    order = table(ranking, pack)
    places = sums & order.rank_mask
    suits = np.stack([sums >> RANK_BITS + SUIT_BITS * s & 15 for s in range(pack.suits)])
    of_one = (sums + ALMOST_FIVE & FIVE) != 0
    assert np.array_equal(of_one, (suits == 5).any(axis=0))
    return np.where(of_one, order.flush[suits.argmax(axis=0), places], order.plain[places])


def sums_of_all_hands(ranking, pack):
    """Return the sums of five words over all hands, those of one highest card together."""
    ending = [np.array([word]) for word in table(ranking, pack).keys]
    for _ in range(4):
        before = [np.concatenate([[], *ending[:k]]).astype(np.int64) for k in range(pack.size)]
        ending = [s + k for s, k in zip(before, table(ranking, pack).keys, strict=True)]
    return ending


# Any book of poker; `published` as the rule sheet reads it: 1020 wheels are high
# cards and 4 are flushes, full houses are triplets, 36 straight flushes straights.
STANDARD = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
PUBLISHED = (1302540 + 1020, 1098240, 123552, 54912 + 3744, 624, 5108 + 4, 9 * 4**5)


@pytest.mark.parametrize(
    ("ranking", "counts", "classes"), [("standard", STANDARD, 7462), ("published", PUBLISHED, 6179)]
)
def test_every_hand_of_the_deck_counted_by_type(ranking, counts, classes):
    sums = np.concatenate(sums_of_all_hands(ranking, FULL))
    found = np.bincount(classes_of(sums, ranking, FULL))
    assert (found.size, found.min() > 0, found.sum()) == (classes, True, 2598960)
    types = table(ranking).types
    assert tuple(np.bincount(types, weights=found).astype(int).tolist()) == counts
    assert sum(counts) == 2598960
    assert np.all(np.diff(types) >= 0)  # a higher type is a higher hand


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize("shape", SMALL, ids=str)
def test_the_table_equals_the_rules_on_every_hand_of_a_small_deck(ranking, shape):
    pack = Pack(ranks=shape[0], suits=shape[1])
    keys = table(ranking, pack).keys.tolist()
    chosen = [*itertools.combinations(range(pack.size), 5)]
    sums = np.array([sum(keys[card] for card in cards) for cards in chosen], np.int64)
    expected = [value(sum(1 << card for card in cards), ranking, pack) for cards in chosen]
    assert classes_of(sums, ranking, pack).tolist() == expected
    assert {*expected} == {*range(max(expected) + 1)}


@given(FIVE_CARDS, st.sampled_from(RANKINGS))
def test_the_table_equals_the_rules(cards, ranking):
    keys = table(ranking).keys
    total = sum(keys[card] for card in range(52) if cards >> card & 1)
    looked_up = classes_of(np.array([total]), ranking, FULL)[0]
    assert looked_up == value(cards, ranking)
    assert TYPES[ranking][table(ranking).types[looked_up]] == type_of(cards, ranking)


def test_standard_classes_are_those_of_treys():
    # treys (MIT), an independent evaluator, numbers the classes 1, the best, to 7462.
    rng, evaluator = np.random.default_rng(1713), treys.Evaluator()
    dealt = [rng.permutation(52)[:5].tolist() for _ in range(10_000)]
    dealt += [[s * 13 + r for r in straight] for s in range(4) for straight in runs()]
    dealt += [[(s % 4) * 13 + r for s, r in enumerate(straight)] for straight in runs()]
    for cards in dealt:
        foreign = [treys.Card.new(FULL.card_name(card)) for card in cards]
        ours = value(sum(1 << card for card in cards))
        assert ours == 7462 - evaluator.evaluate([], foreign)


def runs():
    return [[(low + i) % 13 for i in range(5)] for low in range(-1, 9)]


@pytest.mark.parametrize("shape", [(13, 4), (5, 4), (6, 2), (4, 4), (7, 3)], ids=str)
def test_types_are_the_highest_category_made_by_the_hand(shape):
    pack, rng = Pack(ranks=shape[0], suits=shape[1]), np.random.default_rng(1713)
    for _ in range(2000):
        cards = sum(1 << int(card) for card in rng.permutation(pack.size)[:5])
        made = dict(zip(hands.CATEGORIES, hands.made_hands(cards, 0, pack), strict=True))
        assert type_of(cards, "standard", pack) == [t for t in TYPES["standard"] if made[t]][-1]


def published(text):
    """Return the published value as the rule sheet words it, from letters."""
    cards = text.split()
    faces, suits = ["23456789TJQKA".index(card[0]) for card in cards], {card[1] for card in cards}
    often = Counter(faces)
    faces.sort(key=lambda face: (often[face], face), reverse=True)
    kinds = sorted(often.values(), reverse=True)
    if len(often) == 5 and max(faces) - min(faces) == 4:  # a wheel is none
        return (6, max(faces))
    if len(suits) == 1:
        return (5, "cdhs".index(*suits))
    if kinds[0] > 2:
        return (kinds[0], *faces)  # 3 or 4 of a kind
    return (kinds.count(2), *faces)  # high card, pair, two pair


@given(FIVE_CARDS, FIVE_CARDS)
def test_published_order_is_the_one_in_words(one, other):
    first, second = published(FULL.write(one)), published(FULL.write(other))
    ours = value(one, "published"), value(other, "published")
    assert (ours[0] > ours[1], ours[0] == ours[1]) == (first > second, first == second)


def test_published_classes_are_those_in_words():
    # One hand of each shape of ranks, plain and in every suit.
    by_class = {}
    for ranks in itertools.combinations_with_replacement("23456789TJQKA", 5):
        if ranks.count(ranks[2]) == 5:
            continue
        suited = [suit * 5 for suit in "cdhs"] if len({*ranks}) == 5 else []
        for suits in ["cdhsd", "dcdhs", *suited]:
            mixed = " ".join(map("".join, zip(ranks, suits, strict=True)))
            if len({*mixed.split()}) == 5:
                by_class.setdefault(value(hand(mixed), "published"), set()).add(published(mixed))
    assert [len(each) for each in by_class.values()] == [1] * 6179
    worded = [by_class[number].pop() for number in range(6179)]
    assert worded == sorted({*worded})


def test_standard_order_hand_by_hand():
    order = ranked([
        "2c 3c 4c 5c 7d", "Ac Kc Qc Jc 9d", "2c 2d 3c 4c 5c", "Ac Ad 2c 3c 4c", "Ac Ad Kc Qc Jc",
        "2c 2d 3c 3d 4c", "Ac Ad Kc Kd Qc", "2c 2d 2h 3c 4c", "As 2c 3c 4c 5c", "2c 3c 4c 5c 6d",
        "Ac Kc Qc Jc Td", "2c 3c 4c 5c 7c", "Ac Kc Qc Jc 9c", "2c 2d 2h 3c 3d", "2c 2d 2h Ac Ad",
        "3c 3d 3h 2c 2d", "2c 2d 2h 2s 3c", "Ac Ad Ah As Kc", "Ad 2d 3d 4d 5d", "Ac Kc Qc Jc Tc",
    ])  # fmt: skip
    assert order == sorted(set(order))
    assert order[-1] == 7461


def test_suits_decide_only_published_flushes():
    clubs, spades = "2c 3c 4c 5c 7c", "9s Ts Js Qs As"
    low, high = ranked([clubs, spades])
    assert low < high
    two = [clubs, "2d 3d 4d 5d 7d", "2h 3h 4h 5h 7h", "2s 3s 4s 5s 7s"]
    assert len({*ranked(two)}) == 1
    assert ranked(two, "published") == [*range(6166, 6170)]  # below nine straights
    assert ranked([spades], "published") == ranked([two[3]], "published")


def test_published_wheels_and_straight_flushes():
    wheel, ace_high, of_hearts = "Ac 2d 3d 4d 5d", "Ac Kd Qd Jd 9d", "Ah 2h 3h 4h 5h"
    assert type_of(hand(wheel), "published") == "high_card"
    assert value(hand(wheel), "published") < value(hand(ace_high), "published")
    assert type_of(hand(of_hearts), "published") == "flush"
    in_suit, mixed = ranked(["9h Th Jh Qh Kh", "9c Th Jh Qh Kh"], "published")
    assert in_suit == mixed


def test_published_full_houses_are_three_of_a_kind():
    order = [
        "7c 7d 7h Kc Qc",
        "7c 7d 7h Kc Kd",
        "7c 7d 7h Ac 2c",
        "7c 7d 7h Ac Ad",
        "8c 8d 8h 2c 3c",
    ]
    found = ranked(order, "published")
    assert found == sorted({*found})
    assert {type_of(hand(text), "published") for text in order} == {"three_of_a_kind"}


def test_packs_of_few_ranks():
    four = Pack(ranks=4)
    assert not {"straight", "straight_flush", "flush"} & types_of(four)
    five = Pack(ranks=5)  # A 2 3 4 5 and 2 3 4 5 A are one set: a straight in either ranking
    run = hand("2c 3c 4c 5c Ad", five)
    assert (type_of(run, "standard", five), type_of(run, "published", five)) == ("straight",) * 2
    six = Pack(ranks=6)
    wheel, ace_high = hand("Ac 2d 3c 4c 5c", six), hand("3c 4d 5c 6c Ac", six)
    assert type_of(wheel, "published", six) == "high_card"
    assert value(wheel, "standard", six) < value(ace_high, "standard", six)


def types_of(pack):
    return {TYPES["standard"][place] for place in table("standard", pack).types}


def test_each_key_is_the_smallest_with_different_sums():
    # sums[n]: of n cards of the ranks so far, at most four of each
    sums = [np.zeros(int(n < 5), np.int64) for n in range(6)]
    for last, key in itertools.pairwise(KEYS):
        taken = np.zeros(key + 1, bool)
        for i, j in itertools.combinations(range(5), 2):  # j key + a = i key + b
            apart = np.subtract.outer(sums[5 - i], sums[5 - j]).ravel()
            apart = apart[(apart > 0) & (apart % (j - i) == 0)] // (j - i)
            taken[apart[apart <= key]] = True
        assert taken[last + 1 : key].all()
        assert not taken[key]
        sums = [
            np.concatenate([sums[n - j] + j * key for j in range(min(n, 4) + 1)]) for n in range(6)
        ]
    assert len({*sums[5].tolist()}) == sums[5].size == 6175  # C(17, 5) - 13


def test_tables_are_cached_and_read_only():
    assert table("published") is table("published", Pack())
    for array in (table().keys, table().plain, table().flush, table().types):
        with pytest.raises(ValueError, match="read-only"):
            array[:1] = 0


@pytest.mark.parametrize("cards", [-1, 0, 0b1111, 0b111111, 1 << 52 | 0b1111])
def test_sets_that_are_not_five_cards(cards):
    with pytest.raises(BadInput, match="must be a set of five of 52 cards"):
        value(cards)


def test_an_unknown_ranking():
    for asked in (
        lambda: value(0b11111, "local"),
        lambda: strength(0b11111, "local"),
        lambda: table("local"),
    ):
        with pytest.raises(UnknownName, match="ranking='local' must be one of standard, published"):
            asked()
