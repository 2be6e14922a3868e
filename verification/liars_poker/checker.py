"""Liars' Poker: how many deals make each hand, for every number of cards in play.

The deals are counted by the number of jokers that their natural cards lack for the hand.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence

from montmort.verification.certificates.check import (
    MOST_CARDS,
    Form,
    Unreadable,
    afford,
    between,
    words_of,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_tables import HAND_TABLE, row_of
from montmort.verification.certificates.poker_hands import read_hand
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.straights import Cards, straights

PROBLEM = (
    "From a deck of `ranks` ranks in `suits` suits and `jokers` wild jokers some cards are in "
    "play; the cards of `hand` (* is a joker) are among them, the others are any of the unseen "
    "cards, all deals equally likely. A small deck has the ace and the lowest other ranks. A hand "
    "can be made if the natural cards in play, with jokers for the cards that they lack, hold: a "
    "card (high_card); two, three, four or five cards of one rank; two and two, or three and two, "
    "cards of two ranks; five cards of one suit (flush); five ranks in a row (straight), or in a "
    "row in one suit (straight_flush), where the ace is also below the deuce. With `cards` cards "
    "in play made[hand] of the `deals` make the hand; the table has every number of cards."
)
RULES: Form = {
    "ranks": describe(between(2, 13), "Ranks in the deck."),
    "suits": describe(between(1, 4), "Suits in the deck."),
    "jokers": describe(between(0, MOST_CARDS), "Wild jokers in the deck."),
    "hand": describe(words_of, "Own cards."),
}
WORDS = {
    "headline": "the deals that make each hand, with {least} to {most} cards in play",
    "table": "{0} in play: {3}",
}
MOST_STEPS = 10**9  # for the table: some ten seconds
NEVER = 10**6  # jokers, more than any deck has: the hand cannot be made

Needs = Counter[tuple[int, int]]  # {(cards dealt, jokers that they then lack): sets of cards}


def recount(ranks: int, suits: int, jokers: int, hand: str) -> dict[str, object]:
    """Return the deals that make each hand, for every number of cards in play."""
    own, held = read_hand(hand, ranks, suits)
    if held > jokers:
        raise Unreadable("the hand holds more jokers than the deck")
    check_work(ranks, suits, jokers)
    seen, deck, wild = len(own) + held, ranks * suits + jokers, jokers - held
    needs = hand_needs(ranks, suits, own)
    table = []
    for cards in range(max(1, seen), deck + 1):
        coming = cards - seen
        made = {name: count_deals(need, coming, held, wild) for name, need in needs.items()}
        table.append(row_of(cards, math.comb(deck - seen, coming), made))
    return {"table": table, "least": table[0][0], "most": table[-1][0]}


def check_work(ranks: int, suits: int, jokers: int) -> None:
    """Raise Unreadable for a deck whose certificate would take long."""
    afford("the table", (ranks * suits + jokers) ** 3, MOST_STEPS)


def count_deals(need: Needs, coming: int, held: int, wild: int) -> int:
    """Return how many deals of `coming` unseen cards, `wild` of these jokers, lack nothing."""
    return sum(
        ways * math.comb(wild, coming - m)
        for (m, lack), ways in need.items()
        if coming >= m and lack <= held + coming - m
    )


def hand_needs(ranks: int, suits: int, own: Cards) -> dict[str, Needs]:
    """Return the needs of every hand, over all sets of unseen natural cards."""
    by_rank = [sum(r == rank for r, _ in own) for rank in range(ranks)]
    by_suit = [sum(s == suit for _, s in own) for suit in range(suits)]
    two = rank_needs(by_rank, suits)
    suited = [[int((r, suit) in own) for r in range(ranks)] for suit in range(suits)]

    def of_two_ranks(a: int, b: int) -> Needs:
        return lacking(two, lambda most, second: max(0, a - most) + max(0, b - second))

    return {
        "high_card": of_two_ranks(1, 0),
        "pair": of_two_ranks(2, 0),
        "two_pair": of_two_ranks(2, 2),
        "three_of_a_kind": of_two_ranks(3, 0),
        "flush": lacking(rank_needs(by_suit, ranks), lambda most, _: max(0, 5 - most)),
        "straight": straight_needs(by_rank, suits),
        "full_house": of_two_ranks(3, 2),
        "four_of_a_kind": of_two_ranks(4, 0),
        "straight_flush": fewest_lacking([straight_needs(held, 1) for held in suited]),
        "five_of_a_kind": of_two_ranks(5, 0),
    }


def rank_needs(held: Sequence[int], most: int) -> Counter[tuple[int, int, int]]:
    """Return {(cards dealt, most of one rank, second most): sets}; for a flush by suits."""
    here = Counter({(0, 0, 0): 1})
    for h in held:
        there = Counter[tuple[int, int, int]]()
        for (dealt, a, b), ways in here.items():
            for more in range(most - h + 1):
                top, second, _ = sorted((a, b, h + more), reverse=True)
                there[dealt + more, top, second] += ways * math.comb(most - h, more)
        here = there
    return here


def lacking(counts: Counter[tuple[int, int, int]], lack: Callable[[int, int], int]) -> Needs:
    """Return the needs of a hand; lack(most, second most) jokers are lacking."""
    needs: Needs = Counter()
    for (dealt, a, b), ways in counts.items():
        needs[dealt, lack(a, b)] += ways
    return needs


def straight_needs(held: Sequence[int], most: int) -> Needs:
    """Return the needs of a straight: the ranks dealt decide, each in some number of ways."""
    ranks, lacks = len(held), Counter[tuple[int, int]]()
    windows = straights(ranks)
    new = [rank for rank in range(ranks) if not held[rank]]
    some = polynomial([math.comb(most, m) * (m > 0) for m in range(most + 1)], len(new))
    others = sum(most - h for h in held if h)
    for came in range(1 << len(new)):
        there = {rank for rank in range(ranks) if held[rank]}
        there |= {rank for place, rank in enumerate(new) if came >> place & 1}
        lack = min((len(window - there) for window in windows), default=NEVER)
        lacks[came.bit_count(), lack] += 1
    needs: Needs = Counter()
    for (came, lack), ways in lacks.items():
        for m, n in enumerate(some[came]):
            for more in range(others + 1):
                needs[m + more, lack] += ways * n * math.comb(others, more)
    return +needs


def polynomial(factor: Sequence[int], most: int) -> list[list[int]]:
    """Return the powers 0 to most of a polynomial.

    >>> polynomial([0, 2, 1], 2)
    [[1], [0, 2, 1], [0, 0, 4, 4, 1]]
    """
    powers = [[1]]
    for _ in range(most):
        product = [0] * (len(powers[-1]) + len(factor) - 1)
        for i, a in enumerate(powers[-1]):
            for j, b in enumerate(factor):
                product[i + j] += a * b
        powers.append(product)
    return powers


def fewest_lacking(suits: Sequence[Needs]) -> Needs:
    """Return the needs of the suit that lacks least, by the cards dealt of all suits."""
    here: Needs = Counter({(0, NEVER): 1})
    for suit in suits:
        there: Needs = Counter()
        for (dealt, lack), ways in here.items():
            for (more, other), n in suit.items():
                there[dealt + more, min(lack, other)] += ways * n
        here = there
    return here


CHECKER = recounted("liars-poker", PROBLEM, RULES, HAND_TABLE, recount, WORDS)
