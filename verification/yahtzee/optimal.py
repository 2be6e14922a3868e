"""Optimal play of Yahtzee, by its own solver; small versions are left to the walk.

The walk finds the law of the score as well and lists the strategy, but a large game has too
many decisions for it.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from montmort.exact.law import Law
from montmort.exact.moments import Moments
from montmort.exact.paths import Watch
from montmort.exact.yahtzee.solution import Moment, Solution, solve
from montmort.exact.yahtzee.states import cards_of, multisets
from montmort.exact.yahtzee.tables import largest_gain
from montmort.exact.yahtzee.turn import BestPlayer, BestRows, worths
from montmort.games.errors import BadInput
from montmort.games.table import Table
from montmort.games.yahtzee import EXPERIMENTS, UPPER, Rules
from montmort.montecarlo.yahtzee import simulator
from montmort.verification.aim import Aim
from montmort.verification.direct_solution import DirectSolution

MOST_WALKED = 10_000  # decisions, as many as an answer lists


def best_score(rules: Rules, aim: Aim, watch: Watch | None = None) -> DirectSolution | None:
    """Return the best play for the score; None where the walk is to find it.

    >>> best_score(Rules(dice=2, faces=2, boxes="chance"), Aim("score")) is None
    True
    """
    decided = decisions_of(rules)
    if decided <= MOST_WALKED:
        return None
    if aim != Aim("score"):
        raise BadInput(
            f"{aim}: with more than {MOST_WALKED:,} decisions only maximise score, seat 0, is "
            "solved; take fewer boxes, dice or faces"
        )
    solved = solve(rules, watch)
    return DirectSolution(
        value=solved.value,
        known=known_of(solved),
        rules=rules,
        played=replace(EXPERIMENTS["game"], players=_best_player),
        decided=decided,
        decisions=[],
        worths=partial(worths, solved),
        simulator=simulator(rules, BestRows(rules), "game", "best score"),
        how=f"{solved.cards.total:,} cards solved in integers, the exact maximum at every decision",
    )


def decisions_of(rules: Rules) -> int:
    """Return the number of situations in which the player decides, forced ones included.

    >>> decisions_of(Rules(dice=2, faces=2, boxes="chance"))  # 3 throws, 2, 1 or none left
    9
    """
    if rules.dice * rules.faces > MOST_WALKED:
        return MOST_WALKED + 1
    throws = len(multisets(rules.dice, rules.faces).throws)
    return cards_of(rules).total * throws * rules.throws


def known_of(solved: Solution) -> Mapping[str, Law[Any] | Moments]:
    """Return what is known of the outcome's fields: moments, and the law of the bonus."""
    rules, moments = solved.rules, solved.moments
    upper = sum(UPPER.index(box) + 1 for box in rules.card if box in UPPER) * rules.dice
    most = {
        "score": len(rules.card) * largest_gain(rules) + rules.bonus,
        "upper": upper,
        "extras": len(rules.card),
    }
    laws: dict[str, Law[Any] | Moments] = {
        name: _law_or_moments(moments[name], high) for name, high in most.items()
    }
    chance = solved.bonus_chance
    weights = {True: chance.numerator, False: chance.denominator - chance.numerator}
    laws["bonus"] = Law(weights={value: weight for value, weight in weights.items() if weight})
    return laws


def _law_or_moments(moment: Moment, high: int) -> Law[int] | Moments:
    """Return the moments of a number from 0 to `high`, as a law if it is constant."""
    if not moment.variance:
        return Law(weights={int(moment.mean): 1})
    return Moments(mean=moment.mean, variance=moment.variance, low=0, high=high)


def _best_player(rules: Rules, _chance: object) -> Table:
    return BestPlayer(solve(rules))
