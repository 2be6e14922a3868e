"""Results cached in files: loaded, or reported and computed again."""

import errno
import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from montmort.exact import disk_cache
from montmort.exact.disk_cache import cache_folder

ARRAYS = {"sums": np.arange(6).reshape(2, 3), "bits": np.array([1, 0], np.uint8)}


class Computation:
    """Computes the arrays, and counts how often."""

    def __init__(self):
        self.times = 0

    def __call__(self):
        self.times += 1
        return {name: array.copy() for name, array in ARRAYS.items()}


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "montmort"


@pytest.fixture
def compute():
    return Computation()


def ask(compute, version=1):
    """Return the cached arrays, after comparing them with the computed ones."""
    arrays = disk_cache.load_or_compute("answer", version, compute)
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)
    return arrays


def warnings(caplog):
    """Return the warnings since the last call."""
    sentences = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return sentences


def test_a_result_is_computed_once(cache, compute, caplog):
    for _ in range(3):
        ask(compute)
    assert compute.times == 1
    assert [file.name for file in cache.iterdir()] == ["answer"]
    assert warnings(caplog) == []


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: b"",
        lambda body: body[:-1],
        lambda body: body[:20],
        lambda body: body[:-9] + bytes([body[-9] ^ 1]) + body[-8:],
        lambda body: body + b"\n",
        lambda body: b"\xff" + body,
        lambda body: body.replace(b"\n", b"", 1),
    ],
)
def test_a_damaged_file_is_reported_once_and_computed_again(cache, compute, caplog, damage):
    ask(compute)
    file = cache / "answer"
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    ask(compute)
    (sentence,) = warnings(caplog)
    assert str(file) in sentence
    assert "damaged" in sentence
    assert compute.times == 2
    assert file.read_bytes() == whole
    ask(compute)
    assert compute.times == 2
    assert warnings(caplog) == []


def saved(save, *arrays):
    body = io.BytesIO()
    save(body, *arrays)
    return body.getvalue()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no arrays",
        b"PK\x03\x04",
        saved(np.save, np.arange(3)),
        saved(np.savez, np.array([{}])),
        saved(np.savez_compressed, np.arange(99))[:-4] + b"more",
    ],
)
def test_a_body_with_a_right_digest_that_is_not_an_archive_is_damaged(cache, compute, caplog, body):
    cache.mkdir(parents=True)
    digest = hashlib.sha256(body).hexdigest()
    (cache / "answer").write_bytes(f"answer 1 {digest}\n".encode() + body)
    ask(compute)
    (sentence,) = warnings(caplog)
    assert "damaged" in sentence
    ask(compute)
    assert compute.times == 1


def test_a_file_of_another_version_is_reported_and_computed_again(cache, compute, caplog):
    ask(compute, version=1)
    ask(compute, version=2)
    (sentence,) = warnings(caplog)
    assert "another version" in sentence
    ask(compute, version=2)
    assert compute.times == 2


def test_a_file_of_another_result_is_not_used(cache, compute, caplog):
    disk_cache.load_or_compute("other", 1, lambda: {"sums": np.arange(3)})
    (cache / "other").rename(cache / "answer")
    ask(compute)
    (sentence,) = warnings(caplog)
    assert "another version" in sentence


@pytest.mark.parametrize("place", ["cache", "cache/montmort", "cache/montmort/answer"])
def test_a_path_in_use_loses_no_result(cache, compute, caplog, tmp_path, place):
    """A file stands where a folder should be, or a folder where the file should be."""
    taken = tmp_path / place
    if place.endswith("answer"):
        taken.mkdir(parents=True)
    else:
        taken.parent.mkdir(parents=True, exist_ok=True)
        taken.write_text("not ours")
    ask(compute)
    assert len(warnings(caplog)) == 1
    ask(compute)
    assert compute.times == 2


def test_a_full_disk_loses_no_result_and_leaves_no_file(cache, compute, caplog, monkeypatch):
    def full(file, body):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(disk_cache.os, "replace", full)
    ask(compute)
    (sentence,) = warnings(caplog)
    assert "No space left on device" in sentence
    assert str(cache) in sentence
    assert [*cache.iterdir()] == []


def test_a_folder_without_write_permission(cache, compute, caplog, monkeypatch):
    def refused(**settings):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(cache))

    monkeypatch.setattr(disk_cache.tempfile, "NamedTemporaryFile", refused)
    ask(compute)
    (sentence,) = warnings(caplog)
    assert "Permission denied" in sentence


def test_an_interrupted_write_leaves_no_file(cache, compute, monkeypatch):
    def interrupted(*names):
        raise KeyboardInterrupt

    monkeypatch.setattr(disk_cache.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        disk_cache.load_or_compute("answer", 1, compute)
    assert [*cache.iterdir()] == []


def test_the_warning_goes_to_stderr_by_default(cache, compute):
    ask(compute)
    (cache / "answer").write_bytes(b"damaged")
    script = (
        "from montmort.exact import disk_cache as d; print(d.load_or_compute('answer', 1, dict))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "{}\n"
    (sentence,) = ended.stderr.splitlines()
    assert sentence.endswith("is damaged; its result is computed again.")


def test_a_missing_home_loses_no_result(compute, caplog, monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    ask(compute)
    assert "home directory" in warnings(caplog)[0]


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"XDG_CACHE_HOME": "/cache"}, "/cache/montmort"),
        ("linux", {}, "/home/user/.cache/montmort"),
        ("linux", {"XDG_CACHE_HOME": ""}, "/home/user/.cache/montmort"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/user/.cache/montmort"),
        ("darwin", {}, "/home/user/Library/Caches/montmort"),
        ("win32", {"LOCALAPPDATA": "/users/local"}, "/users/local/montmort"),
        ("win32", {}, "/home/user/AppData/Local/montmort"),
    ],
)
def test_the_folder_is_the_default_of_the_system(monkeypatch, platform, environment, expected):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", "/home/user")
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(expected)
