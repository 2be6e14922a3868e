"""Conditioned walks against the conditional law of the joint outcome, and by hand."""

from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from montmort.exact.conditioned_walk import conditioned
from montmort.exact.from_rules import explore
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.experiment import Experiment
from montmort.games.table import Table


class Score(NamedTuple):
    """Outcome: points, and whether the last throw was a one."""

    points: int
    one: bool


def _step(rules: int, left: int, chance: Chance, _table: Table) -> tuple[int | None, Score]:
    throw = chance.pick([1, 2, 1])
    over = left == 1 or (throw == 1 and rules == 0)
    return (None if over else left - 1), Score(throw, throw == 1)


def _experiment(throws: int) -> Experiment[int, int, Score]:
    return Experiment(name="throws", outcome=Score, start=lambda *_: throws, step=_step)


@given(
    throws=st.integers(1, 4),
    rules=st.integers(0, 1),
    least=st.integers(0, 5),
    one=st.sampled_from([True, False, None]),
)
def test_the_conditioned_walk_has_the_conditional_law(
    throws: int, rules: int, least: int, one: bool | None
) -> None:
    walk = explore(_experiment(throws), rules)
    joint = walk.law()

    def holds(values: Any) -> bool:
        return values["points"] > least and one in (None, values["one"])

    expected = sum((joint[x] for x in joint if holds(x._asdict())), Fraction(0))
    if not expected:
        with pytest.raises(BadInput, match="probability 0"):
            conditioned(walk, {"points": least + 1}, holds)
        return
    found, chance = conditioned(walk, {"points": least + 1}, holds)
    assert chance == expected
    assert found.law() == joint.given(lambda outcome: holds(outcome._asdict()))


def test_a_total_of_losses_has_no_bound() -> None:
    def step(_rules: None, _state: int, chance: Chance, _table: Table) -> tuple[None, Score]:
        return None, Score(-chance.pick([1, 1]), False)

    losing = Experiment(name="loss", outcome=Score, start=lambda *_: 0, step=step)
    with pytest.raises(BadInput, match=r"points: a condition needs gains >= 0; this step has"):
        conditioned(explore(losing, None), {"points": 2}, lambda _: True)
