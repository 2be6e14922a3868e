"""What ends a run, or a part of it, costs no block: each fault of `benchmarks/faults.py`, once.

And what a person then reads, and the exit code.
"""

import json
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.faults import FAULTS, PATIENCE, Bench, trial
from benchmarks.machines import Machines

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    bench = Bench(4 * 10**7, Machines().__enter__())
    bench.measure(tmp_path_factory.mktemp("undisturbed"))
    yield bench
    bench.machines.__exit__(None, None, None)


def until_two_blocks_are_saved(path: Path) -> None:
    """The first of them is counted then."""
    deadline = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_bytes().count(b"\n") >= 2):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("fault", FAULTS)
def test_no_block_is_lost_or_doubled(bench: Bench, fault: str, tmp_path: Path) -> None:
    end = trial(bench, fault, tmp_path / "runs.jsonl", random.Random(1713))
    assert (end.lost, end.doubled, end.same) == (0, 0, True)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_on_a_cluster_what_was_counted_is_told(
    bench: Bench, blow: int, tmp_path: Path
) -> None:
    path = tmp_path / "runs.jsonl"

    def hit(command: Any) -> None:
        until_two_blocks_are_saved(path)
        command.send_signal(blow)

    ended = bench.played(path, cluster=True, hit=hit)
    assert (ended.code, "interrupted; this is what was counted" in ended.complaint) == (130, True)
    told = json.loads(ended.told)
    assert 0 < told["meta"]["plays"] < bench.plays
    again = bench.played(path, cluster=True)
    assert json.loads(again.told)["answers"] == bench.histograms


def test_a_lost_scheduler_is_one_sentence(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"

    def hit(_: Any) -> None:
        until_two_blocks_are_saved(path)
        bench.machines.scheduler.kill()

    ended = bench.played(path, cluster=True, hit=hit)
    bench.replace_machines()
    assert (ended.code, ended.told) == (2, "")
    sentence = ended.complaint.splitlines()[-1]
    assert sentence.startswith("montmort simulate: those who play were lost (FutureCancelledError")
    assert sentence.endswith("start it again, and it goes on from there")
