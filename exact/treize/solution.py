"""The exact solution of Treize (Montmort's problem), for any ranks r and suits s.

One step of the chain is one pass through the deck; its state i = 0 ... r-1 is
the number of calls made since the last match when the deck is shuffled.  Let

    q_ij(k) = P(pass from i survives into j and scores k points),
    Q = sum_k q(k),   e_i = expected points of a pass from i, losing passes included.

Then N = (I - Q)^-1, v = N e, and the dealer, who loses one stake at the end,
is worth v_i - 1 stakes per opponent (Doyle & Grinstead 2010).  A surviving
pass scores at least one point, so the law of all points T is the finite
recursion

    P_i(T = k) = loss_i(k) + sum_j sum_(1 <= m <= k) q_ij(m) P_j(T = k - m).

The passes are counted in `montmort.exact.treize.pass_counts`, over D orders of the deck;
the laws are computed with integers over powers of D.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import count, islice, pairwise

from flint import fmpq, fmpq_poly, fmpz_mat, fmpz_poly

from montmort.display import InNotebooks, Summary, short_repr
from montmort.exact.chains.absorbing import AbsorbingChain
from montmort.exact.formatting import cell
from montmort.exact.law import Law
from montmort.exact.linalg.integer_systems import solve_fractions
from montmort.exact.treize.pass_counts import (
    Counter,
    PassCounts,
    count_passes,
    load_or_count_passes,
    work,
)
from montmort.games.errors import BadInput, TooLarge
from montmort.games.treize import Rules
from montmort.games.validation import check_type, quote

RARE = 10**9  # laws without a given length go on until at most 1 in so many games is left
MOST_OPERATIONS, MOST_BYTES = 10**12, 4 * 10**9  # about an hour of one core; a laptop's memory
LOST = "lost"


def solve(rules: Rules, counter: Counter | None = None) -> "Solution":
    """Return the exact solution of the game; TooLarge when the deck is out of reach.

    By default long counts are stored in the user's cache folder.  A
    `counter`, that of `montmort.exact.treize.pass_counts.count_passes`, bypasses the store.

    >>> print(solve(Rules(ranks=2, suits=1)).value)
    1/3
    """
    check_type("rules", rules, Rules, "Rules(…)")
    if rules.cards > 10**30:
        raise TooLarge("a deck of more than 10^30 cards is out of reach; take a smaller deck")
    cost = work(rules.ranks, rules.suits)
    if cost.operations > MOST_OPERATIONS or cost.bytes > MOST_BYTES:
        raise TooLarge(
            f"ranks={rules.ranks}, suits={rules.suits} would take about {cost.operations:.1e} "
            f"operations and {cost.bytes / 1e9:.1e} GB (limits {MOST_OPERATIONS:.0e} and "
            f"{MOST_BYTES / 1e9:.0f} GB); take a smaller deck"
        )
    if counter is None:
        counts = load_or_count_passes(rules.ranks, rules.suits)
    else:
        counts = count_passes(rules.ranks, rules.suits, counter)
    return Solution(rules=rules, counts=counts)


def no_match(rules: Rules, calls: int) -> Fraction:
    """Return the chance of no match in the first `calls` cards of one deck, called cyclically.

    Rank c is called m_c times.  Forcing t of these to be matches takes
    C(m_c, t) s (s-1) ... (s-t+1) ways, so by inclusion-exclusion

        P = sum_t a_t (n-t)! / n!,   sum_t a_t x^t = prod_c sum_t (-1)^t C(m_c,t) [s]_t x^t.

    With calls = ranks this is the first round, with calls = cards frustration
    solitaire; one suit gives the rencontres of Montmort (1708).

    >>> [str(no_match(Rules(ranks=n, suits=1), n)) for n in (2, 3, 4)]
    ['1/2', '1/3', '3/8']
    """
    if not 0 <= calls <= rules.cards:
        raise BadInput(
            f"calls={quote(calls)} must be from 0 to {rules.cards}, the number of cards in the deck"
        )
    rounds, rest = divmod(calls, rules.ranks)
    forced = (
        _rook_polynomial(rounds, rules.suits) ** (rules.ranks - rest)
        * _rook_polynomial(rounds + 1, rules.suits) ** rest
    )
    orders = [math.factorial(rules.cards - t) for t in range(calls + 1)]
    ways = sum(int(a) * order for a, order in zip(forced.coeffs(), orders, strict=False))
    return Fraction(ways, orders[0])


def _rook_polynomial(calls: int, suits: int) -> fmpz_poly:
    """Return sum_t (-1)^t C(calls, t) [suits]_t x^t."""
    most = min(calls, suits)
    return fmpz_poly(
        [(-1) ** t * math.comb(calls, t) * math.perm(suits, t) for t in range(most + 1)]
    )


@dataclass(frozen=True, kw_only=True)
class Solution(InNotebooks):
    """The solved chain of passes.  Points are in stakes, passes in decks, cards in cards."""

    rules: Rules
    counts: PassCounts

    __repr__ = short_repr

    def __str__(self) -> str:
        return (
            f"Treize with {self.rules.ranks} ranks in {self.rules.suits} suits is worth "
            f"{float(self.value):.10f} stakes per opponent to the dealer"
        )

    def _summary(self) -> Summary:
        answers = [
            ("value, in stakes per opponent", cell(self.value)),
            ("chance to lose in the first pass", cell(self.loss[0])),
            ("expected points of the first pass", cell(self.gains[0])),
        ]
        return Summary(str(self), answers)

    @cached_property
    def q(self) -> tuple[tuple[Fraction, ...], ...]:
        """Q, shape (r, r): chance to survive a pass from state i into state j."""
        return tuple(
            tuple(Fraction(sum(by_points), self.counts.orders) for by_points in row)
            for row in self.counts.survive
        )

    @cached_property
    def loss(self) -> tuple[Fraction, ...]:
        """Chance to lose in a pass from state i, shape (r,)."""
        return tuple(Fraction(sum(row), self.counts.orders) for row in self.counts.loss_points)

    @cached_property
    def gains(self) -> tuple[Fraction, ...]:
        """e, shape (r,): expected points of one pass from state i."""
        return self._pass_moments(1)

    @cached_property
    def chain(self) -> AbsorbingChain[int | str]:
        """The chain of passes over the states 0 ... r-1; `lost` is absorbing.

        >>> solve(Rules(ranks=2, suits=1)).chain.expected(start=0)
        Fraction(2, 1)
        """
        rows: dict[int | str, dict[int | str, Fraction]] = {
            i: {**dict(enumerate(row)), LOST: lost}
            for i, (row, lost) in enumerate(zip(self.q, self.loss, strict=True))
        }
        return AbsorbingChain.from_rows({**rows, LOST: {LOST: Fraction(1)}})

    @property
    def value(self) -> Fraction:
        """The value of the game to the dealer: v_0 - 1, in stakes per opponent."""
        return self.values[0]

    @cached_property
    def values(self) -> tuple[Fraction, ...]:
        """v_i - 1 for a dealer who begins in state i, shape (r,)."""
        return tuple(points - 1 for points in self.means[0])

    @property
    def points_mean(self) -> Fraction:
        """E[T] from state 0."""
        return self.means[0][0]

    @property
    def passes_mean(self) -> Fraction:
        """Expected number of decks begun from state 0."""
        return self.means[1][0]

    @property
    def cards_mean(self) -> Fraction:
        """Expected number of cards turned from state 0."""
        return self.means[2][0]

    @property
    def points_variance(self) -> Fraction:
        """Var T from state 0."""
        return self.squares[0] - self.means[0][0] ** 2

    @cached_property
    def squares(self) -> tuple[Fraction, ...]:
        """E[T^2] from each state, shape (r,).

        With g the points of one pass and j the state it leads to,
        (I - Q) E[T^2] = E[g^2] + 2 sum_j E[g; j] v_j.
        """
        v = self.means[0]
        common = math.lcm(*(points.denominator for points in v))  # integer sums need no gcds
        whole = [points.numerator * (common // points.denominator) for points in v]
        right = []
        for i, square in enumerate(self._pass_moments(2)):
            moments = (_moment(by_points, 1) for by_points in self.counts.survive[i])
            cross = sum(m * points for m, points in zip(moments, whole, strict=True))
            right.append([square + Fraction(2 * cross, self.counts.orders * common)])
        return tuple(row[0] for row in solve_fractions(self._identity_minus_q, right))

    @property
    def first_round(self) -> Fraction:
        """Chance of a point in the first round, in closed form."""
        return 1 - no_match(self.rules, self.rules.ranks)

    def seats(self, opponents: int) -> tuple[Fraction, ...]:
        """Return the value of each of the n + 1 seats when the deal passes on for ever.

        Every dealer begins with a fresh deck and wins w = v_0 - 1 from each of
        n opponents; then the deal passes to the right.  After k deals the
        expected winnings S_k of a seat are periodic in k and do not converge;
        their mean over a period (Cesàro's and Abel's limit) is, for the m-th
        seat to the right of the first dealer, (n - 2m)/2 · w (Nicolas
        Bernoulli 1711).  Seat 0 is the first dealer.
        """
        if opponents < 1:
            raise BadInput(f"opponents={quote(opponents)} must be an integer >= 1")
        return tuple(Fraction(opponents - 2 * m, 2) * self.value for m in range(opponents + 1))

    def points_law(self, points: int | None = None) -> Law[int]:
        """Return the law of T over 0 ... `points`; by default until its tail is at most 1e-9.

        >>> [str(p) for p in solve(Rules(ranks=2, suits=1)).points_law(3).chances().values()]
        ['1/2', '1/4', '1/8']
        """
        orders = self.counts.orders
        terms: list[int] = []
        total = left = 1  # D^(k+1), and the part of it not listed yet
        for term in islice(self._points_terms(), None if points is None else points + 1):
            terms.append(term)
            total, left = total * orders, left * orders - term
            if points is None and left * RARE <= total:
                break
        last = len(terms) - 1
        weights = {k: term * orders ** (last - k) for k, term in enumerate(terms)}
        return Law(weights=weights, total=total, horizon=last)

    def passes_until_rare(self) -> int:
        """Return the number of decks that a game exceeds with probability at most 1e-9.

        >>> solve(Rules(ranks=2, suits=1)).passes_until_rare()  # 2^-30 < 1e-9
        30
        """
        move = fmpz_mat([[sum(by_points) for by_points in row] for row in self.counts.survive])
        here = fmpz_mat([[int(state == 0) for state in range(self.rules.ranks)]])
        passes = 0
        while RARE * sum(here.entries()) > self.counts.orders**passes:
            here, passes = here * move, passes + 1
        return passes

    def passes_law(self, passes: int) -> Law[int]:
        """Return the law of the number of decks over 1 ... `passes`; the rest is its tail."""
        return self._law_of_places(passes, lambda deck, _: deck)

    def cards_law(self, passes: int) -> Law[int]:
        """Return the law of the cards turned in games of at most `passes` decks."""
        return self._law_of_places(
            passes, lambda deck, place: (deck - 1) * self.rules.cards + place
        )

    def points_pgf(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return E[z^T] as numerator and denominator, integer coefficients from z^0 up.

        E[z^T] = ((I - Q(z))^-1 L(z))_0 with the polynomials Q(z) = sum_k q(k) z^k
        and L(z) = sum_k loss(k) z^k, by Cramer's rule: both determinants are
        polynomials, interpolated from their values at 0, 1, 2, ...

        >>> solve(Rules(ranks=2, suits=1)).points_pgf()
        ((2, 1), (4, 0, 0, -1))
        """
        rows = zip(self.counts.survive, self.counts.loss_points, strict=True)
        degree = sum(max(len(by_points) for by_points in (*row, lost)) for row, lost in rows)
        values = zip(*(self._cramer_at(z) for z in range(degree + 1)), strict=True)
        top, bottom = map(_interpolate, values)
        common = top.gcd(bottom)
        top, bottom = top // common, bottom // common
        if bottom[0] < 0:
            top, bottom = -top, -bottom
        return tuple(map(int, top.coeffs())), tuple(map(int, bottom.coeffs()))

    @cached_property
    def _identity_minus_q(self) -> list[list[Fraction]]:
        return [[(i == j) - q for j, q in enumerate(row)] for i, row in enumerate(self.q)]

    @cached_property
    def means(self) -> tuple[tuple[Fraction, ...], ...]:
        """Means of points, passes and cards of a game, shape (3, r): one for each starting state.

        >>> [str(means[0]) for means in solve(Rules(ranks=2, suits=1)).means]
        ['4/3', '2', '11/3']
        """
        passes = [Fraction(1)] * self.rules.ranks
        rewards = zip(self.gains, passes, self._pass_cards(), strict=True)
        return tuple(zip(*solve_fractions(self._identity_minus_q, list(rewards)), strict=True))

    def _pass_moments(self, power: int) -> tuple[Fraction, ...]:
        """Return the mean of points^power of one pass, from each state."""
        rows = zip(self.counts.survive, self.counts.loss_points, strict=True)
        return tuple(
            Fraction(
                sum(_moment(by_points, power) for by_points in (*row, lost)), self.counts.orders
            )
            for row, lost in rows
        )

    def _pass_cards(self) -> tuple[Fraction, ...]:
        """Return the expected cards of one pass from each state: the deck, or up to the loss."""
        deck, orders = self.rules.cards, self.counts.orders
        return tuple(
            deck - Fraction(sum((deck - place) * w for place, w in enumerate(places)), orders)
            for places in self.counts.loss_place
        )

    def _points_terms(self) -> Iterator[int]:
        """Yield D^(k+1) P_0(T = k) for k = 0, 1, ...; the sum over m by Horner's rule in D."""
        orders, ranks = self.counts.orders, self.rules.ranks
        survive, loss = self.counts.survive, self.counts.loss_points
        most = max(len(by_points) for row in survive for by_points in row) - 1
        moves = [
            fmpz_mat([[_entry(by_points, m) for by_points in row] for row in survive])
            for m in range(1, most + 1)
        ]
        before: list[
            fmpz_mat
        ] = []  # the vectors of T = k-1, k-2, ..., for as many points as a pass can score
        for points in count():
            term = fmpz_mat(ranks, 1)
            for move, vector in reversed(list(zip(moves, before, strict=False))):
                term = term * orders + move * vector
            term += orders**points * fmpz_mat([[_entry(row, points)] for row in loss])
            yield int(term[0, 0])
            before = [term, *before[: most - 1]]

    def _law_of_places(self, passes: int, name: Callable[[int, int], int]) -> Law[int]:
        """Return the law of name(deck, place) of the losing card, for at most `passes` decks."""
        orders, ranks = self.counts.orders, self.rules.ranks
        move = fmpz_mat([[sum(by_points) for by_points in row] for row in self.counts.survive])
        place_of_loss = fmpz_mat([list(row) for row in self.counts.loss_place])
        here = fmpz_mat([[int(i == 0) for i in range(ranks)]])  # D^decks P(state), decks survived
        weights: dict[int, int] = {}
        for deck in range(1, passes + 1):
            scale = orders ** (passes - deck)
            for place, ways in enumerate((here * place_of_loss).entries()):
                outcome = name(deck, place)
                weights[outcome] = weights.get(outcome, 0) + int(ways) * scale
            here = here * move
        return Law(weights=weights, total=orders**passes, horizon=name(passes, self.rules.cards))

    def _cramer_at(self, z: int) -> tuple[int, int]:
        """Return det of D I - S(z), first with column 0 replaced by the losses, then unchanged."""
        whole = [
            [(i == j) * self.counts.orders - _at(by_points, z) for j, by_points in enumerate(row)]
            for i, row in enumerate(self.counts.survive)
        ]
        lost = [_at(row, z) for row in self.counts.loss_points]
        replaced = [[end, *row[1:]] for end, row in zip(lost, whole, strict=True)]
        return int(fmpz_mat(replaced).det()), int(fmpz_mat(whole).det())


def _moment(by_points: Sequence[int], power: int) -> int:
    return sum(points**power * orders for points, orders in enumerate(by_points))


def _entry(by_points: Sequence[int], points: int) -> int:
    return by_points[points] if points < len(by_points) else 0


def _at(coefficients: Sequence[int], z: int) -> int:
    """Return the polynomial's value at z, by Horner's rule."""
    value = 0
    for coefficient in reversed(coefficients):
        value = value * z + coefficient
    return value


def _interpolate(values: Sequence[int]) -> fmpz_poly:
    """Return the integer polynomial with these values at 0, 1, 2, ... (Newton's forward form)."""
    differences, row = [], list(values)
    while row:
        differences.append(row[0])
        row = [after - before for before, after in pairwise(row)]
    polynomial = fmpq_poly([0])
    for k in reversed(range(len(differences))):
        polynomial = differences[k] + polynomial * fmpq_poly([fmpq(-k, k + 1), fmpq(1, k + 1)])
    return polynomial.numer()
