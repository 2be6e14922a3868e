"""No finished block is lost or counted twice, whatever ends the run that wrote it."""

import json
import math
import os
import random
import resource
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.treize import Rules
from montmort.montecarlo import treize
from montmort.montecarlo.run_files import file as run_file
from montmort.montecarlo.run_files.file import append, lines_in
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.run_files.record import _checksum, _text, block_of, line_of
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.runs.run import play_blocks
from montmort.montecarlo.tally import Tally

SIMULATOR = replace(treize.simulator(Rules(ranks=3, suits=1)), plays_per_block=20)
IN_ORDER = [play_block(SIMULATOR, 1, number, 20) for number in range(8)]
SHORT = play_block(SIMULATOR, 1, 3, 7)
FALSE = replace(IN_ORDER[3], tally=IN_ORDER[4].tally)
WHOLE = [line_of(block) for block in IN_ORDER]


def written(path: Path, *lines: bytes) -> Path:
    path.write_bytes(b"".join(lines))
    return path


def in_order(blocks: Iterable[Block]) -> list[Block]:
    return sorted(blocks, key=lambda block: block.number)


def held(path: Path) -> list[Block]:
    return [block for run in Union([path]).runs for block in run]


def forged(line: bytes, **changes: object) -> bytes:
    """Return a line whose checksum fits what was changed."""
    told = json.loads(line) | changes
    del told["check"]
    return _text(told | {"check": _checksum(told)}).encode() + b"\n"


# A line


counts = st.dictionaries(st.integers(-(2**14001), 2**14001), st.integers(1, 10**30), max_size=4)


@given(counts, st.integers(0, 2**128 - 1), st.integers(0, 2**40), st.text())
def test_a_line_tells_its_block(counts: dict[int, int], seed: int, number: int, label: str) -> None:
    counts = counts or {0: 1}
    pairs = {(value, -value): count for value, count in counts.items()}
    tally = Tally(
        experiment="c0ffee",
        label=label,
        plays=sum(counts.values()),
        histograms={"z": counts, "a": counts},
        joint={("z", "a"): pairs},
    )
    block = Block(seed=seed, number=number, tally=tally, seconds=0.1)
    line = line_of(block)
    assert line.count(b"\n") == 1
    again = block_of(line)
    assert again == block
    assert again.tally.fields == ("z", "a")
    assert (again.seconds, again.tally.label) == (0.1, label)
    assert line_of(again) == line


def test_a_line_written_in_another_way_is_the_same_block() -> None:
    """As `jq` may write it: spaces, keys in another order."""
    told = json.loads(WHOLE[0])
    spaced = json.dumps(dict(reversed(told.items())), indent=1).replace("\n", " ")
    assert block_of(spaced.encode()) == IN_ORDER[0]


@given(st.integers(0, len(WHOLE[0]) - 2), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place: int, change: int) -> None:
    line = bytearray(WHOLE[0])
    line[place] ^= change
    try:
        block = block_of(bytes(line))
    except BadInput:
        return
    assert block == IN_ORDER[0]  # spelled otherwise, as 1.0e-5 for 1.0E-5
    assert block.seconds == block_of(WHOLE[0]).seconds


