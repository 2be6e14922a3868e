"""The solution of five-card draw against brute force, single hands, and identities."""

import math
import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from zlib import crc32

import numpy as np
import pytest

from montmort.exact.five_card_draw import best_discards as draw_table
from montmort.exact.five_card_draw.best_discards import solution
from montmort.exact.five_card_draw.discards import counts_of
from montmort.exact.five_card_draw.one_hand import best_of, choices_of
from montmort.exact.five_card_draw.pair_counts import Deck, count_pairs
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw.ranking import RANKINGS, TYPES, type_of
from tests.exact.five_card_draw.naive_draw import count_all_draws

SMALL = [(3, 4), (4, 3), (6, 2), (5, 3), (13, 1)]
LARGER = [
    pytest.param(5, 4, marks=pytest.mark.longest),
    pytest.param(7, 3, marks=pytest.mark.longest),
    pytest.param(6, 3, marks=pytest.mark.slow),
]


@pytest.fixture(autouse=True)
def _empty_caches(tmp_path, monkeypatch):
    """Start without stored results, and store them in a folder of the test."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(draw_table, "_solutions", {})


def deals(pack, drawn):
    return math.comb(pack.size - 5, drawn) * math.comb(pack.size - 5 - drawn, 5)


def check_counts(pack, ranking):
    deck, expected = Deck(ranking=ranking, pack=pack), count_all_draws(ranking, pack)
    counts = counts_of(deck, count_pairs(deck), deck.sets[5])
    possible = [mask for mask in range(32) if mask.bit_count() <= pack.size - 10]
    assert np.array_equal(counts[:, possible], expected[:, possible])


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(("ranks", "suits"), SMALL)
def test_all_hands_and_discards_equal_brute_force(ranks, suits, ranking):
    check_counts(Pack(ranks=ranks, suits=suits), ranking)


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(("ranks", "suits"), LARGER)
def test_all_hands_and_discards_of_larger_packs_equal_brute_force(ranks, suits, ranking):
    check_counts(Pack(ranks=ranks, suits=suits), ranking)


def naive_best(pack, counts, most):
    """Return the best discard of a hand as a mask, with its chances to win and to tie."""
    masks = [mask for mask in range(32) if mask.bit_count() <= most]
    masks.sort(key=lambda mask: (mask.bit_count(), [i for i in range(5) if mask >> i & 1]))
    chances = {m: [Fraction(int(c), deals(pack, m.bit_count())) for c in counts[m]] for m in masks}
    best = max(masks, key=chances.__getitem__)  # the first of several
    return best, *chances[best]


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(("ranks", "suits"), [(3, 4), (4, 3), (7, 2), (11, 1)])
def test_the_best_discards_and_their_means_equal_brute_force(ranks, suits, ranking):
    pack = Pack(ranks=ranks, suits=suits)
    expected, solved = count_all_draws(ranking, pack), solution(pack, ranking)
    hands = sorted(sum(1 << c for c in hand) for hand in combinations(range(pack.size), 5))
    types = [type_of(hand, ranking, pack) for hand in hands]
    for most in range(solved.most + 1):
        best, win, tie = zip(*(naive_best(pack, counts, most) for counts in expected), strict=True)
        assert solved.discards[most].tolist() == [*best]
        assert solved.win(most) == mean(win)
        assert solved.tie(most) == mean(tie)
        drawn = [mask.bit_count() for mask in best]
        assert solved.draw_counts(most) == tuple(map(drawn.count, range(most + 1)))
        assert solved.by_type(most) == {
            name: mean([w for w, t in zip(win, types, strict=True) if t == name])
            for name in TYPES[ranking]
            if name in types
        }


def mean(chances):
    return sum(chances, Fraction(0)) / len(chances)


def test_suits_can_be_exchanged_if_their_flushes_have_equal_values():
    full = [Deck(ranking=ranking, pack=Pack()) for ranking in RANKINGS]
    assert [deck.suits_alike for deck in full] == [True, False]
    assert Deck(ranking="published", pack=Pack(ranks=5)).suits_alike  # all flushes are straights


def test_134459_hands_represent_all():  # the number of hands under suit symmetry
    weights = Deck(ranking="standard", pack=Pack()).weights[5]
    assert (np.count_nonzero(weights), weights.sum()) == (134459, 2598960)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_watch_gets_shares_that_end_with_one(ranking):
    calls = []
    pack = Pack(ranks=6, suits=3)
    solution(pack, ranking, lambda share, hands: calls.append((share, hands)))
    shares, hands = zip(*calls, strict=True)
    assert [*shares] == sorted(shares)
    assert shares[-1] == 1
    assert hands[-1] == {"standard": 2, "published": 3}[ranking] * math.comb(18, 5)


def test_a_solution_is_computed_once():
    assert solution(Pack(ranks=3)) is solution(Pack(ranks=3))


def test_an_impossible_solution_is_refused():
    solved = solution(Pack(ranks=3))
    wrong = [
        {"discards": solved.discards[1:]},
        {"sums": solved.sums[::-1]},
        {"sums": -solved.sums},
        {"sums": 2 * solved.sums},
        {"sums": solved.sums + np.array([0, 1, 0])},
    ]
    for change in wrong:
        with pytest.raises(ArithmeticError):
            replace(solved, **change)


def test_small_decks_are_not_stored(tmp_path):
    solution(Pack(ranks=3))
    assert not [*tmp_path.iterdir()]


def test_large_decks_are_stored_and_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(draw_table, "LEAST_STORED", 12)
    first = solution(Pack(ranks=3))
    (file,) = (tmp_path / "montmort").iterdir()
    assert file.name == "five-card-draw-standard-3x4"
    monkeypatch.setattr(draw_table, "_solutions", {})
    monkeypatch.setattr(draw_table, "_solve", None)
    again = solution(Pack(ranks=3))
    assert np.array_equal(again.discards, first.discards)
    assert np.array_equal(again.sums, first.sums)


@pytest.mark.parametrize(("ranking", "digest"), [("standard", 2285830629), ("published", 96829270)])
def test_a_changed_ranking_raises_the_version(ranking, digest):
    """Tables stored under this version belong to these rankings: change both or neither."""
    deck = Deck(ranking=ranking, pack=Pack())
    assert draw_table.VERSION == 1
    assert crc32(deck.table.types, crc32(deck.values)) == digest


# The full deck


def rows_of(deck, counted):
    """Yield all hands in batches, with the counts of their choices."""
    for hands in np.array_split(deck.sets[5], 40):
        yield hands, counts_of(deck, counted, hands)


def some_of_each_type(deck, number):
    """Yield `number` random hands of every type."""
    chance, types = random.Random(5), deck.table.types[deck.values]
    for kind in range(types.max() + 1):
        for hand in chance.sample(np.flatnonzero(types == kind).tolist(), number):
            yield hand, deck.sets[5][hand].tolist()


def four_of_a_kind(hands):
    """Yield (hands with four of a kind, the fifth card as a mask)."""
    for place in range(5):
        others = np.delete(hands % 13, place, axis=1)
        yield np.flatnonzero((others == others[:, :1]).all(1)), 1 << place


@pytest.mark.longest
@pytest.mark.parametrize("ranking", RANKINGS)
def test_identities_of_all_hands_and_single_hands_of_the_full_deck(ranking):
    deck = Deck(ranking=ranking, pack=Pack())
    counted, (pat, one, *_, five) = count_pairs(deck), (deals(deck.pack, d) for d in range(6))
    standing, fours = np.zeros(2, np.int64), 0
    for hands, counts in rows_of(deck, counted):
        assert (2 * counts[:, 31, 0] + counts[:, 31, 1] == five).all()  # wins are losses
        standing += counts[:, 0].sum(0)
        for these, fifth in four_of_a_kind(hands):
            assert (counts[these, 0] * one == counts[these, fifth] * pat).all()
            fours += these.size
    assert 2 * standing[0] + standing[1] == pat * math.comb(52, 5)
    assert fours == 624
    for number, (hand, cards) in enumerate(some_of_each_type(deck, 4)):
        choices = choices_of(cards, 3 if number % 12 else 5, ranking)
        counts = counts_of(deck, counted, deck.sets[5][hand : hand + 1])[0]
        for choice in choices:
            mask = sum(1 << i for i, card in enumerate(cards) if choice.discard >> card & 1)
            assert (choice.wins, choice.ties) == tuple(counts[mask])


# of 52 cards, by the rule sheet; published counts full houses as three of a kind, straight
# flushes as straights, and the wheels, 4 of them in a suit, as high cards and flushes
DEALT = {
    "standard": {
        "high_card": 1302540, "pair": 1098240, "two_pair": 123552, "three_of_a_kind": 54912,
        "straight": 10200, "flush": 5108, "full_house": 3744, "four_of_a_kind": 624,
        "straight_flush": 40,
    },
    "published": {
        "high_card": 1302540 + 1020, "pair": 1098240, "two_pair": 123552,
        "three_of_a_kind": 54912 + 3744, "four_of_a_kind": 624, "flush": 5108 + 4,
        "straight": 10200 + 40 - 1024,
    },
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
def test_the_whole_game(ranking, monkeypatch):
    solved = solution(ranking=ranking)
    dealt = solved.sums[0, :, 0, 0].tolist()
    assert dict(zip(TYPES[ranking], dealt, strict=True)) == DEALT[ranking]
    if ranking == "standard":
        assert solved.tie(0) == Fraction(3378, 38720339)  # the rule sheet, of two random hands
    deck = Deck(ranking=ranking, pack=Pack())
    for hand, cards in some_of_each_type(deck, 4):
        best = best_of(choices_of(cards, 3, ranking)).discard
        mask = sum(1 << i for i, card in enumerate(cards) if best >> card & 1)
        assert solved.discards[3, hand] == mask
    monkeypatch.setattr(draw_table, "_solutions", {})
    monkeypatch.setattr(draw_table, "_solve", None)
    again = solution(ranking=ranking)  # from its file
    assert np.array_equal(again.discards, solved.discards)
    assert np.array_equal(again.sums, solved.sums)
