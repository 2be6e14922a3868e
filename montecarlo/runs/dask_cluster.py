"""A Dask cluster that plays blocks: connecting to it, and sending simulators to it.

If a worker dies, Dask restarts its block on another worker, with the same counts.
A block is sent together with the simulator, pickled once per run.  Functions of a
script or a notebook are pickled by value; functions of a module are pickled by name,
and every worker must have the module.

Streams are the same on all machines that have the same version of montmort.
Another version is refused, also on a worker that joins later.
"""

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed
from pickle import loads
from socket import create_connection
from types import ModuleType
from typing import TYPE_CHECKING, TypeGuard
from urllib.parse import urlsplit

from montmort.games.errors import BadInput
from montmort.games.extras import extra_for, installed_version
from montmort.montecarlo.runs.block import Block, one_line_error, play_block
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Group

if TYPE_CHECKING:
    from distributed import Client
    from distributed import Future as DaskFuture

EXAMPLE_ADDRESS = "tcp://192.168.1.2:8786"
GREETING = 40  # bytes: three lengths and the first word of the handshake
ANSWER_TIMEOUT = 5.0  # seconds
UNPACKED = 4  # simulators cached by a worker


@contextmanager
def connect(address: str) -> "Iterator[Client]":
    """Yield the client of the cluster whose scheduler listens at `address`, tcp://host:port.

    MissingExtra without Dask; BadInput if no scheduler answers, if it has no workers, or if
    montmort is missing there or has another version.
    """
    with extra_for("Dask clusters"):
        from distributed import Client

    for name in ("distributed", "distributed.client"):  # our own messages report losses
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _check_greeting(*host_and_port(address))
        client = Client(address, timeout=ANSWER_TIMEOUT, set_as_default=False)
    except (OSError, UnicodeError) as error:  # a host name may be too long for its encoding
        raise BadInput(
            f"no Dask scheduler answers at {address} ({getattr(error, 'strerror', '') or error}); "
            f"give the address that `dask scheduler` prints, such as {EXAMPLE_ADDRESS}"
        ) from error
    with client:
        _check(client, address)
        yield client


def host_and_port(address: str) -> tuple[str, int]:
    """Return host and port of an address; BadInput if it is malformed.

    >>> host_and_port("tcp://[::1]:8786"), host_and_port("tcp://gandalf:8786")
    (('::1', 8786), ('gandalf', 8786))
    """
    with suppress(ValueError):  # urlsplit's own messages are about web pages
        parts = urlsplit(address)
        if parts.scheme == "tcp" and parts.hostname and parts.port and not parts.path:
            return parts.hostname, parts.port
    raise BadInput(
        f"a scheduler's address is tcp://host:port, such as {EXAMPLE_ADDRESS}, not {address!r}; in "
        "Python, one with certificates can be a distributed.Client"
    )


def _check_greeting(host: str, port: int) -> None:
    """Raise OSError unless the listener greets as Dask does; Dask itself would wait for ever."""
    with (
        create_connection((host, port), ANSWER_TIMEOUT) as caller,
        caller.makefile("rb") as received,
    ):
        if b"compression" not in received.read(GREETING):
            raise OSError("another program listens there")


def is_client(executor: object) -> "TypeGuard[Client]":
    """Return whether `executor` is a distributed.Client; False if Dask was never imported."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(executor, dask.Client)


def thread_count(client: "Client") -> int:
    """Return how many threads the cluster has now: the blocks it plays at the same time."""
    return max(1, sum(map(int, client.nthreads().values())))


def pickle_by_value(module: ModuleType) -> None:
    """Pickle the functions of a module by value, because no worker can import it."""
    with extra_for("Dask clusters"):
        from cloudpickle import register_pickle_by_value

    register_pickle_by_value(module)


def submit(client: "Client", play: Callable[..., Block], *task: object) -> "Future[Block]":
    """Submit `play(*task)` to the cluster.

    Like `client.get_executor().submit`, except that this Future always finishes: the
    other would wait for ever if the scheduler were lost while a result is being sent.
    The only reference to Dask's future is dropped in a thread of Dask: Python ignores
    exceptions raised during `__del__`, and in the main thread that may be a Ctrl-C.
    """
    ours: Future[Block] = Future()
    theirs: list[DaskFuture] = [client.submit(play, *task, pure=False)]  # emptied when done
    theirs[0].add_done_callback(partial(_deliver, ours, theirs))
    ours.add_done_callback(partial(_cancel, theirs))
    return ours


def _cancel(theirs: "list[DaskFuture]", ours: "Future[Block]") -> None:
    if ours.cancelled():
        for future in theirs:
            future.cancel()


def _deliver(ours: "Future[Block]", theirs: "list[DaskFuture]", done: "DaskFuture") -> None:
    theirs.clear()
    if ours.set_running_or_notify_cancel():
        try:
            ours.set_result(done.result())
        except Exception as error:
            ours.set_exception(error)


def pack(simulator: Simulator) -> tuple[Callable[..., Block], str, bytes]:
    """Return the function that plays a block on a worker, and its first arguments.

    BadInput if the simulator cannot be sent.
    """
    with extra_for("Dask clusters"):
        from cloudpickle import dumps

    if simulator.program:
        raise BadInput(
            f"`{simulator.program}` is a program, which plays on this machine; play it without a "
            "cluster"
        )
    try:
        return play, installed_version(), dumps(simulator)
    except Exception as error:  # pickle raises what the objects' own methods raise
        raise BadInput(
            f"{simulator.label} cannot be sent to other machines ({one_line_error(error)}); "
            "play it on this machine, without a cluster"
        ) from error


def play(
    version: str, packed: bytes, seed: int, number: int, plays: int, groups: Sequence[Group]
) -> Block:
    """Play a block on a worker, as `play_block` does."""
    _check_version(installed_version(), "a worker", wanted=version)
    return play_block(_unpacked(packed), seed, number, plays, groups)


@lru_cache(UNPACKED)
def _unpacked(packed: bytes) -> Simulator:
    try:
        simulator: Simulator = loads(packed)
    except Exception as error:
        raise BadInput(
            f"the workers cannot read the simulator ({one_line_error(error)}); the modules that it "
            "imports must be there too: install them, or send them by Client.upload_file"
        ) from error
    return simulator


def _check(client: "Client", address: str) -> None:
    """Raise BadInput unless there are workers, with the same version of montmort as here."""
    by_worker = client.run(installed, "montmort", on_error="return")
    if not by_worker:
        raise BadInput(f"{address} has no workers; start some by `dask worker {address}`")
    try:
        _check_version(
            client.run_on_scheduler(installed, "montmort"), f"the scheduler at {address}"
        )
    except PackageNotFoundError as error:
        _check_version(error, f"the scheduler at {address}")
    for worker, version in by_worker.items():
        _check_version(version, f"the worker at {worker}")


def _check_version(found: object, where: str, wanted: str | None = None) -> None:
    """Raise BadInput unless the version found is the one wanted, by default ours."""
    wanted = wanted or installed_version()
    if found != wanted:
        has = (
            "has no montmort"
            if isinstance(found, PackageNotFoundError)
            else f"has montmort {found}"
        )
        raise BadInput(f"{where} {has}, but this run needs {wanted}; install that version there")
