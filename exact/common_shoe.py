"""Hands drawn one after the other from one shoe: what matters is which cards, not their order.

A hand is drawn card by card and ends by a rule that looks at its own cards only.  Let a
result r of a hand come from the cards m = (m_1, m_2, ...), m_i of kind i, in c_r(m) orders, and a
result s of the next hand from the cards k in d_s(k) orders.  Of a shoe with n_i cards of kind i,
N in all, the cards drawn are equally likely to come in any order, so that

    P(r, s) = sum over m, k  c_r(m) d_s(k)  prod_i (n_i)_(m_i + k_i) / (N)_(|m| + |k|)

with the falling factorials (n)_j = n (n - 1) ... (n - j + 1).  It is the same for more hands.  The
product is over kinds, so the sum over k is done for all m at once, kind by kind: the
sum over k_1 depends on m_1 and k_2, k_3, ... only, the next on m_1, m_2 and k_3, ..., and so on.
"""

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from montmort.games.errors import TooLarge

Cards = tuple[int, ...]  # the number of cards of each kind
State = TypeVar("State", bound=Hashable)
Result = TypeVar("Result", bound=Hashable)
Ways = Mapping[Cards, int]  # the number of orders in which these cards are drawn
Rows = npt.NDArray[np.int64]
Whole = npt.NDArray[np.object_]  # Python's integers

BITS = 6  # of the number of cards of a kind, in a number that stands for cards
MOST_KINDS = 63 // BITS
BLOCK = 20_000  # hands that are weighed at once


def drawn(
    state: State,
    cards: Cards,
    shoe: Cards,
    draw: Callable[[State, int, Cards], tuple[State | None, Result | None]],
) -> dict[Result, dict[Cards, int]]:
    """Return {result: {cards: number of orders}} of a hand that begins with `cards`.

    `draw(state, kind, cards)` is the state after one more card of a kind, with all `cards` of
    the hand then, or (None, result) if the hand ends.  No more cards are drawn than `shoe` has.

    Draw from two ones and a two until the sum is 2 or more:

    >>> def draw(total, kind, cards):
    ...     total += kind + 1
    ...     return (None, total) if total >= 2 else (total, None)
    >>> drawn(0, (0, 0), (2, 1), draw)
    {2: {(0, 1): 1, (2, 0): 1}, 3: {(1, 1): 1}}
    """
    found: dict[Result, dict[Cards, int]] = {}
    layer: dict[tuple[State, Cards], int] = {(state, cards): 1}
    while layer:
        after: dict[tuple[State, Cards], int] = {}
        for (old, own), orders in layer.items():
            for kind, left in enumerate(shoe):
                if own[kind] >= left:
                    continue
                more = (*own[:kind], own[kind] + 1, *own[kind + 1 :])
                new, result = draw(old, kind, more)
                if new is not None:
                    after[new, more] = after.get((new, more), 0) + orders
                elif result is not None:
                    of_result = found.setdefault(result, {})
                    of_result[more] = of_result.get(more, 0) + orders
        layer = after
    return found


