"""A hand of Persian Monarchs as a function of the number of cards, for a given raise limit.

In the notation of `montmort.exact.persian_monarchs.closed_forms` the dealer accepts a raise by
x from place t on,

    t = [c (M-1) / e] + 1 = (c (M-1) - ρ) / e + 1,    c/e = x / (2 (x + ante)) in lowest terms,

where ρ is c (M-1) modulo e.  So for all M that agree modulo the least common multiple of e for
x = 1 to m, every t is a linear function of M, and the mean is a rational function of n and N.
"""

import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from montmort.exact.persian_monarchs import closed_forms as forms
from montmort.exact.persian_monarchs.closed_forms import hand_form
from montmort.exact.rational_functions.field import Number, RationalFunction, from_sympy
from montmort.games.validation import check_integer

if TYPE_CHECKING:
    from sympy import Expr


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
    check_integer("like", like, 2 if form.needs.subs(forms.N, 2) else 3)
    check_integer("ante", ante, 1)
    places, period = from_sympy(form.places), 1
    total = 2 * ante * from_sympy(form.raised_lower)
    for x in range(1, max_raise + 1):
        accepted = Fraction(x, 2 * (x + ante))
        c, e = accepted.numerator, accepted.denominator
        threshold = (c * (places - 1) - c * (like - 1) % e) / e + 1
        at: dict[Any, Number] = {forms.x: x, forms.m: max_raise, forms.t: threshold}
        total += x * from_sympy(form.won).at(at) - (2 * ante + x) * from_sympy(form.lost).at(at)
        if form.threshold != 0:
            period = math.lcm(period, e)
    return CardClass(form.places, period, total)
