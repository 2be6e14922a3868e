"""Liars' Poker by the published program: how many deals it finds each hand in.

The sets of natural cards are counted again, for each of the jokers that may be in play: hands of
equal ranks by a walk from the highest rank down, straights by the set of ranks.
"""

import math
from collections import Counter
from collections.abc import Sequence
from itertools import product

from montmort.verification.certificates.check import (
    Form,
    between,
    integer,
)
from montmort.verification.certificates.forms import describe
from montmort.verification.certificates.hand_tables import HAND_TABLE, row_of
from montmort.verification.certificates.recount import recounted
from montmort.verification.certificates.straights import straights

PROBLEM = (
    "From a deck of `ranks` ranks in `suits` suits and `jokers` jokers, 0 or 2, some cards are in"
    " play, all deals equally likely. A small deck has the ace and the lowest other ranks. A "
    "program looks for hands in them. The first joker is wild. The second is wild in flushes "
    "alone; for all other hands it is a card of a rank of its own, above the ace, in no straight."
    " The program finds: a high card in any card; a pair, three, four or five of a kind if a rank"
    " that is held has two, three, four or five cards, the wild joker included; a flush in five "
    "cards of a suit that is held, both jokers included; a straight in five ranks in a row, the "
    "wild joker for one of them, where the ace is also below the deuce; a straight flush if the "
    "highest straight, and no other, has five cards of one suit, the wild joker for one of them. "
    "For two pair and a full house it takes two cards from the highest rank that reaches two, the"
    " wild joker included, which is used up if it was needed; then a rank among all cards left, "
    "that rank too, must have two or three, with the wild joker if it is left. With `cards` cards"
    " in play made[hand] of the `deals` make the hand; the table has every number of cards."
)
HANDS = ("high_card", "pair", "two_pair", "three_of_a_kind", "flush", "straight", "full_house",
         "four_of_a_kind", "straight_flush", "five_of_a_kind")  # fmt: skip
WORDS = {
    "headline": "how likely the program finds each hand in 1 to {deck} cards: {deck} rows",
    "table": "{0} in play: {3}",
}

Poly = list[int]  # the sets of natural cards, by their number


def recount(ranks: int, suits: int, jokers: int) -> dict[str, object]:
    """Return the deals in which the program finds each hand, for every number of cards in play."""
    made, deck = deals_by_hand(ranks, suits, jokers), ranks * suits + jokers
    numbers = range(1, deck + 1)
    rows = [{name: by_size[cards] for name, by_size in made.items()} for cards in numbers]
    table = zip(numbers, rows, strict=True)
    return {
        "table": [row_of(cards, math.comb(deck, cards), row) for cards, row in table],
        "deck": deck,
    }


def two_or_none(what: str, text: object) -> int:
    """Return the number of jokers, 0 or 2."""
    half = {"0": "0", "2": "1"}.get(text) if isinstance(text, str) else None
    return 2 * integer(f"{what} / 2", half, 0, 1)


