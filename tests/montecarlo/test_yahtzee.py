"""The rules of Yahtzee compile, with any strategy whose choices can be compiled."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from montmort.games.table import Table
from montmort.games.yahtzee import EXPERIMENTS, Rules
from montmort.machine.plays import compile_plays
from montmort.montecarlo.simulator import simulator_of


class LastChoice:
    """Throws all dice as often as possible, and fills the last open box."""

    def decide(self, _seat: int, choices: Sequence[Any], _view: Any) -> Any:
        return choices[len(choices) - 1]

    def tell(self, event: object) -> None:
        pass


def last_choice(_rules: Rules, _chance: object) -> Table:
    return LastChoice()


GAME = replace(EXPERIMENTS["game"], players=last_choice)


@pytest.mark.parametrize("joker", ["free", "forced"])
def test_the_rules_compile(joker: Any) -> None:
    rng = np.random.Generator(np.random.SFC64(1))
    assert compile_plays(GAME, Rules(joker=joker)).play(rng, 3).shape == (3, len(GAME.fields))


@pytest.mark.slow
@pytest.mark.parametrize("joker", ["free", "forced"])
def test_compiled_plays_are_those_of_the_rules(joker: Any) -> None:
    fast, slow = (
        simulator_of(GAME, Rules(joker=joker), game="yahtzee", compiled=way)
        for way in (True, False)
    )
    assert (fast.record(1, 300) == slow.record(1, 300)).all()
