"""Each fault of `benchmarks/faults.py`, once: no block is lost.

Also the message that the user gets, and the exit code.
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
    bench.measure(tmp_path_factory.mktemp("uninterrupted"))
    yield bench
    bench.machines.__exit__(None, None, None)


def until_two_blocks_are_saved(path: Path) -> None:
    """By then the first of them is counted."""
    deadline = time.monotonic() + PATIENCE
    while not (path.exists() and path.read_bytes().count(b"\n") >= 2):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("fault", FAULTS)
def test_no_block_is_lost_or_duplicated(bench: Bench, fault: str, tmp_path: Path) -> None:
    end = trial(bench, fault, tmp_path / "runs.jsonl", random.Random(1713))
    assert (end.lost, end.duplicated, end.same) == (0, 0, True)


@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGTERM])
def test_after_an_interrupt_on_a_cluster_the_counts_are_printed(
    bench: Bench, blow: int, tmp_path: Path
) -> None:
    path = tmp_path / "runs.jsonl"

    def hit(command: Any) -> None:
        until_two_blocks_are_saved(path)
        command.send_signal(blow)

    ended = bench.run(path, cluster=True, hit=hit)
    assert (ended.code, "interrupted; this is what was counted" in ended.errors) == (130, True)
    printed = json.loads(ended.output)
    assert 0 < printed["meta"]["plays"] < bench.plays
    again = bench.run(path, cluster=True)
    assert json.loads(again.output)["answers"] == bench.histograms


def test_a_lost_scheduler_gives_one_message(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"

    def hit(_: Any) -> None:
        until_two_blocks_are_saved(path)
        bench.machines.scheduler.kill()

    ended = bench.run(path, cluster=True, hit=hit)
    bench.replace_machines()
    assert (ended.code, ended.output) == (2, "")
    sentence = ended.errors.splitlines()[-1]
    assert sentence.startswith("montmort simulate: the worker processes died (FutureCancelledError")
    assert sentence.endswith("start the run again to resume from there")
