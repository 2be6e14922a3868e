"""Compiled rules across processes: loaded if nothing changed, compiled again otherwise."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from montmort.montecarlo.compiled import cache
from tests.montecarlo.compiled.written_plays import HEADER

ROOT = Path(__file__).parents[3]
SCRIPT = """
import sys
import numpy as np
from montmort.montecarlo.compiled.kernel import kernel_of

kernel = kernel_of(sys.argv[1], 1, 16)
values = kernel.play(np.random.default_rng(1), 1000)
(loaded,) = kernel.play_many.stats.cache_hits.values() or [0]
print(loaded, values.min(), values.max())
"""
DIE = HEADER + "    return (pick_uniform(chance, 6),)\n"
CUBE = HEADER + "    return (pick_uniform(chance, 8),)\n"


def run(source: str, folder: Path) -> list[int]:
    """In a new process: how often machine code was loaded, the least and the largest value."""
    environment = os.environ | {"XDG_CACHE_HOME": str(folder), "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, source],
        env=environment, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert ended.stderr == ""
    return [int(word) for word in ended.stdout.split()]


@pytest.mark.slow
def test_the_second_process_loads_and_a_change_is_compiled_again(tmp_path: Path) -> None:
    assert run(DIE, tmp_path) == [0, 0, 5]
    assert run(DIE, tmp_path) == [1, 0, 5]
    assert run(CUBE, tmp_path) == [0, 0, 7]
    assert run(CUBE, tmp_path) == [1, 0, 7]


@pytest.mark.slow
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    assert run(DIE, blocked) == [0, 0, 5]
    assert blocked.read_text() == "not a folder"


@pytest.mark.slow
def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    run(DIE, tmp_path)
    for code in (tmp_path / "montmort" / "compiled" / "__pycache__").glob("*.nb?"):
        code.write_bytes(b"damaged")
    assert run(DIE, tmp_path) == [0, 0, 5]
    (text,) = (tmp_path / "montmort" / "compiled").glob("*.py")
    text.write_text("raise SystemError")
    assert run(DIE, tmp_path)[1:] == [0, 5]


def test_the_name_of_a_module_depends_on_all_that_it_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    before = cache._file_of(DIE)
    assert before == cache._file_of(DIE) != cache._file_of(CUBE)
    machinery = tmp_path / "kernels"
    machinery.mkdir()
    (machinery / "sfc64.py").write_text("changed")
    monkeypatch.setattr(cache, "KERNELS", machinery)
    cache._machinery.cache_clear()
    assert cache._file_of(DIE) != before
    monkeypatch.undo()
    cache._machinery.cache_clear()


def test_the_oldest_modules_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(cache, "MOST_MODULES", 2)
    folder = tmp_path / "montmort" / "compiled"
    for number in range(4):
        text = f"number = {number}\n"
        assert cache.load(text).number == number
        file = cache._file_of(text)
        assert file is not None
        os.utime(file, (number, number))
        (folder / "__pycache__").mkdir(exist_ok=True)
        (folder / "__pycache__" / f"{file.stem}.code.nbc").touch()
        assert cache.is_compiled(text)
    assert sorted(file.read_text() for file in folder.glob("*.py")) == ["number = 2\n", text]
    assert len(list((folder / "__pycache__").glob("*.nbc"))) == 2
