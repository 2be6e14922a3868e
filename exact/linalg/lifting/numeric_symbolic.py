"""Large systems by numeric-symbolic lifting (Wan 2006): proposed in floats, proved in integers.

`long_division` finds digits of x and a common denominator from floats and exact
remainders: in 64-bit integers where the matrix is sparse (`sparse_matrix`), in
limbs where it is full or its entries are long (`full_matrix`).  The number of
digits needed is not known in advance, so each proposal is multiplied out, A·P ==
D·b in every row, and returned only then.  Without that proof, gambler's ruin with
10,000 states reads 95019 for hundreds of bits.
"""

from collections.abc import Sequence

from flint import fmpz

from montmort.exact.linalg.lifting.float_inverse import IllConditioned
from montmort.exact.linalg.lifting.full_matrix import FullMatrix
from montmort.exact.linalg.lifting.long_division import Division
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix, is_long
from montmort.exact.linalg.system import Column, RightSide, Rows, is_full, is_solution
from montmort.exact.thresholds import FULL_UP_TO

__all__ = ["IllConditioned", "lift", "lift_column"]


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
