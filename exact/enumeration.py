"""A long enumeration in numbered parts, for whoever counts them: their counts add up.

All cases of an enumeration stand in one order and are found by their numbers
0, 1, …; part k holds the cases

    k size, …, (k+1) size - 1,

the last part what is left.  So any part can be counted alone, anywhere, and again.
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

    A case is told by its `fields`, two integers or more: `rows(rules, first, cases)`
    yields arrays (some cases, fields) of so many cases from number `first` on.
    `answer(counts)` is what {values of the fields: cases} of all parts come to.
    `version` is raised when a case would be told otherwise; `unit` is what people call them.

    In the last deal of War with three ranks twice, 2 2 1 against 1 0 0, each turn is won by
    the higher card, the first player's, and no tie is met:

    >>> from montmort.exact.war.answers import in_parts
    >>> from montmort.games.war import Rules
    >>> whole = in_parts(Rules(ranks=3, suits=2, face_down=1))
    >>> whole.cases, [rows.tolist() for rows in whole.rows(whole.rules, 89, 1)]
    (90, [[[2, 3, 0, 0]]])
    """

    name: str
    unit: str
    rules: Any
    fields: tuple[str, ...]
    version: int
    cases: int
    size: int
    rows: Callable[[Any, int, int], Iterator[Rows]] = field(repr=False)
    answer: Callable[[Counts], dict[str, Any]] = field(repr=False)

    def answered(self, counts: Counts) -> dict[str, Any]:
        """Return the answer; ArithmeticError unless each case was counted once."""
        if (counted := sum(counts.values())) != self.cases:
            raise ArithmeticError(f"{counted:,} cases were counted, there are {self.cases:,}")
        return self.answer(counts)
