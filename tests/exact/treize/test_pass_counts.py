"""Count the orders of Treize three ways: by enumeration, by a plain sum, by the module."""

import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, factorial, perm
from pathlib import Path

import pytest
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.treize import pass_counts
from montmort.exact.treize.pass_counts import (
    PassCounts,
    count_passes,
    default_counter,
    load_or_count_passes,
    work,
)

Counts = tuple[Counter[tuple[int, int, int]], Counter[tuple[int, int]], Counter[tuple[int, int]]]


def all_orders(ranks: int, suits: int) -> Iterator[list[int]]:
    """Deal every order of the deck by kind: choose the places of rank 1, then of rank 2, ..."""

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
    """Play every order from every state by the rules."""
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
    """Convert the tables of the module to those of `walk` and `plain_sum`."""
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
    orders = walk(ranks, suits)
    assert as_counters(count_passes(ranks, suits)) == orders
    assert plain_sum(ranks, suits) == orders


# More suits than ranks, one suit, two ranks.
ODD = [(2, 7), (2, 12), (3, 5), (3, 8), (4, 4), (4, 6), (5, 2), (5, 3), (5, 5), (6, 2), (6, 4)]
ODD += [(7, 3), (8, 2), (9, 1), (10, 1), (11, 1), (12, 1), (13, 1), (3, 15), (2, 33), (2, 47)]


@pytest.mark.parametrize(("ranks", "suits"), ODD)
def test_plain_sum(ranks: int, suits: int) -> None:
    assert as_counters(count_passes(ranks, suits)) == plain_sum(ranks, suits)


@settings(max_examples=20)
@given(st.integers(2, 7), st.integers(1, 7))
def test_plain_sum_of_any_deck(ranks: int, suits: int) -> None:
    if ranks * suits <= 28:
        assert as_counters(count_passes(ranks, suits)) == plain_sum(ranks, suits)


@pytest.mark.slow
@pytest.mark.parametrize(("ranks", "suits"), [(13, 4), (9, 5), (3, 20), (16, 2), (24, 1)])
def test_plain_sum_of_a_long_deck(ranks: int, suits: int) -> None:
    assert as_counters(count_passes(ranks, suits)) == plain_sum(ranks, suits)


def value(counts: PassCounts) -> Fraction:
    """Solve v = e + Q v by elimination: the expected points from state 0, less the stake."""
    ranks, orders = counts.ranks, counts.orders
    rows = []
    for i in range(ranks):
        row = [Fraction(i == j) - Fraction(sum(counts.survive[i][j]), orders) for j in range(ranks)]
        gains = [k * v for by_points in counts.survive[i] for k, v in enumerate(by_points)]
        gains += [k * v for k, v in enumerate(counts.loss_points[i])]
        rows.append([*row, Fraction(sum(gains), orders)])
    for k in reversed(range(ranks)):
        for i in range(k):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k], strict=True)]
    # What is left of row 0 has its first entry and the right side only.
    return rows[0][ranks] / rows[0][0] - 1


@pytest.mark.parametrize(
    ("ranks", "suits", "known"),
    [
        # Found by walking every order of the deck from every state, as `walk` does.
        (2, 1, "1/3"),
        (2, 2, "7/3"),
        (2, 3, "109/96"),
        (2, 4, "106/55"),
        (3, 1, "73/57"),
        (3, 2, "501671/465312"),
        (4, 1, "130225/172279"),
        (6, 1, "9764078992958323/12758567970331269"),
    ],
)
def test_value_of_small_games(ranks: int, suits: int, known: str) -> None:
    assert value(count_passes(ranks, suits)) == Fraction(known)


@pytest.mark.parametrize(
    ("suits", "known"),
    # Doyle and Grinstead on Montmort's problem; for one suit the derangements of 13.
    [(4, "17244702296022529/26816424180170625"), (1, "109339663/172972800")],
)
def test_a_match_in_thirteen_cards(suits: int, known: str) -> None:
    counts = count_passes(13, suits)
    assert 1 - Fraction(counts.loss_points[0][0], counts.orders) == Fraction(known)
    assert counts.loss_points[0][0] == counts.loss_place[0][13]


def test_one_suit_lost_on_the_last_card() -> None:
    # The 44 derangements of 5: no match in the only round, which takes the whole deck.
    counts = count_passes(5, 1)
    assert counts.loss_place[0][5] == counts.loss_points[0][0] == 44


def test_a_match_on_the_last_card_restarts_the_count() -> None:
    # Begun with one miss, the order 2 1 is two matches; the new deck begins at call 1.
    assert count_passes(2, 1).survive[1][0] == (0, 0, 1)


@pytest.mark.parametrize(("ranks", "suits"), [(1, 4), (0, 1), (4, 0), (2, -1)])
def test_no_such_deck(ranks: int, suits: int) -> None:
    wrong = f"ranks={ranks}" if ranks < 2 else f"suits={suits}"
    for ask in (count_passes, work):
        with pytest.raises(ValueError, match=f"{wrong} must be >= "):
            ask(ranks, suits)


def broken(**changes: object) -> PassCounts:
    """Replace some of the counts of the deck 1 2."""
    counts = count_passes(2, 1)
    return replace(counts, **changes)  # type: ignore[arg-type]


def test_a_lost_order_is_missed() -> None:
    with pytest.raises(ArithmeticError, match="do not add up to 3"):
        broken(orders=3)


def test_points_and_places_must_agree() -> None:
    with pytest.raises(ArithmeticError, match="1 losing orders by points, 2 by place"):
        broken(loss_place=((0, 0, 2), (0, 1, 0)))


def test_a_count_below_zero_is_refused() -> None:
    with pytest.raises(ArithmeticError, match="negative"):
        broken(loss_points=((2, -1), (1, 0)))


def test_a_short_deck_is_counted_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    assert {default_counter(*deck) for deck in [(2, 1), (13, 1), (13, 4)]} == {"sweep"}
    assert {default_counter(*deck) for deck in [(16, 4), (13, 6), (26, 2)]} == {"kernel"}
    monkeypatch.setitem(sys.modules, "numba", None)
    assert default_counter(13, 6) == "sweep"


def test_a_stored_count_is_not_repeated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    counts = load_or_count_passes(13, 2)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(pass_counts, "STORE_LIMIT", 0)
    assert load_or_count_passes(13, 2) == counts
    monkeypatch.setattr(pass_counts, "_count_residues", None)
    assert load_or_count_passes(13, 2) == counts


def test_work_grows_and_answers_at_once() -> None:
    sizes = [work(ranks, suits) for ranks, suits in [(6, 1), (13, 1), (13, 4), (20, 4), (50, 9)]]
    assert sizes == sorted(sizes, key=lambda size: size.operations)
    assert sizes == sorted(sizes, key=lambda size: size.bytes)
    absurd = work(1000, 1000)
    assert absurd.operations > 10**20
    assert absurd.bytes > 10**15


@pytest.mark.slow
def test_work_estimates_the_memory_of_the_kernel() -> None:
    count_passes(2, 1, counter="kernel")  # loads the kernel
    for deck in [(13, 4), (16, 4), (13, 6), (30, 1), (8, 8)]:
        tracemalloc.start()
        count_passes(*deck, counter="kernel")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert 0.5 < work(*deck).bytes / peak < 2
