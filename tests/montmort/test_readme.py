"""Every command that README and docs show is run; their Python is run by doctest."""

import io
import re
import shlex
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest

from montmort.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
COMMANDS = [  # those of the pages take minutes together
    pytest.param(
        page.name,
        line[len("$ montmort ") :],
        marks=[pytest.mark.slow] if page.parent != ROOT else [],
    )
    for page in PAGES
    for line in page.read_text(encoding="utf-8").splitlines()
    if line.startswith("$ montmort ")
]
LINKS = [
    (page, target)
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    if "://" not in target and "{{" not in target  # a link, and no example of a template
]


@pytest.mark.parametrize(("page", "command"), COMMANDS)
def test_a_command_shown_in_the_docs_works(
    page: str,
    command: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)  # some write files
    (tmp_path / "docs").symlink_to(ROOT / "docs")  # and some read the examples
    monkeypatch.setattr(sys, "stdin", io.StringIO("watch\n"))  # and some play
    differs = "--against" in command  # one reading judged by another: INCONSISTENT
    assert main(shlex.split(command)) == int(differs)
    assert capsys.readouterr().out


def test_the_certificate_of_the_docs_is_checked_as_they_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    certify, _ = re.findall(r"^\$ montmort (certify .*--checker check\.py)$", page, re.MULTILINE)
    (words, output), _ = re.findall(r"^\$ python (.*)\n((?:.*\n)*?)```", page, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(certify)) == 0
    checked = subprocess.run(
        [sys.executable, "-I", *shlex.split(words)], capture_output=True, text=True, check=True
    )
    begin, end = output.split("…\n")
    assert checked.stdout.startswith(begin)
    assert checked.stdout.endswith(end)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=lambda page: page.stem)
def test_files_and_modules_named_in_the_docs_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    folders = "games|exact|montecarlo|verification|montmort|benchmarks|docs"
    for name in re.findall(rf"(?<![\w./])(?:{folders})/[\w/]+\.(?:py|R)\b", text):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`(montmort(?:\.\w+)+)", text):
        resolve_name(name)


@pytest.mark.parametrize(("page", "target"), LINKS)
def test_a_link_in_the_docs_leads_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


def test_make_run_is_a_target() -> None:
    readme, makefile = (ROOT / name for name in ("README.md", "Makefile"))
    for target in re.findall(r"\bmake ([a-z]+)", readme.read_text(encoding="utf-8")):
        assert re.search(rf"^{target}:", makefile.read_text(encoding="utf-8"), re.MULTILINE)
