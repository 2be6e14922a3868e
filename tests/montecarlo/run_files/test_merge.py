"""The union of run files counts every block once and reports contradictions."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.block import play_block
from tests.montecarlo.run_files.saved_blocks import (
    FALSE,
    IN_ORDER,
    SHORT,
    SIMULATOR,
    WHOLE,
    write_lines,
)


def test_overlapping_files_count_every_block_once(tmp_path: Path) -> None:
    one = write_lines(tmp_path / "a.jsonl", *WHOLE[:5])
    other = write_lines(tmp_path / "b.jsonl", *WHOLE[3:], WHOLE[0])
    (run,) = Union([one, other, one]).runs
    assert list(run) == IN_ORDER
    assert run.tally.plays == run.plays == 160
    assert not run.conflicts


def test_the_longer_version_of_a_block_counts(tmp_path: Path) -> None:
    for lines in ([WHOLE[3], line_of(SHORT)], [line_of(SHORT), WHOLE[3]]):
        (run,) = Union([write_lines(tmp_path / "a.jsonl", *lines)]).runs
        assert list(run) == [IN_ORDER[3]]
        assert list(run.gaps) == [(0, 2)]


def test_two_results_of_one_block_are_a_conflict(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *WHOLE[:4], line_of(FALSE))
    (run,) = Union([path]).runs
    assert len(run.conflicts) == 1
    with pytest.raises(InvalidCounts, match=r"line 4 of .* and line 5 of .* two different results"):
        run.check()
    with pytest.raises(InvalidCounts, match="two different"):
        list(saved_run(SIMULATOR, save=path).blocks(plays=20, workers=1))


def test_a_file_that_changed_while_it_was_read_is_noticed(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *WHOLE)
    (run,) = Union([path]).runs
    write_lines(path, line_of(SHORT), *WHOLE)
    with pytest.raises(BadInput):
        list(run)
    path.unlink()
    with pytest.raises(BadInput, match="cannot read"):
        list(run)


def test_runs_are_distinguished(tmp_path: Path) -> None:
    other = play_block(SIMULATOR, 2, 0, 20)
    unrelated = play_block(treize.simulator(Rules()), 1, 0, 20)
    path = write_lines(tmp_path / "a.jsonl", *map(line_of, [*IN_ORDER, other, unrelated]))
    assert [(run.seed, run.plays) for run in Union([path]).runs] == [(1, 20), (1, 160), (2, 20)]
    assert list(Union([path]).of(SIMULATOR.identity)[2]) == [other]


def test_a_long_file_is_small_in_memory(tmp_path: Path) -> None:
    """Only the position of a block is in memory: its histogram stays in the file."""
    path = tmp_path / "a.jsonl"
    numbers = random.Random(1).sample(range(3000), 3000)
    write_lines(path, *(line_of(replace(IN_ORDER[0], number=number)) for number in numbers))
    (run,) = Union([path]).runs
    assert run.plays == 60_000
    assert [number for number, _ in zip(range(10), run, strict=False)] == list(range(10))
    assert {type(part) for place in run.places.values() for part in place} <= {
        int,
        frozenset,
        type(path),
    }
