"""Counts of the hands that the published program finds.

`montmort.games.liars_poker.published` describes its defects.  The program has two jokers, J1
and J2.  Let f and g, each 0 or 1, say whether J1 and J2 are in play.  A deal of n
cards has n - f - g natural cards, so

    count(n) = sum_(f,g) [x^(n-f-g)] G_fg(x).

Flushes are the usual ones with f + g jokers.  Straights and k of a kind are the usual
ones with f jokers, except that J1 and J2 together are a pair, and J1 alone is not.
Let P_b(x) count the sets of at most b of the s cards of a rank, e_b those of exactly
b cards, and R be the number of ranks.  The deals in which the program fails are

    two pair, f = 0     P_1^R + R (e_2 + e_3) P_1^(R-1): one pair and no second;
    full house, f = 0   P_2^R + sum_t P_1^t (e_3 + e_4) P_2^(R-1-t): the highest pair,
                        t ranks from the top, is taken from the only three;
    f = g = 1           the jokers are the first pair: P_1^R, P_2^R;
    two pair, f = 1     P_1^R + R e_2: J1 pairs a single highest card and no pair is
                        left, or there is only one pair;
    full house, f = 1   1 + sum_t (e_1 P_2^(R-1-t) + (e_2 + e_3) P_1^(R-1-t)): J1 pairs
                        a single highest card and no three are left, or J1 remains and
                        no pair is left to complete.

A straight flush must lie in the highest straight.  Let the window of that straight
have m ranks.  The choices of one or more cards of each rank with n = 5 - f or more of
them in one suit are, by inclusion and exclusion over the empty ranks,

    A_m(x) = sum_k (-1)^(m-k) C(m,k) ((1+x)^(ks) - (sum_(c<n) C(k,c) x^c)^s).

The a ranks beside the window contribute a factor ((1+x)^s - 1)^a.
"""

import math
from collections import Counter
from functools import cache
from itertools import product

import numpy as np
from flint import fmpz_poly

from montmort.exact.liars_poker.hand_counts import hand_needs
from montmort.exact.liars_poker.jokers_needed import ONE, ZERO, any_of
from montmort.games.cards.pack import Pack
from montmort.games.liars_poker.made_hands import CATEGORIES

X = fmpz_poly([0, 1])


@cache
def published_deals(pack: Pack, jokers: int) -> dict[str, fmpz_poly]:
    """Return for each category the deals of n cards in which the program finds it.

    >>> int(published_deals(Pack(), 0)["full_house"][5])  # it misses a three above the pair
    1872
    """
    states = list(product((0, 1), repeat=2)) if jokers else [(0, 0)]
    totals = dict.fromkeys(CATEGORIES, ZERO)
    for first, second in states:
        for name, sets in _natural_sets(pack, first, second).items():
            totals[name] += X ** (first + second) * sets
    return totals


def _natural_sets(pack: Pack, first: int, second: int) -> dict[str, fmpz_poly]:
    """Return G_fg: the sets of natural cards in which each category is found."""
    everything = any_of(pack.size)
    usual = {
        name: everything - needs.beyond(first + (second if name == "flush" else 0))
        for name, needs in hand_needs(pack).items()
    }
    if second:
        usual["high_card"] = everything
    if first:
        usual["pair"] = everything if second else everything - 1
    return usual | {
        "two_pair": everything - _no_second(2, pack, first, second),
        "full_house": everything - _no_second(3, pack, first, second),
        "straight_flush": _straight_flush(pack, 5 - first),
    }


def _no_second(number: int, pack: Pack, first: int, second: int) -> fmpz_poly:
    """Return the sets without `number` of a kind after the first pair has been taken."""
    R, s = pack.ranks, pack.suits
    e = [fmpz_poly([0] * c + [math.comb(s, c)]) for c in range(5)]
    P = [sum(e[: b + 1], ZERO) for b in range(3)]
    places = range(R)
    if not first and number == 2:
        return P[1] ** R + R * (e[2] + e[3]) * P[1] ** (R - 1)
    if not first:
        return P[2] ** R + sum(
            (P[1] ** t * (e[3] + e[4]) * P[2] ** (R - 1 - t) for t in places), ZERO
        )
    if second:
        return P[number - 1] ** R
    if number == 2:
        return P[1] ** R + R * e[2]
    return ONE + sum((e[1] * P[2] ** t + (e[2] + e[3]) * P[1] ** t for t in places), ZERO)


def _straight_flush(pack: Pack, number: int) -> fmpz_poly:
    """Return the sets whose highest straight has `number` cards of one suit."""
    one_rank = any_of(pack.suits) - 1
    terms = (
        ways * one_rank**beside * _suited(inside, number, pack.suits)
        for (inside, beside), ways in _highest_straights(pack, number).items()
    )
    return sum(terms, ZERO)


def _highest_straights(pack: Pack, number: int) -> Counter[tuple[int, int]]:
    """Count the sets of ranks with a straight by (ranks in the highest one, ranks beside it)."""
    ways: Counter[tuple[int, int]] = Counter()
    held = np.arange(1 << pack.ranks)
    for window in reversed(pack.windows):
        inside = np.bitwise_count(held & window)
        beside = np.bitwise_count(held & ~window)
        found = inside >= number
        ways.update(zip(inside[found].tolist(), beside[found].tolist(), strict=True))
        held = held[~found]
    return ways


def _suited(ranks: int, number: int, suits: int) -> fmpz_poly:
    """Return A_m: one or more cards of each of m ranks, at least `number` of them in one suit."""
    terms = (
        (-1) ** (ranks - k)
        * math.comb(ranks, k)
        * (any_of(k * suits) - fmpz_poly([math.comb(k, c) for c in range(number)]) ** suits)
        for k in range(ranks + 1)
    )
    return sum(terms, ZERO)