@pytest.mark.parametrize(
    "text",
    [b"points,7", b"[]", b"{}", b"null", b"1e9", b"\xff\xfe", b"[" * 10**5, b'{"format":1}'],
)
def test_what_is_no_line_is_refused(text: bytes, tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", WHOLE[0], text + b"\n")
    with pytest.raises(BadInput, match=r"^line 2 of .*a\.jsonl is no line of a run file$"):
        Union([path])


JOINT = {"fields": ["points", "cards"], "counts": {"0,1": 20}}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("block", value) for value in (-1, 1.0, 1.5, True, "1", None)),
        *(("experiment", value) for value in (3, None, "", "C0FFEE", "0x3")),
        *(("fields", value) for value in ([], "points", [1], ["points", "points"], [["points"]])),
        *(("histograms", value) for value in (7, [], {}, {"points": 7})),
        *(("joint", value) for value in (3, {}, [3], [{"fields": ["points"]}], [JOINT, JOINT])),
        *(("joint", [JOINT | change]) for change in ({"counts": 3}, {"fields": 3}, {"more": 1})),
        *(("joint", [JOINT | {"fields": fields}]) for fields in (["trumps", "cards"], [["cards"]])),
        *(("label", value) for value in (None, 3, [])),
        *(("plays", value) for value in (0, -20, 20.0, True, "20", None)),
        *(("seconds", value) for value in (-0.1, math.inf, math.nan, "x", None, True)),
        *(("seed", value) for value in (-1, 2**128, 1.0, True, "1", None)),
        *(("version", value) for value in (9, None)),
    ],
)
def test_a_line_that_tells_no_block_is_refused(name: str, value: object, tmp_path: Path) -> None:
    """Its checksum fits: somebody else wrote it."""
    path = written(tmp_path / "a.jsonl", WHOLE[0], forged(WHOLE[1], **{name: value}))
    with pytest.raises(BadInput, match=rf"^line 2 of .* tells {name}=.*; delete that line"):
        Union([path])
    union = Union([path], strict=False)
    assert (len(union.runs), union.blocks, len(union.faults)) == (1, 1, 1)


@pytest.mark.parametrize("name", ["block", "fields", "histograms", "label", "seconds", "version"])
def test_a_line_that_lacks_a_part_is_refused(name: str) -> None:
    told = json.loads(WHOLE[0])
    del told[name], told["check"]
    with pytest.raises(BadInput, match=f"^tells no {name}; delete that line"):
        block_of(_text(told | {"check": _checksum(told)}).encode())


@pytest.mark.parametrize(
    "text", ["x", "", "06", "0x6", "+6", " 6", "-0", "1_0", "6.0", "٦", "9" * 5000]
)
def test_a_value_is_an_integer_written_in_one_way(text: str) -> None:
    """So no value stands in a histogram twice."""
    told = json.loads(WHOLE[0])
    histograms = told["histograms"] | {"points": {text: 20}}
    with pytest.raises(BadInput, match=r"^tells the value .*, which must be an integer"):
        block_of(forged(WHOLE[0], histograms=histograms))
    joint = [{"fields": ["points", "cards"], "counts": {f"0,{text}": 20}}]
    with pytest.raises(BadInput, match=r"^tells the value .*, which must be an integer"):
        block_of(forged(WHOLE[0], joint=joint))


def test_a_key_that_stands_twice_is_refused() -> None:
    """Its checksum would be that of the last."""
    twice = WHOLE[0].replace(b'"plays":20', b'"plays":21,"plays":20')
    with pytest.raises(BadInput, match=r"^is no line of a run file: 'plays' stands in it twice$"):
        block_of(twice)


def test_a_line_nested_too_deeply_is_refused() -> None:
    """Some can just be read, but not written again for their checksum."""
    for depth in range(300, 1100):
        nested = b"[" * depth + b"]" * depth
        with pytest.raises(BadInput, match=r"is no line|checksum|is damaged"):
            block_of(b'{"block":1,"check":"0","format":1,"more":' + nested + b"}")


@pytest.mark.parametrize("number", [0, -1])
def test_a_format_that_never_was_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match=f"^is of format {number}, .*; this one reads format 1"):
        block_of(forged(WHOLE[0], format=number))


