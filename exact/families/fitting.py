"""Fit quotients of sums of chosen terms to exact values, by the null space of a matrix.

    sum of x_i N_i(point) - value(point) * sum of y_j D_j(point) = 0   at all points:

with powers of n as the terms N and D these are the rational functions of n; b^n and
harmonic numbers give other closed forms.  Small sets of terms come first, and only those
with fewer unknowns than values.  The last values are not used to fit, only to check.
"""

import itertools
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from montmort.games.extras import sympy

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sympy import Expr, Symbol
    from sympy.polys.domains import Domain
    from sympy.polys.matrices import DomainMatrix

MOST_DEGREE = 4  # of a polynomial in the integers
MOST_TERMS = 40  # above and below together
Element = Any  # of a sympy domain: a rational number or a rational function of parameters


@dataclass(frozen=True)
class Samples:
    """Exact values at integer points, the last ones for checks; terms are evaluated once."""

    points: "Sequence[Mapping[Symbol, int]]"
    values: "Sequence[Expr]"
    fitted: int  # so many points are used for the fit
    _columns: "dict[Expr, list[Element]]" = field(default_factory=dict)

    @cached_property
    def domain(self) -> "Domain":
        """The field of the values: Q, or the rational functions of the parameters."""
        return domain_of(self.values)

    @cached_property
    def elements(self) -> list[Element]:
        """The values as elements of their field."""
        return [self.domain.from_sympy(value) for value in self.values]

    def column(self, term: "Expr") -> list[Element]:
        """Return the values of the term at all points."""
        if term not in self._columns:
            values = (term.subs(point) for point in self.points)
            self._columns[term] = [self.domain.from_sympy(value) for value in values]
        return self._columns[term]

    def quotient(
        self, numerators: "Sequence[Expr]", denominators: "Sequence[Expr]"
    ) -> "Expr | None":
        """Return the quotient of sums of these terms that fits all values, or None.

        >>> n = sympy.Symbol("n", integer=True)
        >>> points = [{n: value} for value in range(1, 7)]
        >>> samples = Samples(points, [sympy.Rational(1, v * v) for v in range(1, 7)], 4)
        >>> samples.quotient([sympy.Integer(1)], [sympy.Integer(1), n**2])
        n**(-2)
        """
        if len(numerators) + len(denominators) > self.fitted or not self._fits_in_numbers(
            numerators, denominators
        ):
            return None
        above = [self.column(term) for term in numerators]
        below = [self.column(term) for term in denominators]
        columns = above + [
            [-entry * value for entry, value in zip(column, self.elements, strict=True)]
            for column in below
        ]
        for solution in null_space([column[: self.fitted] for column in columns], self.domain):
            divisors = combine_columns(solution[len(above) :], below)
            if all(divisors) and not any(combine_columns(solution, columns)):
                scale = next(x for x in reversed(solution) if x)
                factors = [sympy.factor(self.domain.to_sympy(x / scale)) for x in solution]
                top = sum(x * term for x, term in zip(factors, numerators, strict=False))
                rest = zip(factors[len(above) :], denominators, strict=True)
                return tidy(top, sum(y * term for y, term in rest))
        return None

    def _fits_in_numbers(
        self, numerators: "Sequence[Expr]", denominators: "Sequence[Expr]"
    ) -> bool:
        """Return whether the terms fit with numbers for the parameters; this is much faster."""
        if self.domain == sympy.QQ:
            return True
        numbers, samples = self._numeric
        parts = ([term.subs(numbers) for term in terms] for terms in (numerators, denominators))
        return samples.quotient(*parts) is not None

    @cached_property
    def _numeric(self) -> "tuple[dict[Symbol, Expr], Samples]":
        numbers = _numbers(self.domain.symbols)
        values = [value.subs(numbers) for value in self.values]
        return numbers, Samples(self.points, values, self.fitted)


def _numbers(parameters: "Sequence[Symbol]") -> "dict[Symbol, Expr]":
    """Return different numbers for the parameters, seldom a root of anything."""
    return {symbol: sympy.Rational(2 * i + 3, 11) for i, symbol in enumerate(parameters)}


def combine_columns(
    factors: "Sequence[Element]", columns: "Sequence[Sequence[Element]]"
) -> list[Element]:
    """Return the sum of multiples of columns."""
    rows = zip(*columns, strict=True)
    return [sum(x * entry for x, entry in zip(factors, row, strict=True) if x) for row in rows]


