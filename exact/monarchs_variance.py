"""The exact variance of a match of Persian Monarchs in which hands depend on each other.

A player who goes by the card tells, by what he does, which cards are left.  Only
hands of the same pack depend on each other; with D_h the first player's gain in
hand h of a pack,

    E (sum_h D_h)^2 = sum_h E D_h^2 + 2 sum_h E D_h (D_(h+1) + D_(h+2) + …).

One goes by the rank k, the other by the card.  Let his card in hand h be u, of
rank p among the n left, and in a later hand v, of rank q among the same n.
k, p and q are different and equally likely, and

    P(u, v | p < q) = C(u, p) C(v-u-1, q-p-1) C(N-1-v, n-1-q) / C(N, n):

ways across a lattice that goes up where the next card is among the n.  What is to
come is a function of v and its rank r among the n - 2 cards that hand h leaves,

    L_h(r, v) = D_(h+1)(r, v) + sum_b P(b of the cards of hand h+1 are lower) L_(h+1)(r-b, v),

D_(h+1)(r, v) being the mean gain where he plays v in hand h+1.  For each k two
sweeps over the lattice carry L_h to the points (p, u), from below and from above:
n^2 (N - n) steps a hand.

Both go by the card.  The cards a, b and c, d of two hands are four different ones
of N, all equally likely: the sum over two pairs, less that over pairs that have a
card in common.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import add, mul
from typing import NamedTuple

from exact.monarchs_hand import CARD, RANK, card_table, rank_table
from exact.monarchs_match import Match, Seen
from exact.paths import Watch
from games.errors import BadInput, TooLarge

MOST_STEPS = 3 * 10**8  # over the lattices of a pack: some minutes

Rows = list[list[int]]
Heard = Callable[[], object]


def variance(match: Match, watch: Watch | None = None) -> Fraction:
    """Return the variance of the final counters, the same for both players, without purses.

    `watch(share, hands)` hears how many of the hands that differ are behind it.

    >>> from games.persian_monarchs import Rules
    >>> rules = Rules(first="random", second="non-counter", cards=2, max_raise=1, rounds=1)
    >>> str(variance(Match(rules)))  # profits -2, -1 or 1, 1 and -1, -1 or 1, 2
    '27/8'
    """
    if match.is_independent:
        spreads = (count * _spread(match, kind) for kind, count in match.kinds.items())
        return sum(spreads, Fraction(0))
    products = _products(match)
    hands, done, total = sum(map(len, match.packs)), 0, Fraction(0)

    def heard() -> None:
        nonlocal done
        done += 1
        if watch is not None:
            watch(Fraction(done, hands), done)

    for pack, count in match.packs.items():
        squares = sum((match.duel(kind).square() for kind in pack), Fraction(0))
        mean = sum((match.gain(kind) for kind in pack), Fraction(0))
        total += count * (squares + 2 * products(match, pack, heard) - mean**2)
    return total


def _spread(match: Match, kind: Seen) -> Fraction:
    return match.duel(kind).square() - match.gain(kind) ** 2


def _products(match: Match) -> Callable[[Match, Sequence[Seen], Heard], Fraction]:
    """Return who finds the mean of the sum of D_h D_h' over the hands h < h' of a pack."""
    first, second = match.goes_by
    if CARD in first and CARD in second:
        return _both_by_card
    if (RANK in first and CARD in second) or (CARD in first and RANK in second):
        steps = match.rules.cards**4 // 24
        if steps > MOST_STEPS:
            raise TooLarge(
                f"cards={match.rules.cards}: the variance against a non-counter takes about "
                f"{steps:.0e} steps (limit {MOST_STEPS:.0e}); take a smaller pack"
            )
        return _one_by_card
    raise BadInput(
        f"{match.rules.first} against {match.rules.second}: the variance is known where each "
        "player goes by the rank alone or by the card alone; take such players"
    )


def _profits(raises: Sequence[int], accepts: Sequence[int], accept_total: int) -> tuple[int, int]:
    """Return the non-dealer's mean profit with the lower and the higher card, over both totals."""
    answered = [*enumerate(zip(raises[1:], accepts, strict=True), 1)]
    taken = accept_total * sum(raises[1:])
    lower = taken - accept_total * raises[0] - sum((2 + x) * r * a for x, (r, a) in answered)
    higher = taken + accept_total * raises[0] + sum(x * r * a for x, (r, a) in answered)
    return lower, higher


