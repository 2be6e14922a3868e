"""Propose a sum over one integer of the state, from its differences.

Values V(0), V(1), … at the integer j, all others fixed, have the differences

    c(i) = sum over l of (-1)^(i-l) binomial(i, l) V(l),
    V(j) = sum over i of binomial(j, i) c(i)                  (Newton's series).

This is a formula for all states if the c are hypergeometric: their quotients from one i to the
next, and from one value of another integer to the next, are rational functions, fitted
here.  Their products are powers and factorials.  The sum is only a proposal, to be proved.
"""

from itertools import combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

from montmort.exact.families.families import Family
from montmort.exact.families.fitting import Samples
from montmort.games.extras import sympy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sympy import Expr, Symbol

Table = dict[tuple[int, ...], "Expr"]  # by the values of the integers, the index first

LONGEST = 6  # values that are compared with a fit and not used for it, at least
DEGREES = (0, 1, 2)  # of the quotients' numerators and denominators


def binomial_sums(family: Family, samples: Samples) -> "Iterator[Expr]":
    """Yield sums that have the differences of the samples; only values that do not depend on n."""
    values: Table = {}
    for point, value in zip(samples.points, samples.values, strict=True):
        state = tuple(point[symbol] for symbol in family.states)
        if values.setdefault(state, value) != value:
            return
    index = sympy.Dummy("i", integer=True)
    for place, j in enumerate(family.states):
        others = [symbol for symbol in family.states if symbol != j]
        term = _hypergeometric([index, *others], _differences(values, place))
        if term is not None:
            i = sympy.Symbol("i", integer=True)
            yield sympy.Sum(sympy.binomial(j, i) * term.subs(index, i), (i, 0, j))


def _differences(values: "Mapping[tuple[int, ...], Expr]", place: int) -> "Table":
    """Return c by (i, other integers), for each row of values from 0 on."""
    rows: dict[tuple[int, ...], dict[int, Expr]] = {}
    for state, value in values.items():
        rows.setdefault(state[:place] + state[place + 1 :], {})[state[place]] = value
    found: Table = {}
    for others, row in rows.items():
        i = 0
        while i in row:
            parts = ((-1) ** (i - k) * comb(i, k) * row[k] for k in range(i + 1))
            found[(i, *others)] = sympy.cancel(sum(parts))
            i += 1
    return found


def _hypergeometric(symbols: "Sequence[Symbol]", values: "Table") -> "Expr | None":
    """Return a product of powers and factorials with these values, None if none is found."""
    first = min(values, default=())
    if not first or not values[first]:
        return None
    term, at = values[first], dict(zip(symbols, first, strict=True))
    for place in reversed(range(len(symbols))):  # the index last: others are at its beginning
        symbol = symbols[place]
        quotient = _quotient(symbols, values, place)
        if quotient is None:
            return None
        later = {s: x for s, x in at.items() if symbols.index(s) < place}
        product = _product(sympy.cancel(quotient.subs(later)), symbol, first[place])
        if product is None:
            return None
        term *= product
    return term


def _quotient(symbols: "Sequence[Symbol]", values: "Table", place: int) -> "Expr | None":
    """Return the quotient of a value and the one before it in one integer, as a function."""
    points, quotients = [], []
    for key, value in values.items():
        following = (*key[:place], key[place] + 1, *key[place + 1 :])
        if value and following in values:
            points.append(dict(zip(symbols, key, strict=True)))
            quotients.append(sympy.cancel(values[following] / value))
    samples = Samples(points, quotients, len(points) - LONGEST)
    for degree in DEGREES:
        terms = [
            sympy.prod(some, start=sympy.Integer(1))
            for size in range(degree + 1)
            for some in combinations_with_replacement(symbols, size)
        ]
        found = samples.quotient(terms, terms) if samples.fitted > 2 * len(terms) else None
        if found is not None:
            return found
    return None


def _product(quotient: "Expr", symbol: "Symbol", first: int) -> "Expr | None":
    """Return the product of the quotient from `first` up to below the symbol.

    None unless it is made of factors that go up or down by 1.

    >>> i, m = sympy.symbols("i m", integer=True)
    >>> _product(-1 / (m - i), i, 0)
    (-1)**i*factorial(-i + m)/factorial(m)
    """
    above, below = map(sympy.factor_list, sympy.together(quotient).as_numer_denom())
    found = (above[0] / below[0]) ** (symbol - first)
    for factor, power in [*above[1], *((each, -power) for each, power in below[1])]:
        start = factor.subs(symbol, first)
        if start.could_extract_minus_sign():  # the factorial of -m has no value
            factor, start = -factor, -start
            found *= (-1) ** (power * (symbol - first))
        slope = factor.diff(symbol)
        if slope == 1:
            part = sympy.factorial(factor - 1) / sympy.factorial(start - 1)
        elif slope == -1:
            part = sympy.factorial(start) / sympy.factorial(factor)
        elif slope == 0:
            part = factor ** (symbol - first)
        else:
            return None
        found *= part**power
    return sympy.powsimp(found)
