"""A cluster of processes gives what one worker here gives, or says in a sentence why not."""

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

import pytest
from distributed import Client, Future

from benchmarks.machines import Machines
from montmort.games.errors import BadInput, SimulatorFailed, WorkersLost
from montmort.games.experiment import Experiment
from montmort.games.treize import EXPERIMENTS, Game, Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs import dask_cluster as cluster
from montmort.montecarlo.runs.block import Block, play_block, stream
from montmort.montecarlo.runs.dask_cluster import connected, packed
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.simulator import Simulator, simulator_of

KERNEL = replace(treize.simulator(Rules()), plays_per_block=100)
REFEREE = simulator_of(EXPERIMENTS["game"], Rules(), game="treize", plays_per_block=50)
GROUP = ("points", "passes")


@pytest.fixture(scope="module")
def machines() -> Iterator[Machines]:
    with Machines() as machines:
        yield machines


@pytest.fixture(scope="module")
def client(machines: Machines) -> Iterator[Client]:
    with connected(machines.address) as client:
        yield client


def by_number(blocks: Iterator[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.number)


@pytest.mark.parametrize("simulator", [KERNEL, REFEREE], ids=["kernel", "referee"])
def test_a_cluster_gives_the_blocks_of_one_worker_here(
    client: Client, simulator: Simulator
) -> None:
    asked = {"plays": 1230, "seed": 1713, "groups": [GROUP]}
    alone = list(play_blocks(simulator, **asked, workers=1))
    assert by_number(play_blocks(simulator, **asked, executor=client)) == alone


def test_its_own_executor_is_one_like_any_other(client: Client) -> None:
    alone = list(play_blocks(KERNEL, plays=430, seed=1, workers=1))
    with client.get_executor(pure=False) as pool:
        assert by_number(play_blocks(KERNEL, plays=430, seed=1, executor=pool)) == alone


def test_what_stands_in_no_module_is_sent_whole(client: Client) -> None:
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
    """What is raised within `__del__` is dropped, and the main thread is where Ctrl-C is raised."""
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


def test_a_bounded_number_of_blocks_is_on_the_way(client: Client) -> None:
    """Two for each of two workers, of 10**10 that 10**12 plays have; none is left behind."""
    blocks = play_blocks(KERNEL, plays=10**12, seed=1, executor=client)
    most = max(len(client.futures) for _ in islice(blocks, 60))
    blocks.close()
    assert 2 <= most <= 4 + 1  # the last one may not have been forgotten yet


def test_a_block_that_raises_is_told_and_those_before_it_are_kept(
    client: Client, tmp_path: Path
) -> None:
    """Mended, the run goes on from the file and ends as if nothing had happened."""
    third = stream(REFEREE.identity, 1, 3).random()

    def fails(rules, rng, plays):
        if rng.random() == third:
            raise ZeroDivisionError("the third")
        return {name: {1: plays} for name in Game._fields}

    def mended(rules, rng, plays):
        return {name: {1: plays} for name in Game._fields}

    path, kept = tmp_path / "runs.jsonl", []
    broken, whole = replace(REFEREE, counter=fails), replace(REFEREE, counter=mended)
    with pytest.raises(SimulatorFailed, match="ZeroDivisionError: the third, in block 3 of"):
        kept.extend(saved_run(broken, seed=1, save=path).blocks(plays=1000, executor=client))
    assert {0, 1, 2} <= {block.number for block in kept} <= {*range(20)} - {3}
    rest = list(saved_run(whole, save=path).blocks(plays=1000, executor=client))
    assert by_number(rest) == list(play_blocks(whole, plays=1000, seed=1, workers=1))
    assert len(path.read_text().splitlines()) == 20


def test_what_cannot_be_packed_is_refused(client: Client) -> None:
    simulator = replace(REFEREE, rules=threading.Lock())
    object.__setattr__(simulator, "identity", REFEREE.identity)
    with pytest.raises(BadInput, match="cannot be sent to other machines"):
        next(play_blocks(simulator, plays=10, executor=client))


def test_what_the_workers_do_not_have_is_told(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "only_here.py").write_text("def counter(rules, rng, plays):\n    return {}\n")
    monkeypatch.syspath_prepend(tmp_path)
    simulator = replace(REFEREE, counter=import_module("only_here").counter)
    with pytest.raises(BadInput, match=r"cannot read .* No module named 'only_here'.*upload_file"):
        next(play_blocks(simulator, plays=10, executor=client))


def test_another_version_is_refused_at_once_and_on_a_worker_that_joins_later(
    machines: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, version, simulator = packed(KERNEL)
    assert play(version, simulator, 1, 0, 100, ()) == play_block(KERNEL, 1, 0, 100)
    with pytest.raises(BadInput, match=r"a worker has montmort .*, and this run needs 1706;"):
        play("1706", simulator, 1, 0, 100, ())
    monkeypatch.setattr(cluster, "version_here", lambda: "1706")
    with (
        pytest.raises(BadInput, match=r"the scheduler at .* and this run needs 1706; install"),
        connected(machines.address),
    ):
        pass


def test_a_scheduler_without_workers_is_told() -> None:
    with (
        Machines(workers=0) as machines,
        pytest.raises(BadInput, match="has no workers; start some by `dask worker tcp:"),
        connected(machines.address),
    ):
        pass


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        *((text, "address is tcp://host:port") for text in ("", "nonsense", "tcp://", "tcp://a")),
        ("tls://127.0.0.1:8786", "one that asks for certificates is reached from Python"),
        ("tcp://127.0.0.1:99999", "address is tcp://host:port"),
        ("tcp://127.0.0.1:1", "no Dask scheduler answers at tcp://127.0.0.1:1 ("),
        ("tcp://nowhere.invalid:8786", "no Dask scheduler answers at tcp://nowhere.invalid:8786"),
    ],
)
def test_an_address_where_no_scheduler_is_is_told(address: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught, connected(address):
        pass
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("greeting", "sentence"),
    [(b"", "timed out"), (b"SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n", "is another program")],
    ids=["nothing", "something else"],
)
def test_another_program_at_the_address_is_told(
    greeting: bytes, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "ANSWERS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as server:
        caller = threading.Thread(target=_greet, args=(server, greeting))
        caller.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(BadInput, match=sentence), connected(address):
            pass
        caller.join()


def _greet(server: socket.socket, greeting: bytes) -> None:
    caller, _ = server.accept()
    with caller:
        caller.sendall(greeting)
        caller.recv(1)  # until he leaves


def test_without_dask_it_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(BadInput, match=r"install montmort\[dask\]"),
        connected("tcp://127.0.0.1:8786"),
    ):
        pass


