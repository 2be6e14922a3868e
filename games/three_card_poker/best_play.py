"""Optimal play of the ante of three-card poker, by its own solver."""

import math
from collections.abc import Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial

from montmort.exact.paths import Watch
from montmort.exact.three_card_poker import BestPlayer, solve
from montmort.games.three_card_poker import CARDS, EXPERIMENTS, Ante, Dealt, Rules
from montmort.verification.aim import Aim
from montmort.verification.dealt_hands import decisions_by_hand, is_walked, seated
from montmort.verification.direct_solution import DirectSolution


def best_play(rules: Rules, aim: Aim, _watch: Watch | None = None) -> DirectSolution | None:
    """Return the best play of the ante; None where the walk is to find it.

    >>> found = best_play(Rules(ranks=3, suits=2), Aim("net"))
    >>> str(found.value), found.decided
    ('11/10', 20)
    """
    hands = math.comb(rules.pack.size, CARDS)
    if is_walked(aim, "net", hands):
        return None
    game = solve(rules)

    def worths(view: Dealt) -> Mapping[Hashable, Fraction]:
        values: dict[Hashable, Fraction] = {}
        values.update(game.values(rules.pack.read(view.hand)[0]))
        return values

    experiment = EXPERIMENTS["ante"]
    return DirectSolution(
        value=game.value,
        joint=game.chosen.map(_ante_of),
        rules=rules,
        played=replace(experiment, players=partial(seated, BestPlayer(rules))),
        decided=hands,
        decisions=decisions_by_hand(rules.pack, CARDS, worths, Dealt),
        worths=worths,
        how=game.how,
    )


def _ante_of(chosen: tuple[str, int | Fraction]) -> Ante:
    choice, net = chosen
    return Ante(net, 2 if choice == "play" else 1)
