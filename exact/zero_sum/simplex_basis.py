"""A basis for a linear program: proposed by floats, made independent exactly.

HiGHS solves the program in floats.  The columns that it uses, then those of
reduced cost 0, are tried in this order, and the first independent ones, one for
each row, are the basis.  With the supports right any such basis is optimal,
degenerate or not: x needs the used columns only, and y makes all of them cost 0.
Elimination modulo a prime tells what is independent: what is so there is so.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import numpy as np
from flint import fmpz_mat, nmod_mat

from montmort.games.errors import BadInput, TooLarge

PRIME = 2**61 - 1
ENTRIES = 3 * 10**7  # half a minute, half a gigabyte
TINY = 1e-9  # what a float calls zero; a wrong call costs steps, never the answer


@dataclass(frozen=True, kw_only=True)
class Program:
    """Minimise cost·x where the sum of columns[j]·x_j is `right`; the first `free` x may be < 0.

    columns[j][i] is A_ij; all numbers are integers, one of right for every row.

    >>> from montmort.exact.zero_sum.linear_program import minimise
    >>> both = Program(columns=[{0: 1}, {0: 2}], right=[6], cost=[2, 3])
    >>> [str(x) for x in minimise(both).x]  # the second brings 2 for 3
    ['0', '3']
    """

    columns: Sequence[Mapping[int, int]]
    right: Sequence[int]
    cost: Sequence[int]
    free: int = 0


def by_floats(program: Program) -> list[int]:
    """Return the columns that HiGHS uses, most used first, then those of reduced cost 0.

    None of them where it fails, on numbers beyond floats for instance.
    """
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
    return _likely(program, found) if found.status == 0 else []


def _likely(program: Program, found: Any) -> list[int]:
    x, reduced = np.abs(found.x), np.abs(found.lower.marginals)
    used: list[int] = np.argsort(-x, kind="stable")[: np.count_nonzero(x > TINY)].tolist()
    used.sort(key=lambda j: len(program.columns[j]) > 1)
    return used + [j for j in range(len(x)) if x[j] <= TINY and reduced[j] <= TINY]


def first_basis(program: Program, likely: Sequence[int]) -> list[int]:
    """Return the first independent columns: the free ones, the likely ones, then any."""
    free, every = range(program.free), range(len(program.columns))
    single = takewhile(lambda j: len(program.columns[j]) == 1, likely)
    orders = ([*single, *free, *likely], [*free, *likely, *every], [*free, *likely, *every])
    for order, exactly in zip(orders, (False, False, True), strict=True):
        basis = independent(program, list(dict.fromkeys(order)), exactly)
        if len(basis) == len(program.right) and set(basis).issuperset(free):
            return basis
    raise BadInput(
        "some rows or free columns of the program depend on others of them; leave those out"
    )


def independent(program: Program, order: Sequence[int], exactly: bool) -> list[int]:
    """Return the columns that do not depend on those before them, modulo a prime or exactly.

    Columns of a single entry, with which the order begins, leave a smaller matrix.

    >>> program = Program(columns=[{0: 1}, {0: 2}, {0: 1, 1: 1}], right=[1, 1], cost=[0, 0, 0])
    >>> independent(program, [1, 0, 2], exactly=False)
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
    """Return the columns that in these rows do not depend on those before them."""
    height, width = len(rows), len(order)
    if height * width > ENTRIES:
        raise TooLarge(
            f"a linear program of {height} rows and {width} columns in question is beyond "
            f"{ENTRIES:,} entries; ask about a smaller game"
        )
    entries = [0] * (height * width)
    for k, j in enumerate(order):
        for i, a in program.columns[j].items():
            if i in rows:
                entries[rows[i] * width + k] = a if exactly else a % PRIME
    if not entries:
        return []
    if exactly:
        echelon, _, rank = fmpz_mat(height, width, entries).rref()
    else:
        echelon, rank = nmod_mat(height, width, entries, PRIME).rref()
    return [order[k] for k in _pivots(echelon, rank, width)]


def _pivots(echelon: Any, rank: int, width: int) -> Iterable[int]:
    """Return the first place of each row of an echelon that is not 0."""
    k = 0
    for row in range(rank):
        while k < width and echelon[row, k] == 0:
            k += 1
        yield k
