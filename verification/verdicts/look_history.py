"""A selection of a run's looks, for pictures along the run.

A run may have a million looks; a picture needs a few hundred.  The selection
holds looks that are 5 % of the plays apart, and the last one.  Where histograms
are long, every second look is dropped until the rest fits into memory.
"""

from collections.abc import Iterable

from montmort.montecarlo.tally import Tally

STEP = 20  # a look is selected when the plays have grown by a 20th
MOST_COUNTS = 10**6  # counts in all selected looks together


class History:
    """Collects the cumulative tallies of a run and selects some of them.

    >>> history = History()
    >>> for plays in range(1, 101):
    ...     history.add(Tally(experiment="c0", plays=plays, histograms={"heads": {0: plays}}))
    >>> [look.plays for look in history.looks][-6:]
    [78, 82, 87, 92, 97, 100]
    """

    def __init__(self, most_counts: int = MOST_COUNTS) -> None:
        self._most = most_counts
        self._selected: list[Tally] = []
        self._last: Tally | None = None

    @property
    def looks(self) -> tuple[Tally, ...]:
        """The selected looks in order; the last one is the last that was added."""
        if self._last is None or self._selected[-1] is self._last:
            return tuple(self._selected)
        return (*self._selected, self._last)

    def add(self, tally: Tally) -> None:
        """Add the next look."""
        self._last = tally
        if self._selected and tally.plays * STEP < self._selected[-1].plays * (STEP + 1):
            return
        self._selected.append(tally)
        while len(self._selected) > 1 and _counts(self._selected) > self._most:
            self._selected = self._selected[1::2]


def _counts(tallies: Iterable[Tally]) -> int:
    return sum(len(counts) for tally in tallies for counts in tally.histograms.values())
