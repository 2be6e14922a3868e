"""Count the passes of Treize with numpy alone; the derivation is in `pass_counts`.

One board holds all states at a level: the trunk, the forks still open, and the
forks already closed, one column each, so that all of them are played down to
call 1 together.  Closed forks are not met with `lower` half-way: that would save work
on long decks and cost most of a program.

A row is the number of cards left for the rounds to come, plus the level: forks
that are still to be closed at level l <= c shift their cards left by up to c.
Residues modulo p are floats in [-p/2, p/2].  A sum of 2 s + 1 of their products stays
below 2^53, so that all of it is exact.
"""

import math

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

from montmort.exact.treize.pass_nodes import (
    Deck,
    Ints,
    Tables,
    factors,
    primes_beyond,
    weights,
    weights_modulo,
)

Floats = NDArray[np.float64]


def count_modulo_primes(ranks: int, suits: int, orders: int) -> tuple[list[int], list[Tables]]:
    """Return primes whose product exceeds `orders` and, modulo each, the passes with a match.

    The tables are survive[i, j, W], loss_points[i, W] and loss_place[i, place].
    """
    deck = Deck(ranks, suits)
    primes = primes_beyond(orders, bits=(55 - (2 * suits + 1).bit_length()) // 2)
    at_top, shares = weights(deck), [_shares(deck, level) for level in range(ranks)]
    tables = []
    for prime in primes:
        sweep = _Sweep(deck, prime, weights_modulo(at_top, prime), [s % prime for s in shares])
        tables.append((sweep.survive(), *sweep.loss()))
    return primes, tables


def _shares(deck: Deck, level: int) -> NDArray[np.object_]:
    """Return the shares of the nodes y of a level in each node m beyond, at [y, m], exactly.

    P(m) = sum_y (-1)^(N-y) C(m-1, y-1) C(m-y-1, N-y) P(y) for deg P < N (Lagrange).
    """
    few, many = deck.nodes(level), deck.nodes(level + 1)
    return np.array(
        [
            [
                (-1) ** (few - y) * math.comb(m - 1, y - 1) * math.comb(m - y - 1, few - y)
                for m in range(few + 1, many + 1)
            ]
            for y in range(1, few + 1)
        ],
        dtype=object,
    )


class _Sweep:
    """Both sweeps through the calls, modulo one prime.

    `ends[h, w, x]` is F(w, h-w; x)/w!.
    """

    def __init__(
        self, deck: Deck, prime: int, top: Ints, shares: list[NDArray[np.object_]]
    ) -> None:
        self.deck, self.prime = deck, prime
        self.top = self.reduce(top.astype(float))
        self.shares = [self.reduce(share.astype(float)) for share in shares]
        table = factors(deck, prime)
        ends = np.zeros(table.shape)
        for w in range(deck.suits + 1):
            ends[w:, w] = table[: len(table) - w, w]
        self.ends = self.reduce(ends)

    def reduce(self, block: Floats, out: Floats | None = None) -> Floats:
        """Reduce to [-p/2, p/2], in place unless `out` is given."""
        multiples = block * (1 / self.prime)
        np.rint(multiples, out=multiples)
        multiples *= self.prime
        return np.subtract(block, multiples, out=block if out is None else out)

    def rows(self, left: int, most: list[int]) -> list[list[int]]:
        """Return by level and h the rows above which all is zero, or above `most` of no use.

        `left` cards are there at the start; h is at most one more than the rounds played.
        """
        return [
            [
                min(enough, left - used) + level + 1
                for used in [0, *self.deck.above[level][0].tolist()]
                if used <= left + level
            ]
            for level, enough in enumerate(most)
        ]

    def board(self, level: int, rows: list[list[int]], columns: int) -> Floats:
        """Return zeros at [s + h, x, row, column], wide enough for all that the next call reads."""
        suits = self.deck.suits
        near = rows[max(level - 1, 0) : level + 1]
        rounds, height = max(map(len, near)), max(max(heights) for heights in near)
        shape = (suits + 1 + rounds, self.deck.nodes(level), height + suits * level + 1, columns)
        return np.zeros(shape)

    def play(self, call: int, board: Floats, rows: list[int], after: Floats) -> None:
        """Play one call; write to the first columns of `after`, the board of the level below.

        new(h, left) = sum_w F(w, h-w)/w! old(h-w, left + call w)
        """
        suits, columns = self.deck.suits, board.shape[3]
        nodes, few = board.shape[1], after.shape[1]
        for h, height in enumerate(rows):
            own = board[suits + h :, :, 1:]
            by_round, by_node, by_row, by_column = own.strides
            shape = (suits + 1, nodes, height * columns)
            strides = (call * by_row - by_round, by_node, by_column)
            sources = as_strided(own, shape, strides)
            block = np.einsum("wx,wxi->xi", self.ends[h, :, :nodes], sources)
            if few < nodes:
                beyond = self.reduce(block[few:])
                block[:few] += np.einsum("yx,xi->yi", self.shares[call - 1], beyond)
            place = after[suits + h, :, :height, :columns]
            self.reduce(block[:few].reshape(place.shape), place)

    def survive(self) -> Ints:
        """Return survive[i, j, W].

        `passes` names the columns: (i, j), None where the fork is still open.
        """
        deck, s, n, r = self.deck, self.deck.suits, self.deck.cards, self.deck.ranks
        rows = self.rows(n + r, [min(deck.fill(c) + c, n + r) for c in range(r + 1)])
        passes: list[tuple[int | None, int | None]] = [(None, None)]
        board = self.board(r, rows, 1)
        board[s, :, n + r, 0] = self.top
        for c in reversed(range(r)):
            begin = [k for k, (i, _) in enumerate(passes) if i is None]
            end = [k for k, (_, j) in enumerate(passes) if j is None]
            both, first = len(passes), len(passes) + 1
            last = first + len(begin)
            after = self.board(c, rows, last + len(end))
            self.play(c + 1, board, rows[c], after)
            for h, height in enumerate(rows[c]):
                here = after[s + h, :, :height]
                here[..., both] = here[..., 0] * h
                # h is H+1 before a fork begins at i < j, else H: then it is H, or H-1.
                begun = after[s + h + 1][:, : max(height - c, 0), begin]
                here[:, c:, first:last] = begun * (h + (np.array(begin) == 0))
                here[..., last:] = after[s + h - 1][:, c : c + height, end]
                self.reduce(here[..., both:last])
            passes += [(c, c)]
            passes += [(c, passes[k][1]) for k in begin]
            passes += [(passes[k][0], c) for k in end]
            board = after
        counts = np.zeros((r, r, deck.most + 1), dtype=np.int64)
        ways = self.ordered(board[s:, 0, 0])
        for column, (i, j) in enumerate(passes):
            if i is not None and j is not None:
                counts[i, j, : len(ways)] = ways[:, column]
        return counts

    def loss(self) -> tuple[Ints, Ints]:
        """Return loss_points[i, W] and loss_place[i, place]: the trunk has h = H+1 throughout.

        What is left at the end is not dealt; the columns are the trunk and i = r-1 ... 0.
        """
        deck, s, n, r = self.deck, self.deck.suits, self.deck.cards, self.deck.ranks
        rows = self.rows(n, [n] * (r + 1))
        board = self.board(r, rows, 1)
        board[s + 1, :, n, 0] = self.top
        for c in reversed(range(r)):
            after = self.board(c, rows, r - c + 1)
            self.play(c + 1, board, rows[c], after)
            for h, height in enumerate(rows[c]):
                begun = after[s + h + 1, :, : max(height - c, 0), 0] * h
                after[s + h, :, c:height, r - c] = self.reduce(begun)
            board = after
        ways = self.ordered(board[s:, 0, n::-1, :0:-1])
        points = np.zeros((r, deck.most + 1), dtype=np.int64)
        points[:, : len(ways)] = ways.sum(axis=1).T % self.prime
        return points, ways.sum(axis=0).T % self.prime

    def ordered(self, cells: Floats) -> Ints:
        """Return (W-1)! times the cells at [W, ...], for the rounds that fit in a pass."""
        cells = cells[: self.deck.most + 1]
        rounds = [math.factorial(max(W - 1, 0)) % self.prime for W in range(len(cells))]
        times = np.array(rounds).reshape(-1, *[1] * (cells.ndim - 1))
        ways: Ints = cells.astype(np.int64) * times % self.prime
        return ways
