"""A line of a run file holds its block, and every faulty line is refused."""

import enum
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.games.chance import Chance
from montmort.games.errors import BadInput, InvalidCounts
from montmort.games.experiment import Experiment
from montmort.montecarlo.run_files.merge import Union
from montmort.montecarlo.run_files.record import _checksum, _text, block_of, line_of
from montmort.montecarlo.run_files.resume import saved_run
from montmort.montecarlo.runs.block import Block, play_block
from montmort.montecarlo.simulator import simulator_of
from montmort.montecarlo.tally import Tally
from tests.montecarlo.run_files.saved_blocks import (
    IN_ORDER,
    SIMULATOR,
    WHOLE,
    forge,
    write_lines,
)

counts = st.dictionaries(st.integers(-(2**14001), 2**14001), st.integers(1, 10**30), max_size=4)


@given(counts, st.integers(0, 2**128 - 1), st.integers(0, 2**40), st.text())
def test_a_line_gives_its_block(counts: dict[int, int], seed: int, number: int, label: str) -> None:
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
    entry = json.loads(WHOLE[0])
    spaced = json.dumps(dict(reversed(entry.items())), indent=1).replace("\n", " ")
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
def test_other_text_is_refused(text: bytes, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], text + b"\n")
    with pytest.raises(BadInput, match=r"^line 2 of .*a\.jsonl is not a line of a run file$"):
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
        *(("words", value) for value in (3, [], {"trumps": {}}, {"points": 3})),
        *(("words", {"points": value}) for value in ({"0": "1"}, {"0": 3}, {"0": "a", "1": "a"})),
    ],
)
def test_a_line_that_is_not_a_block_is_refused(name: str, value: object, tmp_path: Path) -> None:
    """Its checksum is valid: another program wrote it."""
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], forge(WHOLE[1], **{name: value}))
    with pytest.raises(BadInput, match=rf"^line 2 of .* has {name}=.*; delete that line"):
        Union([path])
    union = Union([path], strict=False)
    assert (len(union.runs), union.blocks, len(union.faults)) == (1, 1, 1)


@pytest.mark.parametrize("name", ["block", "fields", "histograms", "label", "seconds", "version"])
def test_a_line_that_lacks_a_part_is_refused(name: str) -> None:
    entry = json.loads(WHOLE[0])
    del entry[name], entry["check"]
    with pytest.raises(BadInput, match=f"^has no {name}; delete that line"):
        block_of(_text(entry | {"check": _checksum(entry)}).encode())


@pytest.mark.parametrize(
    "text", ["x", "", "06", "0x6", "+6", " 6", "-0", "1_0", "6.0", "٦", "9" * 5000]
)
def test_a_value_is_an_integer_written_in_one_way(text: str) -> None:
    """So no value occurs in a histogram twice."""
    entry = json.loads(WHOLE[0])
    histograms = entry["histograms"] | {"points": {text: 20}}
    with pytest.raises(BadInput, match=r"^has the value .*, which must be an integer"):
        block_of(forge(WHOLE[0], histograms=histograms))
    joint = [{"fields": ["points", "cards"], "counts": {f"0,{text}": 20}}]
    with pytest.raises(BadInput, match=r"^has the value .*, which must be an integer"):
        block_of(forge(WHOLE[0], joint=joint))


class Side(enum.Enum):
    HEADS = 0
    TAILS = 1


class Toss(NamedTuple):
    side: Side
    again: bool


def toss(chance: Chance) -> Toss:
    return Toss(Side(chance.pick([1, 1])), chance.pick([1, 1]) == 1)


def test_a_line_holds_names() -> None:
    """A reader needs no list of an enum's members; the Tally has its integers and its names."""
    simulator = simulator_of(Experiment.of_play(toss, Toss), None, game="toss")
    block = play_block(simulator, 1, 0, 20, [("side", "again")])
    entry = json.loads(line_of(block))
    words = {"side": {"0": "heads", "1": "tails"}, "again": {"0": "false", "1": "true"}}
    assert entry["words"] == words
    assert entry["histograms"] == {
        name: {words[name][str(value)]: count for value, count in counts.items()}
        for name, counts in block.histograms.items()
    }
    assert entry["joint"][0]["counts"] == {
        f"{words['side'][str(side)]},{words['again'][str(again)]}": count
        for (side, again), count in block.joint["side", "again"].items()
    }
    again = block_of(line_of(block))
    assert again == block
    assert again.tally.words == block.tally.words == simulator.words
    for text in ("edge", "0"):  # no member; a member, but not by its name
        forged = forge(line_of(block), histograms=entry["histograms"] | {"side": {text: 20}})
        with pytest.raises(BadInput, match=r"^has the value .*, which must be"):
            block_of(forged)


def test_a_line_of_format_1_is_read() -> None:
    """It has integers without names; a run that is resumed from it has both."""
    simulator = simulator_of(Experiment.of_play(toss, Toss), None, game="toss")
    block = play_block(simulator, 1, 0, 20)
    entry = json.loads(line_of(replace(block, tally=replace(block.tally, words={}))))
    assert "words" not in entry
    old = block_of(forge(line_of(block), **entry | {"format": 1, "words": {}}))
    assert (old, old.tally.words) == (block, {})


def test_names_in_the_way_of_numbers_are_not_written() -> None:
    counts, words = {"x": {0: 1, 1: 2}}, {"x": {0: "1", 1: "a,b"}}
    tally = Tally(experiment="c0", plays=3, histograms=counts, words=words)
    line = line_of(Block(seed=1, number=0, tally=tally))
    assert json.loads(line)["histograms"] == {"x": {"0": 1, "1": 2}}
    assert block_of(line).tally == tally


def test_a_duplicate_key_is_refused() -> None:
    """The checksum would be that of the last value."""
    twice = WHOLE[0].replace(b'"plays":20', b'"plays":21,"plays":20')
    with pytest.raises(
        BadInput, match=r"^is not a line of a run file: the key 'plays' occurs twice$"
    ):
        block_of(twice)


def test_a_line_nested_too_deeply_is_refused() -> None:
    """Some depths can be parsed, but not written again for the checksum."""
    for depth in range(300, 1100):
        nested = b"[" * depth + b"]" * depth
        with pytest.raises(BadInput, match=r"is not a line|checksum|is damaged"):
            block_of(b'{"block":1,"check":"0","format":1,"more":' + nested + b"}")


@pytest.mark.parametrize("number", [0, -1])
def test_a_format_that_never_existed_is_refused(number: int) -> None:
    with pytest.raises(BadInput, match=f"^has format {number}, .*; this one reads format 2"):
        block_of(forge(WHOLE[0], format=number))


def test_impossible_counts_are_invalid(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", WHOLE[0], forge(WHOLE[1], plays=21))
    with pytest.raises(InvalidCounts, match=r"line 2 of .* the counts sum to 20, not plays=21"):
        Union([path])


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    newer = forge(WHOLE[0], format=3, unknown=1)
    path = write_lines(tmp_path / "a.jsonl", newer)
    with pytest.raises(BadInput, match=r"line 1 of .* has format 3.*newer montmort"):
        Union([path])
    with pytest.raises(BadInput, match="newer"):
        saved_run(SIMULATOR, save=path)
    assert path.read_bytes() == newer
