"""Errors planted in the compiler are found by comparison with the interpreted rules."""

from collections.abc import Callable
from typing import Any

import pytest

from montmort.montecarlo.compiled import iteration, picks, sequences
from montmort.montecarlo.compiled.kinds import Value
from montmort.montecarlo.compiled.scope import Scope
from tests.machine.simulated import FAILURES, PLAYS
from tests.montecarlo.compiled import played_in_python
from tests.montecarlo.compiled.snippets import both_ways


def weights_off_by_one(scope: Scope, ticket: str, sums: list[str]) -> str:
    return scope.let(" + ".join(f"int({ticket} > {each})" for each in sums[:-1]) or "0")


def machine_remainder(a: int, b: int) -> int:
    return abs(a) % abs(b) * (1 if a > 0 else -1)


Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, tuple[Plant, str]] = {
    "a list that is copied is shared": (
        lambda patch: patch.setitem(
            played_in_python.MEMORY_FUNCTIONS, "copied", lambda _memory, items, _width: items
        ),
        "def play(chance):\n    a = [1, 2]\n    b = list(a)\n    a.append(chance.pick([1, 1]))\n"
        "    return Out(len(b), len(a))\n",
    ),
    "a slice is one longer": (
        lambda patch: patch.setitem(
            played_in_python.MEMORY_FUNCTIONS,
            "bound",
            lambda index, length, _: min(index + 1, length),
        ),
        PLAYS["slices"],
    ),
    "a weight is off by one": (
        lambda patch: patch.setattr(picks, "_reached", weights_off_by_one),
        "def play(chance):\n    return Out(chance.pick([2, 3, 1]))\n",
    ),
    "the remainder is the machine's": (
        lambda patch: patch.setitem(played_in_python.MEMORY_FUNCTIONS, "modulo", machine_remainder),
        "def play(chance):\n    b = chance.pick([1, 1]) + 3\n"
        "    return Out((chance.pick([1] * 9) - 4) % b)\n",
    ),
    "a variable is dropped where branches meet": (
        lambda patch: patch.setattr(Scope, "assign", lambda *_: None),
        PLAYS["loops with else"],
    ),
    "a negative index is taken as it is": (
        lambda patch: patch.setattr(sequences, "checked_index", lambda _scope, leaf, _count: leaf),
        f"def play(chance):\n    {FAILURES['a negative index']}\n",
    ),
    "the second operand of `or` is always computed": (
        lambda patch: patch.setattr(Scope, "choose", always_both),
        "def play(chance):\n    a = chance.pick([1, 1]) == 1 or chance.pick([1, 1]) == 1\n"
        "    return Out(a, chance.pick([1] * 6))\n",
    ),
    "a variable that may have no value is read as 0": (
        lambda patch: patch.setattr(Scope, "fail_if", lambda *_: None),
        f"def play(chance):\n    {FAILURES['no value']}\n",
    ),
    "a loop leaves out its last round": (
        lambda patch: patch.setattr(
            iteration,
            "_of_range",
            lambda scope, value: original_range(
                scope, Value(value.kind, (value.leaves[0], f"{value.leaves[1]} - 1", "1"))
            ),
        ),
        PLAYS["loops with else"],
    ),
}

original_range = iteration._of_range


def always_both(
    scope: Scope, condition: Any, then: Callable[[], Value], otherwise: Callable[[], Value]
) -> Value:
    first, second = then(), otherwise()
    return original_choose(scope, condition, lambda: first, lambda: second)


original_choose = Scope.choose


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, text = PLANTED[name]
    compiled, expected = both_ways(text, plays=60)
    assert compiled == expected
    plant(monkeypatch)
    compiled, expected = both_ways(text, plays=60)
    assert compiled != expected
