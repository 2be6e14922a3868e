"""What functions do, read from the code that the Python at hand makes of them."""

from functools import partial
from types import CodeType
from typing import Any, NamedTuple

import pytest

from montmort.machine.code_reading import Kind, codes_within, fields_read, steps_of

READ = {
    "return x": {("LOCAL", "x")},
    "return x, y": {("LOCAL", "x"), ("LOCAL", "y")},
    "y = 1\n    return x, y": {("LOCAL", "x"), ("LOCAL", "y")},
    "return table": {("GLOBAL", "table")},
    "return table.first": {("GLOBAL", "table"), ("ATTRIBUTE", "first")},
    "return x.first()": {("LOCAL", "x"), ("ATTRIBUTE", "first"), ("CALL", 0)},
    "return table(x, 2)": {("LOCAL", "x"), ("GLOBAL", "table"), ("CALL", 2)},
    "x.first = y": {("LOCAL", "x"), ("LOCAL", "y"), ("SET_ATTRIBUTE", "first")},
    "del x.first": {("LOCAL", "x"), ("SET_ATTRIBUTE", "first")},
    "global table\n    table = x": {("LOCAL", "x"), ("SET_GLOBAL", "table")},
    "global table\n    del table": {("SET_GLOBAL", "table")},
    "return x is table": {("LOCAL", "x"), ("GLOBAL", "table"), ("IDENTITY", 0)},
    "return x is not y": {("LOCAL", "x"), ("LOCAL", "y"), ("IDENTITY", 1)},
    "import math": {("IMPORT", "math")},
    "from math import pi": {("IMPORT", "math")},
    "return lambda: x": {("OUTER", "x")},
    "def set():\n        nonlocal x\n        x = 3": {("SET_OUTER", "x")},
    "return [table for _ in y]": {("LOCAL", "y"), ("GLOBAL", "table")},
    "try:\n        return x\n    except KeyError:\n        return y": {
        *(("LOCAL", "x"), ("LOCAL", "y"), ("GLOBAL", "KeyError")),
    },
}
TOLD_APART = (Kind.OTHER, Kind.CONSTANT)


def code_of(body: str) -> CodeType:
    space: dict[str, object] = {}
    exec(f"def function(x, y):\n    {body}", space)
    code: CodeType = space["function"].__code__  # type: ignore[attr-defined]
    return code


@pytest.mark.parametrize("body", READ)
def test_what_a_function_does(body: str) -> None:
    steps = [step for code in codes_within(code_of(body)) for step in steps_of(code)]
    found = {(step.kind.name, step.about) for step in steps if step.kind not in TOLD_APART}
    assert READ[body] <= found
    assert {kind for kind, _ in found} <= {kind for kind, _ in READ[body]} | {
        "CALL",
        "LOCAL",
        "OUTER",
    }


def test_constants_and_lines() -> None:
    steps = [*steps_of(code_of("y = 7\n    return x, 1000"))]
    assert (Kind.CONSTANT, 7, 2) in steps
    assert (Kind.CONSTANT, 1000, 3) in steps
    assert (Kind.LOCAL, "x", 3) in steps


class Score(NamedTuple):
    """An outcome with more than fields."""

    points: int
    passes: int
    cards: int

    @property
    def mean(self) -> float:
        return self.points / self.passes

    def above(self, points: int) -> bool:
        return self.points > points or (points > 0 and self.above(points - 1))


class Bonus(Score):
    """An outcome that asks its base, and one of whose fields is computed."""

    @property
    def mean(self) -> float:
        return super().mean

    @property
    def cards(self) -> int:
        return self.passes


class Looking(Score):
    """An outcome that is told of every look."""

    def __getattribute__(self, name: str) -> Any:
        return super().__getattribute__("passes" if name == "points" else name)


ALL = None
FIELDS_READ: list[tuple[Any, type[Any], set[str] | None]] = [
    (lambda score: 1, Score, set()),
    (lambda score: score.points > 3, Score, {"points"}),
    (lambda score: score.points if score.cards else score.mean, Score, {*Score._fields}),
    (lambda score: score.above(2), Score, {"points"}),
    (lambda score: next(score.cards for _ in range(3)), Score, {"cards"}),
    (lambda score: (lambda: score.cards)(), Score, {"cards"}),
    (lambda score: score.cards, Bonus, {"passes"}),
    (lambda score: score.mean, Bonus, ALL),
    (lambda score: score.points, Looking, ALL),
    (lambda score: max(score), Score, ALL),
    (lambda score: score[0], Score, ALL),
    (lambda score: (score or score).points, Score, ALL),
    (lambda score: [other := score, other.cards][1], Score, ALL),
    (lambda score: score._replace(points=1).cards, Score, ALL),
    (lambda score: vars()["score"].points, Score, ALL),
    (lambda *scores: scores[0].points, Score, ALL),
    (partial(max, 1), Score, ALL),
    (len, Score, ALL),
]


@pytest.mark.parametrize(("function", "kind", "fields"), FIELDS_READ)
def test_the_fields_that_a_function_may_look_at(
    function: Any, kind: type[Any], fields: set[str] | None
) -> None:
    assert fields_read(function, kind) == fields
