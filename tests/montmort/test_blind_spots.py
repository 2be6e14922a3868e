"""What a verdict cannot have seen stands beside it, also with -q; so does an interruption."""

import errno
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from montmort.montecarlo.run_files import resume

COIN = """
import random, sys
rng = random.Random(int(sys.argv[1]))
print("heads,tails")
for _ in range(int(sys.argv[2])):
    heads = rng.randrange(2)
    print(f"{heads},{1 - heads}")
"""


def seen_lines(out: str) -> list[str]:
    return [line for line in out.splitlines() if line.startswith("not seen: ")]


@pytest.fixture
def jackpot(tmp_path: Path) -> list[Any]:
    """Return a law whose jackpot, 1 in 100,000, is an eighth of the mean, and counts by it."""
    law, counts = tmp_path / "law.json", tmp_path / "counts.csv"
    pays = {"0": "174997/200000", "7": "25001/200000", "12500": "1/100000"}
    wins = {"0": "174997/200000", "1": "25003/200000"}
    law.write_text(json.dumps({"pay": {"values": pays}, "win": {"values": wins}}))
    rows = ("pay,0,874985", "pay,7,125005", "pay,12500,10", "win,0,874985", "win,1,125015")
    counts.write_text("\n".join(("field,value,count", *rows)) + "\n")
    return ["verify", "--exact", law, "--outcomes", counts, "-q"]


def test_a_margin_that_passes_without_the_jackpot_is_named_with_one_that_does_not(
    run: Any, jackpot: list[Any]
) -> None:
    code, out, _ = run(*jackpot)
    assert code == 0
    rare, together, later = seen_lines(out)
    # the jackpot is an eighth of the mean, about 1: half of that finds its absence
    assert rare.startswith("not seen: rare values of pay; --margin pay=0.0625 needs about 10,")
    assert together == "not seen: how the fields go together: each was judged by itself"
    assert later == "not seen: dependence of plays"
    code, out, _ = run(*jackpot, "--margin", "pay=0.0625")
    assert (code, "rare values" in out) == (3, False)


def test_a_failure_has_no_blind_spots(run: Any, tmp_path: Path) -> None:
    law = tmp_path / "law.json"
    law.write_text(json.dumps({"heads": {"values": {"0": "1/3", "1": "2/3"}}}))
    coin = tmp_path / "coin.py"
    coin.write_text(COIN)
    command = f"{sys.executable} {coin} {{seed}} {{plays}}"
    code, out, _ = run("verify", "--exact", law, "--command", command, "--seed", 1, "-q")
    assert (code, seen_lines(out)) == (1, [])


def test_the_block_and_the_lags_are_those_that_were_tested(run: Any, tmp_path: Path) -> None:
    fair, coin = {"values": {"0": "1/2", "1": "1/2"}}, tmp_path / "coin.py"
    law = tmp_path / "law.json"
    law.write_text(json.dumps({"heads": fair, "tails": fair}))
    coin.write_text(COIN)
    command = f"{sys.executable} {coin} {{seed}} {{plays}}"
    asked = ("verify", "--exact", law, "--command", command, "--block", 2000, "--seed", 1)
    lengths = ("--margin", "0.05", "--plays", 20_000)
    code, out, _ = run(*asked, *lengths, "-q")
    *_, together, later = seen_lines(out)
    assert (code, together.count("fields go together")) == (0, 1)
    lags = "1, 2, 3, 4, 8, 16 ... 1,024"
    assert later.endswith(f"plays after play 2,000 of a seed; dependence at lags other than {lags}")
    document = json.loads(run(*asked, *lengths, "--json")[1])
    told = [each["what"] for each in document["meta"]["not_judged"]]
    assert set(told) >= {line.removeprefix("not seen: ") for line in (together, later)}


def test_one_field_has_nothing_to_go_together_with(run: Any, tmp_path: Path) -> None:
    law, counts = tmp_path / "law.json", tmp_path / "counts.csv"
    law.write_text(json.dumps({"heads": {"values": {"0": "1/2", "1": "1/2"}}}))
    counts.write_text("value,count\n0,500000\n1,500000\n")
    code, out, _ = run("verify", "--exact", law, "--outcomes", counts, "-q")
    assert (code, seen_lines(out)) == (0, ["not seen: dependence of plays"])


def interrupted_after_a_block(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    play_blocks = module.play_blocks

    def interrupted(*args: Any, **kwargs: Any) -> Any:
        yield next(play_blocks(*args, **kwargs))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_blocks", interrupted)


@pytest.mark.parametrize(
    "argv",
    [("simulate", "--plays", 10**8), ("verify", "--plays", 10**8)],
    ids=["simulate", "verify"],
)
def test_an_interrupted_run_is_marked_in_its_answer(
    run: Any, argv: tuple[Any, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after_a_block(resume, monkeypatch)
    code, out, err = run(argv[0], "treize", *argv[1:], "--seed", 1, "-q", "--workers", 1)
    assert (code, err) == (130, "")
    assert out.splitlines()[1].startswith("interrupted; ")
    assert "points" in out


@pytest.mark.parametrize("flags", [(), ("--json",)])
@pytest.mark.parametrize(("faces", "expected"), [(2, 0), (3, 1)])
def test_a_full_disk_keeps_the_verdict_and_its_exit_code(
    run: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...],
    faces: int,
    expected: int,
) -> None:
    law, plays = tmp_path / "law.json", tmp_path / "plays.csv"
    weights = {str(face): f"1/{faces}" for face in range(faces)}
    law.write_text(json.dumps({"heads": {"values": weights}}))
    rng = random.Random(1)
    plays.write_text("heads\n" + "".join(f"{rng.randrange(2)}\n" for _ in range(10_000)))
    files = [tmp_path / f"new.{end}" for end in ("json", "xml", "csv")]
    outputs = [*zip(("--audit", "--junit", "--csv"), files, strict=True)]
    asked = ("verify", "--exact", law, "--outcomes", plays, "--margin", "0.1", "-q", *flags)
    code, out, err = run(*asked)
    assert (code, err) == (expected, "")

    def full(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    monkeypatch.setattr(Path, "replace", full)
    code, out_full, err = run(*asked, *(word for pair in outputs for word in pair))
    assert code == expected
    assert ("CONSISTENT" in out_full, len(out_full) > len(out) / 2) == (True, True)
    assert [f"cannot write {file}: No space left on device" in err for file in files] == [True] * 3
    assert not any(file.exists() for file in files)
