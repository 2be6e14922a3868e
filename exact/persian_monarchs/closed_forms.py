"""Closed forms of a hand of Persian Monarchs, derived by symbolic summation.

Symbols: n cards left of N, raises up to m, the `ante` (1 in the game), a raise x.
The cards have places 0 to M - 1 and are a uniform pair.  Places are the ranks among the
n left (M = n), or the cards themselves (M = N) if the dealer decides by the card.  After
averaging over what does not depend on the place, the chance of a raise is linear in the
non-dealer's place k:

    counter by rank, non-counter by card      k / (M-1)
    random                                    1/2
    non-counter by rank                       ((k+1) (N+1)/(n+1) - 1) / (N-1)
    counter by card, the dealer's is lower    ((k-1) (n-2)/(N-2) + 1) / (n-1)
                     the dealer's is higher   k (n-2)/(N-2) / (n-1)

The card of rank k among n has on average (k+1) (N+1)/(n+1) - 1 lower cards among N, and
(n-2)/(N-2) of the cards other than these two are left.  The dealer accepts from the place

    t = [x (M-1) / (2 (x + ante))] + 1      ([y] is the integer part)

on; a random dealer accepts with chance 1/2 at every place.  All sums over places are then
sums of polynomials, and so is the sum over x if there is no t.

With a threshold the mean is a function of the number of cards for a given m (`mean_by_cards`).
In the formula of t let c/e = x / (2 (x + ante)) in lowest terms, and ρ be c (M-1) modulo e:

    t = [c (M-1) / e] + 1 = (c (M-1) - ρ) / e + 1.

So for all M that agree modulo the least common multiple of e for x = 1 to m, every t is a
linear function of M, and the mean is a rational function of n and N.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.exact.law import Law
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.exact.rational_functions.field import Number, RationalFunction, from_sympy
from montmort.games.errors import UnknownName
from montmort.games.extras import sympy
from montmort.games.persian_monarchs.strategies import STRATEGIES
from montmort.games.validation import check_integer

if TYPE_CHECKING:
    from sympy import Expr


Expression = Any  # a sympy Expr

n, N, m, x, ante = sympy.symbols("n N m x ante", positive=True, integer=True)
t = sympy.Symbol("t", integer=True, nonnegative=True)
_M, _j, _k, _base, _slope = sympy.symbols("M j k base slope")

HALF = sympy.Rational(1, 2)


@dataclass(frozen=True, kw_only=True)
class HandForm:
    """A hand of two named strategies, with chances as expressions in n, N, m, x, t and ante.

    The chances that the non-dealer raises with the higher and with the lower card are
    `raised_higher` and `raised_lower`.  The chances that a raise by x is made and
    accepted, with the higher and with the lower card, are `won` and `lost`.  The dealer
    accepts from place t = `threshold` on; 0 means there is no threshold.  There are M =
    `places`.  All hold for 2 <= n <= N if `needs` holds.

    >>> form = hand_form("random", "random")
    >>> form.won, form.mean()
    (1/(8*m), ante/4)
    """

    raised_higher: Expression
    raised_lower: Expression
    won: Expression
    lost: Expression
    threshold: Expression
    places: Expression
    needs: Expression

    def check(self, pack: Pack) -> None:
        """Raise BadInput unless the form holds for the pack."""
        check_integer("cards", pack.cards, 2 if self.needs.subs(N, 2) else 3)
        check_integer("left", pack.left, 2, pack.cards, ", the cards of the pack")
        check_integer("max_raise", pack.max_raise, 1)

    def mean(self) -> Expression:
        """Return the non-dealer's mean profit, a sum over x if the dealer has a threshold.

        Adding shown cards, declined and accepted raises gives

            2 ante raised_lower + sum_x (x won - (2 ante + x) lost).
        """
        accepted = x * self.won - (2 * ante + x) * self.lost
        shown = 2 * ante * self.raised_lower
        if self.threshold == 0:
            return sympy.factor(shown + sympy.summation(sympy.expand(accepted), (x, 1, m)))
        return shown + sympy.Sum(sympy.factor(accepted).subs(t, self.threshold), (x, 1, m))

    def law(self, pack: Pack) -> Law[int]:
        """Return the law of the profit in numbers for ante 1; BadInput where it does not hold.

        >>> hand_form("counter", "counter").law(Pack(left=2, cards=2, max_raise=1))
        Law(weights={-1: 1, 1: 1}, total=2)
        """
        self.check(pack)
        values = {n: pack.left, N: pack.cards, m: pack.max_raise}
        threshold = self.threshold.subs({**values, ante: 1})
        chances: dict[int, Any] = {-1: Fraction(1, 2) - _element(self.raised_lower).at(values)}
        for size in range(1, pack.max_raise + 1):
            values[t] = int(threshold.subs(x, size))
            for profit, chance in ((-1 - size, self.lost), (1 + size, self.won)):
                chances[profit] = _element(chance).at(values)
        return Law.of({**chances, 1: 1 - sum(chances.values(), Fraction(0))})


_element = cache(from_sympy)


class _Line(NamedTuple):
    """The chance of a raise, base + slope k, with k the non-dealer's place."""

    base: Expression
    slope: Expression


