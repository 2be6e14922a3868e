"""The wheel alone, with the core's dependencies from the index, in a fresh environment."""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from benchmarks.startup import build_wheel, megabytes

pytestmark = pytest.mark.slow

LIMIT = 120  # megabytes, without pip
GAMES = {
    "treize": "0.8026191553",
    "craps": "244/495",
    "kuhn": "-1/18",
    "le-her": "11327/22100",
    "snakes-and-ladders": "39.2251223082349604",
}
TOSS = """
import random, sys
chance = random.Random(int(sys.argv[1]))
for _ in range(int(sys.argv[2])):
    print(chance.randrange(2))
"""


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the interpreter of an environment with the core only."""
    folder = tmp_path_factory.mktemp("core")
    (folder / "dist").mkdir()
    wheel = build_wheel(folder / "dist")
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    install = (python, "-m", "pip", "install", "--quiet", "--no-compile", wheel)
    done = subprocess.run(install, capture_output=True, text=True)
    if done.returncode and ("No matching distribution" in done.stderr or "retry" in done.stderr):
        pytest.skip(f"no package index: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return python


def answer(core: Path, folder: Path, *words: str) -> tuple[int, str, str]:
    """Return exit code, stdout and stderr of `montmort`, with empty caches."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        (core, "-m", "montmort", *words),
        cwd=folder,
        env=environment | {"XDG_CACHE_HOME": str(folder / "cache"), "COLUMNS": "100"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_core_is_small_after_its_first_answer(core: Path, tmp_path: Path) -> None:
    code, stdout, stderr = answer(core, tmp_path, "exact", "treize")
    assert code == 0, stderr
    assert "0.8026191553" in stdout
    (site,) = core.parents[1].glob("lib/python*/site-packages")
    assert not [name for name in ("numba", "scipy", "sympy") if (site / name).exists()]
    assert megabytes(site) < LIMIT


@pytest.mark.parametrize("game", GAMES)
def test_the_core_has_the_exact_answer(core: Path, tmp_path: Path, game: str) -> None:
    code, stdout, stderr = answer(core, tmp_path, "exact", game)
    assert code == 0, stderr
    assert GAMES[game] in stdout


def test_the_core_judges_a_foreign_simulator(core: Path, tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text("def play(chance):\n    return chance.pick([1, 1])\n")
    (tmp_path / "toss.py").write_text(TOSS)
    program = f"{sys.executable} toss.py {{seed}} {{plays}}"
    asked = ("verify", "coin.py", "--command", program, "--margin", "value=0.1", "--seed", "1")
    code, stdout, stderr = answer(core, tmp_path, *asked)
    assert code == 0, stdout + stderr
    assert "CONSISTENT(0.1)" in stdout


def test_the_core_certifies_and_checks(core: Path, tmp_path: Path) -> None:
    game = ("treize", "--ranks", "3", "--suits", "2")
    files = ("-o", "treize.json", "--checker", "check.py")
    code, _, stderr = answer(core, tmp_path, "certify", *game, *files)
    assert code == 0, stderr
    check = (core, "check.py", "treize.json")
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_core_names_the_extra_of_what_it_lacks(core: Path, tmp_path: Path) -> None:
    code, _, stderr = answer(core, tmp_path, "simulate", "war", "--plays", "10")
    assert code == 2
    assert stderr.splitlines()[-1].endswith('pip install "montmort[fast]"')
