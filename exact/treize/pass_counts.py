"""Count the orders of one deck of Treize, by kind: how a pass begun in state i ends.

**The pass.**  A deck of n = r s cards, i calls already missed.  The dealer
calls i+1, ..., r (the first round), then 1, 2, ..., r again after each match.
A pass with W matches has a first round that ends with a match at a call
a > i, W-1 complete rounds that end at calls 1 ... r, and a tail of j misses at
calls 1 ... j: j < r if the deck is exhausted (the dealer survives into state j),
j = r if the dealer loses, and then the rest of the deck is free.  Let w_c be the
number of rounds that end at call c, including the first round, and
H_c = w_{c+1} + ... + w_r the number of those that end above c.  The places of the
calls are then fixed, and the order of the W-1 complete rounds gives
(W-1)!/prod(w_c!) times the number of rounds that can be the first,

    (W-1)! H_i / prod_c w_c!                                        (1)

sequences.  Call c is matched w_c times and missed m_c times, where

    m_c = H_c + [i < c <= j] - [j < c <= i]                         (2)

(the first round misses i < c < a, the tail 1 <= c <= j; together they form one
complete round, except for the calls between i and j).

**The orders.**  If w places must hold rank c and m places must not, the s
labelled cards of the rank contribute (inclusion-exclusion over t misses that
hold the rank nevertheless; [.]_t is the falling factorial)

    F(w, m; x) = sum_t (-1)^t C(m, t) [s]_{w+t} x^{w+t},            (3)

and the deck has L(prod_c F(w_c, m_c; x)) / (s!)^r orders by kind, with
L(x^u) = (n-u)!.  The only identity of F that is used is
F(w, m+1) = F(w, m) - F(w+1, m): missed places are all places without the matched.

**One chain for every i and j.**  Going down c = r, ..., 1 a state is (h, cards
left), and a call maps (h, left) to (h+w, left - c w) with the factor
F(w, h)/w!.  By (2) the indicators are only a shift of h against H: h = H,
but h = H+1 between i and j if i < j (a fork that opens at level j and closes at
i), and h = H-1 if i > j (opens at i, closes at j); the factor H of (1) is
applied at level i.  So there is one trunk, and at each level two forks leave
it.  At every level below, a copy of each fork is closed.  The sweep plays closed
forks on to call 1, where h = W, the points of the pass.  The kernel closes them by
an inner product with `lower`, the sum over all ways to play the remaining calls,
separately for each number q of rounds there: W = H + q.  A loss is a fork from
the very top, h = H+1, that closes at i; losses are played to the last call,
because both place and points are needed.

**Values instead of polynomials.**  A state carries weights on the nodes
x = 1, 2, ..., N such that sum_x weight_x P(x) = L(P times what was played above)
for every factor P that can come below; a call multiplies by F(w, h; x)/w!,
node by node.  All products are divisible by x and have degree <= n, so that
N = n nodes are enough at the top.  At level c, below call c + 1, the degree of P is
at most s c, and the weights of superfluous nodes are moved to the first s c + 1
by Lagrange's formula.

**Integers.**  Everything is computed modulo primes whose product exceeds the
n!/(s!)^r orders.  All counts lie between 0 and that number, so the Chinese
remainder theorem gives them exactly.

**Two counters.**  `pass_counts_sweep` needs numpy alone, `pass_counts_kernel` a
compiler; `default_counter` chooses.
"""

from dataclasses import dataclass
from math import comb, factorial, lgamma, log, sqrt
from typing import Literal

import numpy as np

from montmort.display import short_repr
from montmort.exact.disk_cache import Arrays, load_or_compute
from montmort.exact.treize.pass_nodes import chinese_remainder
from montmort.games.extras import is_installed

Count = tuple[int, ...]
Counter = Literal["sweep", "kernel"]

