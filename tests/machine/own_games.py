"""The games in plain user style, with their rules."""

import importlib
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, get_type_hints

from montmort.games.chance import Chance
from montmort.games.experiment import Experiment

FOLDER = Path(__file__).parents[2] / "benchmarks" / "games"
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
