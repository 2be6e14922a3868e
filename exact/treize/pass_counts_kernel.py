"""Count the passes of Treize with a compiled kernel; the derivation is in `pass_counts`.

For each prime one trunk of states goes down the calls c = r, ..., 1.  At each
level a fork leaves it for every shift of the misses and is played down by
itself.  At every lower level the fork is closed by an inner product with the functional of all
that can still come below.  A cell holds one state (h rounds, cards used) as
weights on the nodes x = 1, 2, ..., N, where level c needs N = s c + 1.  Going
down, the weight of the last node moves to the others by Lagrange's formula,

    P(N) = sum_(y < N) (-1)^(N-1-y) C(N-1, y-1) P(y)    for deg P < N - 1.

Residues take 32 bits, sums of products 64.  Montgomery's reduction,

    t -> (t + (t * -1/p mod 2^32) p) / 2^32 < 2p    for t < 2^32 p,

reduces them without a division, so that every loop runs in vectors.  The
factors carry an extra 2^32 to compensate.
"""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from montmort.exact.kernel import compiled
from montmort.exact.treize.pass_nodes import (
    Deck,
    Ints,
    Tables,
    factors,
    primes_beyond,
    weights,
    weights_modulo,
)

Words = npt.NDArray[np.uint32]
Longs = npt.NDArray[np.uint64]

LOW = np.uint64(2**32 - 1)
HALF = np.uint64(32)


def count_modulo_primes(ranks: int, suits: int, orders: int) -> tuple[list[int], list[Tables]]:
    """Return what `montmort.exact.treize.pass_counts_sweep.count_modulo_primes` returns.

    >>> primes, tables = count_modulo_primes(2, 1, orders=2)
    >>> tables[0][0][0].tolist()
    [[0, 0, 0], [0, 1, 0]]
    """
    deck = Deck(ranks, suits)
    # s + 1 products of a residue < 2p and one < p must stay below 2^32 p
    primes = primes_beyond(orders, bits=31 - (suits + 1).bit_length())
    at_top = weights(deck)
    tables = []
    for prime in primes:  # one at a time stays in the processor's cache
        modulus = _Modulus.of(deck, prime, at_top)
        tables.append((_survive(deck, modulus), *_loss(deck, modulus)))
    return primes, tables


class _Modulus(NamedTuple):
    """The tables that the kernels need for one prime p.

    `factors[m, w, x]` is 2^32 F(w, m; x)/w!, `inverse` is -1/p mod 2^32,
    `lagrange[N-1, y-1]` is 2^32 times the share of node N that moves to y,
    `weights[x]` the functional at the top, `rounds[W]` is (W-1)!.
    """

    prime: np.uint64
    inverse: np.uint64
    factors: Words
    lagrange: Words
    weights: Ints
    rounds: Longs

    @classmethod
    def of(cls, deck: Deck, prime: int, top: list[tuple[int, int]]) -> "_Modulus":
        rounds = [math.factorial(max(W - 1, 0)) % prime for W in range(deck.most + 2)]
        return cls(
            prime=np.uint64(prime),
            inverse=np.uint64(-pow(prime, -1, 2**32) % 2**32),
            factors=_shifted(factors(deck, prime), prime),
            lagrange=_lagrange(deck.cards, prime),
            weights=weights_modulo(top, prime),
            rounds=np.array(rounds, dtype=np.uint64),
        )


def _shifted(residues: Ints, prime: int) -> Words:
    """Return 2^32 times the residues mod p."""
    return ((residues.astype(np.uint64) << HALF) % np.uint64(prime)).astype(np.uint32)


def _lagrange(size: int, prime: int) -> Words:
    """Return 2^32 (-1)^(N-1-y) C(N-1, y-1) mod p at [N-1, y-1]."""
    pascal = np.zeros((size, size), dtype=np.int64)
    pascal[:, 0] = 1
    for n in range(1, size):
        pascal[n, 1:] = (pascal[n - 1, 1:] + pascal[n - 1, :-1]) % prime
    odd = np.subtract.outer(np.arange(size), np.arange(size)) % 2 == 0
    return _shifted(np.where(odd, -pascal, pascal) % prime, prime)


@compiled
def _play(cells: Words, modulus: _Modulus, call: int, shift: int, window: Ints, nodes: int) -> None:
    """Play one call in place: new(h, u) = sum_w F(w, h-w + shift)/w! old(h-w, u - call w)."""
    factors, prime, inverse = modulus.factors, modulus.prime, modulus.inverse
    suits = factors.shape[1] - 1
    total = np.empty(nodes, np.uint64)
    for h in range(cells.shape[0] - 1, -1, -1):
        for used in range(window[1, h] - 1, window[0, h] - 1, -1):
            cell = cells[h, used]
            total[:] = 0
            for w in range(min(suits, h, h + shift) + 1):
                if used < call * w:
                    break
                before, factor = cells[h - w, used - call * w], factors[h - w + shift, w]
                for x in range(nodes):
                    total[x] += np.uint64(before[x]) * np.uint64(factor[x])
            for x in range(nodes):
                carry = (total[x] & LOW) * inverse & LOW
                cell[x] = np.uint32((total[x] + carry * prime) >> HALF)