def deals_by_hand(ranks: int, suits: int, jokers: int) -> dict[str, list[int]]:
    """Return for each hand the deals in which it is found, by the number of cards in play."""
    natural = ranks * suits
    deals = {name: [0] * (natural + jokers + 1) for name in HANDS}
    for first, second in product(range(1 + jokers // 2), repeat=2):
        sets = {
            "high_card": [math.comb(natural, m) * bool(m + first + second)
                          for m in range(natural + 1)],
            "flush": flushes(ranks, suits, 5 - first - second),
            **kinds(ranks, suits, first, second),
            **rows_of_ranks(ranks, suits, first),
        }  # fmt: skip
        for name, by_size in sets.items():
            for m, ways in enumerate(by_size):
                deals[name][m + first + second] += ways
    return deals


def kinds(ranks: int, suits: int, first: int, second: int) -> dict[str, Poly]:
    """Return the sets in which hands of equal ranks are found; `second` is the card of its rank.

    Walking down, a state is (the jokers left after the first pair, -1 if there is none yet; the
    most cards left of a rank; the most cards of a rank).
    """
    start = follow((-1, 0, 0), second, first)
    here = Counter({(0, start): 1})
    for _ in range(ranks):
        there = Counter[tuple[int, tuple[int, int, int]]]()
        for (m, state), ways in here.items():
            for c in range(suits + 1):
                there[m + c, follow(state, c, first)] += ways * math.comb(suits, c)
        here = there
    sets = {name: [0] * (ranks * suits + 1) for name in
             ("pair", "two_pair", "three_of_a_kind", "full_house", "four_of_a_kind",
              "five_of_a_kind")}  # fmt: skip
    for (m, (left, rest, most)), ways in here.items():
        of_rank = most + first if most else 0
        second_part = rest + left if rest and left >= 0 else 0
        for name, holds in (
            ("pair", of_rank >= 2),
            ("three_of_a_kind", of_rank >= 3),
            ("four_of_a_kind", of_rank >= 4),
            ("five_of_a_kind", of_rank >= 5),
            ("two_pair", second_part >= 2),
            ("full_house", second_part >= 3),
        ):
            sets[name][m] += ways * holds
    return sets


def follow(state: tuple[int, int, int], cards: int, first: int) -> tuple[int, int, int]:
    """Return the state after a rank with so many cards."""
    left, rest, most = state
    if left < 0 and cards and cards + first >= 2:
        return first if cards >= 2 else 0, max(rest, cards - 2), max(most, cards)
    return left, max(rest, cards), max(most, cards)


def flushes(ranks: int, suits: int, enough: int) -> Poly:
    """Return the sets with so many cards of a suit: all, less those with fewer of every suit."""
    few = [math.comb(ranks, m) for m in range(min(enough, ranks + 1))]
    missed = power(few, suits)
    sets = [math.comb(ranks * suits, m) for m in range(ranks * suits + 1)]
    return [n - (missed[m] if m < len(missed) else 0) for m, n in enumerate(sets)]


def rows_of_ranks(ranks: int, suits: int, first: int) -> dict[str, Poly]:
    """Return the sets in which a straight and a straight flush are found."""
    shapes = Counter[tuple[int, int]]()  # (ranks held, of these in the highest straight)
    windows = [sum(1 << rank for rank in straight) for straight in straights(ranks)][::-1]
    for held in range(1 << ranks):
        counts = [(held & window).bit_count() for window in windows]
        top = next((k for k in counts if k + first >= 5), 0)
        if top:
            shapes[held.bit_count(), top] += 1
    some = [math.comb(suits, m) * (m > 0) for m in range(suits + 1)]
    rows = {name: [0] * (ranks * suits + 1) for name in ("straight", "straight_flush")}
    for (held, inside), sets in shapes.items():
        others = power(some, held - inside)
        for name, ways in (
            ("straight", power(some, inside)),
            ("straight_flush", in_one_suit(inside, suits, 5 - first)),
        ):
            for m, n in enumerate(times(ways, others)):
                rows[name][m] += sets * n
    return rows


def in_one_suit(ranks: int, suits: int, enough: int) -> Poly:
    """Return the sets that hold each of so many ranks, and enough of them in one suit."""
    here = Counter({(0,) * suits: 1})
    for _ in range(ranks):
        there = Counter[tuple[int, ...]]()
        for counts, ways in here.items():
            for chosen in product((0, 1), repeat=suits):
                if any(chosen):
                    there[tuple(map(sum, zip(counts, chosen, strict=True)))] += ways
        here = there
    sets = [0] * (ranks * suits + 1)
    for counts, ways in here.items():
        sets[sum(counts)] += ways * (max(counts) >= enough)
    return sets


def times(a: Sequence[int], b: Sequence[int]) -> Poly:
    """Return the product of two polynomials.

    >>> times([1, 1], [1, 2])
    [1, 3, 2]
    """
    product = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def power(a: Sequence[int], number: int) -> Poly:
    """Return a power of a polynomial.

    >>> power([1, 1], 2)
    [1, 2, 1]
    """
    product = [1]
    for _ in range(number):
        product = times(product, a)
    return product


RULES: Form = {
    "ranks": describe(between(2, 13), "Ranks in the deck."),
    "suits": describe(between(1, 4), "Suits in the deck."),
    "jokers": describe(two_or_none, "Jokers in the deck, 0 or 2.", integer),
}
CHECKER = recounted("liars-poker, published", PROBLEM, RULES, HAND_TABLE, recount, WORDS)
