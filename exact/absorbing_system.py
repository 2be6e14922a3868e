"""Expected totals and visits in a walk that ends, straight from its arrays of moves.

With W(s) the total weight of row s, and x(s) the expected total from state s of
rewards whose mean in state s is b(s) / W(s), b an integer column,

    W(s) x(s) - sum over moves s -> t of weight · x(t) = b(s),

a sparse integer system A x = b for the solver ladder.  No fraction is made on the
way.  The expected visits from the starts solve the transposed system.

Chances of one of two ends are found in half the system where states are each other's
opposites.  In a race of two players with the same chances, the first player's chance to win
from one position is the second player's from the position with the players exchanged:

    x(s) = 1 - x(s').

Every state s stands for two unknowns, its chance x(s) of the first end and its chance
1 - x(s) of the other.  Unknowns with equal rows fall into classes (`lumping`), here of
both kinds, and a system for half of them has all values.  The classes are only a
proposal: the solution is verified in the system of all states.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpz

from montmort.exact.equal_states import lumped, lumped_exits
from montmort.exact.linalg.integer_systems import solve
from montmort.exact.linalg.lifting.lumping import classes
from montmort.exact.linalg.lifting.sparse_matrix import SparseMatrix, is_long
from montmort.exact.linalg.system import Column, Integer, Rows, fraction, is_solution
from montmort.exact.moves import END, INT64, Ints, Moves, Weights
from montmort.exact.thresholds import KINDS_ONE_BY_ONE, OPPOSITE_STATES_FROM
from montmort.games.extras import is_installed

AnyMoves = Moves[Any, Any]

OTHERS, CHOSEN = [True, False], [False, True]  # of the gains of `lumped_exits`
ITERATIONS = 32  # of the chances in floats, which propose the classes


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
        self._totals: dict[tuple[int, ...], _Total] = {}

    def mean(self, values: Sequence[int]) -> Fraction:
        """Return E T of the total T of a gain; `values` by number of the gain."""
        return self._total(values).mean

    def moments(self, values: Sequence[int]) -> tuple[Fraction, Fraction]:
        """Return E T and E T^2 of the total T of a gain; `values` by number of the gain."""
        total = self._total(values)
        return total.mean, total.square

    def _total(self, values: Sequence[int]) -> "_Total":
        key = tuple(values)
        if key not in self._totals:  # several fields may count the same
            self._totals[key] = _Total(*lumped(self._moves, values))
        return self._totals[key]

    def chances(self, kinds: Sequence[Sequence[bool]]) -> list[Fraction]:
        """Return the chance, from the starts, of ending with every kind of gain.

        A kind says for every number of a gain whether it is of the kind.  For one kind far more
        states are equal than for all: each has a system of its own if these are together
        smaller than that of all states, or if there are few kinds.  Otherwise all chances
        come from the expected visits of all states.
        """
        found, states = list[Fraction](), len(self._moves.states)
        for kind in kinds:
            exits = lumped_exits(self._moves, kind)
            if len(kinds) > KINDS_ONE_BY_ONE and len(kinds) * len(exits.states) > states:
                return self._chances_by_visits(kinds)
            found.append(_chance_of_exits(exits))
        return found

    def _chances_by_visits(self, kinds: Sequence[Sequence[bool]]) -> list[Fraction]:
        z = visits(self._moves, system(self._moves))
        columns = (exits_by_state(self._moves, kind) for kind in kinds)
        return [fraction(_product(z.numerators, column), z.denominator) for column in columns]

    def split(self, kind: Sequence[bool]) -> Fraction:
        """Return the chance, from the starts, of the first of two kinds of ends, as `chances`."""
        exits = lumped_exits(self._moves, kind)
        found = None
        if len(exits.states) >= OPPOSITE_STATES_FROM:
            column, rest = (exits_by_state(exits, chosen) for chosen in (CHOSEN, OTHERS))
            found = solve_with_opposites(system(exits), column, rest)
        return _chance_of_exits(exits) if found is None else mean_over_starts(exits, found)


def _chance_of_exits(exits: AnyMoves) -> Fraction:
    """Return the chance, from the starts, of the chosen ends of `lumped_exits`."""
    column = exits_by_state(exits, CHOSEN)
    return mean_over_starts(exits, solve(system(exits), [column])[0])


class _Total:
    """The total T of a gain over a play; states with equal laws of it are one."""

    def __init__(self, moves: AnyMoves, values: Sequence[int]) -> None:
        self._moves, self._values = moves, values
        self._rows = system(moves)

    @cached_property
    def _means(self) -> Column:
        """E T from every state."""
        return solve(self._rows, [sums_by_state(self._moves, self._values)])[0]

    @cached_property
    def mean(self) -> Fraction:
        """E T from the starts."""
        return mean_over_starts(self._moves, self._means)

    @cached_property
    def square(self) -> Fraction:
        """E T^2 from the starts.

        With T = g + T', g the gain of the first move and T' that of the rest,

            E T^2 = E g^2 + 2 E g T' + E T'^2,

        an expected total as well, of the rewards E g^2 + 2 E g T'.  The fractions of its
        values in all states are twice as long as those of E T; those of the expected
        visits, whose products with the rewards are added here, are as long.
        """
        moves, values = self._moves, self._values
        below, rest = self._means.denominator, [*self._means.numerators, 0]  # the last: of END, -1
        rewards = [below * n for n in sums_by_state(moves, [value * value for value in values])]
        gained = np.array(values, dtype=object)[moves.gained]
        earning = gained != 0
        for s, t, twice in zip(
            moves.sources[earning].tolist(),
            moves.targets[earning].tolist(),
            (2 * moves.weights * gained)[earning].tolist(),
            strict=True,
        ):
            rewards[s] += twice * rest[t]
        z = visits(moves, self._rows)
        return fraction(_product(z.numerators, rewards), z.denominator * below)


def system(moves: AnyMoves) -> list[dict[int, int]]:
    """Return the rows of A: the total weight on the diagonal, minus the weights of the moves."""
    size = len(moves.states)
    bounds, targets, weights = merged(moves)
    starts, columns, entries = bounds.tolist(), targets.tolist(), (-weights).tolist()
    rows = []
    for s, total in enumerate(moves.totals.tolist()):
        own = slice(starts[s], starts[s + 1])
        row = dict(zip(columns[own], entries[own], strict=True))
        row.pop(size, None)  # the end
        row[s] = total + row.get(s, 0)
        rows.append(dict(sorted(row.items())))  # in order: equal patterns are torn alike
    return rows


def visits(moves: AnyMoves, rows: Sequence[Mapping[int, int]]) -> Column:
    """Return z with z A = start: the expected visits of every state, over its total weight.

    With the rewards b(s) / W(s) of every visit, z b is the expected total from the starts.
    """
    transposed: list[dict[int, int]] = [{} for _ in rows]
    for s, row in enumerate(rows):
        for t, entry in row.items():
            transposed[t][s] = entry
    starts = moves.starts
    z = solve(transposed, [[starts.get(s, 0) for s in range(len(rows))]])[0]
    return Column(z.numerators, z.denominator * sum(starts.values()))


def mean_over_starts(moves: AnyMoves, column: Column) -> Fraction:
    """Return the mean of a column over the starts."""
    mean = sum(weight * column.numerators[s] for s, weight in moves.starts.items())
    return fraction(mean, column.denominator * sum(moves.starts.values()))


def _product(numerators: Sequence[Integer], rewards: Sequence[Integer]) -> Integer:
    return sum((n * b for n, b in zip(numerators, rewards, strict=True) if b), fmpz(0))


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
