"""The probability generating function of the time to absorption, from integers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from flint import fmpz_mat, fmpz_poly

from montmort.exact.rational_functions.field import quotient, ring_of

if TYPE_CHECKING:
    from sympy import Expr, Symbol


def pgf_of_counts(
    matrix: Sequence[Sequence[int]], ended: Sequence[int], common: int, z: "Symbol"
) -> "Expr":
    """Return sum P(k steps) z^k as a rational function.

    `matrix` is L Q with the integer L, `common`, and `ended` holds L^k P(k steps) for k = 1 to
    the number of states.  The denominator is det(I - z Q); with the first chances it gives
    the numerator, whose degree is at most the number of states.

    >>> import sympy
    >>> pgf_of_counts([[1]], [1], 2, sympy.Symbol("z"))
    z/(2 - z)
    """
    below = fmpz_poly(fmpz_mat(matrix).charpoly().coeffs()[::-1])  # det(I - x LQ), x = z / L
    series = fmpz_poly([0, *ended]) * below
    above = fmpz_poly(series.coeffs()[: len(matrix) + 1])
    degree = max(above.degree(), below.degree())
    ring = ring_of([z])
    top, bottom = (
        ring.context.from_dict(
            {(k,): c * common ** (degree - k) for k, c in enumerate(polynomial.coeffs())}
        )
        for polynomial in (above, below)
    )
    return quotient(ring, top, bottom).to_sympy()