VERSION = 1  # of the stored counts; raise it when the numbers change
PRIME_BITS = 29  # of a typical prime modulus
STORE_LIMIT = 10**9  # operations: about 0.2 s of the sweep
SWEEP_LIMIT = 2.8 * 10**9  # operations: about 0.5 s, as long as loading the compiled kernel


@dataclass(frozen=True, kw_only=True)
class PassCounts:
    """Orders of a deck by kind, by the state i (misses so far) in which the pass begins.

    `survive[i][j][k]`: the deck is exhausted with the dealer alive, j misses
    in the current count, k points scored in the pass.  `loss_points[i][k]`: the
    dealer loses in the pass after k points in it.  `loss_place[i][p]`: the dealer
    loses on the p-th card.  For each i, survive and loss_points add up to `orders`.
    """

    ranks: int
    suits: int
    orders: int
    survive: tuple[tuple[Count, ...], ...]
    loss_points: tuple[Count, ...]
    loss_place: tuple[Count, ...]

    __repr__ = short_repr

    def __post_init__(self) -> None:
        for state in range(self.ranks):
            self._check(state)

    def _check(self, state: int) -> None:
        """Raise ArithmeticError unless the counts of the pass begun in `state` add up."""
        alive = [orders for row in self.survive[state] for orders in row]
        points, place = self.loss_points[state], self.loss_place[state]
        deck = f"{self.ranks} ranks of {self.suits} suits, {state=}"
        if min(min(alive), min(points), min(place)) < 0:
            raise ArithmeticError(f"{deck}: a count of orders is negative")
        if sum(points) != sum(place):
            raise ArithmeticError(
                f"{deck}: {sum(points)} losing orders by points, {sum(place)} by place"
            )
        if sum(alive) + sum(points) != self.orders:
            raise ArithmeticError(
                f"{deck}: {sum(alive)} surviving and {sum(points)} losing orders "
                f"do not add up to {self.orders}"
            )


@dataclass(frozen=True, kw_only=True)
class PassWork:
    """Estimated cost of counting with the compiled kernel, good to a factor of two.

    `operations` of the processor, about ten for each product of residues, by a power
    law fitted to decks of 30 to 120 cards (too high for two ranks); `bytes` at the peak.
    """

    operations: int
    bytes: int

    __repr__ = short_repr


def work(ranks: int, suits: int) -> PassWork:
    """Return the estimated work of `count_passes(ranks, suits)`, at once for any deck.

    >>> work(1000, 1000).operations > 10**6 * work(13, 4).operations
    True
    """
    _require_deck(ranks, suits)
    cards = ranks * suits
    bits = (lgamma(cards + 1) - ranks * lgamma(suits + 1)) / log(2)
    primes = 1 + bits / PRIME_BITS
    rounds = suits * sqrt(2 * (ranks + ranks / suits))  # the most in a pass
    lower, states = 0.2 * ranks**4.3 * suits**3.3, 8 * rounds * (cards + ranks) * cards
    result = ranks**2 * rounds * (14 * primes + 100)
    return PassWork(
        operations=int(12 * primes * cards * (suits + 1) * ranks**3.4 * suits**1.4),
        bytes=int(lower + states + result),
    )


def count_passes(ranks: int, suits: int, counter: Counter | None = None) -> PassCounts:
    """Return for every state how the orders of the deck end the pass.

    `counter` is "sweep" (numpy alone) or "kernel" (compiled: several times faster, but
    it must be loaded, and compiled the first time); both return the same.  By default
    the sweep counts decks for which it takes less time than the kernel takes to
    load, and all decks where numba is not installed.

    A pack of two cards, 1 and 2: begun fresh, the order 1 2 gives a match and
    leaves one miss, the order 2 1 is lost on its last card.

    >>> counts = count_passes(2, 1)
    >>> counts.survive[0]
    ((0, 0, 0), (0, 1, 0))
    >>> counts.loss_place[0]
    (0, 0, 1)
    """
    _require_deck(ranks, suits)
    return _from_residues(ranks, suits, _count_residues(ranks, suits, counter))


