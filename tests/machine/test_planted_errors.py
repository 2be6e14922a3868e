"""Errors planted in the compiler are found by comparison with the interpreted rules."""

from collections.abc import Callable

import pytest

from montmort.machine import comparisons, prelude, prelude_of_texts, row_copies, tables, values
from montmort.machine.assembly import Assembly, Register
from montmort.machine.frame import Frame, Value
from montmort.machine.keys import Tree, Words, tree_of
from montmort.machine.plays import compile_plays
from tests.machine.constructs import MORE
from tests.machine.keys import KEYS, USES
from tests.machine.played import difference
from tests.machine.simulated import FAILURES, PLAYS
from tests.machine.snippets import experiment_of


def shared(_frame: Frame, row: Value, _first: Register, _count: Register, _kind: str) -> Value:
    return row


def longer_slice(end: int | None, missing: int, length: int) -> int:
    if end is None:
        return missing
    return max(0, min(end + length if end < 0 else end + 1, length))


def machine_division(code: Assembly, a: Register, b: Register) -> tuple[Register, Register]:
    return code.simple("sdiv", a, b), code.simple("srem", a, b)


def as_it_is(_frame: Frame, index: Register, _length: Register) -> Register:
    return index


def by_length(frame: Frame, a: Value, b: Value) -> Register:
    return frame.code.compare("==", values.length_of(frame, a), values.length_of(frame, b))


def first_target(targets: dict[Words, int]) -> Tree:
    return tree_of(dict.fromkeys(targets, 0))


def overlapping(text: list[int], part: list[int]) -> int:
    return sum(
        all(text[place + k] == part[k] for k in range(len(part)))
        for place in range(len(text) - len(part) + 1)
    )


Plant = Callable[[pytest.MonkeyPatch], None]
PLANTED: dict[str, tuple[Plant, str]] = {
    "a list that is copied is shared": (
        lambda patch: patch.setattr(row_copies, "part_of", shared),
        "def play(chance):\n    a = [1, chance.pick([1, 1])]\n    b = a[:]\n    a.append(3)\n"
        "    return Out(len(b), len(a))\n",
    ),
    "a slice is one longer": (
        lambda patch: patch.setattr(prelude, "slice_end", longer_slice),
        PLAYS["slices"],
    ),
    "the remainder is the machine's": (
        lambda patch: patch.setattr(Assembly, "floor_divide", machine_division),
        PLAYS["division rounds down"],
    ),
    "a negative index is taken as it is": (
        lambda patch: patch.setattr(values, "place_in", as_it_is),
        f"def play(chance):\n    {FAILURES['a negative index']}\n",
    ),
    "texts are compared by their lengths": (
        lambda patch: patch.setattr(comparisons, "_equal_rows", by_length),
        MORE["parts of texts"],
    ),
    "a part of a text is counted where it overlaps itself": (
        lambda patch: patch.setattr(prelude_of_texts, "count", overlapping),
        MORE["texts that are made, and what is asked of them"],
    ),
    "all keys lead to the first value": (
        lambda patch: patch.setattr(tables, "tree_of", first_target),
        KEYS["tuples of any length"] + USES,
    ),
}


def found(text: str) -> str:
    experiment = experiment_of(text)
    return difference(compile_plays(experiment, None), experiment, None, 100)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_error_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, text = PLANTED[name]
    assert found(text) == ""
    plant(monkeypatch)
    assert found(text) != ""
