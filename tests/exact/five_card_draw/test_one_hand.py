"""One hand of five-card draw against brute force over all deals, and against known identities."""

import math
import random
from itertools import combinations, combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.five_card_draw.hands_below import multisets, subsets
from montmort.exact.five_card_draw.one_hand import Choice, best_of, choices_of
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput, UnknownName
from montmort.games.five_card_draw.ranking import RANKINGS
from tests.exact.five_card_draw.naive_draw import count_all_draws, count_draw

PACKS = [Pack(ranks=ranks, suits=suits) for ranks, suits in
         [(3, 4), (4, 3), (5, 2), (6, 2), (7, 2), (5, 3), (10, 1), (11, 1), (13, 1)]]  # fmt: skip


@st.composite
def hands(draw):
    pack = draw(st.sampled_from(PACKS))
    hand = draw(st.lists(st.integers(0, pack.size - 1), min_size=5, max_size=5, unique=True))
    return pack, hand, draw(st.integers(0, min(5, pack.size - 10)))


@given(hands(), st.sampled_from(RANKINGS))
def test_choices_equal_brute_force_in_order(drawn_hand, ranking):
    pack, hand, most = drawn_hand
    expected = [
        (sum(1 << card for card in away), *count_draw(hand, away, ranking, pack))
        for size in range(most + 1)
        for away in combinations(hand, size)
    ]
    choices = choices_of(hand, most, ranking, pack)
    assert [(c.discard, c.wins, c.ties, c.deals) for c in choices] == expected


def classes(pack):
    """Yield number and cards of one hand of each class of hands that differ only in suits."""
    for number, hand in enumerate(combinations(range(pack.size - 1, -1, -1), 5)):
        lanes = pack.lanes(sum(1 << card for card in hand))
        if [*lanes] == sorted(lanes):
            yield math.comb(pack.size, 5) - 1 - number, sorted(hand)


def check_classes(pack, ranking, most=10**9):
    """Compare all choices of one hand of each class, or of `most` hands, with brute force."""
    expected, hands = count_all_draws(ranking, pack), [*classes(pack)]
    for number, hand in random.Random(1).sample(hands, min(most, len(hands))):
        for choice in choices_of(hand, min(5, pack.size - 10), ranking, pack):
            discard = sum(1 << i for i, card in enumerate(hand) if choice.discard >> card & 1)
            assert (choice.wins, choice.ties) == tuple(expected[number, discard]), (hand, discard)


@pytest.mark.slow
@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(("ranks", "suits"), [(3, 4), (4, 3), (6, 2)])
def test_every_class_equals_brute_force(ranks, suits, ranking):
    check_classes(Pack(ranks=ranks, suits=suits), ranking)


@pytest.mark.parametrize("ranking", RANKINGS)
@pytest.mark.parametrize(
    ("ranks", "suits", "most"),
    [
        pytest.param(5, 4, 1000, marks=pytest.mark.longest),
        pytest.param(6, 3, 300, marks=pytest.mark.slow),
    ],
)
def test_classes_of_larger_packs_equal_brute_force(ranks, suits, most, ranking):
    check_classes(Pack(ranks=ranks, suits=suits), ranking, most)  # all 901 of 5 x 4


@pytest.mark.parametrize("ranking", RANKINGS)
def test_five_new_cards_win_as_often_as_they_lose(ranking):  # two hands of five unseen cards
    hand = random.Random(ranking).sample(range(32), 5)
    *_, all_new = choices_of(hand, 5, ranking, Pack(ranks=8))
    assert all_new.win == all_new.loss


@pytest.mark.parametrize("ranking", RANKINGS)
def test_four_of_a_kind_stand_pat_or_draw_one_alike(ranking):  # no hand lies between
    for rank in range(13):
        quads = [rank + 13 * suit for suit in range(4)]
        other = random.Random(rank).choice([card for card in range(52) if card % 13 != rank])
        pat, *ones = choices_of([*quads, other], 1, ranking)
        assert (pat.win, pat.tie) == (ones[-1].win, 0)
        assert best_of([pat, *ones]) == pat


def test_a_royal_flush_of_the_full_deck():
    hearts = [26 + rank for rank in range(8, 13)]
    pat = choices_of(hearts)[0]
    assert (pat.wins, pat.ties, pat.deals) == (math.comb(47, 5) - 3, 3, math.comb(47, 5))


def test_the_lowest_hand_wins_nothing():
    pat = choices_of([0, 14, 28, 42, 5])[0]  # 2c 3d 4h 5s 7c
    assert (pat.wins, pat.ties) == (0, 3**5)  # three of each rank are left, of no suit all five


def test_the_best_wins_most_then_ties_most_then_draws_fewest_then_comes_first():
    def choice(discard, wins, ties, deals=12):
        return Choice(discard=discard, wins=wins, ties=ties, deals=deals)

    fewest = [choice(3, 2, 3), choice(1, 4, 3, 24), choice(2, 2, 3)]
    assert best_of(fewest) is fewest[2]  # 1 wins less: 4 of 24
    assert best_of([choice(2, 2, 3), choice(1, 2, 3)]).discard == 2
    assert best_of([choice(0, 2, 2), choice(1, 2, 3)]).discard == 1
    assert best_of([choice(0, 2, 2), choice(7, 3, 0)]).discard == 7


def test_impossible_counts_are_refused():
    for wins, ties, deals in [(-1, 0, 2), (0, -1, 2), (2, 1, 2), (0, 0, 0)]:
        with pytest.raises(ArithmeticError, match="impossible"):
            Choice(discard=0, wins=wins, ties=ties, deals=deals)


@pytest.mark.parametrize(
    ("hand", "most", "sentence"),
    [
        ([0, 1, 2, 3], 3, "five different cards, 0 to 51"),
        ([0, 1, 2, 3, 3], 3, "five different cards"),
        ([0, 1, 2, 3, 52], 3, "five different cards"),
        ([-1, 1, 2, 3, 4], 3, "five different cards"),
        ([0, 1, 2, 3, 4], 6, "most=6 must be an integer from 0 to 5"),
        ([0, 1, 2, 3, 4], -1, "most=-1"),
        ([0, 1, 2, 3, 4], True, "most=True"),
    ],
)
def test_bad_input_is_refused(hand, most, sentence):
    with pytest.raises(BadInput, match=sentence):
        choices_of(hand, most)


def test_a_small_deck_leaves_fewer_to_draw():
    with pytest.raises(BadInput, match="from 0 to 2, what the deck leaves"):
        choices_of(range(5), 3, "standard", Pack(ranks=3, suits=4))


def test_an_unknown_ranking_is_refused():
    with pytest.raises(UnknownName, match="ranking='best'"):
        choices_of(range(5), 0, "best")


@given(st.integers(0, 9), st.integers(0, 5))
def test_subsets_and_multisets_are_all_and_colexicographic(number, size):
    sets = sorted(c[::-1] for c in combinations(range(number), size))
    assert subsets(number, size).tolist() == [[*c[::-1]] for c in sets]
    if number:
        ranks = sorted(
            tuple(reversed(c)) for c in combinations_with_replacement(range(number), size)
        )
        assert multisets(number, size).tolist() == [[*c[::-1]] for c in ranks]
