"""A hand of Persian Monarchs as a function of the raise limit m, for all m at once.

Between two named players, in the notation of `montmort.exact.persian_monarchs.closed_forms`,

    mean = 2 ante raised_lower + 1/m sum_(x=1..m) h(x),    h(x) = m (x won - (2 ante + x) lost),

and h is linear in x as long as the dealer's threshold t is the same.  The dealer accepts from
place t = T on for

    x (M-1) / (2 (x + ante)) in [T-1, T),

which begins with the least x >= 2 ante (T-1) / (M-1 - 2(T-1)).  As the quotient increases to
(M-1)/2 and stays below it, T goes from 1 to [M/2] (the integer part), and the last T holds for
all larger x.  So m mean is a quadratic polynomial in m on each of at most [M/2] ranges, and the
last range has no end: sums of linear functions, with nothing to guess.

In equilibrium (`montmort.exact.persian_monarchs.equilibrium_closed_form`)

    n (n-1) value = min_K f(K),   f(K) = sum_u max(0, 2u - K, max_(x<=m) x (K/(x+2) - 2u - 1)).

For K >= 2(n-1) no 2u - K is positive and f does not decrease any more, so K <= 2(n-1) are
enough.  There the best x has (x+1)(x+2) <= 2K <= 4(n-1).  Let X be the largest such x: then f,
and the value, are the same for all m >= X.  With a larger m the maxima in f are larger or equal,
so the value never decreases, and once it is that of X it stays.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, isqrt
from typing import TYPE_CHECKING, NamedTuple, cast

from montmort.exact.persian_monarchs import closed_forms as forms
from montmort.exact.persian_monarchs.best_response import check_hand
from montmort.exact.persian_monarchs.closed_forms import HandForm, hand_form
from montmort.exact.persian_monarchs.equilibrium_closed_form import Balance
from montmort.exact.persian_monarchs.strategy_tables import Pack
from montmort.exact.rational_functions.field import RationalFunction, from_sympy
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer, quote

if TYPE_CHECKING:
    from sympy import Expr

M = from_sympy(forms.m)


class LimitRange(NamedTuple):
    """The mean profit for the limits from `first` to `last`; the last range has no end, None."""

    first: int
    last: int | None
    function: RationalFunction

    @property
    def mean(self) -> "Expr":
        """The mean as an expression in the limit m."""
        return self.function.to_sympy()


@dataclass(frozen=True)
class MeanByLimit:
    """The non-dealer's mean profit for every raise limit, a function of m on each range.

    >>> for each in mean_by_limit("counter", "counter", left=4).ranges:
    ...     print(each.first, each.last, each.mean)
    1 1 (m + 1)/18
    2 None (-m**2 - m + 10)/(72*m)
    """

    ranges: tuple[LimitRange, ...]

    def range_of(self, max_raise: int) -> LimitRange:
        """Return the range with this limit."""
        check_integer("max_raise", max_raise, 1)
        return next(each for each in self.ranges if each.last is None or max_raise <= each.last)

    def at(self, max_raise: int) -> Fraction:
        """Return the mean for this limit."""
        return cast("Fraction", self.range_of(max_raise).function.at({forms.m: max_raise}))


def mean_by_limit(
    raiser: str, dealer: str, left: int, cards: int | None = None, ante: int | Fraction = 1
) -> MeanByLimit:
    """Return a named non-dealer's mean profit against a named dealer, for every raise limit.

    `left` of `cards` cards are left, by default all.

    >>> mean_by_limit("counter", "random", left=52).ranges[0].mean.factor()
    (53*m + 253)/1224
    """
    form, pack = hand_form(raiser, dealer), Pack(left, left if cards is None else cards, 1)
    form.check(pack)
    if type(ante) not in (int, Fraction) or ante <= 0:
        raise BadInput(f"ante={quote(ante)} must be an integer or a Fraction > 0")
    values = {forms.n: pack.left, forms.N: pack.cards}
    shown = 2 * ante * from_sympy(from_sympy(form.raised_lower).at(values))
    ranges, before = [], from_sympy(0)
    for threshold, first, last in _thresholds(form, pack, Fraction(ante)):
        at = {**values, forms.t: threshold}
        won, lost = (M * from_sympy(from_sympy(part).at(at)) for part in (form.won, form.lost))
        slope, base = won - lost, -2 * ante * lost
        total = before + slope * (M * (M + 1) - (first - 1) * first) / 2 + base * (M - first + 1)
        ranges.append(LimitRange(first, last, shown + total / M))
        before = from_sympy(total.at({forms.m: last})) if last is not None else total
    return MeanByLimit(tuple(ranges))


def _thresholds(
    form: HandForm, pack: Pack, ante: Fraction
) -> Iterator[tuple[int, int, int | None]]:
    """Yield each threshold with the first and the last raise for which it holds."""
    if form.threshold == 0:
        yield 0, 1, None
        return
    others = int(form.places.subs({forms.n: pack.left, forms.N: pack.cards})) - 1
    firsts = [max(1, ceil(2 * ante * T / (others - 2 * T))) for T in range((others + 1) // 2)]
    lasts = [*(following - 1 for following in firsts[1:]), None]
    for threshold, (first, last) in enumerate(zip(firsts, lasts, strict=True), 1):
        if last is None or first <= last:
            yield threshold, first, last


def equilibrium_by_limit(cards: int) -> tuple[Fraction, ...]:
    """Return the values of a hand in equilibrium for m = 1, 2, ...; the last for all larger m.

    >>> [str(value) for value in equilibrium_by_limit(10)]
    ['1/10', '16/135', '169/1350', '17/135']
    """
    largest = largest_useful_raise(cards)
    values = [Balance.of(cards, most).value() for most in range(1, max(largest, 1) + 1)]
    return tuple(values[: values.index(values[-1]) + 1])


def largest_useful_raise(cards: int) -> int:
    """Return X, the largest x with (x+1)(x+2) <= 4 (cards-1): no larger limit changes the value.

    >>> largest_useful_raise(52), largest_useful_raise(2)
    (12, 0)
    """
    check_hand(cards, 1)
    return (isqrt(16 * (cards - 1) + 1) - 3) // 2  # 2x + 3 <= sqrt(4 q + 1)
