"""What is kept of a run's looks, so that it can be drawn against the plays.

A run may have a million looks; a picture needs a few hundred.  Kept are looks
5 % of the plays apart and the last one.  Where histograms are long, every
second of them is let go, again and again, until they fit.
"""

from collections.abc import Iterable

from montmort.montecarlo.tally import Tally

STEP = 20  # a look is kept when the plays have grown by a 20th
MOST_COUNTS = 10**6  # counts held in all looks together


class History:
    """Takes the cumulative tallies of a run, shows a selection of them.

    >>> history = History()
    >>> for plays in range(1, 101):
    ...     history.add(Tally(experiment="c0", plays=plays, histograms={"heads": {0: plays}}))
    >>> [look.plays for look in history.looks][-6:]
    [78, 82, 87, 92, 97, 100]
    """

    def __init__(self, most_counts: int = MOST_COUNTS) -> None:
        self._most = most_counts
        self._kept: list[Tally] = []
        self._last: Tally | None = None

    @property
    def looks(self) -> tuple[Tally, ...]:
        """The looks kept, in order; the last is the last that was added."""
        if self._last is None or self._kept[-1] is self._last:
            return tuple(self._kept)
        return (*self._kept, self._last)

    def add(self, tally: Tally) -> None:
        """Take the next look."""
        self._last = tally
        if self._kept and tally.plays * STEP < self._kept[-1].plays * (STEP + 1):
            return
        self._kept.append(tally)
        while len(self._kept) > 1 and _counts(self._kept) > self._most:
            self._kept = self._kept[1::2]


def _counts(tallies: Iterable[Tally]) -> int:
    return sum(len(counts) for tally in tallies for counts in tally.histograms.values())
