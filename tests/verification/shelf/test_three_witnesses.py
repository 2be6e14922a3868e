"""Compiled walk, interpreted walk and simulators of the games of the shelf: equal, not alike.

Other programs for the same games are in `test_planted_bugs`, formulas in `test_chance_values`.
"""

from typing import Any

import pytest

from montmort.exact.from_rules import explore
from montmort.games import (
    baccarat,
    craps,
    penney,
    risk,
    snakes_and_ladders,
    three_ruin,
    waldegrave,
)
from montmort.montecarlo.simulator import simulator_of

SMALL: list[tuple[Any, str, Any]] = [
    (craps, "pass", craps.Rules(faces=4, weights=(1, 2, 0, 3))),
    (craps, "hand", craps.Rules(faces=6, weights=(2, 1, 1, 1, 1, 1))),
    (craps, "pass", craps.Rules(bet="dont-pass")),
    (penney, "game", penney.Rules(first="HTHT", second="THTT")),
    (penney, "game", penney.Rules(first="T", second="H")),
    (snakes_and_ladders, "race", snakes_and_ladders.Rules(squares=1, ladders="", chutes="")),
    (
        snakes_and_ladders,
        "race",
        snakes_and_ladders.Rules(players=2, faces=3, squares=8, ladders="1-6", chutes="7-2,5-0"),
    ),
    (waldegrave, "pool", waldegrave.Rules(players=2)),
    (waldegrave, "pool", waldegrave.Rules(players=4)),
    (risk, "battle", risk.Rules(attackers=1, defenders=2)),
    (risk, "battle", risk.Rules(attackers=3, defenders=3, to_the_last=True)),
    (three_ruin, "game", three_ruin.Rules(counters=(1, 2, 1))),
    (three_ruin, "game", three_ruin.Rules(counters=(2, 1, 1), until="last")),
]


@pytest.mark.parametrize(("game", "experiment", "rules"), SMALL)
def test_the_compiled_walk_has_the_steps_of_the_interpreted_one(
    game: Any, experiment: str, rules: Any
) -> None:
    asked = game.RULEBOOK.experiment(experiment)
    compiled, interpreted = (explore(asked, rules, compiled=way) for way in (True, False))
    assert compiled.steps == interpreted.steps


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "experiment", "rules"), [*SMALL, (baccarat, "hand", baccarat.Rules(decks=1))]
)
def test_the_simulator_plays_the_rules(game: Any, experiment: str, rules: Any) -> None:
    """The compiled plays are those of the rules from the same stream, and the walk has them all."""
    asked = game.RULEBOOK.experiment(experiment)
    ways = (simulator_of(asked, rules, game="small", compiled=way) for way in (True, False))
    compiled, interpreted = (each.count(1713, plays=200) for each in ways)
    assert compiled == interpreted
