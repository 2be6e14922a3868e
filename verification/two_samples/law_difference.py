"""Evidence against 'two simulators have the same law', where that law is unknown.

The plays come in blocks.  Before a block the laws of A and B are estimated from the blocks
before it; the cells are the values seen so far, by A or by B, and one cell for all new values.
So both estimates p_A and p_B are laws on the cells.  If A plays a times in the block, and B b
times, let p_0 = (a p_A + b p_B)/(a + b).  The wealth is multiplied by

    prod over the plays x of A of p_A(x)/p_0(x) * prod over the plays y of B of p_B(y)/p_0(y).

**Its mean is at most 1 under any common law p.**  With s = sum p p_A/p_0 and t = sum p p_B/p_0
over the cells, the mean is s^a t^b, since all plays are independent, and

    a s + b t = sum p (a p_A + b p_B)/p_0 = (a + b) sum p = a + b.

By the inequality of the weighted arithmetic and geometric means s^a t^b <= 1.  Hence the wealth
after every block is a nonnegative supermartingale, and Ville's inequality holds for it.

The estimates are p = (c + S q)/(n + S): c the counts of one simulator, n their total, and q the
estimate from both, (c_A + c_B + 1/2)/(n_A + n_B + K/2) on K cells.  The strength S says how
much of a difference is believed: for a large S all factors are near 1.  The e-value is the
average of the wealths of nine strengths, 10^0 ... 10^8.

The value depends on how the plays are divided into blocks, so these are the blocks of the run,
in their order.  The first block only estimates.
"""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from montmort.verification.verdicts.e_values import STRENGTHS, Floats


class LawDifference:
    """The e-process of two simulators; `add` takes the counts of the next block of each.

    >>> difference = LawDifference()
    >>> difference.add({0: 10, 1: 10}, {0: 10, 1: 10})
    >>> difference.log_e
    0.0
    >>> for _ in range(20):
    ...     difference.add({0: 15, 1: 5}, {0: 5, 1: 15})
    >>> difference.log_e > math.log(10**6)
    True
    """

    def __init__(self) -> None:
        self._first: Counter[int] = Counter()
        self._second: Counter[int] = Counter()
        self._logs: Floats = np.zeros(len(STRENGTHS))

    @property
    def log_e(self) -> float:
        """The log of the average wealth."""
        top = float(self._logs.max())
        return top + math.log(float(np.exp(self._logs - top).mean()))

    def add(self, first: Mapping[int, int], second: Mapping[int, int]) -> None:
        """Bet on the plays of a block by the estimates from the blocks before it."""
        cells = sorted({*self._first, *self._second})
        of_first, of_second = _on_cells(self._first, cells), _on_cells(self._second, cells)
        pooled = of_first + of_second + 0.5
        pooled /= pooled.sum()
        laws = [_estimates(counts, pooled) for counts in (of_first, of_second)]
        plays = [_on_cells(block, cells) for block in (first, second)]
        sizes = [block.sum() for block in plays]
        if sum(sizes):
            common = (sizes[0] * laws[0] + sizes[1] * laws[1]) / sum(sizes)
            for law, block in zip(laws, plays, strict=True):
                # no matrix product: its last bits depend on the number of threads
                self._logs += np.einsum("sv,v->s", np.log(law / common), block)
        self._first.update(first)
        self._second.update(second)


def _on_cells(counts: Mapping[int, int], cells: list[int]) -> Floats:
    """Return the counts on the cells, and of all other values in the last cell."""
    on_cells = [counts.get(value, 0) for value in cells]
    return np.array([*on_cells, sum(counts.values()) - sum(on_cells)], dtype=float)


def _estimates(counts: Floats, pooled: Floats) -> Floats:
    """Return the estimated law for every strength, a row each."""
    strengths = STRENGTHS[:, None]
    return np.asarray((counts + strengths * pooled) / (counts.sum() + strengths))


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """A value that carries evidence, and how often each simulator gave it.

    >>> print(Disagreement(value=6, counts=(50, 100), plays=(600, 600)))
    6 seen 50 times in 600 plays and 100 times in 600
    """

    value: int
    counts: tuple[int, int]
    plays: tuple[int, int]

    @property
    def ratio(self) -> float | None:
        """Its frequency in the first simulator over that in the second; None without the latter.

        >>> Disagreement(value=6, counts=(50, 100), plays=(600, 600)).ratio
        0.5
        """
        (first, second), (n, m) = self.counts, self.plays
        return first * m / (second * n) if second else None

    def __str__(self) -> str:
        times = ["once" if count == 1 else f"{count:,} times" for count in self.counts]
        first, second = self.plays
        return f"{self.value} seen {times[0]} in {first:,} plays and {times[1]} in {second:,}"


def disagreements(
    first: Mapping[int, int], second: Mapping[int, int], most: int
) -> tuple[Disagreement, ...]:
    """Return the values that carry most of the evidence, the strongest first.

    A value seen c times, where a common law lets e be expected, carries the sum of
    c log(c/e) over the two simulators, which is never negative.

    >>> print(*disagreements({0: 70, 1: 30}, {0: 70, 1: 25, 2: 5}, 1))
    2 seen 0 times in 100 plays and 5 times in 100
    """
    plays = sum(first.values()), sum(second.values())
    terms = []
    for value in {*first, *second}:
        counts = first.get(value, 0), second.get(value, 0)
        share = sum(counts) / sum(plays)
        weight = sum(
            count * math.log(count / (total * share))
            for count, total in zip(counts, plays, strict=True)
            if count
        )
        terms.append((-weight, value, Disagreement(value=value, counts=counts, plays=plays)))
    return tuple(disagreement for weight, _, disagreement in sorted(terms)[:most] if weight < -1e-9)
