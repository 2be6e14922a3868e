"""Answers kept in files: found again, or told of and made anew."""

import errno
import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from montmort.exact import disk_cache as kept

ARRAYS = {"sums": np.arange(6).reshape(2, 3), "bits": np.array([1, 0], np.uint8)}


class Maker:
    """Makes the arrays, and counts how often."""

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
def make():
    return Maker()


def ask(make, version=1):
    """Return what is kept, after checking that it is what was made."""
    arrays = kept.kept("answer", version, make)
    assert arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert np.array_equal(arrays[name], array)
    return arrays


def told(caplog):
    """Return what was told since the last time."""
    sentences = [record.getMessage() for record in caplog.records]
    caplog.clear()
    return sentences


def test_an_answer_is_made_once(cache, make, caplog):
    for _ in range(3):
        ask(make)
    assert make.times == 1
    assert [file.name for file in cache.iterdir()] == ["answer"]
    assert told(caplog) == []


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
def test_a_damaged_file_is_told_of_once_and_made_anew(cache, make, caplog, damage):
    ask(make)
    file = cache / "answer"
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    ask(make)
    (sentence,) = told(caplog)
    assert str(file) in sentence
    assert "damaged" in sentence
    assert make.times == 2
    assert file.read_bytes() == whole
    ask(make)
    assert make.times == 2
    assert told(caplog) == []


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
def test_a_signed_body_that_is_no_archive_of_arrays_is_damaged(cache, make, caplog, body):
    cache.mkdir(parents=True)
    digest = hashlib.sha256(body).hexdigest()
    (cache / "answer").write_bytes(f"answer 1 {digest}\n".encode() + body)
    ask(make)
    (sentence,) = told(caplog)
    assert "damaged" in sentence
    ask(make)
    assert make.times == 1


def test_a_file_of_another_version_is_told_of_and_made_anew(cache, make, caplog):
    ask(make, version=1)
    ask(make, version=2)
    (sentence,) = told(caplog)
    assert "another version" in sentence
    ask(make, version=2)
    assert make.times == 2


def test_a_file_of_another_answer_is_not_taken(cache, make, caplog):
    kept.kept("other", 1, lambda: {"sums": np.arange(3)})
    (cache / "other").rename(cache / "answer")
    ask(make)
    (sentence,) = told(caplog)
    assert "another version" in sentence


@pytest.mark.parametrize("place", ["cache", "cache/montmort", "cache/montmort/answer"])
def test_a_place_that_is_taken_loses_nothing(cache, make, caplog, tmp_path, place):
    """A file stands where a folder should be, or a folder where the file should be."""
    taken = tmp_path / place
    if place.endswith("answer"):
        taken.mkdir(parents=True)
    else:
        taken.parent.mkdir(parents=True, exist_ok=True)
        taken.write_text("not ours")
    ask(make)
    assert len(told(caplog)) == 1
    ask(make)
    assert make.times == 2


def test_a_full_disk_loses_nothing_and_leaves_nothing(cache, make, caplog, monkeypatch):
    def full(file, body):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(kept.os, "replace", full)
    ask(make)
    (sentence,) = told(caplog)
    assert "No space left on device" in sentence
    assert str(cache) in sentence
    assert [*cache.iterdir()] == []


def test_a_folder_without_the_right_to_write(cache, make, caplog, monkeypatch):
    def refused(**settings):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(cache))

    monkeypatch.setattr(kept.tempfile, "NamedTemporaryFile", refused)
    ask(make)
    (sentence,) = told(caplog)
    assert "Permission denied" in sentence


def test_an_interrupted_write_leaves_nothing(cache, make, monkeypatch):
    def interrupted(*names):
        raise KeyboardInterrupt

    monkeypatch.setattr(kept.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kept.kept("answer", 1, make)
    assert [*cache.iterdir()] == []


def test_the_sentence_goes_to_stderr_by_itself(cache, make):
    ask(make)
    (cache / "answer").write_bytes(b"damaged")
    script = "from montmort.exact.disk_cache import kept; print(kept('answer', 1, lambda: {}))"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "{}\n"
    (sentence,) = ended.stderr.splitlines()
    assert sentence.endswith("is damaged; what it kept is worked out anew.")


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
def test_the_folder_is_where_caches_usually_are(monkeypatch, platform, environment, expected):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", "/home/user")
    monkeypatch.setattr(sys, "platform", platform)
    assert kept.folder() == Path(expected)


def test_no_home_loses_nothing(make, caplog, monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    ask(make)
    assert "home directory" in told(caplog)[0]
