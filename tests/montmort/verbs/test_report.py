"""`montmort report` as a user types it."""

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from montmort.verbs import report as verb
from montmort.verification import registry
from tests.verification.reports.written_reports import blank

SMALL = ("treize", "--ranks", 2, "--suits", 1, "--seed", 1, "--plays", 1000)
HEADING = "Treize, ranks 2, suits 1\n"


@pytest.fixture
def report(run: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that runs `montmort report`; the claims have tests of their own."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    for name, game in registry.GAMES.items():
        monkeypatch.setitem(registry.GAMES, name, replace(game, claims=tuple))
    return partial(run, "report")


@pytest.fixture
def blank_report(report: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the same function, whose pictures show nothing."""
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", blank)
    return report


def test_one_run_writes_all_forms(report: Any, tmp_path: Path) -> None:
    files = [tmp_path / f"treize.{form}" for form in ("pdf", "html", "md")]
    code, out, _ = report(*SMALL, *(word for file in files for word in ("-o", file)))
    assert (code, out) == (
        3,
        f"{HEADING}treize: game INCONCLUSIVE\nseed 1\n",
    )  # 1000 plays are too few
    assert files[0].read_bytes().startswith(b"%PDF-")
    assert files[1].read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert files[2].read_text(encoding="utf-8").startswith("# Treize\n")
    assert {path.suffix for path in tmp_path.iterdir()} == {".pdf", ".html", ".md", ".svg"}


def test_the_same_seed_writes_the_same_bytes(report: Any, tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        report(*SMALL, "-o", folder / "x.pdf", "-o", folder / "x.html", "-o", folder / "x.md")
    for file in (tmp_path / "one").iterdir():
        assert file.read_bytes() == (tmp_path / "two" / file.name).read_bytes()


def test_the_date_is_given_or_that_of_the_epoch(
    blank_report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "x.md"

    def dated(*flags: str) -> str:
        blank_report(*SMALL, "-o", place, *flags)
        return place.read_text(encoding="utf-8")

    assert "The montmort developers, 1 January 1970\n" in dated()
    given = dated("--date", "2026-01-31")
    assert "The montmort developers, 31 January 2026\n" in given
    assert "`--date 2026-01-31`" in given
    again = given.replace("31 January 2026", "1 January 1970")
    assert again.replace("2026-01-31", "1970-01-01") == dated()
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    today = datetime.now(UTC).date()
    assert f"`--date {today}`" in dated() or datetime.now(UTC).date() != today


def test_a_bad_date_is_one_sentence(
    report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, _, err = report(*SMALL, "-o", tmp_path / "x.md", "--date", "31.1.2026")
    assert (code, "'31.1.2026' is no date, as 2026-01-31" in err) == (2, True)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    code, _, err = report(*SMALL, "-o", tmp_path / "x.md")
    assert (code, "SOURCE_DATE_EPOCH='soon' must be seconds" in err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_a_seed_drawn_at_random_is_printed(blank_report: Any, tmp_path: Path) -> None:
    _, out, _ = blank_report(*SMALL[:5], "--plays", 100, "-o", tmp_path / "x.md")
    seed = out.split("seed ")[1].strip()
    assert f"--seed {seed}" in (tmp_path / "x.md").read_text(encoding="utf-8")


def test_verdicts_are_the_exit_code(blank_report: Any, tmp_path: Path) -> None:
    code, out, _ = blank_report(*SMALL[:7], "-o", tmp_path / "x.md")
    assert (code, out) == (0, f"{HEADING}treize: game CONSISTENT\nseed 1\n")


def test_every_command_of_the_page_runs(run: Any, blank_report: Any, tmp_path: Path) -> None:
    blank_report(*SMALL, "-o", tmp_path / "x.md")
    page = (tmp_path / "x.md").read_text(encoding="utf-8")
    blocks = page.split("```console\n")[1:]
    lines = {line for block in blocks for line in block.split("\n```")[0].splitlines()}
    for line in lines:
        program, *words = line.split()
        if program == "montmort" and words[0] in ("exact", "verify"):
            assert run(*words)[0] in (0, 3), line
    assert any(line.startswith("montmort verify treize --ranks 2") for line in lines)


def test_bad_places_are_one_sentence_and_write_nothing(report: Any, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    for flags in (
        ("-o", tmp_path / "x.txt"), ("-o", tmp_path / "no" / "x.md"), ("-o", tmp_path),
        ("-o", blocked / "x.pdf"), ("-o", tmp_path / "x.md", "-o", tmp_path / "x.md"),
        ("-o", tmp_path / "x.md", "--experiment", "cards"), (),
    ):  # fmt: skip
        code, out, err = report(*SMALL, *flags)
        assert (code, out, err.count("\n")) == (2, "", 1), flags
    assert [*tmp_path.iterdir()] == [blocked]


def test_all_games_go_to_one_folder(report: Any, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    for flags in (
        ("--all", "treize", "-o", tmp_path / "r"), ("--all", "-o", tmp_path / "no" / "r"),
        ("--all", "-o", blocked), ("--all", "-o", tmp_path, "-o", tmp_path / "r"),
    ):  # fmt: skip
        code, out, err = report(*flags)
        assert (code, out, err.count("\n")) == (2, "", 1), flags
    assert [*tmp_path.iterdir()] == [blocked]


def test_the_index_has_a_line_per_game(
    blank_report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "GAMES", {"penney": registry.GAMES["penney"]})
    monkeypatch.setattr(verb, "FORMS", (".html", ".md"))
    code, _, _ = blank_report("--all", "--plays", 1000, "--seed", 1, "-o", tmp_path / "r")
    assert code == 3
    index = (tmp_path / "r" / "index.md").read_text(encoding="utf-8")
    assert "[Penney's game](penney.html)" in index
    assert "0.75" in index
    page = (tmp_path / "r" / "index.html").read_text(encoding="utf-8")
    assert '<a href="penney.html">Penney' in page


def test_no_typst_is_one_sentence(
    report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    code, out, err = report(*SMALL, "-o", tmp_path / "x.pdf", "-o", tmp_path / "x.md")
    assert (code, out, err.count("\n")) == (2, "", 1)  # before anything is played
    assert "typst" in err
    assert [*tmp_path.iterdir()] == []


def test_no_matplotlib_is_one_sentence(
    report: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = report(*SMALL, "-o", tmp_path / "x.md")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "matplotlib" in err
    assert [*tmp_path.iterdir()] == []


def test_no_screen_is_needed(tmp_path: Path) -> None:
    command = shutil.which("montmort", path=Path(sys.executable).parent)
    assert command is not None
    words = [command, "exact", *map(str, SMALL[:5]), "--plot", str(tmp_path / "x.svg")]
    environment = os.environ | {"MPLBACKEND": "nonsense"}
    found = subprocess.run(words, env=environment, capture_output=True, timeout=120, check=False)
    assert (found.returncode, found.stderr) == (0, b"")
