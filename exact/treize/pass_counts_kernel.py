"""The passes of Treize counted by a compiled kernel; the derivation is in `pass_counts`.

For each prime one trunk of states goes down the calls c = r, …, 1; at each
level a fork leaves it for every shift of the misses, goes down by itself, and
is closed at every lower level by the functional of all that can still come
below.  A cell holds one state (h rounds, cards used) as weights on the nodes
x = 1, 2, …, N of which level c needs N = s c + 1: going down, the weight of
the last node moves to the others by Lagrange's formula,

    P(N) = sum_(y < N) (-1)^(N-1-y) C(N-1, y-1) P(y)    for deg P < N - 1.

Residues take 32 bits, sums of products 64; Montgomery's reduction,

    t -> (t + (t · -1/p mod 2^32) p) / 2^32 < 2p    for t < 2^32 p,

brings them back without a division, so that everything runs in vectors.  The
factors hold an extra 2^32 to make up for it.

It is several times faster than `montmort.exact.treize.pass_counts`, which needs no
compiler; both sweep in their own way and are compared in the tests.
"""

import math
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled
from montmort.exact.linalg.modular import Ints, joined, primes_beyond
from montmort.exact.treize.pass_counts import PassCounts, deck_orders, with_matchless_passes

Words = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]

LOW = np.uint64(2**32 - 1)
HALF = np.uint64(32)


def count_passes(ranks: int, suits: int) -> PassCounts:
    """Return what `montmort.exact.treize.pass_counts.count_passes` returns.

    >>> count_passes(2, 1).survive[0]
    ((0, 0, 0), (0, 1, 0))
    """
    deck = _Deck(ranks, suits)
    # s + 1 products of a residue < 2p and one < p must stay below 2^32 p
    primes = primes_beyond(deck_orders(ranks, suits), bits=31 - (suits + 1).bit_length())
    moments = _moments(deck)
    sweeps = []
    for prime in primes:  # one at a time stays in the cache
        modulus = _Modulus.of(deck, [prime], moments)
        sweeps.append((_survive(deck, modulus), *_loss(deck, modulus)))
    survive, points, place = (
        joined(np.concatenate(part), primes) for part in zip(*sweeps, strict=True)
    )
    return with_matchless_passes(ranks, suits, survive, points, place)