def domain_of(values: "Sequence[Expr]") -> "Domain":
    """Return Q, or its rational functions in the symbols of the values.

    >>> domain_of([sympy.Integer(1)]), domain_of([sympy.Symbol("p")])
    (QQ, QQ(p))
    """
    symbols = set().union(*(value.free_symbols for value in values))
    return sympy.QQ.frac_field(*sorted(symbols, key=str)) if symbols else sympy.QQ


def null_space(columns: "Sequence[Sequence[Element]]", domain: "Domain") -> list[list[Element]]:
    """Return a basis of all x with sum of x_i column_i = 0.

    Most systems have full rank, and already with numbers for the parameters.

    >>> [[str(x) for x in row] for row in null_space([[sympy.QQ(1)], [sympy.QQ(2)]], sympy.QQ)]
    [['-2', '1']]
    """
    if _has_full_rank(columns, domain):
        return []
    basis = _matrix(columns, domain).nullspace()
    return [list(row) for row in basis.to_list()]


def _has_full_rank(columns: "Sequence[Sequence[Element]]", domain: "Domain") -> bool:
    """Return whether the rank is full for some chosen numbers in place of the parameters."""
    if domain != sympy.QQ:
        values = map(sympy.QQ.from_sympy, _numbers(domain.symbols).values())
        point = list(zip(domain.field.ring.gens, values, strict=True))
        try:
            columns = [
                [entry.numer.evaluate(point) / entry.denom.evaluate(point) for entry in column]
                for column in columns
            ]
        except ZeroDivisionError:
            return False
    return bool(_matrix(columns, sympy.QQ).rank() == len(columns))


def _matrix(columns: "Sequence[Sequence[Element]]", domain: "Domain") -> "DomainMatrix":
    rows = [list(row) for row in zip(*columns, strict=True)]
    return sympy.polys.matrices.DomainMatrix(rows, (len(rows), len(columns)), domain)


def tidy(above: "Expr", below: "Expr") -> "Expr":
    """Return the quotient as it is, cancelled or factored: the shortest of these.

    >>> n = sympy.Symbol("n", integer=True)
    >>> tidy(2 * n**2 + 2 * n, 4 * n)
    (n + 1)/2
    """
    quotient = sympy.sympify(above) / below
    cancelled = sympy.cancel(sympy.together(quotient))
    return min((quotient, cancelled, sympy.factor(cancelled)), key=sympy.count_ops)


def term_sets(
    integers: "Sequence[Symbol]",
    size: "Symbol",
    bases: "Sequence[Expr]" = (),
    arguments: "Sequence[Expr]" = (),
) -> "list[tuple[list[Expr], list[Expr]]]":
    """Return pairs (terms above, terms below), the small ones first.

    Above are monomials in the integers, below powers of `size`, both also times powers of the
    `bases`; above also times two such powers, and harmonic numbers of the `arguments`.

    >>> n = sympy.Symbol("n", integer=True)
    >>> term_sets([n], n)[:3]
    [([1], [1]), ([1], [1, n]), ([1, n], [1])]
    """
    one = sympy.Integer(1)
    powers = [one, *(base**x for base in bases for x in integers)]
    levels = [([one], [one])]
    if bases:
        levels.append((powers, [one, *(base**size for base in bases)]))
        pairs = itertools.combinations_with_replacement(powers, 2)
        levels.append(([x * y for x, y in pairs], [one]))
    for argument in arguments:
        H, H2 = sympy.harmonic(argument), sympy.harmonic(argument, 2)
        levels += [([one, H], [one]), ([one, H, H**2, H2], [one])]
    degrees = range(MOST_DEGREE + 1)
    sets = [
        (
            [x * y for x in above for y in _monomials(chosen, degree)],
            [x * y for x in below for y in _monomials([size], divisor)],
        )
        for chosen in ([size], integers)[len(integers) == 1 :]
        for above, below in levels
        for degree, divisor in itertools.product(degrees, degrees)
    ]
    sets = [pair for pair in sets if len(pair[0]) + len(pair[1]) <= MOST_TERMS]
    return sorted(sets, key=lambda pair: len(pair[0]) + len(pair[1]))


def _monomials(symbols: "Sequence[Symbol]", degree: int) -> "list[Expr]":
    return [
        sympy.prod(chosen, start=sympy.Integer(1))
        for size in range(degree + 1)
        for chosen in itertools.combinations_with_replacement(symbols, size)
    ]
