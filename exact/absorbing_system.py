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
from montmort.exact.linalg.system import Column, Integer, fraction
from montmort.exact.moves import END, INT64, Ints, Moves, Weights

AnyMoves = Moves[Any, Any]

FEW = 2  # columns that are solved one by one


def merged(moves: AnyMoves, targets: Ints, ends: int = 1) -> tuple[Ints, Ints, Weights]:
    """Return (bounds, targets, weights) of the moves with equal targets added in each row.

    `targets` may distinguish ends: END = -1, -2, …, -ends become the last numbers.
    """
    width = len(moves.states) + ends
    keys = moves.sources * width + targets % width
    order = np.argsort(keys, kind="stable")
    firsts = np.flatnonzero(np.diff(keys[order], prepend=-1))
    sources, found = np.divmod(keys[order][firsts], width)
    bounds = np.searchsorted(sources, np.arange(len(moves.states) + 1))
    return bounds, found, np.add.reduceat(moves.weights[order], firsts)


def sums_by_state(moves: AnyMoves, values: Sequence[int]) -> list[int]:
    """Return sum weight · value over the moves of each state; `values` by number of the gain."""
    largest = max(map(abs, values), default=0) * int(moves.totals.max())
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

    @cached_property
    def _rows(self) -> list[dict[int, int]]:
        size = len(self._moves.states)
        bounds, targets, weights = merged(self._moves, self._moves.targets)
        starts, columns, entries = bounds.tolist(), targets.tolist(), (-weights).tolist()
        rows = []
        for s, total in enumerate(self._moves.totals.tolist()):
            own = slice(starts[s], starts[s + 1])
            row = dict(zip(columns[own], entries[own], strict=True))
            row.pop(size, None)  # the end
            row[s] = total + row.get(s, 0)
            rows.append(row)
        return rows

    def expected(self, column: Sequence[Integer]) -> Column:
        """Return x with A x = column: the expected total from every state."""
        return solve(self._rows, [column])[0]

    def means(self, columns: Sequence[Sequence[Integer]]) -> list[Fraction]:
        """Return the mean over the starts of the solution x of A x = b, for every column b.

        For many columns from the transposed system: with z A = start, start x = z b.
        """
        starts = self._moves.starts
        below = sum(starts.values())
        if len(columns) <= FEW:
            return [
                fraction(
                    sum(weight * x.numerators[s] for s, weight in starts.items()),
                    x.denominator * below,
                )
                for x in solve(self._rows, columns)
            ]
        transposed: list[dict[int, int]] = [{} for _ in self._rows]
        for s, row in enumerate(self._rows):
            for t, entry in row.items():
                transposed[t][s] = entry
        z = solve(transposed, [[starts.get(s, 0) for s in range(len(transposed))]])[0]
        return [
            fraction(
                sum(visits * b for visits, b in zip(z.numerators, column, strict=True) if b),
                z.denominator * below,
            )
            for column in columns
        ]