@compiled
def _fold(cells: Words, modulus: _Modulus, window: Ints, nodes: int, few: int) -> None:
    """Move the weights of the nodes few + 1 to `nodes` to the nodes below, the last first."""
    lagrange, prime, inverse = modulus.lagrange, modulus.prime, modulus.inverse
    twice = np.uint32(2 * prime)
    for h in range(cells.shape[0]):
        for used in range(window[0, h], window[1, h]):
            cell = cells[h, used]
            for last in range(nodes - 1, few - 1, -1):
                weight, share = np.uint64(cell[last]), lagrange[last]
                for y in range(last):
                    moved = weight * np.uint64(share[y])
                    carry = (moved & LOW) * inverse & LOW
                    total = cell[y] + np.uint32((moved + carry * prime) >> HALF)
                    cell[y] = total - twice if total >= twice else total


@compiled
def _open(
    trunk: Words, fork: Words, prime: np.uint64, weigh: bool, window: Ints, nodes: int
) -> None:
    """Let a fork leave the trunk; its states count h times if the pass begins here (weigh)."""
    for h in range(trunk.shape[0]):
        times = np.uint64(h if weigh else 1)
        for used in range(trunk.shape[1]):
            old, new = trunk[h, used], fork[h, used]
            if window[0, h] <= used < window[1, h]:
                for x in range(nodes):
                    new[x] = np.uint32(np.uint64(old[x]) * times % prime)
            else:
                new[:nodes] = 0


class _Level(NamedTuple):
    """One level of `_Below`: its tables by (H, q), and the rows of all levels."""

    rows: Words
    low: Ints
    high: Ints
    first: Ints


class _Met(NamedTuple):
    """The states of a level that meet what is below them, and where they are counted.

    They have used so many cards in all, within `window` by H; they count H times if the pass
    begins here (`weigh`).  `met[H + q]` counts them.
    """

    cells: Words
    used_in_all: int
    window: Ints
    weigh: bool
    nodes: int
    met: Ints


@compiled
def _meet(here: _Met, below: _Level, prime: np.uint64) -> None:
    """Add to met[H + q] the states with all that can still come below.

    A state (H, used) meets the row of q rounds that spend the cards still missing.
    """
    rows, low, high, first = below
    cells, used_in_all, window, weigh, nodes, met = here
    for H in range(low.shape[0]):
        for q in range(min(low.shape[1], met.shape[0] - H)):
            small = large = np.uint64(0)
            least = max(low[H, q], used_in_all - window[1, H] + 1)
            for rest in range(least, min(high[H, q], used_in_all - window[0, H] + 1)):
                cell = cells[H, used_in_all - rest]
                row = rows[first[H, q] + rest - low[H, q]]
                for x in range(nodes):
                    product = np.uint64(cell[x]) * np.uint64(row[x])
                    small += product & LOW
                    large += product >> HALF
            total = ((large % prime << HALF) + small) % prime
            met[H + q] += np.int64(total * np.uint64(H if weigh else 1) % prime)


@compiled
def _play_below(here: _Level, below: _Level, modulus: _Modulus, call: int) -> None:
    """Fill lower(H, R, q) = sum_w F(w, H)/w! lower'(H+w, R - call w, q-w), level by level."""
    rows, low, high, first = here
    factors, prime, inverse = modulus.factors, modulus.prime, modulus.inverse
    nodes, suits = rows.shape[1], factors.shape[1] - 1
    total = np.empty(nodes, np.uint64)
    for H in range(low.shape[0]):
        for q in range(low.shape[1]):
            for cards in range(low[H, q], high[H, q]):
                total[:] = 0
                for w in range(min(suits, q, low.shape[0] - 1 - H) + 1):
                    rest, start = cards - call * w, below.low[H + w, q - w]
                    if start <= rest < below.high[H + w, q - w]:
                        lower = rows[below.first[H + w, q - w] + rest - start]
                        factor = factors[H, w]
                        for x in range(nodes):
                            total[x] += np.uint64(lower[x]) * np.uint64(factor[x])
                row = rows[first[H, q] + cards - low[H, q]]
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
    def of(cls, deck: Deck, modulus: _Modulus) -> "_Below":
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
        rows = np.empty((size, deck.nodes(deck.ranks - 1)), dtype=np.uint32)
        for H in range(deck.most + 1):
            if high[0, H, 0] > low[0, H, 0]:
                rows[first[0, H, 0]] = modulus.rounds[H]
        found = cls(rows, low, high, first)
        for c in range(1, deck.ranks):
            _play_below(found.level(c), found.level(c - 1), modulus, c)
        return found

    def level(self, c: int) -> _Level:
        """Return the tables of a level."""
        return _Level(self.rows, self.low[c], self.high[c], self.first[c])


