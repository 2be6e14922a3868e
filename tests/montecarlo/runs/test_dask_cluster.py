"""A cluster of processes gives the result of one local worker, or a clear error."""

import os
import pickle
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest
from distributed import Client, Future

from benchmarks.machines import Machines
from montmort.games.errors import BadInput, SimulatorFailed, WorkersLost
from montmort.games.experiment import Experiment
from montmort.games.extras import MissingExtra
from montmort.games.treize import EXPERIMENTS, Game, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs import dask_cluster as cluster
from montmort.montecarlo.runs.block import Block, play_block, stream
from montmort.montecarlo.runs.dask_cluster import connect, pack
from montmort.montecarlo.runs.executors import is_picklable
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, simulator_of

KERNEL = replace(treize.simulator(Rules()), plays_per_block=100)
REFERENCE = simulator_of(EXPERIMENTS["game"], Rules(), game="treize", plays_per_block=50)
GROUP = ("points", "passes")


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with Machines() as machines:
        yield machines


@pytest.fixture(scope="module")
def client(machines: Machines) -> Iterator[Client]:
    with connect(machines.address) as client:
        yield client


def by_number(blocks: Iterator[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.number)


@pytest.mark.parametrize("simulator", [KERNEL, REFERENCE], ids=["kernel", "reference"])
def test_a_cluster_gives_the_blocks_of_one_worker_here(
    client: Client, simulator: Simulator
) -> None:
    asked = {"plays": 1230, "seed": 1713, "groups": [GROUP]}
    alone = list(play_blocks(simulator, **asked, workers=1))
    assert by_number(play_blocks(simulator, **asked, executor=client)) == alone


def test_dasks_own_executor_can_be_used_as_well(client: Client) -> None:
    alone = list(play_blocks(KERNEL, plays=430, seed=1, workers=1))
    with client.get_executor(pure=False) as pool:
        assert by_number(play_blocks(KERNEL, plays=430, seed=1, executor=pool)) == alone


def test_local_functions_are_pickled_by_value(client: Client) -> None:
    def step(rules, state, chance, table):
        return None, Game(chance.pick([1, 2]), 1, 1)

    coin = Experiment(name="game", outcome=Game, start=lambda rules, chance: 0, step=step)
    simulator = simulator_of(coin, None, game="coin", plays_per_block=20)
    here, there = (
        by_number(play_blocks(simulator, plays=90, seed=3, **how))
        for how in ({"workers": 1}, {"executor": client})
    )
    assert here == there


def test_no_interrupt_is_lost_when_a_future_of_dask_ends(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exceptions within `__del__` are ignored, and Ctrl-C is raised in the main thread."""
    ended = []

    def end(self: Future) -> None:
        ended.append(threading.current_thread() is threading.main_thread())
        finalized(self)

    finalized = Future.__del__
    monkeypatch.setattr(Future, "__del__", end)
    blocks = list(play_blocks(KERNEL, plays=3000, seed=1, executor=client))
    deadline = time.monotonic() + 60
    while len(ended) < len(blocks) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert ended == [False] * len(blocks)


def test_a_bounded_number_of_blocks_is_submitted(client: Client) -> None:
    """Two for each of two workers, of the 10**10 of 10**12 plays; none is left on the cluster."""
    blocks = play_blocks(KERNEL, plays=10**12, seed=1, executor=client)
    most = max(len(client.futures) for _ in islice(blocks, 60))
    blocks.close()
    assert 2 <= most <= 4 + 1  # the last one may not have been forgotten yet


def test_a_block_that_raises_is_reported_and_those_before_it_are_saved(
    client: Client, tmp_path: Path
) -> None:
    """When the error is fixed, the run is resumed and gives the uninterrupted result."""
    third = stream(REFERENCE.identity, 1, 3).random()

    def fails(rules, rng, plays):
        if rng.random() == third:
            raise ZeroDivisionError("the third")
        return {name: {1: plays} for name in Game._fields}

    def fixed(rules, rng, plays):
        return {name: {1: plays} for name in Game._fields}

    path, kept = tmp_path / "runs.jsonl", []
    broken, whole = replace(REFERENCE, counter=fails), replace(REFERENCE, counter=fixed)
    with pytest.raises(SimulatorFailed, match="ZeroDivisionError: the third, in block 3 of"):
        kept.extend(saved_run(broken, seed=1, save=path).blocks(plays=1000, executor=client))
    assert {0, 1, 2} <= {block.number for block in kept} <= {*range(20)} - {3}
    rest = list(saved_run(whole, save=path).blocks(plays=1000, executor=client))
    assert by_number(rest) == list(play_blocks(whole, plays=1000, seed=1, workers=1))
    assert len(path.read_text().splitlines()) == 20


def test_a_simulator_that_cannot_be_pickled_is_refused(client: Client) -> None:
    simulator = replace(REFERENCE, rules=threading.Lock(), by_rules=None)
    object.__setattr__(simulator, "identity", REFERENCE.identity)
    with pytest.raises(BadInput, match="cannot be sent to other machines"):
        next(play_blocks(simulator, plays=10, executor=client))


def test_a_module_missing_on_the_workers_is_reported(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def counter(rules, rng, plays):\n    return {}\n")
    monkeypatch.syspath_prepend(tmp_path)
    simulator = replace(REFERENCE, counter=import_module("only_here").counter)
    with pytest.raises(BadInput, match=r"cannot read .* No module named 'only_here'.*upload_file"):
        next(play_blocks(simulator, plays=10, executor=client))


def test_another_version_is_refused_at_once_and_on_a_worker_that_joins_later(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, version, simulator = pack(KERNEL)
    assert play(version, simulator, 1, 0, 100, ()) == play_block(KERNEL, 1, 0, 100)
    with pytest.raises(BadInput, match=r"a worker has montmort .*, but this run needs 1706;"):
        play("1706", simulator, 1, 0, 100, ())
    monkeypatch.setattr(cluster, "installed_version", lambda: "1706")
    with (
        pytest.raises(BadInput, match=r"the scheduler at .* but this run needs 1706; install"),
        connect(machines.address),
    ):
        pass


def test_a_scheduler_without_workers_is_reported() -> None:
    with (
        Machines(workers=0) as machines,
        pytest.raises(BadInput, match="has no workers; start some by `dask worker tcp:"),
        connect(machines.address),
    ):
        pass


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        *((text, "address is tcp://host:port") for text in ("", "nonsense", "tcp://", "tcp://a")),
        ("tls://127.0.0.1:8786", "one with certificates can be a distributed.Client"),
        ("tcp://127.0.0.1:99999", "address is tcp://host:port"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1 ("),
        ("tcp://nowhere.invalid:8786", "no Dask scheduler answers at tcp://nowhere.invalid:8786"),
    ],
)
def test_an_address_without_a_scheduler_is_reported(address: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught, connect(address):
        pass
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("greeting", "sentence"),
    [
        (b"", "timed out"),
        (b"SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n", "another program listens"),
    ],
    ids=["nothing", "something else"],
)
def test_another_program_at_the_address_is_reported(
    greeting: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        caller = threading.Thread(target=_greet, args=(server, greeting))
        caller.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(BadInput, match=sentence), connect(address):
            pass
        caller.join()


def _greet(server: socket.socket, greeting: bytes) -> None:
    caller, _ = server.accept()
    with caller:
        caller.sendall(greeting)
        caller.recv(1)  # until it disconnects


def test_without_dask_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(MissingExtra, match=r"pip install \"montmort\[dask\]\""),
        connect("tcp://127.0.0.1:8786"),
    ):
        pass


def test_another_object_as_executor_is_refused() -> None:
    with pytest.raises(BadInput, match=r"executor=3 must be a concurrent\.futures\.Executor"):
        play_blocks(KERNEL, plays=1, executor=3)


DEADLY = """
import multiprocessing, os, signal

def counter(rules, rng, plays):
    assert multiprocessing.parent_process() is not None, "played in the process of the tests"
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Simulator:
    """A simulator that kills the process that plays it.

    It is never compiled: compiled plays run in threads, and other tests may have
    compiled those of `REFERENCE`.
    """
    (tmp_path / "deadly.py").write_text(DEADLY)
    monkeypatch.syspath_prepend(tmp_path)
    return replace(REFERENCE.played(False), counter=import_module("deadly").counter)


def test_files_named_like_a_word_of_the_simulator_do_not_matter(
    deadly: Simulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file loaded by its path has no spec; "cards" is also a field of the rules of Treize."""
    assert is_picklable(deadly)
    for name in ("cards", "rules", "game"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    assert is_picklable(deadly)
    monkeypatch.setattr(sys.modules["deadly"], "__spec__", None)
    assert not is_picklable(deadly)


def test_killed_worker_processes_are_reported(deadly: Simulator) -> None:
    with pytest.raises(WorkersLost, match=r"the worker processes died.*start the run again"):
        next(play_blocks(deadly, plays=100, seed=1, workers=2))


@pytest.mark.slow
def test_a_block_that_kills_its_workers_is_reported(deadly: Simulator) -> None:
    """Dask gives it to four workers."""
    killing = replace(
        deadly, counter=lambda rules, rng, plays: os.kill(os.getpid(), signal.SIGKILL)
    )
    with (
        Machines(workers=1) as machines,
        connect(machines.address) as client,
        pytest.raises(WorkersLost, match=r"the worker processes died \(KilledWorker: .*resume"),
    ):
        next(play_blocks(killing, plays=50, seed=1, executor=client))


def test_an_error_of_the_play_is_not_a_lost_worker() -> None:
    """Only errors from the executor's own package are."""
    with pytest.raises(SimulatorFailed):
        list(play_blocks(replace(REFERENCE, counter=os.path.join), plays=10, workers=1))
    assert pickle.loads(pickle.dumps(WorkersLost("gone"))).args == ("gone",)