def test_counts_that_cannot_be_true_are_invalid(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", WHOLE[0], forged(WHOLE[1], plays=21))
    with pytest.raises(InvalidCounts, match=r"line 2 of .* the counts sum to 20, not plays=21"):
        Union([path])


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    newer = forged(WHOLE[0], format=2, unheard="of")
    path = written(tmp_path / "a.jsonl", newer)
    with pytest.raises(BadInput, match=r"line 1 of .* is of format 2.*newer montmort"):
        Union([path])
    with pytest.raises(BadInput, match="newer"):
        saved_run(SIMULATOR, save=path)
    assert path.read_bytes() == newer


# A file


def test_blocks_appended_are_blocks_held(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    for number, block in enumerate(IN_ORDER):
        append(path, block)
        assert held(path) == IN_ORDER[: number + 1]
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
    newer = forged(WHOLE[1], format=2)[:-1]
    path = written(tmp_path / "a.jsonl", WHOLE[0], newer)
    with pytest.raises(BadInput, match=r"line 2 of .* is of format 2"):
        saved_run(SIMULATOR, save=path)
    with pytest.raises(BadInput, match=r"last line of .* is of format 2"):
        append(path, IN_ORDER[2])
    union = Union([path], strict=False)
    assert (union.torn, len(union.faults)) == ([], 1)
    assert path.read_bytes() == WHOLE[0] + newer


@pytest.mark.slow
@pytest.mark.parametrize("zeros", [0, 3])
def test_a_line_torn_anywhere_costs_that_block_alone(tmp_path: Path, zeros: int) -> None:
    """Of the last line as much is there as was written before the power went off."""
    for cut in range(len(WHOLE[2])):
        path = written(tmp_path / "a.jsonl", *WHOLE[:2], WHOLE[2][:cut], b"\0" * zeros)
        complete = 3 if cut == len(WHOLE[2]) - 1 else 2  # only its newline lacks
        assert held(path) == IN_ORDER[:complete]
        assert len(Union([path]).torn) == (complete == 2 and cut + zeros > 0)
        append(path, IN_ORDER[3])
        assert held(path) == [*IN_ORDER[:complete], IN_ORDER[3]]
        assert path.read_bytes() == b"".join([*WHOLE[:complete], WHOLE[3]])


def test_a_line_torn_in_a_label_with_quotes_costs_that_block_alone(tmp_path: Path) -> None:
    """As a command may have them, and letters that JSON escapes."""
    label = 'awk "{print \\"six\\"}" ♠😀 \\'
    odd = line_of(replace(IN_ORDER[2], tally=replace(IN_ORDER[2].tally, label=label)))
    for cut in range(len(odd) - 1):
        path = written(tmp_path / "a.jsonl", *WHOLE[:2], odd[:cut])
        append(path, IN_ORDER[3])
        assert path.read_bytes() == b"".join([*WHOLE[:2], WHOLE[3]])


@pytest.mark.parametrize("chunk", [1, 7, 10**6])
def test_the_last_newline_is_found_however_far(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int
) -> None:
    monkeypatch.setattr(run_file, "CHUNK", chunk)
    path = written(tmp_path / "a.jsonl", WHOLE[0], WHOLE[1][:-40])
    append(path, IN_ORDER[2])
    append(path, IN_ORDER[1])
    assert path.read_bytes() == WHOLE[0] + WHOLE[2] + WHOLE[1]
    lonely = written(tmp_path / "b.jsonl", WHOLE[1][:-40])
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
    path = written(tmp_path / "notes.txt", content)
    refused = r"line (\d )?of .*notes\.txt (is no line of a run file|is damaged)"
    with pytest.raises(BadInput, match=refused):
        append(path, IN_ORDER[0])
    with pytest.raises(BadInput, match=refused):
        saved_run(SIMULATOR, seed=1, save=path)
    assert path.read_bytes() == content


def test_a_damaged_line_is_named_with_the_way_out(tmp_path: Path) -> None:
    damaged = WHOLE[1].replace(b'"plays":20', b'"plays":21')
    path = written(tmp_path / "a.jsonl", WHOLE[0], damaged, WHOLE[2])
    with pytest.raises(BadInput, match=r"line 2 of .* checksum does not fit; delete that line"):
        saved_run(SIMULATOR, seed=1, save=path)
    joined = written(tmp_path / "b.jsonl", WHOLE[0][:30], WHOLE[1], WHOLE[2])  # by `cat`
    with pytest.raises(BadInput, match=r"line 1 of .* a part of it is missing; delete that line"):
        Union([joined])
    union = Union([path, joined], strict=False)
    assert [block for run in union.runs for block in run] == [IN_ORDER[0], IN_ORDER[2]]
    assert (union.lines, union.blocks, len(union.faults), union.torn) == (5, 2, 2, [])


def test_a_whole_line_with_something_glued_to_it_is_not_cut_off(tmp_path: Path) -> None:
    """By `cat`, where the first file lacked its last newline, or the other its first bytes."""
    for tail in (WHOLE[1][:-1] + WHOLE[2][:30], WHOLE[1][:200] + WHOLE[2][:-1]):
        path = written(tmp_path / "a.jsonl", WHOLE[0], tail)
        with pytest.raises(BadInput, match=r"^the last line of .* is damaged"):
            append(path, IN_ORDER[3])
        with pytest.raises(BadInput, match=r"^line 2 of .* is damaged"):
            saved_run(SIMULATOR, save=path)
        assert path.read_bytes() == WHOLE[0] + tail


def test_blank_lines_and_foreign_newlines_do_no_harm(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", b"\n", WHOLE[0], b"  \n", WHOLE[1][:-1], b"\r\n")
    assert held(path) == IN_ORDER[:2]
    assert [line.number for line in lines_in(path)] == [2, 4]


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no regular file"):
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
        with pytest.raises(BadInput, match="no regular file"):
            refuse()


# A full disk


@pytest.fixture
def room_for() -> Iterator[object]:
    """Let files grow to so many bytes and no further, as a full disk does."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (int(size), before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("share", [0, 0.01, 0.5, 0.999])
def test_a_full_disk_keeps_the_blocks_before(tmp_path: Path, room_for, share: float) -> None:
    """The system writes the part of the line that fits, then refuses the rest."""
    path = written(tmp_path / "a.jsonl", *WHOLE[:2])
    room_for(len(WHOLE[0] + WHOLE[1]) + int(share * len(WHOLE[2])))
    with pytest.raises(BadInput, match=r"cannot write block 2 .*the 2 blocks in it are kept"):
        append(path, IN_ORDER[2])
    assert path.read_bytes() == b"".join(WHOLE[:2])
    room_for(10**6)
    append(path, IN_ORDER[2])
    assert held(path) == IN_ORDER[:3]


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda file, text: write(file, text[:11]))
    for block in IN_ORDER:
        append(tmp_path / "a.jsonl", block)
    assert (tmp_path / "a.jsonl").read_bytes() == b"".join(WHOLE)


def test_a_full_disk_stops_a_run_which_then_goes_on(tmp_path: Path, room_for) -> None:
    path = tmp_path / "a.jsonl"
    room_for(1500)  # three lines of about 430 bytes, and a half
    with pytest.raises(BadInput, match="the 3 blocks in it are kept"):
        list(saved_run(SIMULATOR, seed=1, save=path).blocks(plays=160, workers=1))
    room_for(10**6)
    again = saved_run(SIMULATOR, save=path)
    assert again.held.plays == 60
    assert in_order(again.blocks(plays=160, workers=1)) == IN_ORDER
    assert held(path) == IN_ORDER


# Two writers


WRITER = """
import random, sys
from pathlib import Path
from montmort.montecarlo.run_files.file import append
from tests.montecarlo.run_files.test_file import IN_ORDER
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
    assert held(path) == IN_ORDER


# The union


def test_overlapping_files_count_every_block_once(tmp_path: Path) -> None:
    one = written(tmp_path / "a.jsonl", *WHOLE[:5])
    other = written(tmp_path / "b.jsonl", *WHOLE[3:], WHOLE[0])
    (run,) = Union([one, other, one]).runs
    assert list(run) == IN_ORDER
    assert run.tally.plays == run.plays == 160
    assert not run.conflicts


def test_the_longer_version_of_a_block_stands(tmp_path: Path) -> None:
    for lines in ([WHOLE[3], line_of(SHORT)], [line_of(SHORT), WHOLE[3]]):
        (run,) = Union([written(tmp_path / "a.jsonl", *lines)]).runs
        assert list(run) == [IN_ORDER[3]]
        assert list(run.gaps) == [(0, 2)]


def test_two_results_of_one_block_are_a_conflict(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE[:4], line_of(FALSE))
    (run,) = Union([path]).runs
    assert len(run.conflicts) == 1
    with pytest.raises(InvalidCounts, match=r"line 4 of .* and line 5 of .* two different results"):
        run.check()
    with pytest.raises(InvalidCounts, match="two different"):
        list(saved_run(SIMULATOR, save=path).blocks(plays=20, workers=1))


def test_a_file_that_changed_while_it_was_read_is_noticed(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE)
    (run,) = Union([path]).runs
    written(path, line_of(SHORT), *WHOLE)
    with pytest.raises(BadInput):
        list(run)
    path.unlink()
    with pytest.raises(BadInput, match="cannot read"):
        list(run)


def test_runs_are_told_apart(tmp_path: Path) -> None:
    other = play_block(SIMULATOR, 2, 0, 20)
    stranger = play_block(treize.simulator(Rules()), 1, 0, 20)
    path = written(tmp_path / "a.jsonl", *map(line_of, [*IN_ORDER, other, stranger]))
    assert [(run.seed, run.plays) for run in Union([path]).runs] == [(1, 20), (1, 160), (2, 20)]
    assert list(Union([path]).of(SIMULATOR.identity)[2]) == [other]


# A run that begins where its file ends


def blocks(path: Path, plays: int, **how: object) -> list[Block]:
    return in_order(saved_run(SIMULATOR, save=path).blocks(plays=plays, workers=2, **how))


@given(
    st.lists(st.integers(0, 7), unique=True, min_size=1),
    st.integers(1, 160),
    st.booleans(),
)
def test_the_result_is_that_of_an_undisturbed_run(
    tmp_path_factory: pytest.TempPathFactory, there: list[int], plays: int, cut: bool
) -> None:
    """Whatever blocks are held, in whatever order, and whatever length is asked for."""
    there_lines = [line_of(SHORT) if cut and n == 3 else WHOLE[n] for n in there]
    path = written(tmp_path_factory.mktemp("run") / "a.jsonl", *there_lines)
    undisturbed = in_order(play_blocks(SIMULATOR, plays=plays, seed=1, workers=1))
    assert blocks(path, plays) == undisturbed
    lines = path.read_bytes().count(b"\n")
    assert blocks(path, plays) == undisturbed
    assert path.read_bytes().count(b"\n") == lines
    kept = {block.number: block for block in held(path)}
    assert all(kept[block.number].plays >= block.plays for block in undisturbed)
    assert set(there) <= set(kept)


def test_held_blocks_come_in_their_turn(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", WHOLE[7], WHOLE[0], WHOLE[5], WHOLE[2], WHOLE[1])
    out: list[int] = []
    for block in saved_run(SIMULATOR, save=path).blocks(plays=160, workers=1):
        if block.number in {7, 0, 5, 2, 1}:
            assert sorted(out) == list(range(block.number))
        out.append(block.number)
    assert sorted(out) == list(range(8))


def test_what_is_enough_is_not_played(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE)
    idle = replace(SIMULATOR, counter=lambda rules, rng, plays: {})  # whose plays do not add up
    assert list(saved_run(idle, save=path).blocks(plays=100, workers=1)) == IN_ORDER[:5]


def test_a_simulator_that_has_changed_is_found_out(tmp_path: Path) -> None:
    """Its identity is the same, for neither name nor version were changed."""
    path = written(tmp_path / "a.jsonl", *WHOLE[:3])
    fair = SIMULATOR.counter
    lucky = replace(
        SIMULATOR, counter=lambda rules, rng, plays: fair(rules, rng.spawn(1)[0], plays)
    )
    run = saved_run(lucky, save=path)
    with pytest.raises(InvalidCounts, match="block 0 of seed 1 has two different results"):
        list(run.blocks(plays=160, workers=2))
    assert path.read_bytes() == b"".join(WHOLE[:3])
    assert list(run.blocks(plays=60, workers=1)) == IN_ORDER[:3]


def test_the_same_name_for_other_plays_is_explained(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE)
    with pytest.raises(BadInput, match=r"\], which has changed since; save to another file"):
        saved_run(replace(SIMULATOR, handed="another table"), save=path)


def test_a_cut_block_must_begin_the_whole_one_that_is_held(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", line_of(replace(IN_ORDER[0], tally=IN_ORDER[1].tally)))
    with pytest.raises(InvalidCounts, match="of 19 and of 20 plays"):
        list(saved_run(SIMULATOR, save=path).blocks(plays=19, workers=1))


def test_joint_histograms_are_played_if_they_are_not_held(tmp_path: Path) -> None:
    path, groups = written(tmp_path / "a.jsonl", *WHOLE[:2]), [("points", "cards")]
    undisturbed = in_order(play_blocks(SIMULATOR, plays=60, seed=1, groups=groups, workers=1))
    assert blocks(path, 60, groups=groups) == undisturbed
    assert blocks(path, 60, groups=groups) == undisturbed
    assert path.read_bytes().count(b"\n") == 5
    assert blocks(path, 60) == IN_ORDER[:3]


def test_the_only_seed_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    first = saved_run(SIMULATOR, save=path)
    list(first.blocks(plays=20, workers=1))
    assert saved_run(SIMULATOR, save=path).seed == first.seed
    assert saved_run(SIMULATOR, seed=2, save=path).held.plays == 0
    list(saved_run(SIMULATOR, seed=2, save=path).blocks(plays=20, workers=1))
    with pytest.raises(BadInput, match=r"from the seeds .*2.*; say by seed which run goes on"):
        saved_run(SIMULATOR, save=path)
    assert saved_run(SIMULATOR, seed=2, save=path).held.plays == 20


def test_a_file_of_another_experiment_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE)
    other = treize.simulator(Rules())
    with pytest.raises(BadInput, match=r"ranks=3.* not of .*ranks=13.*; save to another file"):
        saved_run(other, seed=1, save=path)
    append(path, play_block(other, 1, 0, 20))  # but a merged file may hold both
    assert saved_run(other, save=path).held.plays == 20
    assert saved_run(SIMULATOR, save=path).held.plays == 160


def test_blocks_of_another_size_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "a.jsonl", *WHOLE)
    smaller = replace(SIMULATOR, plays_per_block=10)
    with pytest.raises(BadInput, match="has 20 plays, a block of this simulator 10"):
        saved_run(smaller, save=path).blocks(plays=100)


@pytest.mark.parametrize("save", [3, False, b"a.jsonl", 1.5, "a\0b", ["a.jsonl"]])
def test_what_names_no_file_is_refused(save: object) -> None:
    with pytest.raises(
        BadInput, match=r"^save=.* must be the path of a run file, a str or a Path$"
    ):
        saved_run(SIMULATOR, save=save)


def test_without_a_file_nothing_is_held() -> None:
    run = saved_run(SIMULATOR, seed=1)
    assert in_order(run.blocks(plays=160, workers=1)) == IN_ORDER
    assert 0 <= saved_run(SIMULATOR).seed < 2**64


def test_a_long_file_is_small_in_memory(tmp_path: Path) -> None:
    """What is held of a block is its place: its histogram stays in the file."""
    path = tmp_path / "a.jsonl"
    numbers = random.Random(1).sample(range(3000), 3000)
    written(path, *(line_of(replace(IN_ORDER[0], number=number)) for number in numbers))
    (run,) = Union([path]).runs
    assert run.plays == 60_000
    assert [number for number, _ in zip(range(10), run, strict=False)] == list(range(10))
    assert {type(part) for place in run.places.values() for part in place} <= {
        int,
        frozenset,
        type(path),
    }
