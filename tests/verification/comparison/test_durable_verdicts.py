"""A verification that was killed and started again gives the verdict of an uninterrupted one."""

import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.exact.law import Law
from montmort.games.errors import BadInput
from montmort.montecarlo.run_files import resume as saving
from montmort.montecarlo.run_files.file import append
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.runs.block import Block, play_block
from montmort.verification import Crosscheck, Decision, crosscheck
from tests.verification.comparison.durable import SIMULATOR, SIZE, judged

WHOLE = 5 * SIZE
WIDE = {"points": Fraction(1, 10), "passes": Fraction(1, 20), "cards": Fraction(1, 5)}


@cache
def block(number: int) -> Block:
    return play_block(SIMULATOR, 7, number, SIZE)


@cache
def uninterrupted() -> list[tuple[Any, ...]]:
    return evidence(judged(None, seed=7, plays=WHOLE))


def evidence(result: Crosscheck) -> list[tuple[Any, ...]]:
    verdicts = [(v.field, v.decision, v.log10_e, v.plays, v.interval) for v in result.verdicts]
    return [*verdicts, (result.tally, result.seed)]


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


ENDLESS = """
import sys
from tests.verification.comparison.durable import judged
result = judged(sys.argv[1], seed=7, plays=10**9, workers=2)
sys.exit(130 if result.interrupted else 0)
"""


@pytest.mark.slow
def test_kill_9_and_a_second_start_give_the_same_verdict(tmp_path: Path) -> None:
    """Killed twice by SIGKILL, then stopped by Ctrl-C, each time in the middle of playing."""
    path = tmp_path / "runs.jsonl"
    for blow, code in ((signal.SIGKILL, -9), (signal.SIGKILL, -9), (signal.SIGINT, 130)):
        there = lines(path)
        command = [sys.executable, "-c", ENDLESS, str(path)]
        with subprocess.Popen(
            command,
            cwd=Path(__file__).parents[3],
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        ) as child:  # also where the tests, in the background, ignore Ctrl-C
            while lines(path) < there + 3:
                assert child.poll() is None
                time.sleep(0.001)
            child.send_signal(blow)
        assert child.returncode == code
        assert lines(path) >= there + 3
    (run,) = Union([path]).runs
    plays = (len(run.places) + 2) * SIZE + 1234
    whole = judged(None, seed=7, plays=plays)
    assert evidence(judged(path, plays=plays)) == evidence(whole)
    assert [look.plays for look in judged(path, plays=plays).looks] == [
        look.plays for look in whole.looks
    ]


@pytest.mark.slow
@settings(max_examples=10)
@given(
    st.sets(st.integers(0, 12)),
    st.one_of(st.none(), st.integers(1, 60_000)),
    st.randoms(use_true_random=False),
)
def test_any_blocks_in_any_order_give_the_same_verdict(
    tmp_path_factory: pytest.TempPathFactory, there: set[int], plays: int | None, order: Any
) -> None:
    """A run of fixed length, and one that ends when all is decided."""
    path = tmp_path_factory.mktemp("run") / "runs.jsonl"
    for number in order.sample(sorted(there), len(there)):
        append(path, block(number))
    again = judged(path, seed=7, plays=plays, margins=WIDE)
    assert evidence(again) == evidence(judged(None, seed=7, plays=plays, margins=WIDE))
    if plays is None:
        assert again.decision is Decision.CONSISTENT


def test_what_was_decided_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    first = judged(path, seed=7, margins=WIDE)
    size = path.stat().st_size
    played = []

    def counter(rules: Any, rng: Any, plays: int) -> Any:
        played.append(plays)
        return SIMULATOR.counter(rules, rng, plays)

    counted = replace(SIMULATOR, counter=counter)
    assert evidence(judged(path, margins=WIDE, simulator=counted)) == evidence(first)
    assert (len(played), path.stat().st_size) == (1, size)  # one block, to see that it is right


@pytest.mark.parametrize("last", [0, 1, 3])
def test_ctrl_c_while_a_block_is_saved_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: int
) -> None:
    path, write, calls = tmp_path / "runs.jsonl", saving.append, []

    def interrupted(where: Path, block: Any) -> None:
        write(where, block)
        calls.append(block)
        if len(calls) > last:
            raise KeyboardInterrupt

    monkeypatch.setattr(saving, "append", interrupted)
    cut = judged(path, seed=7, plays=WHOLE, workers=1)
    assert cut.interrupted
    monkeypatch.undo()
    assert lines(path) == last + 1
    assert evidence(judged(path, plays=WHOLE)) == uninterrupted()
    assert lines(path) == 5


def test_two_results_of_one_block_are_invalid(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    for played in (block(0), block(1), replace(block(1), tally=block(0).tally)):
        append(path, played)
    result = judged(path, plays=SIZE)
    assert {verdict.decision for verdict in result.verdicts} == {Decision.INVALID}
    assert "line 2 of" in result.verdicts[0].reason
    assert "two different results" in result.verdicts[0].reason


def test_the_beginning_is_reported(tmp_path: Path) -> None:
    path, begun = tmp_path / "runs.jsonl", []
    began = lambda run: begun.append((run.seed, run.held.plays))  # noqa: E731
    judged(path, seed=7, plays=2 * SIZE, began=began)
    judged(path, plays=3 * SIZE, began=began)
    assert begun == [(7, 0), (7, 2 * SIZE)]


def is_six(rng: Any) -> bool:
    return bool(rng.integers(6) == 5)


def test_a_simulator_of_ones_own_is_saved(tmp_path: Path) -> None:
    path, law = tmp_path / "runs.jsonl", Law(weights={False: 5, True: 1})
    how: dict[str, Any] = {"exact": law, "simulator": is_six, "workers": 1}
    cut = crosscheck(save=path, plays=9000, seed=3, **how)
    assert cut.tally is not None
    assert cut.tally.plays == 9000
    longer = crosscheck(save=path, plays=20_000, **how)
    assert evidence(longer) == evidence(crosscheck(plays=20_000, seed=3, **how))
    assert lines(path) == 6  # blocks of 4096: two and a cut one, that one whole, one and a cut one
    with pytest.raises(BadInput, match=r"holds plays of is_six .* not of treize"):
        judged(path)
