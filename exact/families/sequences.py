"""Guess a formula or a recurrence from exact values a(n0), a(n0 + 1), …; a guess proves nothing.

Three kinds of formula are tried: quotients of sums of terms (`fitting`), where powers b^n take
part if a recurrence with constant coefficients has the root b; products of powers and
factorials, if a(n+1) / a(n) is rational in n; and sums of such products.  A recurrence

    sum of c_ij n^j a(n + i) = 0

is a null vector of a matrix with the columns n^j a(n + i).  The last values are not used to
find anything, only to check.  What comes back is a `Conjecture`, never a theorem.
"""

import itertools
from dataclasses import dataclass
from typing import TYPE_CHECKING

from montmort.exact.families.closed_forms import prime_factors
from montmort.exact.families.families import as_expression
from montmort.exact.families.fitting import (
    MOST_DEGREE,
    Samples,
    combine_columns,
    domain_of,
    null_space,
    term_sets,
)
from montmort.games.errors import BadInput
from montmort.games.extras import sympy
from montmort.games.validation import check_integer, check_items

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sympy import Expr, Symbol

    from montmort.exact.rational_functions.field import Value

SPARE = 3  # values, or equations, that are left over to check a fit
MOST_ORDER = 4  # of a recurrence
a = sympy.Function("a")


@dataclass(frozen=True, kw_only=True)
class Conjecture:
    """A formula or a recurrence that fits some values; it is not proved.

    `recurrence` is an expression in a(n), a(n + 1), … that is 0.
    """

    symbol: "Symbol"
    formula: "Expr | None" = None
    recurrence: "Expr | None" = None
    used: range
    checked: range
    unknown: "Expr" = None
    obstacle: str = ""

    def __str__(self) -> str:
        left = a(self.symbol) if self.unknown is None else self.unknown
        parts = [f"{left} = {self.formula}"] if self.formula is not None else []
        if self.recurrence is not None:
            parts.append(f"{self.recurrence} = 0")
        n, used, checked = self.symbol, self.used, self.checked
        return (
            f"Conjecture, not proved: {'; '.join(parts)}. Fitted to {n} = {used[0]} to {used[-1]}, "
            f"checked for {n} = {checked[0]} to {checked[-1]} only."
            + (f" No proof was found: {self.obstacle}." if self.obstacle else "")
        )


def recurrence(
    values: "Sequence[Expr]",
    start: int,
    symbol: "Symbol",
    *,
    most_degree: int = MOST_DEGREE,
    spare: int = SPARE,
) -> "Expr | None":
    """Return the smallest expression in a(n), a(n + 1), … that is 0 for all values, or None.

    Its coefficients are polynomials in n; the last `spare` equations are not used to find it.

    >>> n = sympy.Symbol("n", integer=True)
    >>> recurrence([sympy.Integer(v) for v in (1, 1, 2, 3, 5, 8, 13, 21, 34)], 0, n)
    -a(n) - a(n + 1) + a(n + 2)
    """
    domain = domain_of(values)
    elements = [domain.from_sympy(value) for value in values]
    kinds = itertools.product(range(1, MOST_ORDER + 1), range(most_degree + 1))
    for order, degree in sorted(kinds, key=lambda kind: (kind[0] + 1) * (kind[1] + 1)):
        equations = len(values) - order
        if (order + 1) * (degree + 1) > equations - spare:
            continue
        columns = [
            [elements[i + shift] * (start + i) ** power for i in range(equations)]
            for shift in range(order + 1)
            for power in range(degree + 1)
        ]
        used = equations - spare
        for solution in null_space([column[:used] for column in columns], domain):
            if not any(combine_columns(solution, columns)):
                found = [domain.to_sympy(x) for x in solution]
                return _as_recurrence(found, degree, symbol)
    return None


