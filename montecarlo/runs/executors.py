"""Who plays the blocks of a run: threads, processes, a cluster, or whoever was handed in.

All of them are executors as `concurrent.futures` has them, so a run knows of
none in particular.  What it is lent is a way to have a block begun.
"""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import (
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import AbstractContextManager, contextmanager
from multiprocessing import get_context
from typing import TYPE_CHECKING, TypeAlias, Union

from montmort.games.errors import BadInput, WorkersLost
from montmort.montecarlo.runs import dask_cluster as cluster
from montmort.montecarlo.runs import worker_process as worker
from montmort.montecarlo.runs.block import Block, play_block, told_in_a_line
from montmort.montecarlo.runs.picklable import sendable
from montmort.montecarlo.simulator import Simulator, checked_count

if TYPE_CHECKING:
    from distributed import Client

AnyExecutor: TypeAlias = Union[Executor, "Client"]
Begin = Callable[..., "Future[Block]"]  # (seed, number, plays, groups)


def lent(
    simulator: Simulator, executor: AnyExecutor | None, workers: int
) -> AbstractContextManager[Begin]:
    """Lend what begins a block of the simulator, by `executor` or by workers of this machine."""
    if executor is not None:
        return _theirs(simulator, executor)
    if simulator.compiled or simulator.program:
        return _threads(simulator, workers)
    if workers > 1 and sendable(simulator):
        return _processes(simulator, workers)
    return _threads(simulator, 1)


def workers_of(executor: AnyExecutor | None, workers: int | None) -> int:
    """Return how many blocks are played at the same time, BadInput if there is nobody to do it.

    If it is not said, a cluster tells it; anybody else is taken to have all cores.
    """
    if cluster.is_client(executor):
        found = cluster.threads(executor)
    elif executor is None or isinstance(executor, Executor):
        found = cores()
    else:
        raise BadInput(
            f"{executor=} must be a concurrent.futures.Executor, a distributed.Client, or None"
        )
    return found if workers is None else checked_count("workers", workers, least=1)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def _theirs(simulator: Simulator, executor: AnyExecutor) -> Iterator[Begin]:
    """Lend an executor from another hand, which stays open."""
    if cluster.is_client(executor):
        first = executor, *cluster.packed(simulator)
        with _losses_told(executor):
            yield lambda *task: cluster.begun(*first, *task)
    else:
        with _losses_told(executor):
            yield _beginning(executor, play_block, simulator)


@contextmanager
def _threads(simulator: Simulator, workers: int) -> Iterator[Begin]:
    """Lend threads; at an early end the blocks begun run out in the background."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield _beginning(pool, play_block, simulator)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _processes(simulator: Simulator, workers: int) -> Iterator[Begin]:
    """Lend processes; at an early end they drop the blocks begun."""
    context = get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(
        workers, mp_context=context, initializer=worker.begin, initargs=(theirs,)
    )
    try:
        with _losses_told(pool):
            yield _beginning(pool, worker.play, simulator)
        pool.shutdown()
    finally:
        ours.close()
        pool.shutdown(wait=False, cancel_futures=True)
        theirs.close()


def _beginning(pool: Executor, play: Callable[..., Block], *first: object) -> Begin:
    return lambda *task: pool.submit(play, *first, *task)


@contextmanager
def _losses_told(pool: AnyExecutor) -> Iterator[None]:
    """Raise WorkersLost for an executor's own errors, which are told by where they come from."""
    try:
        yield
    except Exception as error:
        if _package(error) not in {"concurrent", _package(pool)}:
            raise
        how = told_in_a_line(error) if str(error) else "their blocks were cancelled"
        raise WorkersLost(
            f"those who play were lost ({how}); a run with a file keeps what was finished before: "
            "start it again, and it goes on from there"
        ) from error


def _package(thing: object) -> str:
    return type(thing).__module__.partition(".")[0]
