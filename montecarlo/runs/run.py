"""A run: numbered blocks, played in parallel, each yielded when it is finished.

At most two blocks per worker are submitted at any time, and block numbers are
generated as needed, so 10**12 plays take no more memory.
"""

import signal
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from contextlib import contextmanager, suppress
from itertools import islice

from montmort.games.validation import check_type
from montmort.montecarlo.runs.block import Block, checked_seed, draw_seed, stream
from montmort.montecarlo.runs.executors import AnyExecutor, block_starter, worker_count
from montmort.montecarlo.simulator import Simulator, checked_count
from montmort.montecarlo.tally import Group

STOP_INTERVAL = 0.05  # seconds between calls of `Simulator.stop`

Stop = Callable[[], None] | None
Submit = Callable[[tuple[int, int]], "Future[Block]"]
Pending = dict["Future[Block]", int]  # in the order of their numbers: which task each one is
MOST_AHEAD = 16  # times the blocks in flight: how far a run goes on while one block is awaited


def play_blocks(
    simulator: Simulator,
    *,
    plays: int,
    seed: int | None = None,
    executor: AnyExecutor | None = None,
    workers: int | None = None,
    groups: Sequence[Group] = (),
    skip: Container[int] = (),
    likely: int | None = None,
) -> Generator[Block, None, None]:
    """Yield the blocks of a run of `plays` plays in the order in which they finish.

    With `seed` None a seed is drawn; every Block records it.  `executor` is either
    a concurrent.futures.Executor, with `workers` its number of workers, or a
    distributed.Client, which reports the number itself.  The default is threads for
    kernels, compiled rules and programs, and processes for plain Python, one for each core.
    With `workers=1` all blocks are played in this process; so are a single block, and plain
    Python that cannot be pickled (see `montmort.montecarlo.runs.executors`).  `groups` requests
    joint histograms, such as [("points", "passes")].  `skip` holds the numbers of
    blocks not to play; a mapping {number: plays} skips only blocks of full length.
    `likely` is the number of plays after which the caller will probably stop, from which
    it follows whether it is worth to compile the rules.

    On KeyboardInterrupt, blocks not yet started are cancelled, and started blocks
    are finished and yielded (but programs are stopped, and blocks on a cluster are
    cancelled); then it is raised again.  A second one stops the run at once.  When a
    block fails, all blocks before it are yielded first; WorkersLost if its worker
    process or machine died.
    """
    check_type("simulator", simulator, Simulator, "a Simulator")
    check_type("skip", None if isinstance(skip, str) else skip, Container, "block numbers")
    plays = checked_count("plays", plays, least=1)
    blocks = -(-plays // simulator.plays_per_block)
    workers = min(worker_count(executor, workers), blocks)
    seed = draw_seed() if seed is None else checked_seed(seed)
    simulator.check_groups(groups)
    groups = tuple(map(tuple, groups))
    tasks = (task for task in _tasks(simulator, plays) if not _is_skipped(task, skip))
    coming = plays if likely is None else min(plays, likely)
    return _run(simulator, seed, groups, tasks, executor, workers, coming // workers)


def _tasks(simulator: Simulator, plays: int) -> Iterator[tuple[int, int]]:
    """Yield (block number, plays in it); the last block may be shortened."""
    whole, rest = divmod(plays, simulator.plays_per_block)
    for number in range(whole):
        yield number, simulator.plays_per_block
    if rest:
        yield whole, rest


def _is_skipped(task: tuple[int, int], skip: Container[int]) -> bool:
    number, plays = task
    return number in skip and not (isinstance(skip, Mapping) and skip[number] < plays)


def _run(
    simulator: Simulator,
    seed: int,
    groups: tuple[Group, ...],
    tasks: Iterator[tuple[int, int]],
    executor: AnyExecutor | None,
    workers: int,
    coming: int,
) -> Generator[Block, None, None]:
    if simulator.by_rules is not None:
        simulator.by_rules.prepare(stream(simulator.identity, seed, 0), coming)
    with block_starter(simulator, executor, workers) as start:

        def submit(task: tuple[int, int]) -> "Future[Block]":
            return start(seed, *task, groups)

        yield from _finished_blocks(tasks, submit, simulator.stop, in_flight=2 * workers)


def _finished_blocks(
    tasks: Iterator[tuple[int, int]], submit: Submit, stop: Stop, in_flight: int
) -> Generator[Block, None, None]:
    pending: Pending = {}
    begun = 0
    try:
        while True:
            with _interrupts_delayed():
                first = next(iter(pending.values()), begun)
                room = min(in_flight - len(pending), first + MOST_AHEAD * in_flight - begun)
                for task in islice(tasks, room):
                    pending[submit(task)] = begun
                    begun += 1
            if not pending:
                return
            yield from _next_finished(pending)
    except KeyboardInterrupt:
        pending = {future: at for future, at in pending.items() if not future.cancel()}
        with suppress(BrokenExecutor):  # the same signal may have stopped the workers
            while pending and stop is None:  # a second interrupt is raised here
                yield from _next_finished(pending)
        raise
    finally:
        started = {future for future in pending if not future.cancel()}
        while started and stop is not None:  # repeatedly: a program may only just have started
            stop()
            started = wait(started, timeout=STOP_INTERVAL).not_done


def _next_finished(pending: Pending) -> Iterator[Block]:
    """Yield the finished blocks; raise a failure after all blocks with lower numbers."""
    done, _ = wait({*pending}, return_when=FIRST_COMPLETED)
    ordered = [*pending]
    failed = [at for at, future in enumerate(ordered) if future in done and future.exception()]
    ready = ordered[: failed[0] + 1] if failed else [f for f in ordered if f in done]
    for future in ready:
        block = future.result()
        del pending[future]
        yield block


@contextmanager
def _interrupts_delayed() -> Iterator[None]:
    """Delay Ctrl-C; threads and processes started in the meantime never receive it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
