"""A quotient of polynomials as sympy shows it: a product of irreducible factors.

The constant term of a factor is positive where that is possible: z/(2 - z), not -z/(z - 2).
"""

from typing import TYPE_CHECKING

from flint import fmpz, fmpz_mpoly, fmpz_poly

from montmort.games.extras import sympy

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    Symbols = tuple[Symbol, ...]

Factors = list[tuple[fmpz_mpoly, int]]  # polynomials with their exponents

FACTORED = 400  # terms of the longest polynomial that is shown as a product


def product_of(above: fmpz_mpoly, below: fmpz_mpoly, symbols: "Symbols") -> "Expr":
    """Return above / below, which have no common factor, as a product.

    >>> import sympy
    >>> from flint import Ordering, fmpz_mpoly_ctx
    >>> x = fmpz_mpoly_ctx.get(("x",), Ordering.lex).gen(0)
    >>> product_of(-x, x - 2, (sympy.Symbol("z"),))
    z/(2 - z)
    """
    if not above:
        return sympy.Integer(0)
    top, over = _signed_factors(above, symbols)
    bottom, under = _signed_factors(below, symbols)
    number = sympy.Rational(top, bottom)
    if number < 0:
        free = [factor for factor in under if not _has_constant(factor[0])]
        turned = _turned(over, over) or _turned(under, free)
        number = -number if turned else number
    parts = [_as_sum(factor, symbols) ** int(times) for factor, times in over]
    parts += [_as_sum(factor, symbols) ** -int(times) for factor, times in under]
    product = sympy.Mul(*parts)
    if product.is_Add:  # else sympy multiplies it out
        return sympy.Mul(number, product, evaluate=number == 1)
    return sympy.Mul(number, *sympy.Mul.make_args(product))


def _signed_factors(polynomial: fmpz_mpoly, symbols: "Symbols") -> tuple[int, Factors]:
    """Return an integer and the other factors, those with a constant term such that it is > 0."""
    if len(polynomial) > FACTORED:
        return 1, [(polynomial, 1)]
    content, factors = _factors(polynomial, symbols)
    whole, signed = int(content), []
    for factor, times in factors:
        if factor.to_dict().get((0,) * len(symbols), 0) < 0:
            factor, whole = -factor, whole * (-1) ** int(times)
        signed.append((factor, times))
    return whole, signed


def _turned(factors: Factors, among: Factors) -> bool:
    """Turn the sign of one factor of both signs, in place; return whether there is one."""
    for place, (factor, times) in enumerate(factors):
        both = min(factor.coeffs()) < 0 < max(factor.coeffs())
        if both and times % 2 and (factor, times) in among:
            factors[place] = -factor, times
            return True
    return False


def _has_constant(polynomial: fmpz_mpoly) -> bool:
    return not any(polynomial.monomial(len(polynomial) - 1))


def _factors(polynomial: fmpz_mpoly, symbols: "Symbols") -> tuple[fmpz, Factors]:
    """Return an integer and irreducible factors with their exponents."""
    if len(symbols) != 1:
        content, primitive = polynomial.primitive()
        try:
            sign, factors = primitive.factor()
        except OverflowError:  # flint 0.9 converts some long coefficients to a C integer
            return content, [(primitive, 1)]
        return content * sign, factors
    size, context = polynomial.degrees()[0] + 1, polynomial.context()
    content, found = fmpz_poly([polynomial[(k,)] for k in range(size)]).factor()
    return content, [
        (context.from_dict({(k,): c for k, c in enumerate(factor.coeffs()) if c}), times)
        for factor, times in found
    ]


def _as_sum(polynomial: fmpz_mpoly, symbols: "Symbols") -> "Expr":
    terms = []
    for exponents, coefficient in polynomial.to_dict().items():
        powers = [s ** int(e) for s, e in zip(symbols, exponents, strict=True) if e]
        terms.append(sympy.Mul(sympy.Integer(int(coefficient)), *powers))
    return sympy.Add(*terms)
