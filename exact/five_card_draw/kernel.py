"""The compiled kernels of `pair_counts` and `discards`: sets of cards are counted.

A set of cards is a row of a matrix, its cards in ascending order.  Every set of a
deck has a place: smaller sets come first, those of one size in colexicographic order,

    place(c_1 < ... < c_k) = start[k] + C(c_1, 1) + ... + C(c_k, k).

A subset of a hand is a mask of its cards 0 to 4.
"""

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from montmort.exact.five_card_draw.hands_below import Ints
from montmort.exact.kernel import compiled

CHOOSE: Ints = np.array([[math.comb(n, k) for k in range(7)] for n in range(64)])
SIZE: Ints = np.array([mask.bit_count() for mask in range(32)])
PAIR_AND_OTHERS = np.array(
    [(s, t) for s in range(32) for t in range(32) if s.bit_count() == 2 and not s & t]
)
ORDER = np.array(
    [sum(1 << i for i in c) for size in range(6) for c in combinations(range(5), size)]
)
RANK = np.argsort(ORDER)  # of a discard in the order of choices

# Where the cards of a hand are, anywhere 0, own 1 or theirs 2: a number in base 3, and two sets.
_HELD = np.arange(3**5)[:, None] // 3 ** np.arange(5) % 3
_SETS = [(holder == _HELD) @ (1 << np.arange(5)) for holder in (1, 2)]
OWN, THEIRS = SIZE[_SETS[0]], SIZE[_SETS[1]]
_STATES = np.column_stack((np.arange(3**5), *_SETS))
FEW = _STATES[(OWN <= 2) & (THEIRS <= OWN)]
THREE, FOUR, FIVE = (_STATES[size == OWN] for size in (3, 4, 5))
FEWER_OWN = np.column_stack((np.arange(3**5), _HELD * 2 % 3 @ 3 ** np.arange(5)))[OWN < THEIRS]


