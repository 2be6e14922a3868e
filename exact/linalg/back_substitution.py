"""Back-substitution: blocks of a system, in an order in which each needs only earlier ones.

The unknowns found so far are integers over one common denominator D.  A block
with matrix A_pp asks for A_pp x_p = (D b_p - sum of A_pq x_q) / D; if its answer
needs a further denominator d, D becomes D d.  Earlier unknowns are converted to
the new D when they are next used: reducing each to lowest terms would cost a gcd,
more than all other work.
"""

from collections.abc import Iterable, Sequence

from flint import fmpz

from montmort.exact.linalg.system import ANSWER_BITS, Column, RightSide, Row, Rows, Solver
from montmort.games.errors import TooLarge


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