def _as_recurrence(solution: "Sequence[Expr]", degree: int, symbol: "Symbol") -> "Expr":
    """Return the recurrence of these coefficients, without denominators and common factors."""
    common = sympy.cancel(sympy.gcd_list(list(map(sympy.together, solution))))
    whole = [sympy.cancel(x / common) for x in solution]
    if next(x for x in reversed(whole) if x != 0).could_extract_minus_sign():
        whole = [-x for x in whole]
    terms = (
        sympy.factor(sum(x * symbol**power for power, x in enumerate(whole[i : i + degree + 1])))
        * a(symbol + i // (degree + 1))
        for i in range(0, len(whole), degree + 1)
    )
    return sum(terms, start=sympy.Integer(0))


def coefficients(equation: "Expr", symbol: "Symbol") -> "list[Expr]":
    """Return the coefficients of a(n), a(n + 1), … in a recurrence.

    >>> n = sympy.Symbol("n", integer=True)
    >>> coefficients(n * a(n) - a(n + 1), n)
    [n, -1]
    """
    shifts = [sympy.expand(call.args[0] - symbol) for call in equation.atoms(a)]
    return [equation.coeff(a(symbol + shift)) for shift in range(int(max(shifts)) + 1)]


def bases_of(equation: "Expr | None", symbol: "Symbol") -> "list[Expr]":
    """Return the rational b other than 0 and 1 for which b^n satisfies the recurrence.

    >>> n = sympy.Symbol("n", integer=True)
    >>> bases_of(2 * a(n) - 3 * a(n + 1) + a(n + 2), n)
    [2]
    """
    if equation is None:
        return []
    parts = coefficients(equation, symbol)
    if any(symbol in part.free_symbols for part in parts):
        return []
    x = sympy.Dummy("x")
    _, factors = sympy.factor_list(sum(part * x**i for i, part in enumerate(parts)), x)
    linear = [sympy.Poly(factor, x) for factor, _ in factors]
    roots = [-line.coeff_monomial(1) / line.LC() for line in linear if line.degree() == 1]
    return [
        sympy.prod(prime**times for prime, times in prime_factors(root))
        for root in roots
        if root not in (0, 1)
    ]


def guess(
    values: "Sequence[Value]", *, start: int = 1, symbol: "Symbol | None" = None
) -> Conjecture | None:
    """Return a formula and a recurrence for a(start), a(start + 1), … that fit, or None.

    The values are exact numbers or expressions in parameters.  Nothing that is returned is
    proved, however many values it fits.

    >>> from fractions import Fraction
    >>> print(guess([Fraction(n * (n + 1), 2) for n in range(1, 9)]))
    Conjecture, not proved: a(n) = n*(n + 1)/2; ...
    """
    check_items("values", values, "exact numbers")
    check_integer("start", start, 0)
    n = sympy.Symbol("n", integer=True) if symbol is None else symbol
    exact = [as_expression("a value", value) for value in values]
    if len(exact) < SPARE + 3:
        raise BadInput(f"{len(exact)} values are too few for a guess; give at least {SPARE + 3}")
    equation = recurrence(exact, start, n)
    bases = bases_of(equation, n)
    if not bases and 0 not in exact:
        bases = bases_of(recurrence([sympy.cancel(1 / value) for value in exact], start, n), n)
    formula = _closed_form(exact, start, n, bases)
    if formula is None:
        formula = _sum(exact, start, n)
    if formula is None and equation is None:
        return None
    last = start + len(exact)
    return Conjecture(
        symbol=n,
        formula=formula,
        recurrence=equation,
        used=range(start, last - SPARE),
        checked=range(last - SPARE, last),
    )


def _closed_form(
    values: "Sequence[Expr]", start: int, n: "Symbol", bases: "Sequence[Expr]"
) -> "Expr | None":
    samples = Samples([{n: start + i} for i in range(len(values))], values, len(values) - SPARE)
    for above, below in term_sets([n], n, bases, [n]):
        found = samples.quotient(above, below)
        if found is not None:
            return found
    return hypergeometric(values, start, n)


def hypergeometric(values: "Sequence[Expr]", start: int, n: "Symbol") -> "Expr | None":
    """Return powers and factorials with these values, if successive quotients are rational.

    >>> n = sympy.Symbol("n", integer=True)
    >>> hypergeometric([sympy.Rational(1, v) for v in (1, 1, 2, 6, 24, 120, 720)], 0, n)
    1/factorial(n)
    """
    if any(value == 0 for value in values):
        return None
    quotients = [sympy.cancel(y / x) for x, y in itertools.pairwise(values)]
    points = [{n: start + i} for i in range(len(quotients))]
    samples = Samples(points, quotients, len(quotients) - SPARE)
    sets = (samples.quotient(above, below) for above, below in term_sets([n], n))
    quotient = next((found for found in sets if found is not None), None)
    if quotient is None:
        return None
    total = values[0]
    for part, way in zip(sympy.fraction(sympy.together(quotient)), (1, -1), strict=True):
        number, factors = sympy.factor_list(part, n)
        total *= (number**n / number**start) ** way
        for factor, times in factors:
            steps = _product(factor, start, n)
            if steps is None:
                return None
            total *= steps ** (way * times)
    return sympy.powsimp(total)


def _product(factor: "Expr", start: int, n: "Symbol") -> "Expr | None":
    """Return the product of c (j + s) for j = start … n - 1 by factorials; s whole or half."""
    line = sympy.Poly(factor, n)
    shift = line.coeff_monomial(1) / line.LC()
    if line.degree() > 1 or not (2 * shift).is_Integer or start + shift <= 0:
        return None
    if shift.is_Integer:
        whole = sympy.factorial(n + shift - 1)
    else:
        m = n + shift - sympy.Rational(1, 2)  # 1/2 3/2 … (m - 1/2) = (2m)! / (4^m m!)
        whole = sympy.factorial(2 * m) / (4**m * sympy.factorial(m))
    return line.LC() ** (n - start) * whole / whole.subs(n, start)


def _sum(values: "Sequence[Expr]", start: int, n: "Symbol") -> "Expr | None":
    """Return a(start) plus a sum of powers and factorials, if differences are such terms."""
    i = sympy.Symbol("i", integer=True)
    steps = [sympy.cancel(y - x) for x, y in itertools.pairwise(values)]
    term = hypergeometric(steps, start + 1, i)
    if term is None:
        return None
    if start > 0 or term.subs(i, start) != values[0]:
        return values[0] + sympy.Sum(term, (i, start + 1, n))
    return sympy.Sum(term, (i, start, n))
