"""Five-card draw: the best discard of every hand, and a sample of the hands played again.

    python check.py FILE [SEED [HANDS]]

plays so many random hands again, by default 3, and all hands of a small deck.
"""

import math
import secrets
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

from montmort.verification.certificates.check import (
    HEADLINE,
    VERIFIED,
    Checker,
    Form,
    Statement,
    Statements,
    afford,
    fraction,
    integer,
    list_of,
    read_form,
    rounded,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_counts import (
    DEAL,
    RULES,
    HandCounts,
    deals_of,
    of_all_hands,
)
from montmort.verification.certificates.sizes import check_sizes
from montmort.verification.certificates.straights import Cards

PROBLEM = DEAL + (
    "All hands are dealt, and they discard best (win most; of these tie most; of these draw "
    "fewest). In the standard ranking hands that differ by a permutation of the suits are one "
    "class; in published each hand is one. The program lists the classes in order, and rows has "
    "for each the cards that its hands draw, the deals that they win, and those that they tie."
)
CONTENT: Form = {
    "rows": describe(
        list_of(list_of(integer, 3)),
        "For each class of hands, or each hand by the published ranking: the cards drawn, the "
        "deals won, those tied.",
    ),
    "win": describe(fraction, "Chance to win: the headline."),
    "tie": describe(fraction, "Chance to tie: the headline."),
}
FEW, MOST_PLAYED, MOST_ROWS = 3, 4_000_000, 250_000  # hands of a sample, final hands, hands

HandClass = tuple[int, ...]  # the ranks held in each suit, as bits; ascending if suits are alike


def check(rules: object, content: object, *args: str) -> Statements:
    """Check the rows of all classes: all of a small deck, else those of a random sample."""
    hands, most = of_all_hands(rules)
    rows, win, tie = read_form(CONTENT, "content", content)
    cards, are_alike = hands.ranks * hands.suits, "full_house" in hands.types
    whole = math.comb(cards, 5)
    afford("a row for every hand", whole * (not are_alike), MOST_ROWS)
    every = classes(hands.ranks, hands.suits, are_alike)
    numbers = [number_of(held) if are_alike else 1 for held in every]
    check_sizes("rows", rows, len(every))
    deals = [deals_of(cards - 5, d) if d <= most else 1 for d in range(6)]
    sums = [0] * 6, [0] * 6
    is_possible = sum(numbers) == whole
    for number, (drawn, won, tied) in zip(numbers, rows, strict=True):
        holds = 0 <= drawn <= most and min(won, tied) >= 0 and won + tied <= deals[drawn]
        is_possible &= holds
        for total, count in zip(sums, (won, tied), strict=True):
            total[drawn if holds else 0] += number * count
    chances = [
        sum((Fraction(n, deals[d]) for d, n in enumerate(total)), Fraction(0)) / whole
        for total in sums
    ]
    words = f"the game is won with chance {rounded(win)} and tied with chance {rounded(tie)}"
    yield Statement(chances == [win, tie], words, HEADLINE)
    yield Statement(
        is_possible, f"no row of the {len(every)} classes wins and ties more than its deals"
    )
    yield Statement(chances == [win, tie], "the chances are those of the rows", VERIFIED)
    finals = sum(math.comb(5, d) * math.comb(cards - 5, d) for d in range(most + 1))
    if len(every) * finals <= MOST_PLAYED:
        is_played = all(play(hands, held, most) == rows[i] for i, held in enumerate(every))
        yield Statement(is_played, "every row is what its hands win and tie, played again")
        return
    given = [integer("SEED and HANDS", word, 0) for word in args[:2]]
    seed, sample = given + [secrets.randbelow(10**6), FEW][len(given) :]
    afford("the sample", sample * finals, 10 * MOST_PLAYED)
    chosen = Random(seed).choices(range(len(every)), numbers, k=sample)
    is_played = all(play(hands, every[i], most) == rows[i] for i in chosen)
    yield Statement(is_played, f"the rows of {sample} random hands, seed {seed}, played again")
    words = f"the other rows; if 1 hand of 100 had a false one, {sample} miss it with chance"
    yield Statement(None, f"{words} {0.99**sample:.2f}")


def play(hands: HandCounts, held: HandClass, most: int) -> list[int]:
    """Return the cards drawn by the best discard of a hand, its wins and its ties."""
    own = [(r, s) for s, ranks in enumerate(held) for r in range(hands.ranks) if ranks >> r & 1]
    deck = [(rank, suit) for rank in range(hands.ranks) for suit in range(hands.suits)]
    unseen = [card for card in deck if card not in own]
    wins, ties = Counter[Cards](), Counter[Cards]()
    for drawn in (cards for size in range(most + 1) for cards in combinations(unseen, size)):
        remaining = hands.remaining([*own, *drawn])
        for kept in combinations(own, 5 - len(drawn)):
            less, not_above = hands.below(hands.of_cards([*kept, *drawn]), remaining)
            wins[kept] += less
            ties[kept] += not_above - less
    parts = [Fraction(1, deals_of(len(unseen), d)) for d in range(most + 1)]
    worth = {}
    for hold, n in wins.items():
        d = 5 - len(hold)
        worth[n * parts[d], ties[hold] * parts[d], -d] = [d, n, ties[hold]]
    return worth[max(worth)]


def classes(ranks: int, suits: int, are_alike: bool = True) -> list[HandClass]:
    """Return the hands of five cards that no permutation of alike suits makes of each other.

    >>> classes(3, 2), len(classes(3, 2, are_alike=False))
    ([(3, 7), (5, 7), (6, 7)], 6)
    """
    sets = [[m for m in range(1 << ranks) if m.bit_count() <= most] for most in range(6)]
    partial: list[tuple[HandClass, int]] = [((), 5)]  # with the cards that are left to be dealt
    for _ in range(suits):
        partial = [
            ((*held, m), left - m.bit_count())
            for held, left in partial
            for m in sets[left]
            if not are_alike or m >= max(held, default=0)
        ]
    return [held for held, left in partial if not left]


def number_of(held: HandClass) -> int:
    """Return the number of hands of a class."""
    return math.factorial(len(held)) // math.prod(map(math.factorial, Counter(held).values()))


CHECKER = Checker(
    "five-card-draw, rows", PROBLEM, check, takes_names=True, rules=[RULES], content=[CONTENT]
)
