"""Sparse integer systems A X = B, solved exactly: the choice of a method, and the proof.

    small, up to a hundred unknowns        dense: fmpz_mat.solve, the fastest there
    several strong components              back-substitution, component by component
    large components                       lifting: digits found in floats, proved in integers
    where floats fail, or without scipy    dense up to a few hundred, elimination beyond,
                                           dense again where fill-in is too large

Components are the strongly connected components of the graph with an edge
i -> j for every entry A_ij.  Only lifting needs to know that A is nonsingular:
diagonal dominance, strict in one row of a component, proves it (Taussky 1949),
and every absorbing chain has it; other systems are solved by elimination.
Whatever the method, A·P == D·b is checked in integers, in every row, before an
answer is returned.

Lifting is numeric-symbolic (Wan 2006): `long_division` finds digits of x and a common
denominator from floats and exact remainders: in 64-bit integers where the matrix is
sparse (`sparse_matrix`), in limbs where it is full or its entries are long
(`full_matrix`).  The number of digits needed is not known in advance, so each proposal
is multiplied out, and returned only then.  Without that proof, gambler's ruin with
10,000 states reads 95019 for hundreds of bits.

Rational systems are scaled to integers: rows are multiplied by the denominators of A
alone; those of B, often far longer, become one scale for all rows.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain

import numpy as np
from flint import fmpq, fmpz, fmpz_mat

from montmort.exact.graphs import components_of
from montmort.exact.linalg.elimination import WORK_BITS, back_substitute, eliminate
from montmort.exact.linalg.lifting.float_inverse import IllConditioned
from montmort.exact.linalg.lifting.full_matrix import FullMatrix
from montmort.exact.linalg.lifting.long_division import Division
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix, is_long
from montmort.exact.linalg.system import (
    Column,
    Integer,
    RightSide,
    Rows,
    as_flint,
    as_fraction,
    is_full,
    is_solution,
    verify,
)
from montmort.exact.thresholds import (
    DENSE_TAKES_HOURS_FROM,
    DENSE_UP_TO,
    DENSE_WITHOUT_FLOATS_UP_TO,
    FULL_UP_TO,
)
from montmort.games.errors import TooLarge
from montmort.games.extras import MissingExtra, is_installed

Matrix = Sequence[Sequence[Fraction | int]]


def solve(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    """Return X with A X = B: rows[i][j] = A_ij, square; one Column for each of B.

    ZeroDivisionError if A is singular; TooLarge if the answer would not fit
    into memory or take hours.

    >>> solve([{0: 3, 1: -1}, {0: -1, 1: 3}], [[1, 0]])
    [Column(numerators=[3, 1], denominator=8)]
    """
    if _is_small(rows):
        return verify(rows, columns, solve_dense(rows, columns))
    parts = components(rows)
    if len(parts) == 1:
        return solve_component(rows, columns)
    return verify(rows, columns, back_substitute(rows, columns, parts, solve_component))


def solve_component(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    """Return X with A X = B, verified, for A of one component, by the first method that succeeds.

    >>> solve_component([{0: 3, 1: -1}, {0: -1, 1: 3}], [[1, 0]])
    [Column(numerators=[3, 1], denominator=8)]
    """
    if not _is_small(rows) and is_installed("scipy") and is_dominant(rows):
        try:
            return lift(rows, columns)  # verifies its answer
        except IllConditioned:
            pass
    return verify(rows, columns, _solve_without_floats(rows, columns))


def _is_small(rows: Rows) -> bool:
    return len(rows) <= DENSE_UP_TO or (len(rows) <= 2 * DENSE_UP_TO and not is_long(rows))


def _solve_without_floats(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    """Return X with A X = B, unverified."""
    size = len(rows)
    if size <= DENSE_WITHOUT_FLOATS_UP_TO or is_full(rows):
        return solve_dense(rows, columns)
    if size > DENSE_TAKES_HOURS_FROM and is_installed("scipy"):
        return eliminate(rows, columns)
    try:
        return eliminate(rows, columns, work=WORK_BITS // 20)
    except TooLarge:  # much fill-in: a minute or two of dense is better
        if not is_installed("scipy"):
            raise MissingExtra(f"{size:,} equations at once", "scipy") from None
        return solve_dense(rows, columns)


def solve_dense(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    """Return X with A X = B, unverified, by `fmpz_mat.solve`.

    >>> solve_dense([{0: 2}], [[1]])
    [Column(numerators=[1], denominator=2)]
    """
    size, width = len(rows), len(columns)
    if not size or not width:
        return [Column([], fmpz(1)) for _ in columns]
    matrix = fmpz_mat([[row.get(j, 0) for j in range(size)] for row in rows])
    right = fmpz_mat([[column[i] for column in columns] for i in range(size)])
    numerators, denominator = matrix.solve(right).numer_denom()  # type: ignore[attr-defined]
    return [Column([numerators[i, c] for i in range(size)], denominator) for c in range(width)]


def is_dominant(rows: Rows) -> bool:
    """Return whether |A_ii| >= the sum of the other |A_ij| for all i, > for one i, or by columns.

    >>> is_dominant([{0: 2, 1: -1}, {0: -2, 1: 2}]), is_dominant([{0: 2, 1: -2}, {0: -2, 1: 2}])
    (True, False)
    """
    by_rows: list[Integer] = [0] * len(rows)
    by_columns: list[Integer] = [0] * len(rows)
    for i, row in enumerate(rows):
        for j, a in row.items():
            weight = a if (a > 0) == (i == j) else -a  # |a| on the diagonal, -|a| elsewhere
            by_rows[i] += weight
            by_columns[j] += weight
    return any(all(e >= 0 for e in excess) and any(excess) for excess in (by_rows, by_columns))


def components(rows: Rows) -> list[list[int]]:
    """Return the strongly connected components, each after those that its rows need.

    By scipy where it is installed, as for lifting: it takes a fifth of the time of `exact.graphs`,
    which would be a tenth of that of a whole solution.

    >>> components([{0: 1, 1: 1}, {1: 1, 2: 1}, {1: 1, 2: 2}])
    [[1, 2], [0]]
    """
    if not is_installed("scipy"):
        return components_of(rows)
    if not rows:
        return []
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    ends = np.cumsum([0, *map(len, rows)])
    targets = np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=ends[-1])
    graph = csr_array((np.ones(ends[-1]), targets, ends), shape=(len(rows), len(rows)))
    count, part = connected_components(graph, connection="strong")
    rises = part[targets] - np.repeat(part, np.diff(ends))
    if (rises >= 0).all():
        part, rises = count - 1 - part, -rises
    if (rises > 0).any():
        raise ArithmeticError("scipy no longer numbers components in a topological order")
    order = np.argsort(part, kind="stable")
    if count == len(rows):
        return [[state] for state in order.tolist()]
    return [states.tolist() for states in np.split(order, np.cumsum(np.bincount(part))[:-1])]


def lift(rows: Rows, columns: Sequence[RightSide]) -> list[Column]:
    """Return X with A X = B, verified, for a nonsingular A.

    IllConditioned where double precision is not enough; TooLarge where the answer
    would not fit; ArithmeticError where all digits up to Hadamard's bound give no
    solution.

    >>> lift([{0: 2, 1: -1}, {0: -1, 1: 2}], [[2, 2], [0, 1]])
    [Column(numerators=[2, 2], denominator=1), Column(numerators=[1, 2], denominator=3)]
    """
    if not rows:
        return [Column([], fmpz(1)) for _ in columns]
    in_limbs = is_full(rows) or (len(rows) <= FULL_UP_TO and is_long(rows))
    whole = FullMatrix(rows) if in_limbs else SparseMatrix.of(rows)
    return [lift_column(whole, rows, column) for column in columns]


def lift_column(whole: SparseMatrix | FullMatrix, rows: Rows, column: RightSide) -> Column:
    """Return the column of X for one right side; `whole` holds the same matrix as `rows`.

    >>> rows = [{0: 2, 1: -1}, {0: -1, 1: 2}]
    >>> lift_column(SparseMatrix.of(rows), rows, [0, 1])
    Column(numerators=[1, 2], denominator=3)
    """
    right = [int(b) for b in column]
    system, places, first = whole.lump(right)
    short = [right[i] for i in first]
    for width in system.widths:
        try:
            for P, D in Division(system, short, width).proposals():
                answer = Column([P[place] for place in places], D)
                if is_solution(rows, column, answer):
                    return answer
        except IllConditioned:
            continue
        raise ArithmeticError(f"no digits of a system of {len(rows)} unknowns give a solution")
    raise IllConditioned("the system is too ill-conditioned for double precision")


def solve_fractions(coefficients: Matrix, right: Matrix) -> list[list[Fraction]]:
    """Return X with coefficients · X == right; shapes (n, n), (n, m) -> (n, m).

    ZeroDivisionError if the matrix is singular.

    >>> solve_fractions([[2, 1], [1, 3]], [[1], [Fraction(1, 2)]])
    [[Fraction(1, 2)], [Fraction(0, 1)]]
    """
    rows = [{j: as_flint(x) for j, x in enumerate(row) if x} for row in coefficients]
    sides = [[as_flint(x) for x in side] for side in zip(*right, strict=True)]
    columns = solve_sparse(rows, sides)
    return [[as_fraction(column[i]) for column in columns] for i in range(len(rows))]


def solve_sparse(
    rows: Sequence[Mapping[int, fmpq]], sides: Sequence[Sequence[fmpq]]
) -> list[list[fmpq]]:
    """Return the column x with rows · x == side for each side; a row is {column: entry}.

    ZeroDivisionError if the matrix is singular.

    >>> solve_sparse([{0: fmpq(1, 2)}], [[fmpq(1)], [fmpq(3)]])
    [[2], [6]]
    """
    factors = [math.lcm(*(int(entry.q) for entry in row.values())) for row in rows]
    whole = [
        {j: int((entry * factor).p) for j, entry in row.items()}
        for row, factor in zip(rows, factors, strict=True)
    ]
    scales = [math.lcm(*(int(entry.q) for entry in side)) for side in sides]
    scaled = [
        [int((entry * scale).p) * factor for entry, factor in zip(side, factors, strict=True)]
        for side, scale in zip(sides, scales, strict=True)
    ]
    columns = solve(whole, scaled)
    return [
        [fmpq(int(x)) / (int(column.denominator) * scale) for x in column.numerators]
        for column, scale in zip(columns, scales, strict=True)
    ]
