"""A resumed run gives the result of an uninterrupted run."""

from collections import deque
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files.file import append
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.runs.run import play_blocks
from tests.montecarlo.run_files.saved_blocks import (
    IN_ORDER,
    SHORT,
    SIMULATOR,
    WHOLE,
    blocks_in,
    in_order,
    write_lines,
)


def blocks(path: Path, plays: int, **how: object) -> list[Block]:
    return in_order(saved_run(SIMULATOR, save=path).blocks(plays=plays, workers=2, **how))


@given(
    st.lists(st.integers(0, 7), unique=True, min_size=1),
    st.integers(1, 160),
    st.booleans(),
)
def test_the_result_is_that_of_an_uninterrupted_run(
    tmp_path_factory: pytest.TempPathFactory, saved: list[int], plays: int, cut: bool
) -> None:
    """For any saved blocks, in any order, and for any requested length."""
    saved_lines = [line_of(SHORT) if cut and n == 3 else WHOLE[n] for n in saved]
    path = write_lines(tmp_path_factory.mktemp("run") / "a.jsonl", *saved_lines)
    uninterrupted = in_order(play_blocks(SIMULATOR, plays=plays, seed=1, workers=1))
    assert blocks(path, plays) == uninterrupted
    lines = path.read_bytes().count(b"\n")
    assert blocks(path, plays) == uninterrupted
    assert path.read_bytes().count(b"\n") == lines
    kept = {block.number: block for block in blocks_in(path)}
    assert all(kept[block.number].plays >= block.plays for block in uninterrupted)
    assert set(saved) <= set(kept)


def test_saved_blocks_come_in_order(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", WHOLE[7], WHOLE[0], WHOLE[5], WHOLE[2], WHOLE[1])
    out: list[int] = []
    for block in saved_run(SIMULATOR, save=path).blocks(plays=160, workers=1):
        if block.number in {7, 0, 5, 2, 1}:
            assert sorted(out) == list(range(block.number))
        out.append(block.number)
    assert sorted(out) == list(range(8))


def test_a_sufficient_file_is_not_extended(tmp_path: Path) -> None:
    """One of its blocks is played again, to see that it is one of this simulator."""
    path = write_lines(tmp_path / "a.jsonl", *WHOLE)
    played = []

    def counter(rules: Any, rng: Any, plays: int) -> Any:
        played.append(plays)
        return SIMULATOR.counter(rules, rng, plays)

    run = saved_run(replace(SIMULATOR, counter=counter), save=path)
    assert list(run.blocks(plays=100, workers=1)) == IN_ORDER[:5]
    assert len(played) == 1
    assert path.read_bytes() == b"".join(WHOLE)


def test_a_forged_block_of_a_sufficient_file_is_found(tmp_path: Path) -> None:
    """Its line has the right checksum; which block is played again is drawn by lot."""
    forged = [line_of(replace(IN_ORDER[0], tally=IN_ORDER[1].tally)), *WHOLE[1:5]]
    path = write_lines(tmp_path / "a.jsonl", *forged)
    run = saved_run(SIMULATOR, save=path)
    tries = (run.blocks(plays=100, workers=1) for _ in range(200))
    with pytest.raises(InvalidCounts, match="block 0 of seed 1 has two different results"):
        deque(map(list, tries))  # all miss it with a chance of (4/5)^200 < 1e-19


def test_a_simulator_that_has_changed_is_detected(tmp_path: Path) -> None:
    """Its identity is the same, because neither name nor version has changed."""
    path = write_lines(tmp_path / "a.jsonl", *WHOLE[:3])
    fair = SIMULATOR.counter
    lucky = replace(
        SIMULATOR, counter=lambda rules, rng, plays: fair(rules, rng.spawn(1)[0], plays)
    )
    run = saved_run(lucky, save=path)
    for plays in (160, 60):
        with pytest.raises(InvalidCounts, match="of seed 1 has two different results"):
            list(run.blocks(plays=plays, workers=2))
    assert path.read_bytes() == b"".join(WHOLE[:3])


def test_the_same_name_for_other_plays_is_explained(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *WHOLE)
    with pytest.raises(BadInput, match=r"\], which has changed since; save to another file"):
        saved_run(replace(SIMULATOR, inputs_digest="another table"), save=path)


def test_a_shortened_block_must_be_a_prefix_of_the_saved_one(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", line_of(replace(IN_ORDER[0], tally=IN_ORDER[1].tally)))
    with pytest.raises(InvalidCounts, match="of 19 and of 20 plays"):
        list(saved_run(SIMULATOR, save=path).blocks(plays=19, workers=1))


def test_joint_histograms_are_played_unless_they_are_saved(tmp_path: Path) -> None:
    path, groups = write_lines(tmp_path / "a.jsonl", *WHOLE[:2]), [("points", "cards")]
    uninterrupted = in_order(play_blocks(SIMULATOR, plays=60, seed=1, groups=groups, workers=1))
    assert blocks(path, 60, groups=groups) == uninterrupted
    assert blocks(path, 60, groups=groups) == uninterrupted
    assert path.read_bytes().count(b"\n") == 5
    assert blocks(path, 60) == IN_ORDER[:3]


def test_the_only_seed_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = saved_run(SIMULATOR, save=path)
    list(first.blocks(plays=20, workers=1))
    assert saved_run(SIMULATOR, save=path).seed == first.seed
    assert saved_run(SIMULATOR, seed=2, save=path).held.plays == 0
    list(saved_run(SIMULATOR, seed=2, save=path).blocks(plays=20, workers=1))
    with pytest.raises(BadInput, match=r"with the seeds .*2.*; give the seed of the run to resume"):
        saved_run(SIMULATOR, save=path)
    assert saved_run(SIMULATOR, seed=2, save=path).held.plays == 20


def test_a_file_of_another_experiment_is_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *WHOLE)
    other = treize.simulator(Rules())
    with pytest.raises(BadInput, match=r"ranks=3.* not of .*ranks=13.*; save to another file"):
        saved_run(other, seed=1, save=path)
    append(path, play_block(other, 1, 0, 20))  # but a merged file may hold both
    assert saved_run(other, save=path).held.plays == 20
    assert saved_run(SIMULATOR, save=path).held.plays == 160


def test_blocks_of_another_size_are_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", *WHOLE)
    smaller = replace(SIMULATOR, plays_per_block=10)
    with pytest.raises(BadInput, match="has 20 plays, but a block of this simulator has 10"):
        saved_run(smaller, save=path).blocks(plays=100)


@pytest.mark.parametrize("save", [3, False, b"a.jsonl", 1.5, "a\0b", ["a.jsonl"]])
def test_save_must_be_a_path(save: object) -> None:
    with pytest.raises(
        BadInput, match=r"^save=.* must be the path of a run file, a str or a Path$"
    ):
        saved_run(SIMULATOR, save=save)


def test_without_a_file_nothing_is_saved() -> None:
    run = saved_run(SIMULATOR, seed=1)
    assert in_order(run.blocks(plays=160, workers=1)) == IN_ORDER
    assert 0 <= saved_run(SIMULATOR).seed < 2**64
