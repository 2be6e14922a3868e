"""All poker hands that can be made with jokers, counted given a player's own cards.

A hand is a goal, and its `Needs` are counted over the unseen natural cards:

    k of a kind      nearest, over the ranks, of k cards of the rank;
    flush            nearest, over the suits, of 5 cards of the suit;
    straight flush   nearest, over the suits, of a straight among its cards;
    high card        1 card.

Two pair and full house need two different ranks.  It is best to use the largest rank
count a for the larger part and the second largest b for the other.  So they need
(2 - a)+ + (2 - b)+ and (3 - a)+ + (2 - b)+ jokers.  Let P_(r,b)(x) count the sets of
unseen cards of rank r with which at most b cards are held, e_(r,a) those with which
exactly a cards are held, and

    one(a, b) = sum_r e_(r,a) prod_(s != r) P_(s,b).

Then the number of sets with largest counts a > b is one(a, b) - one(a, b - 1), and
the number with a = b is prod P_(r,a) - prod P_(r,a-1) - one(a, a - 1).

A straight depends on the set of ranks held.  Suppose unseen cards of m new ranks are
added.  N_d(m) counts the sets of m new ranks with which the fullest straight holds
5 - d ranks.  Each new rank brings 1 to s of its s cards.  Unseen cards of ranks already
held, c of them, do not matter:

    D_d = (1 + x)^c N_d((1 + x)^s - 1),    and inside one suit N_d(x).
"""

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
from flint import fmpz_poly

from montmort.exact.liars_poker.jokers_needed import MOST, ONE, ZERO, Needs, any_of, nearest, part
from montmort.games.cards.pack import Pack


@cache
def hand_needs(pack: Pack, own: int = 0) -> dict[str, Needs]:
    """Return the needs of every category; `own` is the set of the player's natural cards.

    >>> needs = hand_needs(Pack())
    >>> int(needs["straight_flush"].exactly[0][5])  # 10 windows in 4 suits
    40
    """
    held = pack.rank_counts(own)
    lanes = pack.lanes(own)

    def kind(number: int) -> Needs:
        return nearest(part(number=number, unseen=pack.suits - h, held=h) for h in held)

    own_count = own.bit_count()
    return {
        "high_card": part(number=1, unseen=pack.size - own_count, held=own_count),
        "pair": kind(2),
        "two_pair": _two_ranks(2, 2, pack, own),
        "three_of_a_kind": kind(3),
        "flush": nearest(
            part(number=5, unseen=pack.ranks - lane.bit_count(), held=lane.bit_count())
            for lane in lanes
        ),
        "straight": _straight(pack, held),
        "full_house": _two_ranks(3, 2, pack, own),
        "four_of_a_kind": kind(4),
        "straight_flush": nearest(_run(pack, lane, 1) for lane in lanes),
        "five_of_a_kind": kind(5),
    }


def _straight(pack: Pack, held: tuple[int, ...]) -> Needs:
    ranks = sum(1 << rank for rank, count in enumerate(held) if count)
    goal = _run(pack, ranks, pack.suits)
    return goal.among(sum(pack.suits - count for count in held if count))


@cache
def _run(pack: Pack, held: int, cards: int) -> Needs:
    """Return the needs of a straight; each rank not held has `cards` unseen cards."""
    exactly = tuple(fmpz_poly(row)(any_of(cards) - 1) for row in _new_ranks(pack, held))
    return Needs(unseen=(pack.ranks - held.bit_count()) * cards, exactly=exactly)


def _new_ranks(pack: Pack, held: int) -> list[list[int]]:
    """Return N_d(m), shape (6, ranks + 1)."""
    new = np.arange(1 << pack.ranks)
    new = new[new & held == 0]
    table = np.zeros((MOST + 1, pack.ranks + 1), np.int64)
    if pack.windows:
        np.add.at(table, (MOST - _fullest(pack)[new | held], np.bitwise_count(new)), 1)
    rows: list[list[int]] = table.tolist()
    return rows


@cache
def _fullest(pack: Pack) -> npt.NDArray[np.uint8]:
    """Return for every set of ranks how many of them are in its fullest straight."""
    ranks = np.arange(1 << pack.ranks)
    fullest: npt.NDArray[np.uint8] = np.zeros(ranks.size, np.uint8)
    for window in pack.windows:
        np.maximum(fullest, np.bitwise_count(ranks & window), out=fullest)
    return fullest


def _two_ranks(first: int, second: int, pack: Pack, own: int) -> Needs:
    exactly = [ZERO] * (MOST + 1)
    for (most, next_most), sets in _largest_two(pack, pack.rank_counts(own)):
        exactly[max(0, first - most) + max(0, second - next_most)] += sets
    return Needs(unseen=pack.size - own.bit_count(), exactly=tuple(exactly))


@cache
def _largest_two(
    pack: Pack, held: tuple[int, ...]
) -> tuple[tuple[tuple[int, int], fmpz_poly], ...]:
    """Return pairs (a, b) of largest rank counts, with the sets of unseen cards that make them."""
    return tuple(_rank_counts(pack.suits, Counter(held)))


def _rank_counts(suits: int, ranks: Counter[int]) -> Iterator[tuple[tuple[int, int], fmpz_poly]]:
    """Yield the pairs; `ranks[h]` is the number of ranks of which h cards are held."""

    def exactly(held: int, count: int) -> fmpz_poly:
        new = count - held
        return fmpz_poly([0] * new + [math.comb(suits - held, new)]) if new >= 0 else ZERO

    def at_most(count: int, without: int | None = None) -> fmpz_poly:
        """Return prod P_(r,count), leaving out one rank with `without` cards held."""
        powers = (
            sum((exactly(held, c) for c in range(count + 1)), ZERO) ** (number - (held == without))
            for held, number in ranks.items()
        )
        return math.prod(powers, start=ONE)

    def one(most: int, others: int) -> fmpz_poly:
        terms = (
            number * exactly(held, most) * at_most(others, without=held)
            for held, number in ranks.items()
        )
        return sum(terms, ZERO)

    for a in range(suits + 1):
        yield (a, a), at_most(a) - at_most(a - 1) - one(a, a - 1)
        for b in range(a):
            yield (a, b), one(a, b) - one(a, b - 1)
