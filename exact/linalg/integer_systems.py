"""Sparse integer systems A X = B, solved exactly: the ladder of methods and the proof.

    small, up to a hundred unknowns        dense: fmpz_mat.solve, nothing beats it
    parts in an order (a dag, a deck)      back-substitution, part by part
    large parts                            lifting: floats see the structure, integers the digits
    where floats fail                      dense up to a few hundred, elimination beyond,
                                           dense again where that fills up

Parts are the strongly connected components of the graph with an edge i -> j
for every entry A_ij.  Lifting alone needs to know that A is nonsingular:
diagonal dominance, strict in one row of a component, proves it (Taussky 1949),
and has every chain that ends; other systems are eliminated.  Whatever the rung,
A·P == D·b is checked in integers, in every row, before an answer is returned.
"""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from flint import fmpz, fmpz_mat

from montmort.exact.linalg.back_substitution import substituted
from montmort.exact.linalg.elimination import WORK, eliminated
from montmort.exact.linalg.lifting.numeric_symbolic import IllConditioned, lifted
from montmort.exact.linalg.lifting.sparse_matrix import is_long
from montmort.exact.linalg.system import Column, Right, Rows, is_full, proved
from montmort.games.errors import TooLarge

__all__ = ["Column", "solve"]

SMALL = 64  # unknowns, for which dense is fastest; twice as many if entries are short
DENSE = 300  # unknowns, for which dense is fast enough
DENSEST = 1500  # unknowns, for which dense is still minutes


def solve(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B: rows[i][j] = A_ij, square; one Column for every one of B.

    ZeroDivisionError if A is singular; TooLarge if the answer would not fit
    into memory or take hours.

    >>> solve([{0: 3, 1: -1}, {0: -1, 1: 3}], [[1, 0]])
    [Column(numerators=[3, 1], denominator=8)]
    """
    if _is_small(rows):
        return proved(rows, columns, dense(rows, columns))
    parts = components(rows)
    if len(parts) == 1:
        return climbed(rows, columns)
    return proved(rows, columns, substituted(rows, columns, parts, climbed))


def climbed(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B, proved, A of one component, by the first rung that carries."""
    if not _is_small(rows) and dominant(rows):
        try:
            return lifted(rows, columns)  # proves what it returns
        except IllConditioned:
            pass
    return proved(rows, columns, _exact(rows, columns))


def _is_small(rows: Rows) -> bool:
    return len(rows) <= SMALL or (len(rows) <= 2 * SMALL and not is_long(rows))


def _exact(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B, unproved, without floats."""
    size = len(rows)
    if size <= DENSE or is_full(rows):
        return dense(rows, columns)
    if size > DENSEST:
        return eliminated(rows, columns)
    try:
        return eliminated(rows, columns, work=WORK // 20)
    except TooLarge:  # rows fill up: a minute or two of dense is better
        return dense(rows, columns)


def dense(rows: Rows, columns: Sequence[Right]) -> list[Column]:
    """Return X with A X = B, unproved, by `fmpz_mat.solve`.

    >>> dense([{0: 2}], [[1]])
    [Column(numerators=[1], denominator=2)]
    """
    size, width = len(rows), len(columns)
    if not size or not width:
        return [Column([], fmpz(1)) for _ in columns]
    matrix = fmpz_mat([[row.get(j, 0) for j in range(size)] for row in rows])
    right = fmpz_mat([[column[i] for column in columns] for i in range(size)])
    numerators, denominator = matrix.solve(right).numer_denom()
    return [Column([numerators[i, c] for i in range(size)], denominator) for c in range(width)]


def dominant(rows: Rows) -> bool:
    """Return whether |A_ii| >= the rest of row i for all i, > for one; or so by columns.

    >>> dominant([{0: 2, 1: -1}, {0: -2, 1: 2}]), dominant([{0: 2, 1: -2}, {0: -2, 1: 2}])
    (True, False)
    """
    by_rows, by_columns = [0] * len(rows), [0] * len(rows)
    for i, row in enumerate(rows):
        for j, a in row.items():
            weight = abs(a) if i == j else -abs(a)
            by_rows[i] += weight
            by_columns[j] += weight
    return any(all(e >= 0 for e in excess) and any(excess) for excess in (by_rows, by_columns))


def components(rows: Rows) -> list[list[int]]:
    """Return the strongly connected components, each after those that its rows need.

    >>> components([{0: 1, 1: 1}, {1: 1, 2: 1}, {1: 1, 2: 2}])
    [[1, 2], [0]]
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if not rows:
        return []
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
