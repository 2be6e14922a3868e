"""Strategies of games in which decisions are declared to be equal."""

from typing import Any, NamedTuple

import pytest

from montmort import Experiment, RandomChance, optimal
from montmort.games.errors import BadInput


class Points(NamedTuple):
    points: int


def two_dice(chance: Any, table: Any) -> Points:
    """Keep the sum of two dice, or throw one die for twice its points."""
    dice = tuple(chance.pick([1] * 6) + 1 for _ in range(2))
    if table.decide(0, ("keep", "throw"), dice) == "keep":
        return Points(sum(dice))
    return Points(2 * (chance.pick([1] * 6) + 1))


GAME = Experiment.of_play(two_dice, Points)


def test_the_strategy_goes_by_the_key() -> None:
    seen = optimal(GAME, maximise="points")
    found = optimal(GAME, maximise="points", symmetric_under=sorted_dice)
    assert found.value == seen.value
    assert len(found.decisions) == 21
    assert found[5, 2] == found[2, 5]
    for each in seen.decisions:
        assert found[each.view].choice == each.choice
        assert found.table.decide(0, ["keep", "throw"], each.view) == each.choice
    assert found.walk.law() == seen.walk.law()
    found.played.play(None, RandomChance(1))
    losses = found.compare(lambda _, dice: "keep" if sum(dice) > 5 else "throw")
    assert losses.value == seen.compare(lambda _, d: "keep" if sum(d) > 5 else "throw").value


def sorted_dice(dice: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(dice))


def test_what_is_not_equal_is_refused() -> None:
    with pytest.raises(BadInput, match="the same key"):
        optimal(GAME, maximise="points", symmetric_under=lambda dice: dice[0])
    with pytest.raises(BadInput, match="symmetric_under"):
        optimal(GAME, maximise="points", symmetric_under="dice")
