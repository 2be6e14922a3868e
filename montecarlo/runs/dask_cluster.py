"""A Dask cluster that plays blocks: how it is reached, and what is sent to it.

Dask begins a block whose worker dies on another, where it gives the same counts.
What is sent with a block is the simulator, packed once for the run: functions
of a script or a notebook go whole, those of a module by name, and every worker
must then have the module.

Streams are the same on all machines as long as montmort is, so another version
is refused, also on a worker that joins later.
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
from typing import TYPE_CHECKING, Any, TypeGuard
from urllib.parse import urlsplit

from montmort.games.errors import BadInput
from montmort.montecarlo.run_files.record import version_here
from montmort.montecarlo.runs.block import Block, play_block, told_in_a_line
from montmort.montecarlo.simulator import Simulator
from montmort.montecarlo.tally import Group

if TYPE_CHECKING:
    from distributed import Client

SUCH_AS = "tcp://192.168.1.2:8786"
GREETING = 40  # bytes: three lengths, and the first word of the handshake
ANSWERS = 5.0  # seconds that a scheduler may take to answer
UNPACKED = 4  # simulators that a worker keeps ready


@contextmanager
def connected(address: str) -> "Iterator[Client]":
    """Lend the client of the cluster whose scheduler listens at `address`, tcp://host:port.

    BadInput if none answers, if it has no workers, or if montmort is missing or
    of another version there.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise BadInput(f"clusters are reached by Dask ({error}); install montmort[dask]") from error
    for name in ("distributed", "distributed.client"):  # what is lost is told by us
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        _hear_greeting(*_host_and_port(address))
        client = Client(address, timeout=ANSWERS, set_as_default=False)
    except OSError as error:
        raise BadInput(
            f"no Dask scheduler answers at {address} ({error.strerror or error}); "
            f"give the address that `dask scheduler` tells, such as {SUCH_AS}"
        ) from error
    with client:
        _check(client, address)
        yield client


def _host_and_port(address: str) -> tuple[str, int]:
    """Return what a socket connects to; BadInput if that is no address.

    >>> _host_and_port("tcp://[::1]:8786"), _host_and_port("tcp://gandalf:8786")
    (('::1', 8786), ('gandalf', 8786))
    """
    with suppress(ValueError):  # what urlsplit says of it is about web pages
        parts = urlsplit(address)
        if parts.scheme == "tcp" and parts.hostname and parts.port and not parts.path:
            return parts.hostname, parts.port
    raise BadInput(
        f"a scheduler's address is tcp://host:port, such as {SUCH_AS}, and not {address!r}; "
        "one that asks for certificates is reached from Python, by a distributed.Client"
    )


def _hear_greeting(host: str, port: int) -> None:
    """Raise OSError unless who listens greets as Dask does, which would itself wait for ever."""
    with create_connection((host, port), ANSWERS) as caller, caller.makefile("rb") as heard:
        if b"compression" not in heard.read(GREETING):
            raise OSError("what listens there is another program")


def is_client(executor: object) -> "TypeGuard[Client]":
    """Whether it is a distributed.Client; where Dask was never imported, nothing is."""
    dask = sys.modules.get("distributed")
    return dask is not None and isinstance(executor, dask.Client)


def threads(client: "Client") -> int:
    """Return how many blocks the cluster plays at the same time, as it is now."""
    return max(1, sum(map(int, client.nthreads().values())))


def send_whole(module: ModuleType) -> None:
    """Have the functions of a module sent whole: no worker could import it."""
    from cloudpickle import register_pickle_by_value

    register_pickle_by_value(module)


def begun(client: "Client", play: Callable[..., Block], *task: Any) -> "Future[Block]":
    """Have `play(*task)` begun on the cluster.

    Like `client.get_executor().submit`, but however the block ends, so does its
    Future: that one's would wait for ever if the scheduler is lost while a result
    is on its way.  And Dask's future ends in a thread of Dask's: Python drops what is
    raised within `__del__`, and in the main thread that may be a Ctrl-C.
    """
    ours: Future[Block] = Future()
    theirs = [client.submit(play, *task, pure=False)]  # emptied when it is done
    theirs[0].add_done_callback(partial(_deliver, ours, theirs))
    ours.add_done_callback(partial(_cancel, theirs))
    return ours


def _cancel(theirs: list[Any], ours: "Future[Block]") -> None:
    if ours.cancelled():
        for future in theirs:
            future.cancel()


def _deliver(ours: "Future[Block]", theirs: list[Any], done: Any) -> None:
    theirs.clear()
    if ours.set_running_or_notify_cancel():
        try:
            ours.set_result(done.result())
        except Exception as error:
            ours.set_exception(error)


def packed(simulator: Simulator) -> tuple[Callable[..., Block], str, bytes]:
    """Return the function that plays a block anywhere, and its first arguments.

    BadInput if the simulator cannot be sent.
    """
    from cloudpickle import dumps

    try:
        return play, version_here(), dumps(simulator)
    except Exception as error:  # pickle raises what the objects' own methods raise
        raise BadInput(
            f"{simulator.label} cannot be sent to other machines ({told_in_a_line(error)}); "
            "play it on this one, without a cluster"
        ) from error


def play(
    version: str, packed: bytes, seed: int, number: int, plays: int, groups: Sequence[Group]
) -> Block:
    """Play a block as `play_block` does, on whatever machine this is."""
    _check_version(version_here(), "a worker", wanted=version)
    return play_block(_unpacked(packed), seed, number, plays, groups)


@lru_cache(UNPACKED)
def _unpacked(packed: bytes) -> Simulator:
    try:
        simulator: Simulator = loads(packed)
    except Exception as error:
        raise BadInput(
            f"the workers cannot read what they are to play ({told_in_a_line(error)}); what it "
            "imports must be there too: install it, or send it by Client.upload_file"
        ) from error
    return simulator


def _check(client: "Client", address: str) -> None:
    """Raise BadInput unless there are workers, and montmort as it is here."""
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


def _check_version(found: Any, where: str, wanted: str | None = None) -> None:
    """Raise BadInput unless montmort was found there in the version wanted, else in ours."""
    wanted = wanted or version_here()
    if found != wanted:
        has = (
            "has no montmort"
            if isinstance(found, PackageNotFoundError)
            else f"has montmort {found}"
        )
        raise BadInput(f"{where} {has}, and this run needs {wanted}; install that version there")
