"""Gaussian elimination on sparse rows of integers, for systems beyond floating point.

The next pivot is taken in the row with the fewest entries and the column with
the fewest (Markowitz 1957), and among equals where the numbers are short.  On a
path this takes every other state, then every other of the rest, so that numbers
grow with the logarithm of the length only.  Each new row is divided by its
common factor at once.  The result is exact by construction; a row without
entries shows a singular matrix.

Back-substitution solves blocks of a system, in an order in which each needs only earlier
ones: the rows of a triangle, or the components of a larger system.  The unknowns found so
far are integers over one common denominator D.  A block
with matrix A_pp asks for A_pp x_p = (D b_p - sum of A_pq x_q) / D; if its answer
needs a further denominator d, D becomes D d.  Earlier unknowns are converted to
the new D when they are next used: reducing each to lowest terms would cost a gcd,
more than all other work.
"""

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from flint import fmpz

from montmort.exact.linalg.system import ANSWER_BITS, Column, RightSide, Row, Rows, Solver
from montmort.games.errors import TooLarge

WORK_BITS = 2 * 10**10  # default limit on the bits of entries written, a minute or two


def eliminate(rows: Rows, columns: Sequence[RightSide], work: int = WORK_BITS) -> list[Column]:
    """Return X with A X = B, unverified; ZeroDivisionError if A is singular.

    TooLarge when fill-in and long numbers would write more than `work` bits.

    >>> eliminate([{0: 2, 1: -1}, {0: -1, 1: 2}], [[2, 2]])
    [Column(numerators=[2, 2], denominator=1)]
    """
    triangle, order = _Table(rows, columns, work).triangle()
    rights = [[row.pop(-1 - c, fmpz(0)) for row in triangle] for c in range(len(columns))]
    return back_substitute(triangle, rights, [[j] for j in reversed(order)], eliminate)


class _Table:
    """The rows that are not pivots yet, with the right sides as columns -1, -2, …."""

    def __init__(self, rows: Rows, columns: Sequence[RightSide], limit: int) -> None:
        self.limit = limit
        self.rows = [{j: fmpz(a) for j, a in row.items() if a} for row in rows]
        self.holders: list[set[int]] = [set() for _ in rows]  # the rows with an entry, by column
        for i, row in enumerate(self.rows):
            for j in row:
                self.holders[j].add(i)
            row.update({-1 - c: fmpz(b[i]) for c, b in enumerate(columns) if b[i]})
        self.work = 0

    def triangle(self) -> tuple[list[dict[int, fmpz]], list[int]]:
        """Return the pivot row of every unknown, and the order of the pivots."""
        pivots: dict[int, dict[int, fmpz]] = {}
        queue = [(*self._cost(i), i) for i in range(len(self.rows))]
        heapify(queue)
        current = {i: (entries, bits) for entries, bits, i in queue}
        while queue:
            entries, bits, i = heappop(queue)
            if current.get(i) != (entries, bits):
                continue  # the row has changed since
            del current[i]
            j, changed = self._pivot(i)
            pivots[j] = self.rows[i]
            for k in changed:
                current[k] = cost = self._cost(k)
                heappush(queue, (*cost, k))
        return [pivots[j] for j in range(len(self.rows))], list(pivots)

    def _cost(self, i: int) -> tuple[int, int]:
        """Return the number of entries of a row and the bits of the longest."""
        row = self.rows[i]
        return len(row), max((int(a.bit_length()) for a in row.values()), default=0)

    def _pivot(self, i: int) -> tuple[int, set[int]]:
        """Take row i as a pivot; return its unknown and the rows that were changed."""
        row = self.rows[i]
        unknowns = [j for j in row if j >= 0]
        if not unknowns:
            raise ZeroDivisionError("the matrix of the system is singular")
        j = min(unknowns, key=lambda j: (len(self.holders[j]), j != i))
        for unknown in unknowns:
            self.holders[unknown].discard(i)
        changed, self.holders[j] = self.holders[j], set()
        for k in changed:
            self._subtract(k, row, j)
        return j, changed

    def _subtract(self, k: int, pivot: dict[int, fmpz], j: int) -> None:
        """Remove unknown j from row k."""
        row = self.rows[k]
        common = pivot[j].gcd(row[j])
        own, other = pivot[j] // common, row.pop(j) // common
        new = {unknown: own * a for unknown, a in row.items()}
        for unknown, a in pivot.items():
            if unknown != j:
                new[unknown] = new.get(unknown, fmpz(0)) - other * a
        self._replace(k, new)

    def _replace(self, k: int, new: dict[int, fmpz]) -> None:
        """Set row k to the new entries without their common factor."""
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
        self._check_work(*self._cost(k))

    def _check_work(self, entries: int, bits: int) -> None:
        self.work += entries * (bits + 64)
        if self.work > self.limit:
            raise TooLarge(
                f"elimination in {len(self.rows)} unknowns wrote {self.limit:.0e} bits "
                "without coming to an end; ask about a smaller chain, or simulate"
            )


