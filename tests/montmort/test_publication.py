"""What is published: the wheel, the sdist, the citation and the conda recipe."""

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import montmort
from montmort.games.extras import EXTRA

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
RECIPE = yaml.safe_load((ROOT / "recipe" / "recipe.yaml").read_text())
CONDA_NAMES = {"matplotlib": "matplotlib-base"}


def build(source: Path, folder: Path, kind: str) -> Path:
    command = (sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "-o", folder, source)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = folder.iterdir()
    return found


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("sdist"), "sdist")


@pytest.mark.slow
def test_twine_accepts_wheel_and_sdist(wheel: Path, sdist: Path) -> None:
    command = (sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("PASSED") == 2


@pytest.mark.slow
def test_a_wheel_built_from_the_sdist_equals_the_wheel_of_the_checkout(
    wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    subprocess.run(("tar", "-xzf", sdist, "-C", tmp_path), check=True)
    unpacked = tmp_path / sdist.name.removesuffix(".tar.gz")
    assert contents(build(unpacked, tmp_path / "dist", "wheel")) == contents(wheel)


@pytest.mark.slow
def test_the_wheel_says_that_all_six_packages_are_typed(wheel: Path) -> None:
    marks = {name for name in contents(wheel) if name.endswith("/py.typed")}
    inner = {
        f"montmort/{name}/py.typed"
        for name in ("exact", "games", "machine", "montecarlo", "verification")
    }
    assert marks == {"montmort/py.typed", *inner}


def test_the_citation_is_of_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= citation.keys()  # which the schema requires
    assert citation["version"] == montmort.__version__
    assert citation["license"] == PROJECT["license"]
    assert citation["authors"] == PROJECT["authors"] == [{"name": "The montmort developers"}]
    assert citation["keywords"] == PROJECT["keywords"]


def requirement(line: str) -> Requirement:
    name, _, versions = line.partition(" ")
    return Requirement(name + versions)


def test_the_conda_recipe_has_the_dependencies_of_the_project() -> None:
    assert RECIPE["context"]["version"] == montmort.__version__
    assert RECIPE["about"]["summary"] == PROJECT["description"]
    assert RECIPE["build"]["python"]["entry_points"] == ["montmort = montmort.cli:main"]
    assert PROJECT["scripts"] == {"montmort": "montmort.cli:main"}
    run, constraints = (
        {*map(requirement, RECIPE["requirements"][part])} for part in ("run", "run_constraints")
    )
    python = Requirement(f"python{PROJECT['requires-python']}")
    assert run == {*map(Requirement, PROJECT["dependencies"]), python}
    lines = [line for extra in PROJECT["optional-dependencies"].values() for line in extra]
    optional = [Requirement(line) for line in lines if Requirement(line).name != "montmort"]
    for one in optional:
        one.name = CONDA_NAMES.get(one.name, one.name)
    assert constraints == {one for one in optional if one.name != "typst"}
    assert {one.name for one in optional} <= {*EXTRA, *CONDA_NAMES.values()}