class _Hand(NamedTuple):
    """A hand of which one player goes by the rank k, the other by the card u, of rank p.

    `below[k][u]` and `above[k][u]` are the first player's mean gains over `total`
    where k < p and where k > p.
    """

    left: int
    cards: int
    below: Rows
    above: Rows
    total: int

    @classmethod
    def of(cls, match: Match, kind: Seen) -> "_Hand":
        """Return the hand; who can be played by rank is, the other one by card."""
        first_by_rank = RANK in match.goes_by[0] and CARD in match.goes_by[1]
        by_rank, by_card = match.strategies if first_by_rank else match.strategies[::-1]
        pack = match.pack(kind.left)
        ranks, cards = rank_table(by_rank, pack), card_table(by_card, pack)
        if first_by_rank == kind.first_raises:  # who goes by the rank is the non-dealer
            pairs = [[_profits(r, a, cards.accept_total) for a in cards.accepts]
                     for r in ranks.raises]  # fmt: skip
        else:
            pairs = [[_profits(r, a, ranks.accept_total)[::-1] for r in cards.raises]
                     for a in ranks.accepts]  # fmt: skip
        sign = 1 if kind.first_raises else -1
        raiser, dealer = (ranks, cards) if first_by_rank == kind.first_raises else (cards, ranks)
        below, above = ([[sign * pair[side] for pair in row] for row in pairs] for side in range(2))
        return cls(kind.left, pack.cards, below, above, raiser.raise_total * dealer.accept_total)

    def by_place(self) -> Rows:
        """Return the sums over k of the gains with card u of rank p, row by row of p."""
        lower = [*accumulate(self.below, _sum, initial=[0] * self.cards)]
        higher = [*accumulate(self.above[::-1], _sum, initial=[0] * self.cards)][::-1]
        return [_sum(lower[p], higher[p + 1]) for p in range(self.left)]


def _sum(one: list[int], other: list[int]) -> list[int]:
    return [*map(add, one, other)]