class PartialColumn:
    """The unknowns of one column found so far, over a denominator that grows."""

    def __init__(self, size: int) -> None:
        self.denominators = [fmpz(1)]  # each a multiple of the one before
        self.numerators = [fmpz(0)] * size
        self.versions = [0] * size  # index of the denominator of each numerator

    def __getitem__(self, unknown: int) -> fmpz:
        """Return the numerator over the newest denominator."""
        newest, version = len(self.denominators) - 1, self.versions[unknown]
        if version < newest:
            self.numerators[unknown] *= self.denominators[newest] // self.denominators[version]
            self.versions[unknown] = newest
        return self.numerators[unknown]

    def solve_single(self, unknown: int, row: Row, b: int | fmpz) -> None:
        """Find the only unknown of the row that is still missing: D (b - rest) / D factor."""
        numerators, versions, newest = self.numerators, self.versions, len(self.denominators) - 1
        denominator = self.denominators[newest]
        total = denominator * b
        for known, a in row.items():  # `residual` inlined: an acyclic system spends its time here
            if known == unknown:
                continue
            if versions[known] < newest:
                numerators[known] *= denominator // self.denominators[versions[known]]
                versions[known] = newest
            total -= a * numerators[known]
        factor = fmpz(row.get(unknown, 0))
        quotient, remainder = divmod(total, factor)
        if not remainder:
            numerators[unknown], versions[unknown] = quotient, newest
            return
        common = factor.gcd(remainder) * (1 if factor > 0 else -1)
        self.store([unknown], [total // common], factor // common)

    def store(
        self, block: Iterable[int], numerators: Iterable[int | fmpz], divisor: int | fmpz
    ) -> None:
        """Set the unknowns of a block to numerators / (newest denominator · divisor)."""
        if divisor != 1:
            self.denominators.append(self.denominators[-1] * divisor)
            self._check_size()
        for unknown, numerator in zip(block, numerators, strict=True):
            self.numerators[unknown] = fmpz(numerator)
            self.versions[unknown] = len(self.denominators) - 1

    def residual(self, row: Row, b: int | fmpz) -> fmpz:
        """Return D (b - A x) over the unknowns found so far; the others count 0."""
        total = self.denominators[-1] * b
        for unknown, a in row.items():
            total -= a * self[unknown]
        return total

    def column(self) -> Column:
        """Return all unknowns over the newest denominator."""
        return Column([self[k] for k in range(len(self.versions))], self.denominators[-1])

    def _check_size(self) -> None:
        bits = int(self.denominators[-1].bit_length())
        if bits * len(self.versions) > ANSWER_BITS:
            raise TooLarge(
                f"the fractions of {len(self.versions)} states have at least {bits} bits each, "
                f"together more than {ANSWER_BITS}; ask about a smaller chain, or simulate"
            )


def back_substitute(
    rows: Rows, columns: Sequence[RightSide], blocks: Iterable[Sequence[int]], solver: Solver
) -> list[Column]:
    """Return X with A X = B, unverified; `solver` solves blocks of several unknowns.

    Every block comes after those that its rows need.  ZeroDivisionError if a
    single unknown has the factor 0.

    >>> rows = [{0: 2, 1: -1}, {1: 3}]
    >>> back_substitute(rows, [[0, 1]], [[1], [0]], lambda rows, columns: [])
    [Column(numerators=[1, 2], denominator=6)]
    """
    found = [(PartialColumn(len(rows)), right) for right in columns]
    for block in blocks:
        if len(block) == 1:
            for known, right in found:
                known.solve_single(block[0], rows[block[0]], right[block[0]])
        else:
            _solve_block(rows, found, block, solver)
    return [known.column() for known, _ in found]


def _solve_block(
    rows: Rows,
    found: Sequence[tuple[PartialColumn, RightSide]],
    block: Sequence[int],
    solver: Solver,
) -> None:
    """Find the unknowns of a block, in all columns at once."""
    place = {unknown: k for k, unknown in enumerate(block)}
    inner = [{place[j]: a for j, a in rows[i].items() if j in place} for i in block]
    outer = [{j: a for j, a in rows[i].items() if j not in place} for i in block]
    rights = [
        [known.residual(row, right[i]) for i, row in zip(block, outer, strict=True)]
        for known, right in found
    ]
    for (known, _), answer in zip(found, solver(inner, rights), strict=True):
        known.store(block, *answer)
