"""A worker process, which plays blocks for a run and exits when the run is over.

The run holds the writing end of a pipe, the worker the reading end.  When the pipe
closes, because the run ended early or its process died, a worker in the middle of
a block exits at once.  Between blocks it does not: to exit while a result is being
sent would send half a result.
"""

import os
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection

from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Group

_may_not_exit = threading.Lock()  # locked except while a block is played


def initialize(run: Connection) -> None:
    """Make this process a worker; signals from the terminal are left to the run's process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    _may_not_exit.acquire()
    threading.Thread(target=_exit_with, args=(run,), daemon=True).start()


def play(
    simulator: Simulator, seed: int, number: int, plays: int, groups: Sequence[Group]
) -> Block:
    """Play a block as `play_block` does; the process may exit meanwhile."""
    _may_not_exit.release()
    try:
        return play_block(simulator, seed, number, plays, groups)
    finally:
        _may_not_exit.acquire()


def _exit_with(run: Connection) -> None:
    run.poll(None)  # nothing is ever sent: readable means closed
    with _may_not_exit:
        os._exit(1)
