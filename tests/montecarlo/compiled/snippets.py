"""Rules from a few lines of text, compiled to text and interpreted."""

from collections.abc import Callable
from typing import Any

from montmort.montecarlo.compiled.compiler import compile_experiment
from tests.machine.snippets import experiment_of
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream


def both_ways(
    text: str, rules: Any = None, plays: int = 30, words: int | None = None
) -> tuple[list[Any], list[Any]]:
    """Return the outcomes of the compiled and of the interpreted plays, errors as their types."""
    experiment = experiment_of(text)
    play, rng = python_play(compile_experiment(experiment, rules), words), stream(7)
    expected = interpreted(experiment, rules, stream(7))
    return _outcomes(lambda: play(rng), plays), _outcomes(lambda: next(expected), plays)


def _outcomes(play: Callable[[], Any], plays: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(plays):
        try:
            found.append(play())
        except Exception:
            return [*found, "fails"]
    return found
