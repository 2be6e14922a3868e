"""Large systems by numeric-symbolic lifting (Wan 2006): floats propose, integers prove.

`exact.linalg.lifting.long_division` finds digits of x and a common denominator by floats and exact
remainders: in 64-bit integers where the matrix is sparse (`exact.linalg.lifting.sparse_matrix`), in
limbs where it is full or its entries are long (`full_matrix`).  How many digits
are enough nobody knows: what is found is multiplied out, A·P == D·b in every
row, and returned only then.  Without that proof gambler's ruin with 10,000
states reads 95019 for hundreds of bits.
"""

from collections.abc import Sequence

from flint import fmpz

from montmort.exact.linalg.lifting.float_inverse import IllConditioned
from montmort.exact.linalg.lifting.full_matrix import Full
from montmort.exact.linalg.lifting.long_division import Division
from montmort.exact.linalg.lifting.sparse_matrix import Sparse, is_long
from montmort.exact.linalg.system import Column, Right, Rows, is_full, solved

__all__ = ["IllConditioned", "divided", "lifted"]

LONG = 300  # unknowns of a sparse system of long entries that is taken for a full one


def lifted(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B, proved, for a nonsingular A.

    IllConditioned where floats do not do; TooLarge where the answer would not
    fit; ArithmeticError where all digits of Hadamard's bound say nothing.

    >>> lifted([{0: 2, 1: -1}, {0: -1, 1: 2}], [[2, 2], [0, 1]])
    [Column(numerators=[2, 2], denominator=1), Column(numerators=[1, 2], denominator=3)]
    """
    if not rows:
        return [Column([], fmpz(1)) for _ in columns]
    in_limbs = is_full(rows) or (len(rows) <= LONG and is_long(rows))
    whole = Full(rows) if in_limbs else Sparse.of(rows)
    return [divided(whole, rows, column) for column in columns]


def divided(whole: Sparse | Full, rows: Rows, column: Right) -> Column:
    """Return the column of X for one right side, by division by the rows as they are stored."""
    right = [int(b) for b in column]
    system, places, first = whole.lumped(right)
    short = [right[i] for i in first]
    for width in system.widths:
        try:
            for P, D in Division(system, short, width).proposals():
                answer = Column([P[place] for place in places], D)
                if solved(rows, column, answer):
                    return answer
        except IllConditioned:
            continue
        raise ArithmeticError(f"the digits of a system of {len(rows)} unknowns say nothing")
    raise IllConditioned("floats of 53 bits say nothing about this system")
