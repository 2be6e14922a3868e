"""A user-defined game runs from a script, -c, standard input or a module."""

import os
import subprocess
import sys
from functools import partial
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from montmort.montecarlo.runs.executors import is_picklable

RULES = """
from typing import NamedTuple

class Toss(NamedTuple):
    heads: int

def toss(chance):
    return Toss(chance.pick([1, 1]))
"""
RUN = """
import os
from montmort.games import Experiment
from montmort.montecarlo import play_blocks, simulator_of
from montmort.montecarlo.runs import executors

processes = executors._processes
executors._processes = lambda *what: print("in processes") or processes(*what)
print("started")
simulator = simulator_of(Experiment.of_play(toss, Toss), None, game="toss", plays_per_block=50)
blocks = play_blocks(simulator, plays=100, seed=1, workers=2)
print(sorted((block.number, block.plays) for block in blocks))
"""
HERE = ["started", "[(0, 50), (1, 50)]"]
ELSEWHERE = ["started", "in processes", "[(0, 50), (1, 50)]"]


def indented(code: str) -> str:
    return "".join(f"    {line}" for line in code.splitlines(keepends=True))


GUARD = "if __name__ == '__main__':"
SCRIPTS = {
    "unguarded": (RULES + RUN, HERE),
    "guarded": (f"{RULES}\n{GUARD}{indented(RUN)}", ELSEWHERE),
    "guarded, in a function": (
        f"{RULES}\ndef main():{indented(RUN)}\n{GUARD}\n    main()\n",
        ELSEWHERE,
    ),
    "unguarded before a guard": (f"{RULES}{RUN}\n{GUARD}\n    pass\n", HERE),
    "rules of a module, unguarded": ("from rules import Toss, toss\n" + RUN, HERE),
    "rules of a module, guarded": (
        f"from rules import Toss, toss\n{GUARD}{indented(RUN)}",
        ELSEWHERE,
    ),
}


@pytest.fixture
def run(tmp_path):
    def run_python(*arguments, stdin=None):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout.splitlines()

    (tmp_path / "rules.py").write_text(RULES)
    return run_python


@pytest.mark.slow
@pytest.mark.parametrize(("script", "output"), SCRIPTS.values(), ids=SCRIPTS)
def test_a_script(run, tmp_path, script, output):
    (tmp_path / "script.py").write_text(script)
    assert run("script.py") == output


def test_a_module_run_as_a_script(run, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPTS["guarded"][0])
    assert run("-m", "script") == ELSEWHERE


def test_a_package_run_as_a_script_plays_its_own_rules_in_this_process(run, tmp_path):
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__main__.py").write_text(SCRIPTS["guarded"][0])
    assert run("-m", "package") == HERE


@pytest.mark.slow
def test_a_line_of_code_and_standard_input(run):
    assert run("-c", RULES + RUN) == HERE
    assert run("-", stdin=RULES + RUN) == HERE
    assert run("-c", "from rules import Toss, toss\n" + RUN) == ELSEWHERE


def test_local_functions_are_not_picklable():
    def closure():
        return 1

    class Stubborn:
        def __reduce__(self):
            raise RuntimeError("not me")

    assert is_picklable(partial(pow, 2))
    assert not any(map(is_picklable, (closure, lambda: 1, partial(closure), Stubborn())))


def test_a_module_without_a_spec_cannot_be_imported_by_others(monkeypatch):
    module = ModuleType("own_game")
    exec("def play(chance):\n    return 1\n", vars(module))
    monkeypatch.setitem(sys.modules, "own_game", module)
    assert not is_picklable(partial(module.play))
    module.__spec__ = ModuleSpec("own_game", None)
    assert is_picklable(partial(module.play))
