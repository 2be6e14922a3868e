"""Without a package of an extra, each verb answers, or names the extra in one sentence."""

import ast
import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from montmort.games.extras import EXTRA

ROOT = Path(__file__).parents[2]
FOLDERS = ("games", "machine", "exact", "montecarlo", "verification", "montmort")
BEHIND_A_CHECK = (
    "machine/",
    "exact/graph/borrowing.py",
    "exact/graph/folding.py",
)

# Blocks packages as if they were not installed, then runs command lines in one process.
RUN = """
import contextlib, io, json, sys
blocked, commands = json.loads(sys.argv[1])

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
from montmort.cli import main
found = []
for command in commands:
    stdout, stderr = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
        code = main(command)
    found.append((code, stdout.getvalue(), stderr.getvalue()))
print(json.dumps(found))
"""


Answer = tuple[int, str, str]


def run_without(blocked: set[str], commands: list[str], folder: Path) -> list[Answer]:
    """Return exit code, stdout and stderr of every command line, run in the folder."""
    words = [command.split() for command in commands]
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps([sorted(blocked), words])],
        cwd=folder,
        env=os.environ | {"XDG_CACHE_HOME": str(folder)},  # no answers of earlier runs
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return [tuple(answer) for answer in json.loads(done.stdout)]


def check(blocked: set[str], expected: dict[str, str | int], folder: Path) -> None:
    """Compare the answers: an exit code of success, or the extra that the sentence names."""
    answers = run_without(blocked, [*expected], folder)
    for (command, awaited), (code, _, stderr) in zip(expected.items(), answers, strict=True):
        assert "Traceback" not in stderr, (command, stderr)
        if isinstance(awaited, int):
            assert code == awaited, (command, stderr)
            continue
        last = stderr.splitlines()[-1]
        assert code == 2, (command, code, stderr)
        assert last.startswith(f"montmort {command.split()[0]}: "), last
        assert last.endswith(f'pip install "montmort[{awaited}]"'), last


def test_the_core_alone_answers_or_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "coin.py").write_text("def play(chance):\n    return chance.pick([1, 1])\n")
    (tmp_path / "counts.txt").write_text("0\n1\n1\n0\n" * 20)
    everywhere = {
        "games": 0,
        "exact treize --ranks 3 --suits 2": 0,
        "exact kuhn": 0,
        "exact craps": 0,
        "exact penney": 0,
        "exact coin.py": 0,
        "exact yahtzee": "fast",
        "exact penney --param heads": "symbols",
        "simulate coin.py --plays 100 --seed 1": 0,
        "simulate treize --plays 100 --seed 1": 0,
        "simulate treize --plays 100000 --seed 1": "fast",
        "simulate war --plays 100 --seed 1": "fast",
        "verify coin.py --plays 100 --seed 1": 3,
        "verify coin.py --outcomes counts.txt": 3,
        "verify treize --plays 100 --seed 1": 3,
        "claims penney": 0,
        "certify craps -o craps.json": 0,
        "report craps -o craps.md": "report",
        "play craps --seed 1": 0,
        "simulate coin.py --plays 100 --dask tcp://localhost:1": "dask",
    }
    check({*EXTRA}, everywhere, tmp_path)


@pytest.mark.parametrize(
    ("package", "commands"),
    [
        (
            "matplotlib",
            [f"{verb} coin.py --plot a.png" for verb in ("exact", "simulate", "verify")],
        ),
        ("matplotlib", ["play war --seed 1 --plot a.png", "report coin.py -o a.md"]),
        ("jinja2", ["report coin.py -o a.md", "report --all -o reports"]),
        ("typst", ["report coin.py -o a.md -o a.pdf", "report --all -o reports"]),
    ],
)
def test_what_cannot_be_written_is_refused_before_any_work(
    package: str, commands: list[str], tmp_path: Path
) -> None:
    (tmp_path / "coin.py").write_text("def play(chance):\n    return chance.pick([1, 1])\n")
    for code, stdout, stderr in run_without({package}, commands, tmp_path):
        assert (code, stdout) == (2, "")
        assert f"require {package}: pip install" in stderr
        assert stderr.count("\n") == 1  # no bar of progress
    assert [path.name for path in tmp_path.iterdir() if path.name[0] in "ar"] == []


