"""Deals of Liars' Poker drawn, and scored by bit tricks.

A deal is one word: bit 13 suit + rank for each natural card, and from bit 52
on the jokers, counted (the published program tells its two apart: bit 52 is
its first, bit 53 its second).  Cards are words too, so a deal is the sum of
its cards, and what stays in the deck is the whole deck less the deal.

The suits' lanes, added bit by bit, give the sets of ranks held at least once,
twice, three and four times; of these only the two largest counts a >= b of a
rank matter.  Which categories they make, and which a set of ranks makes, with
so many jokers, is looked up in tables of the `Sheet`.

The ten answers, in the house's order, and the call's are the bits of a code,
so the joint law of all is kept in one number per play.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.montecarlo.kernels.compile import compiled
from montmort.montecarlo.kernels.draw import draw_cards
from montmort.montecarlo.kernels.sfc64 import Words, laid_down, taken_up

Ints = npt.NDArray[np.int64]

JOKER = 1 << 52  # the word of a joker, and of the published program's first
SECOND_JOKER = 1 << 53  # of its second
MOST_JOKERS = 1023  # a word has room for so many
ENOUGH = 5  # jokers that make everything; more are no better
LANE = 2**13 - 1
OF_A_KIND = 0b1010001010  # the bits of pair, three, four and five of a kind
CODES = 2**11


class Call(NamedTuple):
    """A call is cards that must be there, and `parts` parts (number, set), at most five.

    The jokers needed are the sum of (number - cards of the set)+ over the parts;
    for the `needed` cards no joker stands.
    """

    needed: int
    parts: int
    numbers: tuple[int, int, int, int, int]
    sets: tuple[int, int, int, int, int]


class Sheet(NamedTuple):
    """What a deal is scored by.

    `runs[j, m]` tells what a set m of ranks makes with j jokers: bit 0 five
    cards, bit 1 a straight; of ranks in one suit, a flush and a straight flush.
    `kinds[j, a, b]` is the code of all that the two largest counts a >= b of a
    rank make.  `highest[j, m]` is the highest straight's window of which m
    holds 5 - j ranks, 0 if there is none.
    """

    published: bool
    runs: npt.NDArray[np.int8]
    kinds: npt.NDArray[np.int16]
    highest: npt.NDArray[np.int16]
    call: Call


class Shoe(NamedTuple):
    """The cards of which `drawn` are drawn for each deal; it is base + sign * their sum.

    Where fewer cards stay in the deck than are in play, these are drawn.
    """

    deck: Ints
    drawn: int
    base: int
    sign: int


@compiled
def deal(words: Words, shoe: Shoe, deals: Ints) -> None:
    """Write the next deals of a stream into `deals`."""
    stream = taken_up(words)
    for play in range(deals.size):
        total, stream = draw_cards(shoe.deck, shoe.deck.size, shoe.drawn, stream)
        deals[play] = shoe.base + shoe.sign * total
    laid_down(words, stream)


@compiled
def lanes(cards: int) -> tuple[int, int, int, int]:
    """Return the ranks held in each suit."""
    return cards & LANE, (cards >> 13) & LANE, (cards >> 26) & LANE, (cards >> 39) & LANE


@compiled
def held(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """Return the ranks held at least once, twice, three and four times in four lanes."""
    ab, cd, a_or_b, c_or_d = a & b, c & d, a | b, c | d
    return a_or_b | c_or_d, ab | cd | (a_or_b & c_or_d), (ab & c_or_d) | (cd & a_or_b), ab & cd


@compiled
def two_or_more(ranks: int) -> bool:
    """Return whether a set has two members or more."""
    return ranks & (ranks - 1) != 0


@compiled
def usual(cards: int, sheet: Sheet) -> int:
    """Return the code of a deal by the usual rules: all jokers fully wild."""
    jokers = min(cards >> 52, ENOUGH)
    a, b, c, d = lanes(cards)
    once, twice, thrice, four = held(a, b, c, d)
    most = (once != 0) + (twice != 0) + (thrice != 0) + (four != 0)
    second = two_or_more(once) + two_or_more(twice) + two_or_more(thrice) + two_or_more(four)
    code: int = sheet.kinds[jokers, most, second]
    runs = sheet.runs
    in_ranks: int = runs[jokers, once]
    in_suit: int = runs[jokers, a] | runs[jokers, b] | runs[jokers, c] | runs[jokers, d]
    return code | (in_suit & 1) << 4 | (in_ranks & 2) << 4 | (in_suit & 2) << 7


@compiled
def highest_of(ranks: int) -> int:
    """Return a set with the highest member alone, of at most 16; the empty set as it is."""
    ranks |= ranks >> 1
    ranks |= ranks >> 2
    ranks |= ranks >> 4
    ranks |= ranks >> 8
    return ranks ^ (ranks >> 1)


@compiled
def published(cards: int, sheet: Sheet) -> int:
    """Return the code of a deal as the published program scores it.

    Outside flushes its second joker is an ordinary card above the ace.  The
    first pair is of the highest rank that has one, the first joker counted, and
    leaves with the joker if it was needed, before the second part is sought.
    The straight flush is sought in the highest straight only.
    """
    first, second = (cards >> 52) & 1, (cards >> 53) & 1
    a, b, c, d = lanes(cards)
    naturals, twice, thrice, four = held(a, b, c, d)
    once = naturals | second << 13
    most = (once != 0) + (twice != 0) + (thrice != 0) + (four != 0)
    code: int = sheet.kinds[first, most, 0] & OF_A_KIND

    pair = highest_of(once if first else twice)
    spare = first if pair & twice else 0
    rest_once = (once & ~pair) | (thrice & pair)
    rest_twice = (twice & ~pair) | (four & pair)
    second_pair = (rest_once if spare else rest_twice) != 0
    triple = (rest_twice if spare else thrice & ~pair) != 0

    runs = sheet.runs
    both = first + second
    flush: int = runs[both, a] | runs[both, b] | runs[both, c] | runs[both, d]
    best: int = sheet.highest[first, naturals]
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


@compiled
def size(cards: int) -> int:
    """Return the number of cards in a word without jokers: by pairs, fours and bytes, added."""
    cards -= (cards >> 1) & 0x5555555555555555
    cards = (cards & 0x3333333333333333) + ((cards >> 2) & 0x3333333333333333)
    cards = (cards + (cards >> 4)) & 0x0F0F0F0F0F0F0F0F
    cards += cards >> 8
    cards += cards >> 16
    return (cards + (cards >> 32)) & 0x7F


@compiled
def called(cards: int, call: Call) -> bool:
    """Return whether the call can be made; no call, without parts, always can."""
    jokers = cards >> 52
    for part in range(call.parts):
        jokers -= max(0, call.numbers[part] - size(cards & call.sets[part]))
    return jokers >= 0 and cards & call.needed == call.needed


@compiled
def score(deals: Ints, sheet: Sheet, codes: Ints) -> None:
    """Write the code of each deal into `codes`."""
    for play in range(deals.size):
        cards = deals[play]
        if sheet.published:  # here, not in a function: one that is handed arrays costs a fifth
            codes[play] = published(cards, sheet)
        else:
            codes[play] = usual(cards, sheet) | called(cards, sheet.call) << 10
