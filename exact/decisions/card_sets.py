"""All small sets of cards, and sums over the hands that contain a set or avoid it.

The hands are the sets of n of N cards.  Smaller sets come first, and sets of one size
in colexicographic order, so that the set c_1 < ... < c_k has the place

    start[k] + C(c_1, 1) + ... + C(c_k, k).

For a number x(H) of each hand, let W(S) be the sum of x over the hands H that contain S.
A hand that contains S contains n - |S| sets of one card more than S, hence

    W(S) = sum over c not in S of W(S + c) / (n - |S|),

which gives W for all sets from W(H) = x(H).  The hands that contain K and avoid the
cards D have by inclusion and exclusion the sum

    sum over T in D of (-1)^|T| W(K + T).
"""

import math
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from montmort.games.errors import BadInput, TooLarge
from montmort.games.validation import check_integer

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]
Numbers = npt.NDArray[Any]  # of int64, or of Python's integers

MOST_SETS = 8_000_000  # about a gigabyte while they are solved
MOST_CARDS = 62  # a set of cards is the bits of an int64


class CardSets:
    """All sets of at most `most` of `cards` cards, in the order of their places.

    >>> sets = CardSets(cards=4, most=2)
    >>> sets.start, sets.total
    ((0, 1, 5), 11)
    >>> sets.hands.tolist()
    [[0, 1], [0, 2], [1, 2], [0, 3], [1, 3], [2, 3]]
    """

    def __init__(self, *, cards: int, most: int) -> None:
        check_integer("cards", cards, 1, MOST_CARDS)
        check_integer("most", most, 1, cards)
        sizes = [math.comb(cards, size) for size in range(most + 1)]
        self.cards, self.most, self.total = cards, most, sum(sizes)
        if self.total > MOST_SETS:
            raise TooLarge(
                f"{self.total:,} sets of at most {most} of {cards} cards exceed the limit of "
                f"{MOST_SETS:,}; take fewer cards"
            )
        self.start = tuple(sum(sizes[:size]) for size in range(most + 1))
        self._choose: Ints = np.array(
            [[math.comb(card, size) for size in range(most + 1)] for card in range(cards)]
        )
        self._members = [np.zeros((1, 0), np.uint8)]
        for size in range(1, most + 1):
            self._members.append(self._with_one_more(size))

    def _with_one_more(self, size: int) -> Bytes:
        """Return the sets of `size` cards: by their highest card, the others are all sets below."""
        smaller = self._members[size - 1]
        parts = []
        for card in range(size - 1, self.cards):
            others = smaller[: math.comb(card, size - 1)]
            highest = np.full((len(others), 1), card, np.uint8)
            parts.append(np.hstack((others, highest)))
        return np.concatenate(parts)

    @property
    def hands(self) -> Bytes:
        """The hands, a row of ascending cards each."""
        return self._members[self.most]

    @cached_property
    def keys(self) -> Ints:
        """The hands as sets of bits; they ascend.

        >>> CardSets(cards=3, most=2).keys.tolist()
        [3, 5, 6]
        """
        bits: Ints = np.left_shift(1, self.hands, dtype=np.int64).sum(axis=1)
        return bits

    def places(self, hands: Bytes, mask: int) -> Ints:
        """Return the place of a subset of each hand: the cards at the bits of `mask`.

        >>> sets = CardSets(cards=4, most=2)
        >>> sets.places(sets.hands, 0b10).tolist()  # the higher card
        [2, 3, 3, 4, 4, 4]
        """
        size, place = 0, np.zeros(len(hands), np.int64)
        for column in range(hands.shape[1]):
            if mask >> column & 1:
                size += 1
                place += self._choose[hands[:, column], size]
        place += self.start[size]
        return place

    def sums_above(self, numbers: Numbers) -> Numbers:
        """Return W of every set: the sum of the numbers of the hands that contain it.

        The numbers may be as large as 2^62 / (n C(N, n)).

        >>> sets = CardSets(cards=3, most=2)
        >>> sets.sums_above(np.array([1, 10, 100])).tolist()
        [111, 11, 101, 110, 1, 10, 100]
        """
        sums = np.zeros(self.total, numbers.dtype)
        sums[self.start[self.most] :] = numbers
        for size in range(self.most, 0, -1):
            sets, upper = self._members[size], self._slice(size)
            for left_out in range(size):
                np.add.at(sums, self.places(sets, (1 << size) - 1 - (1 << left_out)), sums[upper])
            sums[self._slice(size - 1)] //= self.most - size + 1
        return sums

    def sums_below(self, numbers: Numbers) -> Numbers:
        """Return for every hand the sum of the numbers of all its subsets, times n!.

        This is the transpose of `sums_above` times n!, which makes every division
        exact.  The sum of all absolute values may be as large as 2^62 / n!.

        >>> sets = CardSets(cards=3, most=2)
        >>> sets.sums_below(np.array([1, 10, 0, 0, 0, 0, 100])).tolist()
        [22, 22, 202]
        """
        sums = numbers * math.factorial(self.most)
        for size in range(1, self.most + 1):
            sets, upper = self._members[size], self._slice(size)
            sums[self._slice(size - 1)] //= self.most - size + 1
            for left_out in range(size):
                places = self.places(sets, (1 << size) - 1 - (1 << left_out))
                sums[upper] += sums[places]
        return sums[self.start[self.most] :]

    def _slice(self, size: int) -> slice:
        return slice(self.start[size], self.start[size] + len(self._members[size]))


@lru_cache(maxsize=2)
def card_sets(cards: int, most: int) -> CardSets:
    """Return all sets of at most `most` of `cards` cards; the last ones are stored."""
    if most > cards:
        raise BadInput(f"a hand of {most} cards cannot be dealt from {cards}; take a larger pack")
    return CardSets(cards=cards, most=most)


def avoid_the_others(sums: Numbers) -> None:
    """Replace W of each subset K of a hand by the sum of the hands that share just K with it.

    `sums[mask]` is W of the subset at the bits of `mask`, one column per hand.

    >>> sums = np.array([[10], [4], [3], [1]])  # of a hand of two cards
    >>> avoid_the_others(sums)
    >>> sums.ravel().tolist()  # 10 - 4 - 3 + 1 hands avoid both cards
    [4, 3, 2, 1]
    """
    bit = 1
    while bit < len(sums):
        for mask in range(len(sums)):
            if not mask & bit:
                sums[mask] -= sums[mask | bit]
        bit *= 2


def exact_type(bound: int) -> type[np.int64] | type[np.object_]:
    """Return int64 where no number exceeds it, else Python's integers, which are slow.

    >>> exact_type(2**62).__name__, exact_type(2**63).__name__
    ('int64', 'object_')
    """
    return np.int64 if bound < 2**63 else np.object_
