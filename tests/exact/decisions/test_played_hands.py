"""The best players of card games at full size, simulated: consistent with the exact laws."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from montmort.exact import jacks_or_better as best_draw
from montmort.exact import three_card_poker as best_ante
from montmort.exact.law import Law
from montmort.games import jacks_or_better, three_card_poker
from montmort.games.chance import RandomChance
from montmort.games.table import Table
from montmort.verification import Decision, crosscheck


def simulator(experiment: Any, rules: object, table: Table) -> Callable[..., Counter[Any]]:
    def play(number: int, rng: np.random.Generator) -> Counter[Any]:
        chance = RandomChance(rng)
        return Counter(experiment.play(rules, chance, table) for _ in range(number))

    return play


def decided(experiment: Any, rules: Any, table: Table, law: Law[Any], margin: Fraction) -> Decision:
    found = crosscheck(
        exact={experiment.fields[0]: law},
        simulator=simulator(experiment, rules, table),
        plays=10_000,
        margin=margin,
        seed=1713,
    )
    (verdict,) = found.verdicts
    return verdict.decision


@pytest.mark.slow
def test_three_card_poker_as_it_is_played() -> None:
    rules, experiment = three_card_poker.Rules(), three_card_poker.EXPERIMENTS["ante"]
    player, law = best_ante.BestPlayer(rules), best_ante.solve(rules).law
    assert decided(experiment, rules, player, law, Fraction(1, 4)) is Decision.CONSISTENT
    wrong = law.map(lambda net: 1 if net == 2 else net)
    assert decided(experiment, rules, player, wrong, Fraction(1, 4)) is Decision.INCONSISTENT


@pytest.mark.slow
def test_jacks_or_better_as_it_is_played() -> None:
    rules = jacks_or_better.Rules(pay_table="25,25,25,9,6,4,3,2,1")  # no rare high pays
    experiment = jacks_or_better.EXPERIMENTS["hand"]
    player, law = best_draw.BestPlayer(rules), best_draw.solve(rules).law
    assert decided(experiment, rules, player, law, Fraction(1, 2)) is Decision.CONSISTENT
    other = jacks_or_better.Rules(pay_table="25,25,25,9,6,4,3,1,1")  # two pair pay 1, not 2
    wrong = best_draw.solve(other).law
    assert decided(experiment, rules, player, wrong, Fraction(1, 2)) is Decision.INCONSISTENT
