"""Generated rules: compiled == interpreted on the same stream, or refused."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from montmort.montecarlo.compiled.compiler import CannotCompile, compile_experiment
from tests.machine.random_rules import experiment_of, random_rules
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream


def outcomes(plays: Iterator[tuple[int, ...]] | Any, count: int) -> list[Any]:
    """Return `count` outcomes, up to the first error."""
    found: list[Any] = []
    for _ in range(count):
        try:
            found.append(next(plays))
        except Exception as error:
            return [*found, type(error)]
    return found


def forever(play: Any, chance: Any) -> Iterator[tuple[int, ...]]:
    while True:
        yield play(chance)


def difference(seed: int) -> str:
    """Return "" if compiled and interpreted plays are equal, "refused", or what differs."""
    text = random_rules(seed)
    experiment = experiment_of(text, f"<rules {seed}>")
    try:
        compiled = compile_experiment(experiment, None)
    except CannotCompile as reason:
        return f"failed: {reason}" if "compiler failed" in str(reason) else f"refused: {reason}"
    expected = outcomes(interpreted(experiment, None, stream(seed)), 12)
    found = outcomes(forever(python_play(compiled), stream(seed)), 12)
    if isinstance(expected[-1], type):
        same = expected[:-1] == found[: len(expected) - 1] and isinstance(found[-1], type)
        return "" if same or found[-1] is OverflowError else f"{expected}\n{found}"
    if found[-1] is OverflowError:
        return "" if found[:-1] == expected[: len(found) - 1] else f"{expected}\n{found}"
    return "" if found == expected else f"{expected}\n{found}"


@given(st.integers(0, 2**40))
@settings(max_examples=15)
def test_generated_rules_are_compiled_as_they_are_or_refused(seed: int) -> None:
    found = difference(seed)
    assert not found or found.startswith("refused")


@pytest.mark.slow
@given(st.integers(0, 2**40))
@settings(max_examples=300)
def test_many_generated_rules(seed: int) -> None:
    found = difference(seed)
    assert not found or found.startswith("refused")
