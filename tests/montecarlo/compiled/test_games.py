"""Games in plain user style: compiled and interpreted plays are equal on one stream."""

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

import pytest

from montmort.games import treize
from montmort.games.chance import Chance
from montmort.games.experiment import Experiment
from montmort.montecarlo.compiled.compiler import compile_experiment
from tests.montecarlo.compiled.played_in_python import interpreted, python_play, stream

FOLDER = Path(__file__).parents[3] / "benchmarks" / "games"
GAMES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


class Single(NamedTuple):
    value: int


def module_of(name: str) -> ModuleType:
    return importlib.import_module(f"benchmarks.games.{name}")


def experiment_of(module: ModuleType) -> Experiment[Any, Any, Any]:
    for value in vars(module).values():
        if isinstance(value, Experiment):
            return value
        if isinstance(value, dict) and any(isinstance(v, Experiment) for v in value.values()):
            return next(iter(value.values()))
    outcome = get_type_hints(module.play)["return"]
    if hasattr(outcome, "_fields"):
        return Experiment.of_play(module.play, outcome)

    def single(chance: Chance) -> Single:
        return Single(module.play(chance))

    return Experiment.of_play(single, Single)


def rules_of(name: str, module: ModuleType) -> list[Any]:
    if not hasattr(module, "Rules"):
        return [None]
    others: dict[str, dict[str, int]] = {
        "craps": {"faces": 8},
        "pig": {"goal": 30, "hold": 7, "faces": 4},
        "baccarat_decks": {"decks": 1},
        "coupon_collector": {"coupons": 1},
        "monopoly_moves": {"turns": 1},
        "treize_own": {"ranks": 1, "suits": 2},
        "war_small": {"ranks": 3, "suits": 4, "most_turns": 15},
    }
    return [module.Rules(), replace(module.Rules(), **others[name])]


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
