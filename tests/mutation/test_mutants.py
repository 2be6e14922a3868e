"""Faults planted in the compiler and in the merging of situations are found by their tests.

A mutant that no test can find is listed in `equivalent.py`, with the reason; all others in the
samples have to be found.  A new one that survives is a reason for another program in the tables
of tests/machine or tests/exact.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest

from tests.mutation.equivalent import EQUIVALENT
from tests.mutation.mutants import ROOT, mutants_in, mutants_of
from tests.mutation.sample import MODULES, WEIGHT, by_hash

TEXT = b'''
TABLE = {"one": 1, "two": "%a = add i64 %b, 1"}

def first(a: int, b: int = 2) -> int:
    """Not text: "add"."""
    if not a < b <= 5 and a != b:
        raise ValueError(a + b)
    return min(a - 1, b) + TABLE[f"{a + b}"]

class Two:
    @property
    def second(self) -> None:
        self.items.append("sadd" if True else {x for x in self if x in (self | 1)})
'''
NAMES = {
    "m module: add in a text 1": "'%a = sub i64 %b, 1'",
    "m first: test negated 1": "(not (not a < b <= 5 and a != b))",
    "m first: and or 1": "(not a < b <= 5 or a != b)",
    "m first: not dropped 1": "(a < b <= 5)",
    "m first: comparison 1": "(a <= b <= 5)",
    "m first: comparison 2": "(a < b < 5)",
    "m first: integer 1": "(6)",
    "m first: comparison 3": "(a == b)",
    "m first: sign 1": "(min(a - 1, b) - TABLE[f'{a + b}'])",
    "m first: arguments swapped 1": "(min(b, a - 1))",
    "m first: sign 2": "(a + 1)",
    "m first: difference 1": "(a)",
    "m first: integer 2": "(2)",
    "m Two.second: statement dropped 1": "pass",
    "m Two.second: test negated 1": "({x for x in self if x in self | 1} if True else 'sadd')",
    "m Two.second: truth value 1": "(False)",
    "m Two.second: operation 1": "'ssub'",
    "m Two.second: test negated 2": "(not (x in self | 1))",
    "m Two.second: comparison 1": "(x not in self | 1)",
    "m Two.second: union 1": "(self & 1)",
    "m Two.second: integer 1": "(2)",
}
FEW = (
    *("machine.test_plays", "machine.test_refusals"),
    *("exact.situations.test_plays", "exact.situations.test_unordered"),
)
SEVEN = (
    *("machine.operators", "machine.shapes", "machine.comparisons", "machine.statements"),
    *("machine.places.liveness", "machine.places.normal_form", "exact.situations.keys"),
)


def test_the_faults_of_a_text() -> None:
    found = mutants_in(TEXT, "m")
    assert {name: each.change.split(" -> ")[1] for name, each in found.items()} == NAMES
    assert found["m first: comparison 2"].text == TEXT.decode().replace("a < b <= 5", "(a < b < 5)")


@pytest.mark.parametrize("name", EQUIVALENT)
def test_what_is_listed_still_exists(name: str) -> None:
    assert name in mutants_of(name.split()[0])
    assert EQUIVALENT[name]


@pytest.mark.parametrize("module", WEIGHT)
def test_mutants_are_other_programs(module: str) -> None:
    for name in sample(module, WEIGHT[module]):
        mutant = mutants_of(module)[name]
        assert mutant.text != (ROOT / (module.replace(".", "/") + ".py")).read_text()
        compile(mutant.text, name, "exec")


def sample(module: str, size: int) -> list[str]:
    """Return the first mutants of a module by their hashes, but for the equivalent ones."""
    return [name for name in by_hash(module) if name not in EQUIVALENT][:size]


def tried(names: Sequence[str], modules: Sequence[str]) -> dict[str, Any]:
    """Return what is said of mutants; without a fault nothing may be found."""
    command = [sys.executable, "-m", "tests.mutation.runner", *modules]
    ran = subprocess.run(
        command, input="\n".join(names), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    guards, *found = map(json.loads, ran.stdout.splitlines())
    assert guards["name"] == "guards", f"without a fault {guards['guard']}: {guards['how']}"
    assert int(guards["how"]) > 30
    assert [each["name"] for each in found] == [*names]
    return {each["name"]: each for each in found}


def survivors(found: dict[str, Any]) -> list[str]:
    return [
        f"{each['name']} ({each['change']}; {each['how']})"
        for each in found.values()
        if not each["guard"]
    ]


def test_a_fault_is_found_by_the_guards_that_run_it() -> None:
    fault = "machine.places.liveness live_at_starts: union 1"
    elsewhere = "exact.graph.flows _rows_by_kernel: arguments swapped 1"  # not run by them
    found = tried([fault, elsewhere], FEW[3:])
    assert found[fault]["guard"]
    assert [elsewhere in line for line in survivors(found)] == [True]


@pytest.mark.slow
def test_a_fault_in_each_of_seven_modules_is_found() -> None:
    names = [name for module in SEVEN for name in sample(module, 1)]
    assert survivors(tried(names, FEW)) == []


@pytest.mark.longest
def test_faults_in_every_module_are_found() -> None:
    names = [name for module, size in WEIGHT.items() for name in sample(module, size)]
    assert len(names) >= 120
    assert survivors(tried(names, MODULES)) == []
