"""Output files are written whole, under a name that nobody can foresee."""

import os
from pathlib import Path
from typing import Any

import pytest

from montmort.games.errors import BadInput
from montmort.output import files
from montmort.output.files import write_csv, write_whole


def test_a_file_is_replaced_whole_and_nothing_remains(tmp_path: Path) -> None:
    path = tmp_path / "answer.csv"
    write_whole(path, b"old")
    write_csv(path, ["a", "b"], [[1, 2]])
    assert path.read_text() == "a,b\n1,2\n"
    assert os.listdir(tmp_path) == ["answer.csv"]


def test_a_link_in_place_of_the_part_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if its name were known."""
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(files, "token_hex", lambda _: "known")
    for target in (victim, tmp_path / "missing"):
        link = tmp_path / ".known.part"
        link.symlink_to(target)
        with pytest.raises(BadInput, match="cannot write"):
            write_whole(tmp_path / "answer", b"new")
        link.unlink(missing_ok=True)
    assert victim.read_text() == "precious"
    assert not (tmp_path / "missing").exists()


def test_a_merge_does_not_write_through_a_link(run: Any, tmp_path: Path) -> None:
    (tmp_path / "runs.jsonl").write_text("")
    link, target = tmp_path / "new.jsonl", tmp_path / "elsewhere"
    link.symlink_to(target)
    code, _, err = run("runs", "merge", tmp_path / "runs.jsonl", "-o", link)
    assert (code, "merge writes a new file" in err) == (2, True)
    assert not target.exists()