class _Later(NamedTuple):
    """L(r, v) = rows[r][v] / total: what later hands bring the first player."""

    rows: Rows
    total: int

    def before(self, hand: _Hand) -> "_Later":
        """Return L with one more hand before those it has."""
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
        return _Later([[gain // divisor for gain in row] for row in rows], common // divisor)


def _one_by_card(match: Match, pack: Sequence[Seen], heard: Heard) -> Fraction:
    last = pack[-1].left - 2
    later = _Later([[0] * match.rules.cards for _ in range(last)], 1)
    products = Fraction(0)
    for kind in reversed(pack):
        hand = _Hand.of(match, kind)
        if kind != pack[-1]:
            products += _with_later(hand, later)
        later = later.before(hand)
        heard()
    return products


def _with_later(hand: _Hand, later: _Later) -> Fraction:
    """Return the mean of D_h times what later hands bring."""
    n, N = hand.left, hand.cards
    lattice = _Lattice.of(n, N, later.rows)
    total = 0
    for k in range(n):
        sweeps = zip(range(n), lattice.from_below(k), lattice.from_above(k), strict=True)
        for p, below, above in sweeps:
            if p != k:
                gains = (hand.below if k < p else hand.above)[k][p : p + N - n + 1]
                total += sum(map(mul, gains, map(add, map(mul, below, lattice.on[p]),
                                                 map(mul, above, lattice.to[p]))))  # fmt: skip
    ways = math.comb(N, n) * n * (n - 1) * (n - 2)
    return Fraction(total, ways * hand.total * later.total)


class _Lattice(NamedTuple):
    """Points (p, w): p of the n cards left and w of the N - n others are lower than a card.

    `to` and `on` count the ways to the point and on from the next card; the
    others are these ways times L of the later card at the point, that card being
    met first (`to_`) or last (`on_`), k above or below it.
    """

    to: Rows
    on: Rows
    to_under_k: Rows
    to_over_k: Rows
    on_under_k: Rows
    on_over_k: Rows

    @classmethod
    def of(cls, n: int, N: int, later: Rows) -> "_Lattice":
        """Return the lattice of n of N cards, with L(r, v) = later[r][v]."""
        spare = N - n
        to = [[math.comb(p + w, w) for w in range(spare + 1)] for p in range(n)]
        on = [[math.comb(n - 1 - p + spare - w, spare - w) for w in range(spare + 1)]
              for p in range(n)]  # fmt: skip

        def weighted(ways: Rows, passed: int) -> Rows:
            """Return ways times L, `passed` of the hand's own cards being lower."""
            return [
                [*map(mul, row, later[q - passed][q : q + spare + 1])]
                if 0 <= q - passed < len(later)
                else [0] * (spare + 1)
                for q, row in enumerate(ways)
            ]

        return cls(to, on, weighted(to, 0), weighted(to, 1), weighted(on, 1), weighted(on, 2))

    def from_below(self, k: int) -> Rows:
        """Return for every point the ways to it, times L at the later card they have met.

        A way comes from the card not among the n, from the card that is, or
        from the later card itself.
        """
        rows = [[0] * len(self.to[0])]
        for q in range(len(self.to) - 1):
            met = self.to_under_k[q] if q < k else self.to_over_k[q]
            came = rows[-1] if q == k else map(add, rows[-1], met)
            rows.append([*accumulate(came)])
        return rows

    def from_above(self, k: int) -> Rows:
        """Return for every point p the ways on from p + 1, times L at the later card they meet."""
        rows = [[0] * len(self.on[0])]
        for q in range(len(self.on) - 1, 0, -1):
            meets = self.on_under_k[q] if q < k else self.on_over_k[q]
            went = rows[-1] if q == k else [*map(add, rows[-1], meets)]
            rows.append([*accumulate(reversed(went))][::-1])
        return rows[::-1]


def _both_by_card(match: Match, pack: Sequence[Seen], heard: Heard) -> Fraction:
    hands = []
    for kind in pack:
        hands.append(_by_cards(match, kind))
        heard()
    common = math.lcm(*(total for _, total in hands))
    scaled = [[[common // total * gain for gain in row] for row in rows] for rows, total in hands]
    whole = [
        [sum(column) for column in zip(*rows, strict=True)] for rows in zip(*scaled, strict=True)
    ]
    N = match.rules.cards
    products = _four_cards(whole) - sum(map(_four_cards, scaled))
    return Fraction(products, 2 * common**2 * math.perm(N, 4)) if N > 3 else Fraction(0)


def _by_cards(match: Match, kind: Seen) -> tuple[Rows, int]:
    """Return the first player's mean gain with card a where the second has b, over a total."""
    pack = match.pack(kind.left)
    first, second = (card_table(strategy, pack) for strategy in match.strategies)
    raiser, dealer = (first, second) if kind.first_raises else (second, first)
    profits = [[_profits(r, a, dealer.accept_total) for a in dealer.accepts] for r in raiser.raises]
    gains = [
        [
            0 if mine == theirs else profits[mine][theirs][mine > theirs]
            for theirs in range(pack.cards)
        ]
        for mine in range(pack.cards)
    ]
    if not kind.first_raises:
        gains = [[-gain for gain in column] for column in zip(*gains, strict=True)]
    return gains, raiser.raise_total * dealer.accept_total


def _four_cards(gains: Rows) -> int:
    """Return the sum of gains[a][b] gains[c][d] over four different cards a, b, c, d."""
    columns = [*zip(*gains, strict=True)]
    total = sum(map(sum, gains))
    with_card = [sum(row) + sum(column) for row, column in zip(gains, columns, strict=True)]
    both = sum(
        gain * (gain + back)
        for row, column in zip(gains, columns, strict=True)
        for gain, back in zip(row, column, strict=True)
    )
    apart: int = total**2 - sum(gain**2 for gain in with_card) + both
    return apart
