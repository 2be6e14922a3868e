"""The bar of a long walk, as a person at a terminal sees it."""

import time
from fractions import Fraction

import pytest

from montmort.exact import law_of
from montmort.output import progress
from montmort.output.progress import plays_bar, walk_bar


def test_a_long_walk_tells_its_paths(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")  # rich takes it for a terminal
    with walk_bar("six dice") as watch:
        law_of(
            lambda chance: sum(chance.pick([1] * 6) for _ in range(6)), watch=watch, compiled=False
        )
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "six dice" in captured.err
    assert "46,000 paths" in captured.err  # of the 46,656


def test_no_terminal_not_even_an_empty_line(capsys: pytest.CaptureFixture[str]) -> None:
    with walk_bar("six dice") as watch:
        watch(Fraction(1, 2), 1000)
    assert capsys.readouterr().err == ""


def test_a_run_without_a_fixed_end_tells_what_remains(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    with plays_bar("tossing", None) as show:
        show(500, 625)
    assert "about 125 more" in capsys.readouterr().err


def test_plays_that_were_held_are_not_played_fast(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "200")
    with plays_bar("tossing", 10**9) as show:
        show(4 * 10**8, held=9 * 10**8)
        show(9 * 10**8, held=9 * 10**8)
    err = capsys.readouterr().err
    assert "900,000,000 plays" in err
    assert " 0/s" in err


def test_plays_that_take_long_are_announced_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.01)
    for has_begun, expected in ((True, 1), (False, 0)):
        with plays_bar("tossing", 5, has_begun=has_begun):
            time.sleep(0.2)
        err = capsys.readouterr().err
        assert err.count("tossing: no block of plays is finished after 0.01 s; Ctrl-C") == expected
    monkeypatch.setattr(progress, "PATIENCE", 0.3)
    with plays_bar("tossing", 5, has_begun=True) as show:
        show(5)
        time.sleep(0.4)
    assert "no block" not in capsys.readouterr().err
