"""Executors for blocks, including a caller's own: threads, processes, a cluster.

All of them are used through one function, which starts a block and returns its
`concurrent.futures.Future`, so a run does not depend on any of them.

A simulator is played in spawned processes if it can be sent there.  A spawned process is a new
interpreter that imports the modules of the objects it receives, and also the user's script,
under another name than `__main__`.  So a function must be defined at the top level of a module
(a lambda, a closure or a function of a notebook is not), and a script that starts a run outside
`if __name__ == "__main__":` would be repeated by every worker.  A module that was made without
the import system, as a user's file on the command line, cannot be imported there.

A simulator that cannot be sent is played in this process.  The results are the same.
"""

import ast
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context
from pathlib import Path
from pickle import dumps
from pickletools import genops
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, TypeAlias, Union

from montmort.games.errors import BadInput, WorkersLost
from montmort.games.validation import quote
from montmort.montecarlo.runs import dask_cluster as cluster
from montmort.montecarlo.runs import worker_process as worker
from montmort.montecarlo.runs.block import Block, one_line_error, play_block
from montmort.montecarlo.simulator import Simulator, checked_count

if TYPE_CHECKING:
    from distributed import Client


AnyExecutor: TypeAlias = Union[Executor, "Client"]
MOST_WORKERS = 10**6
BLOCKS = "montmort-block"  # names of the threads begin so
StartBlock = Callable[..., "Future[Block]"]  # (seed, number, plays, groups)
NAMES_MODULES = 3  # the last protocol that writes "module name" at once, apart from all other text
GUARD = "__name__ == '__main__'"  # as ast.unparse writes it


def block_starter(
    simulator: Simulator, executor: AnyExecutor | None, workers: int
) -> AbstractContextManager[StartBlock]:
    """Return a context that gives the function to start a block, on `executor` or this machine."""
    if executor is not None:
        return _callers_own(simulator, executor)
    if simulator.releases_gil:
        return _threads(simulator, workers)
    if workers > 1 and is_picklable(simulator):
        return _processes(simulator, workers)
    return _threads(simulator, 1)


def worker_count(executor: AnyExecutor | None, workers: int | None) -> int:
    """Return how many blocks are played at the same time; BadInput if `executor` is not one.

    Unless `workers` is given, it is what a cluster reports, or else the number of cores.
    """
    if cluster.is_client(executor):
        found = cluster.thread_count(executor)
    elif executor is None or isinstance(executor, Executor):
        found = cores()
    else:
        raise BadInput(
            f"executor={quote(executor)} must be a concurrent.futures.Executor, "
            "a distributed.Client, or None"
        )
    return (
        found if workers is None else checked_count("workers", workers, least=1, most=MOST_WORKERS)
    )


def wait_for_started_blocks() -> None:
    """Wait until no thread plays a block of a run that has ended early."""
    for thread in threading.enumerate():
        if thread.name.startswith(BLOCKS):
            thread.join()


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _callers_own(simulator: Simulator, executor: AnyExecutor) -> Iterator[StartBlock]:
    """Use the caller's own executor, which stays open."""
    if cluster.is_client(executor):
        first = executor, *cluster.pack(simulator)
        with _lost_workers_reported(executor):
            yield lambda *task: cluster.submit(*first, *task)
    else:
        with _lost_workers_reported(executor):
            yield _starter(executor, play_block, simulator)


@contextmanager
def _threads(simulator: Simulator, workers: int) -> Iterator[StartBlock]:
    """Use threads; if the run ends early, started blocks finish in the background."""
    pool = ThreadPoolExecutor(workers, BLOCKS)
    try:
        yield _starter(pool, play_block, simulator)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _processes(simulator: Simulator, workers: int) -> Iterator[StartBlock]:
    """Use processes; if the run ends early, started blocks are dropped."""
    context = get_context("spawn")
    reading_end, writing_end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=worker.initialize, initargs=(reading_end,)
    )
    try:
        with _lost_workers_reported(pool):
            yield _starter(pool, worker.play, simulator)
        pool.shutdown()
    finally:
        writing_end.close()
        pool.shutdown(wait=False, cancel_futures=True)
        reading_end.close()


def _starter(pool: Executor, play: Callable[..., Block], *first: object) -> StartBlock:
    return lambda *task: pool.submit(play, *first, *task)


@contextmanager
def _lost_workers_reported(pool: AnyExecutor) -> Iterator[None]:
    """Raise WorkersLost for errors of the executor itself: those defined in its own package."""
    try:
        yield
    except Exception as error:
        if _package(error) not in {"concurrent", _package(pool)}:
            raise
        how = one_line_error(error) if str(error) else "their blocks were cancelled"
        raise WorkersLost(
            f"the worker processes died ({how}); a run file holds the blocks finished before: "
            "start the run again to resume from there"
        ) from error


def _package(thing: object) -> str:
    return type(thing).__module__.partition(".")[0]


def is_picklable(task: object) -> bool:
    """Return whether `task` can be sent to other processes now.

    >>> is_picklable(ast.parse), is_picklable(lambda chance: 0)
    (True, False)
    """
    try:
        packed = dumps(task, protocol=NAMES_MODULES)
    except Exception:  # pickle raises what the objects' own methods raise
        return False
    if _needs_module_without_spec(packed):
        return False
    main = sys.modules["__main__"]
    if _is_imported_again(main):
        return _is_guarded(main)
    return b"__main__" not in packed


def _needs_module_without_spec(packed: bytes) -> bool:
    """Return whether a pickle imports from a module, other than the main one, without a spec."""
    imports = {str(what) for opcode, what, _ in genops(packed) if opcode.name == "GLOBAL"}
    names = {what.partition(" ")[0] for what in imports} - {"__main__"}
    return any(
        getattr(sys.modules[name], "__spec__", None) is None for name in names & set(sys.modules)
    )


def _is_imported_again(main: ModuleType) -> bool:
    """Return whether a spawned process imports the main module (see `multiprocessing.spawn`)."""
    if main.__spec__ is not None:
        return main.__spec__.name.rpartition(".")[2] != "__main__"
    return getattr(main, "__file__", None) is not None


def _is_guarded(main: ModuleType) -> bool:
    """Return whether the main module is now running code below its `if __name__ ...`."""
    lines = [frame.f_lineno for frame in _main_stack() if frame.f_globals is vars(main)]
    return bool(lines) and any(first <= lines[-1] <= last for first, last in _guarded_lines(main))


def _main_stack() -> Iterator[FrameType]:
    """Yield the frames of the main thread, innermost first."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        yield frame
        frame = frame.f_back


def _guarded_lines(main: ModuleType) -> Iterator[tuple[int, int]]:
    """Yield the first and last line of each `if __name__ ...` body of the main module."""
    try:
        script = ast.parse(Path(str(main.__file__)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    for part in script.body:
        if isinstance(part, ast.If) and ast.unparse(part.test) == GUARD:
            yield part.body[0].lineno, part.body[-1].end_lineno or 0
