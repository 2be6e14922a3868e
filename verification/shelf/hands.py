"""Optimal play of the two poker games against the house, by their own solvers.

A walk would visit every order of every deal.  The solvers count sets of cards.  They know one
aim, the largest mean; for another aim a small pack is walked, and a large one is refused.
"""

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import Any

from montmort.exact import jacks_or_better as draw_solver
from montmort.exact import three_card_poker as ante_solver
from montmort.exact.decisions.optimal import BestChoice
from montmort.exact.paths import Watch
from montmort.games import jacks_or_better, three_card_poker
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.table import Table
from montmort.verification.aim import Aim
from montmort.verification.direct_solution import DirectSolution

MOST_WALKED = 1_000  # hands of a game that is left to the walk
MOST_LISTED = 10_000  # hands whose decisions are listed

Worths = Callable[[Any], Mapping[Hashable, Fraction]]  # of the choices, by the view


def best_holds(
    rules: jacks_or_better.Rules, aim: Aim, _watch: Watch | None = None
) -> DirectSolution | None:
    """Return the best play of jacks or better; None where the walk is to find it.

    Of 2c Ac 2d Ad two are dealt, and only pairs pay: see `exact.jacks_or_better`.

    >>> rules = jacks_or_better.Rules(ranks=2, suits=2, cards=2, pay_table="0,0,0,0,0,0,0,0,1")
    >>> found = best_holds(rules, Aim("pays"))
    >>> str(found.value), found.decided, found.decisions[0].view, found.decisions[0].choice
    ('2/3', 6, Dealt(hand='2c Ac'), '2c')
    """
    hands = math.comb(rules.pack.size, rules.cards)
    if _is_walked(aim, "pays", hands):
        return None
    game, pack = draw_solver.solve(rules), rules.pack

    def worths(view: jacks_or_better.Dealt) -> Mapping[Hashable, Fraction]:
        values = game.values(pack.read(view.hand)[0])
        return {pack.write(held): value for held, value in values.items()}

    experiment = jacks_or_better.EXPERIMENTS["hand"]
    return DirectSolution(
        value=game.value,
        joint=game.law.map(jacks_or_better.Hand),
        rules=rules,
        played=replace(experiment, players=partial(_seated, draw_solver.BestPlayer(rules))),
        decided=hands,
        decisions=_listed(pack, rules.cards, worths, jacks_or_better.Dealt),
        worths=worths,
        how=game.how,
    )


def best_antes(
    rules: three_card_poker.Rules, aim: Aim, _watch: Watch | None = None
) -> DirectSolution | None:
    """Return the best play of the ante; None where the walk is to find it.

    >>> found = best_antes(three_card_poker.Rules(ranks=3, suits=2), Aim("net"))
    >>> str(found.value), found.decided
    ('11/10', 20)
    """
    hands = math.comb(rules.pack.size, three_card_poker.CARDS)
    if _is_walked(aim, "net", hands):
        return None
    game = ante_solver.solve(rules)

    def worths(view: three_card_poker.Dealt) -> Mapping[Hashable, Fraction]:
        values: dict[Hashable, Fraction] = {}
        values.update(game.values(rules.pack.read(view.hand)[0]))
        return values

    experiment = three_card_poker.EXPERIMENTS["ante"]
    return DirectSolution(
        value=game.value,
        joint=game.chosen.map(_ante_of),
        rules=rules,
        played=replace(experiment, players=partial(_seated, ante_solver.BestPlayer(rules))),
        decided=hands,
        decisions=_listed(rules.pack, three_card_poker.CARDS, worths, three_card_poker.Dealt),
        worths=worths,
        how=game.how,
    )


def _ante_of(chosen: tuple[str, int | Fraction]) -> three_card_poker.Ante:
    choice, net = chosen
    return three_card_poker.Ante(net, 2 if choice == "play" else 1)


def _seated(table: Table, _rules: object, _chance: object) -> Table:
    """Return the table, as the function `players` of an experiment."""
    return table


def _is_walked(aim: Aim, field: str, hands: int) -> bool:
    """Return whether an aim is left to the walk; BadInput if that would take too long."""
    if aim == Aim(field):
        return False
    if hands > MOST_WALKED:
        raise BadInput(
            f"{aim}: with more than {MOST_WALKED:,} hands only maximise {field}, seat 0, is "
            "solved; take a smaller pack"
        )
    return True


def _listed(
    pack: Pack, cards: int, worths: Worths, view: Callable[[str], Hashable]
) -> list[BestChoice]:
    """Return the decision with every hand, none if there are too many hands."""
    if math.comb(pack.size, cards) > MOST_LISTED:
        return []
    found = []
    for hand in combinations(range(pack.size), cards):
        seen = view(pack.write(sum(1 << card for card in hand)))
        values = worths(seen)
        most = max(values.values())
        best = tuple(choice for choice, value in values.items() if value == most)
        found.append(BestChoice(0, seen, (*values,), (*values.values(),), best[0], best))
    return found
