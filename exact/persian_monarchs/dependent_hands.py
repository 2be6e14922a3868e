"""Dependent hands of Persian Monarchs: one player decides by rank, the other by card.

Let D_h be the first player's gain in hand h of a pack.  This module computes

    sum_h E D_h (D_(h+1) + D_(h+2) + ...).

Let k be the rank, in hand h, of the card of the player who decides by rank.  Let the
other player have card u of rank p among the n cards left, and in a later hand card v of
rank q among the same n.  All triples of different k, p and q are equally likely, and

    P(u, v | p < q) = C(u, p) C(v-u-1, q-p-1) C(N-1-v, n-1-q) / C(N, n).

These are numbers of paths in a lattice: a path goes up if the next card is among the n.
The mean gain of all later hands is a function of v and its rank r among the n - 2 cards
that hand h leaves,

    L_h(r, v) = D_(h+1)(r, v) + sum_b P(b of the cards of hand h+1 are lower) L_(h+1)(r-b, v),

where D_(h+1)(r, v) is the mean gain if v is played in hand h+1.  For each k two sweeps
over the lattice, from below and from above, sum L_h at the points (p, u).  This takes
n^2 (N - n) steps per hand.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import add, mul
from typing import NamedTuple

from montmort.exact.persian_monarchs.hand import mean_profits
from montmort.exact.persian_monarchs.match import HandKind, Match
from montmort.exact.persian_monarchs.strategy_tables import CARD, RANK, card_table, rank_table

Rows = list[list[int]]
Done = Callable[[], object]


def one_by_card(match: Match, pack: Sequence[HandKind], done: Done) -> Fraction:
    """Return the mean of the sum of D_h D_h' over the hands h < h' of a pack.

    One player decides by rank, the other by card.  `done()` is called after each hand.

    >>> from montmort.games.persian_monarchs import Rules
    >>> match = Match(Rules(first="random", second="random", cards=4, rounds=1))
    >>> pack, = match.packs
    >>> one_by_card(match, pack, lambda: None)  # independent, with means 1/4 and -1/4
    Fraction(-1, 16)
    """
    last = pack[-1].left - 2
    later = Later([[0] * match.rules.cards for _ in range(last)], 1)
    products = Fraction(0)
    for kind in reversed(pack):
        hand = Hand.of(match, kind)
        if kind != pack[-1]:
            products += _with_later(hand, later)
        later = later.before(hand)
        done()
    return products


class Hand(NamedTuple):
    """A hand in which one player decides by the rank k, the other by the card u of rank p.

    `below[k][u]` and `above[k][u]` are the first player's mean gains over `total`, for
    k < p and for k > p.
    """

    left: int
    cards: int
    below: Rows
    above: Rows
    total: int

    @classmethod
    def of(cls, match: Match, kind: HandKind) -> "Hand":
        """Return the hand; the first player decides by rank if both players could."""
        first_by_rank = RANK in match.goes_by[0] and CARD in match.goes_by[1]
        by_rank, by_card = match.strategies if first_by_rank else match.strategies[::-1]
        pack = match.pack(kind.left)
        ranks, cards = rank_table(by_rank, pack), card_table(by_card, pack)
        if first_by_rank == kind.first_raises:  # the non-dealer decides by rank
            pairs = [
                [mean_profits(raises, accepts, cards.accept_total) for accepts in cards.accepts]
                for raises in ranks.raises
            ]
        else:
            pairs = [
                [mean_profits(raises, accepts, ranks.accept_total)[::-1] for raises in cards.raises]
                for accepts in ranks.accepts
            ]
        sign = 1 if kind.first_raises else -1
        raiser, dealer = (ranks, cards) if first_by_rank == kind.first_raises else (cards, ranks)
        below, above = ([[sign * pair[side] for pair in row] for row in pairs] for side in range(2))
        return cls(kind.left, pack.cards, below, above, raiser.raise_total * dealer.accept_total)

    def by_place(self) -> Rows:
        """Return the sums over k of the gains with card u of rank p, one row for each p."""
        lower = [*accumulate(self.below, _sum, initial=[0] * self.cards)]
        higher = [*accumulate(self.above[::-1], _sum, initial=[0] * self.cards)][::-1]
        return [_sum(lower[p], higher[p + 1]) for p in range(self.left)]


def _sum(one: list[int], other: list[int]) -> list[int]:
    return [*map(add, one, other)]


class Later(NamedTuple):
    """The first player's mean gain in later hands, L(r, v) = rows[r][v] / total."""

    rows: Rows
    total: int

    def before(self, hand: Hand) -> "Later":
        """Return L with `hand` added before the later hands."""
        others = hand.left - 1
        now, rest = others * hand.total, max(others * (others - 1), 1) * self.total
        common = math.lcm(now, rest)
        rows = [[common // now * gain for gain in row] for row in hand.by_place()]
        for r, row in enumerate(rows):
            over = others - r
            ways = (over * (over - 1), 2 * r * over, r * (r - 1))  # 0, 1, 2 of them are lower
            for lower, weight in enumerate(ways):
                if weight:
                    scale = common // rest * weight
                    row[:] = map(add, row, (scale * gain for gain in self.rows[r - lower]))
        divisor = math.gcd(common, *(gain for row in rows for gain in row))
        return Later([[gain // divisor for gain in row] for row in rows], common // divisor)


def _with_later(hand: Hand, later: Later) -> Fraction:
    """Return the mean of D_h times the gain in later hands."""
    n, N = hand.left, hand.cards
    lattice = Lattice.of(n, N, later.rows)
    total = 0
    for k in range(n):
        sweeps = zip(range(n), lattice.from_below(k), lattice.from_above(k), strict=True)
        for p, below, above in sweeps:
            if p != k:
                gains = (hand.below if k < p else hand.above)[k][p : p + N - n + 1]
                later_gains = map(
                    add, map(mul, below, lattice.on[p]), map(mul, above, lattice.to[p])
                )
                total += sum(map(mul, gains, later_gains))
    ways = math.comb(N, n) * n * (n - 1) * (n - 2)
    return Fraction(total, ways * hand.total * later.total)


class Lattice(NamedTuple):
    """Points (p, w): p of the n cards left and w of the N - n others are lower than a card.

    `to` and `on` count the paths to the point, and from the next card onward.  The others
    are these numbers times L, with the later card at the point.  On the path it comes
    before the current card (`to_`) or after it (`on_`), and is below or above k.
    """

    to: Rows
    on: Rows
    to_under_k: Rows
    to_over_k: Rows
    on_under_k: Rows
    on_over_k: Rows

    @classmethod
    def of(cls, n: int, N: int, later: Rows) -> "Lattice":
        """Return the lattice of n of N cards, with L(r, v) = later[r][v]."""
        spare = N - n
        to = [[math.comb(p + w, w) for w in range(spare + 1)] for p in range(n)]
        on = [
            [math.comb(n - 1 - p + spare - w, spare - w) for w in range(spare + 1)]
            for p in range(n)
        ]

        def weighted(ways: Rows, passed: int) -> Rows:
            """Return numbers of paths times L; `passed` of the cards in this hand are lower."""
            return [
                [*map(mul, row, later[q - passed][q : q + spare + 1])]
                if 0 <= q - passed < len(later)
                else [0] * (spare + 1)
                for q, row in enumerate(ways)
            ]

        return cls(to, on, weighted(to, 0), weighted(to, 1), weighted(on, 1), weighted(on, 2))

    def from_below(self, k: int) -> Rows:
        """Return for every point the paths to it, times L at the later card on the path.

        A path comes from a card that is not among the n, from one that is, or from the
        later card itself.
        """
        rows = [[0] * len(self.to[0])]
        for q in range(len(self.to) - 1):
            met = self.to_under_k[q] if q < k else self.to_over_k[q]
            came = rows[-1] if q == k else map(add, rows[-1], met)
            rows.append([*accumulate(came)])
        return rows

    def from_above(self, k: int) -> Rows:
        """Return for every point p the paths from p + 1 on, times L at the later card on them."""
        rows = [[0] * len(self.on[0])]
        for q in range(len(self.on) - 1, 0, -1):
            meets = self.on_under_k[q] if q < k else self.on_over_k[q]
            went = rows[-1] if q == k else [*map(add, rows[-1], meets)]
            rows.append([*accumulate(reversed(went))][::-1])
        return rows[::-1]
