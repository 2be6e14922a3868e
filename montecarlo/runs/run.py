"""A run: numbered blocks, played side by side, each yielded when it is finished.

At most two blocks per worker are on their way at any time and their numbers
are made as they are needed, so 10**12 plays cost no memory.
"""

import signal
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice

from montmort.montecarlo.runs.block import Block, checked_seed, draw_seed, play_block
from montmort.montecarlo.runs.executors import AnyExecutor, lent, workers_of
from montmort.montecarlo.runs.prefix import Prefix
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Group

__all__ = ["Block", "Prefix", "draw_seed", "play_block", "play_blocks"]

MOMENT = 0.05  # seconds between calls of `Simulator.stop`

Stop = Callable[[], None] | None
Submit = Callable[[tuple[int, int]], "Future[Block]"]


def play_blocks(
    simulator: Simulator,
    *,
    plays: int,
    seed: int | None = None,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    groups: Sequence[Group] = (),
    skip: Container[int] = (),
) -> Generator[Block, None, None]:
    """Yield the blocks of a run of `plays` plays in the order in which they finish.

    `seed` None draws one; every Block tells it.  `executor` is any
    concurrent.futures.Executor, then say by `workers` how many it has, or a
    distributed.Client, whose cluster knows; by default threads for compiled
    kernels and programs, processes for plain Python, one for each core.
    `workers=1` stays in this process, and so does plain Python that cannot be
    sent to another (`montmort.montecarlo.runs.picklable` says what can).  `groups` asks for
    joint histograms, such as [("points", "passes")].  `skip` holds numbers of
    blocks not to be played; a mapping {number: plays} skips only blocks held whole.

    On KeyboardInterrupt blocks not begun are cancelled, those begun are
    finished and yielded (programs are ended, those of a cluster cancelled), then
    it is raised again; a second one leaves at once.  When a block fails, all
    before it are yielded first; WorkersLost if who plays it is gone.
    """
    plays = checked_count("plays", plays, least=1)
    workers = workers_of(executor, workers)
    seed = draw_seed() if seed is None else checked_seed(seed)
    simulator.check_groups(groups)
    groups = tuple(map(tuple, groups))
    tasks = (task for task in _tasks(simulator, plays) if not _is_held(task, skip))
    return _run(simulator, seed, groups, tasks, executor, workers)


def _tasks(simulator: Simulator, plays: int) -> Iterator[tuple[int, int]]:
    """Yield (block number, plays in it); the last block may be cut short."""
    whole, rest = divmod(plays, simulator.plays_per_block)
    for number in range(whole):
        yield number, simulator.plays_per_block
    if rest:
        yield whole, rest


def _is_held(task: tuple[int, int], skip: Container[int]) -> bool:
    number, plays = task
    return number in skip and not (isinstance(skip, Mapping) and skip[number] < plays)


def _run(
    simulator: Simulator,
    seed: int,
    groups: tuple[Group, ...],
    tasks: Iterator[tuple[int, int]],
    executor: AnyExecutor | None,
    workers: int,
) -> Generator[Block, None, None]:
    with lent(simulator, executor, workers) as begin:

        def submit(task: tuple[int, int]) -> "Future[Block]":
            return begin(seed, *task, groups)

        yield from _finished_blocks(tasks, submit, simulator.stop, in_flight=2 * workers)


def _finished_blocks(
    tasks: Iterator[tuple[int, int]], submit: Submit, stop: Stop, in_flight: int
) -> Generator[Block, None, None]:
    pending: list[Future[Block]] = []  # in the order of their numbers
    try:
        while True:
            with _interrupts_held_back():
                pending.extend(map(submit, islice(tasks, in_flight - len(pending))))
            if not pending:
                return
            yield from _next_finished(pending)
    except KeyboardInterrupt:
        pending = [future for future in pending if not future.cancel()]
        with suppress(BrokenExecutor):  # the workers may have been ended with us
            while pending and stop is None:  # a second interrupt leaves from here
                yield from _next_finished(pending)
        raise
    finally:
        begun = {future for future in pending if not future.cancel()}
        while begun and stop is not None:  # again and again: one may only just have begun
            stop()
            begun = wait(begun, timeout=MOMENT).not_done


def _next_finished(pending: "list[Future[Block]]") -> Iterator[Block]:
    """Yield the blocks that are finished; a failure is raised behind all blocks before its own."""
    done, _ = wait({*pending}, return_when=FIRST_COMPLETED)
    failed = [at for at, future in enumerate(pending) if future in done and future.exception()]
    ready = pending[: failed[0] + 1] if failed else [f for f in pending if f in done]
    for future in ready:
        block = future.result()
        pending.remove(future)
        yield block


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Let Ctrl-C wait for a moment; threads and processes started meanwhile never get it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
