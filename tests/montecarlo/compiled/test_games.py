"""Games in plain user style: compiled and interpreted plays are equal on one stream."""

import pytest

from montmort.games import treize
from montmort.montecarlo.compiled.compiler import compile_experiment
from tests.machine.own_games import GAMES, experiment_of, module_of, rules_of
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream


@pytest.mark.parametrize("name", GAMES)
def test_a_compiled_game_is_the_interpreted_one(name: str) -> None:
    module = module_of(name)
    experiment = experiment_of(module)
    for rules in rules_of(name, module):
        play = python_play(compile_experiment(experiment, rules))
        for seed in (1, 1713):
            rng, twin = stream(seed), stream(seed)
            plays = interpreted(experiment, rules, twin)
            for _ in range(25):
                assert play(rng) == next(plays)
            assert rng.rng.integers(2**60) == twin.rng.integers(2**60)


def test_treize_with_events_under_several_rules() -> None:
    experiment = treize.EXPERIMENTS["game"]
    for rules in (treize.Rules(), treize.Rules(ranks=2, suits=1), treize.Rules(ranks=5, suits=3)):
        play, plays = python_play(compile_experiment(experiment, rules)), stream(3)
        expected = interpreted(experiment, rules, stream(3))
        assert [play(plays) for _ in range(40)] == [next(expected) for _ in range(40)]