class Hands(NamedTuple):
    """All hands in order of value; first[v] is the first with value v.

    `weights` is how often a hand counts as own.  As theirs every hand counts once.
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
    """Return the place of the set of the cards in the mask."""
    size = place = 0
    for i in range(cards.size):
        if mask >> i & 1:
            size += 1
            place += CHOOSE[cards[i], size]
    first: int = start[size]
    return place + first


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
    """Set the weight of each set: the number of its images if it is the lowest, else 0."""
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
    """Add `factor` times `other` to a row."""
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
    """Add a hand to seen[T, S] for all its pairs S and all sets T of its other cards."""
    for pair, others in PAIR_AND_OTHERS:
        seen[places[others], places[pair] - start[2]] += 1


@compiled
def count_disjoint(hand: Ints, places: Ints, seen: Ints, start: Ints, pairs: Ints) -> None:
    """Set pairs[S] to the number of hands seen that contain S and no card of `hand`."""
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
    """Set `singles` to 4 H(S) = sum over x of H(S + x), and return 20 H(no card)."""
    singles[:] = 0
    for higher in range(singles.size):
        total = 0
        for lower in range(higher):
            count: int = pairs[CHOOSE[higher, 2] + lower]
            singles[lower] += count
            total += count
        singles[higher] += total
    all_singles: int = singles.sum()
    return all_singles


@compiled
def play(
    hand: Ints, weight: int, seen: Ints, start: Ints, rows: Pairs, buffers: tuple[Ints, Ints, Ints]
) -> None:
    """Add the hands seen to the rows of the sets of 3, 4 and 5 cards of `hand`."""
    pairs, singles, places = buffers
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
    """Count hands with values from values[0] to values[1] - 1 against all lower and equal hands."""
    places = np.empty(32, np.int64)
    buffers = np.empty(seen.shape[1], np.int16), np.empty(start[2] - 1, np.int32), places
    for value in range(values[0], values[1]):
        first, end = hands.first[value], hands.first[value + 1]
        for i in range(first, end):
            if hands.weights[i]:
                play(hands.cards[i], hands.weights[i], seen, start, wins, buffers)
        for i in range(first, end):
            places_of(hands.cards[i], start, places)
            count_in(places, start, seen)
        for i in range(first, end):
            if hands.weights[i]:
                play(hands.cards[i], hands.weights[i], seen, start, no_losses, buffers)


@compiled
def average(
    matrix: Ints, sets: Ints, weights: Ints, changes: Ints, columns: Ints, start: Ints
) -> int:
    """Set each row to the mean of its images over all changes of suits; return the remainder.

    columns[change, S] is the image of column S.
    """
    moved, rows = np.empty(sets.shape[1], np.int64), np.empty(len(changes), np.int64)
    mean, rest, first = np.empty(matrix.shape[1], np.int64), 0, start[sets.shape[1]]
    for i in range(len(sets)):
        if weights[i]:
            mean[:] = 0
            for change in range(len(changes)):
                rows[change] = image_of(sets[i], changes[change], moved, start) - first
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
    """Compute the columns of smaller S from those of the largest; return the remainder."""
    rest, singles = 0, np.empty(start[2] - 1, np.int64)
    for row in matrix:
        if row.size > start[2]:
            rest |= lift(row[start[2] :], singles) % 20
            for card in range(singles.size):
                rest |= singles[card] % 4
                row[1 + card] = singles[card] // 4
        once = row[1 : start[2]].sum()
        rest |= once % 5
        row[0] = once // 5
    return rest


@compiled
def lift_own(matrix: Ints, sets: Ints, start: Ints, few: Ints) -> int:
    """Compute the rows of sets with one card less; return the remainder."""
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


@compiled
def look_up(matrix: Ints, states: Ints, places: Ints, first: int, found: Ints) -> None:
    """Copy H(A, S) from a matrix, whose first row is that of place `first`, to found[state]."""
    for i in range(len(states)):
        found[states[i, 0]] = matrix[places[states[i, 1]] - first, places[states[i, 2]]]


@compiled
def look_up_all(pairs: Pairs, places: Ints, start: Ints, found: Ints) -> None:
    """Copy H(A, S) to found[state] for all states with no more cards S than A."""
    look_up(pairs.few, FEW, places, 0, found)
    look_up(pairs.three, THREE, places, start[3], found)
    look_up(pairs.four, FOUR, places, start[4], found)
    look_up(pairs.five, FIVE, places, start[5], found)


@compiled
def exclude(counts: Ints) -> None:
    """Turn the counts of the states into those of the discards in place, card by card."""
    low, high = 1, 81
    for _ in range(5):
        for i in range(high):
            for j in range(low):
                at = 3 * i * low + j
                anywhere, own, theirs = counts[at], counts[at + low], counts[at + 2 * low]
                counts[2 * i * low + j] = own
                counts[(2 * i + 1) * low + j] = anywhere - own - theirs
        low, high = 2 * low, high // 3


@compiled
def play_choices(
    hands: Ints, wins: Pairs, no_losses: Pairs, pairs: Ints, start: Ints, counts: Ints
) -> None:
    """Count the wins and the ties of all discards of the hands."""
    places = np.empty(32, np.int64)
    won, not_lost = np.empty(243, np.int64), np.empty(243, np.int64)
    for i in range(len(hands)):
        places_of(hands[i], start, places)
        look_up_all(wins, places, start, won)
        look_up_all(no_losses, places, start, not_lost)
        for state, swapped in FEWER_OWN:
            won[state] = pairs[state] - not_lost[swapped]
            not_lost[state] = pairs[state] - won[swapped]
        exclude(won)
        exclude(not_lost)
        counts[i, :, 0] = won[:32]
        counts[i, :, 1] = not_lost[:32] - won[:32]


@compiled
def choose(counts: Ints, deals: Ints, scale: Ints, optima: Ints) -> None:
    """Find the set of best discards of each hand, by their masks; -1 for impossible counts."""
    for i in range(len(counts)):
        best, best_win, best_tie, fewest = 0, -1, -1, 0
        for discard in ORDER:
            size = SIZE[discard]
            if size >= deals.size:
                break
            wins, ties = counts[i, discard]
            if wins < 0 or ties < 0 or wins + ties > deals[size]:
                best, best_win = -1, 1 << 62
            win, tie = wins * scale[size], ties * scale[size]
            if win > best_win or (win == best_win and tie > best_tie):
                best, best_win, best_tie, fewest = 1 << discard, win, tie, size
            elif win == best_win and tie == best_tie and size == fewest:
                best |= 1 << discard
            optima[i, size] = best


@compiled
def add_up(counts: Ints, optima: Ints, types: Ints, weights: Ints, sums: Ints) -> None:
    """Add the number of hands, and the wins and ties of the best discard, to `sums`."""
    for i in range(len(counts)):
        for most in range(optima.shape[1]):
            discard = 0
            while not optima[i, most] >> discard & 1:
                discard += 1
            cell = sums[most, types[i], SIZE[discard]]
            cell[0] += weights[i]
            cell[1] += weights[i] * counts[i, discard, 0]
            cell[2] += weights[i] * counts[i, discard, 1]


@compiled
def spread(hands: Ints, optima: Ints, changes: Ints, discards: Ints) -> None:
    """Set, for all images of the hands, the best discard that comes first in their order."""
    moved = np.empty(5, np.int64)
    for i in range(len(hands)):
        for images in changes:
            number = 0
            for j in range(5):
                moved[j] = 0
                for other in hands[i]:
                    moved[j] += images[other] < images[hands[i, j]]
                number += CHOOSE[images[hands[i, j]], moved[j] + 1]
            for most in range(optima.shape[1]):
                if most > 0 and optima[i, most] == optima[i, most - 1]:
                    discards[most, number] = discards[most - 1, number]
                    continue
                first = 32
                for discard in range(32):
                    if optima[i, most] >> discard & 1:
                        image = 0
                        for j in range(5):
                            image |= (discard >> j & 1) << moved[j]
                        first = min(first, RANK[image])
                discards[most, number] = ORDER[first]
