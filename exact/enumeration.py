"""A long enumeration in numbered parts, which can be counted separately and summed.

The cases of an enumeration are numbered 0, 1, …; part k consists of the cases

    k size, …, (k+1) size - 1,

and the last part of those that are left.  So any part can be counted alone, on any
machine, and repeated.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
Counts = Mapping[tuple[int, ...], int]


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The `cases` of an enumeration under `rules`, `size` of them in a part.

    A case is described by its `fields`, at least two integers: `rows(rules, first, cases)`
    yields arrays of shape (some cases, fields), in all `cases` cases from number `first` on.
    `answer(counts)` is the result from {values of the fields: cases} over all parts.
    `kinds` are the types of fields with truth values or members of an enum.
    `version` is increased when the fields of a case change; `unit` is the name of a case.

    The throws of two dice, with the sum and the difference of each:

    >>> def throws(sides, first, cases):
    ...     for case in range(first, first + cases):
    ...         one, other = divmod(case, sides)
    ...         yield np.array([[one + other + 2, one - other]])
    >>> dice = Parts(name="dice", unit="throws", rules=6, fields=("sum", "difference"), version=1,
    ...              cases=36, size=10, rows=throws, answer=lambda counts: {"sixes": counts[12, 0]})
    >>> [rows.tolist() for rows in dice.rows(dice.rules, 34, 2)]
    [[[11, 1]], [[12, 0]]]
    >>> dice.checked_answer({(12, 0): 1, (2, 0): 35})
    {'sixes': 1}
    """

    name: str
    unit: str
    rules: object
    fields: tuple[str, ...]
    kinds: Mapping[str, type] = field(default_factory=dict)
    version: int
    cases: int
    size: int
    rows: Callable[[Any, int, int], Iterator[Rows]] = field(repr=False)
    answer: Callable[[Counts], dict[str, object]] = field(repr=False)

    def checked_answer(self, counts: Counts) -> dict[str, object]:
        """Return the answer; ArithmeticError unless the counts sum to the number of cases."""
        if (counted := sum(counts.values())) != self.cases:
            raise ArithmeticError(f"{counted:,} cases were counted, there are {self.cases:,}")
        return self.answer(counts)
