"""Installed in three ways, beside foreign modules with our old names, montmort runs.

A fresh environment gets montmort alone; its dependencies are those of the
environment that runs the tests.
"""

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOREIGN = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "exact"
version = "9.9"
"""
OURS = ("exact", "games", "machine", "montecarlo", "verification")


def run(*command: object, cwd: Path = ROOT, codes: tuple[int, ...] = (0,)) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [*map(str, command)], cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode in codes, done.stderr
    return done.stdout


def built(source: Path, folder: Path, *kinds: str) -> Path:
    """Return the newest file that a build of the kinds leaves in the folder."""
    run(sys.executable, "-m", "build", "--no-isolation", *kinds, "-o", folder, source)
    return max(folder.iterdir(), key=lambda path: path.stat().st_mtime_ns)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of a foreign distribution whose module is called `exact`."""
    source = tmp_path_factory.mktemp("foreign")
    (source / "pyproject.toml").write_text(FOREIGN)
    (source / "exact").mkdir()
    (source / "exact" / "__init__.py").write_text("OWNER = 'somebody else'\n")
    return built(source, source / "dist", "--wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the source distribution."""
    return built(ROOT, tmp_path_factory.mktemp("sdist"), "--sdist")


@pytest.fixture(
    scope="module",
    params=[
        pytest.param("wheel", marks=pytest.mark.longest),
        pytest.param("wheel of the sdist", marks=pytest.mark.slow),
        pytest.param("editable", marks=pytest.mark.longest),
    ],
)
def python(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    foreign: Path,
    sdist: Path,
) -> Path:
    """Return the interpreter of a fresh environment with montmort and the foreign `exact`."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder / "venv", with_pip=True)
    interpreter = folder / "venv" / "bin" / "python"
    script = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(run(interpreter, "-c", script).strip())
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install = (interpreter, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps")
    if request.param == "editable":
        run(*install, "--no-build-isolation", "--editable", ROOT)
    elif request.param == "wheel":
        run(*install, built(ROOT, folder / "dist", "--wheel"))
    else:
        run("tar", "-xzf", sdist, "-C", folder)
        unpacked = folder / sdist.name.removesuffix(".tar.gz")
        run(*install, built(unpacked, folder / "dist", "--wheel"))
    run(*install, foreign)
    return interpreter


def test_montmort_runs_beside_foreign_modules_of_its_folders_names(
    python: Path, tmp_path: Path
) -> None:
    work = tmp_path / "work"
    (work / "games").mkdir(parents=True)
    (work / "games" / "__init__.py").write_text("raise RuntimeError('the user\\'s own games')\n")
    (work / "exact.py").write_text("raise RuntimeError('the user\\'s own exact')\n")
    for montmort in ((python, "-m", "montmort"), (python.parent / "montmort",)):
        assert "0.8026191553" in run(*montmort, "exact", "treize", cwd=work)
    asked = ("report", "war", "-o", "war.pdf", "--seed", "1", "--plays", "1000")
    run(*montmort, *asked, cwd=work, codes=(0, 3))  # 1,000 plays need not decide
    assert (work / "war.pdf").read_bytes().startswith(b"%PDF-")


def test_only_the_name_montmort_is_taken(python: Path, tmp_path: Path) -> None:
    tops = "import exact; print(exact.OWNER)"
    assert run(python, "-c", tops, cwd=tmp_path) == "somebody else\n"
    files = "from importlib.metadata import files; print(*files('montmort'), sep='\\n')"
    names = {Path(name).parts[0] for name in run(python, "-c", files, cwd=tmp_path).split()}
    assert not names & {*OURS}


def test_what_a_user_needs_most_is_imported_from_montmort(python: Path, tmp_path: Path) -> None:
    code = """
import sys, time
started = time.process_time()
import montmort
assert not {"numpy", "sympy", "numba", "flint"} & {*sys.modules}
from montmort import AbsorbingChain, Deck, Experiment, Game, coin, crosscheck, law_of
print(law_of(lambda chance: coin(chance, 1)))
"""
    assert "True" in run(python, "-c", code, cwd=tmp_path)
