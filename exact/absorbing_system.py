"""Expected totals and visits in a walk that ends, straight from its arrays of moves.

With W(s) the total weight of row s, and x(s) the expected total from state s of
rewards whose mean in state s is b(s) / W(s), b an integer column,

    W(s) x(s) - sum over moves s -> t of weight · x(t) = b(s),

a sparse integer system A x = b for the solver ladder.  No fraction is made on the
way.  The expected visits from the starts solve the transposed system.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.system import Column, fraction
from montmort.exact.moves import END, INT64, Ints, Moves, Weights
from montmort.exact.opposite_states import solve_with_opposites

AnyMoves = Moves[Any, Any]

FEW = 2  # columns that are solved one by one
MANY = 1000  # states for which it is worth looking for opposite ones


def merged(moves: AnyMoves) -> tuple[Ints, Ints, Weights]:
    """Return (bounds, targets, weights) with the weights of equal targets added in each row.

    The number of the end is that of the states.
    """
    width = len(moves.states) + 1
    keys = moves.sources * width + moves.targets % width
    order = np.argsort(keys, kind="stable")
    firsts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    sources, found = np.divmod(keys[order][firsts], width)
    bounds = np.searchsorted(sources, np.arange(width))
    return bounds, found, np.add.reduceat(moves.weights[order], firsts)


def always_ends(moves: AnyMoves) -> bool:
    """Return whether the end can be reached from every state, so that no play is endless."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order

    end = len(moves.states)
    backwards = np.ones(len(moves.targets)), (moves.targets % (end + 1), moves.sources)
    graph = csr_array(backwards, shape=(end + 1, end + 1))
    return len(breadth_first_order(graph, end, return_predecessors=False)) == end + 1


def sums_by_state(moves: AnyMoves, values: Sequence[int]) -> list[int]:
    """Return sum weight · value over the moves of each state; `values` by number of the gain."""
    largest = max(1, *map(abs, values)) * int(moves.totals.max())  # bounds every sum
    exact = np.int64 if largest <= INT64 else object
    gains = np.array(values, dtype=exact)[moves.gained]
    return _sums(moves, moves.weights.astype(exact) * gains)


def exits_by_state(moves: AnyMoves, chosen: Sequence[bool]) -> list[int]:
    """Return the weight of the moves to the end whose gain is chosen; `chosen` by its number."""
    leaving = (moves.targets == END) & np.array(chosen, dtype=bool)[moves.gained]
    return _sums(moves, np.where(leaving, moves.weights, 0))


def _sums(moves: AnyMoves, entries: Weights) -> list[int]:
    sums: list[int] = np.add.reduceat(entries, moves.bounds[:-1]).tolist()
    return sums


class AbsorbingSystem:
    """The system A of a walk; every state must reach the end."""

    def __init__(self, moves: AnyMoves) -> None:
        self._moves = moves
        self._found: dict[tuple[int, ...], Column] = {}
        self._moments: dict[tuple[int, ...], tuple[Fraction, Fraction]] = {}

    @cached_property
    def _rows(self) -> list[dict[int, int]]:
        size = len(self._moves.states)
        bounds, targets, weights = merged(self._moves)
        starts, columns, entries = bounds.tolist(), targets.tolist(), (-weights).tolist()
        rows = []
        for s, total in enumerate(self._moves.totals.tolist()):
            own = slice(starts[s], starts[s + 1])
            row = dict(zip(columns[own], entries[own], strict=True))
            row.pop(size, None)  # the end
            row[s] = total + row.get(s, 0)
            rows.append(row)
        return rows

    def moments(self, values: Sequence[int]) -> tuple[Fraction, Fraction]:
        """Return E T and E T^2 of the total T of a gain; `values` by number of the gain.

        With T = g + T', g the gain of the first move and T' that of the rest,
        E T^2 = E g^2 + 2 E g T' + E T'^2: the second moment is an expected total as well.
        """
        key = tuple(values)
        if key not in self._moments:  # several fields may count the same
            self._moments[key] = self._two_moments(values)
        return self._moments[key]

    def _two_moments(self, values: Sequence[int]) -> tuple[Fraction, Fraction]:
        moves = self._moves
        means = self._expected(sums_by_state(moves, values))
        below, rest = means.denominator, [*means.numerators, 0]  # the last: of END, -1
        side = [below * n for n in sums_by_state(moves, [value * value for value in values])]
        gained = np.array(values, dtype=object)[moves.gained]
        earning = gained != 0
        for s, t, twice in zip(
            moves.sources[earning].tolist(),
            moves.targets[earning].tolist(),
            (2 * moves.weights * gained)[earning].tolist(),
            strict=True,
        ):
            side[s] += twice * rest[t]
        return self._mean(means), self._mean(solve(self._rows, [side])[0]) / int(below)

    def _expected(self, column: Sequence[int]) -> Column:
        """Return x with A x = column, computed once for each column."""
        key = tuple(column)
        if key not in self._found:
            self._found[key] = solve(self._rows, [column])[0]
        return self._found[key]

    def means(self, columns: Sequence[Sequence[int]]) -> list[Fraction]:
        """Return the mean over the starts of the solution x of A x = b, for every column b.

        For many columns from the transposed system: with z A = start, start x = z b.
        """
        if len(columns) <= FEW:
            return [self._mean(self._expected(column)) for column in columns]
        transposed: list[dict[int, int]] = [{} for _ in self._rows]
        for s, row in enumerate(self._rows):
            for t, entry in row.items():
                transposed[t][s] = entry
        starts = self._moves.starts
        z = solve(transposed, [[starts.get(s, 0) for s in range(len(transposed))]])[0]
        below = z.denominator * sum(starts.values())
        return [
            fraction(sum(n * b for n, b in zip(z.numerators, column, strict=True) if b), below)
            for column in columns
        ]

    def split(self, column: Sequence[int], rest: Sequence[int]) -> Fraction:
        """Return the chance, from the starts, of the first of two kinds of exits.

        `column` and `rest` are the weights of the exits of each kind, by state.
        """
        found = None
        if len(column) >= MANY:
            found = solve_with_opposites(self._rows, column, rest)
        return self.means([column])[0] if found is None else self._mean(found)

    def _mean(self, column: Column) -> Fraction:
        """Return the mean of a column over the starts."""
        starts = self._moves.starts
        mean = sum(weight * column.numerators[s] for s, weight in starts.items())
        return fraction(mean, column.denominator * sum(starts.values()))
