"""The looks of a run: they are shown until it is enough, and how a run can end before that."""

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
from montmort.verification.external.repetitions import Repetitions

Look = TypeVar("Look")


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
