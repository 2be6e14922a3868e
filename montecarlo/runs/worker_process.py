"""A process that plays blocks for a run, and leaves when the run is over.

The run holds the writing end of a pipe, the worker listens at the other.  When
the pipe closes, because the run ended early or its process died, a worker in
the middle of a block drops it.  Between blocks it waits for the next: leaving
while a result is being handed over would leave half a result behind.
"""

import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection

from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Group

_may_not_leave = threading.Lock()  # held by the worker except while it plays


def begin(run: Connection) -> None:
    """Make this process a worker; what a terminal sends to all is for the run to answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    _may_not_leave.acquire()
    threading.Thread(target=_leave_with, args=(run,), daemon=True).start()


def play(
    simulator: Simulator, seed: int, number: int, plays: int, groups: Sequence[Group]
) -> Block:
    """Play a block as `play_block` does, ready to drop it."""
    _may_not_leave.release()
    try:
        return play_block(simulator, seed, number, plays, groups)
    finally:
        _may_not_leave.acquire()


def _leave_with(run: Connection) -> None:
    run.poll(None)  # nothing is ever sent: what can be read is the end
    with _may_not_leave:
        os._exit(1)
