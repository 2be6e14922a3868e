"""Where the cache is."""

import sys
from pathlib import Path

import pytest

from montmort.games.cache_folder import cache_folder


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
