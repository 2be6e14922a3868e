"""Kernels of Liars' Poker: draw deals, and score them by bit operations.

A deal is one word: bit 13 suit + rank for each natural card, and from bit 52
on the number of jokers (the published program distinguishes its two jokers: bit 52
is the first, bit 53 the second).  Cards are words too, so a deal is the sum of
its cards, and the cards left in the deck are the whole deck minus the deal.

The suits' lanes, added bit by bit, give the sets of ranks held at least once, twice, three
and four times; only the two largest counts a >= b of a rank matter.  `ScoringTables` give the
categories made by these counts, and by a set of ranks, with a given number of jokers.

The ten answers, in the order of the game's categories, and the answer to the call are
the bits of a code, so one number per play holds the joint outcome.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled, step
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Words, load_stream, store_stream

Ints = npt.NDArray[np.int64]

JOKER = 1 << 52  # the word of a joker, and of the published program's first joker
SECOND_JOKER = 1 << 53  # of its second joker
MOST_JOKERS = 1023  # that fit into a word
ENOUGH = 5  # jokers make every category; more make no difference
LANE = 2**13 - 1
OF_A_KIND = 0b1010001010  # the bits of pair, three, four and five of a kind
CODES = 2**11


class Call(NamedTuple):
    """A call: the `needed` cards and `parts` parts (number, set), at most five.

    The jokers needed are the sum of (number - cards of the set)+ over the parts;
    jokers cannot replace the `needed` cards.
    """

    needed: int
    parts: int
    numbers: tuple[int, int, int, int, int]
    sets: tuple[int, int, int, int, int]


class ScoringTables(NamedTuple):
    """Tables for scoring a deal.

    `runs[j, m]` is what a set m of ranks makes with j jokers: bit 0 five cards, bit 1 a
    straight; for the ranks of one suit, a flush and a straight flush.
    `kinds[j, a, b]` is the code of all categories that the two largest counts a >= b of a
    rank make.  `highest[j, m]` is the window of the highest straight of which m
    holds 5 - j ranks, 0 if there is none.
    """

    published: bool
    runs: npt.NDArray[np.int8]
    kinds: npt.NDArray[np.int16]
    highest: npt.NDArray[np.int16]
    call: Call


class Shoe(NamedTuple):
    """The deck from which `drawn` cards are drawn for a deal, which is base + sign * their sum.

    If fewer cards stay in the deck than are in play, those that stay are drawn.
    """

    deck: Ints
    drawn: int
    base: int
    sign: int


@compiled
def deal(words: Words, shoe: Shoe, deals: Ints) -> None:
    """Write the next deals of a stream into `deals`."""
    stream = load_stream(words)
    for play in range(deals.size):
        total, stream = draw_cards(shoe.deck, shoe.deck.size, shoe.drawn, stream)
        deals[play] = shoe.base + shoe.sign * total
    store_stream(words, stream)


@step
def lanes(cards: int) -> tuple[int, int, int, int]:
    """Return the ranks held in each suit."""
    return cards & LANE, (cards >> 13) & LANE, (cards >> 26) & LANE, (cards >> 39) & LANE


@step
def rank_sets(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return the ranks held at least once, twice, three and four times in four lanes."""
    ab, cd, a_or_b, c_or_d = a & b, c & d, a | b, c | d
    return a_or_b | c_or_d, ab | cd | (a_or_b & c_or_d), (ab & c_or_d) | (cd & a_or_b), ab & cd


@step
def two_or_more(ranks: int) -> bool:
    """Return whether a set has two members or more."""
    return ranks & (ranks - 1) != 0


@step
def usual_code(cards: int, tables: ScoringTables) -> int:
    """Return the code of a deal under the usual rules: all jokers are fully wild."""
    jokers = min(cards >> 52, ENOUGH)
    a, b, c, d = lanes(cards)
    once, twice, thrice, four = rank_sets(a, b, c, d)
    most = (once != 0) + (twice != 0) + (thrice != 0) + (four != 0)
    second = two_or_more(once) + two_or_more(twice) + two_or_more(thrice) + two_or_more(four)
    code: int = tables.kinds[jokers, most, second]
    runs = tables.runs
    in_ranks: int = runs[jokers, once]
    in_suit: int = runs[jokers, a] | runs[jokers, b] | runs[jokers, c] | runs[jokers, d]
    return code | (in_suit & 1) << 4 | (in_ranks & 2) << 4 | (in_suit & 2) << 7


@step
def highest_of(ranks: int) -> int:
    """Return the set of the highest member alone, of a set of at most 16 ranks, or empty."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ (ranks >> 1)


@step
def published_code(cards: int, tables: ScoringTables) -> int:
    """Return the code of a deal as the published program scores it.

    Except in flushes, its second joker is an ordinary card above the ace.  The
    first pair is of the highest rank that has one, counting the first joker; it is
    removed, with the joker if that was needed, before the second part is looked for.
    A straight flush is looked for in the highest straight only.
    """
    first, second = (cards >> 52) & 1, (cards >> 53) & 1
    a, b, c, d = lanes(cards)
    naturals, twice, thrice, four = rank_sets(a, b, c, d)
    once = naturals | second << 13
    most = (once != 0) + (twice != 0) + (thrice != 0) + (four != 0)
    code: int = tables.kinds[first, most, 0] & OF_A_KIND

    pair = highest_of(once if first else twice)
    spare = first if pair & twice else 0
    rest_once = (once & ~pair) | (thrice & pair)
    rest_twice = (twice & ~pair) | (four & pair)
    second_pair = (rest_once if spare else rest_twice) != 0
    triple = (rest_twice if spare else thrice & ~pair) != 0

    runs = tables.runs
    both = first + second
    flush: int = runs[both, a] | runs[both, b] | runs[both, c] | runs[both, d]
    best: int = tables.highest[first, naturals]
    in_best: int = (
        runs[first, a & best]
        | runs[first, b & best]
        | runs[first, c & best]
        | runs[first, d & best]
    )
    return (
        code
        | (cards != 0)
        | (pair != 0 and second_pair) << 2
        | (flush & 1) << 4
        | (best != 0) << 5
        | (pair != 0 and triple) << 6
        | (in_best & 2) << 7
    )


@step
def size(cards: int) -> int:
    """Return the number of cards in a word without jokers, adding pairs, fours and bytes."""
    cards -= (cards >> 1) & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 0x7F


@step
def call_holds(cards: int, call: Call) -> bool:
    """Return whether the call can be made; an empty call always can."""
    jokers = cards >> 52
    for part in range(call.parts):
        jokers -= max(0, call.numbers[part] - size(cards & call.sets[part]))
    return jokers >= 0 and cards & call.needed == call.needed


@compiled
def score(deals: Ints, tables: ScoringTables, codes: Ints) -> None:
    """Write the code of each deal into `codes`."""
    for play in range(deals.size):
        cards = deals[play]
        if tables.published:  # inline: a function with array arguments takes a fifth longer
            codes[play] = published_code(cards, tables)
        else:
            codes[play] = usual_code(cards, tables) | call_holds(cards, tables.call) << 10