class LastHand:
    """The last hand drawn from a shoe, weighed with any cards drawn before.

    `denominator` is that of all weights, for at most `most` cards drawn before.

    >>> last = LastHand((2, 1), {"one": {(1, 0): 1}, "two": {(0, 1): 1}}, most=1)
    >>> last.results, last.weights([(1, 0), (0, 1)]).tolist(), last.denominator
    (['one', 'two'], [[2, 2], [2, 0]], 6)
    """

    def __init__(self, shoe: Cards, ways: Mapping[Any, Ways], most: int) -> None:
        self._shoe, self._size = shoe, sum(shoe)
        self.results = [*ways]
        self._cards = [
            ((*cards, place), orders)
            for place, result in enumerate(self.results)
            for cards, orders in ways[result].items()
        ]
        longest = max((len_of(cards) for of in ways.values() for cards in of), default=0)
        self._most = min(self._size, most + longest)
        self.denominator = math.perm(self._size, self._most)

    def weights(self, hands: Sequence[Cards] | Rows) -> Whole:
        """Return w[h, r]: w / denominator is the chance of the cards h in one order, then of r."""
        rows = np.array(hands, np.int64).reshape(len(hands), len(self._shoe))
        sizes = rows.sum(axis=1)
        found = np.zeros((len(rows), len(self.results)), object)
        order = np.lexsort((*rows.T[::-1], sizes))
        for size in np.unique(sizes).tolist():
            of_size = order[sizes[order] == size]
            for begin in range(0, len(of_size), BLOCK):
                block = of_size[begin : begin + BLOCK]
                found[block] = self._weights(rows[block], size)
        return found

    def _weights(self, rows: Rows, size: int) -> Whole:
        """Sum over the cards of the last hand, kind by kind; columns are what is left of them."""
        columns, table = self._columns(size)
        parents = np.zeros(len(rows), np.int64)  # the row of the table for each hand
        for kind, left in enumerate(self._shoe):
            _, first, of_hand = np.unique(
                rows[:, : kind + 1], axis=0, return_index=True, return_inverse=True
            )
            drawn_before, above = rows[first, kind].tolist(), parents[first]
            rest = dict.fromkeys(column[1:] for column in columns)
            tails = {tail: place for place, tail in enumerate(rest)}
            grown = np.zeros((len(first), len(tails)), object)
            for more in {column[0] for column in columns}:
                old = [place for place, column in enumerate(columns) if column[0] == more]
                new = [tails[columns[place][1:]] for place in old]
                factors = np.array([math.perm(left, own + more) for own in drawn_before], object)
                grown[:, new] += factors[:, None] * table[above][:, old]
            columns, table, parents = [*tails], grown, of_hand.reshape(-1)
        found = np.zeros((len(rows), len(self.results)), object)
        found[:, [result for (result,) in columns]] = table[parents]
        return found

    def _columns(self, size: int) -> tuple[list[Cards], Whole]:
        """Return the cards of the last hand, and their orders over the denominator."""
        columns, orders = [], []
        for cards, number in self._cards:
            together = size + len_of(cards[:-1])
            if together <= self._most:  # more are not in the shoe
                columns.append(cards)
                orders.append(number * math.perm(self._size - together, self._most - together))
        return columns, np.array([orders], object)


def len_of(cards: Cards) -> int:
    """Return the number of cards."""
    return sum(cards)


def two_hands(
    ways: Mapping[Result, Ways], kinds: int
) -> tuple[Rows, list[tuple[Result, Result]], list[tuple[npt.NDArray[np.intp], Rows]]]:
    """Return the cards of two hands drawn by one rule, in whichever order they come.

    The answer is all cards as rows, the pairs of results, and for each pair the rows and the
    numbers of orders.  A pair (r, s) of different results counts (s, r) as well.

    >>> rows, pairs, orders = two_hands({"one": {(1, 0): 1}, "two": {(0, 1): 1}}, 2)
    >>> for pair, (places, many) in zip(pairs, orders):
    ...     print(pair, rows[places].tolist(), many.tolist())
    ('one', 'one') [[2, 0]] [1]
    ('one', 'two') [[1, 1]] [2]
    ('two', 'two') [[0, 2]] [1]
    """
    results = [*ways]
    keys = [_keys(of) for of in ways.values()]
    most = sum(sum(of.values()) for of in ways.values())
    kind = np.int64 if 2 * most**2 < 2**63 else np.object_
    orders = [np.array([*of.values()], kind) for of in ways.values()]
    pairs, found = [], []
    for i, first in enumerate(results):
        for j in range(i, len(results)):
            both = np.add.outer(keys[i], keys[j]).ravel()
            many = np.multiply.outer(orders[i], orders[j]).ravel() * (1 if i == j else 2)
            place = np.argsort(both, kind="stable")
            different, begins = np.unique(both[place], return_index=True)
            pairs.append((first, results[j]))
            found.append((different, np.add.reduceat(many[place], begins)))
    all_keys = np.unique(np.concatenate([different for different, _ in found]))
    shifts = BITS * np.arange(kinds)
    rows = (all_keys[:, None] >> shifts) & ((1 << BITS) - 1)
    return rows, pairs, [(np.searchsorted(all_keys, own), many) for own, many in found]


def _keys(ways: Ways) -> Rows:
    """Return the cards as numbers whose sums stand for the cards together."""
    kinds, most = len(next(iter(ways))), max(max(cards) for cards in ways)
    if kinds > MOST_KINDS or 2 * most >= 1 << BITS:
        raise TooLarge(
            f"two hands of {kinds} kinds and up to {most} cards of a kind; at most {MOST_KINDS} "
            f"kinds and {(1 << BITS) // 2 - 1} cards of each are counted"
        )
    shifts = BITS * np.arange(kinds)
    keys: Rows = (np.array([*ways], np.int64) << shifts).sum(axis=1)
    return keys