def _cards_below(deck: Deck, level: int) -> tuple[Ints, Ints]:
    """Return by (H, q) the least and greatest cards that forks leave and q rounds can spend."""
    above, below, drift = deck.above[level], deck.below[level], deck.ranks - 1 - level
    least = np.maximum(below[0], (deck.cards - drift - above[1])[:, None])
    greatest = np.minimum(below[1], (deck.cards + drift - above[0])[:, None])
    rounds = np.add.outer(np.arange(above.shape[1]), np.arange(below.shape[1]))
    return least, np.where(rounds <= deck.most, greatest, least - 1)


class _States:
    """The trunk and the one fork that is being played, of all primes."""

    def __init__(self, deck: Deck, modulus: _Modulus, shift: int) -> None:
        self.deck, self.modulus, self.shift = deck, modulus, shift
        shape = (deck.most + 2, deck.cards + deck.ranks, deck.cards)
        self.trunk, self.fork = np.zeros(shape, dtype=np.uint32), np.empty(shape, dtype=np.uint32)
        self.trunk[0, 0] = modulus.weights

    def lower_trunk(self, level: int, window: Ints) -> None:
        """Play call level + 1 on the trunk, then leave the nodes that it needs no longer."""
        m, nodes = self.modulus, self.deck.nodes(level + 1)
        _play(self.trunk, m, level + 1, self.shift, window, nodes)
        _fold(self.trunk, m, window, nodes, self.deck.nodes(level))

    def open_fork(self, level: int, window: Ints, *, weigh: bool) -> None:
        """Let the fork leave the trunk at this level."""
        _open(self.trunk, self.fork, self.modulus.prime, weigh, window, self.deck.nodes(level))

    def lower_fork(self, level: int, shift: int, window: Ints, opened: int) -> None:
        """Play call level + 1 on the fork."""
        m, nodes = self.modulus, self.deck.nodes(opened)
        _play(self.fork, m, level + 1, shift, window, nodes)


def _survive(deck: Deck, modulus: _Modulus) -> Ints:
    """Return survive[p, i, j, W]: n + i - j cards are spent on rounds read as if from call 1."""
    ranks, n = deck.ranks, deck.cards
    below, states = _Below.of(deck, modulus), _States(deck, modulus, shift=0)
    survive = np.zeros((ranks, ranks, deck.most + 1), dtype=np.int64)
    for top in reversed(range(ranks)):
        window = deck.window(top, n - ranks + 1, n + ranks - 1)
        states.lower_trunk(top, window)
        nodes = deck.nodes(top)
        here = _Met(states.trunk, n, window, True, nodes, survive[top, top])
        _meet(here, below.level(top), modulus.prime)
        for shift in (1, -1) if top else ():
            states.open_fork(top, window, weigh=shift < 0)
            for level in reversed(range(top)):
                i, j = (level, top) if shift > 0 else (top, level)
                least, greatest = (n - top, n - 1) if shift > 0 else (n + 1, n + top)
                fork_window = deck.window(level, least, greatest)
                states.lower_fork(level, shift, fork_window, top)
                here = _Met(states.fork, n + i - j, fork_window, shift > 0, nodes, survive[i, j])
                _meet(here, below.level(level), modulus.prime)
    return survive


def _loss(deck: Deck, modulus: _Modulus) -> tuple[Ints, Ints]:
    """Return points[p, i, W] and place[p, i, place]: r misses end the pass, the rest is free."""
    ranks, n = deck.ranks, deck.cards
    states = _States(deck, modulus, shift=1)
    points = np.zeros((ranks, deck.most + 1), dtype=np.int64)
    place = np.zeros((ranks, n + 1), dtype=np.int64)
    for i in reversed(range(ranks)):
        spent = n - ranks + i  # at most, on rounds read as if from call 1
        window = deck.window(i, 0, spent)
        states.lower_trunk(i, window)
        states.open_fork(i, window, weigh=True)
        for level in reversed(range(i)):
            states.lower_fork(level, 0, deck.window(level, 0, spent), i)
        ended = states.fork[: deck.most + 1, : spent + 1, : deck.nodes(i)]
        sums = ended.sum(axis=2, dtype=np.uint64) % modulus.prime
        ways = sums * modulus.rounds[: deck.most + 1, None] % modulus.prime
        points[i] = ways.sum(axis=1)
        place[i, ranks - i :] = ways.sum(axis=0)
    return points, place
