"""What the games of one player with one hand share that have their own solvers.

A walk would visit every order of every deal.  The solvers count sets of cards.  They know one
aim, the largest mean; for another aim a small pack is walked, and a large one is refused.
"""

import math
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

from montmort.exact.decisions.best_play import BestChoice
from montmort.exact.law import Law
from montmort.games.cards.pack import Pack
from montmort.games.errors import BadInput
from montmort.games.table import Table
from montmort.verification.aim import Aim

MOST_WALKED = 1_000  # hands of a game that is left to the walk
MOST_LISTED = 10_000  # hands whose decisions are listed

Worths = Callable[[Any], Mapping[Hashable, Fraction]]  # of the choices, by the view


def seated(table: Table, _rules: object, _chance: object) -> Table:
    """Return the table, as the function `players` of an experiment."""
    return table


def is_walked(aim: Aim, field: str, hands: int) -> bool:
    """Return whether an aim is left to the walk; BadInput if that would take too long."""
    if aim == Aim(field):
        return False
    if hands > MOST_WALKED:
        raise BadInput(
            f"{aim}: with more than {MOST_WALKED:,} hands only maximise {field}, seat 0, is "
            "solved; take a smaller pack"
        )
    return True


def decisions_by_hand(
    pack: Pack, cards: int, worths: Worths, view: Callable[[str], Hashable]
) -> list[BestChoice]:
    """Return the decision with every hand, none if there are too many hands."""
    if math.comb(pack.size, cards) > MOST_LISTED:
        return []
    decisions = []
    for hand in combinations(range(pack.size), cards):
        seen = view(pack.write(sum(1 << card for card in hand)))
        values = worths(seen)
        most = max(values.values())
        best = tuple(choice for choice, value in values.items() if value == most)
        decisions.append(BestChoice(0, seen, (*values,), (*values.values(),), best[0], best))
    return decisions


def listed_law(law: Law[Any]) -> list[tuple[Fraction, Fraction]]:
    """Return the possible outcomes with their chances, the lowest first."""
    return [(Fraction(value), law[value]) for value in sorted(law.weights) if law.weights[value]]
