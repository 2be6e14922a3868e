"""Ties of War in a deck of any composition, which may have symbols.

A deck is a list of groups: k ranks of a cards each, n = sum of k a cards in all.  Each of
k and a may be a number or an expression.  The chance that t given places all tie is, as in
`montmort.exact.war.deal_counts`, P_t = e_t t! 2^t / (n)_2t with

    sum_t e_t z^t = product over the groups of F_a(z)^k,
    F_a(z) = sum_j (a)_2j / (2^j j!) z^j,

since a rank of a cards has (a)_2j / (2^j j!) sets of j disjoint pairs.  The power F^k is
that of a series with F(0) = 1, whose coefficients f_j give, for symbolic k as well,

    t g_t = sum_(j=1..t) ((k+1) j - t) f_j g_(t-j),    g_0 = 1  (Euler).

So e_t is a polynomial in all k and a.  For integers k, a >= 0 it counts, hence the quotient
P_t holds for all of these with n >= 2t; an even n is dealt to two players.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from montmort.exact.chains.lazy_values import Answer, as_exact
from montmort.exact.rational_functions.conditions import all_positive
from montmort.exact.rational_functions.field import (
    Number,
    RationalFunction,
    Value,
    from_sympy,
    to_value,
    total,
)
from montmort.games.errors import BadInput
from montmort.games.validation import check_integer, check_items, quote

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

MOST_PLACES = 60  # with six symbols they take seconds
Series = list[RationalFunction]


@dataclass(frozen=True)
class Composition:
    """A deck; `groups` are pairs (cards of a rank, number of such ranks).

    >>> import sympy
    >>> r, s, a, b = sympy.symbols("r s a b")
    >>> Composition.of([a, b]).ties_chance(1)
    (-a**2 + a - b**2 + b)/((a + b)*(-a - b + 1))
    >>> Composition(((s, r),)).ties_chance(1)
    (1 - s)/(-r*s + 1)
    >>> Composition(((4, 13),)).ties_chance(2)
    Fraction(73, 20825)
    """

    groups: tuple[tuple[Value, Value], ...]

    def __post_init__(self) -> None:
        for number in (number for group in self.groups for number in group):
            exact = as_exact(number)
            is_symbolic = isinstance(exact, RationalFunction)
            if not is_symbolic and (exact is None or exact < 0 or exact.denominator != 1):
                raise BadInput(
                    f"a deck has an integer >= 0 or an expression of cards, not {quote(number)}"
                )

    @classmethod
    def of(cls, counts: Iterable[Value]) -> "Composition":
        """Return the deck with these numbers of cards of its ranks."""
        check_items("counts", counts, "integers >= 0 or expressions")
        return cls(tuple((count, 1) for count in counts))

    @property
    def cards(self) -> Answer:
        """The number n of cards."""
        return to_value(self._n)

    @property
    def _n(self) -> RationalFunction:
        return total(from_sympy(a) * from_sympy(k) for a, k in self.groups)

    def conditions(self, places: int) -> "Boolean":
        """Return when the chance for so many places holds, for integers: all >= 0, n >= 2t.

        >>> import sympy
        >>> Composition(((sympy.Symbol("s"), 13),)).conditions(1)
        2/13 <= s
        """
        numbers = [from_sympy(number) for group in self.groups for number in group]
        return all_positive([], not_negative=[*numbers, self._n - 2 * places])

    def ties_chance(self, places: int) -> Answer:
        """Return P_t, the chance that t = `places` given places all tie."""
        return to_value(self._chances(places)[places])

    def first_battle_levels(self, most: int) -> list[Answer]:
        """Return the chances that the first battle meets exactly 0, 1, ..., `most` - 1 ties.

        The hands must have cards for it: most (face_down + 1) + 1 or more each.

        >>> import sympy
        >>> r, s = sympy.symbols("r s")
        >>> Composition(((s, r),)).first_battle_levels(1)
        [s*(1 - r)/(-r*s + 1)]
        """
        chances = self._chances(most)
        return [to_value(chances[m] - chances[m + 1]) for m in range(most)]

    def first_pass_ties(self) -> tuple[Answer, Answer]:
        """Return mean and variance of the number of places that tie, of n/2.

        For n >= 4: h = n/2 places have the mean h P_1 and the mean h (h-1) P_2 of T (T-1).

        >>> import sympy
        >>> r, s = sympy.symbols("r s")
        >>> Composition(((s, r),)).first_pass_ties()[0]
        r*s*(1 - s)/(2*(-r*s + 1))
        """
        half, chances = self._n / 2, self._chances(2)
        mean = half * chances[1]
        return to_value(mean), to_value(half * (half - 1) * chances[2] + mean - mean**2)

    def at(self, values: "Mapping[Any, Value]") -> "Composition":
        """Return the deck with numbers or expressions for symbols.

        >>> import sympy
        >>> Composition(((sympy.Symbol("s"), 13),)).at({sympy.Symbol("s"): 4}).cards
        Fraction(52, 1)
        """
        given: dict[Any, Number] = {s: from_sympy(value) for s, value in values.items()}
        moved = ((to_value(from_sympy(x).at(given)) for x in group) for group in self.groups)
        return Composition(tuple((a, k) for a, k in moved))

    def _chances(self, places: int) -> Series:
        """Return P_0, P_1, ..., P_t."""
        check_integer("places", places, 0, MOST_PLACES)
        product = _one(places)
        for a, k in self.groups:
            product = _times(product, _power(_pairs(from_sympy(a), places), from_sympy(k)))
        n, chances = self._n, [from_sympy(1)]
        for t in range(1, places + 1):
            orders = _falling(n, 2 * t)
            if not orders:
                raise BadInput(f"a deck of {self.cards} cards has no {t} places of two cards")
            chances.append(product[t] * (math.factorial(t) << t) / orders)
        return chances


def _one(most: int) -> Series:
    return [from_sympy(int(t == 0)) for t in range(most + 1)]


def _falling(a: RationalFunction, factors: int) -> RationalFunction:
    """Return (a)_factors = a (a-1) ... ."""
    return math.prod((a - i for i in range(factors)), start=from_sympy(1))


def _pairs(a: RationalFunction, most: int) -> Series:
    """Return the coefficients of F_a."""
    return [_falling(a, 2 * j) / (math.factorial(j) << j) for j in range(most + 1)]


def _power(series: Series, k: RationalFunction) -> Series:
    """Return the coefficients of F^k."""
    power = [from_sympy(1)]
    for t in range(1, len(series)):
        terms = (((k + 1) * j - t) * series[j] * power[t - j] for j in range(1, t + 1))
        power.append(total(terms) / t)
    return power


def _times(one: Series, other: Series) -> Series:
    return [total(one[j] * other[t - j] for j in range(t + 1)) for t in range(len(one))]
