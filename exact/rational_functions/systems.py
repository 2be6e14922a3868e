"""Sparse linear systems over the field of rational functions of the symbols.

Every row is scaled to polynomials without a common factor.  The unknown with the fewest
new entries is eliminated first (Markowitz); with a and b the entries of pivot row and row,

    row <- (a row - b pivot row) / gcd(a, b),

and the row's common factor is divided out again, so that no entry is longer than it must
be.  The solutions are substituted back, and every equation of the original system is
verified as an identity of polynomials before anything is returned.

The probability generating function of the time to absorption is a system with one symbol, z,
whose answer is found from integers (`pgf_of_counts`).
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING

from flint import fmpz_mat, fmpz_mpoly, fmpz_poly

from montmort.exact.rational_functions.field import (
    Number,
    RationalFunction,
    Ring,
    in_ring,
    quotient,
    ring_of,
)

if TYPE_CHECKING:
    from sympy import Expr, Symbol


Row = dict[int, fmpz_mpoly]  # by unknown; the known sides have the places size, size + 1, …


def solve(
    rows: Sequence[Mapping[int, Number]], columns: Sequence[Sequence[Number]]
) -> list[list[RationalFunction]]:
    """Return X with A·X == B for every column of B; rows[i][j] = A_ij, sparse.

    ZeroDivisionError if A is singular for all values of the symbols.

    >>> import sympy
    >>> from montmort.exact.rational_functions.field import from_sympy
    >>> p = from_sympy(sympy.Symbol("p"))
    >>> solve([{0: p, 1: -1}, {1: 1 - p}], [[0, 1]])
    [[1/(p*(1 - p)), 1/(1 - p)]]
    """
    ring, system = _as_polynomials(rows, columns)
    size, width = len(rows), len(columns)
    eliminated = _eliminate([dict(row) for row in system], size)
    solution: list[dict[int, RationalFunction]] = [{} for _ in range(width)]
    for unknown, row in reversed(eliminated):
        pivot = row.pop(unknown)
        for c, values in enumerate(solution):
            side = row.get(size + c)
            total = quotient(ring, side, ring.one) if side is not None else ring.number(0)
            for j, entry in row.items():
                if j < size:
                    total -= RationalFunction(ring, entry, ring.one) * values[j]
            values[unknown] = total / RationalFunction(ring, pivot, ring.one)
    found = [[values[i] for i in range(size)] for values in solution]
    _verify(ring, system, found)
    return found


def _as_polynomials(
    rows: Sequence[Mapping[int, Number]], columns: Sequence[Sequence[Number]]
) -> tuple[Ring, list[Row]]:
    """Return the ring of all symbols, and every row with its known sides as polynomials."""
    size = len(rows)
    entries = [
        {**row, **{size + c: column[i] for c, column in enumerate(columns)}}
        for i, row in enumerate(rows)
    ]
    elements = (e for row in entries for e in row.values() if isinstance(e, RationalFunction))
    ring = ring_of(frozenset().union(*(ring.symbols for ring in {e.ring for e in elements})))
    return ring, [_scaled(ring, row) for row in entries]


def _scaled(ring: Ring, row: Mapping[int, Number]) -> Row:
    """Return a row as polynomials: times the common denominator of its entries."""
    elements = {j: in_ring(entry, ring) for j, entry in row.items() if entry}
    common = reduce(_lcm, (element.below for element in elements.values()), ring.one)
    return {j: e.above * (common // e.below) for j, e in elements.items()}


def _lcm(a: fmpz_mpoly, b: fmpz_mpoly) -> fmpz_mpoly:
    if b.is_one() or a == b:
        return a
    return a * (b // a.gcd(b))


def _eliminate(rows: list[Row], size: int) -> list[tuple[int, Row]]:
    """Return (unknown, its row) in the order of elimination; a row has only later unknowns."""
    where: list[set[int]] = [set() for _ in range(size)]  # the rows of each unknown
    for i, row in enumerate(rows):
        for j in row:
            if j < size:
                where[j].add(i)
    left, eliminated = set(range(size)), []
    while left:
        unknown, pivot = min(
            ((j, i) for j in left for i in _shortest(rows, where[j])),
            key=lambda entry: _cost(rows, where, *entry),
            default=(-1, -1),
        )
        if unknown < 0 or any(not where[j] for j in left):
            raise ZeroDivisionError("the system is singular")
        row = rows[pivot]
        for j in row:
            if j < size:
                where[j].discard(pivot)
        for i in where[unknown]:
            before = rows[i].keys()
            after = _combined(rows[i], row, unknown)
            for j in before - after.keys():
                if j < size and j != unknown:
                    where[j].discard(i)
            for j in after.keys() - before:
                if j < size:
                    where[j].add(i)
            rows[i] = after
        where[unknown] = set()
        left.discard(unknown)
        eliminated.append((unknown, row))
    return eliminated


def _shortest(rows: list[Row], where: set[int]) -> list[int]:
    """Return the number of the shortest row among these, in a list."""
    return [min(where, key=lambda i: (len(rows[i]), i))] if where else []


def _cost(rows: list[Row], where: list[set[int]], unknown: int, pivot: int) -> tuple[int, int]:
    """Return the most new entries of an elimination, and the length of its pivot."""
    return (len(rows[pivot]) - 1) * (len(where[unknown]) - 1), len(rows[pivot][unknown])


def _combined(row: Row, pivot: Row, unknown: int) -> Row:
    """Return the row without the unknown, and without a common factor of its entries."""
    a, b = pivot[unknown], row[unknown]
    if not (common := a.gcd(b)).is_one():
        a, b = a // common, b // common
    combined = {j: a * entry for j, entry in row.items() if j != unknown}
    for j, entry in pivot.items():
        if j != unknown:
            combined[j] = combined[j] - b * entry if j in combined else -b * entry
    combined = {j: entry for j, entry in combined.items() if entry}
    if not combined:
        return combined
    factor, *rest = sorted(combined.values(), key=len)
    for entry in rest:
        if factor.is_one():
            return combined
        factor = factor.gcd(entry)
    return {j: entry // factor for j, entry in combined.items()}


def _verify(ring: Ring, system: Sequence[Row], found: Sequence[Sequence[RationalFunction]]) -> None:
    """Raise ArithmeticError unless every equation holds as an identity of polynomials."""
    size = len(system)
    for row in system:
        for c, values in enumerate(found):
            unknowns = [j for j in row if j < size]
            common = reduce(_lcm, (values[j].below for j in unknowns), ring.one)
            total = sum(
                (row[j] * values[j].above * (common // values[j].below) for j in unknowns),
                start=ring.constant(0),
            )
            if total != row.get(size + c, ring.constant(0)) * common:
                raise ArithmeticError("the solution does not satisfy the system: not returned")


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
