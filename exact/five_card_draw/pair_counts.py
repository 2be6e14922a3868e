"""Pairs of hands of five-card draw, counted by the cards that they contain.

Call the player's final hand "own" and the opponent's "theirs".  For disjoint sets A
and S of cards let

    H(A, S) = number of pairs of disjoint hands, own containing A and theirs S,
              in which own wins (or: wins or ties).

If the player discards D and keeps K, own contains K and neither hand contains a card
of D.  By inclusion and exclusion the number of wins is

    E(K, D) = sum over disjoint T, S in D of (-1)^(|T| + |S|) H(K + T, S).

For one hand these are 3^5 values of H: each card is in own, in theirs, or anywhere.
Most values follow from others.  In the sums over all further cards x

    sum_x H(A, S + x) = (5 - |S|) H(A, S),    sum_x H(A + x, S) = (5 - |A|) H(A, S),

each pair of hands is counted once for each of its further cards.  And because own
does not win if and only if theirs wins or ties, with a cards in A and s cards in S

    H_wins(A, S) = C(N - a - s, 5 - a) C(N - 5 - s, 5 - s) - H_wins_or_ties(S, A).

So it is enough to count 5, 4 and 3 cards A with 0, 1 and 2 cards S.  All hands are
visited in order of value.  Let F(T) be the number of visited hands that contain T.
Then the number of visited hands that contain S and no card of the hand h is

    G(h, S) = sum over T in h of (-1)^|T| F(S + T),

and H(A, S) is the sum of G(h, S) over the hands h that contain A.  Only pairs S need
this; for fewer cards G is a sum over further cards as well.

If suits can be exchanged, one hand represents its images, and in the end each H is
the mean over its images.  If flushes of two suits have different values, the flushes
are counted one by one and added after taking the mean.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np

from montmort.display import short_repr
from montmort.exact.five_card_draw import kernel
from montmort.exact.five_card_draw.hands_below import Ints, subsets, values_of
from montmort.exact.five_card_draw.kernel import CHOOSE, Hands, Pairs
from montmort.games.cards.pack import Pack
from montmort.games.five_card_draw.ranking import Table, table

LOOKS = 50  # the most calls of `watch` in one round
Watch = Callable[[int], None]  # called with the number of further hands that are done


class Counted(NamedTuple):
    """H for own hands that win, and for those that win or tie."""

    wins: Pairs
    no_losses: Pairs


@dataclass(frozen=True, kw_only=True)
class Deck:
    """All sets of at most five cards of a pack, and the changes of suits."""

    ranking: str
    pack: Pack

    __repr__ = short_repr

    @cached_property
    def table(self) -> Table:
        """The ranking for kernels."""
        return table(self.ranking, self.pack)

    @cached_property
    def sets(self) -> tuple[Ints, ...]:
        """The sets of 0, 1, ..., 5 cards, one row each, in order of their places."""
        return tuple(subsets(self.pack.size, size) for size in range(6))

    @cached_property
    def start(self) -> Ints:
        """The places of the first sets of 0, 1, ..., 6 cards."""
        return np.cumsum([0, *map(len, self.sets)])

    @cached_property
    def changes(self) -> Ints:
        """The image of every card, for every change of suits."""
        suits, ranks = np.divmod(np.arange(self.pack.size), self.pack.ranks)
        orders = np.array([*permutations(range(self.pack.suits))])
        changes: Ints = np.ascontiguousarray(orders[:, suits] * self.pack.ranks + ranks)
        return changes

    @cached_property
    def column_changes(self) -> Ints:
        """The image of every set of at most two cards, as a place, for every change of suits."""
        moved = [np.sort(self.changes[:, self.sets[size]], axis=2) for size in range(3)]
        numbers = [CHOOSE[m, np.arange(1, 1 + m.shape[2])].sum(2) for m in moved]
        return np.concatenate([s + n for s, n in zip(self.start, numbers, strict=False)], axis=1)

    @cached_property
    def suits_alike(self) -> bool:
        """Whether no change of suits changes the value of a hand."""
        return bool((self.table.flush == self.table.flush[0]).all())

    @cached_property
    def rounds(self) -> int:
        """How often `watch` counts every hand: once or twice here, and once for its discards."""
        return 2 if self.suits_alike else 3

    @cached_property
    def weights(self) -> tuple[Ints, ...]:
        """The number of images of each set of 0 to 5 cards, 0 if another image represents it."""
        weights = tuple(np.empty(len(sets), np.int32) for sets in self.sets)
        for sets, of_size in zip(self.sets, weights, strict=True):
            kernel.weigh(sets, self.changes, self.start, of_size)
        return weights

    @cached_property
    def values(self) -> Ints:
        """The value of every hand."""
        return values_of(self.table, self.table.keys[self.sets[5]].sum(1)).astype(np.int16)


def count_pairs(deck: Deck, watch: Watch = lambda _: None) -> Counted:
    """Return H for all sets S of at most two cards, and A of at least as many as S.

    >>> counted = count_pairs(Deck(ranking="standard", pack=Pack(ranks=5, suits=2)))
    >>> counted.wins.few[0, 0].item(), counted.no_losses.few[0, 0].item()  # 32 straights tie
    (110, 142)
    """
    counted = Counted(_zeros(deck), _zeros(deck))
    weights, suits = deck.weights[5], deck.sets[5] // deck.pack.ranks
    alone = (suits == suits[:, :1]).all(1) & (not deck.suits_alike)
    _sweep(deck, np.where(alone, 0, weights), counted, watch)
    for pairs in counted:
        _average(deck, pairs)
    if alone.any():
        _sweep(deck, alone.astype(np.int32), counted, watch)
    for pairs in counted:
        _lift(deck, pairs)
    return counted


def _zeros(deck: Deck) -> Pairs:
    # The largest H for three cards A is C(49, 2) C(47, 5) < 2^31; before the mean is taken, with
    # two cards S, it is 24 C(47, 2) C(45, 3).
    none, one, two = deck.start[1:4]  # columns for no card S, at most one, at most two
    three, four, five = map(len, deck.sets[3:])
    return Pairs(
        few=np.zeros((two, two), np.int64),
        three=np.zeros((three, two), np.int32),
        four=np.zeros((four, one), np.int32),
        five=np.zeros((five, none), np.int32),
    )


def _sweep(deck: Deck, weights: Ints, counted: Counted, watch: Watch) -> None:
    """Compare every hand that has a weight with all hands."""
    order = np.argsort(deck.values, kind="stable")
    first = np.searchsorted(deck.values[order], np.arange(deck.table.types.size + 1))
    hands = Hands(deck.sets[5][order], first, weights[order])
    seen = np.zeros((deck.start[4], len(deck.sets[2])), np.int16)
    looks = np.searchsorted(first, np.linspace(0, order.size, LOOKS + 1))
    for values in pairwise(np.unique(looks)):
        kernel.sweep(hands, deck.start, values, seen, *counted)
        watch(first[values[1]] - first[values[0]])


def _average(deck: Deck, pairs: Pairs) -> None:
    """Set all counts to the mean over their images, of which only some have been counted."""
    changes = deck.changes, deck.column_changes
    for size, matrix in zip((3, 4, 5), pairs[1:], strict=True):
        sets, weights = deck.sets[size], deck.weights[size]
        _check_no_remainder(kernel.average(matrix, sets, weights, *changes, deck.start))


def _lift(deck: Deck, pairs: Pairs) -> None:
    """Compute the counts that are sums over one further card."""
    for matrix in (pairs.three, pairs.four):
        _check_no_remainder(kernel.lift_theirs(matrix, deck.start))
    for size, matrix in ((3, pairs.three), (2, pairs.few), (1, pairs.few)):
        above = matrix if size == 3 else matrix[deck.start[size] : deck.start[size + 1]]
        _check_no_remainder(kernel.lift_own(above, deck.sets[size], deck.start, pairs.few))


def _check_no_remainder(rest: int) -> None:
    if rest:
        raise ArithmeticError("pairs of hands do not add up: a division left a remainder")