SAME = ("craps", "kuhn", "penney", "first-orchard --trees 2 --fruits 2 --raven 2")


@pytest.mark.slow
def test_a_seed_has_one_histogram_with_and_without_the_extra_fast(tmp_path: Path) -> None:
    runs = "    n = 0\n    while chance.pick([1, 2]):\n        n += 1\n    return n\n"
    (tmp_path / "runs.py").write_text(f"def play(chance):\n{runs}")
    commands = [f"simulate {game} --plays 500 --seed 7 --csv" for game in SAME]
    commands.append("simulate runs.py --plays 100000 --seed 7 --csv")  # enough to be compiled
    fast = {package for package, extra in EXTRA.items() if extra == "fast"}
    for name, blocked in (("core", fast), ("fast", set[str]())):
        named = [f"{command} {name}-{at}.csv" for at, command in enumerate(commands)]
        assert {code for code, _, _ in run_without(blocked, named, tmp_path)} == {0}
    for at, command in enumerate(commands):
        core, quick = ((tmp_path / f"{name}-{at}.csv").read_text() for name in ("core", "fast"))
        assert len(core.splitlines()) > 2
        assert core == quick, command


@pytest.mark.slow
@pytest.mark.parametrize(
    ("blocked", "expected"),
    [
        ({"typst"}, {"report craps -o r.md --plays 1000": 3, "report craps -o r.pdf": "report"}),
        ({"matplotlib"}, {"report craps -o r.md": "plot", "exact craps": 0}),
        ({"distributed"}, {"simulate craps --plays 100 --dask tcp://localhost:1": "dask"}),
        ({"numba", "llvmlite"}, {"simulate penney --plays 100": 0, "simulate war": "fast"}),
        ({"scipy"}, {"exact le-her": 0, "exact three-ruin": 0, "verify penney --plays 100": 3}),
        ({"networkx", "cloudpickle", "threadpoolctl"}, {"exact war --ranks 2 --suits 2": 0}),
    ],
    ids=lambda value: "-".join(sorted(value)) if isinstance(value, set) else None,
)
def test_one_package_alone_is_missing(
    blocked: set[str], expected: dict[str, str | int], tmp_path: Path
) -> None:
    check(blocked, expected, tmp_path)


def test_what_montmort_offers_is_there_or_names_its_extra(tmp_path: Path) -> None:
    code = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))  # None: not found
import montmort
from montmort.games.extras import MissingExtra
for name in montmort.__all__:
    try:
        getattr(montmort, name)
    except MissingExtra as missing:
        print(name, missing, sep=": ")
"""
    done = subprocess.run(
        [sys.executable, "-c", code, *EXTRA], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    missing = 'symbols require sympy: pip install "montmort[symbols]"'
    assert done.stdout == f"solve_family: {missing}\n"


def optional_imports(tree: ast.AST, guarded: bool = False) -> Iterator[str]:
    """Yield the optional packages that are imported without `extra_for` around them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        tops = {name.partition(".")[0] for name in names}
        yield from (() if guarded else tops & EXTRA.keys())
        inside = isinstance(node, ast.With) and "extra_for(" in ast.unparse(node.items[0])
        yield from optional_imports(node, guarded or inside)


def test_every_import_of_an_optional_package_is_guarded() -> None:
    assert [*optional_imports(ast.parse("def f():\n    import sympy"))] == ["sympy"]
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            place = path.relative_to(ROOT).as_posix()
            text = path.read_text()
            if place.startswith(BEHIND_A_CHECK) or "is_installed(" in text:
                continue
            assert not {*optional_imports(ast.parse(text))}, place


def test_the_extras_are_those_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    of_packages = {
        Requirement(line).name: extra for extra, lines in extras.items() for line in lines
    }
    del of_packages["montmort"]  # an extra that contains others
    assert {**of_packages, "cloudpickle": "dask"} == EXTRA  # distributed needs cloudpickle
    (whole,) = map(Requirement, extras["all"])
    assert whole.extras == extras.keys() - {"all"}
    core = {Requirement(line).name for line in project["dependencies"]}
    assert not core & EXTRA.keys()
