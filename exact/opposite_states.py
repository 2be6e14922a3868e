"""Chances of one of two ends where states are each other's opposites.

In a race of two players with the same chances, the first player's chance to win from
one position is the second player's from the position with the players exchanged:

    x(s) = 1 - x(s').

Every state s stands for two unknowns, its chance x(s) of the first end and its chance
1 - x(s) of the other.  Unknowns with equal rows fall into classes (`lumping`), here of
both kinds, and a system for half of them has all values.  The classes are only a
proposal: the solution is verified in the system of all states.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.lifting.lumping import classes
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix, is_long
from montmort.exact.linalg.system import Column, Integer, Rows, is_solution
from montmort.games.extras import is_installed

Ints = npt.NDArray[np.int64]

ITERATIONS = 32  # of the chances in floats, which propose the classes


def solve_with_opposites(rows: Rows, first: Sequence[int], other: Sequence[int]) -> Column | None:
    """Return x with A x = first, verified; None where not all states have opposites.

    A x = first + other must have the solution x = 1.

    >>> rows = [{0: 2, 1: -1}, {1: 2, 0: -1}]  # beside the ends on the left and on the right
    >>> solve_with_opposites(rows, [1, 0], [0, 1])
    Column(numerators=[2, 1], denominator=3)
    """
    size = len(rows)
    found = _classes(rows, first, other)
    if found is None or (found[:size] == found[size:]).any():
        return None
    names = np.minimum(found[:size], found[size:])
    turned = (found[:size] > found[size:]).tolist()  # the value of the class is 1 - x(s)
    _, places, numbers = np.unique(names, return_index=True, return_inverse=True)
    number = numbers.tolist()
    small, side = [], []
    for s in places.tolist():
        row: dict[int, Integer] = {}
        b: Integer = (other if turned[s] else first)[s]
        for t, entry in rows[s].items():
            if turned[t] != turned[s]:  # the value of this unknown is 1 - that of its class
                b, entry = b - entry, -entry
            row[number[t]] = row.get(number[t], 0) + entry
        small.append({k: entry for k, entry in sorted(row.items()) if entry})
        side.append(b)
    values, below = solve(small, [side])[0]
    numerators = [
        below - values[k] if other_way else values[k]
        for k, other_way in zip(number, turned, strict=True)
    ]
    answer = Column(numerators, below)
    return answer if is_solution(rows, first, answer) else None


def _classes(rows: Rows, first: Sequence[int], other: Sequence[int]) -> Ints | None:
    """Return the classes of all x(s) and then of all 1 - x(s); None if almost all differ.

    None without scipy, too.
    """
    if is_long(rows) or not is_installed("scipy"):
        return None
    from scipy.sparse import block_diag, csr_array, diags_array

    matrix = SparseMatrix.of(rows).matrix
    diagonal = matrix.diagonal().astype(np.float64)
    moving = diags_array(diagonal) - matrix
    sides = np.array([first, other], dtype=np.float64).T
    guess = np.zeros_like(sides)
    for _ in range(ITERATIONS):
        guess = (moving @ guess + sides) / diagonal[:, None]
    both = [*first, *other]
    numbers = {b: k for k, b in enumerate(dict.fromkeys(both))}
    twice = csr_array(block_diag([matrix, matrix], format="csr"))
    return classes(twice, np.array([numbers[b] for b in both]), guess.T.reshape(-1))
