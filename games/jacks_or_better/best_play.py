"""Optimal play of jacks or better, by its own solver."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from montmort.exact.jacks_or_better import BestPlayer, solve
from montmort.exact.paths import Watch
from montmort.games.jacks_or_better import EXPERIMENTS, Dealt, Hand, Rules
from montmort.verification.aim import Aim
from montmort.verification.dealt_hands import decisions_by_hand, is_walked, seated
from montmort.verification.direct_solution import DirectSolution


def best_play(rules: Rules, aim: Aim, _watch: Watch | None = None) -> DirectSolution | None:
    """Return the best play of jacks or better; None where the walk is to find it.

    Of 2c Ac 2d Ad two are dealt, and only pairs pay: see `exact.jacks_or_better`.

    >>> rules = Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1")
    >>> found = best_play(rules, Aim("pays"))
    >>> str(found.value), found.decided, found.decisions[0].view, found.decisions[0].choice
    ('2/3', 6, Dealt(hand='2c Ac'), '2c')
    """
    hands = math.comb(rules.pack.size, rules.cards)
    if is_walked(aim, "pays", hands):
        return None
    game, pack = solve(rules), rules.pack

    def worths(view: Dealt) -> Mapping[Hashable, Fraction]:
        values = game.values(pack.read(view.hand)[0])
        return {pack.write(held): value for held, value in values.items()}

    experiment = EXPERIMENTS["hand"]
    return DirectSolution(
        value=game.value,
        joint=game.law.map(Hand),
        rules=rules,
        played=replace(experiment, players=partial(seated, BestPlayer(rules))),
        decided=hands,
        decisions=decisions_by_hand(pack, rules.cards, worths, Dealt),
        worths=worths,
        how=game.how,
    )
