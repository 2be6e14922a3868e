"""Kernels of `exact.draw_pairs` and `exact.draw_table`: sets of cards, counted at speed.

A set of cards is a row of a matrix, its cards ascending.  All sets of a deck
have places: the smaller ones first, those of one size in colexicographic order,

    place(c_1 < … < c_k) = start[k] + C(c_1, 1) + … + C(c_k, k).

A subset of a hand is a mask of its cards 0 … 4.
"""

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from exact.kernel import compiled
from games.five_card_hands import ALMOST_FIVE, FIVE, RANK_BITS, SUIT_BITS, Table

Ints = npt.NDArray[Any]
CHOOSE: Ints = np.array([[math.comb(n, k) for k in range(7)] for n in range(64)])
SIZE: Ints = np.array([mask.bit_count() for mask in range(32)])
PAIR_AND_OTHERS = np.array(
    [(s, t) for s in range(32) for t in range(32) if s.bit_count() == 2 and not s & t]
)


class Hands(NamedTuple):
    """All hands in order of value; first[v] is the first worth v.

    A hand plays for as many as its weight says, one of weight 0 is only played against.
    """

    cards: Ints
    first: Ints
    weights: Ints


class Pairs(NamedTuple):
    """H(A, S): the columns are the places of S, the rows those of A, or of A among its size."""

    few: Ints  # A of at most two cards
    three: Ints
    four: Ints
    five: Ints


@compiled
def place_of(cards: Ints, mask: int, start: Ints) -> int:
    """Return the place of the set of those cards that are in the mask."""
    size = place = 0
    for i in range(cards.size):
        if mask >> i & 1:
            size += 1
            place += CHOOSE[cards[i], size]
    first: int = start[size]
    return place + first


@compiled
def value_hands(cards: Ints, ranking: Table, values: Ints) -> None:
    """Value all hands."""
    for i in range(len(cards)):
        word = 0
        for card in cards[i]:
            word += ranking.keys[card]
        where = word & ranking.rank_mask
        values[i] = ranking.plain[where]
        if (word + ALMOST_FIVE) & FIVE:
            for suit in range(len(ranking.flush)):
                if word >> (RANK_BITS + SUIT_BITS * suit) & 15 == 5:
                    values[i] = ranking.flush[suit, where]


@compiled
def image_of(cards: Ints, images: Ints, moved: Ints, start: Ints) -> int:
    """Put the images of the cards into `moved`, ascending, and return their place."""
    place: int = start[cards.size]
    for i in range(cards.size):
        card, j = images[cards[i]], i
        while j > 0 and moved[j - 1] > card:
            moved[j] = moved[j - 1]
            j -= 1
        moved[j] = card
    for i in range(cards.size):
        place += CHOOSE[moved[i], i + 1]
    return place


@compiled
def weigh(sets: Ints, changes: Ints, start: Ints, weights: Ints) -> None:
    """Weigh each set by the number of its images if it is the lowest of them, else by 0."""
    moved = np.empty(sets.shape[1], np.int64)
    for i in range(len(sets)):
        own, still = start[sets.shape[1]] + i, 0
        for images in changes:
            place = image_of(sets[i], images, moved, start)
            still += place == own
            if place < own:
                still = 0
                break
        weights[i] = len(changes) // still if still else 0


@compiled
def add(row: Ints, other: Ints, factor: int) -> None:
    """Add to a row so many times another."""
    for i in range(row.size):
        row[i] += factor * other[i]


@compiled
def places_of(hand: Ints, start: Ints, places: Ints) -> None:
    """Put the places of all subsets of a hand into `places`."""
    places[0] = 0
    for highest in range(5):
        for rest in range(1 << highest):
            mask, size = rest | 1 << highest, SIZE[rest] + 1
            step = start[size] - start[size - 1] + CHOOSE[hand[highest], size]
            places[mask] = places[rest] + step


@compiled
def count_in(places: Ints, start: Ints, seen: Ints) -> None:
    """Count a hand in seen[T, S] for all its pairs S and all sets T of its other cards."""
    for pair, others in PAIR_AND_OTHERS:
        seen[places[others], places[pair] - start[2]] += 1


@compiled
def count_disjoint(hand: Ints, places: Ints, seen: Ints, start: Ints, pairs: Ints) -> None:
    """Count for all pairs S the hands seen that contain S and no card of the hand."""
    pairs[:] = 0
    for mask in range(32):
        if SIZE[mask] <= 3:
            add(pairs, seen[places[mask]], 1 - 2 * (SIZE[mask] & 1))
    for card in hand:
        pairs[CHOOSE[card, 2] : CHOOSE[card + 1, 2]] = 0
        for higher in range(card + 1, start[2] - 1):
            pairs[CHOOSE[higher, 2] + card] = 0


