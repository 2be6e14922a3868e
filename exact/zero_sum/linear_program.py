"""Linear programs in integers: floats propose the basis, exact arithmetic proves the optimum.

Minimise c·x where A x = b and x_j >= 0, but for the first `free` of the x.  A
basis B is a set of independent columns, one for each row; its vertex is
x_B = A_B^-1 b with zeros elsewhere, its dual variables are y = c_B A_B^-1.  Where
x >= 0 and no reduced cost c_j - y·A_j is negative, any other feasible x' has

    c·x' >= y·A x' = y·b = c·x,

so x is optimal, and y proves it.

Floats propose the basis (`simplex_basis`).  Where exact arithmetic finds a negative
entry of x or a negative reduced cost, least-index criss-cross steps follow
(Terlaky 1985): the negative one of least index leaves the basis or enters it, in
exchange for the first column that makes this possible.  The steps start from any
basis, feasible or not, and never repeat one.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from flint import fmpz

from montmort.display import short_repr
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.system import Column, Integer, clear_denominators
from montmort.exact.zero_sum.simplex_basis import Program, float_basis, independent_basis
from montmort.games.errors import BadInput
from montmort.games.extras import is_installed

Proposal = Callable[[Program], Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class Optimum:
    """A solution x, the dual variables y that prove it, and the number of exact steps."""

    x: tuple[Fraction, ...]
    y: tuple[Fraction, ...]
    value: Fraction
    steps: int

    __repr__ = short_repr


class Vertex(NamedTuple):
    """A basis: its columns, one per row; their x; the dual y; reduced costs scaled like y."""

    basis: list[int]
    x: Column
    y: Column
    reduced: list[Integer]

    def __repr__(self) -> str:
        return short_repr(self)


def minimise(program: Program, propose: Proposal | None = None) -> Optimum:
    """Return an optimum, proved; `propose` returns the columns to start with, HiGHS by default.

    BadInput if no x is feasible, c·x has no least value, or the rows are dependent.

    >>> minimise(Program(columns=[{0: 2}, {0: -2}], right=[1], cost=[1, 1]), lambda _: [1])
    Optimum(x=(Fraction(1, 2), Fraction(0, 1)), y=(Fraction(1, 2),), value=Fraction(1, 2), steps=1)
    """
    vertex = vertex_of(program, independent_basis(program, (propose or float_basis)(program)))
    steps = 0
    while (swap := criss_cross_step(program, vertex)) is not None:
        leaving, entering = swap
        steps += 1
        vertex = vertex_of(program, [entering if j == leaving else j for j in vertex.basis])
    return verify(program, _optimum(program, vertex, steps))


def _optimum(program: Program, vertex: Vertex, steps: int) -> Optimum:
    x = [Fraction(0)] * len(program.columns)
    for j, numerator in zip(vertex.basis, vertex.x.numerators, strict=True):
        x[j] = Fraction(int(numerator), int(vertex.x.denominator))
    y = [Fraction(int(numerator), int(vertex.y.denominator)) for numerator in vertex.y.numerators]
    value = sum((c * e for c, e in zip(program.cost, x, strict=True)), Fraction(0))
    return Optimum(x=tuple(x), y=tuple(y), value=value, steps=steps)


def verify(program: Program, found: Optimum) -> Optimum:
    """Return the optimum if x and y are feasible and c·x = y·b = value, else ArithmeticError.

    >>> half = Fraction(1, 2)
    >>> verify(Program(columns=[{0: 2}], right=[1], cost=[1]),
    ...        Optimum(x=(half,), y=(half,), value=half, steps=0)).value
    Fraction(1, 2)
    """
    (X, over), (Y, under) = clear_denominators(found.x), clear_denominators(found.y)
    sums = [0] * len(program.right)
    for column, x in zip(program.columns, X, strict=True):
        for i, a in column.items() if x else ():
            sums[i] += a * x
    costs = [
        c * under - sum([a * Y[i] for i, a in column.items()])
        for column, c in zip(program.columns, program.cost, strict=True)
    ]
    feasible = sums == [b * over for b in program.right] and min(X[program.free :], default=0) >= 0
    priced = not any(costs[: program.free]) and min(costs[program.free :], default=0) >= 0
    paid = Fraction(sum(c * x for c, x in zip(program.cost, X, strict=True)), over)
    worth = Fraction(sum(b * y for b, y in zip(program.right, Y, strict=True)), under)
    if not (feasible and priced and worth == paid == found.value):
        raise ArithmeticError("the dual variables do not prove the optimum: not returned")
    return found


def vertex_of(program: Program, basis: Sequence[int]) -> Vertex:
    """Return x and y of a basis, its columns in an order without zeros on the diagonal.

    >>> vertex_of(Program(columns=[{0: 2}, {0: 3}], right=[6], cost=[2, 5]), [0]).reduced
    [0, 2]
    """
    basis = _match_rows(program, basis)
    (x,) = solve(_rows(program, basis), [program.right])
    (y,) = solve([program.columns[j] for j in basis], [[program.cost[j] for j in basis]])
    reduced = [
        y.denominator * c - _times(y.numerators, column)
        for c, column in zip(program.cost, program.columns, strict=True)
    ]
    return Vertex(basis, x, y, reduced)


def criss_cross_step(program: Program, vertex: Vertex) -> tuple[int, int] | None:
    """Return the column that leaves the basis and the one that enters; None at an optimum.

    >>> program = Program(columns=[{0: 1}, {0: 2}], right=[6], cost=[2, 3])
    >>> criss_cross_step(program, vertex_of(program, [0]))
    (0, 1)
    """
    place = {j: k for k, j in enumerate(vertex.basis) if j >= program.free}
    values = vertex.x.numerators
    for index in range(program.free, len(program.columns)):
        if index in place and values[place[index]] < 0:
            return index, _entering(program, vertex, place, index)
        if index not in place and vertex.reduced[index] < 0:
            return _leaving(program, vertex, place, index), index
    return None


def _entering(program: Program, vertex: Vertex, place: Mapping[int, int], leaving: int) -> int:
    """Return the least index of a column that can replace `leaving`."""
    unit = [int(j == leaving) for j in vertex.basis]
    (z,) = solve([program.columns[j] for j in vertex.basis], [unit])
    for j in range(program.free, len(program.columns)):
        if j not in place and _times(z.numerators, program.columns[j]) < 0:
            return j
    raise BadInput("no x satisfies all rows of the program; leave out or change one of them")


def _leaving(program: Program, vertex: Vertex, place: Mapping[int, int], entering: int) -> int:
    """Return the least index whose x decreases when that of `entering` increases."""
    column = program.columns[entering]
    right = [column.get(i, 0) for i in range(len(program.right))]
    (w,) = solve(_rows(program, vertex.basis), [right])
    falling = [j for j, k in place.items() if w.numerators[k] > 0]
    if not falling:
        raise BadInput("the cost of the program has no least value; bound its x by a row")
    return min(falling)


def _rows(program: Program, basis: Sequence[int]) -> list[dict[int, int]]:
    """Return A_B by rows."""
    rows: list[dict[int, int]] = [{} for _ in program.right]
    for k, j in enumerate(basis):
        for i, a in program.columns[j].items():
            rows[i][k] = a
    return rows


def _times(y: Sequence[Integer], column: Mapping[int, int]) -> Integer:
    return sum([a * y[i] for i, a in column.items()], fmpz(0))


def _match_rows(program: Program, basis: Sequence[int]) -> list[int]:
    """Return the basis in an order with A_ij != 0 for its i-th column j, as elimination needs."""
    columns = [[i for i, a in program.columns[j].items() if a] for j in basis]
    if not is_installed("scipy"):
        return [basis[k] for k in _matched_columns(columns)]
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    ends, places = np.cumsum([0, *map(len, columns)]), [i for column in columns for i in column]
    graph = csr_array((np.ones(len(places)), places, ends), shape=(len(basis), len(basis)))
    return [basis[k] for k in maximum_bipartite_matching(graph, perm_type="row").tolist()]


def _matched_columns(rows_of: Sequence[Sequence[int]]) -> list[int]:
    """Return a column with an entry in each row, every column once (augmenting paths).

    >>> _matched_columns([[0, 1], [0]])
    [1, 0]
    """
    column_of: dict[int, int] = {}
    row_of: dict[int, int] = {}
    for first in range(len(rows_of)):
        found_by = dict.fromkeys(rows_of[first], first)  # the column from which a row was found
        waiting = [*found_by]
        for row in waiting:  # grows: breadth-first over rows whose columns may have to move
            if row not in column_of:
                break
            for other in rows_of[column_of[row]]:
                if other not in found_by:
                    found_by[other] = column_of[row]
                    waiting.append(other)
        else:
            raise ArithmeticError("the columns of a basis are dependent")
        column = -1
        while column != first:  # back along the path, each column takes the row that it found
            column = found_by[row]
            column_of[row], row_of[column], row = column, row, row_of.get(column, -1)
    return [column_of[row] for row in range(len(rows_of))]
