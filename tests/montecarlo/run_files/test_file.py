"""No finished block is lost or counted twice, however the run that wrote it was stopped."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from montmort.games.errors import BadInput
from montmort.montecarlo.run_files import file as run_file
from montmort.montecarlo.run_files.file import append, lines_in
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.run_files.record import line_of
from montmort.montecarlo.run_files.resume import saved_run
from tests.montecarlo.run_files.saved_blocks import (
    IN_ORDER,
    SIMULATOR,
    WHOLE,
    blocks_in,
    forge,
    in_order,
    write_lines,
)


def test_appended_blocks_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for number, block in enumerate(IN_ORDER):
        append(path, block)
        assert blocks_in(path) == IN_ORDER[: number + 1]
    assert path.read_bytes() == b"".join(WHOLE)


def test_a_block_is_on_the_disk_before_it_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, synced = tmp_path / "a.jsonl", []
    fsync = os.fsync

    def watched(file: int) -> None:
        fsync(file)
        synced.append(path.read_bytes().count(b"\n"))

    monkeypatch.setattr(os, "fsync", watched)
    blocks = saved_run(SIMULATOR, seed=1, save=path).blocks(plays=160, workers=1)
    for out, _ in enumerate(blocks, start=1):
        assert max(synced) >= out
    assert sorted(set(synced)) == list(range(1, 9))


def test_a_newer_line_without_its_newline_is_not_cut_off(tmp_path: Path) -> None:
    newer = forge(WHOLE[1], format=3)[:-1]
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], newer)
    with pytest.raises(BadInput, match=r"line 2 of .* has format 3"):
        saved_run(SIMULATOR, save=path)
    with pytest.raises(BadInput, match=r"last line of .* has format 3"):
        append(path, IN_ORDER[2])
    union = Union([path], strict=False)
    assert (union.torn, len(union.faults)) == ([], 1)
    assert path.read_bytes() == WHOLE[0] + newer


@pytest.mark.slow
@pytest.mark.parametrize("zeros", [0, 3])
def test_a_line_torn_anywhere_costs_that_block_alone(tmp_path: Path, zeros: int) -> None:
    """The last line has the bytes that were written before the power failed."""
    for cut in range(len(WHOLE[2])):
        path = write_lines(tmp_path / "a.jsonl", *WHOLE[:2], WHOLE[2][:cut], b"\0" * zeros)
        complete = 3 if cut == len(WHOLE[2]) - 1 else 2  # only its newline is missing
        assert blocks_in(path) == IN_ORDER[:complete]
        assert len(Union([path]).torn) == (complete == 2 and cut + zeros > 0)
        append(path, IN_ORDER[3])
        assert blocks_in(path) == [*IN_ORDER[:complete], IN_ORDER[3]]
        assert path.read_bytes() == b"".join([*WHOLE[:complete], WHOLE[3]])


def test_a_line_torn_in_a_label_with_quotes_costs_that_block_alone(tmp_path: Path) -> None:
    """Commands may have quotes, and characters that JSON escapes."""
    label = 'awk "{print \\"six\\"}" ♠😀 \\'
    odd = line_of(replace(IN_ORDER[2], tally=replace(IN_ORDER[2].tally, label=label)))
    for cut in range(len(odd) - 1):
        path = write_lines(tmp_path / "a.jsonl", *WHOLE[:2], odd[:cut])
        append(path, IN_ORDER[3])
        assert path.read_bytes() == b"".join([*WHOLE[:2], WHOLE[3]])


@pytest.mark.parametrize("chunk", [1, 7, 10**6])
def test_the_last_newline_is_found_however_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(run_file, "CHUNK", chunk)
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], WHOLE[1][:-40])
    append(path, IN_ORDER[2])
    append(path, IN_ORDER[1])
    assert path.read_bytes() == WHOLE[0] + WHOLE[2] + WHOLE[1]
    lonely = write_lines(tmp_path / "b.jsonl", WHOLE[1][:-40])
    append(lonely, IN_ORDER[2])
    assert lonely.read_bytes() == WHOLE[2]


@pytest.mark.parametrize(
    "content",
    [
        b"my notes",
        b'{"game": "treize"}',
        b"\n\nnotes",
        b"a\nb",
        b'{"block":"my notes","data":[1,2,3]}',
        b'{"block":"my notes","data":[1,2',
        b'{"block":3}',
        b'{"block":3,"check":"of the kitchen',
        b'{"block": 3',
        b"[]",
        b"{}",
    ],
)
def test_a_file_that_is_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    path = write_lines(tmp_path / "notes.txt", content)
    refused = r"line (\d )?of .*notes\.txt (is not a line of a run file|is damaged)"
    with pytest.raises(BadInput, match=refused):
        append(path, IN_ORDER[0])
    with pytest.raises(BadInput, match=refused):
        saved_run(SIMULATOR, seed=1, save=path)
    assert path.read_bytes() == content


def test_a_damaged_line_is_named_with_the_remedy(tmp_path: Path) -> None:
    damaged = WHOLE[1].replace(b'"plays":20', b'"plays":21')
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], damaged, WHOLE[2])
    with pytest.raises(BadInput, match=r"line 2 of .* checksum does not match; delete that line"):
        saved_run(SIMULATOR, seed=1, save=path)
    joined = write_lines(tmp_path / "b.jsonl", WHOLE[0][:30], WHOLE[1], WHOLE[2])  # by `cat`
    with pytest.raises(BadInput, match=r"line 1 of .* a part of it is missing; delete that line"):
        Union([joined])
    union = Union([path, joined], strict=False)
    assert [block for run in union.runs for block in run] == [IN_ORDER[0], IN_ORDER[2]]
    assert (union.lines, union.blocks, len(union.faults), union.torn) == (5, 2, 2, [])


def test_a_complete_line_joined_with_another_is_not_cut_off(tmp_path: Path) -> None:
    """By `cat`, if the first file lacks its last newline, or the other its first bytes."""
    for tail in (WHOLE[1][:-1] + WHOLE[2][:30], WHOLE[1][:200] + WHOLE[2][:-1]):
        path = write_lines(tmp_path / "a.jsonl", WHOLE[0], tail)
        with pytest.raises(BadInput, match=r"^the last line of .* is damaged"):
            append(path, IN_ORDER[3])
        with pytest.raises(BadInput, match=r"^line 2 of .* is damaged"):
            saved_run(SIMULATOR, save=path)
        assert path.read_bytes() == WHOLE[0] + tail


def test_blank_lines_and_other_newlines_are_accepted(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", b"\n", WHOLE[0], b"  \n", WHOLE[1][:-1], b"\r\n")
    assert blocks_in(path) == IN_ORDER[:2]
    assert [line.number for line in lines_in(path)] == [2, 4]


def test_paths_that_are_not_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="not a regular file"):
        saved_run(SIMULATOR, save=tmp_path)
    with pytest.raises(BadInput, match="Is a directory"):
        append(tmp_path, IN_ORDER[0])
    with pytest.raises(BadInput, match="No such file"):
        append(tmp_path / "folder" / "a.jsonl", IN_ORDER[0])
    with pytest.raises(BadInput, match="No such file"):
        Union([tmp_path / "a.jsonl"])
    os.mkfifo(tmp_path / "pipe")
    for refuse in (
        lambda: append(tmp_path / "pipe", IN_ORDER[0]),
        lambda: Union([tmp_path / "pipe"]),
    ):
        with pytest.raises(BadInput, match="not a regular file"):
            refuse()


# A full disk


@pytest.fixture
def disk_space() -> Iterator[object]:
    """Limit files to a number of bytes, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.999])
