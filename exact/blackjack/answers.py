"""The law of a hand under the strategy that the Rules name, whatever the shoe."""

from collections.abc import Callable
from functools import lru_cache, partial

from montmort.exact.blackjack.basic import basic_player, infinite_play
from montmort.exact.blackjack.best_play import BestPlayer
from montmort.exact.blackjack.finite_shoe import law
from montmort.exact.law import Law
from montmort.games.blackjack import Counted, Rules
from montmort.games.chance import Chance
from montmort.games.table import Table


@lru_cache(maxsize=16)
def joint_law(rules: Rules) -> Law[Counted]:
    """Return the law of the outcome, counted in units.

    >>> found = joint_law(Rules(decks="infinite"))
    >>> found.map(lambda hand: hand.blackjack)[True]
    Fraction(8, 169)
    """
    if rules.is_infinite:
        return infinite_play(rules).walk.law()
    return law(rules, player(rules))


def player(rules: Rules) -> Table:
    """Return the Table of the strategy that the Rules name; the best one is basic, if infinite."""
    if rules.player == "optimal" and not rules.is_infinite:
        return BestPlayer(rules)
    return basic_player(rules)


def seated(rules: Rules) -> Callable[[Rules, Chance], Table]:
    """Return the function `players` of an experiment, with the strategy found already."""
    return partial(_same, player(rules))


def _same(table: Table, _rules: Rules, _chance: Chance) -> Table:
    return table


def how(rules: Rules) -> str:
    """Return a sentence on how the law was found."""
    if rules.is_infinite:
        return infinite_play(rules).how
    by = "its own cards" if rules.player == "optimal" else "its total"
    return f"hands by the cards drawn, not their order; each played by {by}"
