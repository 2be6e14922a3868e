"""Count, by kind, the orders of one deck of Treize: where a pass begun in state i ends.

**The pass.**  A deck of n = r s cards, i calls already missed.  The dealer
calls i+1, …, r (the first round), then 1, 2, …, r again after each match.
A pass with W matches has a first round that ends with a match at a call
a > i, W-1 complete rounds that end at calls 1 … r, and a tail of j misses at
calls 1 … j: j < r when the deck is exhausted (he survives into state j), j = r
when he loses and the rest of the deck is free.  Let w_c be the rounds that
end at call c, the first among them, H_c = w_{c+1} + … + w_r those that end
above c.  The places of the calls are then fixed, and the order of the W-1
complete rounds gives (W-1)!/prod(w_c!) times the rounds that may be the first,

    (W-1)! H_i / prod_c w_c!                                        (1)

sequences.  Call c is matched w_c times and missed m_c times, where

    m_c = H_c + [i < c <= j] - [j < c <= i]                         (2)

(the first round misses i < c < a, the tail 1 <= c <= j: together they make one
complete round, up to the calls between i and j).

**The orders.**  If w places must hold rank c and m places must not, the s
labelled cards of the rank contribute (inclusion and exclusion over t misses
that hold the rank after all; [.]_t is the falling factorial)

    F(w, m; x) = sum_t (-1)^t C(m, t) [s]_{w+t} x^{w+t},            (3)

and the deck has L(prod_c F(w_c, m_c; x)) / (s!)^r orders by kind, with
L(x^u) = (n-u)!.  Of the identities of F only F(w, m+1) = F(w, m) - F(w+1, m)
is used: a missed place is a free one without the matched ones.

**One chain for every i and j.**  Going down c = r, …, 1 a state is (h, cards
left), and a call maps (h, left) to (h+w, left - c w) with the factor
F(w, h)/w!.  By (2) the flags are no more than a shift of h against H: h = H,
but h = H+1 between i and j if i < j (a fork that opens at level j and closes at
i), and h = H-1 if i > j (opens at i, closes at j); the factor H of (1) is
applied at level i.  So there is one trunk, and at each level two forks leave
it.  At every level below, a fork is closed by an inner product with `lower`,
the sum over all ways to play the calls that are left, kept apart by the number
q of rounds there: so W = H + q, the points of the pass, stays resolved.  A
loss is a fork from the very top, h = H+1, that closes at i; these are played
to the last call, because place and points are both wanted.

**Values instead of polynomials.**  A state carries weights on the nodes
x = 1, 2, …, N such that sum_x weight_x P(x) = L(P times what was played above)
for every factor P that can come below; a call multiplies by F(w, h; x)/w!,
node by node.  All products are divisible by x^least with a known `least`
number of rounds and have degree <= n, so that N = n+1-least nodes are enough
at the top; below call c the degree of P is at most s c, and the weights of
superfluous nodes are moved to the first s c + 1 by Lagrange's formula.

**Integers.**  Everything is done modulo primes, as many as make their product
exceed the n!/(s!)^r orders; all counts lie between 0 and that number, so the
Chinese remainder theorem gives them exactly.  Products of residues are summed
in 64 bits as long as they fit and reduced once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import comb, factorial, lgamma, log
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from montmort.exact.linalg.modular import joined, primes_beyond

Ints = NDArray[np.int64]
Count = tuple[int, ...]

PRIME_BITS = 29  # 31 products of two residues fit in 63 bits
FOLD = 0.85  # move to fewer nodes when at most this part of them stays
CALL = 60_000
BATCH_CELLS = 16_000_000  # numbers held at once, over all primes of a batch


@dataclass(frozen=True, kw_only=True)
class PassCounts:
    """Orders of a deck by kind, by the state i (misses so far) in which the pass begins.

    `survive[i][j][k]`: the deck is exhausted with the dealer alive, j misses
    in the running count, k points scored in the pass.  `loss_points[i][k]`: he
    loses in the pass after k points in it.  `loss_place[i][p]`: he loses on
    the p-th card.  For each i, survive and loss_points add up to `orders`.
    """

    ranks: int
    suits: int
    orders: int
    survive: tuple[tuple[Count, ...], ...]
    loss_points: tuple[Count, ...]
    loss_place: tuple[Count, ...]

    def __post_init__(self) -> None:
        for state in range(self.ranks):
            self._check(state)

    def _check(self, state: int) -> None:
        """Raise unless the orders of the pass begun in `state` are all accounted for."""
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
    """What `count_passes` asks for, by power laws fitted to decks of 30 to 120 cards.

    `operations` of the processor, about ten for each product of residues, and
    `bytes` at the peak: good to a factor of two there, too high for two ranks.
    """

    operations: int
    bytes: int


def work(ranks: int, suits: int) -> PassWork:
    """Return the estimated work of `count_passes(ranks, suits)`, at once for any deck.

    >>> work(1000, 1000).operations > 10**6 * work(13, 4).operations
    True
    """
    _require_deck(ranks, suits)
    cards = ranks * suits
    bits = (lgamma(cards + 1) - ranks * lgamma(suits + 1)) / log(2)
    primes = 1 + bits / PRIME_BITS
    # Numbers per prime: in `lower`, and on the largest board of forks.
    lower, board = 0.075 * ranks**4.3 * suits**3.3, 1.4 * ranks**3.3 * suits**2.6
    factors = suits * (1 + (2 * ranks) ** 0.5) * (suits + 1) * cards
    batch = min(primes, max(1.0, BATCH_CELLS / lower))
    return PassWork(
        operations=int(12 * primes * cards * (suits + 1) * ranks**3.4 * suits**1.4),
        bytes=int(8 * batch * (1.3 * lower + 3 * board + 2 * factors)),
    )


def count_passes(ranks: int, suits: int) -> PassCounts:
    """Return for every state how the orders of the deck end the pass.

    A pack of two cards, 1 and 2: begun fresh, the order 1 2 gives a match and
    leaves one miss, the order 2 1 is lost on its last card.

    >>> counts = count_passes(2, 1)
    >>> counts.survive[0]
    ((0, 0, 0), (0, 1, 0))
    >>> counts.loss_place[0]
    (0, 0, 1)
    """
    _require_deck(ranks, suits)
    deck = _Deck(ranks, suits)
    primes = primes_beyond(deck_orders(ranks, suits), bits=_prime_bits(suits))
    batches = [_Residues(deck, batch) for batch in _batches(deck, primes)]
    survive = joined(np.concatenate([_survive(residues) for residues in batches]), primes)
    losses = [_loss(residues) for residues in batches]
    points = joined(np.concatenate([points for points, _ in losses]), primes)
    place = joined(np.concatenate([place for _, place in losses]), primes)
    return with_matchless_passes(ranks, suits, survive, points, place)


def with_matchless_passes(
    ranks: int,
    suits: int,
    survive: list[list[list[int]]],
    points: list[list[int]],
    place: list[list[int]],
) -> PassCounts:
    """Return the counts of all passes from those with a match: W = 0 has no row in the sums."""
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
    """Return the orders of the deck by kind, (r s)! / (s!)^r."""
    return int(factorial(ranks * suits) // factorial(suits) ** ranks)


def _require_deck(ranks: int, suits: int) -> None:
    if ranks < 2:
        raise ValueError(f"{ranks=} must be >= 2: with one rank every card is a match")
    if suits < 1:
        raise ValueError(f"{suits=} must be >= 1")


def _prime_bits(suits: int) -> int:
    """Return how long primes may be for sums of s + 17 products to fit in 63 bits."""
    return min(PRIME_BITS, (63 - (suits + 17).bit_length()) // 2)


def never_matched(ranks: int, suits: int, state: int) -> int:
    """Return the orders in which calls state+1 … r all miss: L((1 - s x)^(r-state)) / (s!)^r.

    >>> never_matched(2, 1, state=0)
    1
    """
    calls, cards = ranks - state, ranks * suits
    labelled = sum((-suits) ** t * comb(calls, t) * factorial(cards - t) for t in range(calls + 1))
    return int(labelled // factorial(suits) ** ranks)


class _Span(NamedTuple):
    """Rows low <= row < high; a row is a number of cards, up to a shift told by its user."""

    low: int
    high: int


class _Deck:
    """What can be reached at all.

    `most` is the greatest number of rounds in a pass, `above[c][h]` the least
    and the greatest number of cards of h rounds that end above call c, and
    `lower[c]` tells what can be left for calls c and below.
    """

    def __init__(self, ranks: int, suits: int) -> None:
        self.ranks, self.suits, self.cards = ranks, suits, ranks * suits
        self.most = self._most_rounds()
        self.above = [self._cards_of(range(c + 1, ranks + 1)) for c in range(ranks + 1)]
        below = [self._cards_of(range(1, c + 1)) for c in range(ranks)]
        self.lower = [self._to_spend(c, below[c]) for c in range(ranks)]

    def _most_rounds(self) -> int:
        """Count the rounds that fit in n + r - 1 cards, the first read as if from call 1."""
        most = used = 0
        while most < self.cards and used + 1 + most // self.suits < self.cards + self.ranks:
            used += 1 + most // self.suits
            most += 1
        return most

    def _cards_of(self, calls: Sequence[int]) -> list[tuple[int, int]]:
        reach = [(0, 0)]
        for k in range(min(self.most, self.suits * len(calls))):
            least, greatest = reach[-1]
            step = k // self.suits
            reach.append((least + calls[step], greatest + calls[-1 - step]))
        return reach

    def _to_spend(
        self, level: int, below: Sequence[tuple[int, int]]
    ) -> dict[tuple[int, int], range]:
        """Return by (H, q) the cards that some fork can leave and that q rounds below can spend.

        A fork that closes at this level spends n + d cards in all, |d| <= r-1-level.
        """
        drift = self.ranks - 1 - level
        cards = {}
        for H, (least, greatest) in enumerate(self.above[level]):
            fewest, most = self.cards - drift - greatest, self.cards + drift - least
            for q in range(max(0, self.suits - H), min(len(below), self.most + 1 - H)):
                few, many = below[q]
                if few <= most and many >= fewest:
                    cards[H, q] = range(max(few, fewest), min(many, most) + 1)
        return cards

    def fill(self, call: int) -> int:
        """Return the most cards that rounds ending at `call` and below can take."""
        return self.suits * call * (call + 1) // 2


# Arithmetic modulo several primes at once: axis 0 of every array is the prime.


def _batches(deck: _Deck, primes: list[int]) -> Iterator[list[int]]:
    """Cut the primes into batches for which `lower` holds about BATCH_CELLS numbers."""
    rows = sum(len(cards) for level in deck.lower for cards in level.values())
    size = max(1, BATCH_CELLS // (rows * deck.cards))
    for first in range(0, len(primes), size):
        yield primes[first : first + size]


class _Residues:
    """The factors F(w, m; x)/w! at the nodes x = 1 … n, and what is done modulo the primes.

    `miss[p, m, w, x]` is F(w, m; x)/w!, `ends[p, h, x, w]` is F(w, h-w; x)/w!,
    `rounds[p, W]` is (W-1)!.
    """

    def __init__(self, deck: _Deck, primes: list[int]) -> None:
        self.deck = deck
        self.primes = np.array(primes, dtype=np.int64)
        self.limit = 2**63 // primes[0] ** 2 - 1  # products that can be summed unreduced
        self.miss = self._factors()
        self.ends = np.zeros(self.miss.transpose(0, 1, 3, 2).shape, dtype=np.int64)
        for w in range(deck.suits + 1):
            self.ends[:, w:, :, w] = self.miss[:, : self.miss.shape[1] - w, w]
        self.rounds = self.modulo(
            [factorial(max(W - 1, 0)) for W in range(deck.most + deck.suits + 1)]
        )
        self.newton, self.pascal = self._binomials(deck.cards)
        self._folds: dict[tuple[int, int], Ints] = {}

    def modulo(self, numbers: Sequence[int]) -> Ints:
        return np.array([[v % p for v in numbers] for p in self.primes.tolist()], dtype=np.int64)

    def over(self, dimensions: int) -> Ints:
        """Return the primes shaped to divide an array of so many dimensions."""
        return self.primes.reshape(-1, *[1] * (dimensions - 1))

    def reduce(self, block: Ints, out: Ints | None = None) -> Ints:
        """Write block mod p to `out`, by default to the (contiguous) block itself.

        One long row per prime: numpy divides by a scalar three times as fast
        as it takes remainders.
        """
        rows = block.reshape(len(block), -1)
        multiples = rows // self.over(2)
        multiples *= self.over(2)
        out = block if out is None else out
        np.subtract(block, multiples.reshape(block.shape), out=out)
        return out

    def dot(self, left: Ints, right: Ints) -> Ints:
        """Return left @ right for reduced matrices, one pair per prime."""
        total = np.zeros((*left.shape[:2], right.shape[2]), dtype=np.int64)
        for k in range(0, left.shape[2], self.limit):
            part = np.matmul(left[:, :, k : k + self.limit], right[:, k : k + self.limit])
            total = (total + part % self.over(3)) % self.over(3)
        return total

    def _factors(self) -> Ints:
        """Fill F(w, m; x)/w! from F(w, 0; x) = [s]_w x^w by F(w, m+1) = F(w, m) - F(w+1, m)."""
        suits, nodes = self.deck.suits, range(1, self.deck.cards + 1)
        shape = (len(self.primes), self.deck.most + 3, suits + 1, len(nodes))
        factors = np.zeros(shape, dtype=np.int64)
        for w in range(suits + 1):
            factors[:, 0, w] = self.modulo([comb(suits, w) * x**w for x in nodes])
        later = np.arange(1, suits + 1)[:, None]
        for m in range(1, shape[1]):
            factors[:, m] = factors[:, m - 1]
            factors[:, m, :-1] -= later * factors[:, m - 1, 1:]
            factors[:, m] %= self.over(3)
        return factors

    def quadrature(self, least: int) -> Ints:
        """Return weights on x = 1 … N, N = n+1-least, with sum weight x^u = (n-u)!/(s!)^r.

        For u = least … n, that is for the products divisible by x^least.  With
        x^least taken out, Newton's formula P(x) = sum_k D^k P(1) C(x-1, k)
        gives the weights from L(C(x-1, k)).
        """
        n, nodes = self.deck.cards, range(1, self.deck.cards + 2 - least)
        newton = self.newton[:, : len(nodes), : len(nodes)]
        pascal = self.pascal[:, : len(nodes), : len(nodes)]
        moments = self.modulo([factorial(n - least - t) for t in range(len(nodes))])
        weights = self.dot(pascal.transpose(0, 2, 1), self.dot(newton, moments[:, :, None]))
        alike = factorial(self.deck.suits) ** self.deck.ranks
        scale = [[pow(x**least * alike, -1, p) for x in nodes] for p in self.primes.tolist()]
        return weights[:, :, 0] * np.array(scale, dtype=np.int64) % self.over(2)

    def _binomials(self, size: int) -> tuple[Ints, Ints]:
        """Return the coefficients of C(x-1, k) in x, and (-1)^(k-i) C(k, i), for k, i < size."""
        newton = np.zeros((len(self.primes), size, size), dtype=np.int64)
        pascal = np.zeros_like(newton)
        newton[:, 0, 0] = pascal[:, 0, 0] = 1
        for k in range(1, size):
            inverse = np.array([[pow(k, -1, p)] for p in self.primes.tolist()], dtype=np.int64)
            for table, shift in ((newton, k), (pascal, 1)):
                table[:, k] = -shift * table[:, k - 1]
                table[:, k, 1:] += table[:, k - 1, :-1]
                table[:, k] %= self.over(2)
            newton[:, k] = newton[:, k] * inverse % self.over(2)
        return newton, pascal

    def schedule(self, nodes: int) -> list[int]:
        """Return how many nodes the states at each call level 0 … r carry, `nodes` at the top."""
        counts = [nodes]
        for call in reversed(range(self.deck.ranks)):
            few = self.deck.suits * call + 1
            counts.append(few if few <= FOLD * counts[-1] else counts[-1])
        return counts[::-1]

    def fold(self, block: Ints, out: Ints) -> None:
        """Move the weights of block[p, x, state] to the nodes 1 … N' of `out`, reduced.

        For P of degree < N', P(x) = sum_y l_y(x) P(y) with Lagrange's l_y on 1 … N'.
        """
        many, few = block.shape[1], out.shape[1]
        lagrange = self._lagrange(many, few)
        tail = self.reduce(np.ascontiguousarray(block[:, few:]))
        head = block[:, :few]
        step = self.limit - self.deck.suits - 2  # head: a sum of s + 1 products, unreduced
        for first in range(0, many - few, step):
            part = np.matmul(lagrange[:, :, first : first + step], tail[:, first : first + step])
            part += head
            head = self.reduce(part)
        out[...] = head.reshape(out.shape)

    def _lagrange(self, many: int, few: int) -> Ints:
        """Return [p, y, x] = l_y(x) for y = 1 … few, x = few+1 … many: these are integers."""
        if (many, few) not in self._folds:
            rows = [
                self.modulo(
                    [
                        (-1) ** (few - y) * comb(x - 1, y - 1) * comb(x - y - 1, few - y)
                        for x in range(few + 1, many + 1)
                    ]
                )
                for y in range(1, few + 1)
            ]
            self._folds[many, few] = np.stack(rows, axis=1)
        return self._folds[many, few]


# The boards of states.


class _Board:
    """The states at one call level: cells[prime, node, h, row, column].

    A column is a vector of states of its own (the trunk, a fork); a row is the
    number of cards left, up to a shift that belongs to the column.  `spans[h]`
    are the rows that matter: outside of them the weight is 0 or never asked
    for.  `reads` are the rows that the next call looks at: there zeros are laid.
    """

    def __init__(
        self,
        residues: _Residues,
        spans: Mapping[int, _Span],
        reads: Mapping[int, _Span],
        columns: int,
        nodes: int,
    ) -> None:
        self.residues, self.spans = residues, spans
        every = [*spans.values(), *reads.values()]
        self.first_row = min(span.low for span in every)
        rows = max(span.high for span in every) - self.first_row
        shape = (len(residues.primes), nodes, max([*spans, *reads]) + 1, rows, columns)
        self.cells = np.empty(shape, dtype=np.int64)
        for h, read in reads.items():
            own = spans.get(h, _Span(read.high, read.high))
            self.rows(h, read.low, own.low)[...] = 0
            self.rows(h, own.high, read.high)[...] = 0

    @classmethod
    def at(
        cls,
        residues: _Residues,
        levels: Sequence[Mapping[int, _Span]],
        level: int,
        columns: int,
        nodes: int,
    ) -> "_Board":
        """Return the empty board at `level`, ready to be filled and then played down."""
        suits = residues.deck.suits
        reads = _reads(levels[level], levels[level - 1], level, suits) if level else {}
        return cls(residues, levels[level], reads, columns, nodes)

    def rows(self, h: int, low: int, high: int) -> Ints:
        """Return the view [prime, node, row, column] of the rows low <= row < high."""
        return self.cells[:, :, h, low - self.first_row : max(low, high) - self.first_row]

    def settle(self, call: int, target: "_Board") -> "_Board":
        """Play one call and lay the result on the first columns of `target`.

        new(h, left) = sum_w F(w, h-w)/w! old(h-w, left + call w)
        """
        nodes, columns = self.cells.shape[1], self.cells.shape[4]
        for h, span in target.spans.items():
            place = target.rows(h, *span)[..., :columns]
            first, last = _round_range(self.spans, h, self.residues.deck.suits)
            if first > last:
                place[...] = 0
                continue
            factors = self.residues.ends[:, h, :nodes, None, first : last + 1]
            block = np.matmul(factors, self._sources(call, h, span, first, last))
            if place.shape[1] < nodes:
                self.residues.fold(block[:, :, 0], place)
            else:
                self.residues.reduce(block.reshape(place.shape), place)
        return target

    def _sources(self, call: int, h: int, span: _Span, first: int, last: int) -> Ints:
        """View old(h-w, row + call w) as [prime, node, w, (row, column)]: w has its own stride."""
        prime, node, above, row, column = self.cells.strides
        start = (h - first) * above + (span.low + call * first - self.first_row) * row
        states = (span.high - span.low) * self.cells.shape[4]
        shape = (*self.cells.shape[:2], last - first + 1, states)
        strides = (prime, node, call * row - above, column)
        return np.ndarray(shape, np.int64, self.cells, start, strides)

    def copy_trunk(self, column: int, above: int, left: int, begun: int | None = None) -> None:
        """Lay (h + above, row) of column 0 on (h, row + left) of this column.

        Where the pass begins, that is unless `begun` is None, times H = h + begun.
        """
        for h, span in self.spans.items():
            place = self.rows(h, *span)[..., column]
            place[...] = 0
            own = self.spans.get(h + above, _Span(0, 0))
            low, high = max(own.low + left, span.low), min(own.high + left, span.high)
            if low < high:
                cells = self.rows(h + above, low - left, high - left)[..., 0]
                if begun is not None:
                    cells = cells * (h + begun) % self.residues.over(3)
                place[:, :, low - span.low : high - span.low] = cells


def _round_range(spans: Mapping[int, _Span], h: int, suits: int) -> tuple[int, int]:
    """Return the least w <= s with states at h - w and the greatest, one less if there is none."""
    found = [w for w in range(suits + 1) if h - w in spans]
    return (found[0], found[-1]) if found else (0, -1)


def _reads(
    spans: Mapping[int, _Span], following: Mapping[int, _Span], call: int, suits: int
) -> dict[int, _Span]:
    """Return the rows of `spans` that playing `call` looks at to fill the spans `following`."""
    reads: dict[int, _Span] = {}
    for h, span in following.items():
        first, last = _round_range(spans, h, suits)
        for w in range(first, last + 1):
            low, high = span.low + call * w, span.high + call * w
            known = reads.get(h - w)
            if known is not None:
                low, high = min(low, known.low), max(high, known.high)
            reads[h - w] = _Span(low, high)
    return reads


def _hull(spans: Iterable[tuple[int, int, int]]) -> dict[int, _Span]:
    """Join (h, low, high) with low < high to one span for each h >= 0."""
    hull: dict[int, _Span] = {}
    for h, low, high in spans:
        if h >= 0 and low < high:
            own = hull.get(h, _Span(low, high))
            hull[h] = _Span(min(low, own.low), max(high, own.high))
    return dict(sorted(hull.items()))


# What can still come below a level.


class _Group(NamedTuple):
    """The functional `lower` at some level for H rounds above and the q of `later` below.

    cells[prime, q, R, node] is, for every R in `cards`, the sum over all ways
    to spend exactly R cards on q rounds that end at this level or below, of
    (W-1)! prod F(w, h; x)/w! with W = H + q.
    """

    rounds: int
    later: range
    cards: range
    cells: Ints


def _lower(residues: _Residues, nodes: Sequence[int]) -> list[list[_Group]]:
    """Build `lower` for the levels 0 … r-1, on the nodes that the highest level needs."""
    deck = residues.deck
    ones = np.ones((len(residues.primes), 1, 1, nodes[-1]), dtype=np.int64)
    bottom = [
        _Group(W, range(1), range(1), ones * residues.rounds[:, W, None, None, None])
        for W, _ in deck.lower[0]
    ]
    levels = [bottom]
    for call in range(1, deck.ranks):
        below = {(group.rounds, q): group for group in levels[-1] for q in group.later}
        # What a row costs here, and three times in _meet.
        columns = 2 * (deck.ranks - call) - 1
        price = columns * nodes[call] + (deck.suits + 3) * nodes[-1]
        spare = CALL // (len(residues.primes) * price)
        levels.append(
            [
                _played_below(residues, call, empty, below)
                for empty in _grouped(deck.lower[call], spare)
            ]
        )
    return levels


def _grouped(
    cards: Mapping[tuple[int, int], range], spare: int
) -> Iterator[tuple[int, range, range]]:
    """Join neighbours q, q+1, … of one H while each wastes at most `spare` rows."""
    groups: list[tuple[int, range, range]] = []
    for (H, q), own in cards.items():
        if groups and groups[-1][0] == H and groups[-1][1].stop == q:
            _, later, others = groups[-1]
            joint = range(min(others.start, own.start), max(others.stop, own.stop))
            waste = len(joint) * (len(later) + 1) - len(others) * len(later) - len(own)
            if waste <= spare:
                groups[-1] = H, range(later.start, q + 1), joint
                continue
        groups.append((H, range(q, q + 1), own))
    yield from groups


def _played_below(
    residues: _Residues,
    call: int,
    empty: tuple[int, range, range],
    below: Mapping[tuple[int, int], _Group],
) -> _Group:
    """Return lower(H, q, R) = sum_w F(w, H)/w! below(H+w, q-w, R - call w)."""
    rounds, later, cards = empty
    primes, _, _, nodes = next(iter(below.values())).cells.shape
    cells = np.zeros((primes, len(later), len(cards), nodes), dtype=np.int64)
    for w in range(residues.deck.suits + 1):
        factor = residues.miss[:, rounds, w, None, None, :nodes]
        sources = {id(g): g for q in later if (g := below.get((rounds + w, q - w)))}
        for source in sources.values():
            qs = _overlap(later, source.later, w)
            rows = _overlap(cards, source.cards, call * w)
            own = cells[:, qs[0], rows[0]]
            np.add(own, factor * source.cells[:, qs[1], rows[1]], out=own)
    return _Group(rounds, later, cards, residues.reduce(cells))


def _overlap(here: range, there: range, shift: int) -> tuple[slice, slice]:
    """Return where the numbers `here` that equal `shift` plus one of `there` stand in both."""
    low = max(here.start, there.start + shift)
    high = max(low, min(here.stop, there.stop + shift))
    return (
        slice(low - here.start, high - here.start),
        slice(low - shift - there.start, high - shift - there.start),
    )


# Survive: forks with h = H + sign, opened at max(i, j), closed at min(i, j).


def _survive(residues: _Residues) -> Ints:
    """Return survive[prime, i, j, W].

    A row of the trunk is r + n - used; a fork opened at level o has the row of
    the trunk less sign o, and when it closes at level l sign l more: r + the
    cards to spend.  Column 0 is the trunk, then come a plus and a minus fork
    for each level from r-1 down.
    """
    deck = residues.deck
    ranks, start = deck.ranks, deck.ranks + deck.cards
    nodes = residues.schedule(deck.cards + 1 - deck.suits)
    lower = _lower(residues, nodes)
    levels = [_survive_spans(deck, level) for level in range(ranks + 1)]
    counts = np.zeros((len(residues.primes), ranks, ranks, deck.most + 1), dtype=np.int64)
    board = _Board.at(residues, levels, ranks, 1, nodes[ranks])
    board.rows(0, start, start + 1)[..., 0, 0] = residues.quadrature(deck.suits)
    for level in reversed(range(ranks)):
        width = 1 + 2 * (ranks - 1 - level)
        after = _Board.at(residues, levels, level, width + 2 * (level > 0), nodes[level])
        board = board.settle(level + 1, after)
        counts[:, level, level] = _meet(board, slice(0, 1), lower[level], 0, level)[:, 0]
        if width > 1:
            # The forks stand in the order r-1, r-2, …, level + 1.
            plus = _meet(board, slice(1, width, 2), lower[level], 1, level)
            minus = _meet(board, slice(2, width, 2), lower[level], -1, level)
            counts[:, level, level + 1 :] = plus[:, ::-1]
            counts[:, level + 1 :, level] = minus[:, ::-1]
        if level:
            board.copy_trunk(width, above=-1, left=-level)
            board.copy_trunk(width + 1, above=1, left=level, begun=1)
    return counts


def _survive_spans(deck: _Deck, level: int) -> dict[int, _Span]:
    """Return the rows from which the trunk or some fork of this level can still close.

    A fork opened at level o and closed at l uses n - sign (o - l) cards.
    """
    ranks, start = deck.ranks, deck.cards + deck.ranks
    spans = []
    for sign in (0, 1, -1) if level < ranks else (0,):
        opens = [sign * max(level, 1), sign * (ranks - 1)]
        # After a close at level 0 … `level`: 0 … fill cards to spend, in row r - sign l + these.
        low = ranks - level * (sign >= 0)
        high = ranks + deck.fill(level) + level * (sign <= 0)
        for H, (least, greatest) in enumerate(deck.above[level]):
            first = max(low, start - max(opens) - greatest)
            last = min(high, start - min(opens) - least)
            spans.append((H + sign, first, last + 1))
    return _hull(spans)


def _meet(board: _Board, columns: slice, lower: Sequence[_Group], sign: int, level: int) -> Ints:
    """Close these columns at this level: return the counts [prime, column, W]."""
    residues, nodes = board.residues, board.cells.shape[1]
    shift = residues.deck.ranks - sign * level
    jobs = [job for group in lower for job in _jobs(board, group, sign, shift)]
    ends = [0, *accumulate(len(group.later) for group, _, _ in jobs)]
    shape = (len(residues.primes), nodes, ends[-1], len(range(board.cells.shape[4])[columns]))
    parts = np.empty(shape, dtype=np.int64)
    for (group, own, row), first, last in zip(jobs, ends, ends[1:], strict=False):
        left = group.cells[:, :, own, :nodes].transpose(0, 3, 1, 2)
        right = board.rows(group.rounds + sign, row, row + own.stop - own.start)[..., columns]
        np.matmul(left, right, out=parts[:, :, first:last])
    sums = residues.reduce(parts).sum(axis=1).transpose(0, 2, 1)
    counts = np.zeros((*sums.shape[:2], residues.deck.most + 1), dtype=np.int64)
    for (group, _, _), first, last in zip(jobs, ends, ends[1:], strict=False):
        W = group.rounds + group.later.start
        begun = group.rounds if sign >= 0 else 1  # the factor H, if state i begins here
        counts[:, :, W : W + last - first] += sums[:, :, first:last] * begun
    return counts % residues.over(3)


def _jobs(
    board: _Board, group: _Group, sign: int, shift: int
) -> Iterator[tuple[_Group, slice, int]]:
    """Cut the rows that board and group share into sums that fit: rows of the group, first row."""
    span = board.spans.get(group.rounds + sign, _Span(0, 0))
    own, _ = _overlap(group.cards, range(*span), -shift)
    for first in range(own.start, own.stop, board.residues.limit):
        last = min(first + board.residues.limit, own.stop)
        yield group, slice(first, last), group.cards.start + first + shift


# Loss: the trunk with h = H + 1, closed at level i, then h = H, all rows kept.


def _loss(residues: _Residues) -> tuple[Ints, Ints]:
    """Return loss_points[prime, i, W] and loss_place[prime, i, place] of the passes with W >= 1.

    A row is the number of cards left undealt: n - used - r + i for a pass
    begun in state i, n - used - r for the trunk, column 0.
    """
    deck = residues.deck
    cards, ranks = deck.cards, deck.ranks
    nodes = residues.schedule(cards)
    levels = [_loss_spans(deck, level) for level in range(ranks + 1)]
    board = _Board.at(residues, levels, ranks, 1, nodes[ranks])
    board.rows(1, cards - ranks, cards - ranks + 1)[..., 0, 0] = residues.quadrature(1)
    for level in range(ranks - 1, 0, -1):
        column = ranks - level
        after = _Board.at(residues, levels, level, column + 1, nodes[level])
        board = board.settle(level + 1, after)
        board.copy_trunk(column, above=1, left=level, begun=0)
    lost = np.zeros((len(residues.primes), deck.most + 1, cards + 1, ranks), dtype=np.int64)
    for h, span in board.spans.items():
        _last_call(board, h, span, lost)
    lost %= residues.over(4)
    points = lost.sum(axis=2).transpose(0, 2, 1) % residues.over(3)
    place = lost.sum(axis=1).transpose(0, 2, 1) % residues.over(3)
    return points, place[:, :, ::-1]


def _loss_spans(deck: _Deck, level: int) -> dict[int, _Span]:
    """Return the rows of the trunk that leave r - i cards for some i <= level, and of the begun."""
    cards, ranks = deck.cards, deck.ranks
    spans = []
    for H, (least, greatest) in enumerate(deck.above[level]):
        spans.append((H + 1, max(-level, cards - ranks - greatest), cards - ranks - least + 1))
        if level < ranks:
            spans.append((H, max(0, cards - ranks + level - greatest), cards - least))
    return _hull(spans)


def _last_call(board: _Board, h: int, span: _Span, lost: Ints) -> None:
    """Play call 1 from h and sum over the nodes: add to lost[prime, W, left, i]."""
    residues, most = board.residues, board.residues.deck.most
    nodes, columns = board.cells.shape[1], board.cells.shape[4]
    cells = board.rows(h, *span).reshape(len(lost), nodes, -1)
    factors = residues.miss[:, h, :, :nodes]
    sums = residues.dot(factors, cells).reshape(len(lost), -1, span.high - span.low, columns)
    for w in range(sums.shape[1]):
        low = max(span.low, w)
        if low >= span.high:
            continue
        rows = sums[:, w, low - span.low :]
        left = slice(low - w, span.high - w)
        if h + w <= most:  # the passes begun in i = r-1 … 1, in this order
            ways = residues.rounds[:, h + w, None, None]
            lost[:, h + w, left, :0:-1] += rows[..., 1:] * ways % residues.over(3)
        if 1 <= h + w - 1 <= most:  # the trunk, h = H + 1, begins now in state 0
            ways = residues.rounds[:, h + w - 1, None] * (h + w - 1) % residues.over(2)
            lost[:, h + w - 1, left, 0] += rows[..., 0] * ways % residues.over(2)