def test_a_full_disk_leaves_earlier_blocks_intact(tmp_path: Path, disk_space, share: float) -> None:
    """The system writes the part of the line that fits, then refuses the rest."""
    path = write_lines(tmp_path / "a.jsonl", *WHOLE[:2])
    disk_space(len(WHOLE[0] + WHOLE[1]) + int(share * len(WHOLE[2])))
    with pytest.raises(BadInput, match=r"cannot write block 2 .*the 2 blocks in it are safe"):
        append(path, IN_ORDER[2])
    assert path.read_bytes() == b"".join(WHOLE[:2])
    disk_space(10**6)
    append(path, IN_ORDER[2])
    assert blocks_in(path) == IN_ORDER[:3]


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, text: write(file, text[:11]))
    for block in IN_ORDER:
        append(tmp_path / "a.jsonl", block)
    assert (tmp_path / "a.jsonl").read_bytes() == b"".join(WHOLE)


def test_a_run_stopped_by_a_full_disk_can_be_resumed(tmp_path: Path, disk_space) -> None:
    path = tmp_path / "a.jsonl"
    disk_space(1500)  # three and a half lines of about 430 bytes
    with pytest.raises(BadInput, match="the 3 blocks in it are safe"):
        list(saved_run(SIMULATOR, seed=1, save=path).blocks(plays=160, workers=1))
    disk_space(10**6)
    again = saved_run(SIMULATOR, save=path)
    assert again.held.plays == 60
    assert in_order(again.blocks(plays=160, workers=1)) == IN_ORDER
    assert blocks_in(path) == IN_ORDER


# Two writers


WRITER = """
import random, sys
from pathlib import Path
from montmort.montecarlo.run_files.file import append
from tests.montecarlo.run_files.saved_blocks import IN_ORDER
order = random.Random(int(sys.argv[2])).choices(IN_ORDER, k=60) + IN_ORDER
for block in order:
    append(Path(sys.argv[1]), block)
"""


@pytest.mark.slow
def test_two_writers_at_once_write_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    command = [sys.executable, "-c", WRITER, str(path)]
    writers = [subprocess.Popen([*command, str(n)], cwd=Path(__file__).parents[3]) for n in (1, 2)]
    assert [writer.wait() for writer in writers] == [0, 0]
    assert path.read_bytes().count(b"\n") == 136
    assert blocks_in(path) == IN_ORDER