class _Deck:
    """What can be reached at all.

    `above[c][:, h]` and `below[c][:, q]` are the least and the greatest number
    of cards of so many rounds that end above call c, or at c and below.
    """

    def __init__(self, ranks: int, suits: int) -> None:
        self.ranks, self.suits, self.cards = ranks, suits, ranks * suits
        self.most = used = 0  # rounds that fit in n + r - 1 cards
        while used + 1 + self.most // suits < self.cards + ranks:
            used += 1 + self.most // suits
            self.most += 1
        self.above: list[Ints] = [self._cards_of(range(c + 1, ranks + 1)) for c in range(ranks + 1)]
        self.below = [self._cards_of(range(1, c + 1)) for c in range(ranks + 1)]
        self.window = cache(self._window)

    def _cards_of(self, calls: range) -> Ints:
        """Return least and greatest, shape (2, rounds + 1)."""
        rounds = min(self.most, self.suits * len(calls))
        rising = [calls[k // self.suits] for k in range(rounds)]
        falling = [calls[-1 - k // self.suits] for k in range(rounds)]
        reach: Ints = np.cumsum([[0, *rising], [0, *falling]], axis=1)
        return reach

    def _window(self, level: int, least: int, greatest: int) -> Ints:
        """Return by h the cards used, [from, to), with which least … greatest can be met."""
        fill = self.suits * level * (level + 1) // 2
        window = np.zeros((2, self.most + 2), dtype=np.int64)
        low, high = self.above[level]
        window[0, : low.size] = np.maximum(low, least - fill)
        window[1, : low.size] = np.minimum(high, greatest) + 1
        return window


class _Modulus(NamedTuple):
    """What the kernels know of each prime p.

    `factors[p, m, w, x]` is 2^32 F(w, m; x)/w!, `inverses` is -1/p mod 2^32,
    `lagrange[p, N-1, y-1]` is 2^32 times the share of node N that moves to y,
    `weights[p, x]` the functional at the top, `rounds[p, W]` is (W-1)!.
    """

    primes: Longs
    inverses: Longs
    factors: Words
    lagrange: Words
    weights: Longs
    rounds: Longs

    @classmethod
    def of(cls, deck: _Deck, primes: list[int], moments: list[tuple[int, int]]) -> "_Modulus":
        longs = np.array(primes, dtype=np.uint64)
        pascal = _pascal(deck.cards, longs)
        return cls(
            primes=longs,
            inverses=np.array([-pow(p, -1, 2**32) % 2**32 for p in primes], dtype=np.uint64),
            factors=_factors(deck, primes),
            lagrange=_lagrange(pascal, longs),
            weights=_quadrature(deck, primes, pascal, moments),
            rounds=np.array(
                [[math.factorial(max(W - 1, 0)) % p for W in range(deck.most + 2)] for p in primes],
                dtype=np.uint64,
            ),
        )


def _pascal(size: int, primes: Longs) -> Longs:
    table = np.zeros((primes.size, size, size), dtype=np.uint64)
    table[:, :, 0] = 1
    for n in range(1, size):
        table[:, n, 1:] = (table[:, n - 1, 1:] + table[:, n - 1, :-1]) % primes[:, None]
    return table


def _lagrange(pascal: Longs, primes: Longs) -> Words:
    """Return 2^32 (-1)^(N-1-y) C(N-1, y-1) mod p at [p, N-1, y-1]."""
    p, size = primes[:, None, None], pascal.shape[1]
    odd = (np.subtract.outer(np.arange(size), np.arange(size)) % 2 == 0)[None]
    signed = np.where(odd, (p - pascal) % p, pascal)
    return ((signed << HALF) % p).astype(np.uint32)


def _factors(deck: _Deck, primes: list[int]) -> Words:
    """Fill F(w, m; x)/w! from C(s, w) x^w by F(w, m+1) = F(w, m) - F(w+1, m)."""
    p = np.array(primes, dtype=np.int64)[:, None, None]
    table = np.zeros((len(primes), deck.most + 3, deck.suits + 1, deck.cards), dtype=np.int64)
    for w in range(deck.suits + 1):
        ways = math.comb(deck.suits, w)
        table[:, 0, w] = [
            [ways * pow(x, w, q) % q for x in range(1, deck.cards + 1)] for q in primes
        ]
    later = np.arange(1, deck.suits + 1)[:, None]
    for m in range(1, table.shape[1]):
        table[:, m] = table[:, m - 1]
        table[:, m, :-1] -= later * table[:, m - 1, 1:]
        table[:, m] %= p
    longs = table.astype(np.uint64) << HALF
    return (longs % p[:, None].astype(np.uint64)).astype(np.uint32)


def _moments(deck: _Deck) -> list[tuple[int, int]]:
    """Return L(x C(x-1, k)) / (s!)^r as numerator and denominator, k = 0 … n-1."""
    n, alike = deck.cards, math.factorial(deck.suits) ** deck.ranks
    product = [0, 1]  # x (x-1) … (x-k), from x^0 up
    moments = []
    for k in range(n):
        value = sum(c * math.factorial(n - u) for u, c in enumerate(product) if c)
        moments.append((value, math.factorial(k) * alike))
        shifted = [0, *product]
        product = [a - (k + 1) * b for a, b in zip(shifted, [*product, 0], strict=True)]
    return moments


def _quadrature(
    deck: _Deck, primes: list[int], pascal: Longs, moments: list[tuple[int, int]]
) -> Longs:
    """Return weights on x = 1 … n with sum weight x^u = (n-u)!/(s!)^r for u = 1 … n.

    With P(x) = x R(x), Newton's formula R(x) = sum_k D^k R(1) C(x-1, k) gives
    the weight of node i+1 as sum_k (-1)^(k-i) C(k, i) L(x C(x-1, k)) / (i+1).
    """
    n = deck.cards
    weights = np.empty((len(primes), n), dtype=np.uint64)
    signs = np.where(np.add.outer(np.arange(n), np.arange(n)) % 2, -1, 1)
    for row, p in enumerate(primes):
        moment = np.array([v * pow(f, -1, p) % p for v, f in moments], dtype=np.int64)
        terms = pascal[row, :n, :n].astype(np.int64) * moment[:, None] % p * signs
        nodes = np.array([pow(x, -1, p) for x in range(1, n + 1)], dtype=np.int64)
        weights[row] = terms.sum(axis=0) % p * nodes % p
    return weights


@compiled
def _play(
    cells: Words,
    factors: Words,
    primes: Longs,
    inverses: Longs,
    call: int,
    shift: int,
    window: Ints,
    nodes: int,
) -> None:
    """Play one call in place: new(h, u) = sum_w F(w, h-w + shift)/w! old(h-w, u - call w)."""
    suits = factors.shape[2] - 1
    total = np.empty(nodes, np.uint64)
    for k in range(primes.size):
        prime, inverse = primes[k], inverses[k]
        for h in range(cells.shape[1] - 1, -1, -1):
            for used in range(window[1, h] - 1, window[0, h] - 1, -1):
                cell = cells[k, h, used]
                total[:] = 0
                for w in range(min(suits, h, h + shift) + 1):
                    if used < call * w:
                        break
                    before, factor = cells[k, h - w, used - call * w], factors[k, h - w + shift, w]
                    for x in range(nodes):
                        total[x] += np.uint64(before[x]) * np.uint64(factor[x])
                for x in range(nodes):
                    carry = (total[x] & LOW) * inverse & LOW
                    cell[x] = np.uint32((total[x] + carry * prime) >> HALF)


@compiled
def _fold(
    cells: Words,
    lagrange: Words,
    primes: Longs,
    inverses: Longs,
    window: Ints,
    nodes: int,
    few: int,
) -> None:
    """Move the weights of the nodes few + 1 … nodes to the nodes below, the last first."""
    for k in range(primes.size):
        prime, inverse = primes[k], inverses[k]
        twice = np.uint32(2 * prime)
        for h in range(cells.shape[1]):
            for used in range(window[0, h], window[1, h]):
                cell = cells[k, h, used]
                for last in range(nodes - 1, few - 1, -1):
                    weight, share = np.uint64(cell[last]), lagrange[k, last]
                    for y in range(last):
                        moved = weight * np.uint64(share[y])
                        carry = (moved & LOW) * inverse & LOW
                        total = cell[y] + np.uint32((moved + carry * prime) >> HALF)
                        cell[y] = total - twice if total >= twice else total


@compiled
def _open(trunk: Words, fork: Words, primes: Longs, weigh: bool, window: Ints, nodes: int) -> None:
    """Let a fork leave the trunk; its states count h times if the pass begins here (weigh)."""
    for k in range(primes.size):
        for h in range(trunk.shape[1]):
            times = np.uint64(h if weigh else 1)
            for used in range(trunk.shape[2]):
                old, new = trunk[k, h, used], fork[k, h, used]
                if window[0, h] <= used < window[1, h]:
                    for x in range(nodes):
                        new[x] = np.uint32(np.uint64(old[x]) * times % primes[k])
                else:
                    new[:nodes] = 0


@compiled
def _meet(
    cells: Words,
    rows: Words,
    primes: Longs,
    used_in_all: int,
    window: Ints,
    weigh: bool,
    low: Ints,
    high: Ints,
    first: Ints,
    nodes: int,
    met: Ints,
) -> None:
    """Add to met[p, H + q] the states with all that can still come below.

    A state (H, used) meets the row of q rounds that spend the cards still
    missing; it counts H times if the pass begins at this level (weigh).
    """
    for k in range(primes.size):
        prime = primes[k]
        for H in range(low.shape[0]):
            for q in range(min(low.shape[1], met.shape[1] - H)):
                small = large = np.uint64(0)
                least = max(low[H, q], used_in_all - window[1, H] + 1)
                for rest in range(least, min(high[H, q], used_in_all - window[0, H] + 1)):
                    cell = cells[k, H, used_in_all - rest]
                    row = rows[k, first[H, q] + rest - low[H, q]]
                    for x in range(nodes):
                        product = np.uint64(cell[x]) * np.uint64(row[x])
                        small += product & LOW
                        large += product >> HALF
                total = ((large % prime << HALF) + small) % prime
                met[k, H + q] += np.int64(total * np.uint64(H if weigh else 1) % prime)


@compiled
def _play_below(
    rows: Words,
    factors: Words,
    primes: Longs,
    inverses: Longs,
    call: int,
    low: Ints,
    high: Ints,
    first: Ints,
    low_below: Ints,
    high_below: Ints,
    first_below: Ints,
) -> None:
    """Fill lower(H, R, q) = sum_w F(w, H)/w! lower'(H+w, R - call w, q-w), level by level."""
    nodes, suits = rows.shape[2], factors.shape[2] - 1
    total = np.empty(nodes, np.uint64)
    for k in range(primes.size):
        prime, inverse = primes[k], inverses[k]
        for H in range(low.shape[0]):
            for q in range(low.shape[1]):
                for cards in range(low[H, q], high[H, q]):
                    total[:] = 0
                    for w in range(min(suits, q, low.shape[0] - 1 - H) + 1):
                        rest, start = cards - call * w, low_below[H + w, q - w]
                        if start <= rest < high_below[H + w, q - w]:
                            below = rows[k, first_below[H + w, q - w] + rest - start]
                            factor = factors[k, H, w]
                            for x in range(nodes):
                                total[x] += np.uint64(below[x]) * np.uint64(factor[x])
                    row = rows[k, first[H, q] + cards - low[H, q]]
                    for x in range(nodes):
                        carry = (total[x] & LOW) * inverse & LOW
                        row[x] = np.uint32((total[x] + carry * prime) >> HALF)


class _Below(NamedTuple):
    """All that can come at level c and below, by the rounds H above and q below.

    rows[p, first[c, H, q] + R - low[c, H, q], x] is the sum over all ways to
    spend exactly R cards, low <= R < high, on q rounds that end at call c or
    below, of (H+q-1)! prod F/w! at the node x.
    """

    rows: Words
    low: Ints
    high: Ints
    first: Ints

    @classmethod
    def of(cls, deck: _Deck, modulus: _Modulus) -> "_Below":
        shape = (deck.ranks, deck.most + 1, deck.most + 1)
        low, high, first = (np.zeros(shape, dtype=np.int64) for _ in range(3))
        size = 0
        for level in range(deck.ranks):
            least, greatest = _cards_below(deck, level)
            many = np.maximum(greatest + 1 - least, 0)
            known = (level, slice(least.shape[0]), slice(least.shape[1]))
            low[known], high[known] = least, least + many
            first[known] = size + np.cumsum(many).reshape(many.shape) - many
            size += int(many.sum())
        rows = np.empty((modulus.primes.size, size, _nodes(deck, deck.ranks - 1)), dtype=np.uint32)
        for H in range(deck.most + 1):
            if high[0, H, 0] > low[0, H, 0]:
                rows[:, first[0, H, 0]] = modulus.rounds[:, H, None]
        tables = (low, high, first)
        for c in range(1, deck.ranks):
            here, below = [table[c] for table in tables], [table[c - 1] for table in tables]
            _play_below(rows, modulus.factors, modulus.primes, modulus.inverses, c, *here, *below)
        return cls(rows, low, high, first)

    def meet(
        self,
        modulus: _Modulus,
        cells: Words,
        *,
        level: int,
        used: int,
        window: Ints,
        weigh: bool,
        nodes: int,
        met: Ints,
    ) -> None:
        """Close the states at this level: `used` cards in all; add to met[p, W]."""
        _meet(
            cells,
            self.rows,
            modulus.primes,
            used,
            window,
            weigh,
            self.low[level],
            self.high[level],
            self.first[level],
            nodes,
            met,
        )


def _cards_below(deck: _Deck, level: int) -> tuple[Ints, Ints]:
    """Return by (H, q) the least and greatest cards that forks leave and q rounds can spend."""
    above, below, drift = deck.above[level], deck.below[level], deck.ranks - 1 - level
    least = np.maximum(below[0], (deck.cards - drift - above[1])[:, None])
    greatest = np.minimum(below[1], (deck.cards + drift - above[0])[:, None])
    rounds = np.add.outer(np.arange(above.shape[1]), np.arange(below.shape[1]))
    return least, np.where(rounds <= deck.most, greatest, least - 1)


def _nodes(deck: _Deck, level: int) -> int:
    """Return the nodes that level c needs: s c + 1, at the top n, for there x divides all."""
    return min(deck.suits * level + 1, deck.cards)


class _States:
    """The trunk and the one fork that is being played, of all primes."""

    def __init__(self, deck: _Deck, modulus: _Modulus, shift: int) -> None:
        self.deck, self.modulus, self.shift = deck, modulus, shift
        shape = (modulus.primes.size, deck.most + 2, deck.cards + deck.ranks, deck.cards)
        self.trunk, self.fork = np.zeros(shape, dtype=np.uint32), np.empty(shape, dtype=np.uint32)
        self.trunk[:, 0, 0] = modulus.weights

    def lower_trunk(self, level: int, window: Ints) -> None:
        """Play call level + 1 on the trunk, then leave the nodes that it needs no longer."""
        m, nodes = self.modulus, _nodes(self.deck, level + 1)
        _play(self.trunk, m.factors, m.primes, m.inverses, level + 1, self.shift, window, nodes)
        few = _nodes(self.deck, level)
        _fold(self.trunk, m.lagrange, m.primes, m.inverses, window, nodes, few)

    def open_fork(self, level: int, window: Ints, *, weigh: bool) -> None:
        """Let the fork leave the trunk at this level."""
        _open(self.trunk, self.fork, self.modulus.primes, weigh, window, _nodes(self.deck, level))

    def lower_fork(self, level: int, shift: int, window: Ints, opened: int) -> None:
        """Play call level + 1 on the fork."""
        m, nodes = self.modulus, _nodes(self.deck, opened)
        _play(self.fork, m.factors, m.primes, m.inverses, level + 1, shift, window, nodes)


def _survive(deck: _Deck, modulus: _Modulus) -> Ints:
    """Return survive[p, i, j, W]: n + i - j cards are spent on rounds read as if from call 1."""
    ranks, n = deck.ranks, deck.cards
    below, states = _Below.of(deck, modulus), _States(deck, modulus, shift=0)
    survive = np.zeros((modulus.primes.size, ranks, ranks, deck.most + 1), dtype=np.int64)
    for top in reversed(range(ranks)):
        window = deck.window(top, n - ranks + 1, n + ranks - 1)
        states.lower_trunk(top, window)
        below.meet(
            modulus,
            states.trunk,
            level=top,
            used=n,
            window=window,
            weigh=True,
            nodes=_nodes(deck, top),
            met=survive[:, top, top],
        )
        for shift in (1, -1) if top else ():
            states.open_fork(top, window, weigh=shift < 0)
            for level in reversed(range(top)):
                i, j = (level, top) if shift > 0 else (top, level)
                least, greatest = (n - top, n - 1) if shift > 0 else (n + 1, n + top)
                fork_window = deck.window(level, least, greatest)
                states.lower_fork(level, shift, fork_window, top)
                below.meet(
                    modulus,
                    states.fork,
                    level=level,
                    used=n + i - j,
                    window=fork_window,
                    weigh=shift > 0,
                    nodes=_nodes(deck, top),
                    met=survive[:, i, j],
                )
    return survive


def _loss(deck: _Deck, modulus: _Modulus) -> tuple[Ints, Ints]:
    """Return points[p, i, W] and place[p, i, place]: r misses end the pass, the rest is free."""
    ranks, n = deck.ranks, deck.cards
    states = _States(deck, modulus, shift=1)
    points = np.zeros((modulus.primes.size, ranks, deck.most + 1), dtype=np.int64)
    place = np.zeros((modulus.primes.size, ranks, n + 1), dtype=np.int64)
    for i in reversed(range(ranks)):
        spent = n - ranks + i  # at most, on rounds read as if from call 1
        window = deck.window(i, 0, spent)
        states.lower_trunk(i, window)
        states.open_fork(i, window, weigh=True)
        for level in reversed(range(i)):
            states.lower_fork(level, 0, deck.window(level, 0, spent), i)
        p = modulus.primes[:, None, None]
        ended = states.fork[:, : deck.most + 1, : spent + 1, : _nodes(deck, i)]
        ways = ended.sum(axis=3, dtype=np.uint64) % p * modulus.rounds[:, : deck.most + 1, None] % p
        points[:, i] = ways.sum(axis=2)
        place[:, i, ranks - i :] = ways.sum(axis=1)
    return points, place
