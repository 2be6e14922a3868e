"""The steps of CONTRIBUTING.md, followed to the letter in a copy of the code."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PACKAGES = ("games", "machine", "exact", "montecarlo", "verification")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the code to which the page's sixth game has been added."""
    folder = tmp_path_factory.mktemp("copy")
    for package in (*PACKAGES, "montmort"):
        shutil.copytree(ROOT / package, folder / package, symlinks=True)
    shutil.copy(ROOT / "pyproject.toml", folder)
    files = dict(re.findall(r"`(games/coins/\w+\.py)`:\n\n```python\n(.*?)```", PAGE, re.S))
    assert [*files] == ["games/coins/rules.py", "games/coins/__init__.py"]
    (folder / "games" / "coins").mkdir()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def montmort(copy: Path, command: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-m", "montmort", *shlex.split(command)],
        cwd=copy,
        input="\n\n",
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode in (0, 3), finished.stderr  # a short run decides nothing
    return finished.stdout


@pytest.mark.parametrize(
    ("verb", "expected"),
    [
        ("games", "coins"),
        ("exact", "0.875"),  # 1/2 + 1/4 + 1/8
        ("simulate", "points"),
        ("verify", "CONSISTENT(0.1)"),
        ("certify", "check.py: python check.py coins.json"),
        ("report", "coins: game "),
        ("play", "The game is over: points "),
    ],
)
def test_a_game_added_by_the_steps_answers_every_general_verb(
    copy: Path, verb: str, expected: str
) -> None:
    (command,) = re.findall(rf"^\$ montmort ({verb}.*)$", PAGE, re.MULTILINE)
    assert expected in montmort(copy, command)


def test_the_example_has_the_doctests_that_the_page_asks_for(copy: Path) -> None:
    script = (
        "import doctest; from montmort.games.coins import rules; "
        "found = doctest.testmod(rules); assert (found.failed, found.attempted) == (0, 5)"
    )
    subprocess.run([sys.executable, "-c", script], cwd=copy, check=True)


def test_every_make_target_and_path_of_the_page_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z]+)`", PAGE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)
    shown = re.findall(r"`([a-z_/]+/[a-z_/.]*)`", PAGE)
    named = [path for path in shown if "coins" not in path and not path.startswith("build/")]
    assert len(named) > 10
    for path in named:
        assert (ROOT / path).exists() or (ROOT / "montmort" / path).exists(), path
