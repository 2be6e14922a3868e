"""Count the orders of Treize three times: by walking them, by a plain sum, by the module."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb, factorial, perm

import pytest
from flint import fmpz_poly

from exact.treize_passes import PassCounts, count_passes

Counts = tuple[Counter[tuple[int, int, int]], Counter[tuple[int, int]], Counter[tuple[int, int]]]


def all_orders(ranks: int, suits: int) -> Iterator[list[int]]:
    """Deal every order of the deck by kind: choose the places of rank 1, then of rank 2, …"""

    def place(deck: list[int], rank: int, free: list[int]) -> Iterator[list[int]]:
        if rank > ranks:
            yield deck
            return
        for places in combinations(free, suits):
            dealt = deck[:]
            for spot in places:
                dealt[spot] = rank
            yield from place(dealt, rank + 1, [spot for spot in free if spot not in places])

    cards = ranks * suits
    yield from place([0] * cards, 1, list(range(cards)))


def walk(ranks: int, suits: int) -> Counts:
    """Play every order from every state, the rules told directly."""
    survive: Counter[tuple[int, int, int]] = Counter()
    loss_points: Counter[tuple[int, int]] = Counter()
    loss_place: Counter[tuple[int, int]] = Counter()
    for deck in all_orders(ranks, suits):
        for start in range(ranks):
            state, points = start, 0
            for place, card in enumerate(deck, 1):
                if card == state + 1:
                    state, points = 0, points + 1
                    continue
                state += 1
                if state == ranks:
                    loss_points[start, points] += 1
                    loss_place[start, place] += 1
                    break
            else:
                survive[start, state, points] += 1
    return survive, loss_points, loss_place


@cache
def rook(suits: int, matches: int, misses: int) -> fmpz_poly:
    """Return [s]_w x^w sum_t (-1)^t C(m,t) [s-w]_t x^t, one rank's share of the orders."""
    rest = suits - matches
    terms = [
        perm(suits, matches) * (-1) ** t * comb(misses, t) * perm(rest, t) for t in range(rest + 1)
    ]
    return fmpz_poly([0] * matches + terms)


def labelled_orders(poly: fmpz_poly, cards: int) -> int:
    """Put (n-u)! for x^u."""
    return sum(int(a) * factorial(cards - u) for u, a in enumerate(poly.coeffs()))


def plain_sum(ranks: int, suits: int) -> Counts:
    """Sum over the matches of each call and the call of the first match, for every i and j.

    A state is (end of the first round found, complete rounds that end above
    this call, cards used); its value is a polynomial over the common
    denominator that the multinomial K!/prod(w!) needs.
    """
    cards = ranks * suits
    survive: Counter[tuple[int, int, int]] = Counter()
    loss_points: Counter[tuple[int, int]] = Counter()
    loss_place: Counter[tuple[int, int]] = Counter()
    alike = factorial(suits) ** ranks
    for i in range(ranks):
        # No match in the first round at all.
        never = fmpz_poly([1])
        for _ in range(i, ranks):
            never *= rook(suits, 0, 1)
        orders = labelled_orders(never, cards) // alike
        loss_points[i, 0] += orders
        loss_place[i, ranks - i] += orders
        for j in range(ranks + 1):
            states: dict[tuple[bool, int, int], fmpz_poly] = {(False, 0, 0): fmpz_poly([1])}
            for call in range(ranks, 0, -1):
                after: dict[tuple[bool, int, int], fmpz_poly] = {}
                for (placed, rounds, used), poly in states.items():
                    for first in (False, True):
                        if first and (placed or call <= i):
                            continue
                        for here in range(suits + 1 - first):
                            spent = used + here * call + first * (call - i)
                            if spent + j > cards:
                                continue
                            misses = rounds + (placed and call > i) + (call <= j)
                            key = (placed or first, rounds + here, spent)
                            term = poly * rook(suits, here + first, misses)
                            term *= comb(rounds + here, here)
                            after[key] = after.get(key, fmpz_poly()) + term
                states = after
            for (placed, rounds, used), poly in states.items():
                if not placed:
                    continue
                if j < ranks and used + j == cards:
                    orders = labelled_orders(poly, cards) // alike
                    survive[i, j, rounds + 1] += orders
                elif j == ranks:
                    orders = labelled_orders(poly, cards) // alike
                    loss_points[i, rounds + 1] += orders
                    loss_place[i, used + ranks] += orders
    return survive, loss_points, loss_place


def as_counters(counts: PassCounts) -> Counts:
    """Read the tables of the module as the twins write theirs."""
    survive = {
        (i, j, k): orders
        for i, rows in enumerate(counts.survive)
        for j, row in enumerate(rows)
        for k, orders in enumerate(row)
    }
    points = {(i, k): v for i, row in enumerate(counts.loss_points) for k, v in enumerate(row)}
    place = {(i, p): v for i, row in enumerate(counts.loss_place) for p, v in enumerate(row)}
    return Counter(survive), Counter(points), Counter(place)


SMALL = [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (3, 1), (3, 2), (3, 3)]
SMALL += [(4, 1), (4, 2), (5, 1), (6, 1), (7, 1)]


@pytest.mark.parametrize(("ranks", "suits"), SMALL)
def test_every_order_walked(ranks: int, suits: int) -> None:
    assert as_counters(count_passes(ranks, suits)) == walk(ranks, suits)


@pytest.mark.parametrize(("ranks", "suits"), SMALL[:12])
def test_plain_sum_against_every_order_walked(ranks: int, suits: int) -> None:
    assert plain_sum(ranks, suits) == walk(ranks, suits)


ODD = [(2, 7), (2, 12), (3, 5), (3, 8), (4, 4), (4, 6), (5, 2), (5, 3), (5, 5), (6, 2), (6, 4)]
ODD += [(7, 3), (8, 2), (9, 1), (10, 1), (12, 1), (2, 33)]


@pytest.mark.parametrize(("ranks", "suits"), ODD)
def test_plain_sum(ranks: int, suits: int) -> None:
    assert as_counters(count_passes(ranks, suits)) == plain_sum(ranks, suits)
