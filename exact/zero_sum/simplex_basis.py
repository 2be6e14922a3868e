"""A basis of a linear program: proposed by floats, with exactly independent columns.

HiGHS solves the program in floats.  The columns with x > 0, then those of reduced
cost 0, are tried in this order, and the first independent ones, one for each row,
are the basis.  If the supports are right, any such basis is optimal, degenerate or
not: x needs only the columns with x > 0, and y gives all of them reduced cost 0.
Columns are tested for independence modulo a prime; independence there implies
independence over the rationals.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpz_mat, nmod_mat

from montmort.display import short_repr
from montmort.games.errors import BadInput, TooLarge
from montmort.games.extras import is_installed

if TYPE_CHECKING:
    from scipy.optimize import OptimizeResult

PRIME = 2**31 - 1  # fits a C unsigned long of 32 bits, as in browsers
ENTRIES = 3 * 10**7  # limit of a matrix: half a minute, half a gigabyte
TINY = 1e-9  # treated as zero in floats; an error costs steps, never the answer


@dataclass(frozen=True, kw_only=True)
class Program:
    """Minimise cost·x where sum columns[j]·x_j = right and x >= 0, except for the first `free` x.

    columns[j][i] is A_ij; all numbers are integers, and `right` has one for each row.

    >>> from montmort.exact.zero_sum.linear_program import minimise
    >>> both = Program(columns=[{0: 1}, {0: 2}], right=[6], cost=[2, 3])
    >>> [str(x) for x in minimise(both).x]  # the second column is cheaper
    ['0', '3']
    """

    columns: Sequence[Mapping[int, int]]
    right: Sequence[int]
    cost: Sequence[int]
    free: int = 0

    __repr__ = short_repr


def float_basis(program: Program) -> list[int]:
    """Return the columns with x > 0 in HiGHS, largest first, then those of reduced cost 0.

    The list is empty where HiGHS fails, for instance on numbers beyond floats, or without scipy.

    >>> float_basis(Program(columns=[{0: 1}, {0: 2}], right=[6], cost=[2, 3]))
    [1]
    """
    if not is_installed("scipy"):
        return []
    from scipy.optimize import OptimizeWarning, linprog
    from scipy.sparse import csc_array

    ends = np.cumsum([0, *map(len, program.columns)])
    places = [i for column in program.columns for i in column]
    bounds: list[tuple[int | None, None]] = [(None, None)] * program.free
    bounds += [(0, None)] * (len(program.columns) - program.free)
    try:
        entries = [float(a) for column in program.columns for a in column.values()]
        shape = (len(program.right), len(program.columns))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OptimizeWarning)
            found = linprog(
                [float(c) for c in program.cost],
                A_eq=csc_array((entries, places, ends), shape=shape),
                b_eq=[float(b) for b in program.right],
                bounds=bounds,
                method="highs-ds",
            )
    except (OverflowError, ValueError):
        return []
    return _likely_columns(program, found) if found.status == 0 else []


def _likely_columns(program: Program, found: "OptimizeResult") -> list[int]:
    x, reduced = np.abs(found.x), np.abs(found.lower.marginals)
    used: list[int] = np.argsort(-x, kind="stable")[: np.count_nonzero(x > TINY)].tolist()
    used.sort(key=lambda j: len(program.columns[j]) > 1)
    return used + [j for j in range(len(x)) if x[j] <= TINY and reduced[j] <= TINY]


def independent_basis(program: Program, likely: Sequence[int]) -> list[int]:
    """Return the first independent columns: the free ones, the likely ones, then any.

    >>> columns = [{0: 1}, {0: 2}, {0: 1, 1: 1}]
    >>> independent_basis(Program(columns=columns, right=[1, 1], cost=[0, 0, 0]), likely=[1])
    [1, 2]
    """
    free, every = range(program.free), range(len(program.columns))
    single = takewhile(lambda j: len(program.columns[j]) == 1, likely)
    orders = ([*single, *free, *likely], [*free, *likely, *every], [*free, *likely, *every])
    for order, exactly in zip(orders, (False, False, True), strict=True):
        basis = independent_columns(program, list(dict.fromkeys(order)), exactly)
        if len(basis) == len(program.right) and set(basis).issuperset(free):
            return basis
    raise BadInput("some rows or free columns of the program depend on others; leave these out")


def independent_columns(program: Program, order: Sequence[int], exactly: bool) -> list[int]:
    """Return the columns independent of those before them, modulo a prime or exactly.

    Columns of a single entry, with which the order begins, make the matrix smaller.

    >>> program = Program(columns=[{0: 1}, {0: 2}, {0: 1, 1: 1}], right=[1, 1], cost=[0, 0, 0])
    >>> independent_columns(program, [1, 0, 2], exactly=False)
    [1, 2]
    """
    single: dict[int, int] = {}
    for j in takewhile(lambda j: len(program.columns[j]) == 1, order):
        ((i, a),) = program.columns[j].items()
        if a:
            single.setdefault(i, j)
    rows = {i: k for k, i in enumerate(i for i in range(len(program.right)) if i not in single)}
    others = order[len(single) :]
    return [*single.values(), *_echelon_columns(program, rows, others, exactly)]


def _echelon_columns(
    program: Program, rows: Mapping[int, int], order: Sequence[int], exactly: bool
) -> list[int]:
    """Return the columns that, in these rows, are independent of those before them."""
    height, width = len(rows), len(order)
    if height * width > ENTRIES:
        raise TooLarge(
            f"a linear program with {height} rows and {width} candidate columns exceeds the "
            f"limit of {ENTRIES:,} entries; ask about a smaller game"
        )
    entries = [0] * (height * width)
    for k, j in enumerate(order):
        for i, a in program.columns[j].items():
            if i in rows:
                entries[rows[i] * width + k] = a if exactly else a % PRIME
    if not entries:
        return []
    if exactly:
        exact, _, rank = fmpz_mat(height, width, entries).rref()
        return [order[k] for k in _pivots(exact, rank, width)]
    modular, rank = nmod_mat(height, width, entries, PRIME).rref()
    return [order[k] for k in _pivots(modular, rank, width)]


def _pivots(echelon: fmpz_mat | nmod_mat, rank: int, width: int) -> Iterable[int]:
    """Yield the place of the first nonzero entry in each row of an echelon form."""
    k = 0
    for row in range(rank):
        while k < width and echelon[row, k] == 0:
            k += 1
        yield k
