"""The looks of a run: shown until it is enough, and selected for pictures; how a run can end."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import NamedTuple, TypeVar

from montmort.games.errors import (
    InvalidCounts,
    RulesDiffer,
    SimulatorFailed,
    TooLarge,
    WorkersLost,
)
from montmort.montecarlo.runs.block import Block
from montmort.montecarlo.runs.prefix import in_order
from montmort.montecarlo.tally import Tally
from montmort.verification.dependence.repetitions import Repetitions

Look = TypeVar("Look")

STEP = 20  # a look is selected when the plays have grown by a 20th
MOST_COUNTS = 10**6  # counts in all selected looks together


class Ending(NamedTuple):
    """How the looks ended: whether the run was interrupted, and why it failed.

    `difference` is the first play that does not follow from its picks.
    """

    interrupted: bool = False
    failure: str = ""
    difference: RulesDiffer | None = None


def show_looks(
    looks: Iterable[Look],
    show: Callable[[Look], bool],
    invalid: Callable[[InvalidCounts], None],
) -> Ending:
    """Show every look until `show(look)` says that it is enough; `invalid` is told wrong counts.

    A run that is interrupted, or fails after its first look, ends with what was counted.  A
    failure before the first look is raised.

    >>> show_looks([1, 2, 3], lambda look: look == 2, print)
    Ending(interrupted=False, failure='', difference=None)
    """
    is_counted = False
    try:
        for look in looks:
            is_counted = True
            if show(look):
                break
    except KeyboardInterrupt:
        return Ending(interrupted=True)
    except RulesDiffer as difference:
        invalid(difference)
        return Ending(difference=difference)
    except InvalidCounts as error:
        invalid(error)
    except (SimulatorFailed, TooLarge, WorkersLost) as error:
        if not is_counted:
            raise
        return Ending(failure=str(error))
    return Ending()


def looks_of(
    blocks: Generator[Block, None, None], repetitions: Repetitions | None = None
) -> Generator[Tally, None, None]:
    """Yield the tally of every prefix of blocks, each once, in the order of the blocks."""
    total: Tally | None = None
    with closing(blocks):
        for block in in_order(blocks):
            bare = block.tally if repetitions is None else repetitions.bare(block.tally)
            total = bare if total is None else total + bare
            if repetitions is not None:
                repetitions.take(block.tally)
            yield total


class History:
    """A selection of a run's looks, for pictures along the run.

    A run may have a million looks; a picture needs a few hundred.  The selection
    holds looks that are 5 % of the plays apart, and the last one.  Where histograms
    are long, every second look is dropped until the rest fits into memory.

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