def test_what_is_no_executor_is_refused() -> None:
    with pytest.raises(BadInput, match=r"executor=3 must be a concurrent\.futures\.Executor"):
        play_blocks(KERNEL, plays=1, executor=3)


DEADLY = """
import os, signal

def counter(rules, rng, plays):
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture
def deadly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Simulator:
    """A simulator that kills the process that plays it."""
    (tmp_path / "deadly.py").write_text(DEADLY)
    monkeypatch.syspath_prepend(tmp_path)
    return replace(REFEREE, counter=import_module("deadly").counter)


def test_processes_of_this_machine_that_were_killed_are_told(deadly: Simulator) -> None:
    with pytest.raises(WorkersLost, match=r"those who play were lost.*goes on from there"):
        next(play_blocks(deadly, plays=100, seed=1, workers=2))


@pytest.mark.slow
def test_a_block_that_kills_whoever_plays_it_is_told(deadly: Simulator) -> None:
    """Dask gives it to four workers."""
    killing = replace(
        deadly, counter=lambda rules, rng, plays: os.kill(os.getpid(), signal.SIGKILL)
    )
    with (
        Machines(workers=1) as machines,
        connected(machines.address) as client,
        pytest.raises(WorkersLost, match=r"those who play were lost \(KilledWorker: .*goes on"),
    ):
        next(play_blocks(killing, plays=50, seed=1, executor=client))


def test_an_error_of_the_play_is_no_loss() -> None:
    """Only what comes from the executor's own package is."""
    with pytest.raises(SimulatorFailed):
        list(play_blocks(replace(REFEREE, counter=os.getpid), plays=10, workers=1))
    assert pickle.loads(pickle.dumps(WorkersLost("gone"))).args == ("gone",)
