"""The example of two hands: its laws agree with counts of hands and of orders."""

import itertools
from fractions import Fraction
from math import comb

import pytest

from docs.examples.two_hands import TWO_HANDS, Deal, Hands, Winner
from docs.examples.two_hands import Rules as Two
from montmort.exact.from_rules import explore
from montmort.exact.law import Law
from montmort.verification import Decision
from tests.verification.own_games.own_plays import by_counting, quick


def no_pair(rules: Two, eldest: int, dealer: int) -> Fraction:
    """Chance that hands of so many cards hold no pair each: choose ranks, then suits.

    With x ranks in both hands: C(r,x) (s(s-1))^x, the eldest hand's other ranks
    C(r-x, i-x) s^(i-x), the dealer's C(r-i, j-x) s^(j-x), of C(n,i) C(n-i,j) hands.
    """
    r, s, i, j = rules.ranks, rules.suits, eldest, dealer
    if max(i, j) > r:
        return Fraction(0)
    hands = sum(
        comb(r, x) * (s * (s - 1)) ** x
        * comb(r - x, i - x) * s ** (i - x)
        * comb(r - i, j - x) * s ** (j - x)
        for x in range(min(i, j) + 1)
    )  # fmt: skip
    return Fraction(hands, comb(r * s, i) * comb(r * s - i, j))


def two_hands(rules: Two) -> Law[Deal]:
    return explore(TWO_HANDS, rules).law()


@pytest.mark.parametrize("rules", [Two(), Two(ranks=5), Two(ranks=3, suits=2), Two(ranks=1)])
def test_two_hands_agree_with_the_count_of_hands_without_a_pair(rules: Two) -> None:
    law = two_hands(rules)
    for number in range(1, 2 * rules.ranks + 2):
        before, after = ((k - k // 2, k // 2) for k in (number - 1, number))
        winner = Winner.ELDEST if number % 2 else Winner.DEALER
        if number <= rules.ranks * rules.suits:
            expected = no_pair(rules, *before) - no_pair(rules, *after)
            assert law[Deal(winner, number)] == expected
    full = rules.ranks * rules.suits
    nobody = no_pair(rules, full - full // 2, full // 2)
    assert law.field("winner")[Winner.NOBODY] == nobody


def deal_out(cards: tuple[int, ...], ranks: int) -> Deal:
    hands: tuple[set[int], set[int]] = set(), set()
    for dealt, card in enumerate(cards):
        if card % ranks in hands[dealt % 2]:
            return Deal(Winner.DEALER if dealt % 2 else Winner.ELDEST, dealt + 1)
        hands[dealt % 2].add(card % ranks)
    return Deal(Winner.NOBODY, len(cards))


@pytest.mark.parametrize(("ranks", "suits"), [(1, 1), (1, 2), (2, 1), (2, 2), (3, 2), (2, 4)])
def test_two_hands_agree_with_every_order_of_a_small_deck(ranks: int, suits: int) -> None:
    orders = itertools.permutations(range(ranks * suits))
    expected = by_counting(deal_out(order, ranks) for order in orders)
    assert two_hands(Two(ranks=ranks, suits=suits)) == expected


def test_two_hands_given_eight_cards_without_a_pair() -> None:
    """The rest of the deal depends only on the state that was reached."""
    walk = explore(TWO_HANDS, Two())
    late = walk.law().given(lambda deal: deal.cards > 8).field("winner")
    survived = no_pair(Two(), 4, 4)
    wins = sum(no_pair(Two(), k, k) - no_pair(Two(), k + 1, k) for k in range(4, 14))
    assert late[Winner.ELDEST] == wins / survived
    assert Hands(mine=4, other=4, both=0) in walk.steps


def test_two_hands_are_consistent_and_those_of_another_deck_are_not() -> None:
    right = quick(play=TWO_HANDS, rules=Two(ranks=3), plays=2000)
    wrong = quick(play=TWO_HANDS, rules=Two(ranks=3), against=Two(ranks=3, suits=2), plays=2000)
    assert right.decision is Decision.CONSISTENT
    assert wrong.decision is Decision.INVALID  # a seventh card, of six
    wins = [v.decision for v in wrong.verdicts if v.field == "winner=eldest"]
    assert wins == [Decision.INCONSISTENT]