@compiled
def lift(pairs: Ints, singles: Ints) -> int:
    """Put 4 H(S) = sum over x of H(S + x) into `singles`, and return 20 H(no card)."""
    singles[:] = 0
    for higher in range(singles.size):
        total = 0
        for lower in range(higher):
            count: int = pairs[CHOOSE[higher, 2] + lower]
            singles[lower] += count
            total += count
        singles[higher] += total
    return singles.sum()  # type: ignore[no-any-return]


@compiled
def play(
    hand: Ints, weight: int, seen: Ints, start: Ints, rows: Pairs, room: tuple[Ints, Ints, Ints]
) -> None:
    """Add what the hand beats to the rows of its sets of 3, 4 and 5 cards."""
    pairs, singles, places = room
    places_of(hand, start, places)
    count_disjoint(hand, places, seen, start, pairs)
    total = lift(pairs, singles)
    singles //= 4
    for mask in range(32):
        row = places[mask] - start[SIZE[mask]]
        if SIZE[mask] == 3:
            add(rows.three[row, start[2] :], pairs, weight)
        elif SIZE[mask] == 4:
            add(rows.four[row, 1:], singles, weight)
        elif SIZE[mask] == 5:
            rows.five[row, 0] += weight * total // 20


@compiled
def sweep(
    hands: Hands, start: Ints, values: tuple[int, int], seen: Ints, wins: Pairs, no_losses: Pairs
) -> None:
    """Play the hands worth values[0] … values[1] - 1 against all hands of less value, and equal."""
    places = np.empty(32, np.int64)
    room = np.empty(seen.shape[1], np.int16), np.empty(start[2] - 1, np.int32), places
    for value in range(values[0], values[1]):
        first, end = hands.first[value], hands.first[value + 1]
        for i in range(first, end):
            if hands.weights[i]:
                play(hands.cards[i], hands.weights[i], seen, start, wins, room)
        for i in range(first, end):
            places_of(hands.cards[i], start, places)
            count_in(places, start, seen)
        for i in range(first, end):
            if hands.weights[i]:
                play(hands.cards[i], hands.weights[i], seen, start, no_losses, room)


@compiled
def average(
    matrix: Ints, sets: Ints, weights: Ints, changes: Ints, columns: Ints, start: Ints
) -> int:
    """Give each row the mean over the changes of suits of its images; return what was left over.

    columns[change, S] is the image of column S.
    """
    moved, rows = np.empty(sets.shape[1], np.int64), np.empty(len(changes), np.int64)
    mean, rest = np.empty(matrix.shape[1], np.int64), 0
    for i in range(len(sets)):
        if weights[i]:
            mean[:] = 0
            for change in range(len(changes)):
                rows[change] = (
                    image_of(sets[i], changes[change], moved, start) - start[sets.shape[1]]
                )
                for column in range(mean.size):
                    mean[column] += matrix[rows[change], columns[change, column]]
            for column in range(mean.size):
                rest |= mean[column] % len(changes)
                mean[column] //= len(changes)
            for change in range(len(changes)):
                for column in range(mean.size):
                    matrix[rows[change], columns[change, column]] = mean[column]
    return rest


@compiled
def lift_theirs(matrix: Ints, start: Ints) -> int:
    """Fill the columns of smaller S from those of the largest; return what was left over."""
    rest, singles = 0, np.empty(start[2] - 1, np.int64)
    for row in matrix:
        if row.size > start[2]:
            rest |= lift(row[start[2] :], singles) % 20
            for card in range(singles.size):
                rest |= singles[card] % 4
                row[1 + card] = singles[card] // 4
        singles[:] = row[1 : start[2]]
        rest |= singles.sum() % 5
        row[0] = singles.sum() // 5
    return rest


@compiled
def lift_own(matrix: Ints, sets: Ints, start: Ints, few: Ints) -> int:
    """Fill the rows of sets of one card less; return what was left over."""
    size = sets.shape[1]
    for i in range(len(sets)):
        for card in range(size):
            row = place_of(sets[i], (1 << size) - 1 ^ 1 << card, start)
            add(few[row], matrix[i], 1)
    rest = 0
    for row in range(start[size - 1], start[size]):
        for column in range(few.shape[1]):
            rest |= few[row, column] % (6 - size)
            few[row, column] //= 6 - size
    return rest
