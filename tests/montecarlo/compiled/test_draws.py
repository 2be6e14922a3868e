"""All draws of `montmort.games` in compiled rules: play by play those of the interpreter."""

from collections.abc import Callable

import pytest

from montmort.games import Chance, Experiment
from montmort.montecarlo.compiled.compiler import compile_experiment
from tests.machine.draws import PLAYS, Number
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream


@pytest.mark.parametrize("play", PLAYS)
def test_a_compiled_draw_is_the_interpreted_one(play: Callable[[Chance], Number]) -> None:
    experiment = Experiment.of_play(play, Number)
    compiled = python_play(compile_experiment(experiment, None))
    rng, expected = stream(1713), interpreted(experiment, None, stream(1713))
    assert [compiled(rng) for _ in range(60)] == [next(expected) for _ in range(60)]