@cache
def hand_form(raiser: str, dealer: str) -> HandForm:
    """Return the closed form of a hand of a non-dealer and a dealer, by their names.

    >>> hand_form("counter", "random").mean().subs(ante, 1)
    (m*n + m + 5*n - 7)/(24*(n - 1))
    """
    for name in (raiser, dealer):
        if name not in STRATEGIES:
            raise UnknownName(f"no closed form of {name!r}; take one of {', '.join(STRATEGIES)}")
    by_card = dealer == "non-counter" or (dealer == "random" and raiser == "non-counter")
    M = N if by_card else n
    higher, lower = _raises(raiser, M)
    chance, threshold = HALF, sympy.Integer(0)
    if dealer != "random":
        chance, threshold = sympy.Integer(1), sympy.floor(x * (M - 1) / (2 * (x + ante))) + 1
    first = t if threshold.has(x) else 0

    def put(part: Expression, line: _Line) -> Expression:
        return sympy.factor(part.subs({_base: line.base, _slope: line.slope, _M: M, t: first}))

    sums = _sums()
    return HandForm(
        raised_higher=put(sums.raised_higher, higher),
        raised_lower=put(sums.raised_lower, lower),
        won=put(chance * sums.won, higher),
        lost=put(chance * sums.lost, lower),
        threshold=threshold,
        places=M,
        needs=N > 2 if lower.slope.has(N - 2) else sympy.true,
    )


def _raises(raiser: str, M: Expression) -> tuple[_Line, _Line]:
    """Return the chances of a raise if the dealer's card is the lower and the higher one."""
    if raiser == "random":
        line = _Line(HALF, sympy.Integer(0))
    elif (raiser == "non-counter") == (M == N):
        line = _Line(sympy.Integer(0), 1 / (M - 1))
    elif raiser == "non-counter":
        step = (N + 1) / (n + 1) / (N - 1)
        line = _Line(step - 1 / (N - 1), step)
    else:
        step = (n - 2) / (N - 2) / (n - 1)
        return _Line(1 / (n - 1) - step, step), _Line(sympy.Integer(0), step)
    return line, line


class _Sums(NamedTuple):
    raised_higher: Expression
    raised_lower: Expression
    won: Expression
    lost: Expression


@cache
def _sums() -> _Sums:
    """Return the chances for every line of raises, number of places M and threshold t."""
    raises, pairs = _base + _slope * _k, _M * (_M - 1)

    def over(
        term: Expression, place: Expression, first: Expression, last: Expression
    ) -> Expression:
        return sympy.expand(sympy.summation(sympy.expand(term), (place, first, last)))

    return _Sums(
        raised_higher=over(_k * raises, _k, 0, _M - 1) / pairs,
        raised_lower=over((_M - 1 - _k) * raises, _k, 0, _M - 1) / pairs,
        won=over(over(raises, _k, _j + 1, _M - 1), _j, t, _M - 1) / (m * pairs),
        lost=over(over(raises, _k, 0, _j - 1), _j, t, _M - 1) / (m * pairs),
    )


class CardClass(NamedTuple):
    """The mean profit for all M = `places` that agree with a given one modulo `period`.

    M is n, the cards left, or N, those of the pack, as for `HandForm`.
    """

    places: "Expr"
    period: int
    function: RationalFunction

    @property
    def mean(self) -> "Expr":
        """The mean as an expression in n and N."""
        return self.function.to_sympy()


def mean_by_cards(raiser: str, dealer: str, max_raise: int, like: int, ante: int = 1) -> CardClass:
    """Return the mean of a named non-dealer against a named dealer for the numbers like `like`.

    >>> found = mean_by_cards("counter", "counter", 1, like=4)
    >>> found.places, found.period, found.mean.factor()
    (n, 4, (5*n**2 + 3*n + 4)/(96*(n - 1)**2))
    """
    form = hand_form(raiser, dealer)
    check_integer("max_raise", max_raise, 1, 1000)
    check_integer("like", like, 2 if form.needs.subs(N, 2) else 3)
    check_integer("ante", ante, 1)
    places, period = from_sympy(form.places), 1
    total = 2 * ante * from_sympy(form.raised_lower)
    for raised in range(1, max_raise + 1):
        accepted = Fraction(raised, 2 * (raised + ante))
        c, e = accepted.numerator, accepted.denominator
        threshold = (c * (places - 1) - c * (like - 1) % e) / e + 1
        at: dict[Any, Number] = {x: raised, m: max_raise, t: threshold}
        won, lost = from_sympy(form.won).at(at), from_sympy(form.lost).at(at)
        total += raised * won - (2 * ante + raised) * lost
        if form.threshold != 0:
            period = math.lcm(period, e)
    return CardClass(form.places, period, total)
