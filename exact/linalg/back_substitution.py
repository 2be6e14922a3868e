"""Back-substitution: parts of a system in an order in which each needs only earlier ones.

The unknowns found so far are integers over one common denominator D.  A part
with matrix A_pp asks for A_pp x_p = (D b_p - sum of A_pq x_q) / D; if its answer
needs a further denominator d, D becomes D d.  Unknowns found before are brought
to the new D when they are next used: in lowest terms each would cost a gcd,
dearer than all the rest.
"""

from collections.abc import Iterable, Sequence

from flint import fmpz

from montmort.exact.linalg.system import ANSWER, Column, Right, Row, Rows, Rung
from montmort.games.errors import TooLarge


class Known:
    """The unknowns of one column found so far, over a denominator that grows."""

    def __init__(self, size: int) -> None:
        self.denominators = [fmpz(1)]  # each a multiple of the one before
        self.numerators = [fmpz(0)] * size
        self.ages = [0] * size  # which of the denominators a numerator stands over

    def __getitem__(self, unknown: int) -> fmpz:
        """Return the numerator over the newest denominator."""
        if self.ages[unknown] < len(self.denominators) - 1:
            self._renew(unknown)
        return self.numerators[unknown]

    def _renew(self, unknown: int) -> None:
        newest, age = len(self.denominators) - 1, self.ages[unknown]
        self.numerators[unknown] *= self.denominators[newest] // self.denominators[age]
        self.ages[unknown] = newest

    def divide(self, unknown: int, row: Row, b: int | fmpz) -> None:
        """Find the only unknown of the row that is not known: D (b - rest) / D factor."""
        numerators, ages, newest = self.numerators, self.ages, len(self.denominators) - 1
        denominator = self.denominators[newest]
        total = denominator * b
        for known, a in row.items():  # `rest` written out: a dag spends its time here
            if known == unknown:
                continue
            if ages[known] < newest:
                numerators[known] *= denominator // self.denominators[ages[known]]
                ages[known] = newest
            total -= a * numerators[known]
        factor = fmpz(row.get(unknown, 0))
        quotient, left = divmod(total, factor)
        if not left:
            numerators[unknown], ages[unknown] = quotient, newest
            return
        common = factor.gcd(left) * (1 if factor > 0 else -1)
        self.put([unknown], [total // common], factor // common)

    def put(self, part: Iterable[int], numerators: Iterable[fmpz], divisor: fmpz) -> None:
        """Set the unknowns of a part to numerators / (newest denominator · divisor)."""
        if divisor != 1:
            self.denominators.append(self.denominators[-1] * divisor)
            self._check_size()
        for unknown, numerator in zip(part, numerators, strict=True):
            self.numerators[unknown] = numerator
            self.ages[unknown] = len(self.denominators) - 1

    def rest(self, row: Row, b: int | fmpz) -> fmpz:
        """Return D (b - A x) over the unknowns known so far; the others count 0."""
        total = self.denominators[-1] * b
        for unknown, a in row.items():
            total -= a * self[unknown]
        return total

    def column(self) -> Column:
        """Return all unknowns over the newest denominator."""
        return Column([self[k] for k in range(len(self.ages))], self.denominators[-1])

    def _check_size(self) -> None:
        bits = int(self.denominators[-1].bit_length())
        if bits * len(self.ages) > ANSWER:
            raise TooLarge(
                f"the fractions of {len(self.ages)} states have {bits} bits and more each, "
                f"together more than {ANSWER}; ask about a smaller chain, or simulate"
            )


def substituted(
    rows: Rows, columns: Sequence[Right], parts: Iterable[Sequence[int]], rung: Rung
) -> list[Column]:
    """Return X with A X = B, unproved; `rung` answers parts of several unknowns.

    Every part comes after those that its rows need.  ZeroDivisionError if a
    single unknown has the factor 0.

    >>> rows = [{0: 2, 1: -1}, {1: 3}]
    >>> substituted(rows, [[0, 1]], [[1], [0]], lambda rows, columns: [])
    [Column(numerators=[1, 2], denominator=6)]
    """
    known = [Known(len(rows)) for _ in columns]
    for part in parts:
        if len(part) == 1:
            for found, right in zip(known, columns, strict=True):
                found.divide(part[0], rows[part[0]], right[part[0]])
        else:
            _answer(rows, columns, known, part, rung)
    return [found.column() for found in known]


def _answer(
    rows: Rows, columns: Sequence[Right], known: list[Known], part: Sequence[int], rung: Rung
) -> None:
    """Find the unknowns of a part, in all columns at once."""
    place = {unknown: k for k, unknown in enumerate(part)}
    inner = [{place[j]: a for j, a in rows[i].items() if j in place} for i in part]
    outer = [{j: a for j, a in rows[i].items() if j not in place} for i in part]
    rights = [
        [found.rest(row, right[i]) for i, row in zip(part, outer, strict=True)]
        for found, right in zip(known, columns, strict=True)
    ]
    for found, answer in zip(known, rung(inner, rights), strict=True):
        found.put(part, *answer)