def load_or_count_passes(ranks: int, suits: int) -> PassCounts:
    """Return `count_passes(ranks, suits)`; a long count is stored in the cache folder.

    >>> load_or_count_passes(2, 1) == count_passes(2, 1)
    True
    """
    if _sweep_operations(ranks, suits) <= STORE_LIMIT:
        return count_passes(ranks, suits)
    residues = load_or_compute(
        f"treize-{ranks}x{suits}", VERSION, lambda: _count_residues(ranks, suits, None)
    )
    return _from_residues(ranks, suits, residues)


def default_counter(ranks: int, suits: int) -> Counter:
    """Return the counter that takes less time with this deck, the loading included.

    >>> default_counter(13, 4), default_counter(13, 6)
    ('sweep', 'kernel')
    """
    is_short = _sweep_operations(ranks, suits) <= SWEEP_LIMIT
    return "sweep" if is_short or not is_installed("numba") else "kernel"


def _sweep_operations(ranks: int, suits: int) -> float:
    """Return the estimated operations of the sweep, at the same rate as those of the kernel."""
    return work(ranks, suits).operations * (1 + 8 / suits)


def _count_residues(ranks: int, suits: int, counter: Counter | None) -> Arrays:
    """Return the primes, and modulo each of them the counts of the passes with a match."""
    counter = counter or default_counter(ranks, suits)
    if counter == "kernel":
        from montmort.exact.treize.pass_counts_kernel import count_modulo_primes
    else:
        from montmort.exact.treize.pass_counts_sweep import count_modulo_primes
    primes, tables = count_modulo_primes(ranks, suits, deck_orders(ranks, suits))
    survive, points, place = map(np.stack, zip(*tables, strict=True))
    return {"primes": np.array(primes), "survive": survive, "points": points, "place": place}


def _from_residues(ranks: int, suits: int, residues: Arrays) -> PassCounts:
    primes = residues["primes"].tolist()
    survive, points, place = (
        chinese_remainder(residues[name], primes) for name in ("survive", "points", "place")
    )
    return _with_matchless_passes(ranks, suits, survive, points, place)


def _with_matchless_passes(
    ranks: int,
    suits: int,
    survive: list[list[list[int]]],
    points: list[list[int]],
    place: list[list[int]],
) -> PassCounts:
    """Add the passes without a match, which the sums leave out: W = 0."""
    for state in range(ranks):
        never = never_matched(ranks, suits, state)
        points[state][0] += never
        place[state][ranks - state] += never
    return PassCounts(
        ranks=ranks,
        suits=suits,
        orders=deck_orders(ranks, suits),
        survive=tuple(tuple(map(tuple, rows)) for rows in survive),
        loss_points=tuple(map(tuple, points)),
        loss_place=tuple(map(tuple, place)),
    )


def deck_orders(ranks: int, suits: int) -> int:
    """Return the number of orders of the deck by kind, (r s)! / (s!)^r.

    >>> deck_orders(2, 2)
    6
    """
    return int(factorial(ranks * suits) // factorial(suits) ** ranks)


def _require_deck(ranks: int, suits: int) -> None:
    if ranks < 2:
        raise ValueError(f"{ranks=} must be >= 2: with one rank every card is a match")
    if suits < 1:
        raise ValueError(f"{suits=} must be >= 1")


def never_matched(ranks: int, suits: int, state: int) -> int:
    """Return the orders in which calls state+1 ... r all miss: L((1 - s x)^(r-state)) / (s!)^r.

    >>> never_matched(2, 1, state=0)
    1
    """
    calls, cards = ranks - state, ranks * suits
    labelled = sum((-suits) ** t * comb(calls, t) * factorial(cards - t) for t in range(calls + 1))
    return int(labelled // factorial(suits) ** ranks)
