"""Gauss's elimination on sparse rows of integers, for what floats cannot carry.

The next pivot stands in the row with fewest entries, in the column with fewest
(Markowitz 1957), and among equals where the numbers are short: on a path that
takes every other state, then every other of the rest, and numbers grow with
the logarithm of the length only.  A row is freed of its common factor at once.
Exact by construction; a row that becomes empty shows a singular matrix.
"""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from flint import fmpz

from montmort.exact.linalg.back_substitution import substituted
from montmort.exact.linalg.system import Column, Right, Rows
from montmort.games.errors import TooLarge

WORK = 2 * 10**10  # bits of the entries written, a minute or two


def eliminated(rows: Rows, columns: Sequence[Right], work: int = WORK) -> list[Column]:
    """Return X with A X = B, unproved; ZeroDivisionError if A is singular.

    TooLarge when rows fill up with so long numbers that more than `work` bits
    would be written.

    >>> eliminated([{0: 2, 1: -1}, {0: -1, 1: 2}], [[2, 2]])
    [Column(numerators=[2, 2], denominator=1)]
    """
    table = _Table(rows, columns, work)
    triangle, order = table.triangle()
    rights = [[row.pop(-1 - c, fmpz(0)) for row in triangle] for c in range(len(columns))]
    return substituted(triangle, rights, [[j] for j in reversed(order)], eliminated)


class _Table:
    """The rows not yet pivots, the right sides behind them as columns -1, -2, …."""

    def __init__(self, rows: Rows, columns: Sequence[Right], most: int) -> None:
        self.most = most
        self.rows = [{j: fmpz(a) for j, a in row.items() if a} for row in rows]
        self.holders: list[set[int]] = [set() for _ in rows]  # of each column, the rows
        for i, row in enumerate(self.rows):
            for j in row:
                self.holders[j].add(i)
            row.update({-1 - c: fmpz(b[i]) for c, b in enumerate(columns) if b[i]})
        self.work = 0

    def triangle(self) -> tuple[list[dict[int, fmpz]], list[int]]:
        """Return for every unknown the row of its pivot, and the order of the pivots."""
        pivots: dict[int, dict[int, fmpz]] = {}
        queue = [(*self._cost(i), i) for i in range(len(self.rows))]
        heapify(queue)
        current = {i: cost for *cost, i in queue}
        while queue:
            *cost, i = heappop(queue)
            if current.get(i) != cost:
                continue  # the row has changed since
            del current[i]
            j, touched = self._pivot(i)
            pivots[j] = self.rows[i]
            for k in touched:
                current[k] = list(self._cost(k))
                heappush(queue, (*self._cost(k), k))
        return [pivots[j] for j in range(len(self.rows))], list(pivots)

    def _cost(self, i: int) -> tuple[int, int]:
        """Return the entries of a row and the bits of its longest."""
        row = self.rows[i]
        return len(row), max((int(a.bit_length()) for a in row.values()), default=0)

    def _pivot(self, i: int) -> tuple[int, set[int]]:
        """Take row i as a pivot; return its unknown and the rows it was taken from."""
        row = self.rows[i]
        unknowns = [j for j in row if j >= 0]
        if not unknowns:
            raise ZeroDivisionError("the matrix of the system is singular")
        j = min(unknowns, key=lambda j: (len(self.holders[j]), j != i))
        for unknown in unknowns:
            self.holders[unknown].discard(i)
        touched, self.holders[j] = self.holders[j], set()
        for k in touched:
            self._subtract(k, row, j)
        return j, touched

    def _subtract(self, k: int, pivot: dict[int, fmpz], j: int) -> None:
        """Free row k of unknown j, and of the common factor of its entries."""
        row = self.rows[k]
        common = pivot[j].gcd(row[j])
        keep, take = pivot[j] // common, row.pop(j) // common
        new = {unknown: keep * a for unknown, a in row.items()}
        for unknown, a in pivot.items():
            if unknown != j:
                new[unknown] = new.get(unknown, 0) - take * a
        self._replace(k, new)

    def _replace(self, k: int, new: dict[int, fmpz]) -> None:
        factor = fmpz(0)
        for a in new.values():
            if factor == 1:
                break
            factor = factor.gcd(a)
        for unknown in new.keys() | self.rows[k].keys():
            if unknown >= 0:
                holders = self.holders[unknown]
                (holders.add if new.get(unknown) else holders.discard)(k)
        self.rows[k] = {unknown: a // factor for unknown, a in new.items() if a}
        self._check_work(self._cost(k))

    def _check_work(self, cost: tuple[int, int]) -> None:
        entries, bits = cost
        self.work += entries * (bits + 64)
        if self.work > self.most:
            raise TooLarge(
                f"elimination in {len(self.rows)} unknowns wrote {self.most:.0e} bits "
                "and was not done; ask about a smaller chain, or simulate"
            )
